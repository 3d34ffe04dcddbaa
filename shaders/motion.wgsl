// What changes a displacement before anything is touched: drag, gravity and the tool. Joined to the passes
// that bind births. Twin: src/cpu/motion.rs.

// The displacement of this substep, and whether it would have been faster than can be held.
struct Acceleration {
    displacement: vec2i,
    held: bool,
}

fn accelerated(particle: Particle, displacement: vec2i) -> Acceleration {
    let fallen = damped(displacement) + substep.gravity;
    return Acceleration(tool_applied(particle.position, saturated(fallen)), any(saturated(fallen) != fallen));
}

// A particle let out when its substep has come, moved by its displacement, and removed past the margin of an open side; only live ones
// move.
fn integrated(before: Moving) -> Moving {
    var particle = before.particle;
    if EMITS && phase_of(particle.info) == UNBORN && births[particle.id] <= substep.index {
        particle = with_phase(particle, LIVE);
    }
    if phase_of(particle.info) != LIVE {
        return before;
    }
    let acceleration = accelerated(particle, before.displacement);
    let displacement = held(acceleration.displacement, acceleration.held);
    particle = moved(particle, displacement);
    if outside_margin(particle.position) {
        atomicAdd(&counters[COUNTER_REMOVED], 1u);
        return Moving(with_phase(particle, REMOVED), vec2i(0));
    }
    return Moving(particle, displacement);
}

// Drag takes a fixed share of the displacement, rounded down after adding a phase that is spread
// evenly over the substeps: on average exact, so that slow particles keep slowing down.
fn damped(displacement: vec2i) -> vec2i {
    if params.drag_loss == 0u {
        return displacement;
    }
    let size = vec2u(abs(displacement));
    let loss = vec2i(
        i32(multiply_add_high(size.x, params.drag_loss, substep.rounding_phase)),
        i32(multiply_add_high(size.y, params.drag_loss, substep.rounding_phase)),
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
    let near = whole(1.0 - product(product(d.x, d.x) + product(d.y, d.y), substep.tool_inverse_area));
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
