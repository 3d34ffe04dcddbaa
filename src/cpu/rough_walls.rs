//! Twin of `rough_walls.wgsl`: the walls of the world and one rough disc.

use super::body::{friction_root, restitution_root};
use super::dim2::{offset, saturated, sum};
use super::exact::{float_of, product};
use super::friction::{Motion, held_spin, rub_impulse};
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
    let up = rub(push[0], friction, stop[1], body.spin, push[0].signum(), shift);
    let left = rub(push[1], friction, stop[0], body.spin - up.spin, -push[1].signum(), shift);
    let rubbed = sum(stop, [left.along, up.along]);
    Motion { displacement: saturated(rubbed), spin: held_spin(body.spin - up.spin - left.spin) }
}

/// What a wall changes of a motion along itself, and takes from the spin.
struct Rub {
    along: i32,
    spin: i32,
}

/// Twin of `rub`: by a wall that pushed a disc by `push`. `side` is the direction of the tangent on the axis along the wall.
fn rub(push: i32, friction: f32, along: i32, spin: i32, side: i32, shift: f32) -> Rub {
    let slip = float_of(side * along) - float_of(spin);
    let limit = product(float_of(push).abs(), friction);
    let impulse = rub_impulse(slip, limit, shift);
    Rub { along: side * impulse, spin: 2 * impulse }
}
