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
    strain: f32,      // excess over the rest length
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
    let first = particle_of(particles[i]);
    let second = particle_of(particles[j]);
    let inverse = whole(joint.inverse_masses.x + joint.inverse_masses.y);
    if max(phase_of(first.info), phase_of(second.info)) >= UNBORN || inverse == 0.0 {
        return;
    }
    let span = link_span(first, second);
    let speed = separating_speed(displacements[i], displacements[j], span.direction);
    let excess = product(span.length - row.rest_length, UNITS_PER_STEP);
    let mass = reciprocal(inverse + row.elasticity);
    let strain = product(span.length - row.rest_length, reciprocal(max(row.rest_length, 1.0)));
    // The change, not the new impulse: a difference to the old one would be cancelled by some compilers.
    let change = joint_change(joint, row.elasticity, Stretch(speed, excess, mass, product(inverse, mass), strain));
    // Along the direction from the second to the first.
    let first_change = impulse_change(product(change, joint.inverse_masses.x), span.direction);
    let second_change = impulse_change(product(change, joint.inverse_masses.y), span.direction);
    pull_ends(i, j, first_change, second_change);
    joints[k].impulse = joint.impulse + change;
}

// Gives the ends of a link opposite changes.
fn pull_ends(i: u32, j: u32, first: vec2i, second: vec2i) {
    displacements[i] = held(displacements[i] + first, false);
    displacements[j] = held(displacements[j] - second, false);
}
