//! Writing much into buffers: not all of it at once, since what is written waits in memory of its own until it is submitted, beside the
//! buffers that it goes to.

use super::context::Context;
use crate::solver::SolverError;

/// Most bytes that wait: a million discs and what they need wait together.
const MAX_STAGED: u64 = 256 << 20;

/// Writes into buffers, which submits what waits where it would become too much.
pub(super) struct Uploads<'a> {
    context: &'a Context,
    most: u64,
    staged: u64,
}

impl<'a> Uploads<'a> {
    pub fn new(context: &'a Context) -> Self {
        Self { context, most: MAX_STAGED, staged: 0 }
    }

    /// Writes bytes, a multiple of four, into a buffer from a place on.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn write(&mut self, buffer: &wgpu::Buffer, first: u64, bytes: &[u8]) -> Result<(), SolverError> {
        // Of the most so that several fit.
        let length = (self.most / 4) as usize;
        for (offset, part) in (first..).step_by(length).zip(bytes.chunks(length)) {
            if self.staged + part.len() as u64 > self.most {
                self.context.queue.submit([]);
                self.context.wait()?;
                self.staged = 0;
            }
            self.context.queue.write_buffer(buffer, offset, part);
            self.staged += part.len() as u64;
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "viewer"))]
mod tests {
    use super::super::readback::read;
    use super::*;

    #[test]
    fn what_is_written_piece_by_piece_arrives_where_it_belongs() {
        let Some(context) = Context::for_test() else { return };
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let [one, other] = [(); 2]
            .map(|()| context.device.create_buffer(&wgpu::BufferDescriptor { label: None, size: 4096, usage, mapped_at_creation: false }));
        let bytes: Vec<u8> = (0..4000u32).map(|k| (k * k / 7) as u8).collect();
        let mut uploads = Uploads { most: 256, ..Uploads::new(&context) };
        uploads.write(&one, 96, &bytes).unwrap();
        uploads.write(&other, 0, &bytes[..20]).unwrap();
        uploads.write(&other, 20, &bytes[..100]).unwrap();
        assert!(uploads.staged <= 256);
        assert_eq!(read(&context, &one, 4096).unwrap()[96..], bytes);
        assert_eq!(read(&context, &other, 120).unwrap(), [&bytes[..20], &bytes[..100]].concat());
    }
}
