use super::*;
use crate::cpu::CpuSolver;
use crate::cpu::test_worlds::rough_crowd;
use crate::passes::PassKind;
use crate::steps::Step;
use crate::world::fold::Folding;
use crate::world::links::NO_PARTNER;
use crate::world::params::Substep;

#[test]
fn rows_of_cells_find_what_each_disc_finds() {
    let worlds = [(1, 1, Folding::Never), (4, 1, Folding::Never), (5, 3, Folding::Never), (1, 1, Folding::Always), (4, 1, Folding::Always)];
    for (sizes, levels, folding) in worlds {
        let world = rough_crowd(sizes, levels, folding);
        let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
        let mut crowded = 0;
        for index in 0..3 {
            let substep = Substep { index, ..Substep::default() };
            for step in world.substep_list() {
                let before = solver.buffers.displacements.clone();
                let (mut displacements, mut rows) = (before.clone(), solver.buffers.contacts_next.all_rows().into_owned());
                solver.run_step(step, &substep);
                if !matches!(step, Step::Dispatch(pass) if pass.kind == PassKind::FindRoughContacts) {
                    continue;
                }
                let b = &solver.buffers;
                let find = Find {
                    params: &b.params,
                    levels: &Levels::new(&b.params),
                    particles: &b.particles,
                    displacements: Scattered::new(&mut displacements),
                    displacements_next: &b.displacements_next,
                    bodies: &b.bodies,
                    cell_starts: &b.cell_starts,
                    memory: Memory { sources: &b.sources, contacts: b.contacts.lists(), most_impulse: b.params.most_impulse },
                    contacts_next: Scattered::new(&mut rows),
                };
                // SAFETY: there is no other thread.
                unsafe { dispatch!(instructions(), simd => find.lists(simd, 0..b.particles.len())) };
                let found: usize = rows.iter().filter(|row| row.partner != NO_PARTNER).count();
                assert!(found > 1_000, "{found} contacts");
                crowded += before.iter().zip(&displacements).filter(|(before, after)| before != after).count();
                assert!(*b.contacts_next.all_rows() == rows, "lists of substep {index}, {sizes} sizes, {levels} levels, {folding:?}");
                assert!(b.displacements == displacements, "crowds of substep {index}, {sizes} sizes, {levels} levels, {folding:?}");
            }
        }
        assert!(crowded > 30, "{crowded} discs slowed down in crowds");
    }
}
