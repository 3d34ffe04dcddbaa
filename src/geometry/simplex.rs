//! The point of a small simplex that is nearest to the origin.

use super::vector::Vector;

/// A point of the Minkowski difference of two shapes, and the points that it is the difference of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Vertex<V> {
    /// `on_a` minus the point of B.
    pub(crate) difference: V,
    pub(crate) on_a: V,
}

/// Up to four points, and the weights that give the point of their hull that is nearest to the origin.
///
/// The nearest point is found as in P. Wolfe, "Finding the nearest point in a polytope", *Mathematical Programming*
/// 11 (1976): from the old nearest point towards the point of the affine hull that is nearest to the origin; where
/// that way leaves the simplex, the point whose weight reaches zero is dropped, and the search goes on from there.
/// This needs no case for each side and corner, and only products of vectors: it is the same in the plane and in
/// space. The affine hull's nearest point comes from orthogonal edges (Gram–Schmidt), which keeps the precision
/// that determinants of products lose on slivers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<V> {
    pub(crate) vertices: [Vertex<V>; 4],
    pub(crate) weights: [f64; 4],
    pub(crate) count: usize,
    /// The nearest point. Not summed up from the points: where it is much closer to the origin than they are,
    /// rounding would leave nothing of its direction.
    nearest: V,
}

/// Edges whose part across the others is shorter than this, relative to their length, are no edges.
const FLAT: f64 = 1e-14;

impl<V: Vector> Simplex<V> {
    #[inline]
    pub(crate) fn of(vertex: Vertex<V>) -> Self {
        Self { vertices: [vertex; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1, nearest: vertex.difference }
    }

    /// Of a facet's corners all that there are, with the weights that give the point of the facet that is nearest to the foot of the
    /// origin on its line or plane, or about that; and by how much, in weights, the foot is outside of the facet.
    pub(crate) fn of_facet(corners: impl Iterator<Item = Vertex<V>>) -> (Self, f64) {
        let mut facet = Self { vertices: [Vertex::default(); 4], weights: [0.0; 4], count: 0, nearest: V::ZERO };
        for corner in corners {
            facet.vertices[facet.count] = corner;
            facet.count += 1;
        }
        // Where the corners are dependent, the newest has none of these.
        facet.weights = [1.0 / (facet.count - 1) as f64; 4];
        let (weights, foot) = facet.affine_minimum();
        let is_dependent = foot == V::ZERO && weights[facet.count - 1] == 0.0;
        let weights = &weights[..facet.count];
        let outside: f64 = weights.iter().map(|weight| (-weight).max(0.0)).sum();
        facet.nearest = foot;
        for (share, weight) in facet.weights.iter_mut().zip(weights) {
            *share = weight.max(0.0) / (1.0 + outside);
        }
        // A sliver is as good as any other only where there is no other.
        (facet, if is_dependent { f64::MAX } else { outside })
    }

    pub(crate) fn vertices(&self) -> &[Vertex<V>] {
        &self.vertices[..self.count]
    }

    /// Whether it has an inside.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.count > V::DIMENSION
    }

    #[inline]
    pub(crate) fn nearest(&self) -> V {
        self.nearest
    }

    /// The points of A and of B that the nearest point is the difference of.
    #[inline]
    pub(crate) fn witnesses(&self) -> (V, V) {
        let mut on_a = V::ZERO;
        let mut on_b = V::ZERO;
        for (vertex, &weight) in self.vertices().iter().zip(&self.weights) {
            on_a += vertex.on_a * weight;
            on_b += (vertex.on_a - vertex.difference) * weight;
        }
        (on_a, on_b)
    }

    /// Moves all points; the nearest point is not known until the next point is added.
    #[inline]
    pub(crate) fn shift(&mut self, by: V) {
        self.vertices[..self.count].iter_mut().for_each(|vertex| vertex.difference += by);
    }

    /// Takes in a point and finds the nearest point anew. The simplex must have room: it must not be full.
    #[inline]
    pub(crate) fn add(&mut self, vertex: Vertex<V>) {
        self.vertices[self.count] = vertex;
        self.weights[self.count] = 0.0;
        self.count += 1;
        // Each round drops a point or is the last.
        while self.count > 1 {
            let (target, foot) = self.affine_minimum();
            let mut share = 1.0;
            let mut dropped = None;
            for (index, (&goal, &weight)) in target.iter().zip(&self.weights).enumerate().take(self.count) {
                if goal <= 0.0 || goal.is_nan() {
                    let until = if weight > goal { weight / (weight - goal) } else { 0.0 };
                    if dropped.is_none() || until < share {
                        (share, dropped) = (until, Some(index));
                    }
                }
            }
            let Some(dropped) = dropped else {
                self.weights = target;
                self.nearest = foot;
                return;
            };
            if share > 0.0 {
                for (weight, goal) in self.weights.iter_mut().zip(target).take(self.count) {
                    *weight += share * (goal - *weight);
                }
            }
            self.drop_vertex(dropped);
        }
        self.weights[0] = 1.0;
        self.nearest = self.vertices[0].difference;
    }

    #[inline]
    fn drop_vertex(&mut self, index: usize) {
        self.count -= 1;
        self.vertices[index] = self.vertices[self.count];
        self.weights[index] = self.weights[self.count];
        let sum: f64 = self.weights[..self.count].iter().sum();
        if sum > 0.0 {
            self.weights[..self.count].iter_mut().for_each(|weight| *weight *= 1.0 / sum);
        } else {
            self.weights = [1.0, 0.0, 0.0, 0.0];
            self.count = 1;
        }
    }

    /// The weights of the point of the affine hull that is nearest to the origin; they sum to 1 but need not be
    /// positive; and that point, at right angles to the affine hull. The newest point has weight 0 where the points
    /// are dependent.
    #[inline]
    fn affine_minimum(&self) -> ([f64; 4], V) {
        let newest = self.count - 1;
        let base = self.vertices[newest].difference;
        // Each edge less its parts along the ones before, and what is left of the way to the origin.
        let mut across = [V::ZERO; 3];
        let mut inverse = [0.0; 3];
        let mut parts = [[0.0; 3]; 3];
        let mut shares = [0.0; 3];
        let mut rest = -base;
        for index in 0..newest {
            let edge = self.vertices[index].difference - base;
            let mut left = edge;
            for before in 0..index {
                parts[index][before] = left.dot(across[before]) * inverse[before];
                left -= across[before] * parts[index][before];
            }
            let [square, whole] = [left.length_squared(), edge.length_squared()];
            if square <= FLAT * FLAT * whole || square < f64::MIN_POSITIVE {
                // Dependent: without the newest point the rest is as it was.
                let mut weights = self.weights;
                weights[newest] = 0.0;
                return (weights, V::ZERO);
            }
            across[index] = left;
            inverse[index] = 1.0 / square;
            shares[index] = rest.dot(left) * inverse[index];
            rest -= left * shares[index];
        }
        // Once more: the first time, rounding leaves something along the edges, which for a way that is much shorter
        // than the edges would be most of its direction.
        for index in 0..newest {
            let share = rest.dot(across[index]) * inverse[index];
            shares[index] += share;
            rest -= across[index] * share;
        }
        let mut weights = solve(newest, &shares, &parts);
        weights[newest] = 1.0 - weights[..newest].iter().sum::<f64>();
        (weights, -rest)
    }
}

/// The weights of the edges, from the shares of their parts at right angles: the last edge has only its own.
#[inline]
fn solve(count: usize, shares: &[f64; 3], parts: &[[f64; 3]; 3]) -> [f64; 4] {
    let mut weights = [0.0; 4];
    for index in (0..count).rev() {
        let mut weight = shares[index];
        for after in index + 1..count {
            weight -= weights[after] * parts[after][index];
        }
        weights[index] = weight;
    }
    weights
}
