//! The mechanical energy of a world: of motion, of height, and of what contacts store.

use std::ops::ControlFlow;

use jostle::Simulation;

use crate::support::distance;

/// A contact of two discs of mass 1 at rest carries 1.75 times its overlap in a substep (`docs/solver.md`), as a spring of this
/// stiffness would: what it stores is half of that times the square of its overlap.
pub const STIFFNESS: f64 = 1.75 * 480.0 * 480.0;

/// The energy of discs of mass 1 at 480 substeps a second, in diameters and seconds.
#[derive(Clone, Copy, Debug)]
pub struct Energy {
    /// Of motion and rotation.
    pub kinetic: f64,
    /// Of height, above the bottom of the world.
    pub potential: f64,
    /// Of overlaps.
    pub stored: f64,
}

impl Energy {
    /// That of now.
    pub fn of(simulation: &Simulation, gravity: [f64; 2]) -> Self {
        Self::with(simulation, &radii(simulation), gravity)
    }

    /// That of discs with these radii. Velocities are those of half a substep ago, and free discs have got half a substep's gravity
    /// since.
    pub fn with(simulation: &Simulation, radii: &[f64], gravity: [f64; 2]) -> Self {
        let (places, velocities) = (simulation.positions().unwrap(), simulation.velocities().unwrap());
        let squared = |v: &[f64; 2]| (0..2).map(|axis| (v[axis] + gravity[axis] / 960.0).powi(2)).sum::<f64>();
        let rotations = simulation.rotations().unwrap();
        let rims = rotations.iter().zip(radii).map(|(rotation, radius)| 0.5 * (rotation[1] * radius).powi(2));
        let kinetic = 0.5 * (velocities.iter().map(squared).sum::<f64>() + rims.sum::<f64>());
        let potential = -places.iter().map(|p| gravity[0] * p[0] + gravity[1] * p[1]).sum::<f64>();
        let stored = contacts(&places, radii).iter().map(|contact| 0.5 * STIFFNESS * contact.overlap.powi(2)).sum();
        Self { kinetic, potential, stored }
    }

    /// Of motion and height, which is all that can be seen.
    pub fn seen(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// All of it.
    pub fn whole(&self) -> f64 {
        self.seen() + self.stored
    }
}

/// Radii by id, in scene units.
pub fn radii(simulation: &Simulation) -> Vec<f64> {
    let world = simulation.world();
    let mut particles = world.start.particles.clone();
    particles.sort_unstable_by_key(|particle| particle.id);
    particles.iter().map(|particle| f64::from(particle.radius()) / world.frame().steps_per_unit()).collect()
}

/// The force with which discs above a height press on those below it: what contacts carry at rest.
pub fn load_at(height: f64, places: &[[f64; 2]], radii: &[f64]) -> f64 {
    let above = |id: usize| places[id][1] >= height;
    let crossing = contacts(places, radii).into_iter().filter(|contact| above(contact.ids[0]) != above(contact.ids[1]));
    let steepness = |[a, b]: [usize; 2]| (places[a][1] - places[b][1]).abs() / distance(places[a], places[b]);
    crossing.map(|contact| STIFFNESS * contact.overlap * steepness(contact.ids)).sum()
}

/// Two discs that are in each other.
struct Overlapping {
    ids: [usize; 2],
    overlap: f64,
}

/// All pairs of discs that are in each other, from left to right.
fn contacts(places: &[[f64; 2]], radii: &[f64]) -> Vec<Overlapping> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a][0].total_cmp(&places[b][0]));
    let widest = 2.0 * radii.iter().copied().fold(0.0, f64::max);
    let mut found = Vec::new();
    for (k, &a) in order.iter().enumerate() {
        let _ = order[k + 1..].iter().try_for_each(|&b| {
            if places[b][0] - places[a][0] >= widest {
                return ControlFlow::Break(());
            }
            found.push(Overlapping { ids: [a, b], overlap: radii[a] + radii[b] - distance(places[a], places[b]) });
            ControlFlow::Continue(())
        });
    }
    found.retain(|contact| contact.overlap > 0.0);
    found
}
