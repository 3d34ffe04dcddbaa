//! Which pairs of boxes overlap, by the broad phase that is chosen.

use super::scene::Body;
use crate::geometry::DVec2;
use crate::geometry::broad_phase::{BoundingTree, BroadPhase, BruteForce, Pair, SweepAndPrune, UniformGrid, VarianceSweep};

/// A broad phase to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Broad {
    /// [`BruteForce`]: all pairs of boxes.
    #[default]
    BruteForce,
    /// [`UniformGrid`], with cells that suit the boxes.
    Grid,
    /// [`SweepAndPrune`].
    SweepAndPrune,
    /// [`VarianceSweep`].
    VarianceSweep,
    /// [`BoundingTree`].
    Tree,
}

impl Broad {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::BruteForce, Self::Grid, Self::SweepAndPrune, Self::VarianceSweep, Self::Tree];

    /// What the panel calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::BruteForce => "brute force",
            Self::Grid => "uniform grid",
            Self::SweepAndPrune => "sweep and prune",
            Self::VarianceSweep => "variance sweep",
            Self::Tree => "bounding tree",
        }
    }

    /// What the command line calls it.
    pub fn name(self) -> String {
        self.label().replace(' ', "-")
    }

    /// The one after this.
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    /// The pairs of shapes whose boxes overlap, in order.
    pub fn pairs(self, bodies: &[Body]) -> Vec<Pair> {
        let mut phase: Box<dyn BroadPhase<DVec2>> = match self {
            Self::BruteForce => Box::new(BruteForce::new()),
            Self::Grid => Box::new(UniformGrid::new()),
            Self::SweepAndPrune => Box::new(SweepAndPrune::new()),
            Self::VarianceSweep => Box::new(VarianceSweep::new()),
            Self::Tree => Box::new(BoundingTree::new()),
        };
        for (id, body) in (0..).zip(bodies) {
            // Ids are new and the shapes were checked: only a box past all limits is refused, and that touches none.
            let _ = phase.insert(id, body.convex().aabb(&body.pose));
        }
        let mut pairs = phase.pairs().to_vec();
        pairs.sort_unstable();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;
    use super::*;

    #[test]
    fn all_broad_phases_find_the_same_pairs() {
        for seed in 0..20 {
            let bodies = Scene::seeded(seed, 30).bodies;
            let boxes: Vec<_> = bodies.iter().map(|body| body.convex().aabb(&body.pose)).collect();
            let pairs = (0..30).flat_map(|b| (0..b).map(move |a| [a, b]));
            let mut expected: Vec<Pair> = pairs.filter(|pair| boxes[pair[0] as usize].overlaps(&boxes[pair[1] as usize])).collect();
            expected.sort_unstable();
            assert!(expected.len() > 20);
            for broad in Broad::ALL {
                assert_eq!(broad.pairs(&bodies), expected, "{}", broad.label());
            }
        }
    }
}
