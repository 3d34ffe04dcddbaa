//! Twin of `chains.wgsl`: which contacts of discs of finer levels a disc is the partner in.

use crate::world::fixed::LIST_ROWS;
use crate::world::links::NO_PARTNER;

/// Twin of `chain_of`: where the first row of a disc's chain stands.
pub fn chain_of(i: usize) -> usize {
    i * (LIST_ROWS + 1)
}

/// Twin of `link_of`: where the row after one in its chain stands.
pub fn link_of(row: usize) -> usize {
    row + row / LIST_ROWS + 1
}

/// The rows of a disc's chain; none where the grid has one level, and so no chains.
#[inline(always)]
pub fn chained_rows(chains: &[u32], i: usize) -> impl Iterator<Item = usize> {
    let row_at = |place: usize| chains.get(place).filter(|&&row| row != NO_PARTNER).map(|&row| row as usize);
    std::iter::successors(row_at(chain_of(i)), move |&row| row_at(link_of(row)))
}
