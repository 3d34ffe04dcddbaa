//! Worlds that broke broad phases: each test tells its trap.

use jostle::geometry::broad_phase::{BoundingTree, BroadPhase};
use jostle::geometry::{Aabb, DVec2, DVec3};

use crate::support::{Random, Side};

fn cube(centre: DVec3, half: f64) -> Aabb<DVec3> {
    Aabb::around(centre, DVec3::splat(half))
}

/// Trap: one box that is as large as the world, in a grid whose cells suit the others, is in every cell.
#[test]
fn a_floor_below_thousands_of_grains() {
    let mut random = Random::new(1);
    let mut side = Side::new();
    side.insert(0, Aabb { min: DVec3::new(-1e6, -1e6, -10.0), max: DVec3::new(1e6, 1e6, 0.0) });
    for id in 1..2000 {
        side.insert(id, cube(random.vector::<DVec3>() * 20.0, 0.01));
    }
    let pairs = side.pairs();
    assert!(pairs.iter().filter(|pair| pair[0] == 0).count() > 300);
}

/// Trap: a wall of rods is long on one axis and thin on the others; no cell edge suits both.
#[test]
fn long_rods_in_all_directions() {
    let mut random = Random::new(2);
    let mut side = Side::new();
    for id in 0..600 {
        let mut half = DVec3::splat(0.01);
        half[id as usize % 3] = 30.0;
        side.insert(id, Aabb::around(random.vector::<DVec3>() * 20.0, half));
    }
    side.pairs();
}

/// Trap: one body that fell out of the world is so far away that the numbers of cells overflow, or all others share one.
#[test]
fn one_body_is_lost_in_space() {
    let mut random = Random::new(3);
    for far in [1e9, 1e30, 9e99, -9e99] {
        let mut side = Side::new();
        for id in 0..300 {
            side.insert(id, cube(random.vector::<DVec3>() * 3.0, 0.3));
        }
        side.pairs();
        side.update(17, cube(DVec3::splat(far), far.abs() * 1e-3));
        side.pairs();
        side.insert(300, cube(DVec3::ZERO, 9e99));
        let pairs = side.pairs();
        assert!(pairs.iter().filter(|pair| pair[1] == 300).count() >= 299);
    }
}

/// Trap: cells are told apart by some bits of their numbers, and bodies on a lattice differ in others: they are no pairs for that.
#[test]
fn lattices_of_small_bodies_far_apart() {
    for (apart, half) in [(1.0, 2f64.powi(-23)), (1024.0, 2f64.powi(-12)), (1.0, 0.0)] {
        let mut side = Side::new();
        for id in 0..900u32 {
            side.insert(id, cube(DVec3::new(f64::from(id % 30), f64::from(id / 30), 0.0) * apart, half));
        }
        side.insert(900, cube(DVec3::new(0.5, 0.0, 0.0) * apart, 0.5 * apart));
        assert_eq!(side.pairs().len(), 2);
    }
}

/// Trap: boxes in one place are all in one cell, at one end and in a tree without a good split.
#[test]
fn all_bodies_in_one_place() {
    let mut side = Side::new();
    for id in 0..120 {
        side.insert(id, cube(DVec3::ONE, 0.5));
    }
    assert_eq!(side.pairs().len(), 120 * 119 / 2);
    for id in 0..60 {
        side.update(id, cube(DVec3::splat(-9.0), 0.0));
    }
    assert_eq!(side.pairs().len(), 2 * (60 * 59 / 2));
}

/// Trap: boxes side by side share cell borders, so each touches all cells around a corner.
#[test]
fn boxes_on_the_borders_of_cells() {
    let mut side = Side::new();
    for i in 0..400_u32 {
        let corner = DVec2::new(f64::from(i % 20), f64::from(i / 20)) * 1.5 - DVec2::splat(15.0);
        side.insert(i, Aabb { min: corner, max: corner + DVec2::splat(1.5) });
    }
    // Right, upper and both diagonal neighbours.
    assert_eq!(side.pairs().len(), 2 * 19 * 20 + 2 * 19 * 19);
}

/// Trap: the axis of the sweep changes when a row of bodies falls into a column.
#[test]
fn a_row_turns_into_a_column() {
    let mut side = Side::new();
    for id in 0..100 {
        side.insert(id, cube(DVec3::new(f64::from(id), 0.0, 0.0), 0.5));
    }
    for step in 0..=20 {
        let share = f64::from(step) / 20.0;
        for id in 0..100 {
            side.update(id, cube(DVec3::new(1.0 - share, share, share * share) * f64::from(id), 0.5));
        }
        assert!(side.pairs().len() >= 99);
    }
}

/// Trap: insertion sort takes time n² to reverse an order.
#[test]
fn a_row_is_reversed_in_one_step() {
    let mut side = Side::new();
    for id in 0..3000 {
        side.insert(id, cube(DVec3::new(f64::from(id), 0.0, 0.0), 0.5));
    }
    assert_eq!(side.pairs().len(), 2999);
    for id in 0..3000 {
        side.update(id, cube(DVec3::new(-f64::from(id), 0.0, 0.0), 0.5));
    }
    assert_eq!(side.pairs().len(), 2999);
}

/// Trap: bodies that come in order make a list of a tree that is never rotated.
#[test]
fn a_tree_of_bodies_in_order_is_no_list() {
    let mut tree = BoundingTree::new();
    assert_eq!(tree.height(), 0);
    for id in 0..10_000 {
        tree.insert(id, cube(DVec3::new(f64::from(id), 0.0, 0.0), 0.4)).unwrap();
    }
    assert!(tree.height() <= 40, "height {}", tree.height());
}

/// Trap: equal boxes, or boxes without size on one line, cost the same wherever they hang: a tree that always goes the same way then is a
/// list, and one that is built anew when its surface has grown never is.
#[test]
fn a_tree_of_boxes_that_cost_nothing_is_no_list() {
    let mut equal = BoundingTree::new();
    let mut on_line = BoundingTree::new();
    for id in 0..5_000 {
        equal.insert(id, cube(DVec3::ZERO, 0.5)).unwrap();
        on_line.insert(id, cube(DVec3::new(f64::from(id), 0.0, 0.0), 0.0)).unwrap();
    }
    assert!(equal.height() <= 40 && on_line.height() <= 40, "heights {} and {}", equal.height(), on_line.height());
    assert!(on_line.pairs().is_empty());
    // Built: as low as can be.
    assert_eq!(on_line.height(), 14);
}

/// Trap: a tree that only grows its boxes keeps bodies together that are far apart by now. One that was just built is as low as
/// can be (2000 leaves need 12 levels), and bodies that jump make it higher; so its height tells whether it was built again.
#[test]
fn a_worn_tree_is_built_anew() {
    let mut random = Random::new(4);
    let mut tree = BoundingTree::new();
    for id in 0..2000 {
        tree.insert(id, cube(random.vector::<DVec3>() * 2.0, 0.5)).unwrap();
    }
    assert!(tree.height() > 12);
    tree.pairs();
    assert_eq!(tree.height(), 12);
    for id in 0..2000 {
        tree.update(id, cube(random.vector::<DVec3>() * 100.0, 0.5)).unwrap();
    }
    assert!(tree.height() > 12);
    tree.pairs();
    assert_eq!(tree.height(), 12);
}

/// Trap: far from the origin single precision cannot tell neighbours apart, and double precision only just.
#[test]
fn a_crowd_far_from_the_origin() {
    let mut random = Random::new(5);
    for far in [1e7, -1e9, 1e15] {
        let mut side = Side::new();
        for id in 0..400 {
            side.insert(id, cube(DVec3::splat(far) + random.vector::<DVec3>() * 5.0, 0.5));
        }
        assert!(side.pairs().len() > 400);
    }
}
