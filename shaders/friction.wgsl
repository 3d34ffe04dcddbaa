// How discs rub: Coulomb's friction on rims, and what walls and obstacles do against rolling. Twin: src/cpu/friction.rs.

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

// What walls and obstacles do to a rim.
struct Rub {
    impulse: i32, // along the tangent, for a disc of mass 1
    spin: i32,    // taken from the spin
}

// What something rubs a disc with that presses it. Its rim would slide by `slide` if it did not turn; `turn` is the spin of one that turns
// with what it lies on. `limits` are those of the impulse along the tangent, and of that against rolling, which takes twice as much from
// the spin. Both at once: one after the other would leave a part of the motion of a disc that is to lie still.
fn rub(slide: f32, spin: i32, turn: f32, limits: vec2f, shift: f32) -> Rub {
    let slip = whole(slide - float_of(spin));
    if !RESISTS_ROLLING {
        let impulse = rub_impulse(slip, limits.x, shift);
        return Rub(impulse, 2 * impulse);
    }
    let most = rounded(whole(min(product(2.0, limits.y), MAX_IMPULSE) + shift));
    let rolling = whole(float_of(spin) - turn);
    // The spin that is to be taken where the middle stands still in the end.
    let wanted = clamp(whole(rolling + product(2.0, whole(slide - turn))), -float_of(most), float_of(most));
    let impulse = rub_impulse(whole(slip + wanted), limits.x, shift);
    let left = clamp(whole(rolling - float_of(2 * impulse)), -MAX_IMPULSE, MAX_IMPULSE);
    return Rub(impulse, 2 * impulse + clamp(rounded(left), -most, most));
}
