//! The contacts that the grid finds are those that a comparison of every pair finds: with the plain solver with the
//! same corrections to the last bit, with the resting one each of them once.

use std::collections::BTreeSet;

use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::cpu::contact::{coincident_normal, contact};
use jostle::world::World;
use jostle::world::fixed::{CONTACTS_PER_PARTICLE, MAX_DISPLACEMENT};
use jostle::world::levels::Leveling;
use jostle::world::links::NO_PARTNER;
use jostle::world::params::Substep;
use jostle::world::particle::{Displacement, Particle, Phase};
use jostle::world::spec::{ContactSolver, ParticleSpec, Walls, WorldSpec};
use jostle::world::state::State;
use proptest::prelude::*;

use crate::support::{Random, still_world, world};

/// Edge of the world in cells, small enough that borders and corners of the grid matter.
const CELLS: f64 = 6.0;

/// The start of a world and what one substep makes of it. Nothing moves and there are no walls, so that contacts are
/// all that the substep changes.
fn after_contacts(spec: &WorldSpec, solver: ContactSolver, levels: u32) -> (State, State) {
    let world = World::new(&WorldSpec { walls: Walls::OPEN, solver, ..spec.clone() }).expect("a world");
    let world = world.with_levels(Leveling::Exactly(levels)).expect("few cells");
    let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
    solver.run(&[Substep::default()]).unwrap();
    (State::clone(&world.start), solver.read_state().unwrap().by_id())
}

/// The sum of the corrections of one particle over all others, and how many it touches.
fn corrections(start: &State, gain: f32, id: usize) -> ([i64; 2], u32) {
    let this = &start.particles[id];
    let mut sum = [0i64; 2];
    let mut touching = 0;
    for other in start.particles.iter().filter(|other| other.in_grid() && other.id != this.id) {
        let offset = [0, 1].map(|axis| this.position[axis] - other.position[axis]);
        let Some(pair) = contact(offset, this.radius() + other.radius()) else { continue };
        let normal = if offset == [0, 0] { coincident_normal(this.id, other.id) } else { pair.normal };
        let push = pair.penetration * (gain * if other.phase() == Phase::Pinned { 2.0 } else { 1.0 });
        (0..2).for_each(|axis| sum[axis] += i64::from((normal[axis] * push) as i32));
        touching += 1;
    }
    (sum, touching)
}

/// Compares the contacts in the lists of the resting solver with brute force: each is there once, and all of them
/// unless a list is full. Returns how many there are and how many are in lists.
fn compare_lists(spec: &WorldSpec, levels: u32) -> (u32, usize) {
    let (start, after) = after_contacts(spec, ContactSolver::Resting, levels);
    let touching = |id: usize| start.particles.iter().filter(|other| is_contact(&start.particles[id], other)).count() as u32;
    let mut listed = BTreeSet::new();
    for (owner, list) in after.contacts.chunks_exact(CONTACTS_PER_PARTICLE as usize).enumerate() {
        for row in list.iter().take_while(|row| row.partner != NO_PARTNER) {
            let partner = row.partner as usize;
            assert!(is_contact(&start.particles[owner], &start.particles[partner]), "{owner} and {partner} do not touch");
            assert!(listed.insert([owner.min(partner), owner.max(partner)]), "{owner} and {partner} twice");
        }
    }
    let mut lists = after.contacts.chunks_exact(CONTACTS_PER_PARTICLE as usize);
    let crowded = lists.any(|list| list.iter().all(|row| row.partner != NO_PARTNER));
    let contacts: u32 = (0..start.particles.len()).map(touching).sum::<u32>() / 2;
    assert!(crowded || listed.len() == contacts as usize, "{} of {contacts} contacts are in lists", listed.len());
    for (id, particle) in after.particles.iter().enumerate().filter(|(_, particle)| particle.phase() == Phase::Live) {
        let expected = listed.iter().filter(|pair| pair.contains(&id)).count() as u32;
        assert_eq!(particle.touching(), expected.min(7), "particle {id}");
    }
    (contacts, listed.len())
}

/// Whether two different discs touch and one of them can move.
fn is_contact(a: &Particle, b: &Particle) -> bool {
    let offset = [0, 1].map(|axis| a.position[axis] - b.position[axis]);
    let one_moves = a.phase() == Phase::Live || b.phase() == Phase::Live;
    a.id != b.id && a.in_grid() && b.in_grid() && one_moves && contact(offset, a.radius() + b.radius()).is_some()
}

/// Compares the contact pass with brute force; returns the number of contact ends of live particles.
fn compare(spec: &WorldSpec, levels: u32) -> u32 {
    let (start, after) = after_contacts(spec, ContactSolver::Plain, levels);
    assert_eq!(after.particles.len(), start.particles.len());
    let gain = world(spec).params().contact_gain;
    let mut ends = 0;
    for id in 0..start.particles.len() {
        let (before, now) = (&start.particles[id], &after.particles[id]);
        if before.phase() != Phase::Live {
            assert_eq!((now, after.displacements[id]), (before, start.displacements[id]));
            continue;
        }
        let (sum, touching) = corrections(&start, gain, id);
        let correction = sum.map(|c| c.clamp(-i64::from(MAX_DISPLACEMENT), i64::from(MAX_DISPLACEMENT)));
        assert_eq!([0, 1].map(|axis| now.fine(axis) - before.fine(axis)), correction, "particle {id}");
        assert_eq!(after.displacements[id].map(i64::from), correction, "particle {id}");
        assert_eq!(now.touching(), touching.min(7));
        ends += touching;
    }
    ends
}

/// A coordinate that is anywhere, or just where two cells meet: on their border or one step from it.
fn coordinate() -> impl Strategy<Value = f64> {
    let step = f64::from(1u32 << 20).recip();
    let border = (0..=CELLS as u32, -1..=1).prop_map(move |(cell, by)| (f64::from(cell) + f64::from(by) * step).clamp(0.0, CELLS));
    prop_oneof![3 => 0.0..=CELLS, 2 => border, 1 => (0..=2 * CELLS as u32).prop_map(|half| f64::from(half) / 2.0)]
}

/// Mostly as wide as a cell, so that pairs on the border of contact are common.
fn disc() -> impl Strategy<Value = ParticleSpec> {
    let radius = prop_oneof![3 => Just(0.5), 1 => 0.02..=0.5, 1 => (1..=4u32).prop_map(|level| 0.5 / f64::from(1 << level))];
    let kind = prop_oneof![8 => Just((false, 0)), 1 => Just((true, 0)), 1 => Just((false, 1))];
    (coordinate(), coordinate(), radius, kind).prop_map(|(x, y, radius, (pinned, birth))| ParticleSpec {
        pinned,
        birth,
        ..ParticleSpec::at([x, y], radius)
    })
}

/// What to put beside a disc: its twin in the same place, or one that touches it, or nearly does.
fn companion() -> impl Strategy<Value = Option<[f64; 2]>> {
    let step = f64::from(1u32 << 20).recip();
    let touching = (0..4usize, -1..=1).prop_map(move |(side, by)| {
        let distance = 1.0 + f64::from(by) * step;
        Some([[distance, 0.0], [-distance, 0.0], [0.0, distance], [0.0, -distance]][side])
    });
    prop_oneof![4 => Just(None), 1 => Just(Some([0.0; 2])), 1 => Just(Some([0.6, 0.8])), 2 => touching]
}

fn cloud() -> impl Strategy<Value = Vec<ParticleSpec>> {
    prop::collection::vec((disc(), companion()), 1..200).prop_map(|discs| {
        let beside = |(disc, by): &(ParticleSpec, Option<[f64; 2]>)| {
            let by = (*by)?;
            Some(ParticleSpec { position: [0, 1].map(|axis| (disc.position[axis] + by[axis]).clamp(0.0, CELLS)), radius: 0.5, ..*disc })
        };
        let mut particles: Vec<_> = discs.iter().map(|(disc, _)| *disc).chain(discs.iter().filter_map(beside)).collect();
        // The largest radius is the cell's half edge, whatever was drawn.
        particles[0].radius = 0.5;
        particles
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn contacts_equal_brute_force_on_random_clouds(particles in cloud()) {
        let spec = still_world([CELLS, CELLS], particles);
        for levels in [1, 2, 5] {
            compare(&spec, levels);
            compare_lists(&spec, levels);
        }
    }
}

#[test]
fn five_hundred_discs_in_one_cell_lose_no_contact() {
    let mut random = Random::new(12);
    let mut particles: Vec<_> = (0..500).map(|_| ParticleSpec::at(random.point(3.0, 4.0), 0.5)).collect();
    particles.extend((0..60).map(|_| ParticleSpec::at(random.point(1.5, 5.5), 0.5)));
    let spec = still_world([CELLS, CELLS], particles);
    let ends = compare(&spec, 1);
    assert!(ends > 200_000, "only {ends} contact ends");
    let (contacts, listed) = compare_lists(&spec, 1);
    assert!(contacts == ends / 2 && listed < 3_000, "{listed} of {contacts} contacts in lists");
}

#[test]
fn five_hundred_discs_in_one_place_lose_no_contact() {
    let particles = vec![ParticleSpec::at([3.0, 3.0], 0.5); 500];
    let spec = still_world([CELLS, CELLS], particles);
    assert_eq!((compare(&spec, 1), compare_lists(&spec, 1).0), (500 * 499, 250 * 499));
}

/// The geometry of one pair, against exact integers and `f64`.
#[test]
fn a_contact_is_right_to_a_step() {
    let mut random = Random::new(13);
    let reach = 1 << 20;
    let mut touching = 0;
    for _ in 0..100_000 {
        let offset = random.point(-1.1, 1.1).map(|c| (c * f64::from(reach)) as i32);
        let exact = f64::from(offset[0]).hypot(f64::from(offset[1]));
        match contact(offset, reach) {
            Some(pair) => {
                touching += 1;
                assert!((f64::from(pair.penetration) - (f64::from(reach) - exact)).abs() < 1.5, "{offset:?} {pair:?}");
                (0..2).for_each(|axis| assert!((f64::from(pair.normal[axis]) - f64::from(offset[axis]) / exact).abs() < 2e-6));
            }
            None => assert!(exact > f64::from(reach) - 0.5, "{offset:?} overlaps"),
        }
    }
    assert!(touching > 50_000);
}

/// A push on one is minus the push on the other, in a cloud as in a pair.
#[test]
fn corrections_of_a_cloud_of_live_discs_add_up_to_nothing() {
    let mut random = Random::new(14);
    let particles = (0..300).map(|_| ParticleSpec::at(random.point(1.0, 5.0), 0.5)).collect();
    let spec = still_world([CELLS, CELLS], particles);
    for solver in [ContactSolver::Plain, ContactSolver::Resting] {
        let (start, after) = after_contacts(&spec, solver, 1);
        let total = |displacements: &[Displacement], axis: usize| displacements.iter().map(|d| i64::from(d[axis])).sum::<i64>();
        assert_eq!([0, 1].map(|axis| total(&after.displacements, axis)), [0; 2]);
        let moved = |(a, b): (&Particle, &Particle)| a.position != b.position;
        assert!(start.particles.iter().zip(&after.particles).filter(|&pair| moved(pair)).count() > 290);
    }
}
