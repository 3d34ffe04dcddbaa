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
    let wanted = displacements[i] + correction;
    let displacement = saturated(wanted);
    if any(displacement != wanted) {
        atomicAdd(&counters[COUNTER_SATURATED], 1u);
    }
    particles[i] = moved(within_reach(particle), correction);
    displacements[i] = displacement;
}

// The way back may be longer than a displacement, where contacts and links pushed on a particle that was fast
// already: here the rest of it, which is taken at once and from nothing.
fn within_reach(particle: Particle) -> Particle {
    let reach = vec2i(MAX_DISPLACEMENT >> FRACTION_BITS);
    let radius = radius_of(particle.info);
    let low = select(particle.position, params.wall_min + radius - reach, walls_low());
    let high = select(particle.position, params.wall_max - radius + reach, walls_high());
    return Particle(max(min(particle.position, high), low), particle.info, particle.id);
}

fn walls_low() -> vec2<bool> {
    return vec2<bool>((params.walls & WALL_LEFT) != 0u, (params.walls & WALL_BOTTOM) != 0u);
}

fn walls_high() -> vec2<bool> {
    return vec2<bool>((params.walls & WALL_RIGHT) != 0u, (params.walls & WALL_TOP) != 0u);
}

// The way back inside, in displacement units. A world narrower than the particle holds it at its lower wall.
fn wall_correction(particle: Particle) -> vec2i {
    let reach = vec2i(MAX_DISPLACEMENT >> FRACTION_BITS);
    let radius = radius_of(particle.info);
    let low = clamp(params.wall_min + radius - particle.position, vec2i(0), reach);
    let high = clamp(params.wall_max - radius - particle.position, -reach, vec2i(1));
    let fraction = vec2i((vec2u(particle.info) >> FRACTION_SHIFT) & vec2u(FRACTION_MASK));
    let up = (low << vec2u(FRACTION_BITS)) - fraction;
    let down = (high << vec2u(FRACTION_BITS)) - fraction;
    let pushed = select(vec2i(0), down, walls_high() & (down < vec2i(0)));
    return select(pushed, up, walls_low() & (up > vec2i(0)));
}
