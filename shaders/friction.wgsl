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

// In whole units, with which a wall or an obstacle rubs a disc of mass 1 that slips. What stops the slip is rounded to the nearest, so
// that what does not slip is left alone, and what is left of the slip is stopped later. The limit, at least 0, is rounded by the phase
// of the substep, up or down: where it is less than a unit or two, as with short substeps, there would be no friction else, or too much.
fn rub_impulse(slip: f32, limit: f32, shift: f32) -> i32 {
    let most = rounded(whole(min(limit, MAX_IMPULSE) + shift));
    return clamp(rounded(clamp(-stopping_impulse(1.0, slip), -MAX_IMPULSE, MAX_IMPULSE)), -most, most);
}
