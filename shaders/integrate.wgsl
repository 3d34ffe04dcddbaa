// One thread per particle. Moves it by its displacement, after drag, gravity and the tool; lets the
// unborn out when their substep has come; removes what went past the margin of an open side.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> births: array<u32>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn integrate(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    var particle = particles[i];
    let phase = phase_of(particle.info);
    if phase == UNBORN && births[particle.id] <= substep.index {
        particle = with_phase(particle, LIVE);
    } else if phase != LIVE {
        return;
    }
    let fallen = damped(displacements[i]) + substep.gravity;
    let wanted = tool_applied(particle.position, saturated(fallen));
    let displacement = held(wanted, any(saturated(fallen) != fallen));
    particle = moved(particle, displacement);
    if outside_margin(particle.position) {
        atomicAdd(&counters[COUNTER_REMOVED], 1u);
        particles[i] = with_phase(particle, REMOVED);
        displacements[i] = vec2i(0);
    } else {
        particles[i] = particle;
        displacements[i] = displacement;
    }
}

// Drag takes a fixed share of the displacement, rounded down after adding a phase that is spread
// evenly over the substeps: on average exact, so that slow particles keep slowing down.
fn damped(displacement: vec2i) -> vec2i {
    if params.drag_loss == 0u {
        return displacement;
    }
    let size = vec2u(abs(displacement));
    let loss = vec2i(
        i32(multiply_add_high(size.x, params.drag_loss, substep.drag_phase)),
        i32(multiply_add_high(size.y, params.drag_loss, substep.drag_phase)),
    );
    return displacement - sign(displacement) * loss;
}

// A field pulls with strength · d · (1 - d²/R²), d the way to its centre: smooth at its edge, and no
// root. A grab moves everything inside as it moves itself.
fn tool_applied(position: vec2i, displacement: vec2i) -> vec2i {
    let way = (substep.tool_position - position) >> vec2u(TOOL_SHIFT);
    if substep.tool_kind == 0u || substep.tool_kind == TOOL_CUT || any(abs(way) > vec2i(substep.tool_radius)) {
        return displacement;
    }
    let d = vec2f(way);
    let near = 1.0 - product(product(d.x, d.x) + product(d.y, d.y), substep.tool_inverse_area);
    if near <= 0.0 {
        return displacement;
    }
    if substep.tool_kind == TOOL_GRAB {
        return substep.tool_motion;
    }
    let strength = product(near, substep.tool_strength);
    return displacement + vec2i(i32(product(d.x, strength)), i32(product(d.y, strength)));
}

fn outside_margin(position: vec2i) -> bool {
    let low = position < vec2i(0);
    let high = position >= params.grid_extent;
    return any(low & !low_walls()) || any(high & !high_walls());
}
