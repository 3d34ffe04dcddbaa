//! Twin of `solve_and_integrate.wgsl`: what `solve_contacts` does at the end of a substep, and then what `integrate` does at the start
//! of the next, with each run of particles while it is near.

use std::sync::atomic::AtomicU32;

use fearless_simd::prelude::*;

use super::grid_count::{Counting, Others};
use super::grid_scan_tiles::grid_scan_tiles;
use super::integrate::Integrate;
use super::motion::Motion;
use super::pairs::after_contacts::AfterContacts;
use super::pairs::crossings::Crossing;
use super::solve_contacts::{Strip, solve_contacts_then};
use super::vectors::fours::Each;
use super::vectors::particle_lanes::{Displacements, Particles};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point; `motion` is that of the next substep. Tiles are summed again, which takes no longer here than to ask of each
/// particle whether it changes its tile.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn solve_and_integrate(
    motion: Motion<'_>,
    particles: &[Particle],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements: &mut [Displacement],
    cell_counts: &mut [AtomicU32],
    ranks: &mut [u32],
    crossings: &mut Vec<Crossing>,
    tile_totals: &mut [u32],
) {
    let params = motion.params;
    let counters = motion.counters;
    let after = IntegrateAndCount {
        integrate: Integrate(motion),
        counting: Counting::new(params, cell_counts),
        cell_starts,
        others: Others::default(),
    };
    let next = Strip { cells: 0..cell_starts.len(), next: particles_next, displacements, ranks };
    solve_contacts_then(params, particles, cell_starts, next, counters, crossings, &after);
    after.counting.count_others(after.others, particles_next, ranks);
    grid_scan_tiles(params, cell_counts, tile_totals);
}

struct IntegrateAndCount<'a> {
    integrate: Integrate<'a>,
    counting: Counting<'a>,
    cell_starts: &'a [u32],
    /// The particles that are no longer in the cells of their strip, and those outside the grid.
    others: Others,
}

impl AfterContacts for IntegrateAndCount<'_> {
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S, particles: Particles<S>, displacements: Displacements<S>) -> Option<(Particles<S>, Displacements<S>)> {
        self.integrate.moved(simd, particles, displacements)
    }

    fn one(&self, particle: &mut Particle, displacement: &mut Displacement) {
        self.integrate.one(particle, displacement);
    }

    fn strip(&self, strip: Strip<'_>) {
        let mut share = self.counting.share(strip.cells.clone(), self.cell_starts[strip.cells.start] as usize);
        share.count(strip.next, strip.ranks);
        self.others.take(share);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::cpu::Buffers;
    use crate::cpu::dim2::sort_cell;
    use crate::cpu::integrate::integrate;
    use crate::cpu::solve_contacts::solve_contacts;
    use crate::cpu::test_worlds::sorted_crowd;
    use crate::world::fold::Folding;
    use crate::world::levels::Levels;
    use crate::world::params::{Params, Substep};
    use crate::world::particle::Phase;

    /// Discs that fall, with drag and without, of which some are born in this substep, some later, and some leave the world.
    #[test]
    fn both_at_once_is_one_after_the_other() {
        for (folding, levels) in [(Folding::Never, 1), (Folding::Always, 1), (Folding::Never, 4), (Folding::Always, 4)] {
            for drag_loss in [0, 1 << 24] {
                let mut b = sorted_crowd(folding, levels);
                b.params = Params { drag_loss, walls: 0, ..b.params.clone() };
                let outside = b.cell_starts[Levels::new(&b.params).cell_count] as usize - 40;
                for particle in &mut b.particles[outside..] {
                    *particle = particle.with_phase(Phase::Unborn);
                }
                (b.cell_starts.iter_mut()).for_each(|start| *start = (*start).min(outside as u32));
                b.births = (0..b.particles.len() as u32).map(|id| id % 9).collect();
                compare(&b);
            }
        }
    }

    fn compare(b: &Buffers) {
        let substep = Substep { index: 4, gravity: [3_000, -15_000_000].into(), ..Substep::default() };
        let motion = || Motion::new(&b.params, &substep, &b.births, &b.counters);
        let counts = || (0..b.params.count_length()).map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
        let totals = vec![u32::MAX; b.params.tile_count() as usize];
        let start =
            || (b.particles.clone(), b.displacements.clone(), counts(), vec![u32::MAX; b.particles.len()], Vec::new(), totals.clone());
        let (mut one, mut other) = (start(), start());
        solve_contacts(&b.params, &b.particles, &b.cell_starts, &mut one.0, &mut one.1, &b.counters, &mut one.4);
        integrate(motion(), &mut one.0, &mut one.1, &one.2, &mut one.3);
        grid_scan_tiles(&b.params, &mut one.2, &mut one.5);
        let (next, displacements, counts, ranks, crossings, totals) = &mut other;
        solve_and_integrate(motion(), &b.particles, &b.cell_starts, next, displacements, counts, ranks, crossings, totals);
        assert!(one.0 == other.0 && one.1 == other.1 && one.5 == other.5);
        assert_ne!(one.0, b.particles);
        for phase in [Phase::Live, Phase::Pinned, Phase::Unborn, Phase::Removed] {
            assert!(one.0.iter().any(|particle| particle.phase() == phase), "nobody is {phase:?}");
        }
        assert!(one.2.iter().zip(&other.2).all(|(one, other)| one.load(Relaxed) == other.load(Relaxed)));
        let levels = Levels::new(&b.params);
        let mut places: Vec<_> = other.0.iter().map(|particle| sort_cell(&levels, particle)).zip(&other.3).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), b.particles.len(), "two have one rank in one cell");
        assert!(places.iter().all(|&(cell, &rank)| rank < other.2[cell].load(Relaxed)));
    }
}
