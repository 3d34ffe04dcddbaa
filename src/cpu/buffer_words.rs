//! What others see of the buffers: each as words, and the contacts that carry anything.

use std::borrow::Cow;
use std::sync::atomic::Ordering::Relaxed;

use bytemuck::cast_slice;
#[cfg(feature = "viewer")]
use rayon::prelude::*;

use super::Buffers;
use crate::slots::Slot;
use crate::world::contacts::ContactRow;

impl Buffers {
    /// The contacts that carry anything, each with the place of the disc that owns it.
    #[cfg(feature = "viewer")]
    pub fn loaded_contacts(&self) -> impl rayon::iter::ParallelIterator<Item = (usize, ContactRow)> {
        let lists = self.contacts.lists();
        let count = if self.sizes().resting { self.particles.len() } else { 0 };
        let loaded = move |owner| lists.of(owner).iter().filter(|row| row.is_loaded()).map(move |&row| (owner, row));
        (0..count).into_par_iter().flat_map_iter(loaded)
    }

    /// The buffer of a slot as words; `None` for what only the GPU keeps as a buffer.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "the GPU backend and what compares the two ask"))]
    pub fn words(&self, slot: Slot) -> Option<Cow<'_, [u32]>> {
        let b = self;
        Some(match slot {
            Slot::Particles => Cow::Borrowed(cast_slice(&b.particles)),
            Slot::ParticlesNext => Cow::Borrowed(cast_slice(&b.particles_next)),
            Slot::Displacements => Cow::Borrowed(cast_slice(&b.displacements)),
            Slot::DisplacementsNext => Cow::Borrowed(cast_slice(&b.displacements_next)),
            Slot::CellCounts => Cow::Owned(b.cell_counts.iter().map(|count| count.load(Relaxed)).collect()),
            Slot::TileTotals => Cow::Borrowed(&b.tile_totals),
            Slot::CellStarts => Cow::Borrowed(&b.cell_starts),
            Slot::Ranks => Cow::Borrowed(&b.ranks),
            Slot::Order => Cow::Borrowed(&b.order),
            Slot::Sources => Cow::Borrowed(&b.sources),
            Slot::Targets => Cow::Borrowed(&b.targets),
            Slot::Contacts => words_of(b.contacts.all_rows()),
            Slot::ContactsNext => words_of(b.contacts_next.all_rows()),
            Slot::Chains => Cow::Borrowed(&b.chains),
            Slot::Bodies => Cow::Borrowed(cast_slice(&b.bodies)),
            Slot::BodiesNext => Cow::Borrowed(cast_slice(&b.bodies_next)),
            Slot::Tangents => Cow::Borrowed(cast_slice(&b.tangents)),
            Slot::TangentsNext => Cow::Borrowed(cast_slice(&b.tangents_next)),
            Slot::Slots => Cow::Borrowed(&b.slots),
            Slot::Births => Cow::Borrowed(&b.births),
            Slot::LinkStarts => Cow::Borrowed(&b.links.starts),
            Slot::LinkRows => Cow::Borrowed(cast_slice(&b.links.rows)),
            Slot::Joints => Cow::Borrowed(cast_slice(&b.links.joints)),
            Slot::Counters => Cow::Owned(bytemuck::cast::<_, [u32; 4]>(b.counters.get()).to_vec()),
            Slot::Facets => Cow::Borrowed(cast_slice(b.obstacles.facets())),
            Slot::CoverStarts => Cow::Borrowed(&b.cover.starts),
            Slot::CoverRows => Cow::Borrowed(cast_slice(&b.cover.rows)),
            Slot::Poses => Cow::Borrowed(cast_slice(&b.poses)),
            Slot::Params | Slot::Substep | Slot::Stage | Slot::LinkStage | Slot::Measures | Slot::Digests => return None,
        })
    }
}

/// Rows as words.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "the GPU backend and what compares the two ask"))]
fn words_of(rows: Cow<'_, [ContactRow]>) -> Cow<'_, [u32]> {
    match rows {
        Cow::Borrowed(rows) => Cow::Borrowed(cast_slice(rows)),
        Cow::Owned(rows) => Cow::Owned(cast_slice(&rows).to_vec()),
    }
}
