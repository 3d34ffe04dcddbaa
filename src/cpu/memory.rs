//! Twin of `memory.wgsl`: what a contact carried in the last substep, and how crowded it is where there is no list for it.

use super::dim2::{reached_from, world_cell};
use super::exact::unless_faint;
use super::lists::carried_lists::Carried;
use super::pairs::crossings::reached_slots;
use super::partners::runs_in_levels;
use crate::world::contacts::ContactRow;
use crate::world::levels::Levels;
use crate::world::particle::Particle;

/// The lists of the last substep. Their partners are where they were then.
pub struct Memory<'a> {
    pub sources: &'a [u32],
    pub contacts: Carried<'a>,
    pub most_impulse: f32,
}

impl Memory<'_> {
    /// Twin of `remembered_impulse`: either of the two may have owned their contact. Most often the contact that is now at
    /// `place` in the list of `i` was there before.
    #[inline(always)]
    pub fn impulse(&self, i: usize, j: usize, place: usize) -> f32 {
        let (list, partner) = (self.list_of(i), self.sources[j]);
        let impulse = match list.get(place) {
            Some(row) if row.partner == partner => row.impulse,
            _ => self.impulse_elsewhere(i, j),
        };
        self.carried(impulse)
    }

    /// What a contact carries from the last substep into this one.
    #[inline(always)]
    pub fn carried(&self, impulse: f32) -> f32 {
        unless_faint(impulse.min(self.most_impulse))
    }

    #[inline(never)]
    fn impulse_elsewhere(&self, i: usize, j: usize) -> f32 {
        let ours = listed_impulse(self.list_of(i), self.sources[j]);
        ours.or_else(|| listed_impulse(self.list_of(j), self.sources[i])).unwrap_or(0.0)
    }

    /// A particle's list; it may have fewer rows than others.
    #[inline(always)]
    fn list_of(&self, i: usize) -> &[ContactRow] {
        self.contacts.of(self.sources[i] as usize)
    }
}

/// Twin of `listed_impulse`.
#[inline(always)]
fn listed_impulse(list: &[ContactRow], partner: u32) -> Option<f32> {
    list.iter().find(|row| row.partner == partner).map(|row| row.impulse)
}

/// Twin of `crowd_around`: at least as many particles as one in the cell of this may touch, itself among them; in a folded grid
/// with those from afar.
pub fn crowd_around(levels: &Levels, cell_starts: &[u32], particle: &Particle) -> u32 {
    let (coarser, finer) = levels.as_slice().split_at(levels.number_of(particle.info) + 1);
    let own = &coarser[coarser.len() - 1];
    let edge = 1 << own.cell_bits;
    let low = world_cell(own, particle.position).map(|c| c << own.cell_bits);
    let around = runs_in_levels(levels, cell_starts, particle).map(|(slots, _)| slots);
    let reached = finer.iter().flat_map(|level| {
        let cells = reached_from(level, low, low.map(|p| p + edge - 1), edge >> 1);
        reached_slots(level, cell_starts, cells)
    });
    around.chain(reached).map(|slots| slots.len()).sum::<usize>() as u32
}
