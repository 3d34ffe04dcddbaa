// What obstacles leave of a disc's way: from touch to touch. Joined to the passes that bind facets and displacements.
// Twin: src/cpu/deflection.rs.

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

// What is taken from a way is rounded up or down by the phase of the substep: what lies on a tilted obstacle is pushed by the same in
// each of them, and rounded to the nearest it would lose the same each time. What one round leaves of a way into the obstacle, by rounding
// down, the next takes by rounding up: by the same it would be left again.
fn rounding_shift(round: u32) -> vec2f {
    let phase = substep.rounding_phase;
    let shift = vec2f(shift_of_phase(phase), shift_of_phase(phase * SECOND_PHASE));
    return select(-shift, shift, (round & 1u) == 0u);
}
