// One thread per particle. Counts the particle into its cell and keeps its rank there; particles
// outside the grid's life count into the overflow cell behind the last one, so that the sort itself
// takes them out of the way. cell_counts is zero on entry. The order of ranks inside a cell is free;
// nothing downstream may depend on it.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> cell_counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn grid_count(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    ranks[i] = atomicAdd(&cell_counts[sort_cell(particle_of(particles[i]))], 1u);
}
