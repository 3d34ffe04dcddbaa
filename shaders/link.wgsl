// One link: its length, and when it goes. Joined to the passes that bind link rows. Twin: src/cpu/link.rs.

// A link goes when an end has left the world, when it is stretched beyond its break length, or when
// its middle is on the way of the cutting tool.
fn link_breaks(particle: Particle, other: Particle, row: LinkRow, length: f32) -> bool {
    let phases = vec2u(phase_of(particle.info), phase_of(other.info));
    if any(phases == vec2u(REMOVED)) {
        return true;
    }
    if any(phases == vec2u(UNBORN)) {
        return false;
    }
    return length > row.break_length || link_is_cut(particle.position, other.position);
}

// In a substep the tool reaches from where it is to where its motion leads, which for a cut is in steps: nothing on the way of a
// quick hand is left out. What would be divided by the length of that way is multiplied out; |way| is at most 2^23, |motion| 2^22.
fn link_is_cut(a: vec2i, b: vec2i) -> bool {
    if substep.tool_kind != TOOL_CUT {
        return false;
    }
    let middle = (a >> vec2u(1u)) + (b >> vec2u(1u));
    let way = (middle - substep.tool_position) >> vec2u(TOOL_SHIFT);
    let motion = substep.tool_motion >> vec2u(TOOL_SHIFT);
    let radius = vec2i(substep.tool_radius);
    let low = min(motion, vec2i(0)) - radius;
    let high = max(motion, vec2i(0)) + radius;
    if any(way < low) || any(way > high) {
        return false;
    }
    let d = vec2f(way);
    let m = vec2f(motion);
    let along = product(d.x, m.x) + product(d.y, m.y);
    let length2 = product(m.x, m.x) + product(m.y, m.y);
    if along > 0.0 && along < length2 {
        let across = product(d.x, m.y) - product(d.y, m.x);
        return product(product(across, across), substep.tool_inverse_area) < length2;
    }
    let end = vec2f(way - select(vec2i(0), motion, along > 0.0));
    return product(product(end.x, end.x) + product(end.y, end.y), substep.tool_inverse_area) < 1.0;
}

struct Span {
    length: f32,       // steps
    direction: vec2f,  // from the other end to this one
}

// A difference of 2^23 steps or more is shifted down first: how a longer integer rounds to f32 is not fixed.
fn link_span(particle: Particle, other: Particle) -> Span {
    let offset = particle.position - other.position;
    if all(offset == vec2i(0)) {
        return Span(0.0, coincident_normal(particle.id, other.id));
    }
    let size = vec2u(abs(offset));
    let shift = u32(max(9 - i32(countLeadingZeros(max(size.x, size.y))), 0));
    let d = vec2f(sign(offset) * vec2i(size >> vec2u(shift)));
    let d2 = product(d.x, d.x) + product(d.y, d.y);
    let inverse = inverse_root(d2);
    return Span(product(product(d2, inverse), power_of_two(i32(shift))), vec2f(product(d.x, inverse), product(d.y, inverse)));
}
