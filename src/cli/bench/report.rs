//! One measured run, as `--json` has it. Scripts and later versions read these keys: they stay as they are.

use serde::Serialize;

use super::host::Host;
use crate::cli::numbers::grouped;
use crate::solver::BackendInfo;
use crate::world::particle::Particle;

/// One measured run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Version of jostle.
    pub version: &'static str,
    /// Name of the scene.
    pub scene: String,
    /// `resting` or `plain`.
    pub solver: &'static str,
    /// `gpu` or `cpu`.
    pub backend: &'static str,
    /// What it ran on.
    pub adapter: Adapter,
    /// Particles, the unborn and the removed ones included.
    pub particles: u64,
    /// Substeps in a frame.
    pub substeps_per_frame: u32,
    /// Frames measured.
    pub frames: u32,
    /// Frames of one sample of `ms_per_frame`: more than one where frames are short and a GPU simulates.
    pub frames_per_sample: u32,
    /// Frames run before these, without measuring.
    pub warmup_frames: u32,
    /// Seed of everything random in the scene.
    pub seed: u64,
    /// Threads of the CPU backend; null on a GPU.
    pub threads: Option<usize>,
    /// The machine.
    pub host: Host,
    /// Area of the discs inside the world over the area of the world.
    pub packing_fraction: f64,
    /// Other discs that a disc inside the world overlaps, on average.
    pub contacts_per_particle: f64,
    /// Milliseconds a frame took.
    pub ms_per_frame: Spread,
    /// Particles inside the world, times substeps, per second of the median frame.
    pub particle_substeps_per_second: f64,
    /// Frames whose passes were timed one by one.
    pub pass_frames: u32,
    /// The passes in the order of a substep.
    pub passes: Vec<PassReport>,
    /// Bytes that a plain copy reads and writes here per second, in units of 10⁹.
    pub copy_gb_per_s: f64,
    /// What the passes were timed by: `adapter`, by its own clock, or `host`, which on a GPU waits for each of them.
    pub pass_clock: &'static str,
    /// Memory of the backend's buffers, cells included, by the number of particles.
    pub bytes_per_particle: f64,
    /// Greatest resident memory of the process in this run; null where the system does not tell.
    pub peak_memory_bytes: Option<u64>,
    /// Digest of the state at the end, `0x` and 16 hexadecimal digits.
    pub digest: String,
    /// Particles that still wait for their emitter at the end.
    pub unborn: u64,
    /// Particles that left through an open side.
    pub removed: u32,
    /// Live particles that stick out of a wall at the end.
    pub outside: u64,
    /// What must not happen in this run, and did.
    #[serde(skip)]
    pub trouble: Option<String>,
}

/// What a run ran on.
#[derive(Clone, Debug, Serialize)]
pub struct Adapter {
    /// Name of the adapter, or the number of threads.
    pub name: String,
    /// Driver and its version; empty on the CPU backend.
    pub driver: String,
    /// Graphics interface, e.g. `Vulkan`; empty on the CPU backend.
    pub api: String,
    /// `DiscreteGpu`, `IntegratedGpu`, `VirtualGpu`, `Cpu` (a software adapter), `Other`; `Threads` for the CPU backend.
    #[serde(rename = "type")]
    pub kind: String,
}

/// Where half, a tenth and nine tenths of the values are below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Half of the values are below.
    pub median: f64,
    /// A tenth is below.
    pub p10: f64,
    /// Nine tenths are below.
    pub p90: f64,
}

/// One pass in one substep; all its dispatches, where a substep has several.
#[derive(Clone, Debug, Serialize)]
pub struct PassReport {
    /// Name of the pass.
    pub name: &'static str,
    /// Median over the frames of the milliseconds in one substep.
    pub median_ms: f64,
    /// The bytes that it moves in one substep if it goes over each element once, see `traffic`.
    pub bytes_moved: u64,
    /// `bytes_moved` by `median_ms`.
    pub gb_per_s: f64,
    /// That rate over the rate of a plain copy.
    pub of_copy: f64,
}

impl Report {
    /// How this run is called in messages.
    pub fn label(&self) -> String {
        super::label(&self.scene, self.particles)
    }

    /// Why this run counts as failed, if it does.
    pub fn failure(&self) -> Option<String> {
        self.trouble.as_ref().map(|trouble| format!("{}: {trouble}", self.label()))
    }
}

impl From<&BackendInfo> for Adapter {
    fn from(info: &BackendInfo) -> Self {
        Self { name: info.name.clone(), driver: info.driver.clone(), api: info.api.clone(), kind: info.kind.clone() }
    }
}

impl Spread {
    /// The spread of values in any order; zeros of none.
    pub fn new(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self { median: quantile(&values, 0.5), p10: quantile(&values, 0.1), p90: quantile(&values, 0.9) }
    }
}

/// The value below which a share of sorted values lies, on the straight line between neighbours.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share * last as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

/// How many of the particles are not there, since others are there twice: their ids are the numbers below their count.
pub fn missing(particles: &[Particle]) -> u64 {
    let mut seen = vec![false; particles.len()];
    for particle in particles {
        if let Some(seen) = seen.get_mut(particle.id as usize) {
            *seen = true;
        }
    }
    seen.iter().filter(|&&seen| !seen).count() as u64
}

/// What to say of a run that must keep all its particles and did not.
pub fn trouble(closed: bool, removed: u32, outside: u64, missing: u64) -> Option<String> {
    let mut troubles = Vec::new();
    if missing > 0 {
        troubles.push(format!("{} particles are gone, and others are there twice", grouped(missing)));
    }
    if closed && removed > 0 {
        troubles.push(format!("{} particles left a world with walls on every side", grouped(removed.into())));
    }
    if outside > 0 {
        troubles.push(format!("{} particles ended outside the walls", grouped(outside)));
    }
    if troubles.is_empty() { None } else { Some(troubles.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_on_the_line_between_neighbours() {
        let spread = Spread::new((0..=10).rev().map(f64::from).collect());
        assert_eq!(spread, Spread { median: 5.0, p10: 1.0, p90: 9.0 });
        assert_eq!(Spread::new(vec![1.0, 2.0]).median, 1.5);
        assert_eq!(Spread::new(vec![7.0]), Spread { median: 7.0, p10: 7.0, p90: 7.0 });
    }

    #[test]
    fn a_lost_particle_is_trouble_and_one_that_left_an_open_side_is_not() {
        assert_eq!(trouble(true, 0, 0, 0), None);
        assert_eq!(trouble(false, 5, 0, 0), None);
        assert!(trouble(true, 5, 0, 0).unwrap().contains("5 particles left"));
        assert!(trouble(false, 0, 3, 0).unwrap().contains("3 particles ended outside"));
        assert!(trouble(false, 0, 0, 2).unwrap().contains("2 particles are gone"));
    }

    #[test]
    fn a_particle_that_another_took_the_place_of_is_missing() {
        let of = |ids: &[u32]| ids.iter().map(|&id| Particle { id, ..bytemuck::Zeroable::zeroed() }).collect::<Vec<_>>();
        let found = [&[2, 0, 1][..], &[2, 0, 2], &[7, 7, 7]].map(|ids| missing(&of(ids)));
        assert_eq!(found, [0, 1, 3]);
    }
}
