//! Bit comparison of the two backends: the same start on the CPU twin and on the GPU, and the first
//! place where they disagree.
//!
//! Two ways of looking, from one start:
//! - by digest: both sides hash their state after each substep of the first half of a frame, and at its end ([`Comparison::run`]);
//!   nothing is read back but 8 bytes a digest. Where two digests differ, the frame is run again pass by pass.
//! - deep: every buffer that a pass writes is compared after every pass ([`Comparison::run_deep`]).
//!
//! [`verify`] does either over a number of substeps and reports.

mod comparison;
mod difference;
mod halves;
mod layout;
mod lockstep;

use serde::Serialize;

pub use comparison::Comparison;
pub use difference::{Difference, Number, Value};

use crate::gpu::{Context, GpuOptions};
use crate::solver::{BackendInfo, SolverError};
use crate::world::World;
use crate::world::params::Substep;
use crate::world::tool::Tool;

/// How much to compare, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Substeps from the start of the world; at least 1.
    pub substeps: u32,
    /// Compare every buffer after every pass instead of digests.
    pub deep: bool,
    /// Threads of the CPU side; `None` is one per core.
    pub threads: Option<usize>,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Whether no bit differed.
    pub identical: bool,
    /// Substeps that were compared, the one with the first difference included.
    pub substeps: u32,
    /// Particles at the end, the unborn and the removed ones included.
    pub particles: u32,
    /// 32-bit words that were compared, directly or under a digest.
    pub compared_values: u64,
    /// Digest of the CPU's state after the last substep, in hex.
    pub digest_cpu: String,
    /// Digest of the GPU's state after the last substep, in hex.
    pub digest_gpu: String,
    /// Where the GPU side ran.
    pub adapter: BackendInfo,
    /// The first difference, if any.
    pub first_difference: Option<Difference>,
}

/// Runs a world on both backends and compares them bit for bit. `progress` hears the number of substeps
/// done after each frame.
///
/// # Errors
/// No substeps (nothing would be compared), a buffer that the adapter does not bind, a device that was
/// lost, or threads that cannot be had. A difference is not an error: it is in the report.
pub fn verify(
    world: &World,
    context: &Context,
    gpu_options: &GpuOptions,
    options: &Options,
    progress: &mut dyn FnMut(u32),
) -> Result<Report, SolverError> {
    if options.substeps == 0 {
        return Err(SolverError::NothingToCompare);
    }
    let mut comparison = Comparison::new(world, context, gpu_options, options.threads)?;
    let mut done = 0;
    let mut found = None;
    while done < options.substeps && found.is_none() {
        let end = options.substeps.min(done + world.clock.substeps);
        let index = |k: u32| world.first_substep.wrapping_add(k);
        let mut frame: Vec<_> = (done..end).map(|k| world.clock.substep(index(k), &Tool::default())).collect();
        Substep::count_in_last(&mut frame);
        found = if options.deep { comparison.run_deep(&frame)? } else { comparison.run(&frame)? };
        done = end;
        progress(done);
    }
    if found.is_none() {
        found = comparison.compare_states(world.first_substep.wrapping_add(done - 1))?;
    }
    Ok(comparison.report(found))
}
