//! What contacts carry, as lines from centre to centre, the wider the more: force chains. Twin of `shaders/draw_forces.wgsl`.

use rayon::prelude::*;

use super::line::Line;
use super::palette::linear;
use super::view::View;
use crate::world::World;
use crate::world::fixed::CONTACTS_PER_PARTICLE;
use crate::world::particle::Phase;
use crate::world::state::State;

/// How wide lines are: as wide as a radius of the smaller disc from a force on, below it in proportion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ForceLines {
    /// That force in units of mass × length / s², more than 0; if not given [`usual_full_impulse`] says it.
    pub full: Option<f64>,
}

/// How bright discs are under lines.
pub const DARKENED: f32 = 0.3;

/// The lines (sRGB).
pub const COLOUR: u32 = 0xff_f0d8;
/// How much of what lies under it a line hides.
pub const OPACITY: f32 = 0.9;

/// The lines of all contacts of a state that carry anything. One that carries `full` and more is as wide as a radius of the smaller disc.
pub fn lines(state: &State, view: &View, full: f32) -> Vec<Line> {
    let lists = state.contacts.par_chunks_exact(CONTACTS_PER_PARTICLE as usize).zip(&state.particles);
    let [r, g, b, _] = linear(COLOUR);
    lists
        .flat_map_iter(|(list, owner)| list.iter().filter(|row| row.impulse > 0.0).map(move |row| (row, owner)))
        .filter_map(|(row, owner)| {
            let ends = [*owner, state.particles[row.partner as usize]];
            let radius = ends[0].radius().min(ends[1].radius()) as f32 * view.scale as f32;
            let share = (row.impulse / full).min(1.0);
            ends.iter().all(|end| end.in_grid()).then(|| Line::between(view, &ends, radius * share, [r, g, b, OPACITY]))
        })
        .collect()
}

/// What a contact carries whose line is widest, where nobody says so: the weight of all discs on each of those that fit side by side across gravity, as at the
/// bottom of a heap that fills the world from side to side. Two weights of the heaviest at least; without gravity what stops a fast
/// disc in eight substeps. In displacement units; `fast` is a speed.
pub fn usual_full_impulse(world: &World, largest_radius: f64, fast: f64) -> f32 {
    let [gx, gy] = world.clock.mean_gravity();
    let gravity = gx.hypot(gy);
    if gravity == 0.0 {
        return (fast / 8.0) as f32;
    }
    let extent = [0, 1].map(|axis| f64::from(world.params().wall_max[axis] - world.params().wall_min[axis]));
    let across = (gx.abs() * extent[1] + gy.abs() * extent[0]) / gravity;
    (gravity * (mass(world) * 2.0 * largest_radius / across).max(2.0)) as f32
}

/// Of all discs that move, over that of the heaviest.
fn mass(world: &World) -> f64 {
    let start = &world.start;
    match start.bodies.is_empty() {
        true => start.particles.par_iter().filter(|particle| particle.phase() != Phase::Pinned).count() as f64,
        false => start.bodies.par_iter().filter(|body| body.inverse_mass > 0.0).map(|body| 1.0 / f64::from(body.inverse_mass)).sum(),
    }
}
