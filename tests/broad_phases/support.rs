//! All broad phases side by side.

use jostle::geometry::broad_phase::{
    BoundingTree, BroadPhase, BroadPhaseError, BruteForce, Pair, SweepAndPrune, UniformGrid, VarianceSweep,
};
use jostle::geometry::{Aabb, Vector};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

pub struct Random(Pcg64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    /// From −1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }

    pub fn vector<V: Vector>(&mut self) -> V {
        V::from_fn(|_| self.signed())
    }
}

/// Every broad phase with its name, the reference first.
pub fn all<V: Vector>() -> Vec<(&'static str, Box<dyn BroadPhase<V>>)> {
    vec![
        ("brute force", Box::new(BruteForce::new())),
        ("uniform grid", Box::new(UniformGrid::new())),
        ("grid of given cells", Box::new(UniformGrid::with_cell_edge(1.5))),
        ("variance sweep", Box::new(VarianceSweep::new())),
        ("sweep and prune", Box::new(SweepAndPrune::new())),
        ("tree", Box::new(BoundingTree::new())),
        ("tree without margin", Box::new(BoundingTree::with_margin(0.0))),
    ]
}

/// All broad phases, told the same.
pub struct Side<V: Vector> {
    pub phases: Vec<(&'static str, Box<dyn BroadPhase<V>>)>,
}

impl<V: Vector> Side<V> {
    pub fn new() -> Self {
        Self { phases: all() }
    }

    /// Does the same to all; panics unless they agree on the outcome.
    pub fn each(&mut self, mut act: impl FnMut(&mut dyn BroadPhase<V>) -> Result<(), BroadPhaseError>) -> Result<(), BroadPhaseError> {
        let outcomes: Vec<_> = self.phases.iter_mut().map(|(_, phase)| act(phase.as_mut())).collect();
        assert!(outcomes.windows(2).all(|two| two[0] == two[1]), "{outcomes:?}");
        outcomes[0].clone()
    }

    pub fn insert(&mut self, id: u32, bounds: Aabb<V>) {
        self.each(|phase| phase.insert(id, bounds)).unwrap();
    }

    pub fn update(&mut self, id: u32, bounds: Aabb<V>) {
        self.each(|phase| phase.update(id, bounds)).unwrap();
    }

    pub fn remove(&mut self, id: u32) {
        self.each(|phase| phase.remove(id)).unwrap();
    }

    /// The pairs, in order; panics unless all report the same, each pair once and with the smaller id first.
    pub fn pairs(&mut self) -> Vec<Pair> {
        let reports: Vec<_> = self.phases.iter_mut().map(|(name, phase)| (*name, sorted(phase.pairs()))).collect();
        let (_, reference) = &reports[0];
        assert!(reference.iter().all(|[a, b]| a < b));
        assert!(reference.windows(2).all(|two| two[0] < two[1]));
        for (name, pairs) in &reports[1..] {
            let missing: Vec<_> = reference.iter().filter(|pair| pairs.binary_search(pair).is_err()).take(5).collect();
            assert!(missing.is_empty(), "{name} misses {missing:?} of {}", reference.len());
            assert_eq!(pairs.len(), reference.len(), "{name} reports too many");
        }
        reports.into_iter().next().unwrap().1
    }
}

pub fn sorted(pairs: &[Pair]) -> Vec<Pair> {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    pairs
}
