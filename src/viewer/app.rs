//! A window and what answers the window system: of the simulator, and of the playground of shapes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::window::{Window, WindowId};

use super::ViewerError;

/// What is in an open window.
pub trait Shown: Sized {
    /// Takes an event; none comes after the window is gone.
    ///
    /// # Errors
    /// What ends the program.
    fn take(&mut self, event: &WindowEvent) -> Result<Next, ViewerError>;

    /// Its window is closed.
    ///
    /// # Errors
    /// Somebody waits for what it was to come to.
    fn close(&self) -> Result<Next, ViewerError>;

    /// Writes what would be lost with it, before it goes.
    ///
    /// # Errors
    /// A file that cannot be written.
    fn keep(&mut self) -> Result<(), ViewerError> {
        Ok(())
    }

    /// When to draw next, or to ask again; `None` is when something happens.
    fn next_redraw(&self) -> Option<Instant>;

    /// Asks the window system for a redraw.
    fn request_redraw(&self);
}

/// Whether the window stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It does.
    GoOn,
    /// All that was asked for is done.
    Done,
    /// The user wants it closed.
    Close,
}

/// Opens a display and what is to be shown on it, and returns when that was closed, or is done: then `at_end` gets it. `closer` gets what
/// closes it from elsewhere.
///
/// # Errors
/// [`ViewerError::NoDisplay`] before anything else was done; everything else that stops a window from going on.
pub fn run<S: Shown>(
    open: impl FnMut(&ActiveEventLoop, OwnedDisplayHandle) -> Result<S, ViewerError>,
    at_end: impl FnMut(&mut S),
    closer: impl FnOnce(Box<dyn Fn() + Send>),
) -> Result<(), ViewerError> {
    let event_loop = open_display()?;
    let proxy = event_loop.create_proxy();
    closer(Box::new(move || {
        // Where the loop has ended there is nothing to close.
        let _ = proxy.send_event(());
    }));
    let mut app = App { display: event_loop.owned_display_handle(), open, at_end, shown: None, outcome: Ok(()) };
    event_loop.run_app(&mut app).map_err(|error| ViewerError::Window(error.to_string()))?;
    app.outcome
}

/// The smallest window in points: a panel, once it is opened by hand, and a little beside it.
const MIN_SIZE: LogicalSize<f64> = LogicalSize::new(300.0, 200.0);

/// A window of this inner size in physical pixels, or of a size that suits most screens.
///
/// # Errors
/// A window system that makes none.
pub fn create_window(event_loop: &ActiveEventLoop, title: &str, size: Option<[u32; 2]>) -> Result<Arc<Window>, ViewerError> {
    let size: Size = match size {
        Some([width, height]) => PhysicalSize::new(width, height).into(),
        None => LogicalSize::new(1280.0, 800.0).into(),
    };
    let attributes = Window::default_attributes().with_title(title).with_inner_size(size).with_min_inner_size(MIN_SIZE);
    event_loop.create_window(attributes).map(Arc::new).map_err(|error| ViewerError::Window(error.to_string()))
}

/// The program behind the window: nothing before the window system is ready, then what it shows.
struct App<S, O, E> {
    display: OwnedDisplayHandle,
    open: O,
    at_end: E,
    shown: Option<S>,
    /// How it went.
    outcome: Result<(), ViewerError>,
}

impl<S: Shown, O, E> App<S, O, E> {
    fn end(&mut self, event_loop: &ActiveEventLoop, outcome: Result<(), ViewerError>) {
        let shown = &mut self.shown;
        self.outcome = outcome.and_then(|()| shown.as_mut().map_or(Ok(()), Shown::keep));
        // The window and its device go first, while the display is still there.
        self.shown = None;
        event_loop.exit();
    }
}

impl<S, O, E> ApplicationHandler for App<S, O, E>
where
    S: Shown,
    O: FnMut(&ActiveEventLoop, OwnedDisplayHandle) -> Result<S, ViewerError>,
    E: FnMut(&mut S),
{
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.shown.is_none() && !event_loop.exiting() {
            match (self.open)(event_loop, self.display.clone()) {
                Ok(shown) => self.shown = Some(shown),
                Err(error) => self.end(event_loop, Err(error)),
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(shown) = &mut self.shown else { return };
        let next = if event == WindowEvent::Destroyed { shown.close() } else { shown.take(&event) };
        match next {
            Ok(Next::GoOn) => {}
            Ok(Next::Close) => self.end(event_loop, Ok(())),
            Ok(Next::Done) => {
                (self.at_end)(shown);
                self.end(event_loop, Ok(()));
            }
            Err(error) => self.end(event_loop, Err(error)),
        }
    }

    /// It is to be closed.
    fn user_event(&mut self, event_loop: &ActiveEventLoop, (): ()) {
        if let Some(shown) = &self.shown {
            let closed = shown.close().map(drop);
            self.end(event_loop, closed);
        }
    }

    /// At the end of the loop, and where the system ends the program without asking, as macOS does when its user leaves.
    fn exiting(&mut self, _: &ActiveEventLoop) {
        if let Some(Err(error)) = self.shown.as_mut().map(Shown::keep) {
            tracing::error!("{error}");
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(shown) = &self.shown else { return };
        let now = Instant::now();
        match shown.next_redraw() {
            Some(at) if at <= now + Duration::from_micros(200) => {
                // The redraw wakes the loop; a compositor that shows nothing of the window keeps it to itself.
                shown.request_redraw();
                event_loop.set_control_flow(ControlFlow::Wait);
            }
            Some(at) => event_loop.set_control_flow(ControlFlow::WaitUntil(at)),
            None => event_loop.set_control_flow(ControlFlow::Wait),
        }
    }
}

/// Connects to the display. The library that finds it panics where a part of the desktop is missing (no
/// keyboard library, say): for whoever has no display that is the same.
fn open_display() -> Result<EventLoop<()>, ViewerError> {
    let build = || {
        let mut builder = EventLoop::builder();
        // Its menu would end the program at Cmd Q without a question; the window has that key itself.
        #[cfg(target_os = "macos")]
        winit::platform::macos::EventLoopBuilderExtMacOS::with_default_menu(&mut builder, false);
        builder.build()
    };
    match std::panic::catch_unwind(build) {
        Ok(Ok(event_loop)) => Ok(event_loop),
        Ok(Err(error)) => Err(ViewerError::NoDisplay(without_place(&error.to_string()))),
        Err(_) => Err(ViewerError::NoDisplay("the window system's libraries do not load".into())),
    }
}

/// The words of winit's errors without the place in its source that they begin with.
fn without_place(words: &str) -> String {
    let place = words.strip_prefix("os error at ").and_then(|rest| rest.split_once(".rs:")).and_then(|(_, rest)| rest.split_once(": "));
    place.map_or(words, |(_, reason)| reason).trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_window_system_keeps_its_reason_only() {
        let words = "os error at /some/where/linux/mod.rs:788: Failed to open connection to X server";
        assert_eq!(without_place(words), "Failed to open connection to X server");
        assert_eq!(without_place("something else: broken."), "something else: broken");
    }
}
