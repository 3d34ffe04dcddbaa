//! Twin of `measure_obstacles.wgsl`: how many live particles are in an obstacle, and how deep the deepest.

use std::ops::Range;

use super::depth::for_each_outline;
use super::exact::product;
use super::obstacle::Obstacles;
use super::threads::parallel::sum_of_runs;
use crate::world::fixed::obstacle::MAX_DEPTH;
use crate::world::measures::OVERLAP_UNIT;
use crate::world::particle::{Particle, Phase};

/// Twin of the entry point: see `Measures::in_obstacles` and `Measures::max_depth`.
pub fn measure_obstacles(obstacles: &Obstacles<'_>, particles: &[Particle]) -> (u64, u32) {
    let params = obstacles.params;
    let share = |depth: f32| product(product(depth, params.cells_per_step).min(MAX_DEPTH), OVERLAP_UNIT) as u32;
    let add = |a: (u64, u32), b: (u64, u32)| (a.0 + b.0, a.1.max(b.1));
    let measure_run = |run: Range<usize>| {
        let live = particles[run].iter().filter(|particle| particle.phase() == Phase::Live);
        let deep = live.map(|particle| depth(obstacles, *particle)).filter(|depth| *depth > params.shallow);
        deep.map(|depth| (1, share(depth))).fold((0, 0), add)
    };
    sum_of_runs(particles.len(), measure_run, add)
}

/// Of the outline that it is deepest in, steps.
fn depth(obstacles: &Obstacles<'_>, mut particle: Particle) -> f32 {
    let mut deepest: f32 = 0.0;
    for_each_outline(obstacles, &mut particle, |_, nearest| deepest = deepest.max(nearest.depth(0.0)));
    deepest
}
