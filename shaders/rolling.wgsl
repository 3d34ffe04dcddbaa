// How contacts of two discs resist that these turn over each other: with a moment of at most the coefficient times the force along the
// normal times the reduced radius of the discs, r1 r2 / (r1 + r2) (model A of J. Ai et al., Assessment of rolling resistance models in
// discrete element simulations, Powder Technology 206, 2011; rolling speed of S. Luding, Cohesive, frictional powders, Granular Matter 10,
// 2008). The impulse is that moment over the reduced radius.
// Twin: src/cpu/rolling.rs.

// How a contact rolls.
struct Rolling {
    shares: vec2f,   // the reduced radius over that of this disc, and of the other: their sum is 1
    speed: f32,      // the difference of their angular velocities times the reduced radius, displacement units
    mass: f32,       // what an impulse takes to change that speed by 1
    coupling: f32,   // by how much an impulse of 1 along the tangent changes it, downwards
}

fn rolling(this_one: Particle, this_body: Body, other: Particle, other_body: Body) -> Rolling {
    if !RESISTS_ROLLING {
        return Rolling(vec2f(0.0), 0.0, 0.0, 0.0);
    }
    let reach = reciprocal(f32(radius_of(this_one.info) + radius_of(other.info)));
    let ours = product(f32(radius_of(other.info)), reach);
    let theirs = whole(1.0 - ours);
    let speed = whole(product(ours, float_of(this_body.spin)) - product(theirs, float_of(other_body.spin)));
    // A solid disc turns half as heavily as it moves.
    let our_turn = product(product(2.0, this_body.inverse_mass), ours);
    let their_turn = product(product(2.0, other_body.inverse_mass), theirs);
    let mass = reciprocal(product(our_turn, ours) + product(their_turn, theirs));
    return Rolling(vec2f(ours, theirs), speed, mass, whole(our_turn - their_turn));
}

// What a contact carries against rolling after a sweep, and what each of its discs gets.
struct Rolled {
    impulse: f32,
    given: vec2f,
}

// An impulse against rolling turns the discs opposite ways.
fn shared_out(how: Rolling, given: f32) -> vec2f {
    return vec2f(product(given, how.shares.x), -product(given, how.shares.y));
}

// A contact that carried `before` gives it back, or stops rolling as far as what it carries along its normal from now on lets it, when its
// discs get what was solved. The impulse of a bounce resists by itself and leaves nothing to carry, as it rubs.
fn rolled(how: Rolling, before: Carried, result: Solved) -> Rolled {
    if !RESISTS_ROLLING {
        return Rolled(0.0, vec2f(0.0));
    }
    if GIVES_BACK {
        return Rolled(before.z, shared_out(how, before.z));
    }
    let speed = whole(how.speed - product(how.coupling, result.given.y));
    let wanted = whole(before.z - product(how.mass, speed));
    let after = in_cone(wanted, product(params.rolling_resistance, result.impulse.x));
    let bounce = whole(whole(result.given.x) - whole(whole(result.impulse.x) - before.x));
    let of_bounce = in_cone(whole(wanted - after), product(params.rolling_resistance, bounce));
    return Rolled(after, shared_out(how, whole(whole(after - before.z) + of_bounce)));
}
