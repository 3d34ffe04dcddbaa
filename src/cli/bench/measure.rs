//! Measures one run.

use std::time::Instant;

use indicatif::ProgressBar;

use super::host::Host;
use super::ladder::Run;
use super::report::{PassReport, Report, Spread, missing, trouble};
use super::{memory, traffic};
use crate::cli::error::CliError;
use crate::cli::options::{check_frames, simulation};
use crate::cli::progress;
use crate::cli::summary::digest_text;
use crate::solver::{PassTime, Span};
use crate::world::World;
use crate::world::particle::Particle;
use crate::{Backend, Simulation};

/// How long a run is.
pub struct Length {
    /// Frames before measuring.
    pub warmup: u32,
    /// Frames measured.
    pub frames: u32,
    /// Frames whose passes are timed one by one, after the others.
    pub pass_frames: u32,
}

/// A sample takes about so long, where a frame is shorter: a GPU that is fast waits for the host between two frames, and the host
/// wakes up late.
const SAMPLE_MS: f64 = 20.0;

/// There are at least so many samples, as far as there are frames.
const FEWEST_SAMPLES: u32 = 5;

/// Runs a scene and measures it; the spans are those of one frame.
pub fn measure(run: &Run, backend: &Backend, length: &Length, host: &Host) -> Result<(Report, Vec<Span>), CliError> {
    let peak_is_known = memory::reset_peak();
    let mut simulation = simulation(&run.scene, &run.overrides, backend)?;
    let world = simulation.world().clone();
    let substeps = world.clock.substeps;
    let frames = length.warmup.saturating_add(length.frames).saturating_add(length.pass_frames);
    check_frames("--warmup, --frames and --passes", frames, &world)?;

    let bar = progress::bar(&run.label(), frames.into(), "frames");
    simulation.solver().wake()?;
    let warmup = frame_times(&mut simulation, length.warmup, 1, &bar)?;
    let before = simulation.measure()?;
    let frames_per_sample = match backend {
        Backend::Gpu(_) => frames_per_sample(length.frames, Spread::new(warmup).median),
        Backend::Cpu { .. } => 1,
    };
    let times = frame_times(&mut simulation, length.frames, frames_per_sample, &bar)?;
    let after = simulation.measure()?;
    let (counters, digest) = (simulation.counters()?, simulation.digest()?);
    let (memory_bytes, info) = (simulation.solver().memory_bytes(), simulation.solver().backend().clone());
    let times_by_itself = simulation.solver().times_by_itself();
    let peak_memory_bytes = memory::peak().filter(|_| peak_is_known);
    let all = simulation.solver().read_particles()?;
    let (packing_fraction, missing) = (packing_fraction(&world, &all), missing(&all));
    drop(all);
    let copy_rate = simulation.solver().copy_rate()?;
    let (passes, spans) = passes(&mut simulation, length.pass_frames, copy_rate, &bar)?;
    bar.finish_and_clear();

    let particles = u64::from(simulation.particle_count());
    let inside = (before.live + before.pinned + after.live + after.pinned) as f64 / 2.0;
    let ms_per_frame = Spread::new(times);
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        scene: run.name.clone(),
        solver: world.solver.name(),
        backend: info.backend,
        adapter: (&info).into(),
        particles,
        substeps_per_frame: substeps,
        frames: length.frames,
        frames_per_sample,
        warmup_frames: length.warmup,
        seed: run.overrides.seed.unwrap_or_else(|| run.scene.seed()),
        threads: threads(backend),
        host: host.clone(),
        packing_fraction,
        contacts_per_particle: after.contacts_per_particle(),
        ms_per_frame,
        particle_substeps_per_second: per_second(inside * f64::from(substeps), ms_per_frame.median),
        pass_frames: length.pass_frames,
        passes,
        pass_clock: if times_by_itself { "adapter" } else { "host" },
        copy_gb_per_s: copy_rate / 1e9,
        bytes_per_particle: memory_bytes as f64 / particles as f64,
        peak_memory_bytes,
        digest: digest_text(digest),
        unborn: after.unborn,
        removed: counters.removed,
        outside: after.outside,
        trouble: trouble(world.params.is_closed(), counters.removed, after.outside, missing),
    };
    Ok((report, spans))
}

/// Threads of the CPU backend: as many as were asked for, or one a core.
pub fn threads(backend: &Backend) -> Option<usize> {
    match backend {
        Backend::Cpu { threads: None, .. } => Some(std::thread::available_parallelism().map_or(1, usize::from)),
        Backend::Cpu { threads, .. } => *threads,
        Backend::Gpu(_) => None,
    }
}

/// How many of so many frames a GPU is given at a time, if one takes so many milliseconds; 0 where none was timed.
fn frames_per_sample(frames: u32, milliseconds: f64) -> u32 {
    if milliseconds > 0.0 { ((SAMPLE_MS / milliseconds) as u32).clamp(1, (frames / FEWEST_SAMPLES).max(1)) } else { 1 }
}

/// Milliseconds a frame: of so many at a time, from the start of the first until the backend has finished the last.
fn frame_times(simulation: &mut Simulation, frames: u32, at_a_time: u32, bar: &ProgressBar) -> Result<Vec<f64>, CliError> {
    let mut times = Vec::new();
    for count in samples(frames, at_a_time) {
        let start = Instant::now();
        for _ in 0..count {
            simulation.step_frame()?;
        }
        simulation.solver().wait()?;
        times.push(start.elapsed().as_secs_f64() * 1e3 / f64::from(count));
        bar.inc(count.into());
    }
    Ok(times)
}

/// Frames in each sample: so many, and in the first ones one more where that does not come out even.
fn samples(frames: u32, at_a_time: u32) -> impl Iterator<Item = u32> {
    let count = (frames / at_a_time).max(1);
    (0..count).map(move |k| frames / count + u32::from(k < frames % count)).filter(|&frames| frames > 0)
}

/// Times the passes one by one over a few frames.
fn passes(simulation: &mut Simulation, frames: u32, copy_rate: f64, bar: &ProgressBar) -> Result<(Vec<PassReport>, Vec<Span>), CliError> {
    let world = simulation.world().clone();
    let substeps = world.clock.substeps;
    let mut times: Vec<(&'static str, Vec<f64>)> = Vec::new();
    let mut spans = Vec::new();
    for _ in 0..frames {
        spans = simulation.step_traced(substeps)?;
        for time in PassTime::sums(&spans) {
            let milliseconds = time.milliseconds / f64::from(substeps);
            match times.iter_mut().find(|(name, _)| *name == time.name) {
                Some((_, values)) => values.push(milliseconds),
                None => times.push((time.name, vec![milliseconds])),
            }
        }
        bar.inc(1);
    }
    let moved = traffic::bytes_by_pass(&world, passed_over(simulation)?, &spans);
    let report = |(name, values): (&'static str, Vec<f64>)| {
        let median_ms = Spread::new(values).median;
        let bytes_moved = moved.iter().find(|(pass, _)| *pass == name).map_or(0, |&(_, bytes)| bytes / u64::from(substeps));
        let rate = per_second(bytes_moved as f64, median_ms);
        PassReport { name, median_ms, bytes_moved, gb_per_s: rate / 1e9, of_copy: rate / copy_rate }
    };
    Ok((times.into_iter().map(report).collect(), spans))
}

/// Particles that passes go over: the CPU backend lays those aside that are not there, where there are no links.
fn passed_over(simulation: &mut Simulation) -> Result<u64, CliError> {
    if simulation.solver().as_gpu().is_some() || simulation.world().sizes().linked_ids > 0 {
        return Ok(simulation.particle_count().into());
    }
    let measures = simulation.measure()?;
    Ok(measures.live + measures.pinned)
}

/// A rate; 0 where no time was measured.
pub fn per_second(amount: f64, milliseconds: f64) -> f64 {
    if milliseconds > 0.0 { amount * 1e3 / milliseconds } else { 0.0 }
}

/// Area of the discs inside the world over the area of the world. Overlaps count twice.
fn packing_fraction(world: &World, particles: &[Particle]) -> f64 {
    let area = |radius: f64| std::f64::consts::PI * radius * radius;
    let inside = particles.iter().filter(|particle| particle.in_grid());
    // A sum of none is -0.
    let discs = 0.0 + inside.map(|particle| area(world.frame.length_from_steps(particle.radius()))).sum::<f64>();
    discs / (world.frame.size[0] * world.frame.size[1])
}

#[cfg(test)]
mod tests {
    use super::{frames_per_sample, samples};

    #[test]
    fn every_frame_is_in_a_sample_and_samples_are_alike() {
        assert_eq!(samples(100, 30).collect::<Vec<_>>(), [34, 33, 33]);
        assert_eq!(samples(30, 6).collect::<Vec<_>>(), [6; 5]);
        assert_eq!((samples(3, 1).sum::<u32>(), samples(0, 1).count()), (3, 0));
    }

    #[test]
    fn short_frames_share_a_sample_and_five_samples_are_left() {
        assert_eq!([30, 100].map(|frames| frames_per_sample(frames, 0.8)), [6, 20]);
        assert_eq!(frames_per_sample(100, 6.0), 3);
        assert_eq!([(30, 25.0), (3, 0.1), (30, 0.0)].map(|(frames, milliseconds)| frames_per_sample(frames, milliseconds)), [1, 1, 1]);
    }
}
