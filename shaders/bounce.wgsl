// How collisions throw discs back. Twin: src/cpu/bounce.rs.
//
// A displacement is a speed in the middle of a substep (leapfrog: R. Hockney and J. Eastwood, Computer Simulation Using Particles,
// 1988, chapter 4), and a collision turns the speed at a place round: half of a substep's gravity is between them. Without that
// a disc that bounces under gravity would gain or lose a little of its height each time.

// By how much a displacement is ahead of the speed at a place from which it is yet to lead; behind it, where it has led there.
fn half_of_gravity(gravity: vec2i) -> vec2f {
    return vec2f(product(float_of(gravity.x), 0.5), product(float_of(gravity.y), 0.5));
}

// The part of it along the normal of a contact, for the speed with which its discs separate: none where both fall.
fn lead_of_contact(this_one: Particle, other: Particle, normal: vec2f, gravity: vec2i) -> f32 {
    let half = half_of_gravity(gravity);
    let lead = product(half.x, normal.x) + product(half.y, normal.y);
    let ours = phase_of(this_one.info) == LIVE;
    let theirs = phase_of(other.info) == LIVE;
    return select(select(-lead, lead, ours), 0.0, ours == theirs);
}

// The speed after a collision, `lead` ahead of the one at the place as the speed before it is.
fn thrown_back(speed: f32, lead: f32, restitution: f32) -> f32 {
    return lead + product(lead - speed, restitution);
}
