//! The obstacles of a world where the shaders read them: their pieces once, and before each picture where those are that move.

use super::mirror::storage_buffer;
use crate::gpu::Context;
use crate::picture::pieces;
use crate::solver::SolverError;
use crate::world::frame::Frame;
use crate::world::obstacles::Obstacles;
use crate::world::obstacles::facet::Pose;

/// Buffers of obstacles.
pub struct Solids {
    /// All [`pieces::Piece`]s in the order in which they are drawn.
    pub pieces: wgpu::Buffer,
    /// The [`Pose`] of each mover.
    pub poses: wgpu::Buffer,
    /// How many pieces there are.
    pub piece_count: u32,
}

impl Solids {
    /// The buffers of these obstacles.
    ///
    /// # Errors
    /// More bytes than the adapter binds.
    pub fn new(context: &Context, obstacles: &Obstacles, frame: &Frame) -> Result<Self, SolverError> {
        let all = pieces::of_obstacles(obstacles, frame);
        let pieces = storage_buffer(context, "pieces of obstacles", size_of_val(all.as_slice()).max(size_of::<pieces::Piece>()) as u64)?;
        let count = obstacles.mover_count().max(1) as usize;
        let poses = storage_buffer(context, "poses of obstacles", (count * size_of::<Pose>()) as u64)?;
        context.queue.write_buffer(&pieces, 0, bytemuck::cast_slice(&all));
        Ok(Self { pieces, poses, piece_count: all.len() as u32 })
    }

    /// Moves the obstacles to where they are at the start of a substep.
    pub fn update(&self, context: &Context, obstacles: &Obstacles, substep: u32) {
        let poses = pieces::poses(obstacles, substep);
        if !poses.is_empty() {
            context.queue.write_buffer(&self.poses, 0, bytemuck::cast_slice(&poses));
        }
    }
}
