//! Twin of `push_links.wgsl`: the first sweeps over links of a substep.

use super::CountersCell;
use super::exact::product;
use super::joint::{Links, Stretch, for_each_link};
use super::scattered::Scattered;
use crate::world::links::{JOINT_LEAK, JOINT_RATE, Joint, LinkRow, STRAINS_PER_LIMIT};
use crate::world::params::{LinkStage, Params, Substep};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point; `stages` are one a colour and sweep.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn push_links(
    params: &Params,
    substep: &Substep,
    stages: &[LinkStage],
    particles: &[Particle],
    displacements: &mut [Displacement],
    slots: &[u32],
    link_rows: &[LinkRow],
    joints: &mut [Joint],
    counters: &CountersCell,
) {
    let links = Links { particles, displacements: Scattered::new(displacements), slots, counters };
    let change = |joint: &Joint, compliance: f32, stretch: &Stretch| {
        let given = product(compliance, joint.impulse - joint.last_impulse);
        let error = stretch.excess + product(compliance, joint.last_impulse);
        let push = product(error, JOINT_RATE).clamp(-params.push_limit, params.push_limit);
        let wanted = product(stretch.mass, stretch.speed + given + push);
        let kept = product(joint.mean_impulse, (1.0 - product(stretch.strain, STRAINS_PER_LIMIT).abs()).max(0.0));
        let leak = product(product(JOINT_LEAK, stretch.stiff_share), joint.impulse - kept);
        -wanted - leak
    };
    // SAFETY: the links of a colour share no particle.
    for_each_link(stages, substep.index & 1 != 0, joints, |k, joint| unsafe { links.sweep(&link_rows[k], joint, change) });
}
