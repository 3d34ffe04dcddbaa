//! The surface of the window: its format, its size, and what happens when it is lost.

use std::sync::Arc;

use winit::window::Window;

use super::ViewerError;
use crate::gpu::Context;

/// A surface and how it is set up.
pub struct WindowSurface {
    instance: wgpu::Instance,
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    configured: bool,
}

impl WindowSurface {
    /// Sets up a surface that the context's adapter can draw on.
    ///
    /// # Errors
    /// An adapter without a format for this surface.
    pub fn new(
        instance: wgpu::Instance,
        window: Arc<Window>,
        surface: wgpu::Surface<'static>,
        adapter: &wgpu::Adapter,
    ) -> Result<Self, ViewerError> {
        let size = window.inner_size();
        let mut config = surface
            .get_default_config(adapter, size.width.max(1), size.height.max(1))
            .ok_or_else(|| ViewerError::Surface(format!("{} has no format for it", adapter.get_info().name)))?;
        let formats = surface.get_capabilities(adapter).formats;
        // Values go in as they are: the panel mixes its colours in sRGB, as the rest of the desktop does.
        let plain = [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8Unorm];
        if let Some(&format) = formats.iter().find(|format| plain.contains(format)) {
            config.format = format;
        }
        config.present_mode = wgpu::PresentMode::AutoVsync;
        Ok(Self { instance, window, surface, config, configured: false })
    }

    /// The format of the pictures.
    pub fn format(&self) -> wgpu::TextureFormat {
        self.config.format
    }

    /// Width and height of the next picture, in pixels; `None` while there is nothing to see.
    pub fn size(&self) -> Option<[u32; 2]> {
        let size = self.window.inner_size();
        (size.width > 0 && size.height > 0).then_some([size.width, size.height])
    }

    /// The texture to draw the next picture on; `None` where this picture has to be left out.
    ///
    /// # Errors
    /// A surface that was lost and does not come back.
    pub fn acquire(&mut self, context: &Context) -> Result<Option<wgpu::SurfaceTexture>, ViewerError> {
        use wgpu::CurrentSurfaceTexture as Current;
        for _ in 0..2 {
            let Some(size) = self.size() else { return Ok(None) };
            if !self.configured || [self.config.width, self.config.height] != size {
                [self.config.width, self.config.height] = size;
                self.surface.configure(&context.device, &self.config);
                self.configured = true;
            }
            match self.surface.get_current_texture() {
                Current::Success(texture) => return Ok(Some(texture)),
                Current::Suboptimal(texture) => {
                    self.configured = false;
                    return Ok(Some(texture));
                }
                Current::Timeout | Current::Occluded => return Ok(None),
                Current::Outdated => self.configured = false,
                Current::Validation => {
                    context.check()?;
                    return Ok(None);
                }
                Current::Lost => {
                    self.surface =
                        self.instance.create_surface(self.window.clone()).map_err(|error| ViewerError::Surface(error.to_string()))?;
                    self.configured = false;
                }
            }
        }
        Ok(None)
    }
}
