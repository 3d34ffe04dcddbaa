//! Twin of `rough_walls.wgsl`: the walls of the world and one rough disc.

use super::body::{friction_root, restitution_root};
use super::dim2::{offset, saturated, sum};
use super::exact::{float_of, product};
use super::friction::{Motion, Rub, held_spin, rub};
use crate::world::body::Body;
use crate::world::params::Params;
use crate::world::particle::Displacement;

/// Twin of `restitution_at_walls`: how much of its speed a wall gives back to a disc.
pub fn restitution_at_walls(params: &Params, body: &Body) -> f32 {
    product(restitution_root(body.surface), params.wall_restitution_root)
}

/// Twin of `rubbed_at_walls`: the motion of a disc of whose displacement walls leave `stop`, rubbed by what they take; `shift` is that of
/// the substep's phase.
#[inline(always)]
pub fn rubbed_at_walls(params: &Params, body: &Body, displacement: Displacement, stop: Displacement, shift: f32) -> Motion {
    let push = offset(stop, displacement);
    if push == [0, 0] {
        return Motion { displacement, spin: body.spin };
    }
    let friction = product(friction_root(body.surface), params.wall_friction_root);
    let rubbed_along = |push: i32, along: i32, spin: i32, side: i32| {
        let size = float_of(push).abs();
        let rubbed = rub(float_of(side * along), spin, 0.0, [friction, params.rolling_resistance].map(|limit| product(size, limit)), shift);
        Rub { impulse: side * rubbed.impulse, ..rubbed }
    };
    let up = rubbed_along(push[0], stop[1], body.spin, push[0].signum());
    let left = rubbed_along(push[1], stop[0], body.spin - up.spin, -push[1].signum());
    let rubbed = sum(stop, [left.impulse, up.impulse]);
    Motion { displacement: saturated(rubbed), spin: held_spin(body.spin - up.spin - left.spin) }
}
