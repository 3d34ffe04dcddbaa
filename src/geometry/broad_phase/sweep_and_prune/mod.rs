//! Sweep and prune that remembers: sorted interval ends on every axis, and the set of overlapping pairs.

mod axis;
mod pair_set;

use self::axis::Axis;
use self::pair_set::PairSet;
use super::bodies::{Bodies, NONE};
use super::sweep::Sweep;
use super::{BroadPhase, BroadPhaseError, Pair};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// Keeps the ends of all boxes sorted on each axis, by insertion sort from step to step. Where a lower end passes an upper
/// one, two boxes begin or cease to overlap on that axis; only then is a pair looked at. (D. Baraff, *Dynamic Simulation of
/// Non-Penetrating Rigid Bodies*, 1992; J. D. Cohen and others, *I-COLLIDE*, 1995; C. Ericson, *Real-Time Collision
/// Detection*, section 7.5.)
///
/// A step costs one look at every end, and one for each two that pass each other. Where that becomes too many (the first step,
/// bodies that teleport, or simply many in fast motion), the lists are put aside and a sweep finds the pairs, as in
/// [`VarianceSweep`](super::VarianceSweep), for some steps and, if there are still too many then, for twice as many.
#[derive(Clone, Debug)]
pub struct SweepAndPrune<V: Vector> {
    bodies: Bodies<V>,
    axes: Vec<Axis>,
    /// Overlapping boxes by slot.
    overlaps: PairSet,
    /// By slot: whether its ends are in the lists. A body that was removed stays there until the next step.
    listed: Vec<bool>,
    removed_any: bool,
    sweep: Sweep<V>,
    /// For how many steps more to sweep; then the lists and the set are made anew. 0 where they are as of the last step.
    sweeps_left: u32,
    /// How many steps to sweep for when the lists are put aside the next time.
    patience: u32,
    pairs: Vec<Pair>,
}

/// Where mending the order was given up once, it would be in the next steps as well, most likely.
const PATIENCE: u32 = 32;
const MAX_PATIENCE: u32 = 512;

impl<V: Vector> SweepAndPrune<V> {
    /// Without bodies.
    pub fn new() -> Self {
        Self {
            bodies: Bodies::default(),
            axes: (0..V::DIMENSION).map(Axis::new).collect(),
            overlaps: PairSet::default(),
            listed: Vec::new(),
            removed_any: false,
            sweep: Sweep::new(),
            sweeps_left: 0,
            patience: PATIENCE,
            pairs: Vec::new(),
        }
    }

    /// Takes the ends and pairs of removed bodies out of the lists.
    fn drop_removed(&mut self) {
        if !std::mem::take(&mut self.removed_any) {
            return;
        }
        let ids = &self.bodies.ids;
        let live = |slot: u32| ids[slot as usize] != NONE;
        self.axes.iter_mut().for_each(|axis| axis.retain(live));
        self.overlaps.retain(|a, b| live(a) && live(b));
        self.listed.iter_mut().zip(ids).for_each(|(listed, &id)| *listed &= id != NONE);
    }

    /// Appends the ends of new bodies: they come from beyond everything.
    fn add_new(&mut self) {
        self.listed.resize(self.bodies.bounds.len(), false);
        for slot in self.bodies.live() {
            if !std::mem::replace(&mut self.listed[slot as usize], true) {
                self.axes.iter_mut().for_each(|axis| axis.push(slot));
            }
        }
    }

    /// Brings the lists and the set up to date; false if too many ends had to pass each other, and they are unfinished.
    fn mend(&mut self) -> bool {
        let (axes, bodies, overlaps) = (&mut self.axes, &self.bodies, &mut self.overlaps);
        axes.iter_mut().for_each(|axis| axis.refresh(bodies));
        axes.iter_mut().all(|axis| axis.sort_by_insertion(bodies, overlaps))
    }

    /// Finds the pairs without the lists and the set; in the last of these steps makes those anew.
    fn find_by_sweep(&mut self) {
        let (bodies, pairs) = (&self.bodies, &mut self.pairs);
        self.sweeps_left -= 1;
        if self.sweeps_left > 0 {
            return self.sweep.pairs(bodies, |a, b| pairs.push(bodies.pair(a, b)));
        }
        for axis in &mut self.axes {
            axis.refresh(bodies);
            axis.sort_fully();
        }
        self.overlaps.clear();
        self.sweep.pairs(bodies, |a, b| {
            self.overlaps.insert(a, b);
            pairs.push(bodies.pair(a, b));
        });
        self.overlaps.fit_fewer();
    }
}

impl<V: Vector> Default for SweepAndPrune<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> BroadPhase<V> for SweepAndPrune<V> {
    fn insert(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        // In the slot of a body that was removed since the last step, it is as if that one had jumped.
        self.bodies.insert(id, bounds).map(|_| ())
    }

    fn update(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        self.bodies.update(id, bounds).map(|_| ())
    }

    fn remove(&mut self, id: u32) -> Result<(), BroadPhaseError> {
        self.bodies.remove(id)?;
        self.removed_any = true;
        Ok(())
    }

    fn pairs(&mut self) -> &[Pair] {
        self.drop_removed();
        self.add_new();
        self.pairs.clear();
        if self.sweeps_left == 0 {
            if self.mend() {
                self.patience = PATIENCE;
                self.pairs.extend(self.overlaps.iter().map(|(a, b)| self.bodies.pair(a, b)));
                return &self.pairs;
            }
            self.sweeps_left = self.patience;
            self.patience = (2 * self.patience).min(MAX_PATIENCE);
        }
        self.find_by_sweep();
        &self.pairs
    }

    fn bounds(&self, id: u32) -> Option<&Aabb<V>> {
        self.bodies.get(id)
    }

    fn bodies(&self) -> Box<dyn Iterator<Item = (u32, &Aabb<V>)> + '_> {
        Box::new(self.bodies.all())
    }

    fn len(&self) -> usize {
        self.bodies.len()
    }
}
