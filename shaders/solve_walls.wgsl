// One thread per particle. Keeps live particles inside the walls of the world; what a wall moves, it
// takes from the displacement, as everything does that moves a particle.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(2) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn solve_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particles[i];
    if phase_of(particle.info) != LIVE {
        return;
    }
    let correction = wall_correction(particle);
    if all(correction == vec2i(0)) {
        return;
    }
    particles[i] = held_inside(moved(particle, correction));
    displacements[i] = held(displacements[i] + correction, false);
}

// The way back inside, in displacement units. A world narrower than the particle holds it at its lower wall.
fn wall_correction(particle: Particle) -> vec2i {
    // As far as a displacement can have led.
    let reach = vec2i((MAX_DISPLACEMENT >> FRACTION_BITS) + 1);
    let radius = radius_of(particle.info);
    let low = clamp(params.wall_min + radius - particle.position, vec2i(0), reach);
    let high = clamp(params.wall_max - radius - particle.position, -reach, vec2i(1));
    let fraction = vec2i((vec2u(particle.info) >> FRACTION_SHIFT) & vec2u(FRACTION_MASK));
    let up = (low << vec2u(FRACTION_BITS)) - fraction;
    let down = (high << vec2u(FRACTION_BITS)) - fraction;
    let pushed = select(vec2i(0), down, high_walls() & (down < vec2i(0)));
    return select(pushed, up, low_walls() & (up > vec2i(0)));
}

// What one correction could not bring back, because a displacement has a range, is put at the wall; the
// high wall first, so that the low one has the last word as above.
fn held_inside(particle: Particle) -> Particle {
    let radius = radius_of(particle.info);
    var position = particle.position;
    position = select(position, min(position, params.wall_max - radius), high_walls());
    position = select(position, max(position, params.wall_min + radius), low_walls());
    return Particle(position, particle.info, particle.id);
}
