// What a disc touches first on its way, and what obstacles leave of the way. Joined to the passes that bind facets and
// displacements. Twin: src/cpu/touch.rs.

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

// When obstacles stop a disc, and how.
struct Stop {
    which: u32,   // of the poses between which they move the first
    fall: Fall,
    roots: vec2f, // of the disc's friction and restitution; 0 where nothing is to rub or to bounce
}

// The motion that obstacles allow, while they move from one of their poses to the next: up to the first touch, and from there along
// the obstacle, or back from it where they bounce; and rubbed by it. Where that does not end, as in a sharp corner,
// the disc gets no further than the first touch, and where it would have to, rather into what moves than into what stays.
fn stopped_at_obstacles(particle: Particle, before: Motion, stop: Stop) -> Motion {
    if is_far(particle, before.displacement) {
        return before;
    }
    // Walls bend a way, too.
    var motion = Motion(stopped(particle, before.displacement), before.spin);
    var touch = first_touch(particle, motion.displacement, stop.which, false);
    if touch.time >= 1.0 {
        return before;
    }
    var corner = Corner(vec2f(0.0), 0.0);
    for (var round = 0u; round < OBSTACLE_ROUNDS; round++) {
        let shift = rounding_shift(round);
        let left = deflected(motion, touch, stop, shift);
        let way = slid(left.displacement, left_of(touch.normal), corner, shift);
        corner = corner_at(touch, motion.displacement);
        motion = Motion(slid_along_walls(stopped(particle, way), way, corner, shift), left.spin);
        touch = first_touch(particle, motion.displacement, stop.which, false);
        if touch.time >= 1.0 {
            return motion;
        }
    }
    if touch.still {
        return Motion(shortened(motion.displacement, touch.time), motion.spin);
    }
    let way = stopped(particle, held(vec2i(rounded(touch.ride.x), rounded(touch.ride.y)), false));
    return Motion(shortened(way, first_touch(particle, way, stop.which, true).time), motion.spin);
}

// What the last touch asks of a way: to lead so far along its normal.
struct Corner {
    normal: vec2f,
    least: f32, // displacement units
}

// However far the touch throws it back, a way need not lead further than along what is touched.
fn corner_at(touch: Touch, way: vec2i) -> Corner {
    return Corner(touch.normal, whole(along_of(floats_of(way), touch.normal) + product(whole(1.0 - touch.time), -touch.approach)));
}

// A way that a second touch has changed, moved along what it touches now so far that it does again what the touch before asks: the
// two that make a corner hold a disc at once, and not by turns.
fn slid(way: vec2i, along: vec2f, corner: Corner, shift: vec2f) -> vec2i {
    let lacking = corner.least - along_of(floats_of(way), corner.normal);
    let slope = along_of(along, corner.normal);
    if lacking <= 0.0 || abs(slope) < MIN_SLOPE {
        return way;
    }
    let size = min(product(lacking, reciprocal(abs(slope))), MAX_PUSH);
    let by = select(-size, size, slope > 0.0);
    return held(way + vec2i(rounded(whole(product(by, along.x) + shift.x)), rounded(whole(product(by, along.y) + shift.y))), false);
}

// The same of a way that a wall of the world has cut on one axis.
fn slid_along_walls(cut: vec2i, way: vec2i, corner: Corner, shift: vec2f) -> vec2i {
    if (cut.x == way.x) == (cut.y == way.y) {
        return cut;
    }
    return slid(cut, select(vec2f(1.0, 0.0), vec2f(0.0, 1.0), cut.x != way.x), corner, shift);
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

// A motion without what leads into the obstacle behind the touch, or thrown back from it; and rubbed by what that takes.
fn deflected(motion: Motion, touch: Touch, stop: Stop, shift: vec2f) -> Motion {
    let restitution = product(stop.roots.y, touch.roots.y);
    let bounces = restitution > 0.0 && -touch.approach > params.bounce_speed;
    let gain = gained(along_of(stop.fall.half, touch.normal), product(touch.time, touch.approach));
    let back = thrown_back(touch.approach, along_of(stop.fall.lead, touch.normal), gain, restitution);
    let push = min(select(product(whole(1.0 - touch.time), -touch.approach), back - touch.approach, bounces), MAX_PUSH);
    let by = vec2i(rounded(whole(product(push, touch.normal.x) + shift.x)), rounded(whole(product(push, touch.normal.y) + shift.y)));
    let way = motion.displacement + by;
    return rubbed_at(touch, Motion(held(way, false), motion.spin), push, stop, shift.x);
}

// A motion that an obstacle has pushed by `push`, rubbed by that.
fn rubbed_at(touch: Touch, motion: Motion, push: f32, stop: Stop, shift: f32) -> Motion {
    if !RUBS {
        return motion;
    }
    // An impulse in whole units for both, as at walls; along a tangent that leads where it likes.
    let limits = vec2f(product(product(stop.roots.x, touch.roots.x), push), product(params.rolling_resistance, push));
    let rubbed = rub(touch.slide, motion.spin, touch.turn, limits, shift);
    let third = substep.rounding_phase * SECOND_PHASE * SECOND_PHASE;
    let others = vec2f(shift_of_phase(third), shift_of_phase(third * SECOND_PHASE));
    let size = float_of(rubbed.impulse);
    let along = both_whole(vec2f(product(size, -touch.normal.y), product(size, touch.normal.x)) + others);
    return Motion(held(motion.displacement + vec2i(rounded(along.x), rounded(along.y)), false), held_spin(motion.spin - rubbed.spin));
}

fn shortened(way: vec2i, share: f32) -> vec2i {
    return vec2i(i32(product(float_of(way.x), share)), i32(product(float_of(way.y), share)));
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

// What is taken from a way is rounded up or down by the phase of the substep: what lies on a tilted obstacle is pushed by the same in
// each of them, and rounded to the nearest it would lose the same each time. What one round leaves of a way into the obstacle, by rounding
// down, the next takes by rounding up: by the same it would be left again.
fn rounding_shift(round: u32) -> vec2f {
    let phase = substep.rounding_phase;
    let shift = vec2f(shift_of_phase(phase), shift_of_phase(phase * SECOND_PHASE));
    return select(-shift, shift, (round & 1u) == 0u);
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
