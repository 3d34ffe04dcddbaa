//! Twin of `passage.wgsl`: a disc's way as the facets of obstacles see it, which move meanwhile.

use super::dim2::offset;
use super::exact::{float_of, product};
use super::impulse::UNITS_PER_STEP;
use super::obstacle::{Obstacles, along_of, left_of, put, seen_from, turned};
use crate::world::obstacles::facet::{Facet, NO_MOVER, Pose};
use crate::world::particle::Displacement;

/// Twin of `Passage`: a way as a facet sees it.
pub struct Passage {
    /// From the start of the facet, steps.
    pub place: [f32; 2],
    /// Displacement units.
    pub by: [f32; 2],
    /// By which the obstacle turns, the sine.
    pub turn: f32,
}

/// Twin of `passage_of`: in the frame of the obstacle.
pub fn passage_of(obstacles: &Obstacles<'_>, position: [i32; 2], way: Displacement, facet: &Facet, which: u32) -> Passage {
    if facet.mover == NO_MOVER {
        return Passage { place: offset(position, facet.start).map(float_of), by: way.map(float_of), turn: 0.0 };
    }
    let (before, after) = (obstacles.pose_of(facet.mover, which), obstacles.pose_of(facet.mover, which + 1));
    let place = seen_from(position, before);
    let shift = offset(seen_from(position, after), place).map(|steps| product(float_of(steps), UNITS_PER_STEP));
    let by = turned(way.map(float_of), [after.direction[0], -after.direction[1]]);
    let by = [0, 1].map(|axis| by[axis] + shift[axis]);
    Passage { place: offset(place, facet.start).map(float_of), by, turn: turn_between(before, after) }
}

/// Twin of `passage_of_corner`: in a frame that goes with the corner at the start of the facet, but does not turn.
pub fn passage_of_corner(obstacles: &Obstacles<'_>, position: [i32; 2], way: Displacement, facet: &Facet, which: u32) -> Passage {
    if facet.mover == NO_MOVER {
        return Passage { place: offset(position, facet.start).map(float_of), by: way.map(float_of), turn: 0.0 };
    }
    let (before, after) = (obstacles.pose_of(facet.mover, which), obstacles.pose_of(facet.mover, which + 1));
    let corner = put(facet.start, before);
    let shift = offset(corner, put(facet.start, after)).map(|steps| product(float_of(steps), UNITS_PER_STEP));
    let by = [0, 1].map(|axis| float_of(way[axis]) + shift[axis]);
    Passage { place: offset(position, corner).map(float_of), by, turn: turn_between(before, after) }
}

/// Twin of `turn_between`: the sine of the angle.
fn turn_between(before: &Pose, after: &Pose) -> f32 {
    along_of(left_of(before.direction), after.direction)
}

/// Twin of `direction_at`: the direction of an obstacle after a share of a substep.
pub fn direction_at(obstacles: &Obstacles<'_>, facet: &Facet, which: u32, share: f32) -> [f32; 2] {
    if facet.mover == NO_MOVER {
        return [1.0, 0.0];
    }
    let [before, after] = [which, which + 1].map(|which| obstacles.pose_of(facet.mover, which).direction);
    [0, 1].map(|axis| before[axis] + product(after[axis] - before[axis], share))
}
