//! Twin of `carry_tangents.wgsl`: what each contact carried along its tangent and against rolling.

use bytemuck::{cast_slice, cast_slice_mut};

use super::exact::unless_faint;
use super::threads::parallel::{for_each_part, task_length};
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::links::NO_PARTNER;
use crate::world::params::Params;

/// Twin of the entry point. `contacts_next` holds the lists that `tangents` belong to.
pub fn carry_tangents(
    params: &Params,
    sources: &[u32],
    contacts: &[ContactRow],
    contacts_next: &[ContactRow],
    tangents: &[f32],
    tangents_next: &mut [f32],
) {
    match params.resists_rolling() {
        false => carry::<1>(params, sources, contacts, contacts_next, cast_slice(tangents), cast_slice_mut(tangents_next)),
        true => carry::<2>(params, sources, contacts, contacts_next, cast_slice(tangents), cast_slice_mut(tangents_next)),
    }
}

/// Of so many words a contact: what it carries along its tangent, or that and what it carries against rolling.
fn carry<const WORDS: usize>(
    params: &Params,
    sources: &[u32],
    contacts: &[ContactRow],
    contacts_next: &[ContactRow],
    tangents: &[[f32; WORDS]],
    tangents_next: &mut [[f32; WORDS]],
) {
    let listed = |owner: u32, partner: u32| {
        let first = owner as usize * LIST_ROWS;
        let rows = contacts_next[first..first + LIST_ROWS].iter().zip(&tangents[first..first + LIST_ROWS]);
        { rows }.find(|(row, _)| row.partner == partner).map(|(_, &tangent)| tangent)
    };
    let length = task_length(sources.len());
    let tasks = contacts.chunks(length * LIST_ROWS).zip(tangents_next.chunks_mut(length * LIST_ROWS)).zip(sources.chunks(length));
    for_each_part(tasks, |_, ((contacts, tangents_next), sources_of_run)| {
        tangents_next.fill([0.0; WORDS]);
        for (i, &ours) in sources_of_run.iter().enumerate() {
            let rows = (i * LIST_ROWS..(i + 1) * LIST_ROWS).zip(ours as usize * LIST_ROWS..);
            for (row, before) in rows.take_while(|&(row, _)| contacts[row].partner != NO_PARTNER) {
                let theirs = sources[contacts[row].partner as usize];
                let tangent = match contacts_next[before].partner == theirs {
                    true => tangents[before],
                    // One of the two owned it.
                    false => listed(ours, theirs).or_else(|| listed(theirs, ours).map(turned_round)).unwrap_or([0.0; WORDS]),
                };
                tangents_next[row] = tangent.map(|impulse| carried_on(impulse, params.most_impulse));
            }
        }
    });
}

/// The same seen from the other disc, which turns the other way.
fn turned_round<const WORDS: usize>(mut carried: [f32; WORDS]) -> [f32; WORDS] {
    carried.iter_mut().skip(1).for_each(|roll| *roll = -*roll);
    carried
}

/// Twin of `carried_on`: what a contact carries along its tangent, or against rolling, from the last substep into this one. The shader adds
/// what both discs have, 0 for the one that does not own the contact, which leaves no -0.
#[inline(always)]
pub fn carried_on(impulse: f32, most_impulse: f32) -> f32 {
    // Not `clamp`, which may panic and so is done one by one.
    unless_faint((impulse + 0.0).max(-most_impulse).min(most_impulse))
}
