// One thread per particle. Puts its index to the others of its cell, in the order of their ranks, which is free.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read> ranks: array<u32>;
@group(0) @binding(3) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn grid_place(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    order[cell_starts[sort_cell(particle_of(particles[i]))] + ranks[i]] = i;
}
