//! A dimension, its shapes, and what parry says about them.

use jostle::geometry::{Convex, Motion, Pose, Ray, Vector};

use super::random::Random;

/// A shape of ours and the same of parry's.
pub struct Sample<V: World> {
    pub family: &'static str,
    pub shape: Box<dyn Convex<V>>,
    pub parry: V::Parry,
}

pub trait World: Vector {
    type Parry;

    const FAMILIES: &'static [&'static str];

    fn sample(random: &mut Random, family: &'static str) -> Sample<Self>;
    fn pose(random: &mut Random, reach: f64) -> Pose<Self>;
    fn direction(random: &mut Random) -> Self;
    fn angular_velocity(random: &mut Random, most: f64) -> Self::AngularVelocity;

    fn parry_overlaps(a: &Self::Parry, pose_a: &Pose<Self>, b: &Self::Parry, pose_b: &Pose<Self>) -> bool;
    fn parry_distance(a: &Self::Parry, pose_a: &Pose<Self>, b: &Self::Parry, pose_b: &Pose<Self>) -> f64;
    /// The depth and the normal from A to B.
    fn parry_penetration(a: &Self::Parry, pose_a: &Pose<Self>, b: &Self::Parry, pose_b: &Pose<Self>) -> Option<(f64, Self)>;
    fn parry_ray(shape: &Self::Parry, pose: &Pose<Self>, ray: &Ray<Self>) -> Option<f64>;
    /// Without turning.
    fn parry_impact(a: &Self::Parry, motion_a: &Motion<Self>, b: &Self::Parry, motion_b: &Motion<Self>, until: f64) -> Option<f64>;
}

/// Two shapes at two poses.
pub struct Pair<'a, V: World> {
    pub a: &'a Sample<V>,
    pub pose_a: Pose<V>,
    pub b: &'a Sample<V>,
    pub pose_b: Pose<V>,
}

impl<V: World> Pair<'_, V> {
    pub fn describe(&self) -> String {
        format!("{} at {:?}, {} at {:?}", self.a.family, self.pose_a, self.b.family, self.pose_b)
    }
}

/// A few shapes of each of these families; making shapes is slow, so pairs are drawn from them.
pub fn pool<V: World>(random: &mut Random, families: &[&'static str]) -> Vec<Sample<V>> {
    families.iter().flat_map(|&family| (0..24).map(move |_| family)).map(|family| V::sample(random, family)).collect()
}

/// `count` random pairs of these families, about half of which overlap.
pub fn for_pairs<V: World>(seed: u64, count: usize, families: &[&'static str], mut check: impl FnMut(&Pair<V>)) {
    let mut random = Random::new(seed);
    let pool = pool::<V>(&mut random, families);
    for _ in 0..count {
        let [a, b] = [random.below(pool.len()), random.below(pool.len())];
        let pose_a = V::pose(&mut random, 1.5);
        let pose_b = V::pose(&mut random, 1.5);
        check(&Pair { a: &pool[a], pose_a, b: &pool[b], pose_b });
    }
}
