use std::sync::Arc;

use super::*;
use crate::cpu::CpuSolver;
use crate::cpu::batches::{Batch, Batches, EIGHT, Filled, Row};
use crate::cpu::test_worlds::fall;
use crate::passes::{Pass, PassKind};
use crate::scene::random::Random;
use crate::solver::Solver;
use crate::steps::Step;
use crate::world::World;
use crate::world::contacts::ContactRow;
use crate::world::fold::Folding;
use crate::world::params::Substep;
use crate::world::spec::{MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

/// A heap between walls of discs of this least radius, with room above it and one disc in the air; rough ones with friction.
fn heap(least: f64, friction: f64, restitution: f64, folding: Folding) -> World {
    resisting_heap(least, friction, 0.0, restitution, folding)
}

/// The same with a rolling resistance.
fn resisting_heap(least: f64, friction: f64, rolling_resistance: f64, restitution: f64, folding: Folding) -> World {
    let mut random = Random::new(1, 0);
    let mut number = || random.unit();
    let particles = (0..1_200).map(|id| {
        let place = if id == 0 { [9.0, 220.0] } else { [0.5 + number() * 29.0, 0.5 + number() * 60.0] };
        ParticleSpec { pinned: id % 300 == 1, material: 1, ..ParticleSpec::at(place, least + (0.5 - least) * number()) }
    });
    // All of one mass: no bodies without friction.
    let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction, restitution }];
    let spec = WorldSpec {
        size: [30.0, 240.0],
        restitution,
        rolling_resistance,
        particles: particles.collect(),
        materials,
        ..WorldSpec::default()
    };
    World::new(&spec).unwrap().with_folding(folding).unwrap()
}

/// How many rows of batches are such.
fn count<B: Batch>(solver: &CpuSolver, batches: &Batches<B>, is_one: impl Fn(&mut Row<B>) -> bool) -> usize {
    (0..solver.buffers.params.level(0).block_rows()).filter(|&row| is_one(&mut batches.row(row))).count()
}

fn are_rough(solver: &CpuSolver) -> bool {
    !solver.buffers.bodies.is_empty()
}

/// Lets a solver know nothing of the substep before.
fn forget(solver: &mut CpuSolver) {
    (solver.buffers.batches.search, solver.buffers.rough_batches.search) = (0, 0);
}

/// How many rows stand.
fn standing_rows(solver: &CpuSolver) -> usize {
    match are_rough(solver) {
        false => count(solver, &solver.buffers.batches, |row| !row.cells.is_empty()),
        true => count(solver, &solver.buffers.rough_batches, |row| !row.cells.is_empty()),
    }
}

/// How many rows have not looked in the last substep.
fn knowing_rows(solver: &CpuSolver) -> usize {
    match are_rough(solver) {
        false => count(solver, &solver.buffers.batches, |row| row.last_look.was_used()),
        true => count(solver, &solver.buffers.rough_batches, |row| row.last_look.was_used()),
    }
}

/// How many rows keep their batches in a substep: an impulse that only those have is there after contacts were found. Leaves the solver
/// in the middle of that substep.
fn kept_rows(mut solver: CpuSolver, list: &[Step], substep: &Substep) -> usize {
    const MARK: [f32; EIGHT] = [1.5; EIGHT];
    let b = &solver.buffers;
    for row in 0..b.params.level(0).block_rows() {
        match are_rough(&solver) {
            false => b.batches.row(row).all().for_each(|batch| batch.impulses = MARK),
            true => b.rough_batches.row(row).all().for_each(|batch| batch.impulses = [MARK; 2]),
        }
    }
    let finds = |pass: &Pass| [PassKind::FindContacts, PassKind::FindRoughContacts].contains(&pass.kind);
    let found = list.iter().position(|step| matches!(step, Step::Dispatch(pass) if finds(pass))).unwrap();
    list[..=found].iter().for_each(|&step| solver.run_step(step, substep));
    let are_marked = |mut impulses: Vec<[f32; EIGHT]>| {
        impulses.dedup();
        impulses == [MARK]
    };
    let b = &solver.buffers;
    match are_rough(&solver) {
        false => count(&solver, &b.batches, |row| are_marked(row.all().map(|batch| batch.impulses).collect())),
        true => count(&solver, &b.rough_batches, |row| {
            matches!(row.filled, Filled::Kept) && are_marked(row.all().flat_map(|batch| batch.impulses).collect())
        }),
    }
}

fn assert_same(kept: &CpuSolver, filled: &CpuSolver, substep: u32) {
    let [one, other] = [kept, filled].map(|solver| solver.read_state().unwrap());
    assert!(one.particles == other.particles && one.displacements == other.displacements, "substep {substep}");
    assert!(one.contacts == other.contacts && one.counters == other.counters, "substep {substep}");
    assert!(one.bodies == other.bodies && one.tangents == other.tangents, "substep {substep}");
}

/// While discs fall into a heap and lie, and the last one falls onto it: the same as where all batches are filled anew, after each
/// substep, and of some of them after each pass. Now and then they are measured, for which they are sorted, or gravity changes; and a
/// plate that comes into the heap puts discs out while rows stand.
#[test]
fn batches_that_are_kept_are_those_that_would_be_filled() {
    for (least, friction, resistance, restitution, folding) in [
        (0.5, 0.0, 0.0, 0.0, Folding::Never),
        (0.4, 0.0, 0.0, 0.0, Folding::Never),
        (0.5, 0.0, 0.0, 0.5, Folding::Never),
        (0.5, 0.0, 0.0, 0.0, Folding::Always),
        (0.5, 0.4, 0.0, 0.0, Folding::Never),
        (0.4, 0.4, 0.0, 0.5, Folding::Never),
        (0.5, 0.4, 0.0, 0.0, Folding::Always),
        (0.5, 0.4, 0.2, 0.0, Folding::Never),
        (0.4, 0.4, 0.2, 0.5, Folding::Always),
    ] {
        let world = resisting_heap(least, friction, resistance, restitution, folding);
        let name = format!("{least}, {friction}, {resistance}, {restitution}, {folding:?}");
        let ([mut kept, mut filled], mut knowing) = ([2, 1].map(|threads| CpuSolver::new(&world, Some(threads)).unwrap()), 0);
        let mut list = world.substep_list();
        let shape = ObstacleShape::Box { centre: [12.0, 9.0], size: [8.0, 1.5], angle: 0.3 };
        let plate = Arc::new(world.obstacles_of(&[ObstacleSpec::still(shape)]).unwrap());
        for index in 0..1_600 {
            forget(&mut filled);
            if index == 700 {
                list = world.parts().with_obstacles(&plate).lists().substep;
            }
            for solver in [&mut kept, &mut filled] {
                match index % 400 {
                    390 => drop(solver.measure().unwrap()),
                    395 => solver.buffers.params.most_impulse *= 0.75,
                    // Less than contacts carry along their tangents, too.
                    397 if index == 797 => solver.buffers.params.most_impulse /= 4096.0,
                    398 if index == 798 => solver.buffers.params.most_impulse *= 4096.0,
                    300 if index == 700 => solver.set_obstacles(&plate).unwrap(),
                    _ => {}
                }
            }
            if index % 9 == 0 {
                for &step in &list {
                    [&mut kept, &mut filled].into_iter().for_each(|solver| solver.run_step(step, &fall(index)));
                    let [one, other] = [&kept, &filled].map(|solver| solver.buffers.contacts.all_rows());
                    assert!(one == other, "{name}, substep {index}, after {step:?}");
                }
            } else {
                [&mut kept, &mut filled].into_iter().for_each(|solver| solver.run(&[fall(index)]).unwrap());
            }
            assert_same(&kept, &filled, index);
            assert_eq!(standing_rows(&filled) + knowing_rows(&filled), 0);
            knowing += knowing_rows(&kept);
        }
        let may_know = least == 0.5 && folding == Folding::Never;
        assert_eq!(knowing > 500, may_know, "{name}: {knowing} rows knew what they had found");
        let rows = kept_rows(kept, &list, &fall(1_600));
        assert_eq!(rows > 5, folding == Folding::Never, "{name}: {rows} rows are kept");
        assert_eq!(kept_rows(filled, &list, &fall(1_600)), 0);
    }
}

/// The same where many substeps run at once: in rows that repeat their contacts lists then wait, until a disc comes to them or leaves
/// them, or the last of these substeps is over.
#[test]
fn lists_that_waited_are_those_that_are_written_in_every_substep() {
    for restitution in [0.0, 0.5] {
        let world = heap(0.5, 0.0, restitution, Folding::Never);
        let ([mut waiting, mut writing], mut repeating) = ([2, 1].map(|threads| CpuSolver::new(&world, Some(threads)).unwrap()), 0);
        let rows = world.params().level(0).block_rows();
        let run = 9;
        for first in (0..1_800).step_by(run) {
            let substeps: Vec<_> = (first..first + run as u32).map(fall).collect();
            waiting.run(&substeps).unwrap();
            for substep in &substeps {
                forget(&mut writing);
                writing.run(std::slice::from_ref(substep)).unwrap();
            }
            assert_same(&waiting, &writing, first);
            let row = |row| waiting.buffers.batches.row(row);
            assert!((0..rows).all(|number| !row(number).lists_are_behind), "{first}");
            repeating += (0..rows).filter(|&number| row(number).repeats).count();
        }
        assert!(repeating > 300, "{repeating} rows repeated their contacts");
    }
}

/// What is not the next substep begins anew.
#[test]
fn no_batches_are_kept_for_lists_that_came_from_elsewhere() {
    for friction in [0.0, 0.4] {
        let world = heap(0.5, friction, 0.0, Folding::Never);
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        let run = |solver: &mut CpuSolver, substeps: std::ops::Range<u32>| solver.run(&substeps.map(fall).collect::<Vec<_>>()).unwrap();
        run(&mut solver, 0..1_600);
        let standing = standing_rows(&solver);
        assert!(standing > 5, "{standing} rows");
        let state = solver.read_state().unwrap();
        solver.write_state(&state).unwrap();
        run(&mut solver, 1_600..1_601);
        assert_eq!(standing_rows(&solver), 0);
        run(&mut solver, 1_601..1_602);
        assert!(standing_rows(&solver) > 5);
    }
}

/// A disc lies on a pinned one. Both go to the row above and come back, at the slots that they had all the time.
#[test]
fn a_row_that_was_empty_does_not_stand() {
    for friction in [0.0, 0.4] {
        let lies = [true, false].map(|pinned| ParticleSpec { pinned, ..ParticleSpec::at([9.0, if pinned { 8.5 } else { 9.49 }], 0.5) });
        let spec = WorldSpec { size: [20.0; 2], friction, particles: lies.to_vec(), ..WorldSpec::default() };
        let world = World::new(&spec).unwrap().with_folding(Folding::Never).unwrap();
        let [mut kept, mut filled] = [(); 2].map(|()| CpuSolver::new(&world, Some(1)).unwrap());
        let block = 2 << kept.buffers.params.cell_bits;
        for (index, up) in [0, 0, 0, block, -block, 0].into_iter().enumerate() {
            forget(&mut filled);
            for solver in [&mut kept, &mut filled] {
                solver.buffers.particles.iter_mut().for_each(|particle| particle.position[1] += up);
                solver.run(&[Substep { gravity: [0, -9_001].into(), ..fall(index as u32) }]).unwrap();
            }
            assert_same(&kept, &filled, index as u32);
            assert!(kept.read_state().unwrap().contacts.iter().any(ContactRow::is_loaded), "substep {index}");
        }
        assert_eq!(standing_rows(&kept), 1);
    }
}

/// Row 10 of blocks, in a grid where each cell has a disc.
#[test]
fn a_row_stands_where_no_disc_moved_in_it_or_beside() {
    let level = heap(0.5, 0.0, 0.0, Folding::Never).params().level(0);
    let width = level.size[0] as usize;
    let cell_starts: Vec<u32> = (0..=level.cells().end as u32).collect();
    let stays: Vec<u32> = (0..cell_starts.len() as u32).collect();
    let stands = |sources: &[u32], cell_starts: &[u32], batches_are_known, cells: &mut Vec<u32>| {
        StandingRows { level: &level, cell_starts, sources, batches_are_known }.look_at(10, cells)
    };
    let mut cells = Vec::new();
    assert!(!stands(&stays, &cell_starts, true, &mut cells), "nothing is known of the substep before");
    assert!(stands(&stays, &cell_starts, true, &mut cells));
    for (row, matters) in [(18, false), (19, true), (20, true), (21, true), (22, true), (23, false)] {
        for place in [0, width - 2] {
            let mut sources = stays.clone();
            sources.swap(row * width + place, row * width + place + 1);
            let mut known = cells.clone();
            assert_eq!(stands(&sources, &cell_starts, true, &mut known), !matters, "row {row}, {place}");
            assert_eq!(known.is_empty(), matters);
        }
    }
    for (row, matters) in [(19, false), (20, true), (21, true), (22, false)] {
        // A disc comes into the cell before its own.
        let mut cell_starts = cell_starts.clone();
        cell_starts[row * width + 5] += 1;
        let mut known = cells.clone();
        assert_eq!(stands(&stays, &cell_starts, true, &mut known), !matters, "row {row}");
        assert!(stands(&stays, &cell_starts, true, &mut known), "known from now on");
    }
    assert!(!stands(&stays, &cell_starts, false, &mut cells));
    assert!(cells.is_empty());
}
