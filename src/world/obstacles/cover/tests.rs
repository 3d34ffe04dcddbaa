use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::world::World;
use crate::world::obstacles::rail::Rail;
use crate::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

/// Obstacles of all kinds around a place, some of which fly and turn.
fn world(size: f64, around: [f64; 2]) -> World {
    let at = |x: f64, y: f64| [around[0] + x, around[1] + y];
    let shapes = [
        ObstacleShape::Circle { centre: at(-12.0, -7.0), radius: 3.0 },
        ObstacleShape::Capsule { ends: [at(-19.0, 2.0), at(14.0, 16.0)], radius: 0.3 },
        ObstacleShape::Box { centre: at(9.0, -11.0), size: [14.0, 8.0], angle: 0.4 },
    ];
    let moved = |shape: &ObstacleShape| {
        let rail = Rail { pivot: at(3.0, 1.0), velocity: [90.0, -40.0], turn_rate: 6.0, ..Rail::default() };
        ObstacleSpec::moving(shape.clone(), rail)
    };
    let still = shapes.iter().cloned().map(ObstacleSpec::still);
    let obstacles = still.chain(shapes.iter().map(moved)).collect();
    let particles = vec![ParticleSpec::at([1.0; 2], 0.5)];
    World::new(&WorldSpec { size: [size; 2], obstacles, particles, ..WorldSpec::default() }).unwrap()
}

/// Distance from a point to a facet at a pose, in steps.
fn distance(facet: &Facet, pose: Option<&Pose>, point: [f64; 2]) -> f64 {
    let local = pose.map_or(point, |pose| {
        let [cos, sin] = pose.direction.map(f64::from);
        let d = [0, 1].map(|axis| point[axis] - f64::from(pose.translation[axis]));
        [cos * d[0] + sin * d[1], cos * d[1] - sin * d[0]]
    });
    crate::world::obstacles::near_outline::distance_to(facet, local)
}

#[test]
fn whatever_a_disc_could_touch_is_listed_in_tight_worlds_and_in_wide_ones() {
    for (size, around) in [(60.0, [30.0, 30.0]), (20_000.0, [12_345.0, 17_000.0]), (60.0, [4.0, 57.0])] {
        let world = world(size, around);
        let (obstacles, frame) = (&world.obstacles, &world.frame);
        let poses = obstacles.poses(5..13);
        let mut cover = obstacles.still().clone();
        obstacles.place_movers(&mut cover, &poses, frame);
        let movers = obstacles.mover_count() as usize;
        let listed: [HashSet<Pair>; 2] = [false, true].map(|moving| cover.pairs(moving).collect());
        let mut found = [0, 0];
        for k in 0..120 * 120 {
            let place = [0, 1].map(|axis| around[axis] - 30.0 + 0.5 * f64::from([k % 120, k / 120][axis]));
            if place.iter().any(|at| !(0.0..size).contains(at)) {
                continue;
            }
            let point = place.map(|at| frame.exact_steps(at));
            let cell = point.map(|at| at as u32 >> (frame.cell_bits + COARSENESS));
            for (number, facet) in (0..).zip(obstacles.facets()) {
                let moving = facet.mover != NO_MOVER;
                let near = |pose| distance(facet, pose, point) <= reach(facet, frame);
                if if moving { poses.iter().skip(facet.mover as usize).step_by(movers).any(|pose| near(Some(pose))) } else { near(None) } {
                    found[usize::from(moving)] += 1;
                    assert!(listed[usize::from(moving)].contains(&(cell, number)), "{number} at {place:?} in {size}");
                }
            }
        }
        assert!(found.iter().all(|&count| count > 300), "{found:?}");
        let places: HashSet<u32> = (0..900).map(|k| cover.tables[0].place([k % 30, k / 30])).collect();
        assert_eq!(places.len(), 900, "neighbours share places");
        // Not much more than that, whatever the size of the world.
        assert!(cover.rows.len() < 9_000 && cover.starts.len() < 150_000, "{} rows, {} places", cover.rows.len(), cover.starts.len());
    }
}

proptest! {
    #[test]
    fn no_two_cells_of_a_place_have_one_name(cell in [0u32..1 << 19, 0u32..1 << 19], bits in MIN_BITS..31, shift: u32) {
        let table = Table { bits, shift };
        prop_assert_eq!(table.cell(table.place(cell), table.name(cell)), cell);
    }
}
