//! Does what keys and buttons ask for; tells what cannot be done.

use super::ViewerError;
use super::controls::Command;
use super::help::on_this_keyboard;
use super::open::Open;
use super::recording::Recording;
use super::save_file::with_ending;
use super::session::Session;
use crate::picture::forces::can_be_seen;
use crate::scene::Edit;
use crate::simulation::SimulationError;
use crate::solver::SolverError;
use crate::world::spec::Fall;

impl Open {
    /// Does one thing.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn obey(&mut self, command: Command) -> Result<(), ViewerError> {
        if !matches!(command, Command::Substep | Command::Frame | Command::Fit | Command::Forces) {
            self.message.clear();
        }
        if !matches!(command, Command::Close | Command::Choose | Command::Forces) {
            self.discarded = None;
        }
        if !matches!(command, Command::Save | Command::Forces) {
            self.controls.editor.file.warned = None;
        }
        match command {
            Command::Remove | Command::Edits(_) | Command::Fall { .. } if self.loading.is_some() => {
                self.message = "a world is being built: no edits until it is there".into()
            }
            Command::Dismiss => {}
            Command::Fit => self.camera.fit(),
            Command::Forces => self.show_forces(),
            Command::Close => self.closed = self.closes(),
            Command::Substep => self.step(1)?,
            Command::Frame => self.step_frame()?,
            Command::Reset => {
                let restarted = self.session.as_mut().map(|session| session.restarted(&self.backend, &self.context)).transpose();
                match restarted {
                    Ok(session) => session.into_iter().for_each(|session| self.start_again(session)),
                    // There may be no room for a second one; the first is still there.
                    Err(error) if self.script.is_none() && self.context.check().is_ok() => self.message = error.to_string(),
                    Err(error) => return Err(error),
                }
            }
            Command::Fall { fall, held } => self.set_fall(fall, held)?,
            Command::Inspect(pixel) => self.inspect(pixel)?,
            Command::Remove => self.remove()?,
            Command::Deselect => {
                let editor = &mut self.controls.editor;
                let landed = self.session.as_mut().map_or(Ok(()), |session| editor.deselect(session));
                self.tell(landed)?;
                self.inspect(None)?;
            }
            Command::Edits(way) => {
                let gone = self.session.as_mut().map_or(Ok(()), |session| session.go(way));
                self.controls.editor.selected = None;
                self.let_go_of_gravity();
                self.tell(gone)?;
            }
            Command::Save => self.save()?,
            Command::Keep => self.keep()?,
            Command::Picture => {
                self.pictured = true;
                self.repaint_now();
            }
            Command::Film => self.film(),
            Command::Build => self.build(),
            Command::Choose => self.choose(),
        }
        if matches!(command, Command::Substep | Command::Frame) {
            self.session.as_mut().map_or(Ok(()), Session::measure)?;
            let inspected = self.session.as_mut().map_or(Ok(()), Session::inspect_again);
            self.tell(inspected)?;
        }
        Ok(())
    }

    /// Goes on with a session from its start.
    fn start_again(&mut self, session: Session) {
        self.recording.iter_mut().for_each(Recording::skip);
        self.session = Some(session);
        self.let_go_of_gravity();
        // Its scales go by the world as it opens, with what was edited.
        self.palette = None;
        self.forget_shown();
        self.pacer.restart();
    }

    /// Lets other gravity and drag act; the scene has them once nobody holds the slider any more.
    fn set_fall(&mut self, fall: Fall, held: bool) -> Result<(), ViewerError> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let set = session.set_fall(fall).and_then(|()| if held { Ok(()) } else { session.keep_fall() });
        self.tell(set)
    }

    /// Takes the selected obstacle away.
    fn remove(&mut self) -> Result<(), ViewerError> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let Some(selected) = self.controls.editor.selected.take() else { return Ok(()) };
        self.controls.editor.stop();
        let removed = session.release(true).and_then(|landed| session.edit(Edit::Remove(landed.unwrap_or(selected))));
        self.tell(removed.map(drop))
    }

    /// Saves the scene. A file that is there already is replaced when it is asked for twice.
    fn save(&mut self) -> Result<(), ViewerError> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let landed = session.release(true);
        if self.told(landed)?.is_none() {
            return Ok(());
        }
        if self.controls.editor.file.path.trim().is_empty() {
            self.message = "not saved: name a file".into();
            return Ok(());
        }
        let path = with_ending(&self.controls.editor.file.path);
        if !self.controls.editor.file.may_write(&path) {
            self.message = format!("{} is there already: save once more to replace it", path.display());
            return Ok(());
        }
        let saved = self.session.as_mut().map(|session| session.save(&path)).transpose();
        let Some(text) = self.told(saved)? else {
            self.message.insert_str(0, "not saved: ");
            return Ok(());
        };
        self.controls.editor.file.written = text.map(|text| (path.clone(), text));
        self.message = format!("saved {}", std::path::absolute(&path).unwrap_or(path).display());
        if let Some(count) = self.session.as_ref().and_then(|session| session.built.particles) {
            self.message += &format!(", with `count = {count}`: the number of particles that it runs with");
        }
        Ok(())
    }

    /// Whether the scene may go. Edits that are not saved are only lost when it is asked for twice.
    pub(super) fn may_discard(&mut self, how: &str) -> bool {
        // What is in the hand belongs to them, and would be another text once it is put down.
        if let Some(Err(error)) = self.session.as_mut().map(|session| session.release(true)) {
            self.message = error.to_string();
            return false;
        }
        let Some(session) = self.session.as_ref().filter(|session| session.has_unsaved_edits()) else { return true };
        let scene = &session.request.scene;
        let asked = format!("{how}\n{}", scene.text());
        if self.discarded.replace(asked.clone()) == Some(asked) {
            return true;
        }
        let save = on_this_keyboard("Ctrl S");
        self.message = format!("the edits of {} are not saved: {how} once more to lose them, or save the scene with {save}", scene.name());
        false
    }

    /// Tells what the user can do something about, and goes on.
    ///
    /// # Errors
    /// Everything else.
    pub(super) fn tell(&mut self, done: Result<(), ViewerError>) -> Result<(), ViewerError> {
        self.told(done).map(drop)
    }

    /// As [`Self::tell`], with what was done.
    pub(super) fn told<T>(&mut self, done: Result<T, ViewerError>) -> Result<Option<T>, ViewerError> {
        match done {
            Ok(done) => Ok(Some(done)),
            // A script has nobody to tell.
            Err(error) if self.script.is_none() && (error.is_about_input() || self.is_harmless(&error)) => {
                self.message = error.to_string();
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether what failed has left the device, and so all that runs, as it was: there was no memory for one thing more, say.
    fn is_harmless(&self, error: &ViewerError) -> bool {
        let (ViewerError::Solver(error) | ViewerError::Simulation(SimulationError::Solver(error))) = error else { return false };
        matches!(error, SolverError::Lost { .. } | SolverError::OutOfMemory { .. }) && self.context.check().is_ok()
    }

    /// Takes a slider out of the hand that holds it: what it has come to is over.
    pub(super) fn let_go_of_gravity(&mut self) {
        if self.controls.gravity.let_go() {
            self.ui.ctx.stop_dragging();
        }
    }

    /// Forgets what belongs to another session: its picture, and what its tool was still to do.
    pub(super) fn forget_shown(&mut self) {
        (self.lit, self.due_beside) = (None, 0);
        // A button that is down took the tool in the other session.
        self.let_go_of_tool();
    }

    /// Shows what contacts carry, or no longer, or tells why it cannot be seen.
    fn show_forces(&mut self) {
        let seen = self.session.as_ref().map_or(Ok(()), |session| can_be_seen(session.world.solver, &self.controls.colour));
        match seen {
            Err(why_not) if !self.controls.forces => self.message = format!("no forces to show: {why_not}"),
            _ => self.controls.forces = !self.controls.forces,
        }
    }
}
