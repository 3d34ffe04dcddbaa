// How collisions throw discs back. Twin: src/cpu/bounce.rs.
//
// A displacement is a speed in the middle of a substep (leapfrog: R. Hockney and J. Eastwood, Computer Simulation Using Particles,
// 1988, chapter 4), and a collision turns the speed at a place round: half of a substep's gravity is between them. Without that
// a disc that bounces under gravity would gain or lose a little of its height each time. And a disc turns round before it is at what
// it hits, or in it by a part of its way: with the speed that a bounce there would leave it at its place.

// What gravity does to discs that bounce: displacement units a substep.
struct Fall {
    lead: vec2f, // by how much displacements are ahead of the speeds at the discs' places
    half: vec2f, // half of a substep's gravity
}

// Where nothing falls.
const NO_FALL = Fall(vec2f(0.0), vec2f(0.0));

// Before motion.
fn fall_ahead(gravity: vec2i) -> Fall {
    let half = half_of_gravity(gravity);
    return Fall(half, half);
}

// After motion.
fn fall_behind(gravity: vec2i) -> Fall {
    let half = half_of_gravity(gravity);
    return Fall(-half, half);
}

// By how much a displacement is ahead of the speed at a place from which it is yet to lead; behind it, where it has led there.
fn half_of_gravity(gravity: vec2i) -> vec2f {
    return vec2f(product(float_of(gravity.x), 0.5), product(float_of(gravity.y), 0.5));
}

// The part of it along the normal of a contact, for the speed with which its discs separate: none where both fall.
fn half_of_contact(this_one: Particle, other: Particle, normal: vec2f, gravity: vec2i) -> f32 {
    let half = half_of_gravity(gravity);
    let along = whole(product(half.x, normal.x) + product(half.y, normal.y));
    let ours = phase_of(this_one.info) == LIVE;
    let theirs = phase_of(other.info) == LIVE;
    return select(select(-along, along, ours), 0.0, ours == theirs);
}

// What the square of a speed gains on so long a way, by half of the gravity along it: 2 a s.
fn gained(half: f32, way: f32) -> f32 {
    return product(product(4.0, half), way);
}

// The speed after a collision, `lead` ahead of the one at the place as the speed before it is. From there to what is hit its square
// grows by `gain`, and shrinks by as much on the way back: v' ² = e² (v² + gain) - gain.
fn thrown_back(speed: f32, lead: f32, gain: f32, restitution: f32) -> f32 {
    let back = product(lead - speed, restitution);
    let lost = product(gain, whole(1.0 - product(restitution, restitution)));
    let square = max(product(back, back) - lost, 0.0);
    let slower = product(square, inverse_root(square));
    return whole(lead + select(select(-slower, slower, back > 0.0), back, lost == 0.0));
}

// The same of the speed with which two discs separate, across a gap: by half of the gravity along the normal.
fn thrown_apart(speed: f32, gap: f32, lead: f32, half: f32, restitution: f32) -> f32 {
    return thrown_back(speed, lead, gained(half, -max(gap, speed)), restitution);
}
