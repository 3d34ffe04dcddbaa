//! Twin of `rolling.wgsl`: how a contact resists that its discs turn over each other, one after the other for the readable twins of
//! sweeps. Those in batches have it eight times (`batches/rolling_batch`).

use super::body::held_impulse;
use super::exact::{float_of, product, reciprocal, rounded};
use super::friction::in_cone;
use super::rough_contact::Solved;
use crate::world::body::Body;
use crate::world::params::Params;
use crate::world::particle::Particle;

/// Twin of `Rolling`: how a contact rolls.
#[derive(Clone, Copy, Default)]
pub struct Rolling {
    shares: [f32; 2],
    speed: f32,
    mass: f32,
    coupling: f32,
}

/// Twin of `rolling`.
pub fn rolling(params: &Params, discs: [(&Particle, &Body); 2]) -> Rolling {
    if !params.resists_rolling() {
        return Rolling::default();
    }
    let [ours, theirs] = discs.map(|(particle, _)| particle.radius());
    let share = product(theirs as f32, reciprocal((ours + theirs) as f32));
    let shares = [share, 1.0 - share];
    let [(_, this), (_, other)] = discs;
    let speed = product(shares[0], float_of(this.spin)) - product(shares[1], float_of(other.spin));
    let turns = [0, 1].map(|side| product(product(2.0, discs[side].1.inverse_mass), shares[side]));
    let mass = reciprocal(product(turns[0], shares[0]) + product(turns[1], shares[1]));
    Rolling { shares, speed, mass, coupling: turns[0] - turns[1] }
}

/// Twin of `Rolled`: what a contact carries against rolling after a sweep, and what each of its discs gets.
pub struct Rolled {
    pub impulse: f32,
    pub given: [f32; 2],
}

impl Rolling {
    /// Twin of `rolled`, of a contact that carried so much along its normal and against rolling; `gives_back` is `GIVES_BACK`.
    pub fn rolled(&self, params: &Params, gives_back: bool, [normal, before]: [f32; 2], result: &Solved) -> Rolled {
        let shared_out = |given| [product(given, self.shares[0]), -product(given, self.shares[1])];
        if !params.resists_rolling() {
            return Rolled { impulse: 0.0, given: [0.0; 2] };
        }
        if gives_back {
            return Rolled { impulse: before, given: shared_out(before) };
        }
        let speed = self.speed - product(self.coupling, result.given[1]);
        let wanted = before - product(self.mass, speed);
        let after = in_cone(wanted, product(params.rolling_resistance, result.impulse[0]));
        let bounce = result.given[0] - (result.impulse[0] - normal);
        let of_bounce = in_cone(wanted - after, product(params.rolling_resistance, bounce));
        Rolled { impulse: after, given: shared_out(after - before + of_bounce) }
    }
}

/// Twin of `roll_change`.
pub fn roll_change(impulse: f32, inverse_mass: f32) -> i32 {
    rounded(held_impulse(product(product(2.0, inverse_mass), impulse)))
}
