// A sweep over all links: Gauss-Seidel in colours, no two links of a colour share a particle. One dispatch is one
// colour, one thread one link. Joined to the passes that bind joints; they say by how much what a link carries
// changes (joint_change). Twin: src/cpu/joint.rs.

// The row of a thread, or NO_PARTNER where the colour has no more. Backwards the colours are reversed.
fn row_of(thread: u32, backwards: bool) -> u32 {
    let links = select(link_stage.ahead, link_stage.reversed, backwards);
    return select(NO_PARTNER, links.x + thread, thread < links.y);
}

// What a joint sees of its link.
struct Stretch {
    speed: f32,     // with which the ends separate, in displacement units
    excess: f32,    // length over the rest length, in displacement units
    mass: f32,      // 1 / (the sum of the inverse masses and the compliance)
    stiff_share: f32, // share of the inverse masses in that sum: 1 for a rigid link
}

fn sweep_link(thread: u32, backwards: bool) {
    let k = row_of(thread, backwards);
    if k == NO_PARTNER {
        return;
    }
    let row = link_rows[k];
    let joint = joints[k];
    if row.partner == NO_PARTNER {
        return;
    }
    let i = slots[joint.id];
    let j = slots[row.partner];
    let first = particles[i];
    let second = particles[j];
    let inverse = inverse_masses(first, second);
    if max(phase_of(first.info), phase_of(second.info)) >= UNBORN || inverse == 0.0 {
        return;
    }
    let span = link_span(first, second);
    let speed = separating_speed(displacements[i], displacements[j], span.direction);
    let excess = product(span.length - row.rest_length, UNITS_PER_STEP);
    let mass = reciprocal(inverse + row.elasticity);
    // The change, not the new impulse: a difference to the old one would be cancelled by some compilers.
    let change = joint_change(joint, row.elasticity, Stretch(speed, excess, mass, product(inverse, mass)));
    pull_ends(i, first, j, second, change, span.direction);
    joints[k].impulse = joint.impulse + change;
}

// Gives both ends an impulse along the direction from the second to the first.
fn pull_ends(i: u32, first: Particle, j: u32, second: Particle, impulse: f32, direction: vec2f) {
    let change = impulse_change(impulse, direction);
    displacements[i] = pulled(first, displacements[i], change);
    displacements[j] = pulled(second, displacements[j], -change);
}

fn pulled(particle: Particle, displacement: vec2i, change: vec2i) -> vec2i {
    if phase_of(particle.info) != LIVE {
        return displacement;
    }
    return held(displacement + change, false);
}

// The sum of the inverse masses of both ends: a live disc has a mass of one, a pinned one an infinite one.
fn inverse_masses(first: Particle, second: Particle) -> f32 {
    return select(0.0, 1.0, phase_of(first.info) == LIVE) + select(0.0, 1.0, phase_of(second.info) == LIVE);
}

// 1 / x for x > 0, from its root.
fn reciprocal(x: f32) -> f32 {
    let root = inverse_root(x);
    return product(root, root);
}
