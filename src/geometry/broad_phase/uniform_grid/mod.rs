//! A uniform grid, and coarser ones for boxes that are too large for it.

use super::bodies::Bodies;
use super::{BroadPhase, BroadPhaseError, Pair};
use crate::geometry::aabb::Aabb;
use crate::geometry::vector::Vector;

mod cells;

use cells::{Cells, Table};

/// Enters every box into the cells of a uniform grid that it touches, and compares those that share a cell. (C. Ericson,
/// *Real-Time Collision Detection*, section 7.1; the cells are hashed as in section 7.1.3, so the world has no bounds.)
///
/// A pair that shares several cells is reported in the one that holds the lower corner of the overlap.
///
/// Boxes that touch more than 16 cells in the plane or 64 in space are left for a coarser grid, made for them, and so on; the
/// smaller boxes are looked up in each of these. So boxes of all sizes may be mixed, and each costs a bounded number
/// of cells in a grid. The grids are built anew in every step.
///
/// The finest grid suits three quarters of the boxes: where most are much smaller than those and crowd in a few of its cells, choose it
/// [by hand](Self::with_cell_edge).
#[derive(Clone, Debug)]
pub struct UniformGrid<V: Vector> {
    bodies: Bodies<V>,
    /// The cell edge of the finest grid, if the caller chose one.
    edge: Option<f64>,
    table: Table,
    /// Slots that are in no grid yet, those of the current grid, and those of finer ones.
    waiting: Vec<u32>,
    members: Vec<u32>,
    smaller: Vec<u32>,
    /// Scratch: the extents of the waiting boxes.
    extents: Vec<f64>,
    pairs: Vec<Pair>,
}

impl<V: Vector> UniformGrid<V> {
    /// With cells twice as long as three quarters of the boxes, chosen anew in each step.
    pub fn new() -> Self {
        Self {
            bodies: Bodies::default(),
            edge: None,
            table: Table::default(),
            waiting: Vec::new(),
            members: Vec::new(),
            smaller: Vec::new(),
            extents: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// With cells of a given edge in the finest grid. Best is about twice the length of most boxes. One that is not positive and
    /// finite is as if none was given.
    pub fn with_cell_edge(edge: f64) -> Self {
        Self { edge: (edge > 0.0 && edge.is_finite()).then_some(edge), ..Self::new() }
    }

    /// The cells for the boxes that wait; at least three quarters of them fit.
    fn next_cells(&mut self, reach: f64, first: bool) -> Cells {
        let bounds = &self.bodies.bounds;
        self.extents.clear();
        self.extents.extend(self.waiting.iter().map(|&slot| longest(&bounds[slot as usize])));
        let rank = (self.extents.len() - 1) * 3 / 4;
        let (_, &mut quantile, _) = self.extents.select_nth_unstable_by(rank, f64::total_cmp);
        let edge = match self.edge {
            Some(edge) if first => edge,
            _ => 2.0 * quantile,
        };
        Cells::new(edge, reach)
    }
}

impl<V: Vector> Default for UniformGrid<V> {
    fn default() -> Self {
        Self::new()
    }
}

fn longest<V: Vector>(bounds: &Aabb<V>) -> f64 {
    let extent = bounds.max - bounds.min;
    (0..V::DIMENSION).map(|axis| extent[axis]).fold(0.0, f64::max)
}

impl<V: Vector> BroadPhase<V> for UniformGrid<V> {
    fn insert(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        self.bodies.insert(id, bounds).map(|_| ())
    }

    fn update(&mut self, id: u32, bounds: Aabb<V>) -> Result<(), BroadPhaseError> {
        self.bodies.update(id, bounds).map(|_| ())
    }

    fn remove(&mut self, id: u32) -> Result<(), BroadPhaseError> {
        self.bodies.remove(id).map(|_| ())
    }

    fn pairs(&mut self) -> &[Pair] {
        self.pairs.clear();
        self.smaller.clear();
        self.waiting.clear();
        self.waiting.extend(self.bodies.live());
        let corners =
            self.waiting.iter().map(|&slot| &self.bodies.bounds[slot as usize]).map(|bounds| bounds.min.abs().max(bounds.max.abs()));
        let reach = corners.map(|corner| (0..V::DIMENSION).map(|axis| corner[axis]).fold(0.0, f64::max)).fold(0.0, f64::max);
        let mut first = true;
        while !self.waiting.is_empty() {
            let cells = self.next_cells(reach, first);
            let bodies = &self.bodies;
            self.members.clear();
            self.waiting.retain(|&slot| {
                let fits = cells.touched(&bodies.bounds[slot as usize]).is_few::<V>();
                if fits {
                    self.members.push(slot);
                }
                !fits
            });
            self.table.fill(&cells, bodies, &self.members);
            self.table.pairs_within(&cells, bodies, &mut self.pairs);
            for &slot in &self.smaller {
                self.table.pairs_with(&cells, bodies, slot, &mut self.pairs);
            }
            self.smaller.extend(&self.members);
            first = false;
        }
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
