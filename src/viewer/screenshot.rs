//! A picture of the window: drawn once more into a texture of its own, since a surface need not be readable.

use std::path::Path;

use image::RgbaImage;

use crate::gpu::Context;
use crate::gpu::readback;
use crate::picture::png::WriteError;
use crate::solver::SolverError;

/// Why there is no picture of a window that is minimised.
pub fn unseen(path: &Path) -> WriteError {
    WriteError { path: path.into(), reason: "nothing of the window can be seen".into() }
}

/// Why there is no picture of a window that was closed before it was drawn.
pub fn closed_before(path: &Path) -> WriteError {
    WriteError { path: path.into(), reason: "the window was closed before".into() }
}

/// A texture that pictures of the window are drawn on.
pub struct Screenshot {
    texture: wgpu::Texture,
}

impl Screenshot {
    /// A texture of the window's format and size.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat, size: [u32; 2]) -> Self {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("screenshot"),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        Self { texture }
    }

    /// What to draw on.
    pub fn view(&self) -> wgpu::TextureView {
        self.texture.create_view(&Default::default())
    }

    /// The picture, after everything submitted so far.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn read(&self, context: &Context) -> Result<RgbaImage, SolverError> {
        let (width, height) = (self.texture.width(), self.texture.height());
        let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let size = u64::from(row) * u64::from(height);
        let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("screenshot"),
            size,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = context.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            self.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None },
            },
            self.texture.size(),
        );
        context.queue.submit([encoder.finish()]);
        let bytes = readback::read(context, &buffer, size)?;
        let blue_first = matches!(self.texture.format(), wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Bgra8UnormSrgb);
        Ok(RgbaImage::from_fn(width, height, |x, y| {
            let at = (y * row + 4 * x) as usize;
            let [a, g, b] = [bytes[at], bytes[at + 1], bytes[at + 2]];
            image::Rgba(if blue_first { [b, g, a, 255] } else { [a, g, b, 255] })
        }))
    }
}
