//! Twin of `carry_tangents.wgsl`: what each contact carried along its tangent and against rolling.

use bytemuck::{cast_slice, cast_slice_mut};

use super::exact::unless_faint;
use super::find_contacts::LIST_ROWS;
use super::threads::parallel::{for_each_part, task_length};
use crate::world::contacts::ContactRow;
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
    match params.rolling_resistance > 0.0 {
        false => carry(params, sources, contacts, contacts_next, tangents, tangents_next),
        true => carry::<[f32; 2]>(params, sources, contacts, contacts_next, cast_slice(tangents), cast_slice_mut(tangents_next)),
    }
}

/// What a contact carries beside what presses it: along its tangent, or along that and against rolling.
trait Carried: Copy + Default + Send + Sync {
    /// In this substep.
    fn on(self, most_impulse: f32) -> Self;
    /// Seen from the other disc.
    fn turned_round(self) -> Self;
}

impl Carried for f32 {
    #[inline(always)]
    fn on(self, most_impulse: f32) -> Self {
        carried_on(self, most_impulse)
    }

    #[inline(always)]
    fn turned_round(self) -> Self {
        self
    }
}

impl Carried for [f32; 2] {
    #[inline(always)]
    fn on(self, most_impulse: f32) -> Self {
        self.map(|impulse| carried_on(impulse, most_impulse))
    }

    #[inline(always)]
    fn turned_round(self) -> Self {
        [self[0], -self[1]]
    }
}

fn carry<T: Carried>(
    params: &Params,
    sources: &[u32],
    contacts: &[ContactRow],
    contacts_next: &[ContactRow],
    tangents: &[T],
    tangents_next: &mut [T],
) {
    let listed = |owner: u32, partner: u32| {
        let first = owner as usize * LIST_ROWS;
        let rows = contacts_next[first..first + LIST_ROWS].iter().zip(&tangents[first..first + LIST_ROWS]);
        { rows }.find(|(row, _)| row.partner == partner).map(|(_, &tangent)| tangent)
    };
    let length = task_length(sources.len());
    let tasks = contacts.chunks(length * LIST_ROWS).zip(tangents_next.chunks_mut(length * LIST_ROWS)).zip(sources.chunks(length));
    for_each_part(tasks, |_, ((contacts, tangents_next), sources_of_run)| {
        tangents_next.fill(T::default());
        for (i, &ours) in sources_of_run.iter().enumerate() {
            let rows = (i * LIST_ROWS..(i + 1) * LIST_ROWS).zip(ours as usize * LIST_ROWS..);
            for (row, before) in rows.take_while(|&(row, _)| contacts[row].partner != NO_PARTNER) {
                let theirs = sources[contacts[row].partner as usize];
                let tangent = match contacts_next[before].partner == theirs {
                    true => tangents[before],
                    // One of the two owned it.
                    false => listed(ours, theirs).or_else(|| listed(theirs, ours).map(T::turned_round)).unwrap_or_default(),
                };
                tangents_next[row] = tangent.on(params.most_impulse);
            }
        }
    });
}

/// Twin of `carried_on`: what a contact carries along its tangent, or against rolling, from the last substep into this one. The shader adds
/// what both discs have, 0 for the one that does not own the contact, which leaves no -0.
#[inline(always)]
pub fn carried_on(impulse: f32, most_impulse: f32) -> f32 {
    // Not `clamp`, which may panic and so is done one by one.
    unless_faint((impulse + 0.0).max(-most_impulse).min(most_impulse))
}
