//! Many pairs at once: what each pair gives by itself, in the order of the pairs, whatever the number of threads.

use jostle::geometry::broad_phase::Pair;
use jostle::geometry::{Body, Convex, Cuboid, DVec2, DVec3, Pose, contact, contacts, manifold, manifolds};

use super::oracle::{Sample, World, pool};
use super::random::Random;

fn bodies_find_what_pairs_find<V: World>(reach: f64) {
    let mut random = Random::new(81);
    let shapes: Vec<Sample<V>> = pool(&mut random, V::FAMILIES);
    let bodies: Vec<Body<V>> =
        (0..160).map(|k| Body { shape: &*shapes[k * 7 % shapes.len()].shape, pose: V::pose(&mut random, reach) }).collect();
    let pairs: Vec<Pair> = (0..160).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    let near = 0.2;
    let found = contacts(&bodies, &pairs);
    let faces = manifolds(&bodies, &pairs, near);
    let (mut touching, mut about_to) = (found.iter(), faces.iter());
    for &pair in &pairs {
        let [a, b] = pair.map(|id| &bodies[id as usize]);
        if let Some(alone) = contact(a.shape, &a.pose, b.shape, &b.pose) {
            assert_eq!(touching.next(), Some(&(pair, alone)));
        }
        if let Some(alone) = manifold(a.shape, &a.pose, b.shape, &b.pose, near) {
            assert_eq!(about_to.next(), Some(&(pair, alone)));
        }
    }
    assert!(touching.next().is_none() && about_to.next().is_none());
    assert!(found.len() > 300 && faces.len() > found.len() + 30, "{} of {} touch", found.len(), faces.len());
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert!(alone.install(|| contacts(&bodies, &pairs)) == found);
}

#[test]
fn many_pairs_give_what_each_gives_by_itself() {
    bodies_find_what_pairs_find::<DVec2>(6.0);
    bodies_find_what_pairs_find::<DVec3>(4.0);
}

/// Spheres that only just meet, about boxes that touch with their corners.
#[test]
fn what_touches_at_the_bounding_spheres_is_examined() {
    let chest = Cuboid::new(DVec2::new(3.0, 4.0)).unwrap();
    let bodies = [DVec2::ZERO, DVec2::new(6.0, 8.0), DVec2::new(6.0, 8.1)]
        .map(|at| Body { shape: &chest as &dyn Convex<DVec2>, pose: Pose::at(at) });
    let found = contacts(&bodies, &[[0, 1], [0, 2]]);
    assert!(found.len() == 1 && found[0].0 == [0, 1], "{found:?}");
    assert_eq!(manifolds(&bodies, &[[0, 2]], 0.2).len(), 1);
}
