//! Twin of `chain_contacts.wgsl`: the contacts of discs with finer ones.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::chains::{chain_of, link_of};
use super::pairs::crossings::finer_slots;
use super::threads::parallel::{for_each_part, for_each_run, task_length};
use super::threads::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::Levels;
use crate::world::links::NO_PARTNER;
use crate::world::params::{Params, Substep};
use crate::world::particle::Particle;

/// Twin of the entry point.
pub fn chain_contacts(
    params: &Params,
    substep: &Substep,
    particles: &[Particle],
    cell_starts: &[u32],
    contacts: &[ContactRow],
    chains: &mut [u32],
) {
    let find = if params.fold_bits == 0 { sort_chains } else { look_for_chains };
    find(&Levels::new(params), substep, particles, cell_starts, contacts, chains);
}

/// As the shader does: each disc looks at all finer ones that it may touch.
fn look_for_chains(
    levels: &Levels,
    substep: &Substep,
    particles: &[Particle],
    cell_starts: &[u32],
    contacts: &[ContactRow],
    chains: &mut [u32],
) {
    let chains = Scattered::new(chains);
    let look_for_chain = |i: usize| {
        let particle = &particles[i];
        let slots = levels.of(particle.info).slots(cell_starts);
        for (row, contact) in (i * LIST_ROWS..).zip(&contacts[i * LIST_ROWS..(i + 1) * LIST_ROWS]) {
            if contact.partner < slots.end || contact.partner == NO_PARTNER {
                // SAFETY: a row that is in a chain belongs to a partner on a coarser level, any other to its own disc.
                unsafe { chains.write(link_of(row), NO_PARTNER) };
            }
        }
        let mut chain = Chain { first: NO_PARTNER, last: NO_PARTNER };
        if particle.in_grid() {
            for j in finer_slots(levels, cell_starts, particle).flatten() {
                if let Some(row) = row_with(contacts, j, i as u32, slots.start) {
                    // SAFETY: as above, of the partner.
                    unsafe { chain.add(row as u32, substep, &chains) };
                }
            }
        }
        // SAFETY: of every disc one.
        unsafe { chains.write(chain_of(i), chain.first) };
    };
    for_each_run(particles.len(), |run| run.for_each(look_for_chain));
}

/// The same where discs of a level stand in the order in which chains go: chains are made as contacts come, and sorted then. So all
/// work is for contacts that there are.
fn sort_chains(
    levels: &Levels,
    substep: &Substep,
    particles: &[Particle],
    cell_starts: &[u32],
    contacts: &[ContactRow],
    chains: &mut [u32],
) {
    for_each_part(chains.chunks_mut(task_length(chains.len())), |_, chains| chains.fill(NO_PARTNER));
    let links = atomic_view(chains);
    for level in &levels.as_slice()[1..] {
        let slots = level.slots(cell_starts);
        let first = slots.start as usize;
        for_each_run(slots.len(), |run| {
            for i in run.start + first..run.end + first {
                // Partners of coarser levels come first.
                let is_coarser = |partner| partner >= slots.end && partner != NO_PARTNER;
                for row in (i * LIST_ROWS..(i + 1) * LIST_ROWS).take_while(|&row| is_coarser(contacts[row].partner)) {
                    let next = links[chain_of(contacts[row].partner as usize)].swap(row as u32, Relaxed);
                    links[link_of(row)].store(next, Relaxed);
                }
            }
        });
    }
    let chains = Scattered::new(chains);
    let first_coarser = levels.as_slice()[levels.as_slice().len() - 1].slots(cell_starts).end as usize;
    for_each_run(particles.len() - first_coarser, |run| {
        let mut rows = Vec::new();
        for i in run.start + first_coarser..run.end + first_coarser {
            // SAFETY: each row is in one chain.
            unsafe { sort_chain(levels, substep, cell_starts, &chains, i, &mut rows) };
        }
    });
}

/// Sorts a chain: level by level and row by row in odd substeps, in the reverse order in even ones.
///
/// # Safety
/// No other thread reads or writes what belongs to the rows of the chain.
unsafe fn sort_chain(
    levels: &Levels,
    substep: &Substep,
    cell_starts: &[u32],
    chains: &Scattered<'_, u32>,
    i: usize,
    rows: &mut Vec<(usize, u32)>,
) {
    rows.clear();
    // Discs of finer levels stand before those of coarser ones.
    let level_of = |row: u32| levels.as_slice().iter().take_while(|level| level.slots(cell_starts).start > row / LIST_ROWS as u32).count();
    // SAFETY: the caller's, all of it.
    unsafe {
        let mut row = chains.read(chain_of(i));
        while row != NO_PARTNER {
            rows.push((level_of(row), row));
            row = chains.read(link_of(row as usize));
        }
        rows.sort_unstable();
        if substep.index & 1 == 0 {
            rows.reverse();
        }
        let mut place = chain_of(i);
        for &(_, row) in &*rows {
            chains.write(place, row);
            place = link_of(row as usize);
        }
        chains.write(place, NO_PARTNER);
    }
}

/// Words that any thread may exchange.
fn atomic_view(words: &mut [u32]) -> &[AtomicU32] {
    // SAFETY: an atomic word has the size and, being borrowed from words, the alignment of a word, and `words` is borrowed for as long.
    unsafe { &*(std::ptr::from_mut(words) as *const [AtomicU32]) }
}

/// The row of a finer disc's list that has a contact with disc `i`, whose level begins with `first_slot`. Twin of `chain_row`.
#[inline(always)]
fn row_with(contacts: &[ContactRow], j: usize, i: u32, first_slot: u32) -> Option<usize> {
    let rows = j * LIST_ROWS..(j + 1) * LIST_ROWS;
    rows.take_while(|&row| contacts[row].partner >= first_slot && contacts[row].partner != NO_PARTNER)
        .find(|&row| contacts[row].partner == i)
}

/// Twin of `Chain`: its first and its last row.
struct Chain {
    first: u32,
    last: u32,
}

impl Chain {
    /// Twin of `add_row`.
    ///
    /// # Safety
    /// No other thread reads or writes what belongs to the rows of this chain.
    unsafe fn add(&mut self, row: u32, substep: &Substep, chains: &Scattered<'_, u32>) {
        // SAFETY: the caller's, all of it.
        unsafe {
            if substep.index & 1 == 0 {
                chains.write(link_of(row as usize), self.first);
                self.first = row;
                return;
            }
            chains.write(link_of(row as usize), NO_PARTNER);
            match self.first {
                NO_PARTNER => self.first = row,
                _ => chains.write(link_of(self.last as usize), row),
            }
            self.last = row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::passes::PassKind;
    use crate::solver::Solver;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::levels::Leveling;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn chains_that_are_sorted_are_those_that_are_looked_for() {
        let particles = (0..3_000u32).map(|id| {
            let place = [f64::from(id % 61) * 0.4 + 0.3, f64::from(id / 61) * 0.3 + 0.3];
            let radius = 0.9 / f64::from(1 << (1 + id % 64).ilog2().min(4));
            ParticleSpec { pinned: id % 7 == 0, ..ParticleSpec::at(place, radius) }
        });
        let spec = WorldSpec { size: [40.0; 2], particles: particles.collect(), ..WorldSpec::default() };
        let world = World::new(&spec).unwrap().with_folding(Folding::Never).unwrap().with_levels(Leveling::Exactly(5)).unwrap();
        let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
        solver.run(&[0, 1, 2].map(|index| Substep { index, ..Substep::default() })).unwrap();
        for index in [3, 4] {
            let substep = Substep { index, ..Substep::default() };
            for step in world.substep_list() {
                solver.run_step(step, &substep);
                if matches!(step, Step::Dispatch(pass) if pass.kind == PassKind::ChainContacts) {
                    let b = &solver.buffers;
                    let mut expected = vec![7; b.chains.len()];
                    look_for_chains(&Levels::new(&b.params), &substep, &b.particles, &b.cell_starts, &b.contacts.all_rows(), &mut expected);
                    assert!(b.chains == expected, "substep {index}");
                    let linked = b.chains.iter().filter(|&&row| row != NO_PARTNER).count();
                    assert!(linked > 1_000, "{linked} rows are in chains");
                }
            }
        }
    }
}
