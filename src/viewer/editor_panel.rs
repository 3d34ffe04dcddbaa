//! The part of the panel that belongs to the editing of obstacles.

use egui::{RichText, Ui};

use super::controls::Command;
use super::drawn_shape::Kind;
use super::editor::Editor;
use super::help::on_this_keyboard;
use super::history::Way;
use super::panel::{file, row};
use super::session::Session;
use crate::thousands::grouped;
use crate::world::spec::{ObstacleShape, ObstacleSpec};

/// Shows what is drawn, what is selected, and where the scene is saved.
pub fn show(ui: &mut Ui, session: &Session, editor: &mut Editor, commands: &mut Vec<Command>) {
    row(ui, |ui| {
        for kind in Kind::ALL {
            ui.selectable_value(&mut editor.kind, kind, kind.label()).on_hover_text("what a drag on empty space draws");
        }
    });
    if editor.kind.has_thickness() {
        let [least, most] = [0.05, 20.0].map(|share| share * session.world.frame.cell_edge);
        ui.add(egui::Slider::new(&mut editor.thickness, least..=most).logarithmic(true).max_decimals(3).text("thickness"));
    }
    let specs = session.obstacles().specs();
    let what = match editor.selected.and_then(|selected| Some((selected, specs.get(selected)?))) {
        Some((selected, spec)) => format!("obstacle {}: {}", grouped(selected as u64), described(spec)),
        None => "drag on empty space (or with Shift) to draw, on an obstacle to move it".into(),
    };
    ui.label(RichText::new(what).small().weak());
    ui.horizontal(|ui| {
        let mut button = |enabled, label, hint: &str, command| {
            if ui.add_enabled(enabled, egui::Button::new(label)).on_hover_text(on_this_keyboard(hint)).clicked() {
                commands.push(command);
            }
        };
        button(editor.selected.is_some(), "Remove", "Del", Command::Remove);
        for (label, hint, way) in [
            ("Undo", "Ctrl Z", Way::Undo),
            ("Redo", "Ctrl Y", Way::Redo),
            ("Revert", "back to the scene that was opened; Undo takes it back", Way::Revert),
        ] {
            button(session.leads(way), label, hint, Command::Edits(way));
        }
    });
    ui.horizontal(|ui| {
        if file(ui, &mut editor.file.path, "scene.toml", 52.0, ["Save", "the scene as it was built, with its edits: Ctrl S"]) {
            commands.push(Command::Save);
        }
    });
}

/// What an obstacle is, in a few words.
fn described(spec: &ObstacleSpec) -> String {
    let shape = match &spec.shape {
        ObstacleShape::Circle { radius, .. } => format!("circle, radius {radius:.2}"),
        ObstacleShape::Capsule { radius, .. } => format!("capsule, radius {radius:.2}"),
        ObstacleShape::Box { size: [width, height], .. } => format!("box, {width:.2} × {height:.2}"),
        ObstacleShape::Polygon { corners } => format!("polygon, {} corners", corners.len()),
        ObstacleShape::Wall { thickness, .. } => format!("wall, thickness {thickness:.2}"),
    };
    // A hand is no motion of its own.
    let own = ObstacleSpec { rail: crate::world::spec::Rail { hand: None, ..spec.rail.clone() }, ..spec.clone() };
    if own.rail.moves() { shape + ", moves" } else { shape }
}
