//! Substeps with the time of each pass.

use std::time::Instant;

use super::solver::GpuSolver;
use super::timing::{MAX_STAGES, Timestamps};
use crate::solver::{SolverError, Span};
use crate::steps::Step;
use crate::world::params::Substep;

impl GpuSolver {
    /// See [`Solver::run_timed`](crate::Solver::run_timed).
    pub(super) fn time(&mut self, substeps: &[Substep]) -> Result<Vec<Span>, SolverError> {
        let mut spans: Vec<Span> = Vec::new();
        // As they run otherwise, since some passes come once a submission; but each pass of each substep takes two timestamps.
        let stages_fit = |length: &u32| self.lists.run(*length).len() <= MAX_STAGES as usize;
        let most = (1..=self.batch() as u32).rev().find(stages_fit).unwrap_or(1);
        for batch in substeps.chunks(most as usize) {
            let stages = self.lists.run(batch.len() as u32).len() as u32;
            let part = match Timestamps::new(&self.context, stages) {
                Some(timestamps) => self.time_with(timestamps, batch)?,
                None => self.time_by_host(batch)?,
            };
            Span::append(&mut spans, part);
        }
        self.check_ends()?;
        Ok(spans)
    }

    /// One submission with a pass object per dispatch, each between two timestamps.
    fn time_with(&mut self, mut timestamps: Timestamps, substeps: &[Substep]) -> Result<Vec<Span>, SolverError> {
        self.place_obstacles(substeps)?;
        self.buffers.write_substeps(&self.context, substeps);
        let mut encoder = self.encoder("timed substeps");
        self.clear_counts(&mut encoder);
        for (place, step) in self.lists.run(substeps.len() as u32) {
            let Step::Dispatch(pass) = step else {
                self.parities = self.parities.after(step);
                continue;
            };
            let timestamp_writes = Some(timestamps.stage(pass.name, substeps[place as usize].index));
            let mut stage = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(pass.name), timestamp_writes });
            self.record(&mut stage, step, place);
            self.submissions.count(&mut stage);
        }
        timestamps.resolve(&mut encoder);
        self.submissions.submit(&self.context, encoder)?;
        self.go_on_after(substeps);
        timestamps.read(&self.context)
    }

    /// One submission per dispatch, by the host's clock.
    fn time_by_host(&mut self, substeps: &[Substep]) -> Result<Vec<Span>, SolverError> {
        let mut spans = Vec::new();
        let first = Instant::now();
        for (place, step) in self.lists.run(substeps.len() as u32) {
            let substep = &substeps[place as usize];
            let start = first.elapsed().as_secs_f64() * 1e3;
            self.run_step(step, substep)?;
            self.context.wait()?;
            let Step::Dispatch(pass) = step else { continue };
            let milliseconds = first.elapsed().as_secs_f64() * 1e3 - start;
            spans.push(Span { name: pass.name, substep: substep.index, start, milliseconds });
        }
        Ok(spans)
    }
}
