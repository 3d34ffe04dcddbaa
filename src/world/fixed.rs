//! The number system: positions are `i32` steps, displacements are `i32` sixteenths of a step.
//!
//! With `f32` positions the resolution depends on where a particle is: in a world a thousand
//! diameters wide, gravity at 480 substeps a second vanishes below the last place. With fixed point
//! the resolution is the same everywhere, differences are exact, and sums do not depend on their
//! order.
//!
//! One cell as wide as the largest diameter is `2^cell_bits` steps, so that a cell index is a shift.

/// Most steps in a cell edge, as a power of two. Finer steps would overflow differences of
/// neighbours in `f32` (24 bits hold `±2` cells of `2^20` steps with bits to spare).
pub const MAX_CELL_BITS: u32 = 20;

/// A displacement counts in `2^-4` steps. Corrections rounded to a whole `2^-20` of a diameter leave
/// a resting heap simmering at .0026 diameters/s, `2^-24` at .0006.
pub const FRACTION_BITS: u32 = 4;

/// The fraction of a step that a position carries beside its integer, so that slow drift is not lost.
pub const FRACTION_MASK: u32 = (1 << FRACTION_BITS) - 1;

/// The fastest a particle can move in one substep, per axis: under `2^26` steps, 64 cells where a cell has
/// `2^20` steps. A particle that would be faster is held here, and counted in `Counters::saturated`.
pub const MAX_DISPLACEMENT: i32 = (1 << 30) - 1;

/// With so few contacts a sum of corrections fits its range, and one word of it will do, as the CPU takes it: one correction is
/// at most `2^24` (all of the largest reach, `2^20` steps, doubled against a pinned particle).
pub const MAX_CONTACTS: u32 = 62;

/// Contacts that the memory of one particle holds. Of two discs the smaller owns their contact, and a disc touches
/// at most five larger ones or six alike, of which the later ones own theirs: only in a crowd of overlapping discs
/// are there more, and those are solved without memory.
pub const CONTACTS_PER_PARTICLE: u32 = 5;
/// The same, as lengths have it.
pub(crate) const LIST_ROWS: usize = CONTACTS_PER_PARTICLE as usize;

/// Most that one contact changes a displacement at a time, in displacement units: with a displacement at its
/// greatest the sum still fits an `i32`. So does a spin at its greatest that friction and rolling resistance change by so much each.
pub const MAX_IMPULSE: f32 = 536_870_912.0;

/// What fades from substep to substep, as what a contact carries does that nothing presses, is 0 below this: 2⁻⁴⁰ displacement
/// units, which no displacement ever feels. Adapters may round numbers below 2⁻¹²⁶ to 0 or not, as they like (WGSL, "Floating Point
/// Evaluation"), and what is computed from numbers above this stays far above that.
pub const FAINTEST: f32 = 1.0 / (1u64 << 40) as f32;

/// Depth from which on overlaps are taken out of positions (see `docs/solver.md`): an eightieth of the sum of the radii. In
/// displacement units, of which a step has sixteen, for each step of that sum.
pub const PARTING_DEPTH: f32 = 0.2;

/// Discs of a contact that carries a load are parted only if their masses are nearer than 19 to 1: this is the share of the lighter
/// one's inverse mass in that of both. A light disc that a wall holds would else lift a heavy one on it again and again, with a
/// contact that goes on to carry what it did (see `docs/solver.md`).
pub const PARTING_MASSES: f32 = 0.95;

/// A contact that carries a load bounces if stopping its discs takes at least so many times that load (see `docs/solver.md`).
pub const BOUNCE_LOAD: f32 = 32.0;

/// Discs that overlap bounce if at their speed they were apart so many substeps ago.
pub const FRESH_SUBSTEPS: f32 = 64.0;

/// A disc that touches so many others is wedged: what moves it after motion may be what presses it, so it bounces only off those that it is
/// hardly in, or has just met.
pub const WEDGED: u32 = 4;

/// Discs of which one carries a load bounce after motion only, and go on into each other until then if at their speed they were apart
/// so many substeps ago. Others are pushed apart as if nothing bounced: what they overlap would be energy that nobody gave.
pub const JUST_MET_SUBSTEPS: f32 = 2.0;

/// Most that one link moves its end in one pass, in displacement units: far from what a stable link
/// does, and in the range that converts to `i32`.
pub const MAX_LINK_CORRECTION: f32 = 268_435_456.0;

/// Largest coordinate inside the grid. What is left above it, `2^29` steps, is room for eight of the
/// fastest moves outside a wall, so that nothing wraps before the wall pushes it back.
pub const MAX_COORDINATE: i32 = 3 << 29;

/// Fewest steps in the smallest diameter. With fewer, the push of one contact would be as coarse as
/// the overlaps of a resting heap.
pub const MIN_STEPS_PER_DIAMETER: u32 = 1 << 12;

/// Tools (`Tool`) measure in `2^8` steps, so that a long distance still converts to `f32` exactly.
pub const TOOL_SHIFT: u32 = 8;

/// Unit of the upper 23 bits of a phase: `2^-23`.
pub const DITHER_UNIT: f32 = 1.0 / 8_388_608.0;

/// A phase times this is another one that knows nothing of it: it goes on by the fraction of the root of two a substep, where the first
/// goes on by the golden section.
pub const SECOND_PHASE: u32 = 0x7713_F11F;

/// Constants of the passes over obstacles.
pub mod obstacle {
    /// How often a way is bent by what it touches before the rest of it is cut off.
    pub const ROUNDS: u32 = 4;
    /// What rounding may leave of a way into an obstacle, in displacement units: one step.
    pub const SLOP: f32 = 16.0;
    /// Most that one touch changes a displacement, in displacement units: with one at its greatest the sum still fits.
    pub const MAX_PUSH: f32 = 1_000_000_000.0;
    /// Sine of the least angle of a corner that holds a disc from both sides at once.
    pub const MIN_SLOPE: f32 = 0.0625;
    /// Steps in a displacement unit.
    pub const STEPS_PER_UNIT: f32 = 0.0625;
    /// What a disc that is put out of obstacles keeps of its radius, in steps.
    pub const EXIT_MARGIN: f32 = 64.0;
    /// Further than anything, in steps.
    pub const FAR: f32 = 1e18;
    /// Greatest depth that is measured, in cells.
    pub const MAX_DEPTH: f32 = 100.0;
}

/// A setting as the passes take it; 0 where it is too faint for them (see [`FAINTEST`]).
pub fn unless_faint(value: f64) -> f32 {
    if value.abs() < f64::from(FAINTEST) { 0.0 } else { value as f32 }
}

/// The finest `cell_bits` (up to [`MAX_CELL_BITS`]) with which `cells` cells fit a coordinate;
/// `None` where not even one step a cell does.
pub fn finest_cell_bits(cells: u64) -> Option<u32> {
    (0..=MAX_CELL_BITS).rev().find(|&bits| cells <= (MAX_COORDINATE as u64) >> bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_of_a_million_keeps_all_bits_and_a_taller_world_gives_some_up() {
        assert_eq!(finest_cell_bits(1265 + 4), Some(20));
        assert_eq!(finest_cell_bits(1536), Some(20));
        assert_eq!(finest_cell_bits(1537), Some(19));
        assert_eq!(finest_cell_bits(12_004), Some(17));
        assert_eq!(finest_cell_bits(MAX_COORDINATE as u64 + 1), None);
    }
}
