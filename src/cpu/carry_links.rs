//! Twin of `carry_links.wgsl`: links that go, and what the others carried in the last substep.

use super::CountersCell;
use super::exact::{product, unless_faint};
use super::joint::{Links, for_each_link};
use super::link::{link_breaks, link_span};
use super::scattered::Scattered;
use crate::world::links::{JOINT_MEMORY, Joint, LinkRow, NO_PARTNER};
use crate::world::params::{LinkStage, Params, Substep};
use crate::world::particle::{Displacement, Particle};

/// Twin of the entry point; `stages` are one a colour.
#[expect(clippy::too_many_arguments, reason = "the bindings of the pass, in their order")]
pub fn carry_links(
    params: &Params,
    substep: &Substep,
    stages: &[LinkStage],
    particles: &[Particle],
    displacements: &mut [Displacement],
    slots: &[u32],
    link_rows: &mut [LinkRow],
    joints: &mut [Joint],
    counters: &CountersCell,
) {
    let links = Links { particles, displacements: Scattered::new(displacements), slots, counters };
    let link_rows = Scattered::new(link_rows);
    for_each_link(stages, false, joints, |k, joint| {
        // SAFETY: a row belongs to one link, and no other thread touches it.
        let row = unsafe { link_rows.at(k) };
        if row.partner == NO_PARTNER {
            return;
        }
        let [i, j] = [joint.id, row.partner].map(|id| slots[id as usize] as usize);
        let (first, second) = (&particles[i], &particles[j]);
        if link_breaks(substep, first, second, row) {
            row.partner = NO_PARTNER;
            *joint = Joint::new(joint.id, joint.inverse_masses);
            counters.broken();
            return;
        }
        if !first.in_grid() || !second.in_grid() {
            return;
        }
        joint.impulse = unless_faint(joint.impulse.clamp(-params.most_impulse, params.most_impulse));
        joint.last_impulse = joint.impulse;
        joint.mean_impulse = unless_faint(joint.mean_impulse + product(JOINT_MEMORY, joint.impulse - joint.mean_impulse));
        // SAFETY: the links of a colour share no particle.
        unsafe { links.pull_ends([i, j], joint, joint.impulse, link_span(first, second).direction) };
    });
}
