//! The boxes of the bodies, packed; what every broad phase is built on.

use super::{BroadPhaseError, ID_LIMIT, Pair};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

/// No slot, no id.
pub const NONE: u32 = u32::MAX;

/// Coordinates have to be below this, so that sums and differences of them are finite.
const LIMIT: f64 = 1e100;

/// Bodies by slot. A slot stays with its body, and is given to a new one after that was removed.
#[derive(Clone, Debug)]
pub struct Bodies<V: Vector> {
    /// By slot, as given last; [`Aabb::empty`], which overlaps nothing, where there is no body.
    pub bounds: Vec<Aabb<V>>,
    /// By slot; [`NONE`] where there is no body.
    pub ids: Vec<u32>,
    /// By id.
    slots: Vec<u32>,
    free: Vec<u32>,
}

impl<V: Vector> Default for Bodies<V> {
    fn default() -> Self {
        Self { bounds: Vec::new(), ids: Vec::new(), slots: Vec::new(), free: Vec::new() }
    }
}

impl<V: Vector> Bodies<V> {
    pub fn len(&self) -> usize {
        self.bounds.len() - self.free.len()
    }

    pub fn slot(&self, id: u32) -> Result<u32, BroadPhaseError> {
        let slot = self.slots.get(id as usize).copied().unwrap_or(NONE);
        if slot == NONE { Err(BroadPhaseError::Unknown { id }) } else { Ok(slot) }
    }

    pub fn get(&self, id: u32) -> Option<&Aabb<V>> {
        self.slot(id).ok().map(|slot| &self.bounds[slot as usize])
    }

    /// Ids and boxes, by slot.
    pub fn all(&self) -> impl Iterator<Item = (u32, &Aabb<V>)> + '_ {
        self.live().map(|slot| (self.ids[slot as usize], &self.bounds[slot as usize]))
    }

    /// The slots that hold bodies.
    pub fn live(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.ids.len() as u32).filter(|&slot| self.ids[slot as usize] != NONE)
    }

    /// Returns the slot of the new body.
    pub fn insert(&mut self, id: u32, bounds: Aabb<V>) -> Result<u32, BroadPhaseError> {
        check(id, &bounds)?;
        if id >= ID_LIMIT {
            return Err(BroadPhaseError::IdTooLarge { id });
        }
        if self.slot(id).is_ok() {
            return Err(BroadPhaseError::Repeated { id });
        }
        if self.slots.len() <= id as usize {
            self.slots.resize(id as usize + 1, NONE);
        }
        let slot = self.free.pop().unwrap_or(self.ids.len() as u32);
        if slot as usize == self.ids.len() {
            self.ids.push(id);
            self.bounds.push(bounds);
        } else {
            self.ids[slot as usize] = id;
            self.bounds[slot as usize] = bounds;
        }
        self.slots[id as usize] = slot;
        Ok(slot)
    }

    /// Returns the slot of the body.
    pub fn update(&mut self, id: u32, bounds: Aabb<V>) -> Result<u32, BroadPhaseError> {
        check(id, &bounds)?;
        let slot = self.slot(id)?;
        self.bounds[slot as usize] = bounds;
        Ok(slot)
    }

    /// Returns the slot that became free.
    pub fn remove(&mut self, id: u32) -> Result<u32, BroadPhaseError> {
        let slot = self.slot(id)?;
        self.slots[id as usize] = NONE;
        self.ids[slot as usize] = NONE;
        self.bounds[slot as usize] = Aabb::empty();
        self.free.push(slot);
        Ok(slot)
    }

    /// The pair of the bodies in two slots.
    #[inline]
    pub fn pair(&self, a: u32, b: u32) -> Pair {
        let [a, b] = [self.ids[a as usize], self.ids[b as usize]];
        if a < b { [a, b] } else { [b, a] }
    }
}

fn check<V: Vector>(id: u32, bounds: &Aabb<V>) -> Result<(), BroadPhaseError> {
    for axis in 0..V::DIMENSION {
        let (min, max) = (bounds.min[axis], bounds.max[axis]);
        // Fails for NaN as well.
        if !(-LIMIT < min && min <= max && max < LIMIT) {
            return Err(BroadPhaseError::BadBox { id, axis, min, max });
        }
    }
    Ok(())
}
