// One thread per particle. Counting sort: moves the particle and its displacement to their place in
// cell order, cell_starts + rank. slots tells where each id went.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read> ranks: array<u32>;
@group(0) @binding(4) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> particles_next: array<vec4i>;
@group(0) @binding(6) var<storage, read_write> displacements_next: array<vec2i>;
@group(0) @binding(7) var<storage, read_write> slots: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn grid_scatter(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    let slot = cell_starts[sort_cell(particle)] + ranks[i];
    particles_next[slot] = words_of(particle);
    displacements_next[slot] = displacements[i];
    if particle.id < arrayLength(&slots) {
        slots[particle.id] = slot;
    }
}
