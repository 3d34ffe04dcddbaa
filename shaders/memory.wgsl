// What a contact carried in the last substep, and how crowded it is where there is no list for it. Joined to the passes that
// list contacts. Twin: src/cpu/memory.rs.

// Either of the two may have owned their contact.
fn remembered_impulse(i: u32, j: u32) -> f32 {
    var impulse = listed_impulse(i, j);
    if impulse < 0.0 {
        impulse = max(listed_impulse(j, i), 0.0);
    }
    return unless_faint(min(impulse, params.most_impulse));
}

// The impulse of a contact in the list of a particle; negative if it is not there. Lists are as they were in the last
// substep, and so are the places in them.
fn listed_impulse(owner: u32, partner: u32) -> f32 {
    let first = sources[owner] * CONTACTS_PER_PARTICLE;
    let wanted = sources[partner];
    for (var k = first; k < first + CONTACTS_PER_PARTICLE; k++) {
        let row = contact_of(contacts[k]);
        if row.partner == wanted {
            return row.impulse;
        }
    }
    return -1.0;
}

// The share of their approach that a contact of two discs without a list takes, with its mass.
fn share_in_crowd(particle: Particle, other: Particle, mass: f32) -> f32 {
    let crowd = f32(max(neighbour_count(particle), neighbour_count(other)));
    return product(mass, inverse_root(product(crowd, crowd)));
}

// Particles in the cells around a particle, in all levels of the grid; in a folded grid with those from afar, since to tell them
// apart would take a loop for every contact of a crowd.
fn neighbour_count(particle: Particle) -> u32 {
    let own_level = level_of(particle.info);
    if LEVELS == 1u {
        return count_around(particle, 0u);
    }
    var count = 0u;
    for (var level = 0u; level <= own_level; level++) {
        count += count_around(particle, level);
    }
    for (var level = own_level + 1u; level < LEVELS; level++) {
        let reached = reached_cells(level, particle);
        for (var y = reached.low.y; y <= reached.high.y; y++) {
            for (var part = 0; part < first_run(1); part++) {
                let cells = reached_run(level, reached, y, part);
                count += cell_starts[cells.y] - cell_starts[cells.x];
            }
        }
    }
    return count;
}

fn count_around(particle: Particle, level: u32) -> u32 {
    let cell = cell_coords(level, particle.position);
    var count = 0u;
    for (var run = first_run(-1); run < first_run(2); run++) {
        let cells = neighbour_run(level, cell, run).cells;
        count += cell_starts[cells.y] - cell_starts[cells.x];
    }
    return count;
}
