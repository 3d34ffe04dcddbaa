//! What is coloured, and what the colours mean.

use egui::{Color32, RichText, Ui};

use super::controls::Controls;
use super::numbers::short;
use super::panel::Facts;
use crate::picture::Colour;
use crate::picture::palette::{Palette, encoded};
use crate::world::World;

/// Shows the choice, and the palette with its ends.
pub fn show(ui: &mut Ui, facts: &Facts<'_>, controls: &mut Controls) {
    ui.horizontal(|ui| {
        for colour in Colour::ALL {
            ui.selectable_value(&mut controls.colour, colour, colour.to_string()).on_hover_text("C for the next");
        }
    });
    let (Some(palette), Some(session)) = (facts.palette, facts.session) else { return };
    legend(ui, palette);
    let (low, high) = limits(palette, &session.world);
    ui.horizontal(|ui| {
        ui.label(RichText::new(low).small().weak());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(high).small().weak());
        });
    });
}

/// The palette from its low to its high end.
fn legend(ui: &mut Ui, palette: &Palette) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 10.0), egui::Sense::hover());
    let steps = palette.table.len() as f32;
    let mut mesh = egui::Mesh::default();
    for (entry, colour) in (0u32..).zip(&palette.table) {
        let [r, g, b] = encoded([colour[0], colour[1], colour[2]]).map(|c| (c * 255.0).round() as u8);
        let x = rect.left() + rect.width() * entry as f32 / (steps - 1.0);
        mesh.colored_vertex(egui::pos2(x, rect.top()), Color32::from_rgb(r, g, b));
        mesh.colored_vertex(egui::pos2(x, rect.bottom()), Color32::from_rgb(r, g, b));
        if entry > 0 {
            let k = 2 * entry;
            mesh.add_triangle(k - 2, k - 1, k);
            mesh.add_triangle(k - 1, k, k + 1);
        }
    }
    ui.painter().add(mesh);
}

/// What the ends of the palette mean, in scene units.
fn limits(palette: &Palette, world: &World) -> (String, String) {
    match palette.colour {
        Colour::Speed => {
            let fastest = 1.0 / f64::from(palette.scale) / world.frame.fine_per_unit() * world.clock.substeps_per_second;
            ("0".into(), format!("{} units/s", short(fastest)))
        }
        Colour::Id => ("first".into(), "last".into()),
        Colour::Contacts => ("0".into(), "6 or more".into()),
        Colour::Radius => {
            let [small, large] = [f64::from(palette.offset), palette.largest_radius].map(|r| r / world.frame.steps_per_unit());
            (short(small), format!("{} units", short(large)))
        }
    }
}
