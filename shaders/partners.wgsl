// The partners of the contacts that a particle owns (see ownership.wgsl): around its cell in its own level of the grid and in every
// coarser one, the coarsest first. Joined to the passes that find contacts; they say what becomes of a contact that no list holds
// (slow_down). Twin: src/cpu/partners.rs.

// One more than a list holds, for those that are not wanted: each neighbour is written down, and counted if it is a partner. A
// branch would save nothing, since where one lane of a processor has work, all have.
struct Partners {
    found: array<u32, CONTACTS_PER_PARTICLE + 1u>,
    count: u32, // may be more than were found
}

fn partners_of(i: u32, particle: Particle) -> Partners {
    var partners = Partners();
    let own_level = level_of(particle.info);
    // No loop where there is one level: software adapters do not unroll it.
    if LEVELS == 1u {
        look_in_level(&partners, i, particle, 0u, 0u);
    } else {
        for (var level = 0u; level <= own_level; level++) {
            look_in_level(&partners, i, particle, level, own_level);
        }
    }
    return partners;
}

fn look_in_level(partners: ptr<function, Partners>, i: u32, particle: Particle, level: u32, own_level: u32) {
    let cell = cell_coords(level, particle.position);
    let end_run = first_run(select(-2, 2, phase_of(particle.info) < UNBORN));
    for (var k = first_run(first_row()); k < end_run; k++) {
        let run = partner_run(level, own_level, cell, k);
        let end = cell_starts[run.cells.y];
        for (var j = first_partner(i, run.side, vec2u(cell_starts[run.cells.x], end)); j < end; j++) {
            (*partners).found[min((*partners).count, CONTACTS_PER_PARTICLE)] = j;
            (*partners).count += select(0u, 1u, owns_contact(i, particle, j, particles[j], run.side));
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
    let cell = cell_coords(level, particle.position);
    for (var k = first_run(first_row()); k < first_run(2); k++) {
        let run = partner_run(level, own_level, cell, k);
        let end = cell_starts[run.cells.y];
        for (var j = first_partner(i, run.side, vec2u(cell_starts[run.cells.x], end)); j < end; j++) {
            if past_last && owns_contact(i, particle, j, particles[j], run.side) {
                slow_down(i, particle, j);
            }
            past_last = past_last || j == last;
        }
    }
    return past_last;
}
