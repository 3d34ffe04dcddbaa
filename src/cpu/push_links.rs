//! Twin of `push_links.wgsl`: the first sweeps over links of a substep.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::batches::link_batch::{LinkBatches, Stretches, TERMS};
use super::batches::link_sweep::{LinkKind, LinkSweep, Pull};
use super::joint::Links;
use crate::world::links::{JOINT_LEAK, JOINT_RATE, LinkRows, STRAINS_PER_LIMIT};
use crate::world::params::{LinkStage, Params, Substep};

pub(super) struct Push<'a> {
    pub params: &'a Params,
}

/// Twin of the entry point; `stages` are one a colour and sweep.
pub fn push_links(
    params: &Params,
    substep: &Substep,
    stages: &[LinkStage],
    on: Links<'_>,
    links: &mut LinkRows,
    batches: &mut LinkBatches,
) {
    LinkSweep { kind: Push { params }, links: on }.run(stages, substep.index & 1 != 0, links, batches);
}

impl LinkKind for Push<'_> {
    /// The push, the share that leaks, and what does not leak.
    #[inline(always)]
    fn terms<S: Simd>(&self, s: &Stretches<S>) -> [f32x8<S>; TERMS] {
        let limit = self.params.push_limit;
        let error = s.excess + s.compliance * s.last_impulse;
        let strain = (s.strain * STRAINS_PER_LIMIT).abs();
        [
            (error * JOINT_RATE).max(-limit).min(limit),
            s.stiff_share * JOINT_LEAK,
            s.mean_impulse * (f32x8::splat(strain.token(), 1.0) - strain).max(0.0),
        ]
    }

    #[inline(always)]
    fn change<S: Simd>(&self, p: &Pull<S>) -> f32x8<S> {
        let [push, leaking, kept] = p.terms;
        let given = p.compliance * (p.impulse - p.last_impulse);
        let wanted = p.mass * (p.speed + given + push);
        -wanted - leaking * (p.impulse - kept)
    }
}

#[cfg(test)]
mod one_by_one {
    use super::*;
    use crate::cpu::exact::product;
    use crate::cpu::joint::{OneByOne, Stretch};
    use crate::world::links::Joint;

    impl OneByOne for Push<'_> {
        fn change(&self, joint: &Joint, compliance: f32, stretch: &Stretch) -> f32 {
            let given = product(compliance, joint.impulse - joint.last_impulse);
            let error = stretch.excess + product(compliance, joint.last_impulse);
            let push = product(error, JOINT_RATE).clamp(-self.params.push_limit, self.params.push_limit);
            let wanted = product(stretch.mass, stretch.speed + given + push);
            let kept = product(joint.mean_impulse, (1.0 - product(stretch.strain, STRAINS_PER_LIMIT).abs()).max(0.0));
            let leak = product(product(JOINT_LEAK, stretch.stiff_share), joint.impulse - kept);
            -wanted - leak
        }
    }
}
