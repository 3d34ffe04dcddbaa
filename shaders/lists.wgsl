// How a sweep goes over the list of one disc. Joined to the passes that bind the stage; the sweep over discs that are alike and that over
// rough ones say what a disc is and what a contact carries (Disc, disc_of, Carried, carried_by), how it is solved (after_contact) and how a
// disc is put back in the place of the one before (put_back).
// Twins: src/cpu/sweep.rs and src/cpu/rough_contact.rs, contact by contact.

// A contact that is about to be solved, and the disc that its owner touches.
struct Listed {
    row: u32,
    partner: u32,
    carried: Carried,
    other: Disc,
}

fn listed(row: u32, words: vec2u) -> Listed {
    let before = contact_of(words);
    return Listed(row, before.partner, carried_by(row, before.impulse), disc_of(before.partner));
}

// The contacts that one particle owns with discs of its level. No return before the loop: software adapters do all of it anyway.
fn sweep_particle(i: u32, end_of_level: u32, backwards: bool) {
    if READS_AHEAD {
        sweep_ahead(i, end_of_level, backwards);
        return;
    }
    let rows = rows_of(i, end_of_level);
    let count = rows.y - rows.x;
    let before = disc_of(i);
    var disc = before;
    var k = 0u;
    loop {
        if k < count {
            let row = rows.x + select(k, count - 1u - k, backwards);
            disc = after_contact(listed(row, contacts[row]), disc);
            k++;
        }
        if k >= count {
            break;
        }
    }
    if count > 0u {
        put_back(i, before, disc, count);
    }
}

// One contact, whoever owns it.
fn sweep_row(row: u32) {
    let i = row / CONTACTS_PER_PARTICLE;
    let before = disc_of(i);
    put_back(i, before, after_contact(listed(row, contacts[row]), before), 1u);
}

// The rows of a list in registers: an array would be memory.
struct FiveRows {
    a: vec2u,
    b: vec2u,
    c: vec2u,
    d: vec2u,
    e: vec2u,
}

const_assert CONTACTS_PER_PARTICLE == 5u;

// As sweep_particle, with all rows of the list read at once, and then all partners: they are different discs, so that solving one contact
// changes none of the others'. A thread waits for memory twice a disc, not twice a contact.
fn sweep_ahead(i: u32, end_of_level: u32, backwards: bool) {
    let row = i * CONTACTS_PER_PARTICLE + select(0u, CONTACTS_PER_PARTICLE - 1u, backwards);
    let ahead = select(1u, 0xFFFFFFFFu, backwards);
    let words = FiveRows(contacts[row], contacts[row + ahead], contacts[row + 2u * ahead], contacts[row + 3u * ahead], contacts[row + 4u * ahead]);
    if min(min(min(words.a.x, words.b.x), min(words.c.x, words.d.x)), words.e.x) >= end_of_level {
        return;
    }
    let a = listed_here(row, words.a, i, end_of_level);
    let b = listed_here(row + ahead, words.b, i, end_of_level);
    let c = listed_here(row + 2u * ahead, words.c, i, end_of_level);
    let d = listed_here(row + 3u * ahead, words.d, i, end_of_level);
    let e = listed_here(row + 4u * ahead, words.e, i, end_of_level);
    let before = disc_of(i);
    var progress = Progress(i, before, 0u);
    progress = after_listed(a, progress);
    progress = after_listed(b, progress);
    progress = after_listed(c, progress);
    progress = after_listed(d, progress);
    progress = after_listed(e, progress);
    put_back(i, before, progress.disc, progress.count);
}

// A disc in the sweep of its list, after so many contacts.
struct Progress {
    i: u32,
    disc: Disc,
    count: u32,
}

// Where the list has no contact of the level, the disc itself stands as its partner.
fn listed_here(row: u32, words: vec2u, i: u32, end_of_level: u32) -> Listed {
    return listed(row, select(vec2u(i, 0u), words, partner_of(words) < end_of_level));
}

fn after_listed(contact: Listed, progress: Progress) -> Progress {
    if contact.partner == progress.i {
        return progress;
    }
    return Progress(progress.i, after_contact(contact, progress.disc), progress.count + 1u);
}

// A particle after so many more of its contacts: those of live ones are counted, for colour, and where discs bounce for who is wedged.
fn counted(particle: Particle, count: u32) -> Particle {
    let counts = (DISCS_BOUNCE || substep.uncounted == 0u) && phase_of(particle.info) == LIVE;
    return with_touching(particle, touching_of(particle.info) + select(0u, count, counts));
}

// Both ends of a contact.
struct Pair {
    ours: Disc,
    theirs: Disc,
}

// What a contact carries after a sweep, and what its discs get.
struct Solved {
    impulse: Impulse,
    given: Impulse,
}
