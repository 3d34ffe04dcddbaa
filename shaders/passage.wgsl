// A disc's way as the facets of obstacles see it, which move meanwhile. Joined with touch.wgsl. Twin: src/cpu/passage.rs.

// A way as a facet sees it.
struct Passage {
    place: vec2f, // from the start of the facet, steps
    by: vec2f,    // displacement units
}

// How an obstacle turns meanwhile.
struct Turning {
    before: vec2f, // its direction at the start of the way
    after: vec2f,
    sine: f32,     // of the angle between the two
}

// The way past the side of a facet and past the corner at its start.
struct Passages {
    side: Passage,
    corner: Passage,
    turning: Turning,
}

fn passages_of(position: vec2i, way: vec2i, facet: Facet, which: u32) -> Passages {
    if facet.mover == NO_MOVER {
        let passage = Passage(floats_of(position - facet.start), floats_of(way));
        return Passages(passage, passage, Turning(vec2f(1.0, 0.0), vec2f(1.0, 0.0), 0.0));
    }
    let before = pose_of(facet.mover, which);
    let after = pose_of(facet.mover, which + 1u);
    let sine = along_of(left_of(before.direction), after.direction);
    let side = past_side(position, way, facet.start, before, after);
    return Passages(side, past_corner(position, way, facet.start, before, after), Turning(before.direction, after.direction, sine));
}

// The side of what moves is met in the obstacle's own frame, where a way leads from a place seen from its pose before the motion to one
// seen from its pose after it: what is on one side of it stays there.
fn past_side(position: vec2i, way: vec2i, start: vec2i, before: Pose, after: Pose) -> Passage {
    let place = seen_from(position, before);
    let back = vec2f(after.direction.x, -after.direction.y);
    return Passage(floats_of(place - start), both_whole(turned(floats_of(way), back) + shift_of(seen_from(position, after) - place)));
}

// A corner, and so a circle, is met in a frame that goes along with it but does not turn. In one that turns, what is straight in the world
// is an arc, and its straight line leads through a wheel on which a disc lies: it would be thrown off, and dragged along.
fn past_corner(position: vec2i, way: vec2i, start: vec2i, before: Pose, after: Pose) -> Passage {
    let corner = put(start, before);
    return Passage(floats_of(position - corner), both_whole(floats_of(way) + shift_of(corner - put(start, after))));
}

// Steps as displacement units.
fn shift_of(steps: vec2i) -> vec2f {
    return vec2f(product(float_of(steps.x), UNITS_PER_STEP), product(float_of(steps.y), UNITS_PER_STEP));
}

// The direction of an obstacle after a share of the way.
fn direction_at(turning: Turning, share: f32) -> vec2f {
    let by = turning.after - turning.before;
    return vec2f(turning.before.x + product(by.x, share), turning.before.y + product(by.y, share));
}
