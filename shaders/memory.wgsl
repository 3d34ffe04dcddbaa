// What a contact carried in the last substep, and how crowded it is where there is no list for it. Joined to the passes that
// list contacts. Twin: src/cpu/memory.rs.

// Either of the two may have owned their contact.
fn remembered_impulse(i: u32, j: u32) -> f32 {
    var impulse = listed_impulse(i, j);
    if impulse < 0.0 {
        impulse = max(listed_impulse(j, i), 0.0);
    }
    return min(impulse, params.most_impulse);
}

// The impulse of a contact in the list of a particle; negative if it is not there. Lists are as they were in the last
// substep, and so are the places in them.
fn listed_impulse(owner: u32, partner: u32) -> f32 {
    let first = sources[owner] * CONTACTS_PER_PARTICLE;
    let wanted = sources[partner];
    for (var k = first; k < first + CONTACTS_PER_PARTICLE; k++) {
        let row = contacts[k];
        if row.partner == wanted {
            return row.impulse;
        }
    }
    return -1.0;
}

// Particles in the 3×3 cells of a particle; in a folded grid with those from afar, since to tell them apart would take a loop for
// every contact of a crowd.
fn neighbour_count(particle: Particle) -> u32 {
    let cell = cell_coords(particle.position);
    var count = 0u;
    for (var run = first_run(-1); run < first_run(2); run++) {
        let cells = neighbour_run(cell, run).cells;
        count += cell_starts[cells.y] - cell_starts[cells.x];
    }
    return count;
}
