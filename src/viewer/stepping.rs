//! Simulating in the open window: as many substeps a redraw as are due.

use std::path::PathBuf;
use std::time::Duration;

use super::ViewerError;
use super::open::Open;
use super::pacing::Rates;

/// A run that ends by itself: so many redraws of one frame each, however long they take.
pub(super) struct Script {
    frames: u32,
    done: u32,
    /// Where the last picture goes.
    pub screenshot: Option<PathBuf>,
}

impl Script {
    /// A run of so many frames.
    pub fn new(frames: u32, screenshot: Option<PathBuf>) -> Self {
        Self { frames, done: 0, screenshot }
    }

    /// Whether all of them are done.
    pub fn ended(&self) -> bool {
        self.done >= self.frames
    }
}

impl Open {
    /// Simulates the substeps that are due, `elapsed` after the last redraw.
    pub(super) fn simulate(&mut self, elapsed: Duration) -> Result<(), ViewerError> {
        let Some(session) = &self.session else { return Ok(()) };
        // While it is paused nothing is drawn by the clock.
        let elapsed = if self.resumes { self.refresh } else { elapsed };
        let due = match (&mut self.script, self.controls.paused) {
            (Some(script), _) => {
                script.done += 1;
                session.world.clock.substeps
            }
            (None, true) => {
                self.pacer.restart();
                self.rates = Rates::default();
                self.resumes = true;
                return Ok(());
            }
            (None, false) => self.pacer.due(elapsed, session.substep_cost(), session.draw_cost()),
        };
        self.resumes = false;
        self.rates.count(elapsed, session.seconds_of(due));
        self.step(due)?;
        match &mut self.session {
            Some(session) if due > 0 => session.measure_now_and_then(),
            _ => Ok(()),
        }
    }

    /// Simulates one frame.
    pub(super) fn step_frame(&mut self) -> Result<(), ViewerError> {
        let substeps = self.session.as_ref().map_or(0, |session| session.world.clock.substeps);
        self.step(substeps)
    }

    /// Simulates substeps, the tool's way spread over all of them.
    fn step(&mut self, substeps: u32) -> Result<(), ViewerError> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let toolbox = &mut self.controls.toolbox;
        let target = self.input.tool_pixel(&self.ui.ctx).map(|pixel| self.camera.view.steps_at(pixel));
        if let Some(press) = self.input.press_pixel(&self.ui.ctx) {
            toolbox.take(self.camera.view.steps_at(press));
        }
        let from = toolbox.place().or(target);
        let mut done = 0;
        while done < substeps {
            let count = toolbox.rest_of_run(session.world.clock.substeps).min(substeps - done);
            done += count;
            let part = f64::from(done) / f64::from(substeps);
            let place = from.zip(target).map(|(from, to)| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part));
            let run = session.run(toolbox, place, count, self.controls.profile);
            if run.is_err() {
                return self.tell(run);
            }
        }
        Ok(())
    }
}
