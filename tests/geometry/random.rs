//! The same random shapes and poses in every run.

use std::f64::consts::TAU;

use jostle::geometry::{ConvexPolygon, ConvexPolyhedron, DQuat, DVec2, DVec3, Pose, Turn, quickhull_2d};

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    pub fn direction2(&mut self) -> DVec2 {
        let turn = Turn::by(self.between(0.0, TAU));
        DVec2::new(turn.cos, turn.sin)
    }

    pub fn direction3(&mut self) -> DVec3 {
        loop {
            let point = DVec3::from_array([(); 3].map(|()| self.between(-1.0, 1.0)));
            if (0.01..=1.0).contains(&point.length_squared()) {
                return point.normalize();
            }
        }
    }

    /// Within `reach` of the origin; every fourth not turned or turned by quarters, so that faces and edges of pairs
    /// come out parallel.
    pub fn pose2(&mut self, reach: f64) -> Pose<DVec2> {
        let angle = match self.below(4) {
            0 => self.below(4) as f64 * TAU / 4.0,
            _ => self.between(0.0, TAU),
        };
        Pose::new(Turn::by(angle), self.direction2() * self.between(0.0, reach))
    }

    pub fn pose3(&mut self, reach: f64) -> Pose<DVec3> {
        let rotation = match self.below(8) {
            0 => DQuat::IDENTITY,
            1 => DQuat::from_rotation_y(self.between(0.0, TAU)),
            _ => DQuat::from_axis_angle(self.direction3(), self.between(0.0, TAU)),
        };
        Pose::new(rotation, self.direction3() * self.between(0.0, reach))
    }

    /// Corners on an ellipse, off its centre.
    pub fn polygon(&mut self) -> ConvexPolygon {
        loop {
            let count = 3 + self.below(8);
            let mut angles: Vec<f64> = (0..count).map(|_| self.between(0.0, TAU)).collect();
            angles.sort_by(f64::total_cmp);
            let [wide, high] = [self.between(0.2, 1.5), self.between(0.2, 1.5)];
            let centre = self.direction2() * self.between(0.0, 0.5);
            let corners: Vec<_> = angles.iter().map(|&angle| centre + DVec2::new(wide, high) * DVec2::from_angle(angle)).collect();
            // Corners closer than this make slivers, on which parry's tolerances are wider than ours.
            if (0..count).all(|i| corners[i].distance(corners[(i + 1) % count]) > 0.05)
                && let Ok(polygon) = ConvexPolygon::new(corners)
            {
                return polygon;
            }
        }
    }

    /// A triangle, and the hull of its corners and of points on its first side, which rounding bends: sides in a row are parallel, nearly.
    pub fn bent_triangle(&mut self) -> ([DVec2; 3], ConvexPolygon) {
        loop {
            let mut at = || DVec2::new(self.between(-1.5, 1.5), self.between(-1.5, 1.5));
            let corners = [at(), at(), at()];
            let turns_left = (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]) > 0.3;
            let on_side = (0..8).map(|_| corners[0].lerp(corners[1], self.between(0.05, 0.95)));
            let points: Vec<_> = corners.into_iter().chain(on_side).collect();
            if turns_left
                && let Ok(polygon) = ConvexPolygon::new(quickhull_2d(&points).unwrap())
                && polygon.corners().len() > 4
            {
                return (corners, polygon);
            }
        }
    }

    /// A hull of points on an ellipsoid (triangles), or a prism (quadrilaterals and parallel edges).
    pub fn polyhedron(&mut self) -> ConvexPolyhedron {
        loop {
            let scale = DVec3::from_array([(); 3].map(|()| self.between(0.3, 1.5)));
            let centre = self.direction3() * self.between(0.0, 0.4);
            let result = if self.below(3) == 0 {
                prism(3 + self.below(4), scale, centre)
            } else {
                let points: Vec<_> = (0..4 + self.below(7)).map(|_| centre + self.direction3() * scale).collect();
                let apart = points.iter().enumerate().all(|(i, p)| points[..i].iter().all(|q| p.distance(*q) > 0.15));
                if !apart {
                    continue;
                }
                let faces = hull_by_trying(&points);
                ConvexPolyhedron::new(points, &faces)
            };
            if let Ok(polyhedron) = result {
                return polyhedron;
            }
        }
    }
}

/// All triangles that have every point on one side.
pub fn hull_by_trying(points: &[DVec3]) -> Vec<Vec<usize>> {
    let mut faces = Vec::new();
    let count = points.len();
    for i in 0..count {
        for j in i + 1..count {
            for k in (i + 1..count).filter(|&k| k != j) {
                let normal = (points[j] - points[i]).cross(points[k] - points[i]);
                if points.iter().all(|&point| (point - points[i]).dot(normal) <= 1e-12) {
                    faces.push(vec![i, j, k]);
                }
            }
        }
    }
    faces
}

pub fn prism(sides: usize, scale: DVec3, centre: DVec3) -> Result<ConvexPolyhedron, jostle::geometry::ShapeError> {
    let corner = |index: usize, z: f64| {
        let at = DVec2::from_angle(index as f64 * TAU / sides as f64);
        centre + DVec3::new(at.x, at.y, z) * scale
    };
    let corners: Vec<_> = [-1.0, 1.0].into_iter().flat_map(|z| (0..sides).map(move |i| (i, z))).map(|(i, z)| corner(i, z)).collect();
    let side = |i: usize| vec![i, (i + 1) % sides, sides + (i + 1) % sides, sides + i];
    let mut faces: Vec<Vec<usize>> = (0..sides).map(side).collect();
    faces.push((0..sides).rev().collect());
    faces.push((sides..2 * sides).collect());
    ConvexPolyhedron::new(corners, &faces)
}
