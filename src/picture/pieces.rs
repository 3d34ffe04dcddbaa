//! Obstacles cut into pieces that are simple to draw: triangles of what polygons enclose, and strokes, which are all points
//! up to a radius from a segment. Both the shader and the CPU draw these pieces.
//!
//! Pieces lie in the obstacle's own frame and are made once; where an obstacle moves, only its pose follows the time.
//! What polygons enclose comes first, then all edges, then what the edges of grown segments enclose: so segments that overlap,
//! as those of a wall do, look like one.

use bytemuck::{Pod, Zeroable};
use earcut::Earcut;

use crate::world::frame::Frame;
use crate::world::obstacles::Obstacles;
use crate::world::obstacles::facet::{NO_MOVER, Pose};

/// What a piece is; the number of the layer in which it is drawn.
pub mod layer {
    /// A triangle of a polygon.
    pub const INTERIOR: u32 = 0;
    /// A stroke: the edge of a polygon, or a whole grown segment, in the colour of edges.
    pub const EDGE: u32 = 1;
    /// A stroke: what the edge of a grown segment encloses.
    pub const CORE: u32 = 2;
}

/// A part of an obstacle. Equals `Piece` in `draw_obstacles.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Piece {
    /// Where it is, in steps: from the pivot of its mover, or in the world where it stays.
    pub origin: [i32; 2],
    /// Number of the mover that it belongs to, or [`NO_MOVER`].
    pub mover: u32,
    /// See [`layer`].
    pub layer: u32,
    /// Corners of a triangle; of a stroke both ends, the last twice. Steps from the origin.
    pub corners: [[f32; 2]; 3],
    /// The way that each corner goes to be one step inside of both of its edges.
    pub inward: [[f32; 2]; 3],
    /// Radius of a grown segment in steps; else 0.
    pub radius: f32,
    /// How far inside edges may be drawn, in steps, so that the two sides of a thin polygon do not pass each other.
    pub depth: f32,
}

/// At a sharp corner the way inwards is long; it ends at so many times the distance from the edges.
const LONGEST_INWARD: f64 = 3.0;

/// All pieces of all obstacles, in the order in which they are drawn.
pub fn of_obstacles(obstacles: &Obstacles, frame: &Frame) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut movers = 0;
    for spec in obstacles.specs() {
        let moves = spec.rail.moves();
        let origin = if moves { spec.rail.pivot.map(|c| frame.exact_steps(c).round()) } else { [0.0; 2] };
        let model = Piece { mover: if moves { movers } else { NO_MOVER }, ..Piece::default() };
        movers += u32::from(moves);
        for (corners, radius) in spec.shape.outlines() {
            let steps = |corner: [f64; 2]| [0, 1].map(|axis| frame.exact_steps(corner[axis]) - origin[axis]);
            let corners: Vec<_> = corners.into_iter().map(steps).collect();
            if corners.len() > 2 {
                polygon(&corners, model, &mut pieces);
            } else {
                grown(&corners, radius * frame.steps_per_unit(), model, &mut pieces);
            }
        }
    }
    pieces.sort_by_key(|piece: &Piece| piece.layer);
    pieces
}

/// Where each mover is at the start of a substep.
pub fn poses(obstacles: &Obstacles, substep: u32) -> Vec<Pose> {
    let mut poses = obstacles.poses([substep]);
    poses.truncate(obstacles.mover_count() as usize);
    poses
}

/// A point or a segment with a radius.
fn grown(ends: &[[f64; 2]], radius: f64, model: Piece, pieces: &mut Vec<Piece>) {
    let [a, b] = [ends[0], ends[ends.len() - 1]];
    let stroke = |layer| Piece { layer, radius: radius as f32, ..piece(model, [a, b, b]) };
    pieces.extend([layer::EDGE, layer::CORE].map(stroke));
}

/// A loop of at least three corners, counter-clockwise.
fn polygon(corners: &[[f64; 2]], model: Piece, pieces: &mut Vec<Piece>) {
    let count = corners.len();
    let inward: Vec<_> = (0..count).map(|k| inward(corners[(k + count - 1) % count], corners[k], corners[(k + 1) % count])).collect();
    let depth = half_thickness(corners) as f32;
    let part = |layer, k: [usize; 3]| Piece { layer, depth, inward: k.map(|k| inward[k]), ..piece(model, k.map(|k| corners[k])) };
    let mut triangles: Vec<u32> = Vec::new();
    Earcut::new().earcut(corners.iter().copied(), &[], &mut triangles);
    pieces.extend(triangles.chunks_exact(3).map(|triangle| part(layer::INTERIOR, [0, 1, 2].map(|k| triangle[k] as usize))));
    pieces.extend((0..count).map(|k| part(layer::EDGE, [k, (k + 1) % count, (k + 1) % count])));
}

/// A piece with its corners as offsets from the first.
fn piece(model: Piece, corners: [[f64; 2]; 3]) -> Piece {
    let origin = corners[0].map(f64::round);
    Piece {
        origin: origin.map(|x| x as i32),
        corners: corners.map(|corner| [0, 1].map(|axis| (corner[axis] - origin[axis]) as f32)),
        ..model
    }
}

/// The way from a corner to where both edges are at distance 1.
fn inward(before: [f64; 2], corner: [f64; 2], after: [f64; 2]) -> [f32; 2] {
    let normal = |from: [f64; 2], to: [f64; 2]| {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = way[0].hypot(way[1]).max(f64::MIN_POSITIVE);
        [-way[1] / length, way[0] / length]
    };
    let (a, b) = (normal(before, corner), normal(corner, after));
    let sum = [a[0] + b[0], a[1] + b[1]];
    // As long as 1 / cos of half the angle between the normals; the sum is as long as twice that cosine.
    let square = sum[0] * sum[0] + sum[1] * sum[1];
    let length = (2.0 / square.max(f64::MIN_POSITIVE).sqrt()).min(LONGEST_INWARD);
    sum.map(|part| (part / square.max(f64::MIN_POSITIVE).sqrt() * length) as f32)
}

/// Area over perimeter: of a thin strip half of its thickness, of a square a quarter of its side.
fn half_thickness(corners: &[[f64; 2]]) -> f64 {
    let pairs = || corners.iter().zip(corners.iter().cycle().skip(1));
    let start = corners[0];
    let cross = |a: &[f64; 2], b: &[f64; 2]| (a[0] - start[0]) * (b[1] - start[1]) - (a[1] - start[1]) * (b[0] - start[0]);
    let doubled_area: f64 = pairs().map(|(a, b)| cross(a, b)).sum();
    let perimeter: f64 = pairs().map(|(a, b)| (b[0] - a[0]).hypot(b[1] - a[1])).sum();
    0.5 * doubled_area.abs() / perimeter.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_cover_a_concave_polygon_exactly_and_edges_follow_them() {
        let corners = [[0.0, 0.0], [30.0, 0.0], [30.0, 30.0], [20.0, 30.0], [20.0, 10.0], [10.0, 10.0], [10.0, 30.0], [0.0, 30.0]];
        let mut pieces = Vec::new();
        polygon(&corners, Piece::default(), &mut pieces);
        let area = |p: &Piece| {
            let [a, b, c] = p.corners;
            (0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))).abs()
        };
        let of_layer = |layer| pieces.iter().filter(move |piece| piece.layer == layer);
        assert_eq!(of_layer(layer::INTERIOR).map(area).sum::<f32>(), 700.0);
        assert_eq!(of_layer(layer::EDGE).count(), corners.len());
        assert!((half_thickness(&corners) - 700.0 / 160.0).abs() < 1e-9);
    }

    #[test]
    fn corners_go_inwards_so_that_both_edges_are_equally_far() {
        let near = |way: [f32; 2], wanted: [f32; 2]| (0..2).all(|axis| (way[axis] - wanted[axis]).abs() < 1e-6);
        assert!(near(inward([0.0, 1.0], [0.0, 0.0], [1.0, 0.0]), [1.0, 1.0]), "a convex corner");
        assert!(near(inward([1.0, 0.0], [0.0, 0.0], [0.0, 1.0]), [-1.0, -1.0]), "a concave one");
        assert!(near(inward([0.0, 0.0], [1.0, 0.0], [2.0, 0.0]), [0.0, 1.0]), "none at all");
        let [x, y] = inward([-9.0, 0.1], [0.0, 0.0], [-9.0, -0.1]);
        assert!(f64::from(x.hypot(y)) <= LONGEST_INWARD + 1e-3, "a sharp one");
    }
}
