//! Reading buffers back to the host.

use super::context::Context;
use crate::solver::SolverError;

/// Copies the first `size` bytes of a buffer to the host, after everything submitted so far.
pub fn read(context: &Context, buffer: &wgpu::Buffer, size: u64) -> Result<Vec<u8>, SolverError> {
    let descriptor = wgpu::BufferDescriptor {
        label: Some("readback"),
        size: size.next_multiple_of(4),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    };
    // Without memory for it nothing else is harmed.
    let staging = context.make(|| Ok(context.device.create_buffer(&descriptor)))?;
    let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("readback") });
    encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, staging.size());
    context.queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    staging.map_async(wgpu::MapMode::Read, .., move |result| {
        // The receiver is gone only if waiting failed, which is reported below.
        let _ = sender.send(result);
    });
    context.wait()?;
    receiver.recv().map_err(|error| context.lost(error))?.map_err(|error| context.lost(error))?;
    let mut bytes = staging.get_mapped_range(..).map_err(|error| context.lost(error))?.to_vec();
    bytes.truncate(size as usize);
    Ok(bytes)
}

/// Bytes as plain elements, copied so that they are aligned.
pub fn elements<T: bytemuck::AnyBitPattern>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
}
