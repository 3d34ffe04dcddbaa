//! The backend: what is asked of it, and its threads. `run_substep` runs the passes.

use std::sync::Arc;
use std::time::Instant;

use super::Buffers;
use super::boundary_forces::BoundaryForces;
use super::threads::parallel::run_awake;
use super::threads::pool::Pool;
use crate::sizes::Length;
use crate::slots::{MOVING_BATCH, Slot};
use crate::solver::{BackendInfo, Solver, SolverError, Span};
use crate::steps::{Lists, Parts, Step};
use crate::world::World;
use crate::world::body::Body;
use crate::world::boundaries::BoundaryForce;
use crate::world::identity::{Identity, Standing};
use crate::world::joining::Joined;
use crate::world::levels::Census;
use crate::world::measures::Measures;
use crate::world::obstacles::Obstacles;
use crate::world::params::{Params, Substep};
use crate::world::particle::{Displacement, NewParticle, Particle};
use crate::world::state::{Counters, State};

/// The CPU backend.
pub struct CpuSolver {
    /// What the passes work on; the verifier and the window look inside.
    pub(crate) buffers: Buffers,
    parts: Parts,
    lists: Lists,
    /// Of all particles, those that joined included.
    census: Census,
    /// The substep that follows, for measuring.
    next_index: u32,
    identity: Identity,
    /// Whether passes are at work; they still are where one of them panicked.
    at_work: bool,
    pool: Pool,
    info: BackendInfo,
}

impl CpuSolver {
    /// The CPU backend on `threads` threads, or on one per core.
    ///
    /// # Errors
    /// A start that does not fit the world, or a thread pool that the system refuses.
    pub fn new(world: &World, threads: Option<usize>) -> Result<Self, SolverError> {
        world.check_start().map_err(|reason| SolverError::State { reason })?;
        let pool = Pool::new(threads)?;
        let threads = pool.threads();
        Ok(Self {
            buffers: Buffers::new(world),
            parts: world.parts(),
            lists: world.parts().lists(),
            census: world.census(),
            at_work: false,
            next_index: world.first_substep,
            identity: Identity::of(world),
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

    /// The particles as they stand, in any order: for drawing without a copy, but for those that are not born yet or were removed, which
    /// may not be among them.
    pub fn particles(&self) -> &[Particle] {
        &self.buffers.particles
    }

    /// Their displacements in the last substep, in the same order.
    pub fn displacements(&self) -> &[Displacement] {
        &self.buffers.displacements
    }

    /// How many threads it has.
    pub(crate) fn thread_count(&self) -> usize {
        self.pool.threads()
    }

    /// Runs one entry of the list of a substep, for comparing pass by pass.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "the GPU backend and what compares the two ask"))]
    pub(crate) fn run_step(&mut self, step: Step, substep: &Substep) {
        let alone = std::slice::from_ref(substep);
        self.buffers.gather();
        self.next_index = Substep::index_after(alone, self.next_index);
        self.buffers.place_obstacles(alone);
        self.run_list(&[step], substep);
    }

    /// Runs substeps for which moving obstacles are placed at once.
    fn run_batch(&mut self, substeps: &[Substep]) {
        self.buffers.place_obstacles(substeps);
        self.run_each(substeps, Buffers::run_substep);
    }

    /// What walls and obstacles push discs with in a substep, which this runs. The world is that of this backend.
    pub(crate) fn boundary_forces(&mut self, world: &World, substep: Substep) -> Vec<BoundaryForce> {
        let mut forces = BoundaryForces::new(world);
        self.buffers.place_obstacles(std::slice::from_ref(&substep));
        self.run_each(&[substep], |buffers, list, substep| forces.run(buffers, list, substep));
        forces.forces()
    }

    /// The same pass by pass, with the time that each takes.
    fn time(&mut self, substeps: &[Substep]) -> Vec<Span> {
        let (mut spans, first) = (Vec::new(), Instant::now());
        self.run_each(substeps, |buffers, list, substep| {
            // Obstacles are placed for this one alone.
            let substep = &Substep { place: 0, ..substep.clone() };
            buffers.place_obstacles(std::slice::from_ref(substep));
            buffers.run_substep_timed(list, substep, |pass, times| {
                let [start, end] = times.map(|at| (at - first).as_secs_f64() * 1e3);
                spans.push(Span { name: pass.name, substep: substep.index, start, milliseconds: end - start });
            });
        });
        spans
    }

    /// Calls `run` with the list of each of some substeps that run after each other, on threads that stay awake for all of them: to hand
    /// something to the pool takes as long as a pass over ten thousand particles.
    fn run_each(&mut self, substeps: &[Substep], mut run: impl FnMut(&mut Buffers, &[Step], &Substep) + Send) {
        self.next_index = Substep::index_after(substeps, self.next_index);
        let (buffers, lists) = (&mut self.buffers, self.lists.of_each(substeps.len() as u32));
        buffers.steps_are_seen = false;
        run_awake(&self.pool, buffers.particles.len(), || {
            for ((place, substep), list) in (0..).zip(substeps).zip(&lists) {
                buffers.batches.rows_wait = place as usize + 1 < substeps.len();
                run(buffers, list, &Substep { place, ..substep.clone() });
            }
        });
    }

    /// Runs a list of passes whose results are looked at.
    fn run_list(&mut self, list: &[Step], substep: &Substep) {
        let buffers = &mut self.buffers;
        buffers.steps_are_seen = true;
        self.pool.install(|| list.iter().for_each(|&step| buffers.run_step(step, substep)));
    }

    /// Fails where a pass panicked half-way.
    fn check_whole(&self) -> Result<(), SolverError> {
        if self.at_work { Err(SolverError::Interrupted) } else { Ok(()) }
    }

    /// Does what runs passes. They rely on what those before have left, and do not run where one of them panicked half-way.
    fn work<T>(&mut self, passes: impl FnOnce(&mut Self) -> T) -> Result<T, SolverError> {
        self.check_whole()?;
        self.at_work = true;
        let done = passes(self);
        self.at_work = false;
        Ok(done)
    }
}

impl std::fmt::Debug for CpuSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CpuSolver").field("info", &self.info).field("particles", &self.buffers.particle_count()).finish_non_exhaustive()
    }
}

impl Solver for CpuSolver {
    fn backend(&self) -> &BackendInfo {
        &self.info
    }

    fn check_world(&self, world: &World) -> Result<(), SolverError> {
        let Buffers { params, obstacles, .. } = &self.buffers;
        self.identity.check_start(world, &Standing { params, parts: self.parts, obstacles, next_index: self.next_index })
    }

    fn run(&mut self, substeps: &[Substep]) -> Result<(), SolverError> {
        substeps.chunks(MOVING_BATCH as usize).try_for_each(|batch| self.work(|solver| solver.run_batch(batch)))
    }

    fn run_digesting(&mut self, substeps: &[Substep]) -> Result<Vec<u64>, SolverError> {
        substeps.iter().map(|substep| self.run(std::slice::from_ref(substep)).and_then(|()| self.digest())).collect()
    }

    fn run_timed(&mut self, substeps: &[Substep]) -> Result<Vec<Span>, SolverError> {
        let mut spans: Vec<Span> = Vec::new();
        for batch in substeps.chunks(MOVING_BATCH as usize) {
            Span::append(&mut spans, self.work(|solver| solver.time(batch))?);
        }
        Ok(spans)
    }

    fn go_on_at(&mut self, substep: u32) {
        self.next_index = substep;
    }

    fn copy_rate(&self) -> Result<f64, SolverError> {
        Ok(super::bandwidth::copy_rate(&self.pool))
    }

    fn wait(&self) -> Result<(), SolverError> {
        Ok(())
    }

    fn measure(&mut self) -> Result<Measures, SolverError> {
        let now = Substep { index: self.next_index, ..Substep::default() };
        self.work(|solver| {
            solver.buffers.place_obstacles(std::slice::from_ref(&now));
            solver.run_list(&solver.lists.measuring.clone(), &now);
            solver.buffers.measures
        })
    }

    fn digest(&mut self) -> Result<u64, SolverError> {
        self.work(|solver| {
            solver.run_list(&solver.lists.digest.clone(), &Substep::default());
            solver.buffers.digest
        })
    }

    fn counters(&self) -> Result<Counters, SolverError> {
        self.check_whole()?;
        Ok(self.buffers.counters.get())
    }

    fn read_particles(&self) -> Result<Vec<Particle>, SolverError> {
        self.check_whole()?;
        Ok(self.buffers.all_particles())
    }

    fn read_displacements(&self) -> Result<Vec<Displacement>, SolverError> {
        self.check_whole()?;
        Ok(self.buffers.all_displacements())
    }

    fn read_bodies(&self) -> Result<Vec<Body>, SolverError> {
        self.check_whole()?;
        Ok(self.buffers.all_bodies())
    }

    fn anew(&self, world: &World) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Self::new(world, Some(self.pool.threads()))?))
    }

    fn read_state(&self) -> Result<State, SolverError> {
        self.check_whole()?;
        Ok(self.buffers.state())
    }

    fn write_state(&mut self, state: &State) -> Result<(), SolverError> {
        self.check_whole()?;
        let b = &mut self.buffers;
        state.check(&b.params, &b.sizes(), &b.links).map_err(|reason| SolverError::State { reason })?;
        b.put_state(state.clone());
        self.census = Census::of(b.params.cell_bits, &b.particles);
        Ok(())
    }

    fn spawn(&mut self, particles: &[NewParticle]) -> Result<(), SolverError> {
        self.check_whole()?;
        let b = &mut self.buffers;
        let joined = Joined::new(b.particle_count(), &b.params, &self.census, b.sizes().rough, particles)?;
        self.census = joined.census;
        b.join(particles, joined);
        Ok(())
    }

    fn set_obstacles(&mut self, obstacles: &Arc<Obstacles>) -> Result<(), SolverError> {
        self.check_whole()?;
        // Where movers are is found before each run.
        if obstacles.are_moved_on(&self.buffers.obstacles) {
            self.buffers.obstacles = obstacles.clone();
            return Ok(());
        }
        self.identity.check_obstacles(obstacles)?;
        self.buffers.set_obstacles(obstacles);
        self.parts = self.parts.with_obstacles(obstacles);
        self.lists = self.parts.lists();
        Ok(())
    }

    fn set_fall(&mut self, params: &Params) -> Result<(), SolverError> {
        self.buffers.params.set_fall(params);
        Ok(())
    }

    fn memory_bytes(&self) -> u64 {
        // What does not grow with the scene is no buffer here.
        let grows = |slot: &&Slot| !matches!(slot.row().length, Length::Fixed(_));
        let sizes = self.buffers.sizes();
        Slot::ALL.iter().filter(grows).map(|slot| slot.bytes(&sizes)).sum()
    }

    fn as_cpu(&self) -> Option<&CpuSolver> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn what_a_panic_has_left_half_done_does_not_go_on() {
        let world = World::new(&WorldSpec { particles: vec![ParticleSpec::at([1.0; 2], 0.5)], ..WorldSpec::default() }).unwrap();
        let mut solver = CpuSolver::new(&world, Some(1)).unwrap();
        solver.run(&[Substep::default()]).unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| solver.work(|_| panic!("as a pass might"))));
        assert!(panicked.is_err());
        let refused = [solver.run(&[Substep::default()]).err(), solver.digest().err(), solver.measure().err(), solver.read_state().err()];
        assert!(refused.iter().all(|error| matches!(error, Some(SolverError::Interrupted))), "{refused:?}");
    }
}
