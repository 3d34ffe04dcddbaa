//! What many tests of the window begin with.

use super::controls::{Controls, Numbers};
use super::loading::Request;
use super::session::Session;
use crate::backend::Backend;
use crate::gpu::Context;
use crate::scene::{Overrides, Scene};
use crate::world::World;

/// A scene at its start, on two threads.
pub fn session(scene: Scene, overrides: Overrides, context: &Context) -> Session {
    let world = scene.build(&overrides).unwrap();
    start(Request { scene, overrides, suggested: None }, world, context)
}

/// A world that no scene has, at its start.
pub fn session_of(world: World, context: &Context) -> Session {
    // Of the scene such tests ask nothing.
    let scene = Scene::find("pile").unwrap();
    start(Request { scene, overrides: Overrides::default(), suggested: None }, world, context)
}

fn start(request: Request, world: World, context: &Context) -> Session {
    let built = request.overrides;
    Session::new(request, (world, built), &Backend::cpu(Some(2)), context).unwrap()
}

/// The settings of a window that opens with this scene, of one particle.
pub fn controls(scene: &str) -> Controls {
    Controls::new(scene, Numbers { particles: 1, seed: None }, None)
}
