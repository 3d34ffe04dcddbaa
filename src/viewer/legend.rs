//! What is coloured, and what the colours mean.

use egui::{Align2, Color32, Response, Ui};

use super::controls::Controls;
use super::panel::{Facts, row};
use super::session::Session;
use crate::picture::Colour;
use crate::picture::forces::can_be_seen;
use crate::picture::palette::{Palette, encoded};
use crate::picture::scale::{short, values};

/// The least and the most that the widest line can stand for, in displacement units of the heaviest disc, whose weight is some hundreds.
const IMPULSES: [f64; 2] = [1e-3, 1e9];

/// The least and the most that the brightest colour can stand for, in largest diameters a substep: from what is hardly seen to move to what is
/// too fast.
const SPEEDS: [f64; 2] = [1e-4, 10.0];

/// Shows the choice, and the palette with its ends.
pub fn show(ui: &mut Ui, facts: &Facts<'_>, controls: &mut Controls) {
    row(ui, |ui| {
        for colour in &controls.colours {
            ui.selectable_value(&mut controls.colour, colour.clone(), colour.to_string()).on_hover_text("C for the next");
        }
    });
    let (Some(palette), Some(session)) = (facts.palette, facts.session) else { return };
    what_it_means(ui, palette, session, controls);
    forces(ui, palette, session, controls);
}

fn what_it_means(ui: &mut Ui, palette: &Palette, session: &Session, controls: &mut Controls) {
    if let Colour::Reveal(reveal) = &palette.colour {
        let seconds = f64::from(reveal.substep) / session.world.clock.substeps_per_second;
        ui.weak(format!("the image forms at {seconds:.2} s"))
            .on_hover_text("if neither the mouse nor an edit changes the course of things");
        return;
    }
    let bar = legend(ui, palette);
    ticks(ui, &values(palette, &session.world));
    if palette.colour == Colour::Speed {
        bar.on_hover_text("by the root of the speed, so that slow discs differ, too: a quarter of the greatest is in the middle");
        fastest(ui, palette, session, controls);
    }
}

/// The speed with the brightest colour.
fn fastest(ui: &mut Ui, palette: &Palette, session: &Session, controls: &mut Controls) {
    let world = &session.world;
    let diameter_a_substep = 2.0 * palette.largest_radius / world.frame.steps_per_unit() * world.clock.substeps_per_second;
    let range = SPEEDS.map(|speed| speed * diameter_a_substep);
    let hint = "units/s: what is faster has the same colour";
    if let Some(fastest) = scaled(ui, palette.fastest(world), range, "white at", hint) {
        controls.fastest = Some(fastest);
    }
}

/// Whether what contacts carry shows. Over an image nothing does, and the plain solver keeps nothing.
fn forces(ui: &mut Ui, palette: &Palette, session: &Session, controls: &mut Controls) {
    match can_be_seen(session.world.solver, &palette.colour) {
        Ok(()) => force_lines(ui, palette, session, controls),
        Err(why_not) => {
            ui.add_enabled(false, egui::Checkbox::new(&mut false, "forces")).on_disabled_hover_text(why_not);
        }
    }
}

fn force_lines(ui: &mut Ui, palette: &Palette, session: &Session, controls: &mut Controls) {
    ui.checkbox(&mut controls.forces, "forces").on_hover_text("L: what discs press each other with, as lines: the wider the more");
    let Some(full) = palette.full_impulse else { return };
    if session.too_many_forces {
        ui.label(egui::RichText::new("more than this adapter can draw at once").small().weak());
    }
    let unit = session.world.force_unit();
    let range = IMPULSES.map(|impulse| impulse * unit);
    if let Some(full) = scaled(ui, f64::from(full) * unit, range, "widest at", "in units of mass × length / s²") {
        controls.force_lines.full = Some(full);
    }
}

/// A slider for what a scale ends with; what it was moved to.
fn scaled(ui: &mut Ui, mut value: f64, [low, high]: [f64; 2], name: &str, hint: &str) -> Option<f64> {
    // What was asked for by an option may be beyond both ends.
    let slider = egui::Slider::new(&mut value, low..=high).clamping(egui::SliderClamping::Edits);
    let slider = slider.logarithmic(true).custom_formatter(|value, _| short(value)).text(name);
    ui.add(slider).on_hover_text(hint).changed().then_some(value)
}

/// What the palette means at its low end, in its middle and at its high end.
fn ticks(ui: &mut Ui, values: &[String; 3]) {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let (row, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), font.size + 6.0), egui::Sense::hover());
    let colour = ui.visuals().weak_text_color();
    let painter = ui.painter();
    if !values[1].is_empty() {
        painter.vline(row.center().x, egui::Rangef::new(row.top() - 4.0, row.top()), egui::Stroke::new(1.0, colour));
    }
    let places = [
        (row.left_bottom(), Align2::LEFT_BOTTOM),
        (row.center_bottom(), Align2::CENTER_BOTTOM),
        (row.right_bottom(), Align2::RIGHT_BOTTOM),
    ];
    for (text, (place, align)) in values.iter().zip(places) {
        painter.text(place, align, text, font.clone(), colour);
    }
}

/// The palette from its low to its high end.
fn legend(ui: &mut Ui, palette: &Palette) -> Response {
    let (rect, bar) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 10.0), egui::Sense::hover());
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
    bar
}
