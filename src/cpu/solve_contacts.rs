//! Twin of `solve_contacts.wgsl`: each particle pushes itself out of every particle it overlaps.

use std::cell::RefCell;
use std::ops::Range;

use super::contact::{coincident_normal, contact};
use super::contact_band::{Band, MOST_IN_BAND};
use super::dim2::{Correction, NEIGHBOUR_ROWS, cell_coords, correction_is_held, moved, neighbour_run, offset, sum};
use super::exact::product;
use super::{CountersCell, GRAIN};
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

thread_local! {
    /// Kept from substep to substep, so that none of them asks the system for memory.
    static BAND: RefCell<Box<Band>> = RefCell::new(Band::new());
}

/// Twin of the entry point.
pub fn solve_contacts(
    params: &Params,
    particles: &[Particle],
    displacements: &[Displacement],
    cell_starts: &[u32],
    particles_next: &mut [Particle],
    displacements_next: &mut [Displacement],
    counters: &CountersCell,
) {
    let snapshot = Snapshot { params, particles, displacements, cell_starts, counters };
    let (in_grid, outside) = particles_next.split_at_mut(cell_starts[params.cell_count as usize] as usize);
    let (moved, unmoved) = displacements_next.split_at_mut(in_grid.len());
    outside.copy_from_slice(&particles[in_grid.len()..]);
    unmoved.copy_from_slice(&displacements[in_grid.len()..]);
    let fair = particles.len() / (BANDS_PER_THREAD * rayon::current_num_threads());
    snapshot.solve(0..params.cell_count as usize, in_grid, moved, fair.clamp(GRAIN, MOST_IN_BAND));
}

/// Enough that threads which are slowed down leave work to the others.
const BANDS_PER_THREAD: usize = 8;

/// What the pass reads.
#[derive(Clone, Copy)]
struct Snapshot<'a> {
    params: &'a Params,
    particles: &'a [Particle],
    displacements: &'a [Displacement],
    cell_starts: &'a [u32],
    counters: &'a CountersCell,
}

impl Snapshot<'_> {
    /// Solves a run of cells, in bands of at most `most` particles; a cell is not divided. The slices are those of
    /// the particles in it.
    fn solve(&self, cells: Range<usize>, next: &mut [Particle], displacements_next: &mut [Displacement], most: usize) {
        if next.len() <= most || cells.len() == 1 {
            self.solve_band(cells, next, displacements_next);
            return;
        }
        let middle = self.cell_starts[cells.start] + next.len() as u32 / 2;
        let before = self.cell_starts[cells.clone()].partition_point(|&start| start < middle);
        let cut = cells.start + before.clamp(1, cells.len() - 1);
        let count = (self.cell_starts[cut] - self.cell_starts[cells.start]) as usize;
        let (low, high) = next.split_at_mut(count);
        let (displacements_low, displacements_high) = displacements_next.split_at_mut(count);
        rayon::join(
            || self.solve(cells.start..cut, low, displacements_low, most),
            || self.solve(cut..cells.end, high, displacements_high, most),
        );
    }

    fn solve_band(&self, cells: Range<usize>, next: &mut [Particle], displacements_next: &mut [Displacement]) {
        let first = self.cell_starts[cells.start] as usize;
        if next.is_empty() {
            return;
        }
        BAND.with_borrow_mut(|band| {
            let fits = next.len() <= MOST_IN_BAND;
            if fits {
                band.gather(self.params, self.particles, self.cell_starts, cells);
            }
            for (place, (next, displacement_next)) in next.iter_mut().zip(displacements_next).enumerate() {
                let i = first + place;
                let particle = self.particles[i];
                (*next, *displacement_next) = (particle, self.displacements[i]);
                if particle.phase() != Phase::Live {
                    continue;
                }
                let gathered = if fits { band.correction(place) } else { None };
                let (correction, touching) = gathered.unwrap_or_else(|| self.gathered(i));
                let displacement = self.counters.held(sum(self.displacements[i], correction), correction_is_held(correction));
                *next = moved(particle, offset(displacement, self.displacements[i])).with_touching(touching);
                *displacement_next = displacement;
            }
        });
    }

    #[cold]
    #[inline(never)]
    fn gathered(&self, i: usize) -> (Displacement, u32) {
        gathered(self.params, self.particles, self.cell_starts, i)
    }
}

/// The sum of the corrections of particle `i`, and how many particles it touches. This is the readable twin;
/// `contact_band` computes the same bits faster.
pub fn gathered(params: &Params, particles: &[Particle], cell_starts: &[u32], i: usize) -> (Displacement, u32) {
    let cell = cell_coords(params, particles[i].position);
    let mut correction = Correction::default();
    let mut touching = 0;
    for row in NEIGHBOUR_ROWS {
        let cells = neighbour_run(params, cell, row);
        for j in cell_starts[cells.start] as usize..cell_starts[cells.end] as usize {
            if j == i {
                continue;
            }
            if let Some(term) = push(params, &particles[i], &particles[j]) {
                correction.add(term);
                touching += 1;
            }
        }
    }
    (correction.total(), touching)
}

/// The correction of a particle by one other, if they touch. Each of two live particles takes half of it, a live
/// one against a pinned one all of it.
#[inline(always)]
fn push(params: &Params, particle: &Particle, other: &Particle) -> Option<Displacement> {
    let offset = offset(particle.position, other.position);
    let pair = contact(offset, particle.radius() + other.radius())?;
    let normal = if offset == [0, 0] { coincident_normal(particle.id, other.id) } else { pair.normal };
    let share = if other.phase() == Phase::Pinned { 2.0 } else { 1.0 };
    let size = product(pair.penetration, product(params.contact_gain, share));
    Some([product(normal[0], size) as i32, product(normal[1], size) as i32])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Buffers, CpuSolver};
    use crate::world::World;
    use crate::world::params::Substep;
    use crate::world::spec::{ContactSolver, ParticleSpec, WorldSpec};

    /// A sorted crowd: mixed radii, some pinned, some coincident, some far too close.
    fn crowd() -> Buffers {
        let mut state = 1u32;
        let mut number = || {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            f64::from(state >> 8) / f64::from(1u32 << 24)
        };
        let particles = (0..3_000)
            .map(|id| {
                let position = if id % 50 == 0 { [7.25, 9.5] } else { [number() * 40.0, number() * 40.0] };
                ParticleSpec { pinned: id % 9 == 0, ..ParticleSpec::at(position, 0.2 + 0.3 * number()) }
            })
            .collect();
        let world = World::new(&WorldSpec { size: [40.0; 2], solver: ContactSolver::Plain, particles, ..WorldSpec::default() }).unwrap();
        let mut buffers = CpuSolver::new(&world, Some(1)).unwrap().buffers;
        world.measuring_list().into_iter().for_each(|step| buffers.step(step, &Substep::default()));
        buffers
    }

    #[test]
    fn every_band_equals_the_readable_twin_to_the_last_bit() {
        let b = crowd();
        let cells = b.params.cell_count as usize;
        // One cell, parts of a row, a row and a bit, several rows, everything.
        for length in [1, 7, b.params.grid_size[0] as usize + 3, 150, cells] {
            let (mut band, mut contacts, mut careful) = (Band::new(), 0, 0);
            for first in (0..cells).step_by(length) {
                let cells = first..(first + length).min(cells);
                band.gather(&b.params, &b.particles, &b.cell_starts, cells.clone());
                for i in b.cell_starts[cells.start]..b.cell_starts[cells.end] {
                    let readable = gathered(&b.params, &b.particles, &b.cell_starts, i as usize);
                    match band.correction((i - b.cell_starts[cells.start]) as usize) {
                        _ if b.particles[i as usize].phase() == Phase::Pinned => {}
                        Some(fast) => assert_eq!(fast, readable, "particle {i}, bands of {length} cells"),
                        None => careful += 1,
                    }
                    contacts += readable.1;
                }
            }
            assert!(contacts > 10_000, "only {contacts} contacts compared");
            let coincident = (0..3_000).filter(|id| id % 50 == 0 && id % 9 != 0).count();
            assert_eq!(careful, coincident, "only coincident ones take more care");
        }
    }

    #[test]
    fn bands_of_any_size_give_the_same_pass() {
        let b = crowd();
        let solved = |most: usize| {
            let (mut next, mut displacements_next) = (b.particles.clone(), b.displacements.clone());
            let counters = CountersCell::default();
            let (params, particles, displacements, cell_starts) = (&b.params, &*b.particles, &*b.displacements, &*b.cell_starts);
            let snapshot = Snapshot { params, particles, displacements, cell_starts, counters: &counters };
            snapshot.solve(0..b.params.cell_count as usize, &mut next, &mut displacements_next, most);
            (next, displacements_next)
        };
        let whole = solved(b.particles.len());
        assert_ne!(whole.0, b.particles);
        for most in [1, 10, 100, 1_000] {
            assert!(solved(most) == whole, "bands of {most}");
        }
    }
}
