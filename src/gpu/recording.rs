//! Records lists of passes, and hands them to the adapter.

use super::pipelines::Values;
use super::solver::GpuSolver;
use crate::passes::Slot;
use crate::solver::SolverError;
use crate::steps::Step;
use crate::world::params::Substep;

impl GpuSolver {
    /// Submits up to [`BATCH`](crate::slots::BATCH) substeps as one pass object; `extra` follows each, so that each has to end.
    pub(super) fn submit(&mut self, substeps: &[Substep], extra: &[Step]) -> Result<(), SolverError> {
        self.place_obstacles(substeps)?;
        self.buffers.write_substeps(&self.context, substeps);
        let entries = match extra {
            [] => self.lists.run(substeps.len() as u32),
            _ => (0..substeps.len() as u32)
                .flat_map(|place| self.lists.substep.iter().chain(extra).map(move |&step| (place, step)))
                .collect(),
        };
        let mut encoder = self.encoder("substeps");
        self.clear_counts(&mut encoder);
        if !extra.is_empty() {
            encoder.clear_buffer(self.buffers.single(Slot::Digests), 0, None);
        }
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("substeps"), timestamp_writes: None });
            for (place, step) in entries {
                self.record(&mut pass, step, place);
            }
            self.submissions.count(&mut pass);
        }
        self.submissions.submit(&self.context, encoder)?;
        self.go_on_after(substeps);
        Ok(())
    }

    /// Notes that these substeps are on their way.
    pub(super) fn go_on_after(&mut self, substeps: &[Substep]) {
        self.next_index = Substep::index_after(substeps, self.next_index);
    }

    /// To be recorded before whole substeps, or another list that counts discs. No disc is counted between them, unless what came before
    /// was ended half-way without a word: then discs would be counted twice, and sorted into places beyond the last.
    pub(super) fn clear_counts(&self, encoder: &mut wgpu::CommandEncoder) {
        if self.context.ends_unseen {
            encoder.clear_buffer(self.current(Slot::CellCounts), 0, None);
        }
    }

    /// Records one entry of a list for the substep at `place` in the batch; a swap records nothing.
    pub(super) fn record(&mut self, encoder: &mut wgpu::ComputePass<'_>, step: Step, place: u32) {
        if let Step::Dispatch(pass) = step {
            let values = Values {
                params: &self.params,
                parities: self.parities,
                substep_offset: place * self.buffers.substep_stride,
                stage_stride: self.buffers.stage_stride,
                sizes: &self.sizes,
                link_stages: &self.link_stages,
                link_stage_stride: self.buffers.link_stage_stride,
                census: &self.census,
            };
            self.pipelines.dispatch(encoder, pass, &values);
        }
        self.parities = self.parities.after(step);
    }

    pub(super) fn encoder(&self, label: &str) -> wgpu::CommandEncoder {
        self.context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }

    /// Runs a list once, outside of any substep, after clearing a buffer.
    pub(super) fn run_list(&mut self, list: &[Step], cleared: Slot) -> Result<(), SolverError> {
        let now = Substep { index: self.next_index, ..Substep::default() };
        self.place_obstacles(std::slice::from_ref(&now))?;
        self.buffers.write_substeps(&self.context, &[now]);
        let mut encoder = self.encoder("list");
        self.clear_counts(&mut encoder);
        encoder.clear_buffer(self.buffers.single(cleared), 0, None);
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            for &step in list {
                self.record(&mut pass, step, 0);
            }
            self.submissions.count(&mut pass);
        }
        self.submissions.submit(&self.context, encoder)
    }

    /// Runs one entry of the list of a substep, for comparing pass by pass.
    ///
    /// # Errors
    /// A device that was lost.
    pub(crate) fn run_step(&mut self, step: Step, substep: &Substep) -> Result<(), SolverError> {
        self.place_obstacles(std::slice::from_ref(substep))?;
        self.buffers.write_substeps(&self.context, std::slice::from_ref(substep));
        let mut encoder = self.encoder("step");
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.record(&mut pass, step, 0);
            self.submissions.count(&mut pass);
        }
        self.submissions.submit(&self.context, encoder)?;
        self.go_on_after(std::slice::from_ref(substep));
        Ok(())
    }
}
