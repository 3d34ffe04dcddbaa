//! Twin of `passage.wgsl`: a disc's way as the facets of obstacles see it, which move meanwhile.

use super::dim2::offset;
use super::exact::{float_of, product};
use super::impulse::UNITS_PER_STEP;
use super::obstacle::{Obstacles, along_of, left_of, put, seen_from, turned};
use crate::world::obstacles::facet::{Facet, NO_MOVER, Pose};
use crate::world::particle::Displacement;

/// Twin of `Passage`: a way as a facet sees it.
#[derive(Clone, Copy)]
pub struct Passage {
    /// From the start of the facet, steps.
    pub place: [f32; 2],
    /// Displacement units.
    pub by: [f32; 2],
}

/// Twin of `Turning`: how an obstacle turns meanwhile.
pub struct Turning {
    /// Its direction at the start of the way.
    before: [f32; 2],
    pub after: [f32; 2],
    /// Of the angle between the two.
    pub sine: f32,
}

/// Twin of `Passages`: the way past the side of a facet and past the corner at its start.
pub struct Passages {
    pub side: Passage,
    pub corner: Passage,
    pub turning: Turning,
}

/// Twin of `passages_of`.
#[inline]
pub fn passages_of(obstacles: &Obstacles<'_>, position: [i32; 2], way: Displacement, facet: &Facet, which: u32) -> Passages {
    if facet.mover == NO_MOVER {
        let passage = Passage { place: offset(position, facet.start).map(float_of), by: way.map(float_of) };
        return Passages { side: passage, corner: passage, turning: Turning { before: [1.0, 0.0], after: [1.0, 0.0], sine: 0.0 } };
    }
    let (before, after) = (obstacles.pose_of(facet.mover, which), obstacles.pose_of(facet.mover, which + 1));
    let sine = along_of(left_of(before.direction), after.direction);
    Passages {
        side: past_side(position, way, facet.start, before, after),
        corner: past_corner(position, way, facet.start, before, after),
        turning: Turning { before: before.direction, after: after.direction, sine },
    }
}

/// Twin of `past_side`: in the frame of the obstacle.
fn past_side(position: [i32; 2], way: Displacement, start: [i32; 2], before: &Pose, after: &Pose) -> Passage {
    let place = seen_from(position, before);
    let by = turned(way.map(float_of), [after.direction[0], -after.direction[1]]);
    let shift = shift_of(offset(seen_from(position, after), place));
    Passage { place: offset(place, start).map(float_of), by: [0, 1].map(|axis| by[axis] + shift[axis]) }
}

/// Twin of `past_corner`: in a frame that goes with the corner, but does not turn.
fn past_corner(position: [i32; 2], way: Displacement, start: [i32; 2], before: &Pose, after: &Pose) -> Passage {
    let corner = put(start, before);
    let shift = shift_of(offset(corner, put(start, after)));
    Passage { place: offset(position, corner).map(float_of), by: [0, 1].map(|axis| float_of(way[axis]) + shift[axis]) }
}

/// Twin of `shift_of`: steps as displacement units.
fn shift_of(steps: [i32; 2]) -> [f32; 2] {
    steps.map(|steps| product(float_of(steps), UNITS_PER_STEP))
}

/// Twin of `direction_at`: the direction of an obstacle after a share of the way.
pub fn direction_at(turning: &Turning, share: f32) -> [f32; 2] {
    [0, 1].map(|axis| turning.before[axis] + product(turning.after[axis] - turning.before[axis], share))
}
