// A sweep over all contacts: Gauss-Seidel, each contact sees what those before it did. Cells are taken in blocks
// of 2×2, and blocks in four colours, like the squares of a board in two; no two blocks of a colour reach the same
// particle, so that the blocks of a colour are swept at the same time, each by one thread, and the result does
// not depend on threads. One dispatch is one colour. Joined to the passes that bind the stage; they say what one
// contact carries after it (impulse_after) and what becomes of a particle that touches another (touched). Twin: src/cpu/sweep.rs.

// How often this thread held a displacement to its range.
var<private> held_times: u32;

// Backwards everything is reversed: colours, cells of a block, slots of a cell, contacts of a particle.
fn sweep_block(index: u32, backwards: bool) {
    let colour = select(stage.index, 3u - stage.index, backwards);
    let odd = vec2u(colour & 1u, colour >> 1u);
    let blocks = (((params.grid_size + 1u) >> vec2u(1u)) + 1u - odd) >> vec2u(1u);
    if index >= blocks.x * blocks.y {
        return;
    }
    // Two cells of a row follow each other, so a block is two runs of slots.
    let cell = 2u * (2u * vec2u(index % blocks.x, index / blocks.x) + odd);
    let lower = block_run(cell);
    let upper = block_run(cell + vec2u(0u, 1u));
    let in_lower = lower.y - lower.x;
    let count = in_lower + upper.y - upper.x;
    for (var k = 0u; k < count; k++) {
        let place = select(k, count - 1u - k, backwards);
        sweep_particle(select(upper.x + place - in_lower, lower.x + place, place < in_lower), backwards);
    }
    if held_times > 0u {
        count_saturated(held_times);
    }
}

// The slots of a cell and of the one to its right: first and end.
fn block_run(cell: vec2u) -> vec2u {
    if cell.y >= params.grid_size.y {
        return vec2u(0u);
    }
    let first = cell_index(vec2i(cell));
    return vec2u(cell_starts[first], cell_starts[first + min(2u, params.grid_size.x - cell.x)]);
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
        let j = contacts[row].partner;
        let other = particles[j];
        let apart = separation(particle, other);
        let mass = contact_mass(particle, other);
        let before = contacts[row].impulse;
        let approach = separating_speed(displacement, displacements[j], apart.normal);
        let speed = rebound(approach, apart.gap);
        let after = impulse_after(speed, apart.gap, mass, before);
        let change = impulse_change(after - before + product(mass, speed - approach), apart.normal);
        displacement = changed(particle, displacement, change);
        displacements[j] = changed(other, displacements[j], -change);
        contacts[row].impulse = after;
        touched(j, 1u);
    }
    displacements[i] = displacement;
    touched(i, count);
}

// The displacement of a disc after a change; a pinned one keeps its own. No branch: where one lane of a processor has
// work, all have, and counting takes atomics.
fn changed(particle: Particle, displacement: vec2i, change: vec2i) -> vec2i {
    let wanted = displacement + select(vec2i(0), change, phase_of(particle.info) == LIVE);
    held_times += select(0u, 1u, any(saturated(wanted) != wanted));
    return saturated(wanted);
}

// The speed with which two discs separate once they have bounced, if they collide in this substep, and faster than
// what does not bounce.
fn rebound(speed: f32, gap: f32) -> f32 {
    let collides = speed + max(gap, 0.0) < 0.0 && speed < -params.bounce_speed;
    return select(speed, product(speed, -params.restitution), collides && params.restitution > 0.0);
}
