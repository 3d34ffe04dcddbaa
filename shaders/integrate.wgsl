// One thread per particle. Moves it by its displacement, after drag, gravity and the tool; lets the
// unborn out when their substep has come; removes what went past the margin of an open side. Counts it into its cell at once, as
// grid_count does.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> births: array<u32>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> cell_counts: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn integrate(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(id, groups);
    var cell = NOWHERE;
    if i < params.particle_count {
        let next = integrated(Moving(particle_of(particles[i]), displacements[i]));
        particles[i] = words_of(next.particle);
        displacements[i] = next.displacement;
        cell = sort_cell(next.particle);
    }
    count_in(cell, i, thread);
}
