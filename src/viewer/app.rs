//! Answers the window system.

use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, OwnedDisplayHandle};
use winit::window::WindowId;

use super::open::{Next, Open};
use super::{AtEnd, Options, ViewerError};

/// The program behind the window: nothing before the window system is ready, then an open window.
pub struct App<'a> {
    options: Options,
    at_end: AtEnd<'a>,
    display: OwnedDisplayHandle,
    open: Option<Open>,
    outcome: Result<(), ViewerError>,
}

impl<'a> App<'a> {
    /// A window to be opened.
    pub fn new(options: Options, at_end: AtEnd<'a>, display: OwnedDisplayHandle) -> Self {
        Self { options, at_end, display, open: None, outcome: Ok(()) }
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

impl ApplicationHandler for App<'_> {
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
        if event != WindowEvent::Destroyed {
            open.on_event(&event);
        }
        match event {
            WindowEvent::CloseRequested if !open.closes() => {}
            WindowEvent::CloseRequested | WindowEvent::Destroyed => self.end(event_loop, Ok(())),
            WindowEvent::RedrawRequested => match open.redraw() {
                Ok(Next::GoOn) => {}
                Ok(Next::Done) => {
                    if let Some(session) = &mut open.session {
                        (self.at_end)(session.request.scene.name(), session.simulation.here());
                    }
                    self.end(event_loop, Ok(()));
                }
                Ok(Next::Close) => self.end(event_loop, Ok(())),
                Err(error) => self.end(event_loop, Err(error)),
            },
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(open) = &self.open else { return };
        let now = Instant::now();
        match open.next_redraw() {
            Some(at) if at <= now + Duration::from_micros(200) => {
                open.request_redraw();
                event_loop.set_control_flow(ControlFlow::Poll);
            }
            Some(at) => event_loop.set_control_flow(ControlFlow::WaitUntil(at)),
            None => event_loop.set_control_flow(ControlFlow::Wait),
        }
    }
}
