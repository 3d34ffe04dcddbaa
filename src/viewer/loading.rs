//! Reads a scene and builds its world beside the window: millions of particles take a while, and the window goes on meanwhile.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::scene::{Overrides, Scene, SceneError};
use crate::world::World;

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The scene.
    pub scene: Scene,
    /// What to change in it.
    pub overrides: Overrides,
    /// Particles to have where the overrides name no number; the scene's own number where it cannot have so many.
    pub suggested: Option<u64>,
}

/// A world, and what it was built with.
pub type Built = (World, Overrides);

/// What to read and build.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// This, as it is.
    Request(Request),
    /// The scene of this name or file, with those of the overrides that it can have.
    Named {
        /// See [`Scene::find`].
        name: String,
        /// What to change in it, if it can have that.
        asked: Overrides,
        /// As in [`Request`].
        suggested: Option<u64>,
    },
}

/// What was built.
pub struct Loaded {
    /// What for.
    pub request: Request,
    /// The world.
    pub built: Built,
    /// What there is to tell of it.
    pub told: Option<String>,
}

/// A world being built.
pub struct Loading {
    /// By which name it was chosen.
    pub name: String,
    wanted: Wanted,
    result: Receiver<Result<Loaded, SceneError>>,
}

impl Loading {
    /// Starts reading and building.
    pub fn start(name: &str, wanted: Wanted) -> Self {
        let (sender, result) = channel();
        let work = wanted.clone();
        std::thread::spawn(move || {
            // Nobody receives any more when the window was closed or something else was chosen meanwhile.
            let _ = sender.send(work.build());
        });
        Self { name: name.into(), wanted, result }
    }

    /// Whether it reads a scene first.
    pub fn reads(&self) -> bool {
        matches!(self.wanted, Wanted::Named { .. })
    }

    /// The world, or why there is none, once it is decided.
    pub fn poll(&self) -> Option<Result<Loaded, SceneError>> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            // The thread ended without a word: build again here, where the reason shows.
            Err(TryRecvError::Disconnected) => Some(self.wanted.clone().build()),
        }
    }
}

impl Wanted {
    fn build(self) -> Result<Loaded, SceneError> {
        let (request, told) = match self {
            Self::Request(request) => (request, None),
            Self::Named { name, asked, suggested } => {
                let scene = Scene::find(&name)?;
                let (overrides, told) = suited(&scene, asked);
                (Request { scene, overrides, suggested }, told)
            }
        };
        Ok(Loaded { built: request.build()?, request, told })
    }
}

/// Those of the overrides asked for that a scene can have, and what to tell where it cannot have all of them.
pub fn suited(scene: &Scene, asked: Overrides) -> (Overrides, Option<String>) {
    let nothing = Overrides::default();
    if scene.is_resumed() && asked != nothing {
        return (nothing, Some(format!("{} goes on with its own particles, seed, substeps and solver", scene.name())));
    }
    match asked.solver.map(|solver| (solver, scene.check_solver(solver))) {
        Some((solver, Err(reason))) => {
            let told = format!("{} runs with its own solver, not with --solver {}: {reason}", scene.name(), solver.name());
            (Overrides { solver: None, ..asked }, Some(told))
        }
        _ => (asked, None),
    }
}

impl Request {
    fn build(&self) -> Result<Built, SceneError> {
        let suggested = Overrides { particles: self.suggested, ..self.overrides };
        if let (None, Some(_), false) = (self.overrides.particles, self.suggested, self.scene.has_count())
            && let Ok(world) = self.scene.build(&suggested)
        {
            return Ok((world, suggested));
        }
        Ok((self.scene.build(&self.overrides)?, self.overrides))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Backend;
    use crate::checkpoint::Checkpoint;
    use crate::simulation::Simulation;
    use crate::world::spec::ContactSolver;

    #[test]
    fn a_checkpoint_goes_on_with_its_own_numbers_whatever_was_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.jostle");
        let pile = Scene::find("pile").unwrap();
        let overrides = Overrides { particles: Some(200), ..Overrides::default() };
        let simulation = Simulation::start(pile.build(&overrides).unwrap(), &Backend::cpu(Some(1))).unwrap();
        let checkpoint = Checkpoint::of(&simulation, &pile, &overrides).unwrap();
        checkpoint.write(&mut std::fs::File::create(&path).unwrap()).unwrap();
        let scene = Scene::find(path.to_str().unwrap()).unwrap();
        let (kept, told) = suited(&scene, Overrides { seed: Some(3), ..overrides });
        assert!(kept == Overrides::default() && told.unwrap().contains("its own particles, seed"));
        scene.build(&kept).unwrap();
    }

    #[test]
    fn a_solver_that_was_asked_for_holds_for_the_scenes_that_can_have_it() {
        let asked = Overrides { particles: Some(300), substeps: Some(6), seed: Some(2), solver: Some(ContactSolver::Plain) };
        let [pile, gas] = ["pile", "gas"].map(|name| Scene::find(name).unwrap());
        assert_eq!(suited(&pile, asked), (asked, None));
        let (overrides, told) = suited(&gas, asked);
        assert_eq!(overrides, Overrides { solver: None, ..asked });
        let told = told.unwrap();
        assert!(told.starts_with("gas ") && told.contains("--solver plain: ") && told.contains("restitution"), "{told}");
        gas.build(&overrides).unwrap();
        for asked in [Overrides::default(), Overrides { solver: Some(ContactSolver::Resting), ..asked }] {
            assert_eq!(suited(&gas, asked), (asked, None));
        }
    }
}
