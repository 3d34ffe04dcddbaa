//! Both backends from the same start, compared by their digests substep by substep.

use super::difference::{Difference, Value};
use super::halves::Halves;
use super::{Report, layout};
use crate::cpu::CpuSolver;
use crate::gpu::{Context, GpuOptions, GpuSolver};
use crate::passes::Slot;
use crate::solver::{Solver, SolverError};
use crate::world::World;
use crate::world::params::Substep;
use crate::world::particle::{Displacement, NewParticle, Particle};
use crate::world::state::State;

/// The reference and the GPU, side by side. The caller chooses the inputs of each substep.
#[derive(Debug)]
pub struct Comparison {
    pub(super) cpu: CpuSolver,
    pub(super) gpu: GpuSolver,
    pub(super) tally: Tally,
}

/// What has been compared so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub substeps: u32,
    pub values: u64,
    pub digests: [u64; 2],
}

/// Words of one particle under a digest: its record and its displacement.
const DIGESTED_WORDS: u64 = ((size_of::<Particle>() + size_of::<Displacement>()) / 4) as u64;

/// Name of the pass where only whole substeps show a difference.
const WHOLE: &str = "substep";

impl Comparison {
    /// Both backends at the start of a world.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind, a device that was lost, or threads that cannot be had.
    pub fn new(world: &World, context: &Context, options: &GpuOptions, threads: Option<usize>) -> Result<Self, SolverError> {
        let gpu = GpuSolver::with_options(context, world, options)?;
        let cpu = CpuSolver::new(world, threads)?;
        let mut comparison = Self { cpu, gpu, tally: Tally::default() };
        comparison.take_tiles();
        Ok(comparison)
    }

    /// The adapter chooses the length of a tile; with the same one the sums of tiles compare as well.
    fn take_tiles(&mut self) {
        self.cpu.buffers.params.tile_length = self.gpu.params().tile_length;
        let tiles = self.cpu.buffers.params.tile_count();
        self.cpu.buffers.tile_totals.resize(tiles as usize, 0);
    }

    /// The reference.
    pub fn cpu(&mut self) -> &mut CpuSolver {
        &mut self.cpu
    }

    /// Adds live particles on both sides; see [`Solver::spawn`].
    ///
    /// # Errors
    /// More particles than a backend can hold.
    pub fn spawn(&mut self, particles: &[NewParticle]) -> Result<(), SolverError> {
        self.cpu.spawn(particles)?;
        self.gpu.spawn(particles)?;
        self.take_tiles();
        Ok(())
    }

    /// Runs substeps on both sides: the first half one by one with a digest after each, the others after each other as a simulation
    /// runs them, with a digest at the end. Compares these, and the counters at the end. After a difference the two sides are no
    /// longer at the end of `substeps`.
    ///
    /// # Errors
    /// A device that was lost, loops that it ended without a difference before them, or no substeps: nothing would be compared.
    pub fn run(&mut self, substeps: &[Substep]) -> Result<Option<Difference>, SolverError> {
        let Some(last) = substeps.last() else { return Err(SolverError::NothingToCompare) };
        let start = self.cpu.read_state()?;
        let halves = Halves::new(substeps);
        let parts = halves.parts();
        let gpu = match halves.digests(&mut self.gpu) {
            // Loops that never end may be what a difference led to.
            Err(ended @ SolverError::LoopEnded { .. }) => {
                return self.deep_difference(&start, halves)?.map_or(Err(ended), |found| Ok(Some(found)));
            }
            digests => digests?,
        };
        let cpu = halves.digests(&mut self.cpu)?;
        if gpu.len() != parts.len() || cpu.len() != parts.len() {
            let reason = format!("{} and {} digests came back for {}", gpu.len(), cpu.len(), parts.len());
            return Err(self.gpu.context().lost(reason));
        }
        let unequal = (0..parts.len()).find(|&k| cpu[k] != gpu[k]);
        let compared = unequal.unwrap_or(parts.len() - 1) + 1;
        self.tally.substeps += parts[..compared].iter().map(|part| part.len() as u32).sum::<u32>();
        self.tally.values += compared as u64 * DIGESTED_WORDS * start.particles.len() as u64;
        self.tally.digests = [cpu[compared - 1], gpu[compared - 1]];
        if unequal.is_some() {
            return self.located(&start, halves.up_to(compared)).map(Some);
        }
        match self.compare_undigested(last.index, &start)? {
            None => Ok(None),
            Some(difference) => Ok(Some(self.deep_difference(&start, halves)?.unwrap_or(difference))),
        }
    }

    /// What no digest covers: the counters, what links carry, and the links where some broke since `start`.
    fn compare_undigested(&mut self, substep: u32, start: &State) -> Result<Option<Difference>, SolverError> {
        for slot in [Slot::Counters, Slot::Joints] {
            if let Some(difference) = self.compare_slot(substep, WHOLE, slot)? {
                return Ok(Some(difference));
            }
        }
        if self.cpu.counters()?.broken == start.counters.broken {
            return Ok(None);
        }
        self.compare_slot(substep, WHOLE, Slot::LinkRows)
    }

    /// The first difference of substeps of which the last part gave unequal digests. Pass by pass if that shows
    /// it; otherwise passes race with each other when they follow closely, and only the state tells.
    fn located(&mut self, start: &State, substeps: Halves<'_>) -> Result<Difference, SolverError> {
        if let Some(difference) = self.deep_difference(start, substeps)? {
            return Ok(difference);
        }
        let index = substeps.parts().into_iter().flatten().next_back().map_or(0, |substep| substep.index);
        self.rewind(start)?;
        substeps.digests(&mut self.cpu)?;
        substeps.digests(&mut self.gpu)?;
        if let Some(difference) = self.compare_states(index)? {
            return Ok(difference);
        }
        // Not even a second run shows it: only the digests of the first one are left.
        let [cpu, gpu] = self.tally.digests.map(Value::digest);
        Ok(Difference { substep: index, pass: WHOLE, buffer: Slot::Digests.name(), index: 0, particle: None, field: "digest", cpu, gpu })
    }

    /// The first difference of these substeps, pass by pass from a state on which both agreed.
    fn deep_difference(&mut self, start: &State, substeps: Halves<'_>) -> Result<Option<Difference>, SolverError> {
        self.rewind(start)?;
        let tally = self.tally;
        let difference = self.run_parts(substeps);
        self.tally = tally;
        difference
    }

    /// Puts a state on both sides.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn rewind(&mut self, state: &State) -> Result<(), SolverError> {
        self.cpu.write_state(state)?;
        self.gpu.write_state(state)
    }

    /// Compares all that a substep carries over to the next: particles by id, links and counters. `substep`
    /// is the number that a difference gets.
    ///
    /// # Errors
    /// A device that was lost, or loops that it ended.
    pub fn compare_states(&mut self, substep: u32) -> Result<Option<Difference>, SolverError> {
        let state = self.cpu.read_state()?.by_id();
        let gpu = self.gpu.read_state()?.by_id();
        self.cpu.write_state(&state)?;
        // Unchecked: what a faulty GPU made of its state is to be found, not refused.
        self.gpu.put_state(&gpu)?;
        let carried = [Slot::Particles, Slot::Displacements, Slot::Contacts, Slot::Bodies, Slot::Tangents];
        for slot in carried.into_iter().chain([Slot::LinkRows, Slot::Joints, Slot::Counters]) {
            if let Some(difference) = self.compare_slot(substep, WHOLE, slot)? {
                return Ok(Some(difference));
            }
        }
        Ok(None)
    }

    /// Compares one buffer of the two sides; an empty one (links where there are none) has nothing to say.
    pub(super) fn compare_slot(&mut self, substep: u32, pass: &'static str, slot: Slot) -> Result<Option<Difference>, SolverError> {
        let Some(cpu) = self.cpu.buffers.words(slot) else { return Ok(None) };
        if cpu.is_empty() {
            return Ok(None);
        }
        let gpu = self.gpu_words(slot, cpu.len())?;
        self.tally.values += cpu.len() as u64;
        Ok(layout::first_unequal(slot, &cpu, &gpu).map(|found| Difference {
            substep,
            pass,
            buffer: slot.name(),
            index: found.index as u32,
            particle: layout::particle_at(&self.cpu.buffers, slot, found.index),
            field: found.field,
            cpu: found.cpu,
            gpu: found.gpu,
        }))
    }

    /// The first words of a buffer of the GPU.
    pub(super) fn gpu_words(&self, slot: Slot, count: usize) -> Result<Vec<u32>, SolverError> {
        let bytes = self.gpu.read_slot(slot, 4 * count as u64)?;
        let words: Vec<u32> = bytes.chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
        if words.len() != count {
            return Err(self.gpu.context().lost(format!("{} words of {} came back for {count}", words.len(), slot.name())));
        }
        Ok(words)
    }

    /// What was compared and what was found.
    pub fn report(&self, first_difference: Option<Difference>) -> Report {
        let [digest_cpu, digest_gpu] = self.tally.digests.map(|digest| format!("{digest:#018x}"));
        Report {
            identical: first_difference.is_none() && self.tally.values > 0,
            substeps: self.tally.substeps,
            particles: self.gpu.params().particle_count,
            compared_values: self.tally.values,
            digest_cpu,
            digest_gpu,
            adapter: self.gpu.backend().clone(),
            first_difference,
        }
    }
}
