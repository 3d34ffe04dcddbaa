// One thread per particle. Counts the particle into its cell and keeps its rank there.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> cell_counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn grid_count(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(id, groups);
    var cell = NOWHERE;
    if i < params.particle_count {
        cell = sort_cell(particle_of(particles[i]));
    }
    count_in(cell, i, thread);
}
