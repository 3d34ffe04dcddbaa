// A sweep over all contacts: Gauss-Seidel, each contact sees what those before it did. Cells are taken in blocks
// of 2×2, and blocks in four colours, like the squares of a board in two; no two blocks of a colour reach the same
// particle, so that the blocks of a colour are swept at the same time, each by one thread, and the result does
// not depend on threads. One dispatch is one colour. Joined to the passes that bind the stage; they say what one
// contact does (contact_change) and what becomes of a particle that touches another (touched). Twin: src/cpu/sweep.rs.

struct ContactChange {
    impulse: f32,  // of the contact from now on
    applied: f32,  // what its two discs get now
}

// Backwards everything is reversed: colours, cells of a block, slots of a cell, contacts of a particle.
fn sweep_block(index: u32, backwards: bool) {
    let colour = select(stage.index, 3u - stage.index, backwards);
    let odd = vec2u(colour & 1u, colour >> 1u);
    let blocks = (((params.grid_size + 1u) >> vec2u(1u)) + 1u - odd) >> vec2u(1u);
    if index >= blocks.x * blocks.y {
        return;
    }
    let first_cell = 2u * (2u * vec2u(index % blocks.x, index / blocks.x) + odd);
    for (var k = 0u; k < 4u; k++) {
        let place = select(k, 3u - k, backwards);
        let cell = first_cell + vec2u(place & 1u, place >> 1u);
        if all(cell < params.grid_size) {
            sweep_cell(cell_index(vec2i(cell)), backwards);
        }
    }
}

fn sweep_cell(cell: u32, backwards: bool) {
    let first = cell_starts[cell];
    let end = cell_starts[cell + 1u];
    for (var i = first; i < end; i++) {
        sweep_particle(select(i, first + (end - 1u - i), backwards), backwards);
    }
}

// The contacts that one particle owns.
fn sweep_particle(i: u32, backwards: bool) {
    let particle = particles[i];
    let rows = i * CONTACTS_PER_PARTICLE;
    var count = 0u;
    while count < CONTACTS_PER_PARTICLE && contacts[rows + count].partner != NO_PARTNER {
        count++;
    }
    if count == 0u {
        return;
    }
    var displacement = displacements[i];
    for (var k = 0u; k < count; k++) {
        let row = rows + select(k, count - 1u - k, backwards);
        let j = contacts[row].partner & ~CROWDED;
        contacts[row].impulse = solve_contact(particle, &displacement, j, contacts[row].impulse, false);
    }
    touched(i, count);
    let last = contacts[rows + CONTACTS_PER_PARTICLE - 1u].partner;
    if count == CONTACTS_PER_PARTICLE && (last & CROWDED) != 0u {
        sweep_crowd(i, particle, &displacement, last & ~CROWDED);
    }
    displacements[i] = displacement;
}

// One contact of a particle with particle `j`; returns the contact's impulse from now on.
fn solve_contact(particle: Particle, displacement: ptr<function, vec2i>, j: u32, impulse: f32, in_crowd: bool) -> f32 {
    let other = particles[j];
    let apart = separation(particle, other);
    let speed = separating_speed(*displacement, displacements[j], apart.normal);
    let result = contact_change(apart, speed, contact_mass(particle, other), impulse, in_crowd);
    let change = impulse_change(result.applied, apart.normal);
    *displacement = changed(particle, *displacement, change);
    displacements[j] = changed(other, displacements[j], -change);
    touched(j, 1u);
    return result.impulse;
}

// The contacts beyond those that the list holds, in the order in which they were found. They have no memory.
fn sweep_crowd(i: u32, particle: Particle, displacement: ptr<function, vec2i>, last: u32) {
    let cell = cell_coords(particle.position);
    var found_last = false;
    for (var row = first_row(); row <= 1; row++) {
        let cells = neighbour_run(cell, row);
        let end = cell_starts[cells.y];
        for (var j = first_partner(i, row, cell_starts[cells.x]); j < end; j++) {
            if found_last && owns_contact(i, particle, j, particles[j]) {
                solve_contact(particle, displacement, j, 0.0, true);
                touched(i, 1u);
            }
            found_last = found_last || j == last;
        }
    }
}
