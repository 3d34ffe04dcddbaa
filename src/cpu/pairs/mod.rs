//! Discs that follow each other in the grid, as lanes, meet those around them: which pairs there are (`windows`, `places`,
//! `found_pairs`, which `lists` use, too), and what the plain solver does with each of them, once for both discs.

pub mod after_contacts;
pub mod contact_band;
pub mod corrections;
pub mod crossings;
pub mod found_pairs;
pub mod places;
pub mod touching_pairs;
pub mod windows;
