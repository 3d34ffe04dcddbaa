//! Between scene units and steps. Only scene files, pictures and exports speak scene units.

use super::fixed::{FRACTION_BITS, MIN_STEPS_PER_DIAMETER, finest_cell_bits};
use super::fold::{Fold, Folding};
use super::levels::{self, Census, Leveling};
use super::{WorldError, particle::Particle};

/// The map from a scene's coordinates to fixed-point coordinates, and the grid over them.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// One cell of level 0 is `2^cell_bits` steps.
    pub cell_bits: u32,
    /// Edge of a cell of level 0 in scene units: the largest diameter.
    pub cell_edge: f64,
    /// Cells of level 0 between each side of the world and the end of the grid.
    pub margin: u32,
    /// Width and height of the world in scene units.
    pub size: [f64; 2],
    /// Columns and rows of the world's cells of level 0, margins included.
    pub cells: [u32; 2],
    /// Levels of the grid over them.
    pub levels: u32,
    /// How it is folded, if it is.
    pub fold: Option<Fold>,
}

impl Frame {
    /// The frame of a world `size` wide and high for particles whose diameters lie between the two given, in scene units; its grid
    /// is not chosen yet.
    ///
    /// # Errors
    /// A world too large for its smallest particle.
    pub(super) fn new(size: [f64; 2], margin: u32, diameters: [f64; 2]) -> Result<Self, WorldError> {
        let [smallest, largest] = diameters;
        let cells = size.map(|length| ((length / largest).ceil() as u64).saturating_add(2 * u64::from(margin)));
        let cell_bits = finest_cell_bits(cells[0].max(cells[1])).unwrap_or(0);
        let steps_per_diameter = smallest / largest * f64::from(1u32 << cell_bits);
        if steps_per_diameter < f64::from(MIN_STEPS_PER_DIAMETER) {
            return Err(WorldError::TooFine {
                width: size[0],
                height: size[1],
                smallest,
                largest,
                steps: steps_per_diameter,
                least: MIN_STEPS_PER_DIAMETER,
            });
        }
        Ok(Self { cell_bits, cell_edge: largest, margin, size, cells: cells.map(|c| c as u32), levels: 1, fold: None })
    }

    /// The same frame with a grid for these particles.
    ///
    /// # Errors
    /// Too many cells for a 32-bit index.
    pub(super) fn with_grid(self, census: &Census, folding: Folding, leveling: Leveling) -> Result<Self, WorldError> {
        let cells = self.cells.map(u64::from);
        let Some((levels, fold)) = levels::chosen(cells, census, folding, leveling, MAX_CELLS) else {
            return Err(WorldError::TooManyCells { count: cells[0] * cells[1], limit: MAX_CELLS, edge: self.cell_edge });
        };
        Ok(Self { levels, fold, ..self })
    }

    /// The same without its levels and folds, which nothing but the grid knows of.
    pub(super) fn undivided(&self) -> Self {
        Self { levels: 1, fold: None, ..self.clone() }
    }

    /// Columns and rows of level 0 of the grid.
    pub fn grid_size(&self) -> [u32; 2] {
        self.fold.map_or(self.cells, Fold::grid_size)
    }

    /// Steps in a scene unit.
    pub fn steps_per_unit(&self) -> f64 {
        f64::from(1u32 << self.cell_bits) / self.cell_edge
    }

    /// Displacement units (`2^-4` steps) in a scene unit.
    pub fn fine_per_unit(&self) -> f64 {
        self.steps_per_unit() * f64::from(1u32 << FRACTION_BITS)
    }

    /// Steps from the corner of the grid to the corner of the world.
    pub fn margin_steps(&self) -> i32 {
        (self.margin << self.cell_bits) as i32
    }

    /// A coordinate in scene units as steps, not rounded.
    pub fn exact_steps(&self, coordinate: f64) -> f64 {
        coordinate * self.steps_per_unit() + f64::from(self.margin_steps())
    }

    /// A coordinate in scene units as the nearest step; what is further off than steps are counted, as the furthest; what is no
    /// number, as the lower left corner.
    pub fn to_steps(&self, coordinate: f64) -> i32 {
        ((coordinate * self.steps_per_unit()).round() as i32).saturating_add(self.margin_steps())
    }

    /// A position in scene units as the nearest steps.
    pub fn position_to_steps(&self, position: [f64; 2]) -> [i32; 2] {
        position.map(|coordinate| self.to_steps(coordinate))
    }

    /// A step as a coordinate in scene units.
    pub fn from_steps(&self, steps: i32) -> f64 {
        (f64::from(steps) - f64::from(self.margin_steps())) / self.steps_per_unit()
    }

    /// Where a particle is, in scene units, with its fraction of a step.
    pub fn position_of(&self, particle: &Particle) -> [f64; 2] {
        let margin = i64::from(self.margin_steps()) << FRACTION_BITS;
        [0, 1].map(|axis| (particle.fine(axis) - margin) as f64 / self.fine_per_unit())
    }

    /// A radius in scene units as the nearest number of steps that a disc of this world may have: at least 1, at most half a cell.
    pub fn radius_to_steps(&self, radius: f64) -> u32 {
        ((radius * self.steps_per_unit()).round() as u32).clamp(1, 1 << (self.cell_bits - 1))
    }

    /// A length in steps as scene units.
    pub fn length_from_steps(&self, steps: i32) -> f64 {
        f64::from(steps) / self.steps_per_unit()
    }
}

/// Most cells in a grid: what a 32-bit index holds, less the overflow cell and a rounding of dispatches.
pub const MAX_CELLS: u64 = (1 << 31) - (1 << 16);

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(size: [f64; 2], smallest: f64) -> Result<Frame, WorldError> {
        let frame = Frame::new(size, 2, [smallest, 1.0])?;
        let census = Census::new(frame.cell_bits, std::iter::repeat_n(1 << (frame.cell_bits - 1), 1000));
        frame.with_grid(&census, Folding::Auto, Leveling::Auto)
    }

    #[test]
    fn what_is_too_far_off_for_steps_is_at_the_furthest() {
        let frame = frame([1265.0, 800.0], 1.0).unwrap();
        assert_eq!([1e12, f64::INFINITY].map(|far| frame.to_steps(far)), [i32::MAX; 2]);
        assert!([-1e12, f64::NEG_INFINITY].into_iter().all(|far| frame.to_steps(far) < -i32::MAX / 2));
    }

    #[test]
    fn a_position_survives_the_way_to_steps_and_back_to_half_a_step() {
        let frame = frame([1265.0, 800.0], 1.0).unwrap();
        for x in [0.0, 0.1, 632.123_456, 1265.0] {
            assert!((frame.from_steps(frame.to_steps(x)) - x).abs() <= 0.5 / frame.steps_per_unit());
        }
    }

    #[test]
    fn a_world_too_large_for_its_smallest_particle_is_refused() {
        assert!(frame([100_000.0, 100.0], 1.0).is_ok());
        assert!(matches!(frame([500_000.0, 100.0], 1.0), Err(WorldError::TooFine { .. })));
        assert!(matches!(frame([2000.0, 100.0], 0.001), Err(WorldError::TooFine { .. })));
    }

    #[test]
    fn a_world_of_too_many_cells_is_folded_or_refused() {
        let folded = frame([60_000.0; 2], 1.0).unwrap();
        assert_eq!((folded.cells, folded.grid_size()), ([60_004; 2], [4096, 16]));
        let census = Census::new(folded.cell_bits, [1].into_iter());
        assert!(matches!(folded.with_grid(&census, Folding::Never, Leveling::Auto), Err(WorldError::TooManyCells { .. })));
    }
}
