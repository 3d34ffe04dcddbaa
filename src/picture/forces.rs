//! What contacts carry, as lines from centre to centre, the wider the more: force chains. Twin of `shaders/draw_forces.wgsl`.

use rayon::prelude::*;

use super::line::Line;
use super::palette::{Colour, greatest_usual_speed, linear};
use super::view::View;
use crate::world::World;
use crate::world::contacts::ContactRow;
use crate::world::particle::{Particle, Phase};
use crate::world::spec::ContactSolver;

/// How wide lines are: as wide as a radius of the smaller disc from a force on, below it in proportion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ForceLines {
    /// That force in units of mass × length / s², more than 0; if not given [`usual_full_impulse`] says it.
    pub full: Option<f64>,
}

/// Whether lines can be seen, in a world with this solver and with these colours.
///
/// # Errors
/// Why not.
pub fn can_be_seen(solver: ContactSolver, colour: &Colour) -> Result<(), &'static str> {
    match (solver, colour) {
        (ContactSolver::Plain, _) => Err("the plain solver keeps nothing of what contacts carry"),
        (ContactSolver::Resting, Colour::Reveal(_)) => Err("lines would hide the image"),
        (ContactSolver::Resting, _) => Ok(()),
    }
}

/// How bright discs and links are under lines.
pub const DARKENED: f32 = 0.3;

/// The lines (sRGB).
pub const COLOUR: u32 = 0xff_f0d8;
/// How much of what lies under it a line hides.
pub const OPACITY: f32 = 0.9;

/// The lines of contacts, each with the place of the disc that owns it. One that carries `full` and more is as wide as a radius of the
/// smaller disc.
pub fn lines(particles: &[Particle], loaded: impl ParallelIterator<Item = (usize, ContactRow)>, view: &View, full: f32) -> Vec<Line> {
    let [r, g, b, _] = linear(COLOUR);
    let line = |(owner, row): (usize, ContactRow)| {
        let ends = [particles[owner], particles[row.partner as usize]];
        let radius = ends[0].radius().min(ends[1].radius()) as f32 * view.scale as f32;
        let share = (row.impulse / full).min(1.0);
        ends.iter().all(|end| end.in_grid()).then(|| Line::between(view, &ends, radius * share, [r, g, b, OPACITY]))
    };
    loaded.filter_map(line).collect()
}

/// What a contact carries whose line is widest, where nobody says so: the weight of all discs on each of those that fit side by side
/// across gravity, as at the bottom of a heap that fills the world from side to side. Two weights of the heaviest at least; without
/// gravity what stops a fast disc in eight substeps. In displacement units.
pub fn usual_full_impulse(world: &World, largest_radius: f64) -> f32 {
    let [gx, gy] = world.clock.mean_gravity();
    let gravity = gx.hypot(gy);
    if gravity == 0.0 {
        return (greatest_usual_speed(world) / 8.0) as f32;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Reveal, Show, draw};
    use crate::world::fixed::LIST_ROWS;
    use crate::world::spec::{ParticleSpec, WorldSpec};
    use crate::world::state::State;

    /// Two discs of different sizes beside each other, and the state in which their contact carries so much.
    fn pressed(impulse: f32) -> (World, State) {
        let particles = vec![ParticleSpec::at([3.0, 5.0], 2.0), ParticleSpec::at([6.0, 5.0], 1.0)];
        let world = World::new(&WorldSpec { size: [10.0, 10.0], particles, ..WorldSpec::default() }).unwrap();
        let mut state = State::clone(&world.start);
        state.contacts = vec![ContactRow::NONE; 2 * LIST_ROWS];
        state.contacts[0] = ContactRow { partner: 1, impulse };
        (world, state)
    }

    /// Pixels of a line across the contact, in a picture of 40 pixels a unit.
    fn width(impulse: f32, show: &Show) -> usize {
        let (world, state) = pressed(impulse);
        let view = View::fit(&world.params, [400.0; 2], [0.0, 0.0, 400.0, 400.0]);
        let image = draw(&world, &state, 0, &view, [400; 2], show);
        let [x, _] = view.pixel_of(world.frame.position_to_steps([5.0, 5.0]));
        (0..400).filter(|&y| image.get_pixel(x as u32, y).0[0] > 215).count()
    }

    #[test]
    fn a_line_is_as_wide_as_its_share_of_the_smaller_radius() {
        let (world, state) = pressed(0.0);
        let full = 5000.0;
        let show = Show { colour: Colour::Id, forces: Some(ForceLines { full: Some(full * world.force_unit()) }), ..Show::default() };
        let view = View::fit(&world.params, [400.0; 2], [0.0, 0.0, 400.0, 400.0]);
        let radius = (f64::from(state.particles[1].radius()) * view.scale) as usize;
        for (share, expected) in [(0.0, 0), (0.5, radius / 2), (1.0, radius), (7.0, radius)] {
            let width = width(share * full as f32, &show);
            assert!(width.abs_diff(expected) <= 1, "{share} of what is full: {width} pixels instead of {expected}");
        }
        assert_eq!(width(full as f32, &Colour::Id.into()), 0, "nobody asked");
        let white = image::RgbaImage::from_pixel(4, 4, image::Rgba([90, 90, 90, 255]));
        let reveal = Colour::Reveal(std::sync::Arc::new(Reveal::new(&state.particles, 0, &white)));
        assert_eq!(width(full as f32, &Show { colour: reveal, ..show.clone() }), 0, "an image is not hidden");
        // Where there is nothing to see, discs stay as bright as they are.
        let mut plain = world;
        plain.solver = ContactSolver::Plain;
        let pixels = |show: &Show| crate::picture::render(&plain, &plain.start, 0, [99; 2], show);
        assert!(pixels(&show) == pixels(&Colour::Id.into()));
    }

    #[test]
    fn without_another_word_the_widest_line_is_the_weight_of_all_on_one_row() {
        let particles =
            |count: u32| (0..count).map(|k| ParticleSpec::at([0.6 + f64::from(k % 18), 0.6 + f64::from(k / 18)], 0.5)).collect();
        let full = |count: u32, gravity| {
            let world =
                World::new(&WorldSpec { size: [20.0, 40.0], gravity, particles: particles(count), ..WorldSpec::default() }).unwrap();
            let radius = f64::from(world.start.particles[0].radius());
            f64::from(usual_full_impulse(&world, radius)) * world.force_unit()
        };
        let weight = std::f64::consts::FRAC_PI_4 * 10.0;
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-3;
        assert!(near(full(400, [0.0, -10.0]), 20.0 * weight), "400 on 20");
        assert!(near(full(400, [10.0, 0.0]), 10.0 * weight), "400 on 40");
        assert!(near(full(10, [0.0, -10.0]), 2.0 * weight), "as if there were two rows");
        assert!(full(10, [0.0, 0.0]) > 0.0);
    }
}
