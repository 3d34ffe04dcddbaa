// A disc's way as the facets of obstacles see it, which move meanwhile. Joined with touch.wgsl. Twin: src/cpu/passage.rs.

// A way as a facet sees it.
struct Passage {
    place: vec2f, // from the start of the facet, steps
    by: vec2f,    // displacement units
    turn: f32,    // by which the obstacle turns, the sine
}

// The side of what moves is met in the obstacle's own frame, where a way leads from a place seen from its pose before the motion to one
// seen from its pose after it: what is on one side of it stays there.
fn passage_of(position: vec2i, way: vec2i, facet: Facet, which: u32) -> Passage {
    if facet.mover == NO_MOVER {
        return Passage(floats_of(position - facet.start), floats_of(way), 0.0);
    }
    let before = pose_of(facet.mover, which);
    let after = pose_of(facet.mover, which + 1u);
    let place = seen_from(position, before);
    let steps = seen_from(position, after) - place;
    let shift = vec2f(product(float_of(steps.x), UNITS_PER_STEP), product(float_of(steps.y), UNITS_PER_STEP));
    let back = vec2f(after.direction.x, -after.direction.y);
    return Passage(floats_of(place - facet.start), turned(floats_of(way), back) + shift, turn_between(before, after));
}

// A corner, and so a circle, is met in a frame that goes along with it but does not turn. In one that turns, what is straight in the world
// is an arc, and its straight line leads through a wheel on which a disc lies: it would be thrown off, and dragged along.
fn passage_of_corner(position: vec2i, way: vec2i, facet: Facet, which: u32) -> Passage {
    if facet.mover == NO_MOVER {
        return Passage(floats_of(position - facet.start), floats_of(way), 0.0);
    }
    let before = pose_of(facet.mover, which);
    let after = pose_of(facet.mover, which + 1u);
    let corner = put(facet.start, before);
    let steps = corner - put(facet.start, after);
    let shift = vec2f(product(float_of(steps.x), UNITS_PER_STEP), product(float_of(steps.y), UNITS_PER_STEP));
    return Passage(floats_of(position - corner), floats_of(way) + shift, turn_between(before, after));
}

// The sine of the angle.
fn turn_between(before: Pose, after: Pose) -> f32 {
    return along_of(left_of(before.direction), after.direction);
}

// The direction of an obstacle after a share of a substep.
fn direction_at(facet: Facet, which: u32, share: f32) -> vec2f {
    if facet.mover == NO_MOVER {
        return vec2f(1.0, 0.0);
    }
    let before = pose_of(facet.mover, which).direction;
    let after = pose_of(facet.mover, which + 1u).direction;
    return vec2f(before.x + product(after.x - before.x, share), before.y + product(after.y - before.y, share));
}
