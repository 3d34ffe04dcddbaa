//! What to measure.

use crate::cli::error::CliError;
use crate::cli::numbers::grouped;
use crate::cli::options::GlobalOptions;
use crate::scene::{Overrides, Scene};

/// The density ladder: few contacts, a full box at rest, and a box with one cell that holds hundreds.
const SCENES: [&str; 3] = ["gas", "settled", "overfull"];
const PARTICLES: [u64; 3] = [10_000, 100_000, 1_000_000];
const LARGE: u64 = 10_000_000;

/// One scene at one size.
pub struct Run {
    /// What it is called: as the scene is, or by its path where another run has a scene of that name, too.
    pub name: String,
    /// The scene.
    pub scene: Scene,
    /// What to change about it.
    pub overrides: Overrides,
}

impl Run {
    /// How this run is called in messages.
    pub fn label(&self) -> String {
        super::label(&self.name, self.overrides.particles.unwrap_or_else(|| self.scene.default_particles()))
    }
}

/// Scenes by name or path, as they suit the backend.
pub fn named(names: &[String], global: &GlobalOptions, hardware: bool) -> Result<Vec<Run>, CliError> {
    let scenes: Vec<_> = names.iter().map(|name| global.scene(name)).collect::<Result<_, _>>()?;
    let all = || names.iter().zip(&scenes);
    let run = |(path, scene): (&String, &Scene)| {
        let is_told_apart = all().all(|(other, another)| other == path || another.name() != scene.name());
        let name = if is_told_apart { scene.name() } else { path }.to_owned();
        Run { name, overrides: global.overrides_for(scene, hardware), scene: scene.clone() }
    };
    Ok(all().map(run).collect())
}

/// The ladder is the same everywhere, so that its reports compare.
pub fn check(scenes: &[String], global: &GlobalOptions) -> Result<(), CliError> {
    let listed = |parts: [String; 3]| format!("{}, {} and {}", parts[0], parts[1], parts[2]);
    if let Some(scene) = scenes.first() {
        let own = listed(SCENES.map(str::to_owned));
        return Err(CliError::Usage(format!("--ladder has its own scenes, {own}: leave out {scene} or --ladder")));
    }
    if global.particles.is_some() {
        let own = listed(PARTICLES.map(grouped));
        let way_out = "leave out --particles or --ladder";
        return Err(CliError::Usage(format!("--ladder has its own numbers, {own} particles: {way_out}")));
    }
    if !global.set.is_empty() {
        return Err(CliError::Usage("--ladder has its own scenes, as they are: leave out --set or --ladder".into()));
    }
    Ok(())
}

/// The runs of the ladder, small ones first.
pub fn runs(global: &GlobalOptions, large: bool) -> Result<Vec<Run>, CliError> {
    let scenes = global.built_in(SCENES)?;
    let all = PARTICLES.into_iter().chain(large.then_some(LARGE)).flat_map(|particles| {
        let overrides = Overrides { particles: Some(particles), ..global.overrides() };
        scenes.iter().map(move |scene| Run { name: scene.name().to_owned(), scene: scene.clone(), overrides })
    });
    Ok(all.collect())
}
