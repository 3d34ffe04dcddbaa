//! What the system tells an open window, and when the next picture is due.

use std::time::{Duration, Instant};

use winit::event::WindowEvent;
use winit::window::Window;

use super::ViewerError;
use super::app::{Next, Shown};
use super::open::Open;
use super::session::Session;

/// Time from one look at what runs beside the window to the next.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Time from one picture of the display to the next, or that of a usual one where the window is on none yet.
pub fn refresh_of(window: &Window) -> Duration {
    let millihertz = window.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz()).unwrap_or(60_000).max(1000);
    Duration::from_secs_f64(1000.0 / f64::from(millihertz))
}

impl Shown for Open {
    fn take(&mut self, event: &WindowEvent) -> Result<Next, ViewerError> {
        // A script shows its own scene, and what comes of it: nobody's hands change that.
        if self.script.is_some() && is_of_hands(event) {
            return Ok(Next::GoOn);
        }
        match event {
            WindowEvent::RedrawRequested => return self.redraw().map_err(|error| self.rescued(error)),
            WindowEvent::CloseRequested => return if self.closes() { self.close() } else { Ok(Next::GoOn) },
            WindowEvent::DroppedFile(path) => {
                self.controls.scene = path.to_string_lossy().into_owned();
                (self.dropped, self.repaint) = (true, Some(Instant::now()));
            }
            _ => {}
        }
        // Some systems know the display only once the picture is on it, and a window moves to others.
        if matches!(
            event,
            WindowEvent::Moved(_) | WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } | WindowEvent::Focused(true)
        ) {
            self.refresh = refresh_of(&self.window);
        }
        if self.ui.on_event(&self.window, event) || matches!(event, WindowEvent::Resized(_) | WindowEvent::Occluded(false)) {
            self.repaint = Some(Instant::now());
        }
        Ok(Next::GoOn)
    }

    fn close(&self) -> Result<Next, ViewerError> {
        // One that ended is done.
        self.script.as_ref().map_or(Ok(Next::Close), |script| Err(script.ended_early()))
    }

    fn keep(&mut self) -> Result<(), ViewerError> {
        self.recording.take().map_or(Ok(()), |recording| recording.keep().map_err(ViewerError::Film))
    }

    fn next_redraw(&self) -> Option<Instant> {
        if self.script.is_some() {
            return Some(self.last);
        }
        // A surface that waits for the display sets the pace; one that does not is held to it here.
        let next = self.last + self.refresh.mul_f64(0.9);
        let is = |what: fn(&Session) -> bool| self.session.as_ref().is_some_and(what);
        let running = !self.controls.paused || self.loading.is_some() || is(Session::is_away);
        // While it runs beside the window there is nothing new to see.
        let busy = is(Session::is_busy) && self.loading.is_none();
        let running = if busy { Some(Instant::now() + LOOK_AGAIN) } else { running.then_some(next) };
        [running, self.repaint].into_iter().flatten().min()
    }

    fn request_redraw(&self) {
        self.window.request_redraw();
    }
}

/// Whether it is something that a hand does: with a mouse, a finger, or a key other than those that close the window with Ctrl.
fn is_of_hands(event: &WindowEvent) -> bool {
    match event {
        WindowEvent::KeyboardInput { event, .. } => {
            !matches!(&event.logical_key, winit::keyboard::Key::Character(key) if ["q", "w"].contains(&key.to_lowercase().as_str()))
        }
        WindowEvent::DroppedFile(_)
        | WindowEvent::HoveredFile(_)
        | WindowEvent::HoveredFileCancelled
        | WindowEvent::Ime(_)
        | WindowEvent::CursorMoved { .. }
        | WindowEvent::CursorEntered { .. }
        | WindowEvent::CursorLeft { .. }
        | WindowEvent::MouseWheel { .. }
        | WindowEvent::MouseInput { .. }
        | WindowEvent::PinchGesture { .. }
        | WindowEvent::PanGesture { .. }
        | WindowEvent::DoubleTapGesture { .. }
        | WindowEvent::RotationGesture { .. }
        | WindowEvent::TouchpadPressure { .. }
        | WindowEvent::AxisMotion { .. }
        | WindowEvent::Touch(_) => true,
        _ => false,
    }
}
