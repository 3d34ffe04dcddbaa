//! One step of each broad phase: all bodies move, all pairs are found. Beside it parry's tree on the same input.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jostle::geometry::broad_phase::{BoundingTree, BroadPhase, BruteForce, SweepAndPrune, UniformGrid, VarianceSweep};
use jostle::geometry::{Aabb, DVec2, DVec3, Vector};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const COUNTS: [usize; 3] = [1_000, 10_000, 100_000];

/// Side of the world per body, in diameters, to the power of the dimension: about one pair for each body.
const ROOM: f64 = 4.0;

/// Bodies of diameter 1 that fly straight on and turn back at the walls, by up to 1/20 of the diameter in a step.
#[derive(Clone)]
struct Crowd<V> {
    side: f64,
    centres: Vec<V>,
    velocities: Vec<V>,
}

impl<V: Vector> Crowd<V> {
    fn new(count: usize) -> Self {
        let mut random = Pcg64::seed_from_u64(1);
        let mut unit = || (random.next_u64() >> 11) as f64 * 2f64.powi(-53);
        let side = (count as f64 * ROOM).powf(1.0 / V::DIMENSION as f64);
        let centres = (0..count).map(|_| V::from_fn(|_| unit() * side)).collect();
        let velocities = (0..count).map(|_| V::from_fn(|_| 0.1 * unit() - 0.05)).collect();
        Self { side, centres, velocities }
    }

    fn advance(&mut self) {
        for (centre, velocity) in self.centres.iter_mut().zip(&mut self.velocities) {
            *centre += *velocity;
            let inward = |at: f64, speed: f64| {
                if at < 0.0 {
                    speed.abs()
                } else if at > self.side {
                    -speed.abs()
                } else {
                    speed
                }
            };
            *velocity = V::from_fn(|axis| inward(centre[axis], velocity[axis]));
        }
    }

    fn bounds(&self, body: usize) -> Aabb<V> {
        Aabb::around(self.centres[body], V::splat(0.5))
    }
}

/// What a benchmark of one broad phase does in a step; returns the number of pairs.
type Step<V> = Box<dyn FnMut(&Crowd<V>) -> usize>;

fn step_of<V: Vector>(mut phase: impl BroadPhase<V> + 'static, crowd: &Crowd<V>) -> Step<V> {
    (0..crowd.centres.len()).for_each(|i| phase.insert(i as u32, crowd.bounds(i)).unwrap());
    Box::new(move |crowd| {
        (0..crowd.centres.len()).for_each(|i| phase.update(i as u32, crowd.bounds(i)).unwrap());
        phase.pairs().len()
    })
}

/// Parry's tree as its users drive it: boxes set in place, the tree refitted, improved a bit and walked against itself.
macro_rules! parry_step {
    ($parry:ident, $crowd:expr, |$v:ident: $vector_type:ty| $vector:expr) => {{
        use $parry::bounding_volume::Aabb as ParryAabb;
        use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
        let bounds_of = |crowd: &Crowd<$vector_type>, i: usize| {
            let bounds = crowd.bounds(i);
            let [min, max] = [bounds.min, bounds.max].map(|$v| $vector);
            ParryAabb::new(min, max)
        };
        let leaves: Vec<_> = (0..$crowd.centres.len()).map(|i| bounds_of($crowd, i)).collect();
        let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        let mut workspace = BvhWorkspace::default();
        let mut pairs = Vec::new();
        Box::new(move |crowd: &Crowd<$vector_type>| {
            for i in 0..crowd.centres.len() {
                tree.insert_or_update_partially(bounds_of(crowd, i), i as u32, 0.0);
            }
            tree.refit(&mut workspace);
            tree.optimize_incremental(&mut workspace);
            pairs.clear();
            tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| pairs.push([a.min(b), a.max(b)]));
            pairs.len()
        })
    }};
}

fn measure<V: Vector>(criterion: &mut Criterion, dimension: &str, parry: fn(&Crowd<V>) -> Step<V>) {
    let mut group = criterion.benchmark_group(format!("broad_phase/{dimension}"));
    for count in COUNTS {
        let start = Crowd::<V>::new(count);
        let steps: [(&str, &dyn Fn() -> Step<V>); 6] = [
            ("parry", &|| parry(&start)),
            ("tree", &|| step_of(BoundingTree::new(), &start)),
            ("grid", &|| step_of(UniformGrid::new(), &start)),
            ("sweep_and_prune", &|| step_of(SweepAndPrune::new(), &start)),
            ("variance_sweep", &|| step_of(VarianceSweep::new(), &start)),
            ("brute_force", &|| step_of(BruteForce::new(), &start)),
        ];
        for (name, make) in steps {
            if name == "brute_force" && count > 1_000 {
                continue;
            }
            group.throughput(Throughput::Elements(count as u64)).sample_size(10);
            group.bench_function(BenchmarkId::new(name, count), |bencher| {
                let (mut crowd, mut step) = (start.clone(), make());
                bencher.iter(|| {
                    crowd.advance();
                    step(&crowd)
                });
            });
        }
    }
    group.finish();
}

fn broad_phases(criterion: &mut Criterion) {
    measure::<DVec2>(criterion, "2d", |crowd| parry_step!(parry2d_f64, crowd, |v: DVec2| parry2d_f64::math::Vector::new(v.x, v.y)));
    measure::<DVec3>(criterion, "3d", |crowd| parry_step!(parry3d_f64, crowd, |v: DVec3| parry3d_f64::math::Vector::new(v.x, v.y, v.z)));
}

criterion_group!(benches, broad_phases);
criterion_main!(benches);
