//! What the passes see of obstacles. Equal to the structs of `shaders/obstacle.wgsl`.

use bytemuck::{Pod, Zeroable};

/// An edge of an outline, or a piece of one, and the corner that it starts at. The solid is on its left.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Facet {
    /// Where it starts, in steps: from the pivot of its mover, or in the world where it stays.
    pub start: [i32; 2],
    /// Unit vector from the start to the end; zero for a lone point.
    pub along: [f32; 2],
    /// Unit vector of the edge that ends where this starts; zero where the start is no corner.
    pub before: [f32; 2],
    /// Length in steps.
    pub length: f32,
    /// By how much the outline is grown, in steps; above 0 only for points and segments, which have no inside.
    pub radius: f32,
    /// Number of the outline; facets of one follow each other.
    pub outline: u32,
    /// Number of the mover that it belongs to, or [`NO_MOVER`].
    pub mover: u32,
    /// Roots of its friction and of its restitution: of two surfaces the geometric mean counts.
    pub roots: [f32; 2],
}

/// The mover of what stays.
pub const NO_MOVER: u32 = u32::MAX;

impl Facet {
    /// Whether its start can be touched as a corner.
    pub fn has_corner(&self) -> bool {
        self.length == 0.0 || self.before != [0.0; 2]
    }

    /// Its end, in steps.
    pub fn end(&self) -> [f64; 2] {
        [0, 1].map(|axis| f64::from(self.start[axis]) + f64::from(self.along[axis]) * f64::from(self.length))
    }
}

/// Where a mover is: a point of its own frame is turned, then moved.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Pose {
    /// Where its pivot is, in steps.
    pub translation: [i32; 2],
    /// Cosine and sine of its angle, in `2^-31`.
    pub turn: [i32; 2],
    /// The same as numbers.
    pub direction: [f32; 2],
}
