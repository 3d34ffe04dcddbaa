//! Keeps what runs in a file, from which it goes on later.

use std::path::{Path, PathBuf};

use super::ViewerError;
use super::file_names::unused;
use super::open::Open;
use super::session::Session;
use crate::checkpoint::{Checkpoint, ENDING};

impl Session {
    /// Writes a checkpoint into a folder, under a name that says of what and when. What is in the hand is put down first.
    ///
    /// # Errors
    /// A file that cannot be written, a device that was lost.
    fn keep(&mut self, folder: &Path) -> Result<PathBuf, ViewerError> {
        self.release(true)?;
        self.wait()?;
        self.pass_on_fall()?;
        let path = unused(folder, &self.request.scene, self.substep_count(), ENDING);
        let checkpoint = Checkpoint::of(self.simulation.here(), &self.request.scene, &self.built)?;
        checkpoint.save(&path).map_err(ViewerError::Saved)?;
        Ok(path)
    }
}

impl Open {
    /// Writes a checkpoint, and says where.
    ///
    /// # Errors
    /// A device that was lost.
    pub(super) fn keep(&mut self) -> Result<(), ViewerError> {
        let kept = self.session.as_mut().map(|session| session.keep(Path::new(""))).transpose();
        match self.told(kept)? {
            Some(Some(path)) => {
                let whole = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
                self.message = format!("wrote {}: `jostle {}` goes on from here", whole.display(), path.display());
            }
            Some(None) => {}
            None => self.message.insert_str(0, "not kept: "),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::Simulation;
    use crate::backend::Backend;
    use crate::gpu::Context;
    use crate::scene::{Edit, Overrides, Scene};
    use crate::viewer::testing;
    use crate::viewer::tools::{ToolName, Toolbox};
    use crate::world::spec::{Fall, ObstacleShape, ObstacleSpec};

    /// With discs that were poured and an obstacle that was added where others started.
    #[test]
    fn what_is_kept_goes_on_as_what_runs() {
        let Some(context) = Context::for_test() else { return };
        let overrides = Overrides { particles: Some(400), ..Overrides::default() };
        let mut session = testing::session(Scene::find("dam").unwrap(), overrides, &context);
        let mut toolbox = Toolbox::default();
        toolbox.selected = ToolName::Pour;
        toolbox.fit(&session.world);
        let [width, height] = session.world.frame.size;
        let target = session.world.frame.position_to_steps([width / 2.0, 0.9 * height]).map(f64::from);
        (0..3).for_each(|_| session.run(&mut toolbox, Some(target), 8, false).unwrap());
        let stone = ObstacleShape::Box { centre: [0.1 * width, 0.1 * height], size: [3.0; 2], angle: 0.0 };
        session.edit(Edit::Add(&ObstacleSpec::still(stone))).unwrap();
        // A slider that is still held counts, too.
        session.set_fall(Fall { gravity: [9.0, -3.0], drag: 0.5 }).unwrap();
        session.run(&mut toolbox, None, 5, false).unwrap();

        let folder = tempfile::tempdir().unwrap();
        // Turned while time stands still.
        session.set_fall(Fall { gravity: [-9.0, 3.0], drag: 0.5 }).unwrap();
        let path = session.keep(folder.path()).unwrap();
        assert_eq!(path, folder.path().join("dam-000029.jostle"));
        session.run(&mut toolbox, None, 20, false).unwrap();
        let world = Scene::find(path.to_str().unwrap()).unwrap().build(&Overrides::default()).unwrap();
        let mut other = Simulation::start(world, &Backend::cpu(Some(2))).unwrap();
        assert!(other.particle_count() > 400 && other.obstacles().specs().len() == session.simulation.here().obstacles().specs().len());
        other.step(20).unwrap();
        assert_eq!(other.digest().unwrap(), session.simulation.here().digest().unwrap());
    }
}
