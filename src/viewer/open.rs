//! An open window. A redraw is: panel and input, what they ask for, simulate, measure, draw.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::Window;

use super::app::{Next, Shown, create_window};
use super::camera::Camera;
use super::canvas::Canvas;
use super::controls::{Command, Controls, Numbers};
use super::events::refresh_of;
use super::input::Input;
use super::loading::{Loading, Request, Wanted};
use super::pacing::{Pacer, Rates};
use super::recording::{self, Recording};
use super::session::Session;
use super::setup::{self, Setup};
use super::small_discs::Lit;
use super::stepping::{Led, Script};
use super::surface::WindowSurface;
use super::ui::Ui;
use super::{Options, ViewerError};
use crate::backend::{Backend, HARDWARE_PARTICLES};
use crate::gpu::Context;
use crate::picture::Reveal;
use crate::picture::palette::Palette;
use crate::scene::{Overrides, Scene};
use crate::solver::BackendInfo;

/// An open window and everything in it.
pub struct Open {
    pub(super) window: Arc<Window>,
    pub(super) context: Context,
    /// What the session runs on.
    pub(super) backend: Backend,
    /// What the next one is tried on first.
    pub(super) preferred: Backend,
    pub(super) surface: WindowSurface,
    pub(super) canvas: Canvas,
    pub(super) ui: Ui,
    pub(super) input: Input,
    pub(super) camera: Camera,
    pub(super) controls: Controls,
    pub(super) session: Option<Session>,
    pub(super) loading: Option<Loading>,
    /// By which name what runs was chosen.
    pub(super) running: String,
    pub(super) palette: Option<Palette>,
    pub(super) backend_info: BackendInfo,
    pub(super) message: String,
    pub(super) pacer: Pacer,
    pub(super) rates: Rates,
    /// It was paused at the last redraw.
    pub(super) resumes: bool,
    /// Substeps to run beside the window, once this picture is drawn.
    pub(super) due_beside: u32,
    /// What the tool did while the simulation was away.
    pub(super) led: Option<Led>,
    /// The discs as they were drawn last, where the host has drawn them.
    pub(super) lit: Option<Lit>,
    pub(super) last: Instant,
    pub(super) repaint: Option<Instant>,
    pub(super) refresh: Duration,
    pub(super) script: Option<Script>,
    pub(super) threads: Option<usize>,
    pub(super) may_fall_back: bool,
    pub(super) closed: bool,
    /// A file was dropped on the window, which the controls name as the scene.
    pub(super) dropped: bool,
    /// The next picture is to be written, too.
    pub(super) pictured: bool,
    /// A film of the pictures that goes on.
    pub(super) recording: Option<Recording>,
    /// Pixels of the picture that the panel leaves free, from the left.
    pub(super) free_width: u32,
    /// What was asked for that would lose edits, and the text of the scene with these.
    pub(super) discarded: Option<String>,
    /// What the window was opened with.
    pub(super) first: Request,
    pub(super) suggested: Option<u64>,
    /// What the options change about every scene that can have it.
    pub(super) asked: Overrides,
    /// The colours of an image, and the scene that shows it.
    reveal: Option<(Arc<Reveal>, Scene)>,
}

impl Open {
    /// Opens the window and starts building the scene.
    ///
    /// # Errors
    /// No window, no adapter for it, or a device that does not open.
    pub fn new(event_loop: &ActiveEventLoop, options: &Options, display: OwnedDisplayHandle) -> Result<Self, ViewerError> {
        let window = create_window(event_loop, "jostle", options.size)?;
        let Setup { context, backend, surface } = setup::open(&window, options, display)?;
        let request = Request {
            scene: options.scene.clone(),
            overrides: options.overrides,
            suggested: backend.is_hardware().then_some(HARDWARE_PARTICLES),
        };
        let numbers =
            Numbers { particles: options.overrides.particles.unwrap_or(options.scene.default_particles()), seed: options.overrides.seed };
        let name = name_of(&options.scene);
        let script = options.frames.map(|frames| Script::new(frames, options.screenshot.clone()));
        Ok(Self {
            canvas: Canvas::new(&context.device, surface.format()),
            ui: Ui::new(&window, &context, surface.format()),
            input: Input::default(),
            camera: Camera::new(),
            controls: Controls {
                colour: options.show.colour.clone(),
                fastest: options.show.fastest,
                forces: options.show.forces.is_some(),
                force_lines: options.show.forces.unwrap_or_default(),
                ..Controls::new(&name, numbers, options.overrides.particles)
            },
            session: None,
            suggested: request.suggested,
            first: request.clone(),
            asked: options.overrides,
            reveal: options.reveal.clone().map(|reveal| (reveal, options.scene.clone())),
            loading: Some(Loading::start(&name, Wanted::Request(request))),
            running: String::new(),
            palette: None,
            backend_info: setup::info(&backend, options.threads),
            message: String::new(),
            pacer: Pacer::new(1.0 / 480.0, 8),
            rates: Rates::default(),
            resumes: false,
            due_beside: 0,
            led: None,
            lit: None,
            last: Instant::now(),
            repaint: Some(Instant::now()),
            refresh: refresh_of(&window),
            script,
            threads: options.threads,
            may_fall_back: setup::may_fall_back(options),
            closed: false,
            dropped: false,
            pictured: false,
            recording: None,
            free_width: 0,
            discarded: None,
            window,
            context,
            preferred: backend.clone(),
            backend,
            surface,
        })
    }

    /// The colours of an image, where the session is of the scene that shows it, built as it was for that.
    pub(super) fn reveal_for(&self, session: &Session) -> Option<Arc<Reveal>> {
        let (reveal, scene) = self.reveal.as_ref()?;
        let running = &session.request.scene;
        let fits = running.text() == scene.text()
            && running.is_resumed() == scene.is_resumed()
            && session.request.overrides.seed == self.asked.seed
            && session.world.particle_count() == reveal.colours().len();
        fits.then(|| reveal.clone())
    }

    /// What stops the window, once edits that are not saved are in a file.
    pub(super) fn rescued(&mut self, error: ViewerError) -> ViewerError {
        let rescued = self.session.as_mut().filter(|_| self.script.is_none()).and_then(|session| session.rescue(Path::new("")));
        match rescued {
            Some(path) => ViewerError::Rescued { error: Box::new(error), path },
            None => error,
        }
    }

    /// The window is to be closed; whether it may, now.
    pub fn closes(&mut self) -> bool {
        self.repaint = Some(Instant::now());
        self.script.is_some() || self.may_discard("close the window")
    }

    /// Lets the next picture come at once.
    pub(super) fn repaint_now(&mut self) {
        self.repaint = Some(Instant::now());
    }

    /// One redraw.
    ///
    /// # Errors
    /// A device that was lost, a first scene that cannot be built, a screenshot that cannot be written.
    pub(super) fn redraw(&mut self) -> Result<Next, ViewerError> {
        let elapsed = self.last.elapsed();
        self.last = Instant::now();
        self.finish_loading()?;
        let ended = self.script.as_ref().is_some_and(Script::ended);
        if let Some(session) = self.session.as_mut().filter(|_| ended) {
            session.measure()?;
        }
        // Asked for before this picture: a notice of then is gone from it.
        let pictured = std::mem::take(&mut self.pictured);
        let mut commands = if std::mem::take(&mut self.dropped) { vec![Command::Choose] } else { Vec::new() };
        let painted = self.run_panel(&mut commands);
        self.repaint = Instant::now().checked_add(painted.repaint_after).filter(|_| painted.repaint_after < Duration::from_secs(3600));
        self.edit_obstacles()?;
        for command in commands {
            self.obey(command)?;
        }
        if self.closed {
            self.ui.free(&painted);
            return self.close();
        }
        if !ended {
            // A film has all its pictures: where the window cannot show as many, time goes slower.
            let elapsed = if self.recording.is_some() { elapsed.min(recording::BETWEEN_PICTURES) } else { elapsed };
            self.simulate(elapsed)?;
        }
        self.draw(&painted)?;
        if pictured {
            self.write_picture(&painted)?;
        }
        self.take_into_film()?;
        self.simulate_beside()?;
        if ended {
            self.end_script(&painted)?;
        }
        self.ui.free(&painted);
        self.context.check()?;
        Ok(if ended { Next::Done } else { Next::GoOn })
    }
}

/// The name of a scene in the list of the panel, where one from a file may be called like a built-in one.
fn name_of(scene: &Scene) -> String {
    let is_other = |built_in: Scene| scene.is_resumed() || built_in.text() != scene.text();
    let name = scene.name();
    if Scene::names().any(|other| other == name) && Scene::find(name).is_ok_and(is_other) { format!("{name} (file)") } else { name.into() }
}
