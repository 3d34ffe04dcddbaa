//! Does what keys and buttons ask for: stepping, starting again, another scene.

use super::ViewerError;
use super::controls::{Command, Numbers};
use super::loading::{Loading, Request};
use super::numbers::thousands;
use super::open::Open;
use super::pacing::Pacer;
use super::session::Session;
use crate::backend::Backend;
use crate::scene::{Overrides, Scene};

impl Open {
    /// Does one thing.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn obey(&mut self, command: Command) -> Result<(), ViewerError> {
        match command {
            Command::Fit => self.camera.fit(),
            Command::Close => self.closed = true,
            Command::Substep => self.session.as_mut().map_or(Ok(()), Session::substep)?,
            Command::Frame => self.step_frames(1)?,
            Command::Reset => {
                if let Some(session) = &self.session {
                    self.session = Some(session.restarted(&self.backend, &self.context)?);
                    self.pacer.restart();
                }
            }
            Command::Build => self.build(),
            Command::Choose => self.choose(),
        }
        if matches!(command, Command::Substep | Command::Frame) {
            self.session.as_mut().map_or(Ok(()), Session::measure)?;
        }
        Ok(())
    }

    /// Starts building with exactly the numbers of the panel.
    fn build(&mut self) {
        self.controls.take_numbers();
        self.load(Some(self.controls.numbers.particles), None);
    }

    /// Starts building another scene with the number of particles that was asked for, or with as many as suit it.
    fn choose(&mut self) {
        self.controls.take_numbers();
        self.load(None, self.controls.asked.or(self.suggested));
    }

    /// Starts building the scene that the controls name.
    fn load(&mut self, particles: Option<u64>, suggested: Option<u64>) {
        let current = self.session.as_ref().map(|session| &session.request.scene).filter(|scene| scene.name() == self.controls.scene);
        match current.cloned().map_or_else(|| Scene::find(&self.controls.scene), Ok) {
            Ok(scene) => {
                let substeps = self.session.as_ref().and_then(|session| session.request.overrides.substeps);
                let overrides = Overrides { particles, substeps, seed: self.controls.numbers.seed };
                self.loading = Some(Loading::start(Request { scene, overrides, suggested }));
                self.message.clear();
            }
            Err(error) => self.fail(&error.into()),
        }
    }

    /// Takes over the world that was being built, if it is ready. What fails later than the first scene is
    /// told, and the old scene goes on.
    ///
    /// # Errors
    /// A first scene that cannot be built.
    pub fn finish_loading(&mut self) -> Result<(), ViewerError> {
        let Some(result) = self.loading.as_ref().and_then(Loading::poll) else { return Ok(()) };
        let Some(Loading { request, .. }) = self.loading.take() else { return Ok(()) };
        let session = result.map_err(ViewerError::from).and_then(|world| {
            Session::new(request.clone(), world.clone(), &self.backend, &self.context).or_else(|error| {
                if !self.may_fall_back {
                    return Err(error);
                }
                self.message = format!("{error}: simulating on the CPU");
                self.backend = Backend::Cpu { threads: self.threads, instead_of_gpu: Some(error.to_string()) };
                Session::new(request, world, &self.backend, &self.context)
            })
        });
        match session {
            Ok(session) => self.take_over(session),
            Err(error) if self.session.is_none() => return Err(error),
            Err(error) => self.fail(&error),
        }
        Ok(())
    }

    /// Tells why there is no new scene; the panel shows again what runs.
    fn fail(&mut self, error: &ViewerError) {
        self.message = error.to_string();
        if let Some(session) = &self.session {
            self.controls.scene = session.request.scene.name().to_string();
            self.controls.built = numbers(session);
        }
    }

    fn take_over(&mut self, session: Session) {
        let name = session.request.scene.name();
        if let (None, Some(asked)) = (session.request.overrides.particles, self.controls.asked)
            && (session.world.particle_count() as u64).abs_diff(asked) > asked / 20
        {
            self.message = format!("{name} cannot have {} particles: it has its own number", thousands(asked));
        }
        self.controls.scene = name.to_string();
        self.controls.now_built(numbers(&session));
        self.controls.toolbox.fit(&session.world);
        self.backend_info = session.backend();
        self.pacer = Pacer::new(session.frame_seconds());
        self.palette = None;
        self.camera.fit();
        self.window.set_title(&format!("jostle: {}", session.request.scene.name()));
        self.session = Some(session);
    }
}

/// What a scene that runs was built with; discs that were poured do not count.
fn numbers(session: &Session) -> Numbers {
    Numbers { particles: session.world.particle_count() as u64, seed: session.request.overrides.seed }
}
