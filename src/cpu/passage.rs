//! Twin of `passage.wgsl`: a disc's way as the facets of obstacles see it, which move meanwhile.

use super::dim2::offset;
use super::exact::{float_of, product};
use super::impulse::UNITS_PER_STEP;
use super::obstacle::{Obstacles, along_of, left_of, put, seen_from, turned};
use crate::world::fixed::obstacle::STEPS_PER_UNIT;
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
#[derive(Clone, Copy)]
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

/// What is the same for all facets of an obstacle: a disc's way in its frame.
pub struct Seen<'a> {
    /// Number of the mover, or [`NO_MOVER`].
    pub mover: u32,
    position: [i32; 2],
    pub way: Displacement,
    poses: Option<[&'a Pose; 2]>,
    place: [i32; 2],
    by: [f32; 2],
    turning: Turning,
}

impl<'a> Seen<'a> {
    /// As one that moves with a mover sees it, if it moves.
    #[inline]
    pub fn by_mover(obstacles: &Obstacles<'a>, position: [i32; 2], way: Displacement, mover: u32, which: u32) -> Self {
        if mover == NO_MOVER {
            let turning = Turning { before: [1.0, 0.0], after: [1.0, 0.0], sine: 0.0 };
            return Self { mover, position, way, poses: None, place: position, by: way.map(float_of), turning };
        }
        let poses @ [before, after] = [which, which + 1].map(|which| obstacles.pose_of(mover, which));
        let place = seen_from(position, before);
        let by = turned(way.map(float_of), [after.direction[0], -after.direction[1]]);
        let shift = shift_of(offset(seen_from(position, after), place));
        let sine = along_of(left_of(before.direction), after.direction);
        let turning = Turning { before: before.direction, after: after.direction, sine };
        Self { mover, position, way, poses: Some(poses), place, by: [0, 1].map(|axis| by[axis] + shift[axis]), turning }
    }

    /// Twin of `past_side`: past one of its facets, in its frame.
    #[inline]
    fn past_side(&self, facet: &Facet) -> Passage {
        Passage { place: offset(self.place, facet.start).map(float_of), by: self.by }
    }

    /// Twin of `past_corner`: in a frame that goes with the corner, but does not turn.
    fn past_corner(&self, facet: &Facet) -> Passage {
        let Some([before, after]) = self.poses else { return self.past_side(facet) };
        let corner = put(facet.start, before);
        let shift = shift_of(offset(corner, put(facet.start, after)));
        Passage { place: offset(self.position, corner).map(float_of), by: [0, 1].map(|axis| float_of(self.way[axis]) + shift[axis]) }
    }

    /// [`Self::all_passages`]; none past a facet that a disc with this reach is too far from to touch it on its way.
    #[inline]
    pub fn passages(&self, facet: &Facet, reach: f32) -> Option<Passages> {
        let is_beyond = is_beyond(&self.past_side(facet), facet, reach, self.turning.sine);
        (!is_beyond).then(|| self.all_passages(facet))
    }

    /// Twin of `passages_of`.
    #[inline]
    pub fn all_passages(&self, facet: &Facet) -> Passages {
        Passages { side: self.past_side(facet), corner: self.past_corner(facet), turning: self.turning }
    }
}

/// Whether a disc that starts here is further from all of a facet than its way is long, whichever frame that is seen from: what the frame
/// of the corner has more goes by the distance from the corner and the angle between the two poses, whose chord is less than twice its sine.
#[inline]
fn is_beyond(&Passage { place, by }: &Passage, facet: &Facet, reach: f32, sine: f32) -> bool {
    let from_corner = place[0].abs() + place[1].abs();
    let long = (by[0].abs() + by[1].abs()) * STEPS_PER_UNIT + 2.0 * sine.abs() * from_corner;
    // More than what is rounded on the way.
    let room = (reach + long) * MARGIN + from_corner * (MARGIN - 1.0) + FEW_STEPS;
    if facet.length == 0.0 {
        return from_corner > 1.5 * room;
    }
    let (height, foot) = (along_of(place, left_of(facet.along)), along_of(place, facet.along));
    height.abs() > room || foot < -room || foot > facet.length + room
}

/// See [`is_beyond`]; the overhang of a facet is among it.
const MARGIN: f32 = 1.001;
const FEW_STEPS: f32 = 1024.0;

/// Twin of `shift_of`: steps as displacement units.
fn shift_of(steps: [i32; 2]) -> [f32; 2] {
    steps.map(|steps| product(float_of(steps), UNITS_PER_STEP))
}

/// Twin of `direction_at`: the direction of an obstacle after a share of the way.
pub fn direction_at(turning: &Turning, share: f32) -> [f32; 2] {
    [0, 1].map(|axis| turning.before[axis] + product(turning.after[axis] - turning.before[axis], share))
}
