// One thread per particle. Changes its displacement by drag, gravity and the tool, and moves nothing yet; lets
// the unborn out when their substep has come; removes what went past the margin of an open side. Touching particles
// are counted anew. Counts it into its cell at once, as grid_count does.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> births: array<u32>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> cell_counts: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn accelerate(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(id, groups);
    var cell = NOWHERE;
    if i < params.particle_count {
        cell = sort_cell(particle_at_start(i));
    }
    count_in(cell, i, thread);
}

// The particle in a place, let out, started or removed.
fn particle_at_start(i: u32) -> Particle {
    let particle = particle_of(particles[i]);
    let phase = phase_of(particle.info);
    let is_born = EMITS && phase == UNBORN && births[particle.id] <= substep.index;
    if is_born || phase == LIVE {
        return started(with_phase(particle, LIVE), i);
    }
    return particle;
}

// A live particle at the start of the substep, or what is left of one that is removed.
fn started(before: Particle, i: u32) -> Particle {
    let particle = with_touching(before, 0u);
    if outside_margin(particle.position) {
        atomicAdd(&counters[COUNTER_REMOVED], 1u);
        displacements[i] = vec2i(0);
        let gone = with_phase(particle, REMOVED);
        particles[i] = words_of(gone);
        return gone;
    }
    let acceleration = accelerated(particle, displacements[i]);
    displacements[i] = held(acceleration.displacement, acceleration.held);
    particles[i] = words_of(particle);
    return particle;
}
