// How discs rub: Coulomb's friction on rims. Twin: src/cpu/friction.rs.

// How a disc moves and turns.
struct Motion {
    displacement: vec2i,
    spin: i32, // what the rim moves round the centre in a substep, counter-clockwise, displacement units
}

fn held_spin(spin: i32) -> i32 {
    return clamp(spin, -MAX_DISPLACEMENT, MAX_DISPLACEMENT);
}

// An impulse along the tangent keeps to Coulomb's cone. A slip of 1 takes a third of the mass of the contact: a third of
// it moves the discs, two thirds turn them.
fn stopping_impulse(mass: f32, slip: f32) -> f32 {
    return product(product(mass, ONE_THIRD), slip);
}

fn in_cone(impulse: f32, limit: f32) -> f32 {
    // Whether a minimum of two zeros is +0 or -0 is left open.
    return select(max(min(impulse, limit), -limit), 0.0, limit == 0.0);
}
