//! The memory of contacts: what each of them carried in the last substep.

use bytemuck::{Pod, Zeroable};

use super::links::NO_PARTNER;

/// A contact in the list of the particle that owns it. Equals `ContactRow` in `dim2.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ContactRow {
    /// Slot of the other particle, or [`NO_PARTNER`] for a row that is not used; those are the last ones.
    pub partner: u32,
    /// Impulse along the normal over the mass of a disc, in displacement units.
    pub impulse: f32,
}

impl ContactRow {
    /// A row that is not used.
    pub const NONE: Self = Self { partner: NO_PARTNER, impulse: 0.0 };

    /// Whether it is of a contact that carries anything.
    #[inline(always)]
    pub fn is_loaded(&self) -> bool {
        self.partner != NO_PARTNER && self.impulse > 0.0
    }

    /// The row with its partner where a new order of the particles has it: `places[old]` is the new place.
    #[must_use]
    #[inline(always)]
    pub fn moved(self, places: &[u32]) -> Self {
        match self.partner {
            NO_PARTNER => self,
            partner => Self { partner: places[partner as usize], ..self },
        }
    }
}
