//! What a run came to, in one line or as JSON.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::doubts::Doubts;
use super::error::CliError;
use super::numbers::{grouped, plural, significant, time};
use super::options::check_frames;
use super::progress;
use crate::Simulation;
use crate::world::World;
use crate::world::measures::Measures;
use crate::world::state::Counters;

/// One object of `simulate --json`. The keys stay as they are; new ones may come.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The version of jostle.
    pub version: &'static str,
    /// Name of the scene.
    pub scene: String,
    /// Where it ran.
    pub backend: String,
    /// Particles, the unborn and the removed ones included.
    pub particles: u32,
    /// How contacts are solved: `resting` or `plain`.
    pub solver: &'static str,
    /// Seed of everything random in the scene, where the command knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Substeps since the start.
    pub substeps: u32,
    /// Substeps in a frame.
    pub substeps_per_frame: u32,
    /// Simulated seconds since the start.
    pub seconds: f64,
    /// Width and height of the world, which goes with the number of particles.
    pub world_size: [f64; 2],
    /// What is counted and measured of it.
    #[serde(flatten)]
    pub figures: Figures,
    /// Times a particle was held at the greatest speed that fits.
    pub saturated: u64,
    /// Particles inside obstacles, by more than a 256th of the largest diameter; only where there are obstacles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_obstacles: Option<u64>,
    /// Greatest depth of a particle in an obstacle, in largest diameters; only where there are obstacles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<f64>,
    /// The digest of the state, equal on every backend: `0x` and 16 hexadecimal digits.
    pub digest: String,
}

/// What is counted and measured of a world, as the summary and the log have it.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Particles that move.
    pub live: u64,
    /// Particles that never move.
    pub pinned: u64,
    /// Particles that wait for their emitter.
    pub unborn: u64,
    /// Particles that left through an open side.
    pub removed: u32,
    /// Links that are gone: broken by their length, or without one of their ends, which left through an open side.
    pub broken: u32,
    /// Root mean square of the speeds, scene units per second.
    pub rms_speed: f64,
    /// Greatest speed, scene units per second.
    pub max_speed: f64,
    /// Kinetic energy of what moves, of motion and rotation, with masses by density and area (with the plain solver, to which all are
    /// alike, each that of the heaviest): scene units.
    pub kinetic_energy: f64,
    /// Potential energy of what moves, 0 in the lowest corner of the world: scene units.
    pub potential_energy: f64,
    /// Mean overlap of the pairs that overlap, in diameters.
    pub mean_overlap: f64,
    /// Greatest overlap, in diameters.
    pub max_overlap: f64,
}

impl Figures {
    /// Of a world with these measures and counts.
    pub fn new(world: &World, measures: &Measures, counters: &Counters) -> Self {
        Self {
            live: measures.live,
            pinned: measures.pinned,
            unborn: measures.unborn,
            removed: counters.removed,
            broken: counters.broken,
            rms_speed: world.rms_speed(measures),
            max_speed: world.max_speed(measures),
            kinetic_energy: world.kinetic_energy(measures),
            potential_energy: world.potential_energy(measures),
            mean_overlap: measures.mean_overlap(),
            max_overlap: measures.max_overlap(),
        }
    }
}

impl Summary {
    /// Measures a simulation.
    pub fn new(scene: &str, simulation: &mut Simulation) -> Result<Self, CliError> {
        let measures = simulation.measure()?;
        let counters = simulation.counters()?;
        let digest = digest_text(simulation.digest()?);
        let obstacles = !simulation.obstacles().is_empty();
        Ok(Self {
            version: env!("CARGO_PKG_VERSION"),
            scene: scene.to_owned(),
            solver: simulation.world().solver.name(),
            seed: None,
            substeps_per_frame: simulation.world().clock.substeps,
            particles: simulation.particle_count(),
            substeps: simulation.substep_count(),
            seconds: simulation.seconds(),
            world_size: simulation.world().frame.size,
            figures: Figures::new(simulation.world(), &measures, &counters),
            saturated: counters.saturated(),
            in_obstacles: obstacles.then_some(measures.in_obstacles),
            max_depth: obstacles.then(|| measures.max_depth()),
            digest,
            backend: simulation.solver().backend().to_string(),
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = &self.figures;
        write!(f, "{}: {} live, ", self.scene, grouped(figures.live))?;
        for (count, word) in [(figures.pinned, "pinned"), (figures.unborn, "unborn")].into_iter().filter(|&(count, _)| count > 0) {
            write!(f, "{} {word}, ", grouped(count))?;
        }
        write!(f, "{} removed, ", grouped(figures.removed.into()))?;
        write!(f, "{}; ", plural(figures.broken.into(), "broken link"))?;
        write!(f, "speed {} (rms), {} (max) units/s; ", significant(figures.rms_speed), significant(figures.max_speed))?;
        write!(f, "overlap {:.5} (mean), {:.5} (max) diameters; ", figures.mean_overlap, figures.max_overlap)?;
        if self.saturated > 0 {
            write!(f, "held at the greatest speed {}; ", plural(self.saturated, "time"))?;
        }
        if let (Some(count), Some(depth)) = (self.in_obstacles, self.max_depth) {
            write!(f, "{} in obstacles, deepest {depth:.5} diameters; ", grouped(count))?;
        }
        write!(f, "digest {} after {} s simulated", self.digest, time(self.seconds))
    }
}

/// A digest as all reports show it.
pub fn digest_text(digest: u64) -> String {
    format!("{digest:#018x}")
}

/// Runs frames with a progress bar, at most for this long; looks for what is doubtful on the way, where that is kept. Returns how many were
/// run and the time they took.
pub fn drive(
    simulation: &mut Simulation,
    label: &str,
    frames: u32,
    most: Option<Duration>,
    doubts: Option<&mut Doubts>,
) -> Result<(u32, Duration), CliError> {
    drive_and(simulation, label, frames, most, doubts, |_, _| Ok(ControlFlow::Continue(())))
}

/// As [`drive`], and after each frame something else, which gets the number of frames that were run, and may say that it was the last.
pub fn drive_and(
    simulation: &mut Simulation,
    label: &str,
    frames: u32,
    most: Option<Duration>,
    mut doubts: Option<&mut Doubts>,
    mut then: impl FnMut(&mut Simulation, u32) -> Result<ControlFlow<()>, CliError>,
) -> Result<(u32, Duration), CliError> {
    let mut look = |simulation: &mut Simulation| doubts.as_mut().map_or(Ok(()), |doubts| doubts.look(simulation));
    check_frames("--frames", frames, simulation.world())?;
    let bar = progress::bar(label, frames.into(), "frames");
    look(simulation)?;
    let start = Instant::now();
    let (mut done, mut looking) = (0, Duration::ZERO);
    while done < frames && most.is_none_or(|most| start.elapsed() < most) {
        simulation.step_frame()?;
        simulation.solver().wait()?;
        bar.inc(1);
        done += 1;
        if Doubts::are_due(done) {
            let since = Instant::now();
            look(simulation)?;
            looking += since.elapsed();
        }
        if then(simulation, done)?.is_break() {
            break;
        }
    }
    let time = start.elapsed().saturating_sub(looking);
    look(simulation)?;
    bar.finish_and_clear();
    Ok((done, time))
}
