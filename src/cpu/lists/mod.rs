//! The lists of contacts that the discs of a row of blocks own, how they are carried from one substep to the next, and the contacts of
//! crowds, which no list holds.

pub mod around;
pub mod carried_lists;
pub mod contact_lists;
pub mod crowds;
pub mod mixed_lists;
