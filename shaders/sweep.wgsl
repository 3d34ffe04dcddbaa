// A sweep over contacts (see blocks.wgsl) of discs that are alike. Joined to the passes that bind the stage and no bodies; they
// say what one contact does in it (solved), how it parts its discs (parted), and what becomes of a particle
// that touches another (touched).
// Twin: src/cpu/sweep.rs.

// What a contact carries, or gives, and the same in the lists.
alias Impulse = f32;
alias Carried = f32;

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
    impulse: Impulse, // what the contact carries
}

// Along the normal, which is all that a row has.
fn carried_by(row: u32, along: f32) -> Carried {
    return along;
}

fn disc_of(i: u32) -> Disc {
    return Disc(particle_of(particles[i]), displacements[i]);
}

// A disc after so many of its contacts.
fn put_back(i: u32, before: Disc, disc: Disc, count: u32) {
    displacements[i] = disc.displacement;
    touched(i, before.particle, disc.particle, count);
}

// Solves a contact; returns its owner after it.
fn after_contact(contact: Listed, disc: Disc) -> Disc {
    let other = contact.other;
    let apart = separation(disc.particle, other.particle);
    let mass = contact_mass(disc.particle, other.particle);
    let speed = separating_speed(disc.displacement, other.displacement, apart.normal);
    let half = half_of_contact(disc.particle, other.particle, apart.normal, substep.gravity);
    let result = solved(Meeting(apart.gap, mass, speed, half, are_at_ease(disc.particle, other.particle), contact.carried));
    let change = impulse_change(result.given, apart.normal);
    let pair = parted(Pair(changed(disc, change), changed(other, -change)), apart, mass, result.impulse);
    contacts[contact.row] = words_of_contact(ContactRow(contact.partner, result.impulse));
    put_back(contact.partner, other, pair.theirs, 1u);
    return pair.ours;
}

// A disc after a change of its displacement; a pinned one keeps its own. No branch: where one lane of a processor has work, all
// have, and counting takes atomics.
fn changed(disc: Disc, change: vec2i) -> Disc {
    let live = phase_of(disc.particle.info) == LIVE;
    let wanted = disc.displacement + select(vec2i(0), change, live);
    held_times += select(0u, 1u, any(saturated(wanted) != wanted));
    return Disc(disc.particle, saturated(wanted));
}
