// A sweep over contacts (see blocks.wgsl) of discs that are alike. Joined to the passes that bind the stage and no bodies; they
// say what one contact carries after it (impulse_after) and what becomes of a particle that touches another (touched).
// Twin: src/cpu/sweep.rs.

// The contacts that one particle owns with discs of its level.
fn sweep_particle(i: u32, end_of_level: u32, backwards: bool) {
    let rows = rows_of(i, end_of_level);
    let count = rows.y - rows.x;
    if count == 0u {
        return;
    }
    let particle = particle_of(particles[i]);
    var displacement = displacements[i];
    for (var k = 0u; k < count; k++) {
        displacement = after_contact(rows.x + select(k, count - 1u - k, backwards), particle, displacement);
    }
    displacements[i] = displacement;
    touched(i, particle, count);
}

// One contact, whoever owns it.
fn sweep_row(row: u32) {
    let i = row / CONTACTS_PER_PARTICLE;
    let particle = particle_of(particles[i]);
    displacements[i] = after_contact(row, particle, displacements[i]);
    touched(i, particle, 1u);
}

// Solves a contact; returns the displacement of its owner.
fn after_contact(row: u32, particle: Particle, displacement: vec2i) -> vec2i {
    let before = contact_of(contacts[row]);
    let j = before.partner;
    let other = particle_of(particles[j]);
    let displacement_of_other = displacements[j];
    let apart = separation(particle, other);
    let mass = contact_mass(particle, other);
    let approach = separating_speed(displacement, displacement_of_other, apart.normal);
    let speed = rebound(approach, apart.gap);
    let after = impulse_after(speed, apart.gap, mass, before.impulse);
    let change = impulse_change(after - before.impulse + product(mass, speed - approach), apart.normal);
    displacements[j] = changed(other, displacement_of_other, -change);
    contacts[row] = words_of_contact(ContactRow(j, after));
    touched(j, other, 1u);
    return changed(particle, displacement, change);
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
