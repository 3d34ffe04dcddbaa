//! Twin of `carry_tangents.wgsl`: what each contact carried along its tangent.

use rayon::prelude::*;

use super::GRAIN;
use super::find_contacts::ROWS;
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
    let listed = |owner: u32, partner: u32| {
        let first = owner as usize * ROWS;
        let rows = contacts_next[first..first + ROWS].iter().zip(&tangents[first..first + ROWS]);
        { rows }.find(|(row, _)| row.partner == partner).map_or(0.0, |(_, &tangent)| tangent)
    };
    let lists = contacts.par_chunks_exact(ROWS).zip(tangents_next.par_chunks_exact_mut(ROWS)).zip(sources);
    lists.with_min_len(GRAIN).for_each(|((list, next), &ours)| {
        for (row, next) in list.iter().zip(next) {
            let tangent = match row.partner {
                NO_PARTNER => 0.0,
                partner => listed(ours, sources[partner as usize]) + listed(sources[partner as usize], ours),
            };
            *next = tangent.clamp(-params.most_impulse, params.most_impulse);
        }
    });
}
