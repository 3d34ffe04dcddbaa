//! The open window: events in, pictures out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Rect;
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, OwnedDisplayHandle};
use winit::window::{Window, WindowId};

use super::panel::Controls;
use super::playground::Playground;
use super::view::View;
use super::{Options, input, painting, panel};
use crate::gpu::Context;
use crate::picture::png;
use crate::viewer::frame::Frame;
use crate::viewer::screenshot::{Screenshot, unseen};
use crate::viewer::ui::{Painted, Ui};
use crate::viewer::{ViewerError, canvas, setup};

/// Pictures before the one of a screenshot: the panel finds its sizes in the first.
const WARM_UP: u32 = 2;

/// The program behind the window.
pub struct App {
    options: Options,
    display: OwnedDisplayHandle,
    open: Option<Open>,
    outcome: Result<(), ViewerError>,
}

impl App {
    /// A window to be opened.
    pub fn new(options: Options, display: OwnedDisplayHandle) -> Self {
        Self { options, display, open: None, outcome: Ok(()) }
    }

    /// How it went, after the loop of events has ended.
    ///
    /// # Errors
    /// What ended it, if it was not the user.
    pub fn finish(self) -> Result<(), ViewerError> {
        self.outcome
    }

    fn end(&mut self, event_loop: &ActiveEventLoop, outcome: Result<(), ViewerError>) {
        self.outcome = outcome;
        // The window and its device go first, while the display is still there.
        self.open = None;
        event_loop.exit();
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_none() && !event_loop.exiting() {
            match Open::new(event_loop, &self.options, self.display.clone()) {
                Ok(open) => self.open = Some(open),
                Err(error) => self.end(event_loop, Err(error)),
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => self.end(event_loop, Ok(())),
            WindowEvent::RedrawRequested => match open.redraw(self.options.screenshot.is_some()) {
                Ok(false) if open.closed => self.end(event_loop, Ok(())),
                Ok(false) => {}
                Ok(true) => {
                    let written = open.write(self.options.screenshot.as_deref());
                    self.end(event_loop, written);
                }
                Err(error) => self.end(event_loop, Err(error)),
            },
            event => {
                if open.ui.on_event(&open.window, &event) || matches!(event, WindowEvent::Resized(_) | WindowEvent::Occluded(false)) {
                    open.repaint = Some(Instant::now());
                }
            }
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(open) = &self.open else { return };
        match open.repaint {
            Some(at) if at <= Instant::now() => {
                open.window.request_redraw();
                event_loop.set_control_flow(ControlFlow::Wait);
            }
            Some(at) => event_loop.set_control_flow(ControlFlow::WaitUntil(at)),
            None => event_loop.set_control_flow(ControlFlow::Wait),
        }
    }
}

/// An open window and everything in it.
struct Open {
    window: Arc<Window>,
    context: Context,
    frame: Frame,
    ui: Ui,
    ground: Playground,
    view: View,
    controls: Controls,
    /// The keys ask to close it.
    closed: bool,
    repaint: Option<Instant>,
    drawn: u32,
}

impl Open {
    fn new(event_loop: &ActiveEventLoop, options: &Options, display: OwnedDisplayHandle) -> Result<Self, ViewerError> {
        let size: Size = match options.size {
            Some([width, height]) => PhysicalSize::new(width, height).into(),
            None => LogicalSize::new(1280.0, 800.0).into(),
        };
        let attributes = Window::default_attributes().with_title("jostle shapes").with_inner_size(size);
        let window = event_loop.create_window(attributes).map_err(|error| ViewerError::Window(error.to_string()))?;
        let window = Arc::new(window);
        let (context, frame) = setup::open_surface(&window, options.adapter.as_deref(), display)?;
        let mut ground = Playground::new(options.seed, options.shapes, options.settings);
        if let Some((body, to)) = options.drag {
            let from = ground.scene.bodies[body].pose.translation;
            ground.hold(Some(body), from, false);
            ground.drag_to(to);
        }
        Ok(Self {
            ui: Ui::new(&window, &context, frame.format()),
            ground,
            controls: Controls::default(),
            view: View::fit(Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1.0, 1.0))),
            repaint: Some(Instant::now()),
            closed: false,
            drawn: 0,
            window,
            context,
            frame,
        })
    }

    /// One picture; true once there were enough for the screenshot.
    fn redraw(&mut self, scripted: bool) -> Result<bool, ViewerError> {
        let painted = self.run(scripted);
        let wait = if scripted { Duration::ZERO } else { painted.repaint_after };
        self.repaint = Instant::now().checked_add(wait).filter(|_| wait < Duration::from_secs(3600));
        if let Some(texture) = self.frame.acquire(&self.context)? {
            let size = [texture.texture.width(), texture.texture.height()];
            self.draw_on(&texture.texture.create_view(&Default::default()), size, &painted);
            self.window.pre_present_notify();
            self.context.queue.present(texture);
        }
        self.ui.free(&painted);
        self.context.check()?;
        self.drawn += 1;
        Ok(scripted && self.drawn >= WARM_UP)
    }

    /// Draws once more, for a file.
    fn write(&mut self, path: Option<&std::path::Path>) -> Result<(), ViewerError> {
        let Some(path) = path else { return Ok(()) };
        let size = self.frame.size().ok_or_else(|| unseen(path))?;
        let painted = self.run(true);
        let screenshot = Screenshot::new(&self.context.device, self.frame.format(), size);
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
            let answers = ground.answers();
            panel::show(ui, ground, &answers, view, controls);
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
