//! The rows of coarse cells deep inside an outline that stays: block by block of cells, each a quarter of the one before, so that few
//! facets are asked how far they are from a cell.

use super::cover::{Cell, Pair};
use super::facet::Facet;
use super::inside::EdgesByHeight;
use super::near_outline::{cells_of, distance_to};
use super::reached::edge;
use crate::world::frame::Frame;

/// By how much distances may be wrong, in steps and in lengths of the longest facet: a facet goes along a rounded way, its edge does not.
const SLACK: [f64; 2] = [1.0, 1e-6];

/// Adds the rows of cells inside an outline, but for those near it, which are given in ascending order: of each cell the facets that are no
/// more than `rest` steps further from its middle than the nearest, ascending. Facets are numbered from `first` on.
pub(super) fn rows_inside(facets: &[Facet], first: u32, near: &[Cell], rest: f64, frame: &Frame, pairs: &mut Vec<Pair>) {
    let longest = facets.iter().map(|facet| f64::from(facet.length)).fold(0.0, f64::max);
    let cells = cells_of(facets, frame);
    let insides =
        Insides { facets, edges: EdgesByHeight::new(facets), near, rest, edge: edge(frame), slack: SLACK[0] + SLACK[1] * longest, cells };
    let most = cells.map(|[low, high]| high - low + 1).into_iter().max().unwrap_or(1);
    let all: Vec<u32> = (0..facets.len() as u32).collect();
    let block = Block { origin: cells.map(|[low, _]| low), bits: most.next_power_of_two().ilog2(), is_inside: false };
    let before = pairs.len();
    insides.add(&block, &all, pairs);
    pairs[before..].iter_mut().for_each(|(_, facet)| *facet += first);
}

/// A square of `2^bits` cells in each direction.
struct Block {
    /// Its lowest column and row.
    origin: Cell,
    bits: u32,
    /// Whether all of it is known to be inside.
    is_inside: bool,
}

/// An outline, and what is looked for in it.
struct Insides<'a> {
    facets: &'a [Facet],
    edges: EdgesByHeight,
    near: &'a [Cell],
    /// How much further than the nearest facet from the middle of a cell its others are, in steps.
    rest: f64,
    /// Of a cell, in steps.
    edge: f64,
    slack: f64,
    /// First and last column and row.
    cells: [[u32; 2]; 2],
}

impl Insides<'_> {
    /// Adds the rows of a block, whose facets are among these.
    fn add(&self, block: &Block, among: &[u32], pairs: &mut Vec<Pair>) {
        if (0..2).any(|axis| block.origin[axis] > self.cells[axis][1]) {
            return;
        }
        let middle = block.origin.map(|at| (f64::from(at) + 0.5 * f64::from(1u32 << block.bits)) * self.edge);
        if block.bits == 0 {
            if self.near.binary_search(&block.origin).is_err() && (block.is_inside || self.edges.enclose(middle)) {
                pairs.extend(self.within(among, middle, self.rest).1.into_iter().map(|facet| (block.origin, facet)));
            }
            return;
        }
        // From the middle of the block to that of the furthest cell.
        let far = f64::from((1u32 << block.bits) - 1) * self.edge * std::f64::consts::FRAC_1_SQRT_2;
        let (nearest, among) = self.within(among, middle, self.rest + 2.0 * (far + self.slack));
        // Where no edge comes between its cells, all of them are inside, or none is.
        let is_one = nearest > far + self.slack;
        if is_one && !block.is_inside && !self.edges.enclose(middle) {
            return;
        }
        let half = 1u32 << (block.bits - 1);
        for part in 0..4 {
            let origin = [block.origin[0] + half * (part & 1), block.origin[1] + half * (part >> 1)];
            self.add(&Block { origin, bits: block.bits - 1, is_inside: block.is_inside || is_one }, &among, pairs);
        }
    }

    /// How far the nearest of some facets is from a point, and all that are no further than that and `more`.
    fn within(&self, among: &[u32], point: [f64; 2], more: f64) -> (f64, Vec<u32>) {
        let distances: Vec<f64> = among.iter().map(|&facet| distance_to(&self.facets[facet as usize], point)).collect();
        let nearest = distances.iter().copied().fold(f64::MAX, f64::min);
        (nearest, among.iter().zip(&distances).filter(|(_, distance)| **distance <= nearest + more).map(|(&facet, _)| facet).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::inside::encloses;
    use super::*;
    use crate::world::World;
    use crate::world::obstacles::cover::COARSENESS;
    use crate::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

    /// Outlines with a narrow waist, long spikes, edges along cells, and a hollow that is open to the outside.
    fn outlines() -> Vec<ObstacleShape> {
        let star = (0..60).map(|k| {
            let turn = std::f64::consts::TAU * f64::from(k) / 60.0;
            let reach = if k % 2 == 0 { 47.0 } else { 11.0 + f64::from(k) / 3.0 };
            [50.0 + reach * libm::cos(turn), 50.0 + reach * libm::sin(turn)]
        });
        let hollow = [[8.0, 8.0], [92.0, 8.0], [92.0, 90.0], [52.0, 90.0], [51.0, 20.0], [49.0, 20.0], [48.0, 90.0], [8.0, 90.0]];
        let waist = [[5.0, 5.0], [50.0, 49.9], [95.0, 5.0], [95.0, 95.0], [50.0, 50.1], [5.0, 95.0]];
        let polygons = [star.collect(), hollow.to_vec(), waist.to_vec()].map(|corners| ObstacleShape::Polygon { corners });
        let turned = ObstacleShape::Box { centre: [50.0, 50.0], size: [60.0, 44.0], angle: 0.3 };
        let straight = ObstacleShape::Box { centre: [40.0, 50.0], size: [64.0, 32.0], angle: 0.0 };
        polygons.into_iter().chain([turned, straight]).collect()
    }

    #[test]
    fn blocks_find_what_every_cell_finds_by_itself() {
        for shape in outlines() {
            let particles = vec![ParticleSpec::at([1.0; 2], 0.5)];
            let obstacles = vec![ObstacleSpec::still(shape.clone())];
            let world = World::new(&WorldSpec { size: [100.0; 2], obstacles, particles, ..WorldSpec::default() }).unwrap();
            let (facets, edge) = (world.obstacles.facets(), edge(&world.frame));
            let mut deep = 0;
            for cell in (0..50).flat_map(|column| (0..50).map(move |row| [column, row])) {
                let middle = cell.map(|at| (f64::from(at) + 0.5) * edge);
                let found: Vec<u32> = world.obstacles.still().still_of(cell).collect();
                let distances: Vec<f64> = facets.iter().map(|facet| distance_to(facet, middle)).collect();
                let nearest = distances.iter().copied().fold(f64::MAX, f64::min);
                let half_diagonal = edge * std::f64::consts::FRAC_1_SQRT_2;
                let reach = facets.iter().map(|facet| super::super::reached::reach(facet, &world.frame)).fold(0.0, f64::max);
                let is_deep = nearest > half_diagonal + reach && encloses(facets, middle);
                let listed = nearest <= half_diagonal + reach || is_deep;
                let most = nearest + 2.0 * half_diagonal + reach;
                let expected: Vec<u32> = (0..).zip(&distances).filter(|(_, at)| listed && **at <= most).map(|(number, _)| number).collect();
                assert_eq!(found, expected, "{cell:?} of {shape:?}, cells of {} steps", world.frame.cell_bits + COARSENESS);
                deep += u32::from(is_deep);
            }
            assert!(deep > 100, "{deep} cells deep inside of {shape:?}");
        }
    }
}
