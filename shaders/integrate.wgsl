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
fn integrate(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    var particle = particle_of(particles[i]);
    if phase_of(particle.info) == UNBORN && births[particle.id] <= substep.index {
        particle = with_phase(particle, LIVE);
    }
    if phase_of(particle.info) == LIVE {
        let acceleration = accelerated(particle, displacements[i]);
        var displacement = held(acceleration.displacement, acceleration.held);
        particle = moved(particle, displacement);
        if outside_margin(particle.position) {
            atomicAdd(&counters[COUNTER_REMOVED], 1u);
            particle = with_phase(particle, REMOVED);
            displacement = vec2i(0);
        }
        particles[i] = words_of(particle);
        displacements[i] = displacement;
    }
    ranks[i] = atomicAdd(&cell_counts[sort_cell(particle)], 1u);
}
