//! Loops that the adapter ended, on those that do so without a word (see [`asks`](crate::shaders::asks)): the word in which threads answer.

use super::context::Context;
use super::readback::{elements, read};
use crate::shaders::pass_of;
use crate::solver::SolverError;

/// What threads answered since the last [`clear`](Self::clear).
pub struct EndedLoops(wgpu::Buffer);

impl EndedLoops {
    /// Nothing was ended yet.
    pub fn new(context: &Context) -> Self {
        Self(context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("ended_loops"),
            size: 4,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        }))
    }

    /// What passes bind whose threads ask.
    pub fn binding(&self) -> wgpu::BindingResource<'_> {
        self.0.as_entire_binding()
    }

    /// Forgets what was: another state is in its place.
    pub fn clear(&self, context: &Context) {
        if context.shape.ends_loops {
            context.queue.write_buffer(&self.0, 0, &[0; 4]);
        }
    }

    /// Looks whether each loop of what was submitted comes to its end.
    ///
    /// # Errors
    /// One did not, or a device that was lost.
    pub fn check(&self, context: &Context) -> Result<(), SolverError> {
        if !context.shape.ends_loops {
            return Ok(());
        }
        let answer: Vec<u32> = elements(&read(context, &self.0, 4)?);
        match pass_of(answer[0]) {
            None => Ok(()),
            Some(pass) => Err(SolverError::LoopEnded { adapter: context.info.name.clone(), pass: pass.name }),
        }
    }
}
