//! What the panel tells of the scene that runs: what was measured, and what takes how long.

use egui::{RichText, Ui};

use super::controls::Controls;
use super::panel::Facts;
use super::session::Session;
use crate::picture::scale::short;
use crate::thousands::grouped;
use crate::world::World;
use crate::world::measures::Measures;

/// What some of the names mean.
const HINTS: [(&str, &str); 7] = [
    ("greatest penetration", "the deepest overlap of two discs, in percent of the sum of their radii: d, where all are alike"),
    ("mean penetration", "the overlap of two discs in percent of the sum of their radii, on average over those that overlap"),
    (
        "kinetic energy",
        "of what moves, of motion and of rotation, in mass × (unit/s)²; masses by density and area, with the plain solver all that of the heaviest",
    ),
    ("potential energy", "of what moves, in mass × (unit/s)²: 0 in the corner of the world that lies lowest"),
    ("their sum", "in mass × (unit/s)²; what links and overlaps hold is not in it"),
    ("in obstacles", "discs that are in one by more than a 256th of the largest diameter"),
    ("deepest in one", "the deepest disc in an obstacle, in percent of the largest diameter"),
];

/// What the world is like.
pub fn state(ui: &mut Ui, session: &Session) {
    let Some(measures) = &session.stats.measures else { return };
    let counters = &session.stats.counters;
    // The words of the command line's summary.
    let [done, begun] = session.frame();
    let begun = if begun > 0 { format!(" + {begun}/{}", session.world.clock.substeps) } else { String::new() };
    let mut rows = vec![("frame", grouped(done.into()) + &begun), ("live", grouped(measures.live))];
    let others = [("pinned", measures.pinned), ("unborn", measures.unborn)];
    rows.extend(others.into_iter().filter(|&(_, count)| count > 0).map(|(word, count)| (word, grouped(count))));
    rows.push(("removed", grouped(counters.removed.into())));
    if session.link_count() > 0 {
        rows.push(("broken links", grouped(counters.broken.into())));
        rows.push(("links at the start", grouped(session.link_count().into())));
    }
    rows.extend([
        ("contacts per particle", format!("{:.2}", measures.contacts_per_particle())),
        ("greatest penetration", format!("{:.3} % of d", 100.0 * measures.max_overlap())),
        ("mean penetration", format!("{:.3} % of d", 100.0 * measures.mean_overlap())),
        ("rms speed", format!("{} units/s", short(session.world.rms_speed(measures)))),
        ("greatest speed", format!("{} units/s", short(session.world.max_speed(measures)))),
    ]);
    rows.extend(energies(&session.world, measures));
    let obstacles = session.obstacles();
    if !obstacles.is_empty() {
        let moving = match obstacles.mover_count() {
            0 => String::new(),
            count => format!(" ({} move)", grouped(count.into())),
        };
        rows.extend([
            ("obstacles", grouped(obstacles.specs().len() as u64) + &moving),
            ("in obstacles", grouped(measures.in_obstacles)),
            ("deepest in one", format!("{:.3} % of d", 100.0 * measures.max_depth())),
        ]);
    }
    if counters.saturated() > 0 {
        rows.push(("held at top speed", grouped(counters.saturated())));
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
pub fn table(ui: &mut Ui, id: &str, rows: Vec<(&str, String)>) {
    egui::Grid::new(id).num_columns(2).min_col_width(118.0).min_row_height(14.0).spacing([8.0, 3.0]).show(ui, |ui| {
        for (name, value) in rows {
            let hint = HINTS.iter().find(|(hinted, _)| *hinted == name);
            for text in [RichText::new(name).weak(), RichText::new(value).monospace()] {
                let label = ui.label(text);
                if let Some((_, hint)) = hint {
                    label.on_hover_text(*hint);
                }
            }
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::seen::{Screen, says};
    use super::super::testing::session_of;
    use super::*;
    use crate::gpu::Context;
    use crate::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

    fn session(context: &Context, spec: &WorldSpec) -> Session {
        session_of(World::new(spec).unwrap(), context)
    }

    /// Two discs, of which the larger moves, overlap by a fifth of the sum of their radii.
    fn overlapping() -> WorldSpec {
        let particles = vec![
            ParticleSpec { velocity: [0.0, 3.0], ..ParticleSpec::at([20.0, 20.0], 0.5) },
            ParticleSpec::at([20.0 + 0.8 * 0.75, 20.0], 0.25),
        ];
        WorldSpec { size: [40.0; 2], gravity: [0.0; 2], particles, ..WorldSpec::default() }
    }

    #[test]
    fn penetration_is_in_percent_of_the_sum_of_the_radii_and_energy_in_mass_and_units_a_second() {
        let Some(context) = Context::for_test() else { return };
        let session = session(&context, &overlapping());
        let texts = Screen::new(egui::vec2(400.0, 600.0)).draw(Vec::new(), |ui| state(ui, &session));
        let value = |name: &str| texts[texts.iter().position(|(text, _)| text == name).unwrap() + 1].0.as_str();
        assert_eq!([value("greatest penetration"), value("mean penetration")], ["20.000 % of d"; 2]);
        let energy = short(0.5 * std::f64::consts::PI * 0.25 * 9.0);
        assert_eq!((value("kinetic energy"), energy.as_str()), ("3.534", "3.534"));
    }

    #[test]
    fn the_mouse_on_a_name_or_its_value_tells_what_it_is_of() {
        let Some(context) = Context::for_test() else { return };
        let obstacles = vec![ObstacleSpec::still(ObstacleShape::Circle { centre: [10.0, 10.0], radius: 2.0 })];
        let session = session(&context, &WorldSpec { gravity: [0.0, -10.0], obstacles, ..overlapping() });
        for (name, hint) in HINTS {
            let texts = Screen::new(egui::vec2(400.0, 600.0)).hover(name, |ui| state(ui, &session));
            assert!(says(&texts, hint), "{name}: {texts:?}");
        }
        let texts = Screen::new(egui::vec2(400.0, 600.0)).hover("20.000 % of d", |ui| state(ui, &session));
        assert!(says(&texts, "sum of their radii"), "{texts:?}");
    }
}
