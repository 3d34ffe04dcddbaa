// A sweep over contacts (see blocks.wgsl) of discs that are alike. Joined to the passes that bind the stage and no bodies; they
// say what one contact does in it (solved), how far it parts its discs (parting_of), and what becomes of a particle
// that touches another (touched).
// Twin: src/cpu/sweep.rs.

// One end of a contact.
struct Disc {
    particle: Particle,
    displacement: vec2i,
}

// A contact in a sweep, in displacement units.
struct Meeting {
    gap: f32,
    mass: f32,
    speed: f32,   // with which the discs separate
    half: f32,    // of a substep's gravity along the normal, see bounce.wgsl
    at_ease: bool, // the discs' speeds are their own, as the pass has it (are_at_ease)
    impulse: f32, // what the contact carries
}

// What a contact carries after a sweep, and what its discs get.
struct Solved {
    impulse: f32,
    given: f32,
}

// The contacts that one particle owns with discs of its level.
fn sweep_particle(i: u32, end_of_level: u32, backwards: bool) {
    let rows = rows_of(i, end_of_level);
    let count = rows.y - rows.x;
    if count == 0u {
        return;
    }
    var disc = Disc(particle_of(particles[i]), displacements[i]);
    for (var k = 0u; k < count; k++) {
        disc = after_contact(rows.x + select(k, count - 1u - k, backwards), disc);
    }
    displacements[i] = disc.displacement;
    touched(i, disc.particle, count);
}

// One contact, whoever owns it.
fn sweep_row(row: u32) {
    let i = row / CONTACTS_PER_PARTICLE;
    let disc = after_contact(row, Disc(particle_of(particles[i]), displacements[i]));
    displacements[i] = disc.displacement;
    touched(i, disc.particle, 1u);
}

// Solves a contact; returns its owner after it.
fn after_contact(row: u32, disc: Disc) -> Disc {
    let before = contact_of(contacts[row]);
    let j = before.partner;
    let other = Disc(particle_of(particles[j]), displacements[j]);
    let apart = separation(disc.particle, other.particle);
    let mass = contact_mass(disc.particle, other.particle);
    let speed = separating_speed(disc.displacement, other.displacement, apart.normal);
    let half = half_of_contact(disc.particle, other.particle, apart.normal, substep.gravity);
    let result = solved(Meeting(apart.gap, mass, speed, half, are_at_ease(disc.particle, other.particle), before.impulse));
    let change = impulse_change(result.given, apart.normal);
    let ours = changed(disc, change);
    let theirs = changed(other, -change);
    let part = parting_of(ours, theirs, apart, mass, result.impulse);
    displacements[j] = theirs.displacement;
    contacts[row] = words_of_contact(ContactRow(j, result.impulse));
    touched(j, parted(theirs, -part).particle, 1u);
    return parted(ours, part);
}

// A disc after a change of its displacement; a pinned one keeps its own. No branch: where one lane of a processor has work, all
// have, and counting takes atomics.
fn changed(disc: Disc, change: vec2i) -> Disc {
    let live = phase_of(disc.particle.info) == LIVE;
    let wanted = disc.displacement + select(vec2i(0), change, live);
    held_times += select(0u, 1u, any(saturated(wanted) != wanted));
    return Disc(disc.particle, saturated(wanted));
}

// A disc after a change of its place.
fn parted(disc: Disc, part: vec2i) -> Disc {
    let live = phase_of(disc.particle.info) == LIVE;
    return Disc(moved(disc.particle, select(vec2i(0), part, live)), disc.displacement);
}
