//! The buffers that a running scene is drawn from.

use super::mirror::{Drawn, Mirror};
use super::session::Session;
use super::small_discs::Light;
use super::solids::Solids;
use crate::gpu::Context;
use crate::passes::Slot;
use crate::simulation::Simulation;
use crate::solver::{Solver, SolverError};

/// The buffers that are drawn from, whichever backend they belong to.
pub struct Sources<'a> {
    /// Constants of the passes.
    pub params: &'a wgpu::Buffer,
    /// Particle records.
    pub particles: &'a wgpu::Buffer,
    /// Displacements in the same order.
    pub displacements: &'a wgpu::Buffer,
    /// Bodies in the same order, where there are any.
    pub bodies: &'a wgpu::Buffer,
    /// Places of particles by id.
    pub slots: &'a wgpu::Buffer,
    /// Link rows.
    pub link_rows: &'a wgpu::Buffer,
    /// What contacts carry, where that is to be drawn and is not light already.
    pub forces: Option<Forces<'a>>,
    /// Each link once: id of an end, and its row.
    pub link_ends: &'a wgpu::Buffer,
    /// Pieces of obstacles.
    pub pieces: &'a wgpu::Buffer,
    /// Where the obstacles that move are.
    pub poses: &'a wgpu::Buffer,
    /// How many particles there are.
    pub particle_count: u32,
    /// How many links there are.
    pub link_count: u32,
    /// How many pieces there are.
    pub piece_count: u32,
    /// The light of the discs where they are drawn already.
    pub light: Option<&'a Light>,
}

/// Where contacts stand.
#[derive(Clone, Copy)]
pub enum Forces<'a> {
    /// In the lists of all particles.
    Listed(&'a wgpu::Buffer),
    /// Those that carry anything, so many, gathered by the host.
    Gathered(&'a wgpu::Buffer, u32),
}

impl Session {
    /// The buffers to draw from, with the current state, or with the one before where it runs beside; `light` where the discs are drawn
    /// already, `forces` where what contacts carry is to be drawn.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind.
    pub fn sources<'a>(&'a mut self, context: &Context, light: Option<&'a Light>, forces: bool) -> Result<Sources<'a>, SolverError> {
        if self.mirror.as_ref().is_some_and(Mirror::is_empty) {
            // It was lent before anything was drawn, as while the window was hidden.
            self.simulation.here();
        }
        // The host draws them with the discs.
        let forces = forces && light.is_none();
        let (link_ends, link_count) = (&self.link_ends, self.link_count);
        let obstacles = self.simulation.obstacles();
        let solids = match &mut self.solids {
            Some(solids) => solids,
            none => none.insert(Solids::new(context, obstacles, &self.world.frame)?),
        };
        solids.update(context, obstacles, self.simulation.substep_count());
        let solver = self.simulation.if_here().map(Simulation::solver);
        if let (Some(mirror), Some(cpu)) = (&mut self.mirror, solver.and_then(Solver::as_cpu)) {
            mirror.update(context, cpu, Drawn { discs: light.is_none(), links: link_count > 0, forces })?;
            self.too_many_forces = forces && mirror.forces().is_none();
        }
        let mirror = self.mirror.as_ref();
        let particle_count = mirror.map_or_else(|| self.simulation.particle_count(), Mirror::particle_count);
        let gpu = solver.and_then(Solver::as_gpu);
        let buffer = |slot| match (gpu, mirror) {
            (Some(gpu), _) => Ok(gpu.current(slot)),
            (None, Some(mirror)) => Ok(mirror.buffer(slot)),
            (None, None) => Err(SolverError::NoAdapter { detail: ": this backend has nothing to draw from".into() }),
        };
        let forces = match (gpu.filter(|_| forces), mirror.filter(|_| forces)) {
            (Some(gpu), _) => Some(Forces::Listed(gpu.current(Slot::Contacts))),
            // What runs beside the window may have been lent before they were asked for.
            (None, mirror) => mirror.and_then(Mirror::forces).map(|(buffer, count)| Forces::Gathered(buffer, count)),
        };
        Ok(Sources {
            params: buffer(Slot::Params)?,
            particles: buffer(Slot::Particles)?,
            displacements: buffer(Slot::Displacements)?,
            bodies: buffer(Slot::Bodies)?,
            slots: buffer(Slot::Slots)?,
            link_rows: buffer(Slot::LinkRows)?,
            forces,
            link_ends,
            pieces: &solids.pieces,
            poses: &solids.poses,
            particle_count,
            link_count,
            piece_count: solids.piece_count,
            light,
        })
    }
}
