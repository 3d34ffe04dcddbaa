// One thread per particle. Changes its displacement by drag, gravity and the tool, and moves nothing yet; lets
// the unborn out when their substep has come; removes what went past the margin of an open side. Touching particles
// are counted anew.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> births: array<u32>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn accelerate(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    var particle = particle_of(particles[i]);
    let phase = phase_of(particle.info);
    if EMITS && phase == UNBORN && births[particle.id] <= substep.index {
        particle = with_phase(particle, LIVE);
    } else if phase != LIVE {
        return;
    }
    if outside_margin(particle.position) {
        atomicAdd(&counters[COUNTER_REMOVED], 1u);
        particles[i] = words_of(with_phase(particle, REMOVED));
        displacements[i] = vec2i(0);
        return;
    }
    particles[i] = words_of(with_touching(particle, 0u));
    let acceleration = accelerated(particle, displacements[i]);
    displacements[i] = held(acceleration.displacement, acceleration.held);
}
