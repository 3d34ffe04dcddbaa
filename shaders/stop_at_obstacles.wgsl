// One thread per particle, after particles and obstacles moved. Takes from the displacements of live particles what would move
// them into an obstacle in the next substep, or lets them bounce; before every sweep that follows.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> cover_starts: array<u32>;
@group(0) @binding(5) var<storage, read> cover_rows: array<vec2u>; // name, facet
@group(0) @binding(6) var<storage, read> facets: array<Facet>;
@group(0) @binding(7) var<storage, read> poses: array<Pose>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn stop_at_obstacles(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i < params.particle_count {
        stop_disc(i, 1u, fall_behind(substep.gravity), true);
    }
}
