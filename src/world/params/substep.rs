//! The values of one substep, a tool's among them.

use encase::ShaderType;

use crate::world::pair::Pair;

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
    /// Its place among those that are submitted together: of its digest, and of its poses.
    pub place: u32,
    /// Gravity times h², in displacement units; error-diffused, so that the mean is exact.
    pub gravity: Pair<i32>,
    /// Rounding in this substep of drag and of what obstacles take, as a fraction of `2^32`; equidistributed over substeps.
    pub rounding_phase: u32,
    /// A [`ToolKind`].
    pub tool_kind: u32,
    /// Centre of the tool in steps.
    pub tool_position: Pair<i32>,
    /// Motion of the tool in this substep, in displacement units; of a cut in steps, since it may go far.
    pub tool_motion: Pair<i32>,
    /// Radius of the tool in `2^8` steps (`TOOL_SHIFT`).
    pub tool_radius: i32,
    /// 1 / `tool_radius`².
    pub tool_inverse_area: f32,
    /// Displacement units per `2^8` steps of distance at the centre of a field.
    pub tool_strength: f32,
    /// 1 if nobody sees how many others each particle touches in it, so that the resting solver need not count them; else 0. Where discs
    /// bounce they are counted all the same: it is asked who is wedged.
    pub uncounted: u32,
}

impl Substep {
    /// The index of the substep that follows these, or of the one that was to follow where there are none.
    pub fn index_after(substeps: &[Self], before: u32) -> u32 {
        substeps.last().map_or(before, |substep| substep.index.wrapping_add(1))
    }

    /// Leaves counting to the last of substeps that run after each other, since nobody sees the counts of those before.
    pub fn count_in_last(substeps: &mut [Self]) {
        let last = substeps.len().saturating_sub(1);
        substeps[..last].iter_mut().for_each(|substep| substep.uncounted = 1);
    }
}
