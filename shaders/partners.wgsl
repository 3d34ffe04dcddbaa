// Lists the contacts that a particle owns (see ownership.wgsl): around its cell in its own level of the grid and in every coarser
// one, the coarsest first. Joined to the passes that find contacts; they say what a contact carries for which the list has room
// (impulse_of_listed), and what becomes of one for which it has none (slow_down). Loops with much in them ask at
// their end whether they go on, see ARCHITECTURE.md. Twin: src/cpu/partners.rs.

// How many partners this thread has met, and the last one in the list.
var<private> met: u32;
var<private> last_listed: u32;

// The list so far, in registers: an array would be memory. All rows are written at the end, since hardware writes them faster together.
var<private> row_a: vec2u = NO_CONTACT;
var<private> row_b: vec2u = NO_CONTACT;
var<private> row_c: vec2u = NO_CONTACT;
var<private> row_d: vec2u = NO_CONTACT;
var<private> row_e: vec2u = NO_CONTACT;

const NO_CONTACT = vec2u(NO_PARTNER, 0u);
const_assert CONTACTS_PER_PARTICLE == 5u;

fn set_row(number: u32, words: vec2u) {
    row_a = select(row_a, words, number == 0u);
    row_b = select(row_b, words, number == 1u);
    row_c = select(row_c, words, number == 2u);
    row_d = select(row_d, words, number == 3u);
    row_e = select(row_e, words, number == 4u);
}

fn write_list(i: u32) {
    let row = i * CONTACTS_PER_PARTICLE;
    contacts_next[row] = row_a;
    contacts_next[row + 1u] = row_b;
    contacts_next[row + 2u] = row_c;
    contacts_next[row + 3u] = row_d;
    contacts_next[row + 4u] = row_e;
}

fn list_contacts(i: u32, particle: Particle) {
    let own_level = level_of(particle.info);
    if phase_of(particle.info) < UNBORN {
        // No loop where there is one level: software adapters do not unroll it.
        if LEVELS == 1u {
            list_in_level(i, particle, 0u, 0u);
        } else {
            var level = 0u;
            loop {
                if level <= own_level {
                    list_in_level(i, particle, level, own_level);
                    level++;
                }
                if level > own_level {
                    break;
                }
            }
        }
    }
    write_list(i);
    if met > CONTACTS_PER_PARTICLE {
        slow_down_crowd(i, particle, last_listed);
    }
}

// Three runs after each other at a time: all of them, or half where the grid is folded.
fn list_in_level(i: u32, particle: Particle, level: u32, own_level: u32) {
    let around = cells_around(level, particle);
    list_in_runs(i, particle, level, own_level, around, first_run(-1));
    if FOLDED {
        list_in_runs(i, particle, level, own_level, around, first_run(-1) + 3);
    }
}

// At first 32 at a time are only asked whether they are partners: few are.
fn list_in_runs(i: u32, particle: Particle, level: u32, own_level: u32, around: Around, number: i32) {
    let a = partner_run(level, own_level, around, number);
    let b = partner_run(level, own_level, around, number + 1);
    let c = partner_run(level, own_level, around, number + 2);
    let ends = vec3u(cell_starts[a.cells.y], cell_starts[b.cells.y], cell_starts[c.cells.y]);
    let first = vec3u(
        first_partner(i, a.side, vec2u(cell_starts[a.cells.x], ends.x)),
        first_partner(i, b.side, vec2u(cell_starts[b.cells.x], ends.y)),
        first_partner(i, c.side, vec2u(cell_starts[c.cells.x], ends.z)),
    );
    let runs = runs_of(first, ends);
    var begin = 0u;
    loop {
        if begin < runs.count {
            let end = min(runs.count, begin + 32u);
            var owned = 0u;
            var k = begin;
            loop {
                if k < end {
                    let j = slot_in(runs, k);
                    let side = select(select(c.side, b.side, k < runs.ends.y), a.side, k < runs.ends.x);
                    owned |= select(0u, 1u << (k - begin), owns_contact(i, particle, j, particle_of(particles[j]), side));
                    k++;
                }
                if k >= end {
                    break;
                }
            }
            loop {
                if owned != 0u && met < CONTACTS_PER_PARTICLE {
                    last_listed = slot_in(runs, begin + firstTrailingBit(owned));
                    owned &= owned - 1u;
                    set_row(met, words_of_contact(ContactRow(last_listed, impulse_of_listed(i, particle, last_listed))));
                    met++;
                }
                if owned == 0u || met >= CONTACTS_PER_PARTICLE {
                    break;
                }
            }
            met += countOneBits(owned);
            begin += 32u;
        }
        if begin >= runs.count {
            break;
        }
    }
}

// Slows down the contacts of a particle beyond those of its list, which end with `last`.
fn slow_down_crowd(i: u32, particle: Particle, last: u32) {
    let own_level = level_of(particle.info);
    if LEVELS == 1u {
        _ = slow_down_beyond(i, particle, 0u, 0u, last, false);
    } else {
        var past_last = false;
        for (var level = 0u; level <= own_level; level++) {
            past_last = slow_down_beyond(i, particle, level, own_level, last, past_last);
        }
    }
}

// The same of one level; returns whether the last of the list has been met.
fn slow_down_beyond(i: u32, particle: Particle, level: u32, own_level: u32, last: u32, met_before: bool) -> bool {
    var past_last = met_before;
    let around = cells_around(level, particle);
    for (var k = first_run(first_row()); k < first_run(2); k++) {
        let run = partner_run(level, own_level, around, k);
        let end = cell_starts[run.cells.y];
        for (var j = first_partner(i, run.side, vec2u(cell_starts[run.cells.x], end)); j < end; j++) {
            if past_last && owns_contact(i, particle, j, particle_of(particles[j]), run.side) {
                slow_down(i, particle, j);
            }
            past_last = past_last || j == last;
        }
    }
    return past_last;
}
