//! Runs the list of a substep with the twins.

use std::mem::swap;
use std::sync::atomic::AtomicU32;
use std::time::Instant;

use super::CountersCell;
use super::{digest, grid_count, grid_scan, grid_scan_tiles, grid_scatter, integrate, measure, solve_contacts, solve_links, solve_walls};
use crate::passes::{self, Doubled, Pass, PassKind, Step};
use crate::solver::{BackendInfo, PassTime, Solver, SolverError};
use crate::world::measures::Measures;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, Particle};
use crate::world::state::{Counters, State};
use crate::world::{MAX_PARTICLES, World};

/// The CPU backend.
pub struct CpuSolver {
    /// What the passes work on; the verifier looks inside.
    pub buffers: Buffers,
    substep: Vec<Step>,
    pool: rayon::ThreadPool,
    info: BackendInfo,
}

/// The buffers of [`passes::Slot`] in host memory.
#[derive(Debug, Default)]
pub struct Buffers {
    /// Constants of every pass.
    pub params: Params,
    /// See [`passes::Slot::Particles`].
    pub particles: Vec<Particle>,
    /// See [`passes::Slot::ParticlesNext`].
    pub particles_next: Vec<Particle>,
    /// See [`passes::Slot::Displacements`].
    pub displacements: Vec<Displacement>,
    /// See [`passes::Slot::DisplacementsNext`].
    pub displacements_next: Vec<Displacement>,
    /// See [`passes::Slot::CellCounts`].
    pub cell_counts: Vec<AtomicU32>,
    /// See [`passes::Slot::TileTotals`].
    pub tile_totals: Vec<u32>,
    /// See [`passes::Slot::CellStarts`].
    pub cell_starts: Vec<u32>,
    /// See [`passes::Slot::Ranks`].
    pub ranks: Vec<u32>,
    /// See [`passes::Slot::Slots`].
    pub slots: Vec<u32>,
    /// See [`passes::Slot::Births`].
    pub births: Vec<u32>,
    /// See [`passes::Slot::LinkStarts`] and [`passes::Slot::LinkRows`].
    pub links: crate::world::links::LinkRows,
    /// See [`passes::Slot::Counters`].
    pub counters: CountersCell,
    /// What the last `measure` found.
    pub measures: Measures,
    /// What the last `digest` found.
    pub digest: u64,
}

impl Buffers {
    fn new(world: &World) -> Self {
        let count = world.particle_count();
        let state = world.start.clone();
        let cells = world.params.count_length() as usize;
        Self {
            particles_next: state.particles.clone(),
            displacements_next: state.displacements.clone(),
            cell_counts: (0..cells).map(|_| AtomicU32::new(0)).collect(),
            tile_totals: vec![0; world.params.tile_count() as usize],
            cell_starts: vec![0; cells + 1],
            ranks: vec![0; count],
            slots: vec![0; if state.links.is_empty() { 0 } else { count }],
            particles: state.particles,
            displacements: state.displacements,
            births: state.births,
            links: state.links,
            counters: CountersCell::new(state.counters),
            params: world.params.clone(),
            measures: Measures::default(),
            digest: 0,
        }
    }

    /// One entry of a list.
    pub fn step(&mut self, step: Step, substep: &Substep) {
        match step {
            Step::Dispatch(pass) => self.dispatch(pass, substep),
            Step::Swap(Doubled::Particles) => swap(&mut self.particles, &mut self.particles_next),
            Step::Swap(Doubled::Displacements) => swap(&mut self.displacements, &mut self.displacements_next),
        }
    }

    fn dispatch(&mut self, pass: &Pass, substep: &Substep) {
        let b = self;
        let p = &b.params;
        match pass.kind {
            PassKind::Integrate => {
                integrate::integrate(p, substep, &mut b.particles, &mut b.displacements, &b.births, &b.counters);
            }
            PassKind::GridCount => grid_count::grid_count(p, &b.particles, &b.cell_counts, &mut b.ranks),
            PassKind::GridScanTiles => grid_scan_tiles::grid_scan_tiles(p, &b.cell_counts, &mut b.tile_totals),
            PassKind::GridScan => grid_scan::grid_scan(p, &b.cell_counts, &b.tile_totals, &mut b.cell_starts),
            PassKind::GridScatter => grid_scatter::grid_scatter(
                p,
                &b.particles,
                &b.displacements,
                &b.ranks,
                &b.cell_starts,
                &mut b.particles_next,
                &mut b.displacements_next,
                &mut b.slots,
            ),
            PassKind::SolveContacts => solve_contacts::solve_contacts(
                p,
                &b.particles,
                &b.displacements,
                &b.cell_starts,
                &mut b.particles_next,
                &mut b.displacements_next,
                &b.counters,
            ),
            PassKind::SolveLinks => solve_links::solve_links(
                p,
                substep,
                &b.particles,
                &b.displacements,
                &b.slots,
                &b.links.starts,
                &mut b.links.rows,
                &mut b.particles_next,
                &mut b.displacements_next,
                &b.counters,
            ),
            PassKind::SolveWalls => solve_walls::solve_walls(p, &mut b.particles, &mut b.displacements, &b.counters),
            PassKind::Measure => b.measures = measure::measure(p, &b.particles, &b.displacements, &b.cell_starts),
            PassKind::Digest => b.digest = digest::digest(&b.particles, &b.displacements),
        }
    }
}

impl CpuSolver {
    /// The CPU backend on `threads` threads, or on one per core.
    ///
    /// # Errors
    /// A thread pool that the system refuses.
    pub fn new(world: &World, threads: Option<usize>) -> Result<Self, SolverError> {
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("jostle-{index}"))
            .build()
            .map_err(|error| SolverError::Threads { threads, reason: error.to_string() })?;
        Ok(Self {
            buffers: Buffers::new(world),
            substep: world.substep_list(),
            info: BackendInfo {
                backend: "cpu",
                name: format!("{threads} thread{}", if threads == 1 { "" } else { "s" }),
                driver: String::new(),
                kind: "Threads".into(),
                api: String::new(),
            },
            pool,
        })
    }

    /// Runs one entry of the list of a substep, for comparing pass by pass.
    pub fn run_step(&mut self, step: Step, substep: &Substep) {
        self.run_list(&[step], substep);
    }

    fn run_list(&mut self, list: &[Step], substep: &Substep) {
        let buffers = &mut self.buffers;
        self.pool.install(|| list.iter().for_each(|&step| buffers.step(step, substep)));
    }
}

impl Solver for CpuSolver {
    fn backend(&self) -> &BackendInfo {
        &self.info
    }

    fn run(&mut self, substeps: &[Substep]) -> Result<(), SolverError> {
        let list = self.substep.clone();
        substeps.iter().for_each(|substep| self.run_list(&list, substep));
        Ok(())
    }

    fn run_digesting(&mut self, substeps: &[Substep]) -> Result<Vec<u64>, SolverError> {
        substeps.iter().map(|substep| self.run(std::slice::from_ref(substep)).and_then(|()| self.digest())).collect()
    }

    fn run_timed(&mut self, substeps: &[Substep]) -> Result<Vec<PassTime>, SolverError> {
        let list = self.substep.clone();
        let mut times: Vec<PassTime> = Vec::new();
        for substep in substeps {
            for &step in &list {
                let start = Instant::now();
                self.run_list(&[step], substep);
                let Step::Dispatch(pass) = step else { continue };
                PassTime::add(&mut times, pass.name, start.elapsed().as_secs_f64() * 1e3);
            }
        }
        Ok(times)
    }

    fn wait(&mut self) -> Result<(), SolverError> {
        Ok(())
    }

    fn measure(&mut self) -> Result<Measures, SolverError> {
        self.run_list(&passes::measuring(), &Substep::default());
        Ok(self.buffers.measures)
    }

    fn digest(&mut self) -> Result<u64, SolverError> {
        self.run_list(&[Step::Dispatch(&passes::DIGEST)], &Substep::default());
        Ok(self.buffers.digest)
    }

    fn counters(&mut self) -> Result<Counters, SolverError> {
        Ok(self.buffers.counters.get())
    }

    fn read_state(&mut self) -> Result<State, SolverError> {
        let b = &self.buffers;
        Ok(State {
            particles: b.particles.clone(),
            displacements: b.displacements.clone(),
            births: b.births.clone(),
            links: b.links.clone(),
            counters: b.counters.get(),
        })
    }

    fn write_state(&mut self, state: &State) -> Result<(), SolverError> {
        let b = &mut self.buffers;
        state.check(b.particles.len(), b.births.len(), &b.links).map_err(|reason| SolverError::State { reason })?;
        b.particles.clone_from(&state.particles);
        b.displacements.clone_from(&state.displacements);
        b.births.clone_from(&state.births);
        b.links.clone_from(&state.links);
        b.counters = CountersCell::new(state.counters);
        Ok(())
    }

    fn spawn(&mut self, particles: &[(Particle, Displacement)]) -> Result<(), SolverError> {
        let b = &mut self.buffers;
        let count = b.particles.len() as u64 + particles.len() as u64;
        if count > MAX_PARTICLES {
            return Err(SolverError::TooManyParticles { count, limit: MAX_PARTICLES });
        }
        b.particles.extend(particles.iter().map(|(particle, _)| particle));
        b.displacements.extend(particles.iter().map(|(_, displacement)| displacement));
        b.particles_next.resize(b.particles.len(), Particle::default());
        b.displacements_next.resize(b.particles.len(), [0; 2]);
        b.ranks.resize(b.particles.len(), 0);
        b.params.particle_count = b.particles.len() as u32;
        Ok(())
    }

    fn memory_bytes(&self) -> u64 {
        let b = &self.buffers;
        let particles = b.particles.len() * 2 * (size_of::<Particle>() + size_of::<Displacement>());
        let words = b.cell_counts.len()
            + b.tile_totals.len()
            + b.cell_starts.len()
            + b.ranks.len()
            + b.slots.len()
            + b.births.len()
            + b.links.starts.len();
        (particles + words * 4 + b.links.rows.len() * size_of::<crate::world::links::LinkRow>()) as u64
    }

    fn as_cpu(&self) -> Option<&CpuSolver> {
        Some(self)
    }
}
