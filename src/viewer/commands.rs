//! Does what keys and buttons ask for: stepping, starting again, another scene.

use std::path::PathBuf;

use super::ViewerError;
use super::controls::{Command, Numbers};
use super::gravity::Gravity;
use super::loading::{self, Loaded, Loading, Request, Wanted};
use super::open::Open;
use super::pacing::Pacer;
use super::session::Session;
use crate::backend::Backend;
use crate::picture::ForceLines;
use crate::picture::forces::can_be_seen;
use crate::scene::{Edit, Overrides};
use crate::simulation::SimulationError;
use crate::solver::SolverError;
use crate::thousands::grouped;
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
            self.controls.editor.warned = None;
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
            Command::Build => self.build(),
            Command::Choose => self.choose(),
        }
        if matches!(command, Command::Substep | Command::Frame) {
            self.session.as_mut().map_or(Ok(()), |session| session.measure().and_then(|()| session.inspect_again()))?;
        }
        Ok(())
    }

    /// Tells of the disc at a pixel, from now on.
    fn inspect(&mut self, pixel: Option<[f64; 2]>) -> Result<(), ViewerError> {
        let place = pixel.map(|pixel| self.camera.view.steps_at(pixel));
        self.repaint_now();
        self.session.as_mut().map_or(Ok(()), |session| session.inspect(place))
    }

    /// Goes on with a session from its start.
    fn start_again(&mut self, session: Session) {
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
        if self.controls.editor.path.trim().is_empty() {
            self.message = "not saved: name a file".into();
            return Ok(());
        }
        let path = with_ending(&self.controls.editor.path);
        if !self.controls.editor.may_write(&path) {
            self.message = format!("{} is there already: save once more to replace it", path.display());
            return Ok(());
        }
        let saved = self.session.as_mut().map(|session| session.save(&path)).transpose();
        let Some(text) = self.told(saved)? else {
            self.message.insert_str(0, "not saved: ");
            return Ok(());
        };
        self.controls.editor.written = text.map(|text| (path.clone(), text));
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
        self.message = format!("the edits of {} are not saved: {how} once more to lose them, or save the scene with Ctrl S", scene.name());
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

    /// Starts building with exactly the numbers of the panel.
    fn build(&mut self) {
        self.controls.take_numbers();
        self.load(Some(self.controls.numbers.particles), None);
    }

    /// Starts building another scene with the number of particles that was asked for, or with as many as suit it.
    fn choose(&mut self) {
        let chosen = self.controls.scene.clone();
        if !self.may_discard(&format!("choose {chosen}")) {
            self.show_running();
            return;
        }
        self.controls.take_numbers();
        self.load(None, self.controls.asked.or(self.suggested));
    }

    /// Starts reading and building the scene that the controls name.
    fn load(&mut self, particles: Option<u64>, suggested: Option<u64>) {
        // What is on its way is put down first: it belongs to the scene that is built.
        if let Some(Err(error)) = self.session.as_mut().map(|session| session.release(true)) {
            return self.fail(&error);
        }
        let name = self.controls.scene.clone();
        // From the options, not from what runs: that may have left some of them out.
        let asked = Overrides { particles, seed: self.controls.numbers.seed, ..self.asked };
        self.message.clear();
        // Chosen again, it is read again: its file may have changed.
        let builds = particles.is_some() && name == self.running && !self.loading.as_ref().is_some_and(Loading::reads);
        let running = self.session.as_ref().filter(|_| builds).map(|session| &session.request.scene);
        let opened_with = Some(&self.first.scene).filter(|_| name == self.controls.opened_with);
        // Its own file is the last of those that it was read from.
        let file = opened_with.and_then(|scene| scene.read_from().pop());
        let wanted = match running.or(opened_with.filter(|_| file.is_none())) {
            Some(scene) => {
                let (overrides, told) = loading::suited(scene, asked);
                self.message = told.unwrap_or_default();
                Wanted::Request(Request { scene: scene.clone(), overrides, suggested })
            }
            None => {
                let name = file.map_or_else(|| name.clone(), |file| file.to_string_lossy().into_owned());
                Wanted::Named { name, asked, suggested }
            }
        };
        self.loading = Some(Loading::start(&name, wanted));
    }

    /// Takes over the world that was being built, if it is ready. What fails later than the first scene is
    /// told, and the old scene goes on.
    ///
    /// # Errors
    /// A first scene that cannot be built.
    pub fn finish_loading(&mut self) -> Result<(), ViewerError> {
        let Some(result) = self.loading.as_ref().and_then(Loading::poll) else { return Ok(()) };
        let Some(loading) = self.loading.take() else { return Ok(()) };
        let (name, built_again) = (loading.name.clone(), !loading.reads());
        match result.map_err(ViewerError::from).and_then(|loaded| self.session_of(loaded)) {
            Ok(session) => self.take_over(session, name, built_again),
            Err(error) if self.session.is_none() && name == self.controls.opened_with => return Err(error),
            Err(error) if self.session.is_none() => {
                self.fail(&error);
                self.controls.scene = self.controls.opened_with.clone();
                self.loading = Some(Loading::start(&self.controls.scene, Wanted::Request(self.first.clone())));
            }
            Err(error) => self.fail(&error),
        }
        Ok(())
    }

    /// A session of what was built, on the CPU where the GPU cannot have it and nobody asked for one: the next one is tried on the GPU again.
    fn session_of(&mut self, Loaded { request, built: (world, overrides), told }: Loaded) -> Result<Session, ViewerError> {
        if let Some(told) = told {
            self.add(&told);
        }
        let on = |backend: &Backend| Session::new(request.clone(), (world.clone(), overrides), backend, &self.context);
        let (session, backend, told) = match on(&self.preferred) {
            Err(error) if self.may_fall_back => {
                let cpu = Backend::Cpu { threads: self.threads, instead_of_gpu: Some(error.to_string()) };
                (on(&cpu)?, cpu, Some(format!("{error}: simulating on the CPU")))
            }
            session => (session?, self.preferred.clone(), None),
        };
        self.backend = backend;
        told.into_iter().for_each(|told| self.add(&told));
        Ok(session)
    }

    /// Tells why there is no new scene; the panel shows again what runs.
    fn fail(&mut self, error: &ViewerError) {
        self.message = error.to_string();
        self.show_running();
    }

    /// Lets the panel show what runs.
    fn show_running(&mut self) {
        if let Some(session) = &self.session {
            self.controls.scene = self.running.clone();
            self.controls.built = numbers(session);
        }
    }

    /// Tells one thing more about what is built.
    fn add(&mut self, told: &str) {
        if !self.message.is_empty() {
            self.message.push('\n');
        }
        self.message.push_str(told);
    }

    /// Takes a slider out of the hand that holds it: what it has come to is over.
    fn let_go_of_gravity(&mut self) {
        if self.controls.gravity.let_go() {
            self.ui.ctx.stop_dragging();
        }
    }

    /// Forgets what belongs to another session: its picture, and what its tool was still to do.
    fn forget_shown(&mut self) {
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

    /// Goes on with a session that was built. `built_again`: of a scene that was there already, not one that was read for it.
    fn take_over(&mut self, mut session: Session, chosen: String, built_again: bool) {
        let old = self.session.take();
        let opens_first = old.is_none();
        let same = old.filter(|old| built_again && old.request.scene.text() == session.request.scene.text());
        let goes_on = same.is_some();
        let same_size = same.as_ref().is_some_and(|old| old.world.frame.size == session.world.frame.size);
        if let Some(old) = same {
            session.history = old.history;
        }
        if !same_size && !opens_first {
            // Forces are of another size there.
            self.controls.force_lines = ForceLines::default();
        }
        self.let_go_of_gravity();
        self.controls.gravity = Gravity::default();
        let name = session.request.scene.name();
        if let (None, Some(asked)) = (session.request.overrides.particles, self.controls.asked)
            && (session.world.particle_count() as u64).abs_diff(asked) > asked / 20
        {
            self.add(&format!("{name} cannot have {} particles: it has its own number", grouped(asked)));
        }
        self.controls.now_runs(&chosen);
        self.running = chosen;
        self.controls.now_built(numbers(&session));
        if !same_size {
            self.controls.toolbox.fit(&session.world);
        }
        self.controls.offer(self.reveal_for(&session));
        if goes_on {
            self.controls.editor.start_again();
        } else {
            self.controls.editor.fit(&session);
        }
        self.backend_info = session.backend();
        self.pacer = Pacer::new(session.seconds_of(1), session.world.clock.substeps);
        self.palette = None;
        self.forget_shown();
        if !same_size {
            self.camera.fit();
        }
        self.window.set_title(&format!("jostle: {}", session.request.scene.name()));
        self.session = Some(session);
    }
}

/// What a scene that runs was built with; discs that were poured do not count.
fn numbers(session: &Session) -> Numbers {
    Numbers { particles: session.world.particle_count() as u64, seed: session.request.overrides.seed }
}

/// The file that a name means: scene files end in `.toml`.
fn with_ending(name: &str) -> PathBuf {
    let path = PathBuf::from(name.trim());
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        path
    } else {
        PathBuf::from(format!("{}.toml", name.trim()))
    }
}
