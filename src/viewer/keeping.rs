//! Keeps what runs in a file, from which it goes on later.

use std::path::PathBuf;

use super::ViewerError;
use super::open::Open;
use super::session::Session;
use crate::checkpoint::{Checkpoint, ENDING};
use crate::files;

impl Session {
    /// Writes a checkpoint into the current folder, under a name that says of what and when. What is in the hand is put down first.
    ///
    /// # Errors
    /// A file that cannot be written, a device that was lost.
    fn keep(&mut self) -> Result<PathBuf, ViewerError> {
        self.release(true)?;
        self.wait()?;
        let path = PathBuf::from(file_name(self.request.scene.name(), self.substep_count()));
        let checkpoint = Checkpoint::of(self.simulation.here(), &self.request.scene, &self.built)?;
        files::write(&path, |file| checkpoint.write(file)).map_err(ViewerError::Saved)?;
        Ok(path)
    }
}

/// What a checkpoint of a scene is called; of one that went on from such a file as if it had never stopped.
fn file_name(scene: &str, substeps: u32) -> String {
    let first = scene.rsplit_once('-').filter(|(_, number)| number.parse::<u32>().is_ok()).map_or(scene, |(first, _)| first);
    format!("{first}-{substeps:06}.{ENDING}")
}

impl Open {
    /// Writes a checkpoint, and says where.
    ///
    /// # Errors
    /// A device that was lost.
    pub(super) fn keep(&mut self) -> Result<(), ViewerError> {
        let kept = self.session.as_mut().map(Session::keep).transpose();
        match self.told(kept)? {
            Some(Some(path)) => {
                let whole = std::path::absolute(&path).unwrap_or(path);
                self.message = format!("wrote {}: `jostle {}` goes on from here", whole.display(), whole.display());
            }
            Some(None) => {}
            None => self.message.insert_str(0, "not kept: "),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_grow_from_checkpoint_to_checkpoint() {
        assert_eq!(file_name("pile", 240), "pile-000240.jostle");
        assert_eq!(file_name("pile-000240", 480), "pile-000480.jostle");
        assert_eq!(file_name("my-pile", 1_234_567), "my-pile-1234567.jostle");
    }
}
