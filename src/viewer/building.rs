//! Builds the scenes that the panel asks for, and goes on with them once they are there.

use super::ViewerError;
use super::controls::Numbers;
use super::gravity::Gravity;
use super::loading::{self, Loaded, Loading, Request, Wanted};
use super::open::Open;
use super::pacing::Pacer;
use super::recording::Recording;
use super::session::Session;
use crate::backend::Backend;
use crate::picture::ForceLines;
use crate::scene::Overrides;
use crate::thousands::grouped;

impl Open {
    /// Starts building with exactly the numbers of the panel.
    pub(super) fn build(&mut self) {
        self.controls.take_numbers();
        self.load(Some(self.controls.numbers.particles), None);
    }

    /// Starts building another scene with the number of particles that was asked for, or with as many as suit it.
    pub(super) fn choose(&mut self) {
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

    /// A session of what was built, on the CPU where the GPU cannot have it and nobody asked for one: the next one is tried on the GPU
    /// again.
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

    /// Goes on with a session that was built. `built_again`: of a scene that was there already, not one that was read for it.
    fn take_over(&mut self, mut session: Session, chosen: String, built_again: bool) {
        self.recording.iter_mut().for_each(Recording::skip);
        let old = self.session.take();
        let opens_first = old.is_none();
        let same = old.filter(|old| built_again && old.request.scene.text() == session.request.scene.text());
        let goes_on = same.is_some();
        let same_size = same.as_ref().is_some_and(|old| old.world.frame.size == session.world.frame.size);
        if let Some(old) = same {
            session.history = old.history;
        }
        if !same_size && !opens_first {
            // Forces and speeds are of another size there.
            self.controls.force_lines = ForceLines::default();
            self.controls.fastest = None;
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
