//! Simulating in the open window: as many substeps a redraw as are due.

use std::path::PathBuf;
use std::time::Duration;

use super::ViewerError;
use super::open::Open;
use super::pacing::Rates;
use super::tools::ToolName;

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

    /// The error of a window that was closed before.
    pub fn ended_early(&self) -> ViewerError {
        ViewerError::ClosedEarly { done: self.done, frames: self.frames }
    }
}

/// What a tool is led to. What it did while the simulation was away the next substeps do, even if it was let go meanwhile.
pub(super) struct Led {
    tool: ToolName,
    /// Where it was led, in steps.
    target: [f64; 2],
}

impl Open {
    /// Simulates the substeps that are due, `elapsed` after the last redraw; or, where they take long, leaves them for
    /// [`Self::simulate_beside`], and nothing while those of before are on their way.
    pub(super) fn simulate(&mut self, elapsed: Duration) -> Result<(), ViewerError> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let caught_up = session.catch_up();
        let (away, beside) = (session.is_away(), session.runs_beside());
        let (frame, cost, drawing) = (session.world.clock.substeps, session.substep_cost(), session.draw_cost());
        self.tell(caught_up)?;
        // While it is paused nothing is drawn by the clock.
        let elapsed = if std::mem::take(&mut self.resumes) { self.refresh } else { elapsed };
        self.pacer.speed = self.controls.speed;
        let due = match (&mut self.script, self.controls.paused) {
            (Some(script), _) => {
                script.done += 1;
                frame
            }
            (None, true) => {
                self.pacer.restart();
                self.rates = Rates::default();
                (self.resumes, self.led) = (true, None);
                return Ok(());
            }
            (None, false) if away => {
                self.pacer.wait(elapsed);
                self.lead_tool();
                self.count(elapsed, 0);
                return Ok(());
            }
            (None, false) => self.pacer.due(elapsed, cost, drawing),
        };
        if due == 0 {
            // What a quick hand does until the next one is due is not lost.
            self.lead_tool();
        }
        if self.script.is_none() && beside {
            let due = due.min(self.controls.toolbox.rest_of_run(frame));
            self.count(elapsed, due);
            self.due_beside = due;
            return Ok(());
        }
        self.count(elapsed, due);
        self.step(due)?;
        match &mut self.session {
            Some(session) if due > 0 => session.measure_now_and_then(),
            _ => Ok(()),
        }
    }

    fn count(&mut self, elapsed: Duration, substeps: u32) {
        let seconds = self.session.as_ref().map_or(0.0, |session| session.seconds_of(substeps));
        self.rates.count(elapsed, seconds, &mut self.pacer);
    }

    /// Lets what [`Self::simulate`] has left run beside the window, once the state of before is drawn.
    pub(super) fn simulate_beside(&mut self) -> Result<(), ViewerError> {
        let due = std::mem::take(&mut self.due_beside);
        if due == 0 {
            return Ok(());
        }
        let (_, led) = self.way_of_tool();
        let Some(session) = &mut self.session else { return Ok(()) };
        let run = session.run_beside(&mut self.controls.toolbox, led.as_ref().map(|led| led.target), due, self.controls.profile);
        self.led = self.left_of(led);
        if run.is_err() {
            self.let_go_of_tool();
        }
        self.tell(run)
    }

    /// Lets go of the tool, and of what it was still to do, also where its button stays down: where it asks for what cannot be had (more
    /// discs, say) the next substeps go on without it.
    pub(super) fn let_go_of_tool(&mut self) {
        self.led = None;
        self.controls.toolbox.release();
        self.input.let_go_of_tool();
    }

    /// Simulates one frame.
    pub(super) fn step_frame(&mut self) -> Result<(), ViewerError> {
        let substeps = self.session.as_ref().map_or(0, |session| session.world.clock.substeps);
        self.step(substeps)
    }

    /// Simulates substeps, the tool's way spread over all of them.
    pub(super) fn step(&mut self, substeps: u32) -> Result<(), ViewerError> {
        if substeps == 0 {
            return Ok(());
        }
        let (from, led) = self.way_of_tool();
        let target = led.as_ref().map(|led| led.target);
        let Some(session) = &mut self.session else { return Ok(()) };
        let toolbox = &mut self.controls.toolbox;
        let mut done = 0;
        while done < substeps {
            let count = toolbox.rest_of_run(session.world.clock.substeps).min(substeps - done);
            done += count;
            let part = f64::from(done) / f64::from(substeps);
            let place = from.zip(target).map(|(from, to)| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part));
            let run = session.run(toolbox, place, count, self.controls.profile);
            if run.is_err() {
                self.let_go_of_tool();
                return self.tell(run);
            }
        }
        self.led = self.left_of(led);
        Ok(())
    }

    /// Notes where the tool is led while nothing is simulated.
    fn lead_tool(&mut self) {
        let (_, led) = self.way_of_tool();
        self.led = led.filter(|led| led.tool != ToolName::Edit);
    }

    /// Lets the next substeps cut to where the button went up, however long before this picture.
    pub(super) fn end_stroke(&mut self) {
        let tool = self.controls.toolbox.selected;
        let ended = self.input.take_let_go(&self.ui.ctx).filter(|_| tool == ToolName::Cut);
        if let Some([press, place]) = ended {
            let view = &self.camera.view;
            self.controls.toolbox.take(press, view.steps_at(press));
            self.led = Some(Led { tool, target: view.steps_at(place) });
        }
    }

    /// What the next substeps have to do of this, even if the tool is let go.
    fn left_of(&self, led: Option<Led>) -> Option<Led> {
        led.filter(|led| self.controls.toolbox.is_behind(led.target))
    }

    /// From where, in steps, the tool is led to what.
    fn way_of_tool(&mut self) -> (Option<[f64; 2]>, Option<Led>) {
        let (toolbox, view, ctx) = (&mut self.controls.toolbox, &self.camera.view, &self.ui.ctx);
        let tool = toolbox.selected;
        let held = self.input.tool_pixel(ctx).zip(self.input.press_pixel(ctx));
        let led = self.led.take();
        // What another tool has left undone is not joined to this one.
        if led.as_ref().is_some_and(|led| led.tool != tool) {
            toolbox.release();
        }
        if let Some((_, press)) = held {
            toolbox.take(press, view.steps_at(press));
        }
        let led = match held {
            Some((pixel, _)) => Some(Led { tool, target: view.steps_at(pixel) }),
            None => led.filter(|led| led.tool == tool),
        };
        (toolbox.place().or(led.as_ref().map(|led| led.target)), led)
    }
}
