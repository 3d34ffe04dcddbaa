// What of a disc is not the same for all: its mass, its surface and its rotation. Joined to the passes that bind
// bodies. Twin: src/cpu/body.rs; layout: src/world/body.rs.

struct Body {
    inverse_mass: f32, // that of the heaviest disc of the scene is 1; 0 for a pinned one
    surface: u32,      // roots of friction (bits 0-15) and of restitution (bits 16-31)
    spin: i32,         // what the rim moves round the centre in a substep, counter-clockwise, displacement units
    angle: u32,        // 2^32 to a turn
}

// Of two surfaces the geometric mean counts: the product of the roots.
fn friction_root(surface: u32) -> f32 {
    return product(f32(surface & 0xFFFFu), FRICTION_UNIT);
}

fn restitution_root(surface: u32) -> f32 {
    return product(f32(surface >> 16u), RESTITUTION_UNIT);
}

// 1 / (the sum of the inverse masses). Two pinned discs have no contact.
fn mass_of_contact(this_one: Body, other: Body) -> f32 {
    return reciprocal(this_one.inverse_mass + other.inverse_mass);
}

// An impulse along the normal and one along the tangent, which is the normal turned left by a quarter, as a change of
// displacement. Rounded to nearest and odd, so that two discs of one mass get opposite changes.
fn rough_change(impulse: vec2f, inverse_mass: f32, normal: vec2f) -> vec2i {
    let along = held_impulse(product(impulse.x, inverse_mass));
    let across = held_impulse(product(impulse.y, inverse_mass));
    return vec2i(
        rounded(whole(product(along, normal.x) - product(across, normal.y))),
        rounded(whole(product(along, normal.y) + product(across, normal.x))),
    );
}

// What an impulse along the tangent of the contact changes the spin: a solid disc turns half as heavily as it moves,
// and of both discs of a contact the rims are driven the same way round.
fn spin_change(tangent_impulse: f32, inverse_mass: f32) -> i32 {
    return -rounded(held_impulse(product(product(2.0, inverse_mass), tangent_impulse)));
}

// What an impulse against rolling changes the spin, counter-clockwise.
fn roll_change(impulse: f32, inverse_mass: f32) -> i32 {
    if !RESISTS_ROLLING {
        return 0;
    }
    return rounded(held_impulse(product(product(2.0, inverse_mass), impulse)));
}

fn held_impulse(impulse: f32) -> f32 {
    return clamp(impulse, -MAX_IMPULSE, MAX_IMPULSE);
}

// What a disc has turned when its rim has moved by the spin, 2^32 to a turn; at most half a turn.
fn turn_of(spin: i32, radius: i32) -> u32 {
    let r = f32(radius);
    let turn = product(product(float_of(spin), inverse_root(product(r, r))), TURN_PER_SPIN);
    return bitcast<u32>(i32(clamp(turn, -HALF_TURN, HALF_TURN)));
}
