// A sweep over contacts (see blocks.wgsl) of discs that are alike. Joined to the passes that bind the stage and no bodies; they
// say what one contact carries after it (impulse_after) and what becomes of a particle that touches another (touched).
// Twin: src/cpu/sweep.rs.

// The contacts that one particle owns.
fn sweep_particle(i: u32, backwards: bool) {
    let particle = particles[i];
    let rows = i * CONTACTS_PER_PARTICLE;
    var count = 0u;
    while count < CONTACTS_PER_PARTICLE && contacts[rows + count].partner != NO_PARTNER {
        count++;
    }
    if count == 0u {
        return;
    }
    var displacement = displacements[i];
    for (var k = 0u; k < count; k++) {
        let row = rows + select(k, count - 1u - k, backwards);
        let j = contacts[row].partner;
        let other = particles[j];
        let apart = separation(particle, other);
        let mass = contact_mass(particle, other);
        let before = contacts[row].impulse;
        let approach = separating_speed(displacement, displacements[j], apart.normal);
        let speed = rebound(approach, apart.gap);
        let after = impulse_after(speed, apart.gap, mass, before);
        let change = impulse_change(after - before + product(mass, speed - approach), apart.normal);
        displacement = changed(particle, displacement, change);
        displacements[j] = changed(other, displacements[j], -change);
        contacts[row].impulse = after;
        touched(j, 1u);
    }
    displacements[i] = displacement;
    touched(i, count);
}

// The displacement of a disc after a change; a pinned one keeps its own. No branch: where one lane of a processor has
// work, all have, and counting takes atomics.
fn changed(particle: Particle, displacement: vec2i, change: vec2i) -> vec2i {
    let wanted = displacement + select(vec2i(0), change, phase_of(particle.info) == LIVE);
    held_times += select(0u, 1u, any(saturated(wanted) != wanted));
    return saturated(wanted);
}

// The speed with which two discs separate once they have bounced, if they collide in this substep, and faster than
// what does not bounce.
fn rebound(speed: f32, gap: f32) -> f32 {
    let collides = speed + max(gap, 0.0) < 0.0 && speed < -params.bounce_speed;
    return select(speed, product(speed, -params.restitution), collides && params.restitution > 0.0);
}
