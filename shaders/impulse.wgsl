// What one contact of two discs does to their displacements. Joined to the passes that bind contacts.
// Twin: src/cpu/impulse.rs.

// How two discs stand to each other.
struct Separation {
    gap: f32,       // displacement units; negative where they overlap
    normal: vec2f,  // from the other to this one
}

fn separation(this_one: Particle, other: Particle) -> Separation {
    let offset = this_one.position - other.position;
    let d = vec2f(offset);
    let reach = f32(radius_of(this_one.info) + radius_of(other.info));
    let d2 = product(d.x, d.x) + product(d.y, d.y);
    let inverse = inverse_root(d2);
    if all(offset == vec2i(0)) {
        return Separation(product(-reach, UNITS_PER_STEP), coincident_normal(label_of(this_one), label_of(other)));
    }
    let gap = product(d2, inverse) - reach;
    return Separation(product(gap, UNITS_PER_STEP), vec2f(product(d.x, inverse), product(d.y, inverse)));
}

// By how much two discs that overlap deeply are parted without getting any speed.
fn parting(gap: f32, this_one: Particle, other: Particle) -> f32 {
    let reach = f32(radius_of(this_one.info) + radius_of(other.info));
    return product(max(-gap - product(reach, PARTING_DEPTH), 0.0), params.parting_share);
}

// Whether two discs with these displacements may be parted: they are slow and near in mass, or their contact carries little. Fast ones
// that it throws back would get energy from that, since it carries as much as before when they are less deep in each other.
fn may_part(near: bool, this_displacement: vec2i, other_displacement: vec2i, gap: f32, mass: f32, impulse: f32) -> bool {
    let fastest = max(abs(this_displacement), abs(other_displacement));
    return (near && all(fastest <= vec2i(params.parting_speed))) || impulse <= product(mass, -gap);
}

// Whether two masses are near each other, or one is infinite, as that of a pinned disc. mass is that of their contact.
fn are_near(mass: f32, inverse_masses: vec2f) -> bool {
    let lighter = max(inverse_masses.x, inverse_masses.y);
    return product(mass, lighter) <= PARTING_MASSES || min(inverse_masses.x, inverse_masses.y) == 0.0;
}

// 1 / (the sum of the inverse masses): a live disc has a mass of one, a pinned one an infinite one. Two pinned
// discs have no contact.
fn contact_mass(this_one: Particle, other: Particle) -> f32 {
    return select(1.0, 0.5, phase_of(this_one.info) == LIVE && phase_of(other.info) == LIVE);
}

// Whether neither disc is loaded: their speeds are their own.
fn are_free(this_one: Particle, other: Particle) -> bool {
    return !is_loaded(this_one) && !is_loaded(other);
}

// How fast two discs separate along the normal, in displacement units; negative where they approach.
fn separating_speed(this_displacement: vec2i, other_displacement: vec2i, normal: vec2f) -> f32 {
    let relative = this_displacement - other_displacement;
    return whole(product(float_of(relative.x), normal.x) + product(float_of(relative.y), normal.y));
}

// What the first sweep makes of an impulse, so that discs do not approach and leave a part of their overlap. No more for the overlap than the leak takes and a push at the limit, so that discs which start in each other are parted with
// a speed that does not go with the number of substeps, and those that are pressed carry all of it.
fn after_push(mass: f32, speed: f32, gap: f32, impulse: f32) -> f32 {
    let share = product(mass, params.push_share);
    let leak = product(impulse, params.impulse_leak);
    let taken = max(product(share, speed + product(gap, params.push_rate)), whole(product(share, speed - params.push_limit) - leak));
    return max(whole(whole(impulse - taken) - leak), 0.0);
}

// Whether two discs bounce: they collide in this substep, faster than what does not bounce; at their speed they were apart not
// long ago; and stopping them takes far more than the contact carries. What is pressed together does not bounce: between two sweeps
// the discs of a heap have speeds that go with its loads.
fn bounces(restitution: f32, speed: f32, gap: f32, mass: f32, impulse: f32) -> bool {
    let collides = speed + max(gap, 0.0) < 0.0 && speed < -params.bounce_speed;
    let fresh = product(FRESH_SUBSTEPS, -speed) >= -gap && product(mass, -speed) >= product(BOUNCE_LOAD, impulse);
    return DISCS_BOUNCE && restitution > 0.0 && collides && fresh;
}

// After motion: whether two discs that collide may bounce. One that is wedged between others moves as these press it, and must not be thrown
// about by that: it bounces only off those that it is hardly in, or has just met.
fn may_rebound(loose: bool, speed: f32, gap: f32) -> bool {
    return loose || -gap <= params.wedged_bounce || met_lately(speed, gap);
}

// Whether neither disc is wedged; those that it touches are counted by the sweep that pushes.
fn are_loose(this_one: Particle, other: Particle) -> bool {
    return max(touching_of(this_one.info), touching_of(other.info)) < WEDGED;
}

// Whether two discs that bounce have touched only now, and are not deep in each other after motion: they could not pass through.
fn just_met(speed: f32, gap: f32) -> bool {
    return met_lately(speed, gap) && -gap - speed <= params.deepest_bounce;
}

// Whether two discs that approach were apart a moment ago, if they had this speed all along.
fn met_lately(speed: f32, gap: f32) -> bool {
    return product(JUST_MET_SUBSTEPS, -speed) >= -gap;
}

// An impulse along the normal as a change of displacement; rounded to nearest, and odd, so that the two of a
// pair get opposite changes and neither loses on average.
fn impulse_change(impulse: f32, normal: vec2f) -> vec2i {
    let held = clamp(impulse, -MAX_IMPULSE, MAX_IMPULSE);
    return vec2i(rounded(product(held, normal.x)), rounded(product(held, normal.y)));
}
