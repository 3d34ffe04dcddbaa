//! What contacts and links carry where nothing presses or pulls them. It fades from substep to substep, and would come to numbers that some
//! adapters round to zero and others do not.

use super::common::faint::{COUNT, Discs, linked, pressing, softest, touching};
use super::levels::with_levels;
use super::{every_pass, inputs, reached};
use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::world::World;
use jostle::world::fixed::FAINTEST;
use jostle::world::fold::Folding;
use jostle::world::state::State;

fn is_sound(impulse: f32) -> bool {
    impulse == 0.0 || impulse.abs() >= 0.5 * FAINTEST
}

/// Whether contacts carry nothing that is too faint.
fn are_sound(state: &State) -> bool {
    state.contacts.iter().map(|row| row.impulse).chain(state.tangents.iter().copied()).all(is_sound)
}

/// Whether discs still touch, and their contacts carry nothing that counts.
fn touch_faintly(state: &State) -> bool {
    state.particles.iter().filter(|p| p.touching() == 1).count() == 2 * COUNT && are_sound(state)
}

fn fades(world: &World, substeps: u32) {
    reached(every_pass(world, substeps, inputs::untouched), "contacts that carry nothing that counts", touch_faintly);
}

#[test]
fn what_contacts_carry_fades_to_nothing_alike_everywhere() {
    fades(&touching(Discs::Rough), 32);
}

#[test]
fn what_contacts_of_alike_discs_carry_fades_to_nothing_alike_everywhere() {
    fades(&touching(Discs::Alike), 8);
    fades(&with_levels(&touching(Discs::Alike), 5, Folding::Always), 8);
}

/// The CPU finds the contacts of each of these worlds in a way of its own.
#[test]
fn what_contacts_carry_fades_to_nothing_however_they_are_found() {
    for (discs, levels) in [(Discs::Alike, 1), (Discs::Alike, 5), (Discs::Rough, 1), (Discs::Rough, 5)] {
        for folding in [Folding::Never, Folding::Always] {
            let world = with_levels(&touching(discs), levels, folding);
            assert_eq!(world.params().fold_bits > 0, folding == Folding::Always);
            let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
            solver.run(&inputs::untouched(&world, 0, 8)).unwrap();
            let end = solver.read_state().unwrap();
            let faint: Vec<_> = end.contacts.iter().map(|row| row.impulse).filter(|&impulse| !is_sound(impulse)).collect();
            assert!(touch_faintly(&end), "{discs:?}, {levels} levels, {folding:?}: {} contacts carry {:?}", faint.len(), faint.first());
        }
    }
}

/// The cone of friction, which cuts the others', has room for what these carry.
#[test]
fn what_contacts_that_press_carry_along_the_tangent_fades_to_nothing_alike_everywhere() {
    let world = pressing();
    let end = every_pass(&world, 32, inputs::untouched);
    reached(end, "contacts that press, with nothing along the tangent", |s| {
        let pressing = s.contacts.iter().filter(|row| row.impulse > 100.0).count();
        pressing == COUNT && are_sound(s)
    });
}

#[test]
fn what_links_carry_fades_to_nothing_alike_everywhere() {
    let world = linked();
    let end = every_pass(&world, 32, inputs::untouched);
    reached(end, "links that carry nothing that counts", |s| {
        s.links.joints.len() == COUNT && s.links.joints.iter().all(|joint| is_sound(joint.impulse) && is_sound(joint.mean_impulse))
    });
}

#[test]
fn the_softest_links_overflow_nowhere() {
    let end = every_pass(&softest(), 32, inputs::untouched);
    reached(end, "links without a pull that a disc feels", |s| s.links.joints.iter().all(|joint| joint.impulse.abs() < 0.5));
}
