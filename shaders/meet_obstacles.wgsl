// One thread per particle, before particles and obstacles move. Takes from the displacements of live particles what would move
// them through or into an obstacle, wherever it moves meanwhile. Nothing bounces here, as in stop_at_walls.
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
fn meet_obstacles(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i < params.particle_count {
        stop_disc(i, 0u, NO_FALL, false);
    }
}
