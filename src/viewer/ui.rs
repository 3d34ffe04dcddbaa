//! egui in the window: events in, the panel's triangles out.

use std::time::Duration;

use egui::ViewportId;
use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use winit::event::WindowEvent;
use winit::window::Window;

use crate::gpu::Context;

/// egui with its input and its renderer.
pub struct Ui {
    /// egui itself.
    pub ctx: egui::Context,
    state: egui_winit::State,
    renderer: Renderer,
    /// The mouse was taken away from the next picture.
    left: bool,
}

/// What the panel looks like in one redraw.
pub struct Painted {
    triangles: Vec<egui::ClippedPrimitive>,
    freed: Vec<egui::TextureId>,
    pixels_per_point: f32,
    /// When egui wants to be drawn again, if nothing happens before.
    pub repaint_after: Duration,
}

impl Ui {
    /// egui for a window whose pictures have this format.
    pub fn new(window: &Window, context: &Context, format: wgpu::TextureFormat) -> Self {
        let ctx = egui::Context::default();
        super::panel::style(&ctx);
        // Closing is a command as any other: see `input`.
        ctx.options_mut(|options| options.quit_shortcuts.clear());
        let side = context.device.limits().max_texture_dimension_2d as usize;
        let state =
            egui_winit::State::new(ctx.clone(), ViewportId::ROOT, window, Some(window.scale_factor() as f32), window.theme(), Some(side));
        Self { ctx, state, renderer: Renderer::new(&context.device, format, RendererOptions::default()), left: false }
    }

    /// Takes an event; whether the window has to be drawn again.
    pub fn on_event(&mut self, window: &Window, event: &WindowEvent) -> bool {
        self.state.on_window_event(window, event).repaint
    }

    /// Takes the mouse away from the next picture: nothing is marked or explained that it is on.
    pub fn leave(&mut self) {
        self.state.egui_input_mut().events.push(egui::Event::PointerGone);
        self.left = true;
    }

    /// Runs the panel, and uploads what it needs.
    pub fn run(&mut self, window: &Window, context: &Context, mut show: impl FnMut(&mut egui::Ui)) -> Painted {
        let input = self.state.take_egui_input(window);
        let left = &mut self.left;
        let mut output = self.ctx.run_ui(input, |ui| {
            show(ui);
            // It is still there in the pass in which it goes.
            if std::mem::take(left) {
                ui.ctx().request_discard("the mouse has gone");
            }
        });
        self.state.handle_platform_output(window, std::mem::take(&mut output.platform_output));
        for (id, deltas) in std::mem::take(&mut output.textures_delta.set) {
            for delta in &deltas {
                self.renderer.update_texture(&context.device, &context.queue, id, delta);
            }
        }
        let repaint_after = output.viewport_output.get(&ViewportId::ROOT).map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        Painted {
            freed: std::mem::take(&mut output.textures_delta.free).into_iter().collect(),
            triangles: self.ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point),
            pixels_per_point: output.pixels_per_point,
            repaint_after,
        }
    }

    /// Records the panel over what is on `target` already.
    pub fn paint(
        &mut self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        size: [u32; 2],
        painted: &Painted,
    ) {
        let screen = ScreenDescriptor { size_in_pixels: size, pixels_per_point: painted.pixels_per_point };
        // Only paint callbacks give command buffers, and there are none.
        self.renderer.update_buffers(&context.device, &context.queue, encoder, &painted.triangles, &screen);
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panel"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        self.renderer.render(&mut pass.forget_lifetime(), &painted.triangles, &screen);
    }

    /// Gives back what the panel no longer needs, drawn or not.
    pub fn free(&mut self, painted: &Painted) {
        for id in &painted.freed {
            self.renderer.free_texture(id);
        }
    }
}
