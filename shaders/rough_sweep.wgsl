// A sweep over all contacts of rough discs: in the order of blocks.wgsl, with masses, restitution and friction of each pair, and impulses
// along the tangent, and against rolling, beside those along the normal. Joined to the passes that bind the stage and tangents; they say
// what one contact does in them (solved, and whether it only gives back what it carried: GIVES_BACK), and how it parts its discs (parted).
// Twin: src/cpu/rough_sweep.rs.

// What a contact carries, or gives, along the normal and along the tangent, which is the normal turned left.
alias Impulse = vec2f;
// The same in the lists, and what it carries against rolling.
alias Carried = vec3f;

// One end of a contact.
struct Disc {
    particle: Particle,
    displacement: vec2i,
    body: Body,
}

// A contact in a sweep.
struct Meeting {
    gap: f32,         // displacement units
    mass: f32,
    speed: f32,       // with which the discs separate
    half: f32,        // of a substep's gravity along the normal, see bounce.wgsl
    restitution: f32,
    bounces: bool,
    at_ease: bool,    // the discs' speeds are their own, as the pass has it (are_at_ease)
    slip: f32,        // speed of this rim over the other along the tangent
    friction: f32,
    impulse: Impulse, // what the contact carries
}

fn carried_by(row: u32, along: f32) -> Carried {
    return Carried(along, tangent_of(row), roll_of(row));
}

fn disc_of(i: u32) -> Disc {
    return Disc(particle_of(particles[i]), displacements[i], bodies[i]);
}

// A disc after so many of its contacts.
fn put_back(i: u32, before: Disc, disc: Disc, count: u32) {
    displacements[i] = disc.displacement;
    turn(i, disc.body);
    touched(i, before.particle, disc.particle, count);
}

// Solves a contact; returns its owner after it.
fn after_contact(contact: Listed, disc: Disc) -> Disc {
    let other = contact.other;
    let apart = separation(disc.particle, other.particle);
    let met = meeting(disc, other, apart, contact.carried.xy);
    let result = solved(met);
    let roll = rolled(rolling(disc.particle, disc.body, other.particle, other.body), contact.carried, result);
    let ours = driven(disc, result.given, roll.given.x, apart.normal, 1);
    let theirs = driven(other, result.given, roll.given.y, apart.normal, -1);
    let after = Pair(ours, theirs);
    let pair = parted(after, apart, met.mass, result.impulse.x);
    contacts[contact.row] = words_of_contact(ContactRow(contact.partner, result.impulse.x));
    if DISCS_RUB {
        tangents[contact.row * TANGENT_WORDS] = result.impulse.y;
    }
    if RESISTS_ROLLING {
        tangents[contact.row * TANGENT_WORDS + 1u] = roll.impulse;
    }
    put_back(contact.partner, other, pair.theirs, 1u);
    return pair.ours;
}

// Where contacts turn no disc there are no tangents, and spins stay as they are.
fn tangent_of(row: u32) -> f32 {
    if DISCS_RUB {
        return tangents[row * TANGENT_WORDS];
    }
    return 0.0;
}

fn roll_of(row: u32) -> f32 {
    if RESISTS_ROLLING {
        return tangents[row * TANGENT_WORDS + 1u];
    }
    return 0.0;
}

fn turn(i: u32, body: Body) {
    if DISCS_RUB {
        bodies[i].spin = body.spin;
    }
}

fn meeting(disc: Disc, other: Disc, apart: Separation, impulse: Impulse) -> Meeting {
    let mass = mass_of_contact(disc.body, other.body);
    let speed = separating_speed(disc.displacement, other.displacement, apart.normal);
    let restitution = product(restitution_root(disc.body.surface), restitution_root(other.body.surface));
    let hit = bounces(restitution, speed, apart.gap, mass, impulse.x);
    let half = half_of_contact(disc.particle, other.particle, apart.normal, substep.gravity);
    let at_ease = are_at_ease(disc.particle, other.particle);
    if !DISCS_RUB {
        return Meeting(apart.gap, mass, speed, half, restitution, hit, at_ease, 0.0, 0.0, impulse);
    }
    let tangent = vec2f(-apart.normal.y, apart.normal.x);
    let rims = whole(float_of(disc.body.spin) + float_of(other.body.spin));
    let slip = whole(separating_speed(disc.displacement, other.displacement, tangent) - rims);
    let friction = product(friction_root(disc.body.surface), friction_root(other.body.surface));
    return Meeting(apart.gap, mass, speed, half, restitution, hit, at_ease, slip, friction, impulse);
}

// A contact that carries `normal` along its normal from now on: rims are stopped as far as Coulomb's cone lets them.
// The impulse of a bounce rubs by itself and leaves nothing to carry.
fn rubbed(m: Meeting, normal: f32, bounce: f32) -> Solved {
    if !DISCS_RUB {
        return Solved(vec2f(normal, 0.0), vec2f(whole(normal - m.impulse.x) + bounce, 0.0));
    }
    let wanted = whole(m.impulse.y - stopping_impulse(m.mass, m.slip));
    let tangent = in_cone(wanted, product(m.friction, normal));
    let of_bounce = in_cone(whole(wanted - tangent), product(m.friction, bounce));
    return Solved(vec2f(normal, tangent), vec2f(whole(normal - m.impulse.x) + bounce, whole(tangent - m.impulse.y) + of_bounce));
}

// The disc after an impulse, and the other (`side` -1) after the opposite one, which drives its rim the same way round; `roll` is what
// turns it by itself.
fn driven(disc: Disc, given: vec2f, roll: f32, normal: vec2f, side: i32) -> Disc {
    let inverse_mass = disc.body.inverse_mass;
    if !DISCS_RUB {
        let moved_by = disc.displacement + side * impulse_change(product(given.x, inverse_mass), normal);
        held_times += select(0u, 1u, any(saturated(moved_by) != moved_by));
        return Disc(disc.particle, saturated(moved_by), disc.body);
    }
    let moved_by = disc.displacement + side * rough_change(given, inverse_mass, normal);
    let spins = disc.body.spin + spin_change(given.y, inverse_mass) + roll_change(roll, inverse_mass);
    held_times += select(0u, 1u, any(saturated(moved_by) != moved_by) || held_spin(spins) != spins);
    return Disc(disc.particle, saturated(moved_by), Body(inverse_mass, disc.body.surface, held_spin(spins), disc.body.angle));
}
