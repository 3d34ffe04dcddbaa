// The walls of the world and one disc. Twin: src/cpu/walls.rs.

// How far a disc can move until it touches the walls, in displacement units: from `low` to `high`. Where it is in
// a wall, the way out.
struct Room {
    low: vec2i,
    high: vec2i,
}

fn room_of(particle: Particle) -> Room {
    let reach = vec2i(MAX_DISPLACEMENT >> FRACTION_BITS);
    let radius = radius_of(particle.info);
    let fraction = vec2i((vec2u(particle.info) >> FRACTION_SHIFT) & vec2u(FRACTION_MASK));
    let low = clamp(params.wall_min + radius - particle.position, -reach, reach) << vec2u(FRACTION_BITS);
    let high = clamp(params.wall_max - radius - particle.position, -reach, reach) << vec2u(FRACTION_BITS);
    return Room(select(vec2i(-MAX_DISPLACEMENT), low - fraction, low_walls()), select(vec2i(MAX_DISPLACEMENT), high - fraction, high_walls()));
}

// A move that ends inside. In a world narrower than the disc the lower wall has the last word.
fn kept_inside(particle: Particle, displacement: vec2i) -> vec2i {
    let room = room_of(particle);
    return max(min(displacement, room.high), room.low);
}

// The displacement that the walls allow: up to a wall and no further. A disc that is in a wall gets no speed from that.
fn stopped(particle: Particle, displacement: vec2i) -> vec2i {
    let room = room_of(particle);
    return max(min(displacement, max(room.high, vec2i(0))), min(room.low, vec2i(0)));
}

// The displacement after a bounce off the walls that it leads to fast enough; others are left as they are.
fn bounced(particle: Particle, displacement: vec2i, fall: Fall, restitution: f32) -> vec2i {
    let room = room_of(particle);
    let way = select(min(room.low, vec2i(0)), max(room.high, vec2i(0)), displacement > vec2i(0));
    let beyond = select(way > displacement, displacement > way, displacement > vec2i(0));
    let fast = vec2<bool>(bounces_off_wall(displacement.x, restitution), bounces_off_wall(displacement.y, restitution));
    let back_x = thrown_back(float_of(displacement.x), fall.lead.x, gained(fall.half.x, float_of(way.x)), restitution);
    let back_y = thrown_back(float_of(displacement.y), fall.lead.y, gained(fall.half.y, float_of(way.y)), restitution);
    return select(displacement, saturated(vec2i(rounded(back_x), rounded(back_y))), beyond & fast);
}

// The same after motion, and stopped where it is left as it is.
fn rebounded(particle: Particle, displacement: vec2i, fall: Fall, restitution: f32) -> vec2i {
    return stopped(particle, bounced(particle, displacement, fall, restitution));
}

// After a motion of which walls left `kept`: who came to a wall on the way had the speed of that time there.
fn fall_at_walls(displacement: vec2i, kept: vec2i, gravity: vec2i) -> Fall {
    let half = half_of_gravity(gravity);
    let x = cut_share(displacement.x, kept.x);
    let y = cut_share(displacement.y, kept.y);
    return Fall(vec2f(product(half.x, whole(whole(x + x) - 1.0)), product(half.y, whole(whole(y + y) - 1.0))), half);
}

// What share of a way a wall took.
fn cut_share(way: i32, kept: i32) -> f32 {
    return min(product(abs(float_of(way - kept)), reciprocal(max(abs(float_of(way)), 1.0))), 1.0);
}

// Whether a wall throws a disc back that comes with this displacement.
fn bounces_off_wall(displacement: i32, restitution: f32) -> bool {
    return DISCS_BOUNCE && restitution > 0.0 && abs(displacement) > i32(params.bounce_speed);
}

// The way back inside, in displacement units. A world narrower than the particle holds it at its lower wall.
fn wall_correction(particle: Particle) -> vec2i {
    // As far as a displacement can have led.
    let reach = vec2i((MAX_DISPLACEMENT >> FRACTION_BITS) + 1);
    let radius = radius_of(particle.info);
    let low = clamp(params.wall_min + radius - particle.position, vec2i(0), reach);
    let high = clamp(params.wall_max - radius - particle.position, -reach, vec2i(1));
    let fraction = vec2i((vec2u(particle.info) >> FRACTION_SHIFT) & vec2u(FRACTION_MASK));
    let up = (low << vec2u(FRACTION_BITS)) - fraction;
    let down = (high << vec2u(FRACTION_BITS)) - fraction;
    let pushed = select(vec2i(0), down, high_walls() & (down < vec2i(0)));
    return select(pushed, up, low_walls() & (up > vec2i(0)));
}

// What one correction could not bring back, because a displacement has a range, is put at the wall; the
// high wall first, so that the low one has the last word as above.
fn held_inside(particle: Particle) -> Particle {
    let radius = radius_of(particle.info);
    var position = particle.position;
    position = select(position, min(position, params.wall_max - radius), high_walls());
    position = select(position, max(position, params.wall_min + radius), low_walls());
    return Particle(position, particle.info, particle.id);
}
