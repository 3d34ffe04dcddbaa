// One thread per particle. What solve_contacts does at the end of a substep and integrate at the start of the next one, whose values it
// has: a particle goes through memory once for both. Only where nothing stands between the two. Leaves tile_totals, which were those
// of the sort before, as grid_scan_tiles would: few particles move to another tile.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(4) var<storage, read> births: array<u32>;
@group(0) @binding(5) var<storage, read_write> particles_next: array<vec4i>;
@group(0) @binding(6) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> cell_counts: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> ranks: array<u32>;
@group(0) @binding(10) var<storage, read_write> tile_totals: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn solve_and_integrate(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(id, groups);
    var cell = NOWHERE;
    if i < params.particle_count {
        let next = integrated(solved(i));
        particles_next[i] = words_of(next.particle);
        displacements[i] = next.displacement;
        cell = sort_cell(next.particle);
        change_tile(tile_of(sort_cell(particle_of(particles[i]))), tile_of(cell));
    }
    count_in(cell, i, thread);
}

fn change_tile(before: u32, after: u32) {
    if before != after {
        atomicSub(&tile_totals[before], 1u);
        atomicAdd(&tile_totals[after], 1u);
    }
}
