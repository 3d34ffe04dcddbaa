// What a disc touches first on its way. Joined to the passes that bind facets and displacements. Twin: src/cpu/touch.rs.

// The first touch on a way.
struct Touch {
    time: f32,       // share of the way; 1 where nothing is touched
    approach: f32,   // displacement units along the normal; negative
    normal: vec2f,   // out of the obstacle, in the world
    slide: f32,      // along the tangent, the normal turned left, of the rim of a disc that does not turn: displacement units
    turn: f32,       // what the rim of a disc that turns with the obstacle moves round: displacement units
    roots: vec2f,    // of the obstacle's friction and restitution
    still: bool,     // whether the obstacle stays
    ride: vec2f,     // displacement that ends at the touch, and goes with the obstacle from there
}

// Into how many parts a way is cut.
fn parts_of(way: vec2i) -> i32 {
    let steps = abs(way >> vec2u(FRACTION_BITS));
    return i32(u32(max(steps.x, steps.y)) >> (params.cell_bits - PART_BITS)) + 1;
}

// The way is cut into parts of a quarter of a cell; the coarse cell where a part starts lists all that it could touch.
fn first_touch(particle: Particle, way: vec2i, which: u32, only_still: bool) -> Touch {
    var first = no_touch();
    let parts = parts_of(way);
    let part = (way >> vec2u(FRACTION_BITS)) / vec2i(parts);
    var last = vec2u(0xffffffffu);
    for (var k = 0; k < parts; k++) {
        let cell = coarse_cell(particle.position + part * k);
        if all(cell == last) {
            continue;
        }
        last = cell;
        let rows = near_rows(cell);
        let count = select(rows.count, rows.still_count, only_still);
        for (var row = 0u; row < count; row++) {
            let facet = facet_at(rows, row);
            if facet != NO_FACET {
                first = sooner(first, particle, way, facets[facet], which);
            }
        }
    }
    return first;
}

fn sooner(first: Touch, particle: Particle, way: vec2i, facet: Facet, which: u32) -> Touch {
    let radius = f32(radius_of(particle.info));
    let reach = whole(radius + facet.radius);
    let passages = passages_of(particle.position, way, facet, which);
    let edge = edge_touch(passages.side, reach, facet);
    let corner = corner_touch(passages.corner, reach, facet, passages.turning);
    let at_corner = corner.time < edge.time;
    var touch = edge;
    if at_corner {
        touch = corner;
    }
    if touch.time >= first.time {
        return first;
    }
    touch.roots = facet.roots;
    touch.still = facet.mover == NO_MOVER;
    let by = select(passages.side.by, passages.corner.by, at_corner);
    // What the surface does at the touch, against the disc's middle in the one frame and against the corner in the other.
    let arm = product(select(radius, -facet.radius, at_corner), UNITS_PER_STEP);
    touch.slide = whole(along_of(by, left_of(touch.normal)) + product(passages.turning.sine, arm));
    touch.turn = product(passages.turning.sine, product(radius, UNITS_PER_STEP));
    if !touch.still {
        let in_world = select(turned(by, passages.turning.after), by, at_corner);
        let left = whole(1.0 - touch.time);
        let ride = both_whole(floats_of(way) - vec2f(product(in_world.x, left), product(in_world.y, left)));
        touch.ride = clamp(ride, vec2f(-MAX_PUSH), vec2f(MAX_PUSH));
        let normal = turned(touch.normal, direction_at(passages.turning, touch.time));
        touch.normal = select(normal, touch.normal, at_corner);
    }
    return touch;
}

fn no_touch() -> Touch {
    return Touch(1.0, 0.0, vec2f(0.0), 0.0, 0.0, vec2f(0.0), true, vec2f(0.0));
}

fn touch_at(time: f32, approach: f32, normal: vec2f) -> Touch {
    return Touch(time, approach, normal, 0.0, 0.0, vec2f(0.0), true, vec2f(0.0));
}

// Against the side of a facet: the outer side only.
fn edge_touch(passage: Passage, reach: f32, facet: Facet) -> Touch {
    let place = passage.place;
    let normal = vec2f(facet.along.y, -facet.along.x);
    let height = along_of(place, normal);
    let approach = along_of(passage.by, normal);
    let gap = product(height - reach, UNITS_PER_STEP);
    if height < 0.0 || approach > -1.0 || gap + approach >= -OBSTACLE_SLOP {
        return no_touch();
    }
    let time = product(max(gap, 0.0), reciprocal(-approach));
    let foot = along_of(place, facet.along) + product(product(along_of(passage.by, facet.along), time), STEPS_PER_UNIT);
    let beside = foot < -params.facet_overhang || foot > facet.length + params.facet_overhang;
    return touch_at(select(time, 1.0, beside), approach, normal);
}

// Against the corner at its start, from where the corner is the nearest.
fn corner_touch(passage: Passage, reach: f32, facet: Facet, turning: Turning) -> Touch {
    let place = passage.place;
    let by = passage.by;
    let none = no_touch();
    let towards = along_of(place, by);
    if !has_corner(facet) || towards >= 0.0 || along_of(by, by) < 1.0 {
        return none;
    }
    var time = 0.0;
    var at = place;
    if along_of(place, place) > product(reach, reach) {
        // Where the way is nearest to the corner, and back from there to the touch (E. Haines et al., Precision Improvements
        // for Ray/Sphere Intersection, Ray Tracing Gems, 2019).
        let step = vec2f(product(by.x, STEPS_PER_UNIT), product(by.y, STEPS_PER_UNIT));
        let inverse_length = inverse_root(along_of(step, step));
        let inverse = product(inverse_length, inverse_length);
        let nearest_time = product(product(-towards, STEPS_PER_UNIT), inverse);
        let nearest = vec2f(place.x + product(step.x, nearest_time), place.y + product(step.y, nearest_time));
        let room = product(reach, reach) - along_of(nearest, nearest);
        if room <= 0.0 {
            return none;
        }
        time = max(whole(nearest_time - product(product(room, inverse_root(room)), inverse_length)), 0.0);
        at = vec2f(place.x + product(step.x, time), place.y + product(step.y, time));
    }
    // Where it turns, the side is met in another frame: what is met by neither would get through between them.
    let margin = product(abs(turning.sine), reach);
    let direction = direction_at(turning, time);
    let outside = along_of(at, turned(facet.along, direction)) <= margin && along_of(at, turned(facet.before, direction)) >= -margin;
    let size = along_of(at, at);
    if time >= 1.0 || !outside || size == 0.0 {
        return none;
    }
    let inverse = inverse_root(size);
    let normal = vec2f(product(at.x, inverse), product(at.y, inverse));
    let approach = along_of(by, normal);
    let gap = product(max(product(size, inverse) - reach, 0.0), UNITS_PER_STEP);
    // Within what rounding leaves, a touch is none: see the edge.
    let shallow = product(whole(1.0 - time), approach) + gap >= -OBSTACLE_SLOP;
    return touch_at(select(time, 1.0, shallow), approach, normal);
}
