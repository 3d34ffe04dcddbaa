// The walls of the world and one rough disc. Joined to the passes that bind bodies. Twin: src/cpu/rough_walls.rs.

// How much of its speed a wall gives back to a disc.
fn restitution_at_walls(body: Body) -> f32 {
    return product(restitution_root(body.surface), params.wall_restitution_root);
}

// The motion of a disc of whose displacement walls leave `stop`: rubbed by what they take. That is the greatest impulse over the
// friction that a wall can give along itself, for a disc of mass 1. `shift` is that of the substep's phase.
fn rubbed_at_walls(body: Body, displacement: vec2i, stop: vec2i, shift: f32) -> Motion {
    let friction = product(friction_root(body.surface), params.wall_friction_root);
    let push = stop - displacement;
    if all(push == vec2i(0)) {
        return Motion(displacement, body.spin);
    }
    let limits = vec2f(friction, params.rolling_resistance);
    // The tangent is the inward normal turned left: up the right wall, to the left on the bottom.
    let up = rubbed_along(push.x, limits, stop.y, body.spin, sign(push.x), shift);
    let left = rubbed_along(push.y, limits, stop.x, body.spin - up.spin, -sign(push.y), shift);
    return Motion(saturated(stop + vec2i(left.impulse, up.impulse)), held_spin(body.spin - up.spin - left.spin));
}

// What a wall that pushed a disc by `push` changes of its motion `along` the wall, and takes from its spin. `side` is the direction of the
// tangent on the axis along the wall; `limits` are over the push.
fn rubbed_along(push: i32, limits: vec2f, along: i32, spin: i32, side: i32, shift: f32) -> Rub {
    let size = abs(float_of(push));
    let rubbed = rub(float_of(side * along), spin, 0.0, vec2f(product(size, limits.x), product(size, limits.y)), shift);
    return Rub(side * rubbed.impulse, rubbed.spin);
}
