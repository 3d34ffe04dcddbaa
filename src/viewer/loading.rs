//! Builds a world beside the window: a scene of millions takes a while, and the window goes on meanwhile.

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

/// A world being built.
pub struct Loading {
    /// What for.
    pub request: Request,
    result: Receiver<Result<Built, SceneError>>,
}

impl Loading {
    /// Starts building.
    pub fn start(request: Request) -> Self {
        let (sender, result) = channel();
        let work = request.clone();
        std::thread::spawn(move || {
            // Nobody receives any more when the window was closed or something else was chosen meanwhile.
            let _ = sender.send(work.build());
        });
        Self { request, result }
    }

    /// The world, or why there is none, once it is decided.
    pub fn poll(&self) -> Option<Result<Built, SceneError>> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            // The thread ended without a word: build again here, where the reason shows.
            Err(TryRecvError::Disconnected) => Some(self.request.build()),
        }
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
