//! What joins a simulation that runs: particles, and buffers that grow for them.

use super::buffers::Buffers;
use super::parities::Parities;
use super::pipelines::Pipelines;
use super::solver::GpuSolver;
use super::uploads::Uploads;
use crate::passes::Slot;
use crate::sizes::Sizes;
use crate::solver::{Solver, SolverError};
use crate::world::MAX_PARTICLES;
use crate::world::contacts::ContactRow;
use crate::world::joining::Joined;
use crate::world::params::Params;
use crate::world::particle::NewParticle;

impl GpuSolver {
    /// See [`Solver::spawn`].
    pub(super) fn add_particles(&mut self, particles: &[NewParticle]) -> Result<(), SolverError> {
        let Joined { census, params, larger } =
            Joined::new(self.params.particle_count as usize, &self.params, &self.census, self.sizes.rough, particles)?;
        let (mixed_radii, count) = (params.mixed_radii, self.sizes.particles + particles.len() as u64);
        if count > u64::from(self.buffers.capacity) || larger.is_some() {
            let surplus = (count / 4 + 4096).min(MAX_PARTICLES - count);
            let roomy = (0..8).map(|halvings| count + (surplus >> halvings)).find(|&roomy| self.binds(roomy)).unwrap_or(count);
            // The buffers of before are there until the new ones are: without memory for more, for just as many.
            self.grow_to(larger.as_ref(), roomy).or_else(|error| match error {
                SolverError::OutOfMemory { .. } if roomy > count => self.grow_to(larger.as_ref(), count),
                error => Err(error),
            })?;
        }
        self.append(particles, &Sizes { particles: count, ..self.sizes })?;
        (self.params.particle_count, self.params.mixed_radii, self.census) = (count as u32, mixed_radii, census);
        self.sizes.particles = count;
        self.buffers.write_params(&self.context, &self.params);
        self.context.check()
    }

    /// See [`Solver::reserve`].
    pub(super) fn make_room(&mut self, particles: u32) -> Result<(), SolverError> {
        let count = self.sizes.particles + u64::from(particles);
        if count > MAX_PARTICLES {
            return Err(SolverError::TooManyParticles { count, limit: MAX_PARTICLES });
        }
        if count > u64::from(self.buffers.capacity) { self.grow_to(None, count) } else { Ok(()) }
    }

    /// Whether the adapter binds buffers of so many particles.
    fn binds(&self, particles: u64) -> bool {
        let sizes = Sizes { particles, ..self.sizes };
        Slot::ALL.iter().all(|slot| slot.bytes(&sizes) <= self.context.largest_binding())
    }

    /// What there is room for.
    fn capacities(&self) -> Sizes {
        Sizes { particles: self.buffers.capacity.into(), ..self.sizes }
    }

    /// Writes particles behind those that the simulation uses of its buffers, which will be of these sizes then.
    fn append(&self, particles: &[NewParticle], after: &Sizes) -> Result<(), SolverError> {
        fn write<T: bytemuck::NoUninit>(solver: &GpuSolver, uploads: &mut Uploads<'_>, slot: Slot, new: Vec<T>) -> Result<(), SolverError> {
            uploads.write(solver.current(slot), slot.bytes(&solver.sizes), bytemuck::cast_slice(&new))
        }
        let uploads = &mut Uploads::new(&self.context);
        write(self, uploads, Slot::Particles, particles.iter().map(|new| new.particle).collect())?;
        write(self, uploads, Slot::Displacements, particles.iter().map(|new| new.displacement).collect())?;
        if self.sizes.rough {
            write(self, uploads, Slot::Bodies, particles.iter().map(|new| new.body).collect())?;
        }
        // None where the solver has no contacts, or they turn no disc.
        let behind = |slot: Slot| slot.bytes(&self.sizes)..slot.bytes(after);
        self.buffers.write_copies(uploads, Slot::Contacts, behind(Slot::Contacts), self.parities, ContactRow::NONE)?;
        self.buffers.write_copies(uploads, Slot::Tangents, behind(Slot::Tangents), self.parities, 0.0f32)
    }

    /// Makes room for so many particles, in a larger grid if one is given.
    fn grow_to(&mut self, larger: Option<&Params>, particles: u64) -> Result<(), SolverError> {
        match larger {
            Some(params) => self.grow_with_grid(params.clone(), particles),
            None => self.grow(Sizes { particles, ..self.capacities() }),
        }
    }

    /// As [`Self::grow`], with the grid of other constants. Where that fails all is as it was.
    fn grow_with_grid(&mut self, params: Params, particles: u64) -> Result<(), SolverError> {
        let params = Params { tile_length: self.context.shape.tile_length(&params), ..params };
        let sizes = Sizes { cells: params.count_length().into(), tiles: params.tile_count().into(), ..self.sizes };
        let pipelines = Pipelines::new(&self.context, &self.options, self.parts, &params)?;
        let old = (
            std::mem::replace(&mut self.params, params),
            std::mem::replace(&mut self.sizes, sizes),
            std::mem::replace(&mut self.pipelines, pipelines),
        );
        let grown = self.grow(Sizes { particles, ..self.capacities() });
        if grown.is_err() {
            (self.params, self.sizes, self.pipelines) = old;
        }
        grown
    }

    /// Replaces the buffers by larger ones with the same content.
    fn grow(&mut self, capacities: Sizes) -> Result<(), SolverError> {
        let state = self.read_state()?;
        self.buffers = self.context.make(|| Buffers::new(&self.context, &self.params, &state, &self.link_stages, &capacities))?;
        self.start_obstacles();
        self.parities = Parities::default();
        self.pipelines.bind(&self.context, &self.buffers);
        self.context.check()
    }
}
