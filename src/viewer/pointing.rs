//! What the mouse is on: an obstacle, or the knob that turns one.

use super::drawn_shape::distance;
use super::hand::reach;
use super::session::Session;
use crate::picture::view::View;
use crate::world::spec::Placement;

/// What of the picture the mouse is on.
#[derive(Clone, Copy, Debug)]
pub struct Pointing {
    /// Where the mouse is, scene units; `None` while its button is up.
    pub held: Option<[f64; 2]>,
    /// Scene units in a point of the screen.
    pub unit: f64,
    /// The shorter side of the picture, scene units.
    pub room: f64,
    /// Whether time stands still.
    pub paused: bool,
    /// Whether a new one is drawn, even over what is there.
    pub anew: bool,
}

/// Points of the screen by which the mouse may miss an obstacle or a knob.
const MISS: f64 = 4.0;
/// Radius of a knob in points.
pub const KNOB: f64 = 7.0;
/// From an obstacle to its knob in points.
const KNOB_AWAY: f64 = 26.0;

impl Pointing {
    /// Of a picture with so many pixels in a point, with the button at `held`.
    pub fn new(held: Option<[f64; 2]>, view: &View, session: &Session, points: f32) -> Self {
        let units_per_pixel = 1.0 / (view.scale * session.world.frame.steps_per_unit());
        let room = view.size[0].min(view.size[1]) * units_per_pixel;
        Self { held, unit: units_per_pixel * f64::from(points), room, paused: false, anew: false }
    }
}

/// The direction of a place, seen from a pivot.
pub fn angle(pivot: [f64; 2], at: [f64; 2]) -> f64 {
    (at[1] - pivot[1]).atan2(at[0] - pivot[0])
}

/// Where an obstacle is to be: where it is, or where the hand leads it.
pub fn aim(session: &Session, obstacle: usize) -> Placement {
    let now = session.placement(obstacle);
    match session.hand().filter(|hand| hand.obstacle == obstacle) {
        None => now,
        Some(hand) => {
            let moved = session.obstacles().specs()[obstacle].rail.by_hand(session.seconds());
            let offset = [0, 1].map(|axis| now.offset[axis] - moved.offset[axis] + hand.target.offset[axis]);
            Placement { offset, angle: now.angle - moved.angle + hand.target.angle }
        }
    }
}

/// Where the pivot of an obstacle is to be.
pub fn pivot(session: &Session, obstacle: usize) -> [f64; 2] {
    let spec = &session.obstacles().specs()[obstacle];
    aim(session, obstacle).of_point(spec.pivot(), spec.pivot())
}

/// Both ends of the handle of an obstacle: its pivot, and the knob that turns it.
pub fn handle(session: &Session, obstacle: usize, pointing: Pointing) -> [[f64; 2]; 2] {
    let spec = &session.obstacles().specs()[obstacle];
    let pivot = pivot(session, obstacle);
    let length = (reach(spec) + KNOB_AWAY * pointing.unit).min(0.4 * pointing.room);
    let turned = session.hand().filter(|hand| hand.obstacle == obstacle).map_or(0.0, |hand| hand.target.angle);
    let (sin, cos) = turned.sin_cos();
    [pivot, [pivot[0] - sin * length, pivot[1] + cos * length]]
}

/// Whether a place is on the knob of an obstacle.
pub fn is_on_knob(session: &Session, obstacle: usize, at: [f64; 2], pointing: Pointing) -> bool {
    distance(handle(session, obstacle, pointing)[1], at) < (KNOB + MISS) * pointing.unit
}

/// The obstacle at a place, the last one drawn where there are several.
pub fn pick(session: &Session, at: [f64; 2], pointing: Pointing) -> Option<usize> {
    let specs = session.obstacles().specs();
    let slack = MISS * pointing.unit;
    let is_at = |&number: &usize| {
        let spec = &specs[number];
        spec.shape.contains(session.placement(number).point_before(spec.pivot(), at), slack)
    };
    (0..specs.len()).rev().find(is_at)
}
