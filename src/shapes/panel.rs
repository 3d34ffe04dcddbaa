//! The panel at the right: switches, counts, and the table of pairs.

use egui::{Color32, RichText, Ui};

use super::broad::Broad;
use super::painting::TOUCHING;
use super::playground::Playground;
use super::queries::{Answer, Answers, Row};
use super::scene::Form;
use crate::geometry::{DVec2, Method};

/// Width of the panel in points, its margins included.
pub const WIDTH: f32 = 340.0;
/// Rows of the table at most: the nearest pairs come first.
const MOST_ROWS: usize = 60;

/// Shows the panel. New shapes come to `centre`.
pub fn show(ui: &mut Ui, ground: &mut Playground, answers: &Answers, centre: DVec2) {
    egui::Panel::right("panel").exact_size(WIDTH).resizable(false).show(ui, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.add_space(6.0);
            forms(ui, ground, centre);
            section(ui, "Method");
            ui.horizontal(|ui| {
                let methods = [(Method::Fastest, "fastest"), (Method::Sat, "SAT"), (Method::GjkEpa, "GJK + EPA")];
                for (method, name) in methods {
                    ui.selectable_value(&mut ground.settings.method, method, name);
                }
            });
            section(ui, "Show");
            ui.checkbox(&mut ground.settings.hull, "convex hull of all corners");
            ui.checkbox(&mut ground.settings.boxes, "boxes, and pairs whose boxes overlap");
            ui.add(egui::Slider::new(&mut ground.settings.nearest, 0..=20).text("nearest pairs"));
            egui::ComboBox::from_label("broad phase").selected_text(ground.settings.broad.label()).show_ui(ui, |ui| {
                for broad in Broad::ALL {
                    ui.selectable_value(&mut ground.settings.broad, broad, broad.label());
                }
            });
            section(ui, "Counts");
            counts(ui, ground, answers);
            section(ui, "Pairs");
            table(ui, ground, answers);
        });
    });
}

fn section(ui: &mut Ui, title: &str) {
    ui.add_space(4.0);
    ui.separator();
    ui.label(RichText::new(title).strong().color(Color32::from_rgb(142, 170, 210)));
}

fn forms(ui: &mut Ui, ground: &mut Playground, centre: DVec2) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label("Add");
        for form in Form::ALL {
            if ui.small_button(form.label()).clicked() {
                ground.add(form, centre);
            }
        }
    });
    if ui.add_enabled(ground.selected.is_some(), egui::Button::new("Remove the marked shape")).on_hover_text("Delete").clicked() {
        ground.remove_selected();
    }
    ui.label(RichText::new("Left button: move; right button or wheel: turn. Beside the shapes: pan, zoom.").small().weak());
}

fn counts(ui: &mut Ui, ground: &Playground, answers: &Answers) {
    let touch = match ground.touch() {
        Some((_, touch)) => format!("shape {} at {:.3}", touch.other, touch.time),
        None => "—".into(),
    };
    let rows = [
        ("shapes", ground.scene.bodies.len().to_string()),
        ("pairs", answers.rows.len().to_string()),
        ("boxes overlap", answers.candidates.len().to_string()),
        ("overlaps", answers.overlap_count().to_string()),
        ("first touch of the drag", touch),
    ];
    egui::Grid::new("counts").num_columns(2).min_col_width(140.0).min_row_height(14.0).spacing([8.0, 3.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(name).weak());
            ui.label(RichText::new(value).monospace());
            ui.end_row();
        }
    });
}

fn table(ui: &mut Ui, ground: &Playground, answers: &Answers) {
    egui::Grid::new("pairs").num_columns(2).min_col_width(120.0).min_row_height(14.0).spacing([8.0, 3.0]).show(ui, |ui| {
        for row in answers.rows.iter().take(MOST_ROWS) {
            let names = row.pair.map(|index| format!("{index} {}", ground.scene.bodies[index].form.label()));
            ui.label(RichText::new(names.join(" – ")).small());
            let answer = ui.label(words(row));
            if !row.covered {
                answer.on_hover_text("the separating axis test does not cover this pair where it is: answered by GJK and EPA");
            }
            ui.end_row();
        }
    });
    if answers.rows.len() > MOST_ROWS {
        ui.label(RichText::new(format!("and {} pairs further apart", answers.rows.len() - MOST_ROWS)).small().weak());
    }
}

fn words(row: &Row) -> RichText {
    let aside = if row.covered { "" } else { " (not SAT)" };
    let text = match row.answer {
        Answer::Overlap(contact) => RichText::new(format!("depth {:.4}{aside}", contact.penetration.depth)).color(TOUCHING),
        Answer::Apart(closest) => RichText::new(format!("{:.4}{aside}", closest.distance)),
    };
    text.monospace().small()
}
