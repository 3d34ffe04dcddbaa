//! A simulation that the window lends to a thread of its own where substeps take long: panel and view go on meanwhile, with the picture
//! of before.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::simulation::{Simulation, SimulationError};
use crate::solver::PassTime;
use crate::world::measures::Measures;
use crate::world::obstacles::Obstacles;
use crate::world::state::Counters;
use crate::world::tool::Tool;

/// What is to be simulated.
pub struct Work {
    /// The tool in each substep.
    pub tools: Vec<Tool>,
    /// Waits for a GPU before and after, so that the time is that of these substeps.
    pub timed: bool,
    /// Times each pass on its own; there is no tool then.
    pub profiled: bool,
    /// Measures afterwards.
    pub measures: bool,
}

/// What came of it.
pub struct Done {
    pub substeps: u32,
    /// That they took, where they were timed.
    pub milliseconds: Option<f64>,
    /// Where each pass was timed.
    pub passes: Option<Vec<PassTime>>,
    pub measured: Option<Measured>,
}

/// What was measured.
pub struct Measured {
    pub measures: Measures,
    pub counters: Counters,
    /// How long measuring took.
    pub took: Duration,
}

impl Work {
    /// Does it.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn run(&self, simulation: &mut Simulation) -> Result<Done, SimulationError> {
        let wait = |simulation: &Simulation| if self.timed { simulation.solver().wait() } else { Ok(()) };
        wait(simulation)?;
        let start = Instant::now();
        let (substeps, mut passes) = (self.tools.len() as u32, None);
        if self.profiled {
            passes = Some(simulation.step_timed(substeps)?);
        } else {
            simulation.step_with(&self.tools)?;
        }
        wait(simulation)?;
        let milliseconds = self.timed.then(|| start.elapsed().as_secs_f64() * 1e3);
        let measured = if self.measures { Some(measure(simulation)?) } else { None };
        Ok(Done { substeps, milliseconds, passes, measured })
    }
}

/// Measures the current state.
///
/// # Errors
/// A device that was lost.
pub fn measure(simulation: &mut Simulation) -> Result<Measured, SimulationError> {
    simulation.solver().wait()?;
    let start = Instant::now();
    let measures = simulation.measure()?;
    Ok(Measured { measures, counters: simulation.counters()?, took: start.elapsed() })
}

/// A simulation that may be away.
pub struct Lent {
    /// None while it is away.
    simulation: Option<Simulation>,
    away: Option<JoinHandle<(Simulation, Result<Done, SimulationError>)>>,
    /// What came of the last work, until somebody asks.
    done: Option<Result<Done, SimulationError>>,
    /// As it was lent: what is shown until it is back.
    shown: Shown,
}

/// What can be asked of a simulation that is away.
struct Shown {
    substep_count: u32,
    particle_count: u32,
    obstacles: Arc<Obstacles>,
}

impl Shown {
    fn new(simulation: &Simulation) -> Self {
        let (substep_count, particle_count) = (simulation.substep_count(), simulation.particle_count());
        Self { substep_count, particle_count, obstacles: simulation.obstacles().clone() }
    }
}

impl Lent {
    /// One that is here.
    pub fn new(simulation: Simulation) -> Self {
        Self { shown: Shown::new(&simulation), simulation: Some(simulation), away: None, done: None }
    }

    /// The simulation, if it is here.
    pub fn if_here(&self) -> Option<&Simulation> {
        self.simulation.as_ref()
    }

    /// The simulation; waits until it is back.
    pub fn here(&mut self) -> &mut Simulation {
        let Self { simulation, away, done, .. } = self;
        simulation.get_or_insert_with(|| {
            let (simulation, result) = join(away.take().expect("a simulation is here or away"));
            *done = Some(result);
            simulation
        })
    }

    /// Lends it for some work; waits for what it is lent for already.
    pub fn lend(&mut self, work: Work) {
        self.shown = Shown::new(self.here());
        if let Some(mut simulation) = self.simulation.take() {
            self.away = Some(std::thread::spawn(move || {
                let result = work.run(&mut simulation);
                (simulation, result)
            }));
        }
    }

    /// Takes it back if its work is done; then, what came of that, once.
    pub fn take_back(&mut self) -> Option<Result<Done, SimulationError>> {
        if !self.is_busy() {
            self.here();
        }
        self.done.take()
    }

    /// Whether it is away and not done yet.
    pub fn is_busy(&self) -> bool {
        self.away.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Substeps since the start, in what is shown.
    pub fn substep_count(&self) -> u32 {
        self.simulation.as_ref().map_or(self.shown.substep_count, Simulation::substep_count)
    }

    /// Particles, in what is shown.
    pub fn particle_count(&self) -> u32 {
        self.simulation.as_ref().map_or(self.shown.particle_count, Simulation::particle_count)
    }

    /// The obstacles, in what is shown.
    pub fn obstacles(&self) -> &Arc<Obstacles> {
        self.simulation.as_ref().map_or(&self.shown.obstacles, Simulation::obstacles)
    }
}

/// What a thread returns; a panic goes on here.
fn join<T>(thread: JoinHandle<T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
