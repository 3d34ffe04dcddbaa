//! What every broad phase answers to good and bad calls.

use jostle::geometry::broad_phase::{BroadPhaseError, ID_LIMIT};
use jostle::geometry::{Aabb, DVec2, DVec3, Vector};
use proptest::prelude::*;

use crate::support::{Random, Side};

fn at(x: f64) -> Aabb<DVec2> {
    Aabb::around(DVec2::new(x, 0.0), DVec2::splat(0.5))
}

#[test]
fn an_empty_world_has_no_pairs() {
    let mut side = Side::<DVec3>::new();
    assert!(side.pairs().is_empty());
    assert!(side.phases.iter().all(|(_, phase)| phase.is_empty()));
}

#[test]
fn boxes_that_touch_overlap_and_boxes_a_bit_apart_do_not() {
    let mut side = Side::new();
    side.insert(7, at(0.0));
    side.insert(3, at(1.0));
    assert_eq!(side.pairs(), [[3, 7]]);
    side.update(3, Aabb { min: DVec2::new(0.5 + f64::EPSILON, -0.5), max: DVec2::new(1.0, 0.5) });
    assert!(side.pairs().is_empty());
    // Only the corners.
    side.update(3, Aabb { min: DVec2::new(0.5, 0.5), max: DVec2::new(1.0, 1.0) });
    assert_eq!(side.pairs(), [[3, 7]]);
}

/// Where bounds are turned over by a sign, zero comes with one.
#[test]
fn there_is_one_zero() {
    let (mut side, square) = (Side::new(), |from: f64, to: f64| Aabb { min: DVec2::new(from, 0.0), max: DVec2::new(to, 1.0) });
    for id in 0..20 {
        let x = 1_000.0 - 3.0 * f64::from(id);
        side.insert(10 + id, square(x, x + 1.0));
    }
    side.insert(0, square(-1.0, -0.0));
    side.insert(1, square(0.0, 1.0));
    for _ in 0..32 {
        assert_eq!(side.pairs(), [[0, 1]]);
    }
    side.update(0, square(-1.0, -0.1));
    assert!(side.pairs().is_empty());
}

#[test]
fn bodies_can_be_gone_over_and_taken_out_together() {
    let mut side = Side::new();
    (0..40).for_each(|id| side.insert(3 * id, at(0.9 * f64::from(id))));
    side.remove(6);
    side.update(9, at(-5.0));
    assert!(!side.pairs().is_empty());
    for (name, phase) in &mut side.phases {
        let mut bodies: Vec<_> = phase.bodies().map(|(id, bounds)| (id, *bounds)).collect();
        bodies.sort_by_key(|&(id, _)| id);
        let expected = (0..40).filter(|&id| id != 2).map(|id| (3 * id, at(if id == 3 { -5.0 } else { 0.9 * f64::from(id) })));
        assert!(bodies == expected.collect::<Vec<_>>(), "{name}: {bodies:?}");
        phase.clear();
        assert!(phase.is_empty() && phase.bodies().next().is_none() && phase.pairs().is_empty(), "{name}");
        phase.insert(3, at(0.0)).unwrap();
        phase.insert(4, at(0.1)).unwrap();
        assert_eq!(phase.pairs(), [[3, 4]], "{name}");
    }
}

#[test]
fn asking_twice_gives_the_same_pairs() {
    let mut side = Side::new();
    for id in 0..50 {
        side.insert(id, at(0.3 * f64::from(id)));
    }
    assert_eq!(side.pairs(), side.pairs());
}

#[test]
fn a_body_that_is_removed_and_inserted_between_two_steps_leaves_nothing_behind() {
    let mut side = Side::new();
    for id in 0..4 {
        side.insert(id, at(f64::from(id)));
    }
    assert_eq!(side.pairs(), [[0, 1], [1, 2], [2, 3]]);
    // The same id elsewhere, and another id in its place.
    side.remove(1);
    side.insert(1, at(50.0));
    side.remove(2);
    side.insert(9, at(2.0));
    assert_eq!(side.pairs(), [[3, 9]]);
    for id in [0, 1, 3, 9] {
        side.remove(id);
    }
    assert!(side.pairs().is_empty());
    side.insert(2, at(0.0));
    side.insert(1, at(0.0));
    assert_eq!(side.pairs(), [[1, 2]]);
}

#[test]
fn wrong_ids_are_refused_and_change_nothing() {
    let mut side = Side::new();
    side.insert(0, at(0.0));
    side.insert(1, at(0.5));
    assert_eq!(side.each(|phase| phase.insert(1, at(9.0))), Err(BroadPhaseError::Repeated { id: 1 }));
    assert_eq!(side.each(|phase| phase.update(2, at(0.0))), Err(BroadPhaseError::Unknown { id: 2 }));
    assert_eq!(side.each(|phase| phase.remove(u32::MAX)), Err(BroadPhaseError::Unknown { id: u32::MAX }));
    assert_eq!(side.each(|phase| phase.insert(ID_LIMIT, at(0.0))), Err(BroadPhaseError::IdTooLarge { id: ID_LIMIT }));
    assert_eq!(side.each(|phase| phase.insert(u32::MAX, at(0.0))), Err(BroadPhaseError::IdTooLarge { id: u32::MAX }));
    assert_eq!(side.pairs(), [[0, 1]]);
    side.remove(1);
    assert_eq!(side.each(|phase| phase.remove(1)), Err(BroadPhaseError::Unknown { id: 1 }));
    assert!(side.phases.iter().all(|(_, phase)| phase.len() == 1 && phase.bounds(0) == Some(&at(0.0)) && phase.bounds(1).is_none()));
    assert!(side.pairs().is_empty());
}

#[test]
fn the_largest_id_is_allowed() {
    let mut side = Side::new();
    side.insert(ID_LIMIT - 1, at(0.0));
    side.insert(0, at(0.5));
    assert_eq!(side.pairs(), [[0, ID_LIMIT - 1]]);
}

#[test]
fn boxes_that_are_none_are_refused_and_change_nothing() {
    let mut side = Side::new();
    side.insert(0, at(0.0));
    side.insert(1, at(0.5));
    let inside_out = Aabb { min: DVec2::new(0.0, 1.0), max: DVec2::new(1.0, 0.0) };
    let no_number = Aabb { min: DVec2::ZERO, max: DVec2::new(1.0, f64::NAN) };
    let endless = Aabb { min: DVec2::new(0.0, f64::NEG_INFINITY), max: DVec2::ONE };
    let too_far = Aabb { min: DVec2::ZERO, max: DVec2::new(1.0, 1e100) };
    for bounds in [inside_out, no_number, endless, too_far, Aabb::empty()] {
        for outcome in [side.each(|phase| bounds_error(phase.insert(2, bounds))), side.each(|phase| bounds_error(phase.update(1, bounds)))]
        {
            assert_eq!(outcome, Ok(()), "{bounds:?}");
        }
    }
    assert_eq!(side.pairs(), [[0, 1]]);
}

/// Ok where the box was refused. (NaN is not equal to itself, so the errors themselves cannot be compared.)
fn bounds_error(outcome: Result<(), BroadPhaseError>) -> Result<(), BroadPhaseError> {
    match outcome {
        Err(BroadPhaseError::BadBox { .. }) => Ok(()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_error_names_the_body_and_what_is_wrong() {
    let error = crate::support::all::<DVec2>()[0].1.insert(4, Aabb { min: DVec2::ZERO, max: DVec2::new(1.0, -1.0) }).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("body 4") && text.contains("from 0 to -1 on axis 1"), "{text}");
}

/// The order of the pairs depends on the calls, and on nothing else.
#[test]
fn the_same_calls_give_the_same_order() {
    let run = || {
        let mut random = Random::new(8);
        let mut side = Side::<DVec3>::new();
        (0..300).for_each(|id| side.insert(id, Aabb::around(random.vector::<DVec3>() * 3.0, DVec3::splat(0.4))));
        let mut orders = Vec::new();
        for _ in 0..5 {
            (0..300).for_each(|id| side.update(id, Aabb::around(random.vector::<DVec3>() * 3.0, DVec3::splat(0.4))));
            orders.extend(side.phases.iter_mut().map(|(_, phase)| phase.pairs().to_vec()));
        }
        orders
    };
    assert_eq!(run(), run());
}

/// One call, on few ids and few places, so that all that can meet does.
#[derive(Clone, Debug)]
enum Call {
    Insert(u32, [i8; 3], [u8; 3]),
    Update(u32, [i8; 3], [u8; 3]),
    Remove(u32),
    Pairs,
}

fn call() -> impl Strategy<Value = Call> {
    let place = || (0..12u32, prop::array::uniform3(-4..5i8), prop::array::uniform3(0..5u8));
    prop_oneof![
        3 => place().prop_map(|(id, at, size)| Call::Insert(id, at, size)),
        4 => place().prop_map(|(id, at, size)| Call::Update(id, at, size)),
        2 => (0..12u32).prop_map(Call::Remove),
        2 => Just(Call::Pairs),
    ]
}

fn play<V: Vector>(calls: &[Call]) {
    let mut side = Side::<V>::new();
    let bounds = |at: [i8; 3], size: [u8; 3]| Aabb {
        min: V::from_fn(|axis| f64::from(at[axis])),
        max: V::from_fn(|axis| f64::from(at[axis]) + f64::from(size[axis])),
    };
    for call in calls {
        let _ = match *call {
            Call::Insert(id, at, size) => side.each(|phase| phase.insert(id, bounds(at, size))),
            Call::Update(id, at, size) => side.each(|phase| phase.update(id, bounds(at, size))),
            Call::Remove(id) => side.each(|phase| phase.remove(id)),
            Call::Pairs => {
                side.pairs();
                Ok(())
            }
        };
    }
    side.pairs();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_calls_in_the_plane_agree(calls in prop::collection::vec(call(), 1..60)) {
        play::<DVec2>(&calls);
    }

    #[test]
    fn any_calls_in_space_agree(calls in prop::collection::vec(call(), 1..60)) {
        play::<DVec3>(&calls);
    }
}
