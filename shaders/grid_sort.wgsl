// One thread per place in `order`. Moves that particle and its displacement to their slot: cells follow each
// other as in the counting sort, and inside a cell the exact positions decide, so that a sweep that goes from
// slot to slot goes the same way whatever the labels and the threads. sources and targets tell, by slot and by
// the place before, where each came from and went.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> particles_next: array<vec4i>;
@group(0) @binding(6) var<storage, read_write> displacements_next: array<vec2i>;
@group(0) @binding(7) var<storage, read_write> sources: array<u32>;
@group(0) @binding(8) var<storage, read_write> targets: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn grid_sort(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let place = thread_index(id, groups);
    if place >= params.particle_count {
        return;
    }
    let i = order[place];
    let particle = particle_of(particles[i]);
    let slot = slot_of(particle, place);
    particles_next[slot] = words_of(particle);
    displacements_next[slot] = displacements[i];
    sources[slot] = i;
    targets[i] = slot;
}

// Outside the grid nothing is swept: there the order is free.
fn slot_of(particle: Particle, place: u32) -> u32 {
    let cell = sort_cell(particle);
    if cell == params.cell_count {
        return place;
    }
    let first = cell_starts[cell];
    let end = cell_starts[cell + 1u];
    var slot = first;
    if end - first > 1u {
        for (var other = first; other < end; other++) {
            slot += select(0u, 1u, comes_before(particle_of(particles[order[other]]), particle));
        }
    }
    return slot;
}

// By x, then y, both to the last fraction; ids only break the tie of two at one place.
fn comes_before(a: Particle, b: Particle) -> bool {
    if any(a.position != b.position) {
        return select(a.position.y < b.position.y, a.position.x < b.position.x, a.position.x != b.position.x);
    }
    let fractions = vec2u(a.info, b.info) & vec2u((FRACTION_MASK << FRACTION_SHIFT.x) | (FRACTION_MASK << FRACTION_SHIFT.y));
    return select(a.id < b.id, fractions.x < fractions.y, fractions.x != fractions.y);
}
