//! Worlds and simulations for the tests of this folder.

use jostle::gpu::Context;
use jostle::world::World;
use jostle::world::params::ToolKind;
use jostle::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};
use jostle::world::tool::Tool;
use jostle::{Backend, Simulation};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::common::first_context;

/// A world without gravity and drag, closed on every side.
pub fn still_world(size: [f64; 2], particles: Vec<ParticleSpec>) -> WorldSpec {
    WorldSpec { size, gravity: [0.0; 2], particles, ..WorldSpec::default() }
}

/// A disc of diameter 1 with a velocity.
pub fn moving(position: [f64; 2], velocity: [f64; 2]) -> ParticleSpec {
    ParticleSpec { velocity, ..ParticleSpec::at(position, 0.5) }
}

/// A disc of diameter 1 that never moves.
pub fn pinned(position: [f64; 2]) -> ParticleSpec {
    ParticleSpec { pinned: true, ..ParticleSpec::at(position, 0.5) }
}

/// A box that is turned by `angle`.
pub fn plate(centre: [f64; 2], size: [f64; 2], angle: f64) -> ObstacleShape {
    ObstacleShape::Box { centre, size, angle }
}

/// One disc of diameter 1 over one obstacle, with gravity.
pub fn dropped(position: [f64; 2], shape: ObstacleShape) -> WorldSpec {
    let obstacles = vec![ObstacleSpec::still(shape)];
    WorldSpec { gravity: [0.0, -10.0], obstacles, ..still_world([20.0, 20.0], vec![ParticleSpec::at(position, 0.5)]) }
}

/// The fixed-point form of a spec.
pub fn world(spec: &WorldSpec) -> World {
    World::new(spec).expect("the test's world is valid")
}

/// A simulation on the CPU backend.
pub fn on_cpu(spec: &WorldSpec) -> Simulation {
    in_world(world(spec))
}

/// A simulation of a world on the CPU backend.
pub fn in_world(world: World) -> Simulation {
    // Tests run side by side, and their worlds are small.
    Simulation::start(world, &Backend::cpu(Some(1))).expect("a thread")
}

/// A simulation on a GPU adapter.
pub fn on_gpu(context: &Context, spec: &WorldSpec) -> Simulation {
    Simulation::start(world(spec), &Backend::Gpu(context.clone())).expect("the adapter takes the test's world")
}

/// Runs a check on the CPU backend and on a GPU; says loudly where there is none and none is required.
pub fn everywhere(spec: &WorldSpec, check: impl Fn(&mut Simulation)) {
    check(&mut on_cpu(spec));
    if let Some(context) = first_context() {
        let mut simulation = on_gpu(&context, spec);
        assert_eq!(simulation.solver().backend().backend, "gpu");
        check(&mut simulation);
    }
}

/// Coordinates by id in displacement units (`2^-4` steps), which is all that there is to a position.
pub fn fine_positions(simulation: &mut Simulation) -> Vec<[i64; 2]> {
    let state = simulation.state().expect("a state");
    state.particles.iter().map(|particle| [particle.fine(0), particle.fine(1)]).collect()
}

/// A tool at a place in scene units.
pub fn tool(world: &World, kind: ToolKind, centre: [f64; 2], radius: f64) -> Tool {
    let radius = (radius * world.frame().steps_per_unit() / f64::from(1u32 << jostle::world::fixed::TOOL_SHIFT)).round() as i32;
    Tool { kind, position: world.frame().position_to_steps(centre), radius, ..Tool::default() }
}

/// One coordinate of a disc at the start and after each of some frames.
pub fn track(simulation: &mut Simulation, frames: u32, disc: usize, axis: usize) -> Vec<f64> {
    let place = |simulation: &Simulation| simulation.positions().unwrap()[disc][axis];
    let start = place(simulation);
    let rest = (0..frames).map(|_| {
        simulation.step_frame().unwrap();
        place(simulation)
    });
    std::iter::once(start).chain(rest).collect()
}

/// Mean seconds from one rise through a value to the next, of what is there in each frame of a sixtieth; none of fewer than three rises.
pub fn period(track: &[f64], middle: f64) -> Option<f64> {
    let above: Vec<f64> = track.iter().map(|value| value - middle).collect();
    let rises = (1..).zip(above.windows(2)).filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0);
    let times: Vec<f64> = rises.map(|(frame, pair)| (f64::from(frame) - pair[1] / (pair[1] - pair[0])) / 60.0).collect();
    (times.len() > 2).then(|| (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64)
}

/// Distance of two points.
pub fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Numbers from a seed.
pub struct Random(Pcg64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// A number from `low` up to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A point of a square `[low, high)²`.
    pub fn point(&mut self, low: f64, high: f64) -> [f64; 2] {
        [self.between(low, high), self.between(low, high)]
    }

    /// The numbers below `count` in a random order (Fisher–Yates).
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, (self.0.next_u64() % (last as u64 + 1)) as usize);
        }
        order
    }
}
