//! The fields of a state as arrays of words.

use bytemuck::{NoUninit, Pod};

use crate::world::fixed::LIST_ROWS;
use crate::world::state::State;

/// A field of [`State`].
pub struct Array {
    /// Name of the entry, without `.npy`.
    pub name: &'static str,
    /// Words of a row: those of a particle, a link or so, but for tangents where contacts resist rolling, of which a particle has two rows.
    pub columns: usize,
    words: fn(&State) -> &[u32],
    take: fn(&mut State, &[u32]),
}

/// Words of the contacts of a particle: partner and impulse of each.
const CONTACT_WORDS: usize = 2 * LIST_ROWS;

/// What changes while a simulation runs; all else is the scene's.
pub const ARRAYS: [Array; 8] = [
    array("particles", 4, |state| words(&state.particles), |state, words| state.particles = elements(words)),
    array("displacements", 2, |state| words(&state.displacements), |state, words| state.displacements = elements(words)),
    array("contacts", CONTACT_WORDS, |state| words(&state.contacts), |state, words| state.contacts = elements(words)),
    array("bodies", 4, |state| words(&state.bodies), |state, words| state.bodies = elements(words)),
    array("tangents", LIST_ROWS, |state| words(&state.tangents), |state, words| state.tangents = elements(words)),
    array("link_rows", 4, |state| words(&state.links.rows), |state, words| state.links.rows = elements(words)),
    array("joints", 6, |state| words(&state.links.joints), |state, words| state.links.joints = elements(words)),
    array(
        "counters",
        4,
        |state| words(std::slice::from_ref(&state.counters)),
        |state, words| state.counters = elements(words).pop().unwrap_or_default(),
    ),
];

const fn array(name: &'static str, columns: usize, words: fn(&State) -> &[u32], take: fn(&mut State, &[u32])) -> Array {
    Array { name, columns, words, take }
}

fn words<T: NoUninit>(elements: &[T]) -> &[u32] {
    bytemuck::cast_slice(elements)
}

fn elements<T: Pod>(words: &[u32]) -> Vec<T> {
    bytemuck::pod_collect_to_vec(words)
}

impl Array {
    /// Name of the entry.
    pub fn entry(&self) -> String {
        format!("{}.npy", self.name)
    }

    /// The words of a state.
    pub fn words<'a>(&self, state: &'a State) -> &'a [u32] {
        (self.words)(state)
    }

    /// Puts words into a state.
    pub fn take(&self, state: &mut State, words: &[u32]) {
        (self.take)(state, words);
    }
}
