//! The open window: events in, pictures out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Rect;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::Window;

use super::panel::Controls;
use super::playground::Playground;
use super::view::View;
use super::{Options, input, painting, panel};
use crate::gpu::Context;
use crate::picture::png;
use crate::viewer::app::{Next, Shown, create_window};
use crate::viewer::screenshot::{Screenshot, closed_before, unseen};
use crate::viewer::surface::WindowSurface;
use crate::viewer::ui::{Painted, Ui};
use crate::viewer::{ViewerError, canvas, setup};

/// Pictures before the one of a screenshot: the panel finds its sizes in the first.
const WARM_UP: u32 = 2;

/// An open window and everything in it.
pub struct Open {
    window: Arc<Window>,
    context: Context,
    surface: WindowSurface,
    ui: Ui,
    ground: Playground,
    view: View,
    controls: Controls,
    /// Where to write a picture of the start; then it ends by itself.
    screenshot: Option<PathBuf>,
    /// The keys ask to close it.
    closed: bool,
    repaint: Option<Instant>,
    drawn: u32,
}

impl Shown for Open {
    fn take(&mut self, event: &WindowEvent) -> Result<Next, ViewerError> {
        match event {
            WindowEvent::RedrawRequested => return self.redraw(),
            WindowEvent::CloseRequested => return self.close(),
            _ => {}
        }
        if self.ui.on_event(&self.window, event) || matches!(event, WindowEvent::Resized(_) | WindowEvent::Occluded(false)) {
            self.repaint = Some(Instant::now());
        }
        Ok(Next::GoOn)
    }

    fn close(&self) -> Result<Next, ViewerError> {
        self.screenshot.as_deref().map_or(Ok(Next::Close), |path| Err(closed_before(path).into()))
    }

    fn next_redraw(&self) -> Option<Instant> {
        self.repaint
    }

    fn request_redraw(&self) {
        self.window.request_redraw();
    }
}

impl Open {
    /// Opens the window.
    ///
    /// # Errors
    /// No window, no adapter for it, or a device that does not open.
    pub fn new(event_loop: &ActiveEventLoop, options: &Options, display: OwnedDisplayHandle) -> Result<Self, ViewerError> {
        let window = create_window(event_loop, "jostle shapes", options.size)?;
        let (context, surface) = setup::open_surface(&window, options.adapter.as_deref(), display)?;
        let mut ground = Playground::new(options.seed, options.shapes, options.settings);
        if let Some((body, to)) = options.drag {
            let from = ground.scene.bodies[body].pose.translation;
            ground.hold(Some(body), from, false);
            ground.drag_to(to);
        }
        Ok(Self {
            ui: Ui::new(&window, &context, surface.format()),
            ground,
            controls: Controls::default(),
            view: View::fit(Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1.0, 1.0))),
            repaint: Some(Instant::now()),
            screenshot: options.screenshot.clone(),
            closed: false,
            drawn: 0,
            window,
            context,
            surface,
        })
    }

    /// One picture; after enough of them the one that was asked for.
    fn redraw(&mut self) -> Result<Next, ViewerError> {
        let scripted = self.screenshot.is_some();
        let painted = self.run(scripted);
        let wait = if scripted { Duration::ZERO } else { painted.repaint_after };
        self.repaint = Instant::now().checked_add(wait).filter(|_| wait < Duration::from_secs(3600));
        if let Some(texture) = self.surface.acquire(&self.context)? {
            let size = [texture.texture.width(), texture.texture.height()];
            self.draw_on(&texture.texture.create_view(&Default::default()), size, &painted);
            self.window.pre_present_notify();
            self.context.queue.present(texture);
        }
        self.ui.free(&painted);
        self.context.check()?;
        self.drawn += 1;
        match self.screenshot.clone() {
            Some(path) if self.drawn >= WARM_UP => self.write(&path).map(|()| Next::Done),
            _ => Ok(if self.closed { Next::Close } else { Next::GoOn }),
        }
    }

    /// Draws once more, for a file.
    fn write(&mut self, path: &Path) -> Result<(), ViewerError> {
        let size = self.surface.size().ok_or_else(|| unseen(path))?;
        let painted = self.run(true);
        let screenshot = Screenshot::new(&self.context.device, self.surface.format(), size);
        self.draw_on(&screenshot.view(), size, &painted);
        self.ui.free(&painted);
        Ok(png::save(&screenshot.read(&self.context)?, path)?)
    }

    fn draw_on(&mut self, target: &wgpu::TextureView, size: [u32; 2], painted: &Painted) {
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        canvas::clear(&mut encoder, target);
        self.ui.paint(&self.context, &mut encoder, target, size, painted);
        self.context.queue.submit([encoder.finish()]);
    }

    /// Runs egui: the panel, the mouse, the shapes. A picture for a file shows the same wherever the mouse is.
    fn run(&mut self, scripted: bool) -> Painted {
        if scripted {
            self.ui.leave();
        }
        let (ground, view, controls) = (&mut self.ground, &mut self.view, &mut self.controls);
        let closed = &mut self.closed;
        self.ui.run(&self.window, &self.context, |ui| {
            panel::show(ui, ground, view, controls);
            view.area = ui.available_rect_before_wrap();
            if !scripted {
                input::mouse(ui, ground, view);
                *closed |= !input::keys(ui.ctx(), ground, view, controls);
            }
            // What the mouse has moved shows in the same picture.
            painting::show(&ui.painter().with_clip_rect(view.area), view, ground, &ground.answers());
        })
    }
}
