//! Loops that the adapter ended, on those that do so without a word (see [`asks`](crate::shaders::asks)): the word in which threads answer,
//! and its copy for the host, which every submission brings up to date.

use super::context::Context;
use crate::shaders::pass_of;
use crate::solver::SolverError;

/// What threads answered since the last [`clear`](Self::clear).
pub struct Rounds {
    answer: wgpu::Buffer,
    copy: wgpu::Buffer,
}

impl Rounds {
    /// Nothing was ended yet.
    pub fn new(context: &Context) -> Self {
        let buffer = |label, usage| {
            let descriptor = wgpu::BufferDescriptor { label: Some(label), size: 4, usage, mapped_at_creation: false };
            context.device.create_buffer(&descriptor)
        };
        let (written, read) = (wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC, wgpu::BufferUsages::MAP_READ);
        Self {
            answer: buffer("ended_loops", written | wgpu::BufferUsages::COPY_DST),
            copy: buffer("ended_loops for the host", read | wgpu::BufferUsages::COPY_DST),
        }
    }

    /// What passes bind whose threads ask.
    pub fn binding(&self) -> wgpu::BindingResource<'_> {
        self.answer.as_entire_binding()
    }

    /// Records the copy: at the end of a submission.
    pub fn record(&self, context: &Context, encoder: &mut wgpu::CommandEncoder) {
        if context.shape.ends_loops {
            encoder.copy_buffer_to_buffer(&self.answer, 0, &self.copy, 0, 4);
        }
    }

    /// Forgets what was: another state is in its place.
    pub fn clear(&self, context: &Context) {
        let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("clear ended_loops") });
        encoder.clear_buffer(&self.answer, 0, None);
        self.record(context, &mut encoder);
        context.queue.submit([encoder.finish()]);
    }

    /// Waits for everything submitted, and looks whether each of its loops came to its end.
    ///
    /// # Errors
    /// One did not, or a device that was lost.
    pub fn check(&self, context: &Context) -> Result<(), SolverError> {
        if !context.shape.ends_loops {
            return Ok(());
        }
        let (sender, receiver) = std::sync::mpsc::channel();
        self.copy.map_async(wgpu::MapMode::Read, .., move |result| {
            // The receiver is gone only if waiting failed, which is reported below.
            let _ = sender.send(result);
        });
        context.wait()?;
        receiver.recv().map_err(|error| context.lost(error))?.map_err(|error| context.lost(error))?;
        let bytes = self.copy.get_mapped_range(..).map_err(|error| context.lost(error))?.to_vec();
        self.copy.unmap();
        match pass_of(bytemuck::pod_read_unaligned(&bytes)) {
            None => Ok(()),
            Some(pass) => Err(SolverError::LoopEnded { adapter: context.info.name.clone(), pass: pass.name }),
        }
    }
}
