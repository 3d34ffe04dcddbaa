//! Running a scene: the next substeps, in the window or beside it, with what the tool pours, and what is measured of them.

use std::time::Duration;

use super::ViewerError;
use super::beside::{self, Done, Work};
use super::pour;
use super::session::Session;
use super::tools::{ToolName, Toolbox};
use crate::solver::PassTime;
use crate::world::tool::Tool;

/// Runs of substeps from one timing to the next.
const TIMED_EVERY: u64 = 30;

/// Whether a run is timed. The first ones are, until it is known how many substeps fit a picture.
fn is_timed(run: u64) -> bool {
    run < 4 || run.is_multiple_of(TIMED_EVERY)
}

/// Longest substep that the window waits for: two of them leave little of a picture of a display of 60 Hz.
const LONGEST_SUBSTEP: Duration = Duration::from_millis(8);

impl Session {
    /// Simulates the next substeps, with the pouring tool none beyond the frame; `target` is where the tool is held, in steps.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn run(&mut self, toolbox: &mut Toolbox, target: Option<[f64; 2]>, substeps: u32, profile: bool) -> Result<(), ViewerError> {
        let work = self.next_work(toolbox, target, substeps, profile)?;
        let done = work.run(self.simulation.here())?;
        self.note(done);
        Ok(())
    }

    /// As [`Self::run`], in a thread of its own; measures afterwards when it is time to.
    ///
    /// # Errors
    /// As there.
    pub fn run_beside(&mut self, toolbox: &mut Toolbox, target: Option<[f64; 2]>, substeps: u32, profile: bool) -> Result<(), ViewerError> {
        let work = self.next_work(toolbox, target, substeps, profile)?;
        self.simulation.lend(Work { timed: true, measures: self.stats.is_time_to_measure(), ..work });
        Ok(())
    }

    /// Notes what came of what ran beside, if it is done.
    ///
    /// # Errors
    /// What stopped it.
    pub fn catch_up(&mut self) -> Result<(), ViewerError> {
        if let Some(done) = self.simulation.take_back() {
            self.note(done?);
        }
        match self.asked_about {
            Some(place) if !self.is_away() => self.inspect(Some(place)),
            _ => Ok(()),
        }
    }

    /// Whether it runs beside the window, or what has is not noted yet: what is drawn is the state of before.
    pub fn is_away(&self) -> bool {
        self.simulation.if_here().is_none()
    }

    /// Whether it is not done with that yet.
    pub fn is_busy(&self) -> bool {
        self.simulation.is_busy()
    }

    /// Waits for what runs beside the window, and notes what came of it: before anything newer is done, or asks what time it is.
    ///
    /// # Errors
    /// What stopped it.
    pub fn wait(&mut self) -> Result<(), ViewerError> {
        self.simulation.here();
        self.catch_up()
    }

    /// Whether substeps are to run beside the window: on this processor, and each takes longer than there is time for in a picture. A
    /// GPU runs beside it anyway.
    pub fn runs_beside(&self) -> bool {
        self.mirror.is_some() && self.substep_cost() > LONGEST_SUBSTEP
    }

    /// What the next substeps are, once the hand has moved its obstacle and the tool has poured.
    fn next_work(&mut self, toolbox: &mut Toolbox, target: Option<[f64; 2]>, substeps: u32, profile: bool) -> Result<Work, ViewerError> {
        self.make_ready(substeps)?;
        let (timed, profiled) = (is_timed(self.runs), profile && self.runs % TIMED_EVERY == TIMED_EVERY / 2);
        self.runs += 1;
        self.stats.timed |= timed;
        let tools = match target {
            Some(target) => {
                self.pour(toolbox, target)?;
                toolbox.substeps(&self.world, target, substeps)
            }
            None => vec![Tool::default(); substeps as usize],
        };
        Ok(Work { tools, timed, profiled: profiled && target.is_none(), measures: false })
    }

    /// Before some substeps: waits for those of before, and brings gravity, drag and the obstacle in the hand up to date.
    fn make_ready(&mut self, substeps: u32) -> Result<(), ViewerError> {
        self.wait()?;
        self.pass_on_fall()?;
        self.move_hand(substeps)
    }

    fn note(&mut self, done: Done) {
        let frame = self.share_of_frame(done.substeps);
        if let Some(milliseconds) = done.milliseconds {
            self.stats.frame_milliseconds = Some(milliseconds / frame);
        }
        if let Some(passes) = done.passes {
            self.stats.passes = passes.into_iter().map(|pass| PassTime { milliseconds: pass.milliseconds / frame, ..pass }).collect();
        }
        if let Some(measured) = done.measured {
            self.stats.note(measured);
        }
    }

    fn share_of_frame(&self, substeps: u32) -> f64 {
        f64::from(substeps) / f64::from(self.world.clock.substeps)
    }

    /// Lets a row of discs fall where a frame begins, counted from when the tool was taken.
    fn pour(&mut self, toolbox: &Toolbox, target: [f64; 2]) -> Result<(), ViewerError> {
        let Some(setting) = toolbox.pouring().filter(|_| toolbox.selected == ToolName::Pour) else { return Ok(()) };
        let substeps = self.world.clock.substeps;
        if !toolbox.held_substeps.is_multiple_of(substeps) {
            return Ok(());
        }
        let discs = pour::row(&self.world, setting, target, toolbox.held_substeps / substeps, self.poured);
        if !discs.is_empty() {
            self.simulation.here().spawn(&discs)?;
            self.poured = self.poured.wrapping_add(discs.len() as u32);
        }
        Ok(())
    }

    /// Measures when it is time to.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn measure_now_and_then(&mut self) -> Result<(), ViewerError> {
        if self.stats.is_time_to_measure() { self.measure() } else { Ok(()) }
    }

    /// Measures.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn measure(&mut self) -> Result<(), ViewerError> {
        self.wait()?;
        let measured = beside::measure(self.simulation.here())?;
        self.stats.note(measured);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Context;
    use crate::scene::{Overrides, Scene};
    use crate::viewer::testing;

    #[test]
    fn what_is_poured_does_not_depend_on_how_many_substeps_a_redraw_simulates() {
        let Some(context) = Context::for_test() else { return };
        let overrides = Overrides { particles: Some(500), ..Overrides::default() };
        let digest_and_count = |parts: &[u32]| {
            let mut session = testing::session(Scene::find("pile").unwrap(), overrides, &context);
            let mut toolbox = Toolbox::default();
            toolbox.selected = ToolName::Pour;
            toolbox.fit(&session.world);
            let size = session.world.frame.size;
            let target = session.world.frame.position_to_steps([size[0] / 2.0, size[1] * 0.9]).map(f64::from);
            for &part in parts.iter().cycle() {
                if session.substep_count() == 64 {
                    break;
                }
                session.run(&mut toolbox, Some(target), part, true).unwrap();
            }
            (session.simulation.here().digest().unwrap(), session.particle_count())
        };
        let (digest, count) = digest_and_count(&[8]);
        assert!(count > 510, "{count}");
        assert_eq!(digest_and_count(&[1]), (digest, count));
        assert_eq!(digest_and_count(&[5, 3]), (digest, count));
    }

    #[test]
    fn what_runs_beside_the_window_is_what_runs_in_it() {
        let Some(context) = Context::for_test() else { return };
        let overrides = Overrides { particles: Some(500), ..Overrides::default() };
        let session = || testing::session(Scene::find("drum").unwrap(), overrides, &context);
        let (mut inside, mut beside) = (session(), session());
        let mut toolboxes = [Toolbox::default(), Toolbox::default()];
        toolboxes.iter_mut().for_each(|toolbox| toolbox.fit(&inside.world));
        let target = Some(inside.world.frame.position_to_steps(inside.world.frame.size.map(|side| side / 2.0)).map(f64::from));
        beside.stats.measured = None;
        for run in 0..6 {
            inside.run(&mut toolboxes[0], target, 3, false).unwrap();
            beside.run_beside(&mut toolboxes[1], target, 3, false).unwrap();
            assert!(beside.is_away());
            assert_eq!(beside.substep_count(), 3 * run, "what is shown is the state of before");
            assert!(beside.on_host().is_none());
            let sources = beside.sources(&context, None, true).unwrap();
            assert_eq!(sources.particle_count, inside.particle_count());
            assert_eq!(sources.forces.is_some(), run == 0 || run == 3, "where there are others they belong to other particles");
            while beside.is_busy() {
                std::thread::yield_now();
            }
            beside.catch_up().unwrap();
            assert!(!beside.is_away());
            beside.sources(&context, None, run == 2).unwrap();
            assert_eq!(beside.substep_count(), 3 * (run + 1));
            assert!(beside.stats.frame_milliseconds.is_some());
            if run == 0 {
                inside.measure().unwrap();
                assert_eq!(beside.stats.measures, inside.stats.measures, "measured at once, where it is time to");
            }
        }
        // Who needs it at once waits, and what is noted is the newest.
        beside.stats.measured = None;
        beside.run_beside(&mut toolboxes[1], target, 3, false).unwrap();
        inside.run(&mut toolboxes[0], target, 3, false).unwrap();
        for session in [&mut inside, &mut beside] {
            session.run(&mut Toolbox::default(), None, 1, false).unwrap();
            session.measure().unwrap();
            session.catch_up().unwrap();
        }
        assert_eq!(beside.stats.measures, inside.stats.measures);
        inside.run(&mut toolboxes[0], None, 2, true).unwrap();
        beside.run_beside(&mut toolboxes[1], None, 2, true).unwrap();
        assert_eq!(beside.state().unwrap().particles, inside.state().unwrap().particles);
        assert!(!beside.is_away());
    }
}
