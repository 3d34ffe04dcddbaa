//! A simulation that goes on from a checkpoint comes to the same bits as one that was never stopped; a file that is no checkpoint, or
//! not a whole one, is refused.

mod common;
#[path = "checkpoints/refused.rs"]
mod refused;
#[path = "checkpoints/resumed.rs"]
mod resumed;
#[path = "checkpoints/snapshots.rs"]
mod snapshots;

use std::io::Cursor;

use jostle::scene::{Overrides, Scene, SceneError};
use jostle::{Backend, Checkpoint, Simulation};

const NAME: &str = "here.jostle";
/// An odd number, which leaves pairs of buffers and alternating sweeps the other way round.
const BEFORE: u32 = 77;
const AFTER: u32 = 40;

fn cpu(threads: usize) -> Backend {
    Backend::cpu(Some(threads))
}

fn start(scene: &Scene, overrides: &Overrides, backend: &Backend) -> Simulation {
    Simulation::start(scene.build(overrides).unwrap(), backend).unwrap()
}

fn written(simulation: &Simulation, scene: &Scene, overrides: &Overrides) -> Vec<u8> {
    let mut bytes = Vec::new();
    Checkpoint::of(simulation, scene, overrides).unwrap().write(&mut bytes).unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<Scene, SceneError> {
    Ok(Checkpoint::read(NAME, Cursor::new(bytes))?.into_scene())
}

fn asked(particles: u64) -> Overrides {
    Overrides { particles: Some(particles), ..Overrides::default() }
}

/// A scene after [`BEFORE`] substeps in a file, and the simulation that wrote it [`AFTER`] substeps later.
fn stopped(scene: &Scene, overrides: &Overrides, disturb: impl Fn(&mut Simulation)) -> (Vec<u8>, Simulation) {
    let mut simulation = start(scene, overrides, &cpu(2));
    simulation.step(BEFORE).unwrap();
    disturb(&mut simulation);
    let file = written(&simulation, scene, overrides);
    simulation.step(AFTER).unwrap();
    (file, simulation)
}
