//! The table of buffers. A buffer that passes bind is declared once here: its name, what its elements are, how many
//! there are, and what it is a half of where there are two. Buffers on the device, their labels, the layouts of
//! uniform blocks, what the shaders' declarations are checked against and how the verifier names a difference follow
//! from this table. Its place in host memory is in `src/cpu/buffers.rs`.

use Length::{
    Births, Bodies, Cells, Chains, Contacts, CoverRows, CoverStarts, Facets, Fixed, Joints, LinkRows, LinkStages, LinkStarts, LinkedIds,
    Particles, Poses, Resting, Tangents, Tiles,
};
use encase::ShaderType;

use crate::sizes::{Length, Sizes};
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::levels::MAX_LEVELS;
use crate::world::links::{Joint, LinkRow};
use crate::world::measures::word;
use crate::world::obstacles::cover::CoverRow;
use crate::world::obstacles::facet::{Facet, Pose};
use crate::world::params::{LinkStage, Params, Stage, Substep};
use crate::world::particle::{Displacement, Particle};
use crate::world::state::Counters;

/// Most substeps in one submission.
pub const BATCH: u32 = 64;

/// Most substeps whose moving obstacles are placed together, on all backends. No result goes by it.
pub const MOVING_BATCH: u32 = 8;

/// Dispatches of a pass that sweeps over contacts, for each level of the grid: one a colour.
pub const COLOURS: u32 = 4;

/// What there is to know about a buffer.
#[derive(Debug)]
pub struct Row {
    /// Name of the variable in the shaders, and of the buffer in labels and messages.
    pub name: &'static str,
    /// What an element is.
    pub element: Element,
    /// How many elements there are.
    pub length: Length,
    /// What it is a half of, and which: 0 the current snapshot, 1 the next.
    pub half: Option<(Doubled, usize)>,
}

const fn row(name: &'static str, element: Element, length: Length) -> Row {
    Row { name, element, length, half: None }
}

const fn half(name: &'static str, element: Element, length: Length, of: Doubled, half: usize) -> Row {
    Row { name, element, length, half: Some((of, half)) }
}

/// Declares the slots and their table from one list.
macro_rules! slots {
    ($($(#[$doc:meta])* $slot:ident = $row:expr;)*) => {
        /// A buffer that passes bind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Slot {
            $($(#[$doc])* $slot),*
        }

        /// In the order of [`Slot::ALL`].
        static ROWS: [Row; Slot::ALL.len()] = [$($row),*];

        impl Slot {
            /// Every slot.
            pub const ALL: [Self; [$(Self::$slot),*].len()] = [$(Self::$slot),*];
        }
    };
}

slots! {
    /// [`Params`].
    Params = row("params", Element::Params, Fixed(1));
    /// [`Substep`], one of a frame's by its offset.
    Substep = row("substep", Element::Substep, Fixed(BATCH));
    /// [`Stage`], one of a pass's by its offset.
    Stage = row("stage", Element::Stage, Fixed(COLOURS * MAX_LEVELS));
    /// [`LinkStage`], one of a pass's by its offset.
    LinkStage = row("link_stage", Element::LinkStage, LinkStages);
    /// Particle records: the current snapshot.
    Particles = half("particles", Element::Particle, Particles, Doubled::Particles, 0);
    /// Particle records: where the next snapshot is written.
    ParticlesNext = half("particles_next", Element::Particle, Particles, Doubled::Particles, 1);
    /// Displacements in the order of `Particles`.
    Displacements = half("displacements", Element::Displacement, Particles, Doubled::Displacements, 0);
    /// Displacements in the order of `ParticlesNext`.
    DisplacementsNext = half("displacements_next", Element::Displacement, Particles, Doubled::Displacements, 1);
    /// Particles in each cell, and in the overflow cell behind the last; what follows to the next multiple of four is 0.
    CellCounts = row("cell_counts", Element::Word("count"), Cells);
    /// Sums of `CellCounts` over tiles.
    TileTotals = row("tile_totals", Element::Word("count"), Tiles);
    /// Exclusive prefix sum of `CellCounts`: where a cell's particles start.
    CellStarts = row("cell_starts", Element::Word("start"), Cells);
    /// Each particle's place within its cell.
    Ranks = row("ranks", Element::Word("rank"), Particles);
    /// Places of the particles before the sort, cell after cell, in the order of their ranks.
    Order = row("order", Element::Word("place"), Resting);
    /// By slot, the place before the sort.
    Sources = row("sources", Element::Word("place"), Resting);
    /// By the place before the sort, the slot.
    Targets = row("targets", Element::Word("slot"), Resting);
    /// [`ContactRow`]s of the last substep, those of a particle together, or of this one once they are found.
    Contacts = half("contacts", Element::ContactRow, Contacts, Doubled::Contacts, 0);
    /// [`ContactRow`]s of this substep while they are being found, in the order of `Particles`.
    ContactsNext = half("contacts_next", Element::ContactRow, Contacts, Doubled::Contacts, 1);
    /// For each particle, the first row of `Contacts` in which it is the partner of a disc of a finer level, and for each row of its own
    /// the next such row; see `shaders/chains.wgsl`. None where the grid has one level.
    Chains = row("chains", Element::Word("row"), Chains);
    /// [`Body`] records in the order of `Particles`; none where all discs are alike.
    Bodies = half("bodies", Element::Body, Bodies, Doubled::Bodies, 0);
    /// [`Body`] records in the order of `ParticlesNext`.
    BodiesNext = half("bodies_next", Element::Body, Bodies, Doubled::Bodies, 1);
    /// What each row of `Contacts` carries along its tangent and, where contacts resist rolling, against that, in displacement units; none
    /// where neither turns any discs.
    Tangents = half("tangents", Element::Real("impulse"), Tangents, Doubled::Tangents, 0);
    /// The same of `ContactsNext`.
    TangentsNext = half("tangents_next", Element::Real("impulse"), Tangents, Doubled::Tangents, 1);
    /// By id, where a particle is in the sorted order. Only filled where there are links.
    Slots = row("slots", Element::Word("slot"), LinkedIds);
    /// By id, the substep in which a particle is let out.
    Births = row("births", Element::Word("birth"), Births);
    /// By id, where a particle's link rows start.
    LinkStarts = row("link_starts", Element::Word("start"), LinkStarts);
    /// [`LinkRow`]s.
    LinkRows = row("link_rows", Element::LinkRow, LinkRows);
    /// [`Joint`]s.
    Joints = row("joints", Element::Joint, Joints);
    /// [`Facet`]s of the obstacles.
    Facets = row("facets", Element::Facet, Facets);
    /// By place of the cover's tables, where its rows start, and where the last ends; none where there are no obstacles.
    CoverStarts = row("cover_starts", Element::Word("start"), CoverStarts);
    /// [`CoverRow`]s: facets that a disc in a coarse cell could touch.
    CoverRows = row("cover_rows", Element::CoverRow, CoverRows);
    /// [`Pose`]s: of every mover those of each substep that is submitted, before and after motion and a substep later.
    Poses = row("poses", Element::Pose, Poses);
    /// [`Counters`].
    Counters = row("counters", Element::Counters, Fixed(1));
    /// Sums and maxima, see [`measures`](crate::world::measures).
    Measures = row("measures", Element::Word("sum"), Fixed(2 * word::COUNT));
    /// Two words a substep, see `digest.wgsl`.
    Digests = row("digests", Element::Word("digest"), Fixed(2 * BATCH));
}

/// What there are two buffers of, so that a pass reads one snapshot while it writes the next. A
/// [`Step::Swap`](crate::steps::Step::Swap) makes what was written next the current one, of this and of nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Doubled {
    /// [`Slot::Particles`] and [`Slot::ParticlesNext`].
    Particles,
    /// [`Slot::Displacements`] and [`Slot::DisplacementsNext`].
    Displacements,
    /// [`Slot::Contacts`] and [`Slot::ContactsNext`].
    Contacts,
    /// [`Slot::Bodies`] and [`Slot::BodiesNext`].
    Bodies,
    /// [`Slot::Tangents`] and [`Slot::TangentsNext`].
    Tangents,
}

/// What an element of a buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// The uniform block [`Params`].
    Params,
    /// The uniform block [`Substep`].
    Substep,
    /// The uniform block [`Stage`].
    Stage,
    /// The uniform block [`LinkStage`].
    LinkStage,
    /// A [`Particle`].
    Particle,
    /// A [`Displacement`].
    Displacement,
    /// A [`LinkRow`].
    LinkRow,
    /// A [`Joint`].
    Joint,
    /// A [`ContactRow`].
    ContactRow,
    /// A [`Body`].
    Body,
    /// A [`Facet`].
    Facet,
    /// A [`CoverRow`].
    CoverRow,
    /// A [`Pose`].
    Pose,
    /// [`Counters`], which the shaders see as words.
    Counters,
    /// A word, and what it is called where one differs.
    Word(&'static str),
    /// A number, and what it is called where one differs.
    Real(&'static str),
}

impl Slot {
    /// What there is to know about it.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Name of the variable in the shaders, and of the buffer in labels and messages.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Bytes of its elements. On a device it may take more: an empty buffer cannot be bound, and the values of
    /// substeps are aligned.
    pub fn bytes(self, sizes: &Sizes) -> u64 {
        self.row().length.of(sizes) * self.row().element.bytes()
    }
}

impl Doubled {
    /// Everything that there are two buffers of.
    pub const ALL: [Self; 5] = [Self::Particles, Self::Displacements, Self::Contacts, Self::Bodies, Self::Tangents];

    /// The slots of the current snapshot and of the next.
    ///
    /// # Panics
    /// If the table lacks one of them.
    pub fn halves(self) -> [Slot; 2] {
        [0, 1].map(|half| Slot::ALL.into_iter().find(|slot| slot.row().half == Some((self, half))).expect("the table has both halves"))
    }
}

impl Element {
    /// Bytes of one.
    pub fn bytes(self) -> u64 {
        match self {
            Self::Params => Params::min_size().get(),
            Self::Substep => Substep::min_size().get(),
            Self::Stage => Stage::min_size().get(),
            Self::LinkStage => LinkStage::min_size().get(),
            Self::Particle => size_of::<Particle>() as u64,
            Self::Displacement => size_of::<Displacement>() as u64,
            Self::LinkRow => size_of::<LinkRow>() as u64,
            Self::Joint => size_of::<Joint>() as u64,
            Self::ContactRow => size_of::<ContactRow>() as u64,
            Self::Body => size_of::<Body>() as u64,
            Self::Facet => size_of::<Facet>() as u64,
            Self::CoverRow => size_of::<CoverRow>() as u64,
            Self::Pose => size_of::<Pose>() as u64,
            Self::Counters => size_of::<Counters>() as u64,
            Self::Word(_) | Self::Real(_) => 4,
        }
    }

    /// Whether it is a uniform block.
    pub fn is_uniform(self) -> bool {
        matches!(self, Self::Params | Self::Substep | Self::Stage | Self::LinkStage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_a_name_of_its_own_and_every_pair_two_like_halves() {
        let names: std::collections::BTreeSet<_> = Slot::ALL.iter().map(|slot| slot.name()).collect();
        assert_eq!(names.len(), Slot::ALL.len());
        for doubled in Doubled::ALL {
            let [now, next] = doubled.halves().map(Slot::row);
            assert_eq!((now.element, now.length), (next.element, next.length));
            assert_eq!(next.name, format!("{}_next", now.name));
        }
        let halves = Slot::ALL.iter().filter(|slot| slot.row().half.is_some()).count();
        assert_eq!(halves, 2 * Doubled::ALL.len());
    }
}
