//! The growing polytope.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;

use super::super::simplex::{Simplex, Vertex};
use super::super::vector::Vector;

/// As many as there can be in space: 4 + [`super::MAX_ROUNDS`].
const MAX_POINTS: usize = 124;
/// Closed bodies of triangles have two faces less than twice as many as corners.
const MAX_FACETS: usize = 2 * MAX_POINTS;

/// Cosines of the angles up to which facets count as lying in one plane: the first with which the foot is on one of them is taken. Where
/// the facet of the normal itself has been cut away, those in its place may be turned by a hundredth.
const SAME_NORMAL: [f64; 3] = [1.0 - 1e-9, 1.0 - 1e-6, 1.0 - 1e-4];

/// As near to a facet, in shares of its corners, a foot is on it.
const ON_FACET: f64 = 1e-6;

/// A side of the polytope: a segment in the plane, a triangle in space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet<V> {
    /// As many as there are dimensions.
    corners: [u8; 3],
    /// Outwards, of length 1.
    pub(super) normal: V,
    /// From the origin along the normal.
    pub(super) distance: f64,
    /// Cannot be expanded any more.
    done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Expanded {
    Yes,
    NoRoom,
}

pub(super) struct Hull<V: Vector> {
    points: ArrayVec<Vertex<V>, MAX_POINTS>,
    facets: ArrayVec<Facet<V>, MAX_FACETS>,
    /// Inside: tells which side of a facet is out. The origin would not do, it may be on a facet.
    inside: V,
}

impl<V: Vector> Hull<V> {
    pub(super) fn of_simplex(simplex: &[Vertex<V>]) -> Self {
        let sum = simplex.iter().fold(V::ZERO, |sum, vertex| sum + vertex.difference);
        let inside = sum * (1.0 / simplex.len() as f64);
        let mut hull = Self { points: ArrayVec::new(), facets: ArrayVec::new(), inside };
        simplex.iter().for_each(|&vertex| hull.points.push(vertex));
        for left_out in 0..simplex.len() {
            let corner = |index: usize| if index < left_out { index as u8 } else { index as u8 + 1 };
            hull.facets.push(hull.facet_of([corner(0), corner(1), corner(2)]));
        }
        hull
    }

    fn point(&self, corner: u8) -> V {
        self.points[usize::from(corner)].difference
    }

    /// The third corner counts in space only.
    fn facet_of(&self, corners: [u8; 3]) -> Facet<V> {
        let base = self.point(corners[0]);
        let second = if V::DIMENSION == 3 { self.point(corners[2]) - base } else { V::ZERO };
        match V::across(self.point(corners[1]) - base, second).normalized() {
            Some(normal) => {
                let normal = if normal.dot(self.inside - base) > 0.0 { -normal } else { normal };
                Facet { corners, normal, distance: normal.dot(base), done: false }
            }
            // A sliver without a normal: it closes the polytope, and its neighbours stand for it.
            None => Facet { corners, normal: V::ZERO, distance: 0.0, done: true },
        }
    }

    /// The facet that is nearest to the origin of those that can still be expanded.
    pub(super) fn nearest_facet(&self) -> Option<usize> {
        let mut nearest = None;
        let mut distance = f64::INFINITY;
        for (index, facet) in self.facets.iter().enumerate() {
            if facet.distance < distance && !facet.done {
                (nearest, distance) = (Some(index), facet.distance);
            }
        }
        nearest
    }

    pub(super) fn facet(&self, index: usize) -> Facet<V> {
        self.facets[index]
    }

    /// The point of A that belongs to the foot of the origin on the plane with this normal. A side of the difference may come in several
    /// facets, about as far from the origin: it is on the one that the foot is on, or is least outside of. Where the facet of that normal
    /// has been cut away, it is on that with the most similar one.
    pub(super) fn witness(&self, normal: V, distances: RangeInclusive<f64>) -> V {
        let (mut best, mut least) = (None, f64::INFINITY);
        for cosine in SAME_NORMAL {
            for facet in self.facets.iter().filter(|facet| distances.contains(&facet.distance) && facet.normal.dot(normal) > cosine) {
                let (simplex, outside) = self.foot_on(facet);
                if outside < least {
                    (best, least) = (Some(simplex), outside);
                }
            }
            if least < ON_FACET {
                break;
            }
        }
        let cosine = |facet: &&Facet<V>| facet.normal.dot(normal);
        let similar = || self.facets.iter().max_by(|a, b| cosine(a).total_cmp(&cosine(b))).map(|facet| self.foot_on(facet).0);
        best.or_else(similar).map_or(V::ZERO, |simplex| simplex.witnesses().0)
    }

    fn foot_on(&self, facet: &Facet<V>) -> (Simplex<V>, f64) {
        Simplex::of_facet(facet.corners[..V::DIMENSION].iter().map(|&corner| self.points[usize::from(corner)]))
    }

    /// Takes in the point that is furthest beyond a facet: cuts away all facets that it is beyond, and closes the
    /// hole by facets from its rim to the point.
    pub(super) fn expand(&mut self, index: usize, vertex: Vertex<V>, size: f64) -> Expanded {
        let known = |corner: &u8| self.point(*corner) == vertex.difference;
        if self.facets[index].corners[..V::DIMENSION].iter().any(known) {
            // There is nothing beyond: rounding made the facet look nearer than it is.
            self.facets[index].done = true;
            return Expanded::Yes;
        }
        let newest = self.points.len() as u8;
        if self.points.try_push(vertex).is_err() {
            return Expanded::NoRoom;
        }
        // Goes in any case, whatever rounding says.
        self.facets[index].distance = f64::NEG_INFINITY;
        let play = f64::EPSILON * size;
        let mut rim: ArrayVec<[u8; 2], MAX_FACETS> = ArrayVec::new();
        let mut at = 0;
        while at < self.facets.len() {
            let facet = self.facets[at];
            if vertex.difference.dot(facet.normal) <= facet.distance + play {
                at += 1;
                continue;
            }
            self.facets.swap_remove(at);
            for left_out in 0..V::DIMENSION {
                // A ridge between two facets that both go is inside of the hole.
                let ridge = ridge::<V>(facet.corners, left_out);
                match rim.iter().position(|&other| other == ridge) {
                    Some(twice) => drop(rim.swap_remove(twice)),
                    None if rim.is_full() => return Expanded::NoRoom,
                    None => rim.push(ridge),
                }
            }
        }
        for [first, second] in rim {
            if self.facets.is_full() {
                return Expanded::NoRoom;
            }
            let facet = self.facet_of([newest, first, second]);
            self.facets.push(facet);
        }
        Expanded::Yes
    }
}

/// The corners of a facet but one, in order: two in space, one (twice) in the plane.
fn ridge<V: Vector>(corners: [u8; 3], left_out: usize) -> [u8; 2] {
    let [first, second] = [corners[(left_out + 1) % V::DIMENSION], corners[(left_out + V::DIMENSION - 1) % V::DIMENSION]];
    [first.min(second), first.max(second)]
}
