//! `jostle run`, the default: the scene in a window, or without one where there is no display.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::colour::ColourOption;
use super::console::{Console, note};
use super::doubts::Doubts;
use super::error::CliError;
use super::forces::ForcesOption;
use super::numbers::{self, grouped, plural};
use super::options::{DEFAULT_SCENE, GlobalOptions, check_frames, simulation};
use super::outputs::Outputs;
use super::render::{picture_of, png_path, tell_scale};
use super::reveal::{self, RevealOptions};
use super::summary::{Summary, drive};
use super::times::{Time, positive_time};
use super::view::ViewOption;
use crate::picture::{Colour, ForceLines, Reveal, png};
use crate::scene::{Overrides, Scene};
use crate::{Backend, Simulation};

const EXAMPLES: &str = "\
Examples:
  jostle run                               the default scene
  jostle gas --particles 1M                the same as jostle run gas --particles 1M
  jostle run cloth --backend cpu           simulated on the CPU
  jostle run mine.toml                     a scene of your own (see jostle scenes)
  jostle run pile --frames 300 --screenshot pile.png
  jostle run drum --headless --colour id   a picture of the end, each disc in a colour of its own
  jostle run pile --reveal photo.jpg       after ten seconds the discs form the photo

The keys of the window are shown by F1. Without a display the scene runs for ten simulated seconds, or \
for as many of them as fit in twenty, and a picture of its end is written.";

/// Show a scene in a window (the default command)
#[derive(Clone, Debug, Default, PartialEq, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// A built-in scene, or the path of a scene file or a checkpoint; pile if not given
    #[arg(value_name = "SCENE")]
    pub scene: Option<String>,
    /// End by itself after so many frames, or seconds of the scene: 600, 10s
    #[arg(long, value_name = "N|Ns", value_parser = positive_time)]
    frames: Option<Time>,
    /// Write a picture of the last frame, a .png; needs --frames
    #[arg(long, value_name = "FILE.png", value_parser = png_path, requires = "frames")]
    screenshot: Option<PathBuf>,
    /// Width and height of the window or the picture in pixels
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    view: ViewOption,
    #[command(flatten)]
    colour: ColourOption,
    #[command(flatten)]
    forces: ForcesOption,
    #[command(flatten)]
    image: RevealOptions,
    /// Open no window even where there is a display; write a picture of the end instead
    #[arg(long)]
    headless: bool,
}

/// Simulated seconds of a run without a window that has no `--frames`, and up to the frame that shows an image.
const HEADLESS_SECONDS: f64 = 10.0;
/// It ends earlier when this much time has gone by.
const HEADLESS_PATIENCE: Duration = Duration::from_secs(20);
/// Size of its picture.
const HEADLESS_SIZE: [u32; 2] = [1280, 720];

impl Arguments {
    /// Opens the window, or goes on without.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        let scene = global.scene(self.scene.as_deref().unwrap_or(DEFAULT_SCENE))?;
        let forces = self.forces.lines(&scene, &global.overrides())?;
        let frames = self.frames.map(|time| time.frames("--frames", scene.frame_rate())).transpose()?;
        global.check_backend()?;
        if self.view.is_given() && !self.headless {
            return Err(CliError::Usage(
                "--view is for the picture of a run without a window: add --headless, or leave it out (in the window the wheel zooms)"
                    .into(),
            ));
        }
        // Without a window there is always a picture.
        let picture = self.screenshot.clone().unwrap_or_else(|| format!("jostle-{}.png", scene.name()).into());
        let check = |picture: Option<&PathBuf>| {
            Outputs::default().files("--screenshot", picture.cloned()).but_not("the image", self.image.reveal.as_deref()).check([&scene])
        };
        check(self.screenshot.as_ref().or(self.headless.then_some(&picture)))?;
        let revealed = self.revealed(&scene, global, frames)?;
        if !self.headless {
            if self.window(&scene, global, frames, forces, revealed.as_ref())? {
                return Ok(());
            }
            check(Some(&picture))?;
        }
        self.without_window(&scene, global, frames, &picture, forces, revealed)
    }

    /// The colours that show an image, where one is asked for.
    fn revealed(&self, scene: &Scene, global: &GlobalOptions, frames: Option<u32>) -> Result<Option<Revealed>, CliError> {
        let Some(image) = self.image.read()? else { return Ok(None) };
        let backend = global.open_backend()?;
        let overrides = global.overrides_for(scene, backend.is_hardware());
        let mut simulation = simulation(scene, &overrides, &backend)?;
        let frame = self.image.frame(scene.frame_rate())?.or(frames).unwrap_or_else(|| usual_frames(&simulation));
        check_frames("--frames or --reveal-frame", frame.max(frames.unwrap_or(0)), simulation.world())?;
        self.view.of(simulation.world())?;
        Ok(Some(Revealed { reveal: reveal::run_to(&mut simulation, frame, &image)?, frame, backend, overrides }))
    }

    /// Runs the window until it is closed; false where there can be none.
    #[cfg(feature = "viewer")]
    fn window(
        &self,
        scene: &Scene,
        global: &GlobalOptions,
        frames: Option<u32>,
        forces: Option<ForceLines>,
        revealed: Option<&Revealed>,
    ) -> Result<bool, CliError> {
        use super::pipelines;
        use super::signals::{self, Ending};
        use crate::viewer::{self, ViewerError};
        let options = viewer::Options {
            scene: scene.clone(),
            // The colours are those of just these discs.
            overrides: revealed.map_or(global.overrides(), |revealed| revealed.overrides),
            show: self.colour.show(forces),
            reveal: revealed.map(|revealed| revealed.reveal.clone()),
            backend: global.backend,
            adapter: global.adapter.clone(),
            threads: global.threads(),
            frames,
            screenshot: self.screenshot.clone(),
            size: self.size,
            pipelines: pipelines::folder(),
            closer: signals::wake_by,
        };
        // So that a film that goes on is written.
        let ending = Ending::listen();
        let mut told = Ok(());
        let mut at_end = |name: &str, simulation: &mut Simulation| {
            told = tell_doubts(simulation).and_then(|()| tell_end(name, simulation, self.screenshot.as_deref()));
        };
        let outcome = viewer::run(options, &mut at_end);
        if ending.asked() {
            if let Err(error) = &outcome {
                note(format_args!("{error}"));
            }
            ending.end_as_asked();
        }
        match outcome {
            Ok(()) => told.map(|()| true),
            Err(error @ (ViewerError::NoDisplay(..) | ViewerError::NoAdapter(..))) => {
                note(format_args!("{error}: going on without a window"));
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// This build has no window.
    #[cfg(not(feature = "viewer"))]
    fn window(&self, _: &Scene, _: &GlobalOptions, _: Option<u32>, _: Option<ForceLines>, _: Option<&Revealed>) -> Result<bool, CliError> {
        note("built without the feature \"viewer\": going on without a window");
        Ok(false)
    }

    /// Simulates and writes a picture of the end.
    fn without_window(
        &self,
        scene: &Scene,
        global: &GlobalOptions,
        frames: Option<u32>,
        picture: &Path,
        forces: Option<ForceLines>,
        revealed: Option<Revealed>,
    ) -> Result<(), CliError> {
        let (image, backend, overrides) = match revealed {
            Some(Revealed { reveal, frame, backend, overrides }) => (Some((reveal, frame)), backend, overrides),
            None => {
                let backend = global.open_backend()?;
                let overrides = global.overrides_for(scene, backend.is_hardware());
                (None, backend, overrides)
            }
        };
        let mut simulation = simulation(scene, &overrides, &backend)?;
        let region = self.view.of(simulation.world())?;
        let place = simulation.solver().backend().to_string();
        let count = grouped(simulation.particle_count().into());
        let unborn = match simulation.measure()?.unborn {
            0 => String::new(),
            unborn => format!(", {} of them still to come", grouped(unborn)),
        };
        // Built-in scenes can be scaled; a file may not.
        let more =
            if global.particles.is_none() && scene.folder().is_none() && !scene.is_resumed() { " (--particles 1M for more)" } else { "" };
        note(format_args!("{}: {count} particles{unborn}, on {place}{more}", scene.name()));

        let (frames, patience) = match (frames, &image) {
            (Some(frames), _) => (frames, None),
            // What was asked to be seen is worth waiting for.
            (None, Some((_, frame))) => (*frame, None),
            (None, None) => (usual_frames(&simulation), Some(HEADLESS_PATIENCE)),
        };
        let mut show = self.colour.show(forces);
        if let Some((reveal, _)) = image {
            show.colour = Colour::Reveal(reveal);
        }
        let mut doubts = Doubts::default();
        let (done, elapsed) = drive(&mut simulation, scene.name(), frames, patience, Some(&mut doubts))?;
        note(format_args!("{} in {:.1} s", plural(done.into(), "frame"), elapsed.as_secs_f64()));
        if done < frames {
            let (all, seconds) = (plural(frames.into(), "frame"), HEADLESS_PATIENCE.as_secs());
            note(format_args!("stopped after {seconds} s, before the end: --frames {frames} runs all {all}, however long they take"));
        }
        png::save(&picture_of(&mut simulation, self.size.unwrap_or(HEADLESS_SIZE), region.as_ref(), &show)?, picture)?;
        tell_scale(&mut simulation, &show)?;
        doubts.tell(simulation.world());
        tell_end(scene.name(), &mut simulation, Some(picture))
    }
}

/// What `--reveal` asks for.
struct Revealed {
    reveal: Arc<Reveal>,
    /// The frame in which it shows.
    frame: u32,
    /// Where the scene ran up to there.
    backend: Backend,
    /// What it was built with.
    overrides: Overrides,
}

/// Frames of a run that does not say how many.
fn usual_frames(simulation: &Simulation) -> u32 {
    let clock = &simulation.world().clock;
    (HEADLESS_SECONDS * clock.substeps_per_second / f64::from(clock.substeps)).ceil() as u32
}

/// Says what is doubtful as it stands.
#[cfg(feature = "viewer")]
fn tell_doubts(simulation: &mut Simulation) -> Result<(), CliError> {
    let mut doubts = Doubts::default();
    doubts.look(simulation)?;
    doubts.tell(simulation.world());
    Ok(())
}

/// Says what a run came to, and where its picture is.
fn tell_end(name: &str, simulation: &mut Simulation, picture: Option<&Path>) -> Result<(), CliError> {
    let console = Console::new(None);
    let summary = Summary::new(name, simulation)?;
    console.say(&summary)?;
    picture.map_or(Ok(()), |picture| console.say(format_args!("wrote {}", picture.display())))
}
