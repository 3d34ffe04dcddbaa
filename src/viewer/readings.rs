//! What the panel tells of the scene that runs: what was measured, and what takes how long.

use egui::{RichText, Ui};

use super::controls::Controls;
use super::numbers::{short, thousands};
use super::panel::Facts;
use super::session::Session;
use crate::world::World;
use crate::world::measures::Measures;

/// What the world is like.
pub fn state(ui: &mut Ui, session: &Session) {
    let Some(measures) = &session.stats.measures else { return };
    let (frame, rate) = (&session.world.frame, session.world.clock.substeps_per_second);
    let counters = &session.stats.counters;
    // The words of the command line's summary.
    let mut rows = vec![("live", thousands(measures.live))];
    let others = [("pinned", measures.pinned), ("unborn", measures.unborn)];
    rows.extend(others.into_iter().filter(|&(_, count)| count > 0).map(|(word, count)| (word, thousands(count))));
    rows.push(("removed", thousands(counters.removed.into())));
    if session.link_count() > 0 {
        rows.push(("broken links", thousands(counters.broken.into())));
        rows.push(("links at the start", thousands(session.link_count().into())));
    }
    rows.extend([
        ("contacts per particle", format!("{:.2}", measures.contacts_per_particle())),
        ("greatest penetration", format!("{:.3} % of d", 100.0 * measures.max_overlap())),
        ("mean penetration", format!("{:.3} % of d", 100.0 * measures.mean_overlap())),
        ("rms speed", format!("{} units/s", short(measures.rms_speed(frame, rate)))),
        ("greatest speed", format!("{} units/s", short(measures.max_speed(frame, rate)))),
    ]);
    rows.extend(energies(&session.world, measures));
    let obstacles = session.obstacles();
    if !obstacles.is_empty() {
        let moving = match obstacles.mover_count() {
            0 => String::new(),
            count => format!(" ({} move)", thousands(count.into())),
        };
        rows.extend([
            ("obstacles", thousands(obstacles.specs().len() as u64) + &moving),
            ("in obstacles", thousands(measures.in_obstacles)),
            ("deepest in one", format!("{:.3} % of d", 100.0 * measures.max_depth())),
        ]);
    }
    if counters.saturated() > 0 {
        rows.push(("held at top speed", thousands(counters.saturated())));
    }
    table(ui, "state", rows);
}

/// Of motion, of height and both together, where anything falls.
fn energies(world: &World, measures: &Measures) -> Vec<(&'static str, String)> {
    let kinetic = world.kinetic_energy(measures);
    let mut rows = vec![("kinetic energy", short(kinetic))];
    if world.clock.mean_gravity() != [0.0; 2] {
        let potential = world.potential_energy(measures);
        rows.extend([("potential energy", short(potential)), ("their sum", short(kinetic + potential))]);
    }
    rows
}

/// How long simulating and drawing take.
pub fn times(ui: &mut Ui, facts: &Facts<'_>, session: &Session, controls: &mut Controls) {
    let stats = &session.stats;
    let mut rows = vec![
        ("substeps per frame", session.world.clock.substeps.to_string()),
        ("pictures", format!("{:.1} /s", facts.rates.pictures_per_second)),
    ];
    if let Some(milliseconds) = stats.frame_milliseconds {
        rows.push(("simulating a frame", format!("{milliseconds:.2} ms")));
    }
    if let Some(milliseconds) = stats.draw_milliseconds {
        rows.push(("drawing a picture", format!("{milliseconds:.2} ms")));
    }
    table(ui, "times", rows);
    ui.checkbox(&mut controls.profile, "time the passes").on_hover_text("once in 30 pictures, each pass on its own");
    if controls.profile && !stats.passes.is_empty() {
        let total: f64 = stats.passes.iter().map(|pass| pass.milliseconds).sum();
        let mut rows: Vec<_> = stats.passes.iter().map(|pass| (pass.name, format!("{:.2} ms", pass.milliseconds))).collect();
        rows.push(("all passes of a frame", format!("{total:.2} ms")));
        table(ui, "passes", rows);
    }
}

/// Names at the left, values at the right.
fn table(ui: &mut Ui, id: &str, rows: Vec<(&str, String)>) {
    egui::Grid::new(id).num_columns(2).min_col_width(118.0).min_row_height(14.0).spacing([8.0, 3.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(name).weak());
            ui.label(RichText::new(value).monospace());
            ui.end_row();
        }
    });
}
