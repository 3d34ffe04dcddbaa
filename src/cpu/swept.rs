//! What sweeps over contacts bind, of whatever discs.

use super::CountersCell;
use super::threads::scattered::Scattered;
use crate::world::contacts::ContactRow;
use crate::world::params::{Params, Substep};
use crate::world::particle::Displacement;

/// The buffers of a sweep, but for particles, which only some sweeps change.
#[derive(Clone, Copy)]
pub struct Swept<'a> {
    pub params: &'a Params,
    pub substep: &'a Substep,
    pub displacements: Scattered<'a, Displacement>,
    pub cell_starts: &'a [u32],
    pub contacts: Scattered<'a, ContactRow>,
    /// Where in these the lists of particles start, if they are packed; see `CarriedLists`. Those of rough discs and in several levels
    /// never are.
    pub list_starts: &'a [u32],
    /// Empty where the grid has one level.
    pub chains: &'a [u32],
    pub counters: &'a CountersCell,
}

impl Swept<'_> {
    /// Whether the contacts of particles are counted in this substep.
    pub fn counts_contacts(&self) -> bool {
        self.params.discs_bounce != 0 || self.substep.uncounted == 0
    }

    /// Whether the sweeps before motion go backwards in this substep; those after it go the other way round.
    pub fn is_odd(&self) -> bool {
        self.substep.index & 1 != 0
    }
}
