//! Twin of `relax_links.wgsl`: sweeps over links after the discs have moved.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::batches::link_batch::{LinkBatches, Stretches, TERMS};
use super::batches::link_sweep::{LinkKind, LinkSweep, Pull};
use super::joint::Links;
use crate::world::links::{JOINT_RATE, LinkRows};
use crate::world::params::{LinkStage, Substep};

pub(super) struct Relax;

/// Twin of the entry point; `stages` are one a colour and sweep.
pub fn relax_links(substep: &Substep, stages: &[LinkStage], on: Links<'_>, links: &mut LinkRows, batches: &mut LinkBatches) {
    LinkSweep { kind: Relax, links: on }.run(stages, substep.index & 1 == 0, links, batches);
}

impl LinkKind for Relax {
    /// The excess, and the share of the error of a length that is kept as speed.
    #[inline(always)]
    fn terms<S: Simd>(&self, s: &Stretches<S>) -> [f32x8<S>; TERMS] {
        [s.excess, s.compliance * s.mass * JOINT_RATE, f32x8::splat(s.excess.token(), 0.0)]
    }

    #[inline(always)]
    fn change<S: Simd>(&self, p: &Pull<S>) -> f32x8<S> {
        let [excess, rate, _] = p.terms;
        let given = p.compliance * (p.impulse - p.last_impulse);
        let error = excess + p.compliance * p.impulse;
        -(p.mass * (p.speed + given + error * rate))
    }
}

#[cfg(test)]
mod one_by_one {
    use super::*;
    use crate::cpu::exact::product;
    use crate::cpu::joint::{OneByOne, Stretch};
    use crate::world::links::Joint;

    impl OneByOne for Relax {
        fn change(&self, joint: &Joint, compliance: f32, stretch: &Stretch) -> f32 {
            let given = product(compliance, joint.impulse - joint.last_impulse);
            let error = stretch.excess + product(compliance, joint.impulse);
            let rate = product(JOINT_RATE, product(compliance, stretch.mass));
            -product(stretch.mass, stretch.speed + given + product(error, rate))
        }
    }
}
