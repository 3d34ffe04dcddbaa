//! Obstacles on the device: those that stay, those that move, and others in their place.

use std::sync::Arc;

use super::pipelines::Pipelines;
use super::solver::GpuSolver;
use crate::sizes::Sizes;
use crate::solver::SolverError;
use crate::world::obstacles::Obstacles;
use crate::world::params::Substep;

impl GpuSolver {
    /// Writes what of the obstacles stays the same while the buffers do.
    pub(super) fn start_obstacles(&mut self) {
        self.buffers.write_facets(&self.context, self.obstacles.facets());
        self.buffers.write_cover(&self.context, self.obstacles.still());
    }

    /// Makes room for obstacles of these sizes.
    fn make_room_for_obstacles(&mut self, sizes: &Sizes) -> Result<(), SolverError> {
        let larger = self.context.make(|| self.buffers.larger_for_obstacles(&self.context, sizes))?;
        if !larger.is_empty() {
            self.buffers.take(larger);
            self.pipelines.bind(&self.context, &self.buffers);
            self.start_obstacles();
        }
        Ok(())
    }

    /// Writes where moving obstacles are in these substeps, which are submitted together.
    pub(super) fn place_obstacles(&mut self, substeps: &[Substep]) -> Result<(), SolverError> {
        if self.obstacles.mover_count() > 0 {
            let poses = self.obstacles.poses(substeps.iter().map(|substep| substep.index));
            self.obstacles.place_movers(&mut self.cover, &poses, &self.frame);
            self.make_room_for_obstacles(&Sizes::of_obstacles(&self.obstacles, &self.cover))?;
            self.buffers.write_movers(&self.context, &poses, &self.cover);
        }
        Ok(())
    }

    /// See [`Solver::set_obstacles`](crate::Solver::set_obstacles).
    pub(super) fn replace_obstacles(&mut self, obstacles: &Arc<Obstacles>) -> Result<(), SolverError> {
        // Where movers are is found before each submission.
        if obstacles.are_moved_on(&self.obstacles) {
            self.obstacles = obstacles.clone();
            return self.context.check();
        }
        self.identity.check_obstacles(obstacles)?;
        let of_obstacles = Sizes::of_obstacles(obstacles, obstacles.still());
        let parts = self.parts.with_obstacles(obstacles);
        let pipelines = if parts == self.parts { None } else { Some(Pipelines::new(&self.context, &self.options, parts, &self.params)?) };
        let old = std::mem::replace(&mut self.obstacles, obstacles.clone());
        if let Err(error) = self.make_room_for_obstacles(&of_obstacles) {
            self.obstacles = old;
            return Err(error);
        }
        if let Some(mut pipelines) = pipelines {
            pipelines.bind(&self.context, &self.buffers);
            self.pipelines = pipelines;
        }
        (self.parts, self.lists, self.sizes) = (parts, parts.lists(), self.sizes.with_obstacles(&of_obstacles));
        self.cover = obstacles.still().clone();
        self.params.set_obstacles(obstacles);
        self.buffers.write_params(&self.context, &self.params);
        self.start_obstacles();
        self.context.check()
    }
}
