//! The lists of contacts that the discs of a row of blocks own, how they are carried from one substep to the next, and the contacts of
//! crowds, which no list holds.

pub mod around;
mod at_fold;
pub mod carried_lists;
pub mod contact_lists;
pub mod crowds;
pub mod mixed_lists;

use crate::world::fixed::LIST_ROWS;

/// The number among the rows of all lists, where they are not packed, of one that a particle owns.
#[inline(always)]
pub fn row_of(owner: u32, place: u8) -> usize {
    owner as usize * LIST_ROWS + usize::from(place)
}

/// Whose list a row is in, and at which place.
#[inline(always)]
pub fn owner_and_place(row: u32) -> (u32, u8) {
    let owner = row / LIST_ROWS as u32;
    (owner, (row - owner * LIST_ROWS as u32) as u8)
}
