//! What a moment of a run looks like: speeds, overlaps, contacts, energy.

use serde::Serialize;

use super::overlaps::{Disc, Overlaps};
use crate::world::World;
use crate::world::particle::Phase;
use crate::world::state::State;

/// Height of the lowest five rows of a heap, in diameters: one centre at least of a pair is below.
const LOWEST_ROWS: f64 = 5.5;

/// One row of the table, and of `--json`. A diameter is the largest of the scene. Keys stay as they are.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Row {
    /// Simulated seconds since the start.
    pub seconds: f64,
    /// Root mean square of the speeds of the live particles, diameters per second.
    pub rms_speed: f64,
    /// Greatest speed, diameters per second.
    pub max_speed: f64,
    /// Mean overlap of the pairs that overlap, in diameters (the mean diameter of the pair); 0 of none.
    pub mean_overlap: f64,
    /// As `mean_overlap`, of the pairs with a centre less than 5.5 diameters above the floor.
    pub mean_overlap_lowest_rows: f64,
    /// Greatest overlap, in diameters.
    pub max_overlap: f64,
    /// Ends of contacts by particles inside the world.
    pub contacts_per_particle: f64,
    /// Kinetic energy and energy in the field of gravity of a live particle, over its mass, on average; diameters² per
    /// second², 0 at rest in the lower left corner.
    pub energy_per_particle: f64,
    /// Particles inside the world, times substeps, per second, since the row before.
    pub particle_substeps_per_second: f64,
}

impl Row {
    /// The row of a state. Nobody but a clock tells the speed of the machine, so it is 0.
    pub fn new(world: &World, state: &State, seconds: f64) -> Self {
        let diameter = world.frame.cell_edge;
        let fine_gravity = world.clock.mean_gravity();
        let gravity = fine_gravity.map(|g| g / world.frame.fine_per_unit() * world.clock.substeps_per_second.powi(2));
        let mut discs = Vec::with_capacity(state.particles.len());
        let (mut live, mut squared_speeds, mut potential, mut greatest) = (0u64, 0.0, 0.0, 0.0f64);
        for (particle, &displacement) in state.particles.iter().zip(&state.displacements).filter(|(particle, _)| particle.in_grid()) {
            let position = world.frame.position_of(particle);
            let pinned = particle.phase() == Phase::Pinned;
            discs.push(Disc { position, radius: world.frame.length_from_steps(particle.radius()), pinned });
            if !pinned {
                let squared: f64 = world.velocity_of(displacement).iter().map(|v| v * v).sum();
                live += 1;
                squared_speeds += squared;
                potential -= gravity[0] * position[0] + gravity[1] * position[1];
                greatest = greatest.max(squared);
            }
        }
        let (inside, live) = (discs.len().max(1) as f64, live.max(1) as f64);
        let overlaps = Overlaps::new(discs, diameter, LOWEST_ROWS * diameter);
        Self {
            seconds,
            rms_speed: (squared_speeds / live).sqrt() / diameter,
            max_speed: greatest.sqrt() / diameter,
            mean_overlap: overlaps.all.mean(),
            mean_overlap_lowest_rows: overlaps.low.mean(),
            max_overlap: overlaps.greatest,
            contacts_per_particle: 2.0 * overlaps.all.pairs as f64 / inside,
            energy_per_particle: (0.5 * squared_speeds + potential) / live / (diameter * diameter),
            particle_substeps_per_second: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn a_hand_made_state_gives_its_own_numbers() {
        // Diameters of 2, so that no unit is taken for another. A pair at 5 diameters overlaps by a tenth, one at 8 by a fifth.
        let disc = |x, y| ParticleSpec::at([x, y], 1.0);
        let moving = ParticleSpec { velocity: [3.0, 4.0], ..disc(10.0, 16.0) };
        let pinned = ParticleSpec { pinned: true, ..disc(30.0, 30.0) };
        let unborn = ParticleSpec { birth: 9, ..disc(10.1, 10.0) };
        let particles = vec![disc(10.0, 10.0), disc(11.8, 10.0), moving, disc(11.6, 16.0), pinned, unborn];
        let spec = WorldSpec { size: [40.0, 40.0], gravity: [1.0, -10.0], particles, ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let row = Row::new(&world, &world.start, 1.5);
        let near = |name: &str, found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-4, "{name} is {found}, not {wanted}");
        near("rms", row.rms_speed, 1.25);
        near("max", row.max_speed, 2.5);
        near("mean", row.mean_overlap, 0.15);
        near("lowest", row.mean_overlap_lowest_rows, 0.1);
        near("greatest", row.max_overlap, 0.2);
        near("contacts", row.contacts_per_particle, 4.0 / 5.0);
        near("energy", row.energy_per_particle, (0.5 * 25.0 / 4.0 + 10.0 * 13.0 - 10.85) / 4.0);
        assert_eq!((row.seconds, row.particle_substeps_per_second), (1.5, 0.0));
    }
}
