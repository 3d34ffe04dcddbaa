//! Twin of `rolling.wgsl`: how contacts resist that discs turn over each other. Sweeps over batches have it eight times
//! (`batches/rough_sweep_lanes`).

use super::exact::product;
use crate::world::params::Params;

/// What walls and obstacles that press a disc by so much resist rolling with at most; none where nothing does.
#[inline(always)]
pub fn rolling_limit(params: &Params, push: f32) -> Option<f32> {
    (params.rolling_resistance > 0.0).then(|| product(push, params.rolling_resistance))
}

/// One contact at a time, for the readable twins of sweeps.
#[cfg(test)]
pub mod one_by_one {
    use super::Params;
    use crate::cpu::body::held_impulse;
    use crate::cpu::exact::{float_of, product, reciprocal, rounded};
    use crate::cpu::friction::in_cone;
    use crate::cpu::rough_contact::Solved;
    use crate::world::body::Body;
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
        if params.rolling_resistance == 0.0 {
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
            if params.rolling_resistance == 0.0 {
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
}
