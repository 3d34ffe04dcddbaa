//! The two uniform blocks: constants of a world, and the values of one substep.
//! Equal to the structs in `shaders/params.wgsl`, field by field (checked by `tests/shaders.rs`).

use encase::ShaderType;

use super::{clock::Clock, fixed::FRACTION_BITS, frame::Frame, pair::Pair, spec::WorldSpec};

/// What stays the same from substep to substep.
#[derive(Clone, Debug, Default, PartialEq, ShaderType)]
pub struct Params {
    /// Particles in the buffers, the unborn and the removed ones included.
    pub particle_count: u32,
    /// Cells of the grid, without the overflow cell that follows them.
    pub cell_count: u32,
    /// One cell is `2^cell_bits` steps.
    pub cell_bits: u32,
    /// Always 0, which only the host knows: the barrier against contraction (see `exact.wgsl`).
    pub zero: u32,
    /// Columns and rows of cells.
    pub grid_size: Pair<u32>,
    /// Cells whose counts one tile of the scan sums.
    pub tile_length: u32,
    /// A bit a side with a wall: left 1, right 2, bottom 4, top 8.
    pub walls: u32,
    /// Lower left corner of the world in steps.
    pub wall_min: Pair<i32>,
    /// Upper right corner of the world in steps.
    pub wall_max: Pair<i32>,
    /// Upper right corner of the grid in steps; its lower left is 0.
    pub grid_extent: Pair<i32>,
    /// Correction of each of two live particles per overlap, in displacement units per step.
    pub contact_gain: f32,
    /// What drag takes from a displacement in one substep, as a fraction of `2^32`.
    pub drag_loss: u32,
}

impl Params {
    pub(super) fn new(frame: &Frame, spec: &WorldSpec, clock: &Clock) -> Self {
        Self {
            particle_count: spec.particles.len() as u32,
            cell_count: frame.cell_count(),
            cell_bits: frame.cell_bits,
            zero: 0,
            grid_size: frame.grid_size.into(),
            tile_length: 4096,
            walls: spec.walls.bits(),
            wall_min: frame.position_to_steps([0.0; 2]).into(),
            wall_max: frame.position_to_steps(frame.size).into(),
            grid_extent: frame.grid_size.map(|cells| (cells << frame.cell_bits) as i32).into(),
            contact_gain: (0.5 * spec.relaxation * f64::from(1u32 << FRACTION_BITS)) as f32,
            drag_loss: clock.drag_loss,
        }
    }

    /// Counts in the grid's histogram: every cell and the overflow cell.
    pub fn count_length(&self) -> u32 {
        self.cell_count + 1
    }

    /// Tiles of the scan.
    pub fn tile_count(&self) -> u32 {
        self.count_length().div_ceil(self.tile_length)
    }
}

/// What a tool under the mouse does to the particles near it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolKind {
    /// No tool.
    #[default]
    None = 0,
    /// Pulls towards its centre, or pushes away with a negative strength.
    Field = 1,
    /// Takes the particles inside along with its own motion.
    Grab = 2,
    /// Breaks links whose middle is inside.
    Cut = 3,
}

/// The values of one substep, all that may change from one to the next. Integer inputs: a tool
/// reaches the GPU and the CPU twin as the same bits.
#[derive(Clone, Debug, Default, PartialEq, ShaderType)]
pub struct Substep {
    /// Number of the substep since the start.
    pub index: u32,
    /// Place of this substep's digest in the digest buffer.
    pub digest_slot: u32,
    /// Gravity times h², in displacement units; error-diffused, so that the mean is exact.
    pub gravity: Pair<i32>,
    /// Rounding of drag in this substep, as a fraction of `2^32`; equidistributed over substeps.
    pub drag_phase: u32,
    /// A [`ToolKind`].
    pub tool_kind: u32,
    /// Centre of the tool in steps.
    pub tool_position: Pair<i32>,
    /// Motion of the tool in this substep, in displacement units.
    pub tool_motion: Pair<i32>,
    /// Radius of the tool in `2^8` steps (`TOOL_SHIFT`).
    pub tool_radius: i32,
    /// 1 / `tool_radius`².
    pub tool_inverse_area: f32,
    /// Displacement units per `2^8` steps of distance at the centre of a field.
    pub tool_strength: f32,
}
