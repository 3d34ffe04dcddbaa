//! Ten thousand hulls that drift through each other in space: a tree finds the pairs whose boxes overlap, and all threads examine those
//! whose bounding spheres meet.
//!
//! `cargo run --release --example bodies -- [BODIES]`

use std::time::Instant;

use jostle::geometry::broad_phase::{BoundingTree, BroadPhase};
use jostle::geometry::{Aabb, Body, ConvexPolyhedron, DQuat, DVec3, Motion, Pose, contacts, quickhull_3d};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const STEPS: u32 = 60;
const STEP: f64 = 1.0 / 60.0;

/// From −1 to 1 on each axis.
fn anywhere(random: &mut Pcg64) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| (random.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u32 = std::env::args().nth(1).map_or(Ok(10_000), |count| count.parse())?;
    let mut random = Pcg64::seed_from_u64(1);
    let shapes = (0..16).map(|_| {
        let points: Vec<DVec3> = (0..24).map(|_| anywhere(&mut random) * 0.6).collect();
        ConvexPolyhedron::of_hull(&quickhull_3d(&points)?)
    });
    let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
    // As dense whatever their number: a body for every eight cubic units.
    let reach = f64::from(count).cbrt();
    let motions: Vec<Motion<DVec3>> = (0..count)
        .map(|_| {
            let axis = anywhere(&mut random).normalize_or(DVec3::Z);
            let start = Pose::new(DQuat::from_axis_angle(axis, 3.0 * anywhere(&mut random).x), anywhere(&mut random) * reach);
            Motion { start, velocity: anywhere(&mut random) * 4.0, angular_velocity: anywhere(&mut random) * 2.0 }
        })
        .collect();
    let body = |id: u32, time: f64| Body { shape: &shapes[id as usize % shapes.len()], pose: motions[id as usize].at(time) };
    // Any turn of a body is within its bounding sphere.
    let around = |body: &Body<DVec3>| Aabb::around(body.pose.translation, DVec3::splat(body.shape.bounding_radius()));

    let mut tree = BoundingTree::new();
    for id in 0..count {
        tree.insert(id, around(&body(id, 0.0)))?;
    }
    println!("{count} bodies; step: pairs of boxes, contacts, deepest; milliseconds in the tree, for the contacts");
    for step in 1..=STEPS {
        let bodies: Vec<Body<DVec3>> = (0..count).map(|id| body(id, f64::from(step) * STEP)).collect();
        let start = Instant::now();
        for (id, body) in (0..).zip(&bodies) {
            tree.update(id, around(body))?;
        }
        let pairs = tree.pairs();
        let paired = start.elapsed();
        let found = contacts(&bodies, pairs);
        let examined = start.elapsed() - paired;
        if step % 10 == 0 {
            let deepest = found.iter().map(|(_, contact)| contact.penetration.depth).fold(0.0, f64::max);
            let [tree, narrow] = [paired, examined].map(|time| time.as_secs_f64() * 1e3);
            println!("{step:3}: {:6}, {:5}, {deepest:.3}; {tree:.1}, {narrow:.1}", pairs.len(), found.len());
        }
    }
    Ok(())
}
