//! Times of passes from timestamp queries: one pass object a stage, since timestamps inside one pass land
//! on the wrong side of barriers.

use super::context::Context;
use super::readback;
use crate::solver::{SolverError, Span};

/// Pairs of timestamps, one pair a stage.
pub struct Timestamps {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Name and substep of each stage.
    labels: Vec<(&'static str, u32)>,
    most: u32,
}

/// Stages that there may be at most.
pub const MAX_STAGES: u32 = wgpu::QUERY_SET_MAX_QUERIES / 2;

impl Timestamps {
    /// Whether the adapter has any.
    pub fn are_there(context: &Context) -> bool {
        context.device.features().contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// Room for `most` stages; `None` where the adapter has no timestamps.
    pub fn new(context: &Context, most: u32) -> Option<Self> {
        if !Self::are_there(context) {
            return None;
        }
        let queries = context.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("timestamps"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * most,
        });
        let resolved = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("timestamps"),
            size: 16 * u64::from(most),
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Some(Self { queries, resolved, labels: Vec::new(), most })
    }

    /// The writes of the next stage.
    ///
    /// # Panics
    /// If there is no room for another stage.
    pub fn stage(&mut self, name: &'static str, substep: u32) -> wgpu::ComputePassTimestampWrites<'_> {
        let index = self.labels.len() as u32;
        assert!(index < self.most, "more stages than timestamps");
        self.labels.push((name, substep));
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * index),
            end_of_pass_write_index: Some(2 * index + 1),
        }
    }

    /// Records the copy of what was written; before the encoder is finished.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2 * self.labels.len() as u32, &self.resolved, 0);
    }

    /// When each stage ran, once the encoder was submitted.
    pub fn read(self, context: &Context) -> Result<Vec<Span>, SolverError> {
        let bytes = readback::read(context, &self.resolved, 16 * self.labels.len() as u64)?;
        let ticks: Vec<u64> = readback::elements(&bytes);
        let milliseconds = f64::from(context.queue.get_timestamp_period()) / 1e6;
        let first = ticks.first().copied().unwrap_or_default();
        let since = |from: u64, to: u64| to.saturating_sub(from) as f64 * milliseconds;
        let span = |((name, substep), pair): ((&'static str, u32), &[u64])| Span {
            name,
            substep,
            start: since(first, pair[0]),
            milliseconds: since(pair[0], pair[1]),
        };
        Ok(self.labels.into_iter().zip(ticks.chunks_exact(2)).map(span).collect())
    }
}
