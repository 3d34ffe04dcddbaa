// What a disc touches first on its way, and what obstacles leave of the way. Joined to the passes that bind facets and
// displacements. Twin: src/cpu/touch.rs.

// The first touch on a way.
struct Touch {
    time: f32,       // share of the way; 1 where nothing is touched
    approach: f32,   // displacement units along the normal; negative
    normal: vec2f,   // out of the obstacle, in the world
    still: bool,     // whether the obstacle stays
    ride: vec2f,     // displacement that ends at the touch, and goes with the obstacle from there
}

// A way as an obstacle sees it, in its own frame.
struct Passage {
    place: vec2i, // steps
    by: vec2f,   // displacement units
    shift: vec2f, // what of that is the motion of the obstacle
}

// The displacement that obstacles allow, while they move from the poses `which` to the next: up to the first touch, and from
// there along the obstacle; or back from it, with a restitution. Where that does not end, as in a sharp corner,
// the disc gets no further than the first touch, and where it would have to, rather into what moves than into what stays.
fn stopped_at_obstacles(particle: Particle, displacement: vec2i, which: u32, restitution: f32) -> vec2i {
    if is_far(particle, displacement) {
        return displacement;
    }
    // Walls bend a way, too.
    var way = stopped(particle, displacement);
    var touch = first_touch(particle, way, which, false);
    if touch.time >= 1.0 {
        return displacement;
    }
    for (var round = 0u; round < OBSTACLE_ROUNDS; round++) {
        way = stopped(particle, deflected(way, touch, restitution));
        touch = first_touch(particle, way, which, false);
        if touch.time >= 1.0 {
            return way;
        }
    }
    if touch.still {
        return shortened(way, touch.time);
    }
    way = stopped(particle, held(vec2i(rounded(touch.ride.x), rounded(touch.ride.y)), false));
    return shortened(way, first_touch(particle, way, which, true).time);
}

// Whether a disc is in no reach of anything, as nearly all are.
fn is_far(particle: Particle, displacement: vec2i) -> bool {
    return near_rows(coarse_cell(particle.position)).count == 0u && parts_of(displacement) == 1;
}

// Into how many parts a way is cut.
fn parts_of(way: vec2i) -> i32 {
    let steps = abs(way >> vec2u(FRACTION_BITS));
    return i32(u32(max(steps.x, steps.y)) >> (params.cell_bits - PART_BITS)) + 1;
}

// A way without what leads into the obstacle behind the touch.
fn deflected(way: vec2i, touch: Touch, restitution: f32) -> vec2i {
    let bounces = restitution > 0.0 && -touch.approach > params.bounce_speed;
    let share = select(1.0 - touch.time, 1.0 + restitution, bounces);
    let push = min(product(share, -touch.approach), MOST_PUSH);
    return held(way + vec2i(rounded(product(push, touch.normal.x)), rounded(product(push, touch.normal.y))), false);
}

fn shortened(way: vec2i, share: f32) -> vec2i {
    return vec2i(i32(product(float_of(way.x), share)), i32(product(float_of(way.y), share)));
}

// The way is cut into parts of a quarter of a cell; the coarse cell where a part starts lists all that it could touch.
fn first_touch(particle: Particle, way: vec2i, which: u32, only_still: bool) -> Touch {
    var first = Touch(1.0, 0.0, vec2f(0.0), true, vec2f(0.0));
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
    let passage = passage_of(particle.position, way, facet, which);
    let offset = passage.place - facet.start;
    let place = vec2f(float_of(offset.x), float_of(offset.y));
    let reach = f32(radius_of(particle.info)) + facet.radius;
    var touch = edge_touch(place, passage.by, reach, facet);
    let corner = corner_touch(place, passage.by, reach, facet);
    if corner.time < touch.time {
        touch = corner;
    }
    if touch.time >= first.time {
        return first;
    }
    touch.still = facet.mover == NO_MOVER;
    if !touch.still {
        let direction = pose_of(facet.mover, which + 1u).direction;
        let by = vec2f(product(passage.by.x, touch.time), product(passage.by.y, touch.time));
        let ride = turned(by - passage.shift, direction);
        touch.ride = clamp(ride, vec2f(-MOST_PUSH), vec2f(MOST_PUSH));
        touch.normal = turned(touch.normal, direction);
    }
    return touch;
}

// What moves is met in its own frame, where a way leads from a place seen from its pose before the motion to one seen from
// its pose after it: what is on one side of it stays there.
fn passage_of(position: vec2i, way: vec2i, facet: Facet, which: u32) -> Passage {
    if facet.mover == NO_MOVER {
        return Passage(position, vec2f(float_of(way.x), float_of(way.y)), vec2f(0.0));
    }
    let after = pose_of(facet.mover, which + 1u);
    let place = seen_from(position, pose_of(facet.mover, which));
    let steps = seen_from(position, after) - place;
    let shift = vec2f(product(float_of(steps.x), UNITS_PER_STEP), product(float_of(steps.y), UNITS_PER_STEP));
    let back = vec2f(after.direction.x, -after.direction.y);
    let by = turned(vec2f(float_of(way.x), float_of(way.y)), back);
    return Passage(place, by + shift, shift);
}

// A way in the frame of a facet, from an offset to its start, against its side: the outer side only.
fn edge_touch(place: vec2f, by: vec2f, reach: f32, facet: Facet) -> Touch {
    let normal = vec2f(facet.along.y, -facet.along.x);
    let height = along_of(place, normal);
    let approach = along_of(by, normal);
    let gap = product(height - reach, UNITS_PER_STEP);
    if height < 0.0 || approach > -1.0 || gap + approach >= -OBSTACLE_SLOP {
        return Touch(1.0, 0.0, normal, true, vec2f(0.0));
    }
    let time = product(max(gap, 0.0), reciprocal(-approach));
    let foot = along_of(place, facet.along) + product(product(along_of(by, facet.along), time), STEPS_PER_UNIT);
    let beside = foot < -params.facet_overhang || foot > facet.length + params.facet_overhang;
    return Touch(select(time, 1.0, beside), approach, normal, true, vec2f(0.0));
}

// Against the corner at its start, from where the corner is the nearest.
fn corner_touch(place: vec2f, by: vec2f, reach: f32, facet: Facet) -> Touch {
    let none = Touch(1.0, 0.0, vec2f(0.0), true, vec2f(0.0));
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
        time = max(nearest_time - product(product(room, inverse_root(room)), inverse_length), 0.0);
        at = vec2f(place.x + product(step.x, time), place.y + product(step.y, time));
    }
    let outside = along_of(at, facet.along) <= 0.0 && along_of(at, facet.before) >= 0.0;
    let size = along_of(at, at);
    if time >= 1.0 || !outside || size == 0.0 {
        return none;
    }
    let inverse = inverse_root(size);
    let normal = vec2f(product(at.x, inverse), product(at.y, inverse));
    let approach = along_of(by, normal);
    let gap = product(max(product(size, inverse) - reach, 0.0), UNITS_PER_STEP);
    // Within what rounding leaves, a touch is none: see the edge.
    let shallow = product(1.0 - time, approach) + gap >= -OBSTACLE_SLOP;
    return Touch(select(time, 1.0, shallow), approach, normal, true, vec2f(0.0));
}
