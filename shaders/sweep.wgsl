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

// A contact that is about to be solved, and the disc that its owner touches.
struct Listed {
    row: u32,
    partner: u32,
    impulse: f32,
    other: Disc,
}

fn listed(row: u32, words: vec2u) -> Listed {
    let before = contact_of(words);
    return Listed(row, before.partner, before.impulse, disc_of(before.partner));
}

fn disc_of(i: u32) -> Disc {
    return Disc(particle_of(particles[i]), displacements[i]);
}

// The contacts that one particle owns with discs of its level.
fn sweep_particle(i: u32, end_of_level: u32, backwards: bool) {
    if READS_AHEAD {
        sweep_ahead(i, end_of_level, backwards);
        return;
    }
    let rows = rows_of(i, end_of_level);
    let count = rows.y - rows.x;
    if count == 0u {
        return;
    }
    var disc = disc_of(i);
    for (var k = 0u; k < count; k++) {
        let row = rows.x + select(k, count - 1u - k, backwards);
        disc = after_contact(listed(row, contacts[row]), disc);
    }
    displacements[i] = disc.displacement;
    touched(i, disc.particle, count);
}

// The same, with all rows of the list read at once, and then all partners: they are different discs, so that none changes the
// others. A thread waits for memory twice a disc, not twice a contact.
fn sweep_ahead(i: u32, end_of_level: u32, backwards: bool) {
    let row = i * CONTACTS_PER_PARTICLE + select(0u, CONTACTS_PER_PARTICLE - 1u, backwards);
    let ahead = select(1u, 0xFFFFFFFFu, backwards);
    let words = Five(contacts[row], contacts[row + ahead], contacts[row + 2u * ahead], contacts[row + 3u * ahead], contacts[row + 4u * ahead]);
    if min(min(min(words.a.x, words.b.x), min(words.c.x, words.d.x)), words.e.x) >= end_of_level {
        return;
    }
    let a = listed_here(row, words.a, i, end_of_level);
    let b = listed_here(row + ahead, words.b, i, end_of_level);
    let c = listed_here(row + 2u * ahead, words.c, i, end_of_level);
    let d = listed_here(row + 3u * ahead, words.d, i, end_of_level);
    let e = listed_here(row + 4u * ahead, words.e, i, end_of_level);
    var swept = Swept(i, disc_of(i), 0u);
    swept = after_listed(a, swept);
    swept = after_listed(b, swept);
    swept = after_listed(c, swept);
    swept = after_listed(d, swept);
    swept = after_listed(e, swept);
    displacements[i] = swept.disc.displacement;
    touched(i, swept.disc.particle, swept.contacts);
}

// The rows of a list, in registers: arrays would be memory.
struct Five {
    a: vec2u,
    b: vec2u,
    c: vec2u,
    d: vec2u,
    e: vec2u,
}

const_assert CONTACTS_PER_PARTICLE == 5u;

// A disc in the sweep of its list, and how many contacts are behind it.
struct Swept {
    i: u32,
    disc: Disc,
    contacts: u32,
}

// Where the list has no contact of the level, the disc itself stands as its partner.
fn listed_here(row: u32, words: vec2u, i: u32, end_of_level: u32) -> Listed {
    return listed(row, select(vec2u(i, 0u), words, partner_of(words) < end_of_level));
}

fn after_listed(contact: Listed, swept: Swept) -> Swept {
    if contact.partner == swept.i {
        return swept;
    }
    return Swept(swept.i, after_contact(contact, swept.disc), swept.contacts + 1u);
}

// One contact, whoever owns it.
fn sweep_row(row: u32) {
    let i = row / CONTACTS_PER_PARTICLE;
    let disc = after_contact(listed(row, contacts[row]), disc_of(i));
    displacements[i] = disc.displacement;
    touched(i, disc.particle, 1u);
}

// Solves a contact; returns its owner after it.
fn after_contact(contact: Listed, disc: Disc) -> Disc {
    let other = contact.other;
    let apart = separation(disc.particle, other.particle);
    let mass = contact_mass(disc.particle, other.particle);
    let speed = separating_speed(disc.displacement, other.displacement, apart.normal);
    let half = half_of_contact(disc.particle, other.particle, apart.normal, substep.gravity);
    let result = solved(Meeting(apart.gap, mass, speed, half, are_at_ease(disc.particle, other.particle), contact.impulse));
    let change = impulse_change(result.given, apart.normal);
    let ours = changed(disc, change);
    let theirs = changed(other, -change);
    let part = parting_of(ours, theirs, apart, mass, result.impulse);
    displacements[contact.partner] = theirs.displacement;
    contacts[contact.row] = words_of_contact(ContactRow(contact.partner, result.impulse));
    touched(contact.partner, parted(theirs, -part).particle, 1u);
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
