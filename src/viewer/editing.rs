//! Editing a scene that runs: its obstacles, its gravity and its drag. What is changed is the text of the scene, and the simulation
//! follows it; only while a hand moves an obstacle, or a slider, is it ahead of the text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ViewerError;
use super::file_names::unused;
use super::hand::Hand;
use super::history::{History, Way};
use super::session::Session;
use crate::files;
use crate::scene::{Edit, Overrides, Scene};
use crate::simulation::SimulationError;
use crate::world::obstacles::Obstacles;
use crate::world::spec::{Fall, ObstacleShape, ObstacleSpec, Placement};
use crate::world::{World, WorldError};

impl Session {
    /// The obstacles that there are now.
    pub fn obstacles(&self) -> &Obstacles {
        self.simulation.obstacles()
    }

    /// Where an obstacle is now, from its place in the scene.
    pub fn placement(&self, obstacle: usize) -> Placement {
        self.obstacles().placement(obstacle, self.substep_count())
    }

    /// The hand that moves an obstacle, if one does.
    pub fn hand(&self) -> Option<&Hand> {
        self.hand.as_ref()
    }

    /// Whether there is something that way in what was edited: what is in the hand can be taken back, and what a slider has come to.
    pub fn leads(&self, way: Way) -> bool {
        self.history.leads(way) || (way == Way::Undo && (self.hand.is_some() || self.is_falling_otherwise()))
    }

    /// What was edited.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Takes an obstacle into the hand.
    ///
    /// # Errors
    /// Obstacles that the backend cannot hold.
    pub fn take(&mut self, obstacle: usize) -> Result<(), ViewerError> {
        let mut specs = self.obstacles().specs().to_vec();
        let hand = Hand::new(obstacle, &specs[obstacle]);
        specs[obstacle] = specs[obstacle].in_hand(self.seconds());
        self.replace_obstacles(&specs)?;
        self.hand = Some(hand);
        Ok(())
    }

    /// Tells the hand where to go.
    pub fn lead(&mut self, target: Placement) {
        if let Some(hand) = &mut self.hand {
            hand.target = target;
        }
    }

    /// Lets go of the obstacle: it stays when it is where it was to go, or now. What pulls stays now, too.
    ///
    /// # Errors
    /// As for [`Self::edit`] and [`Self::keep_fall`].
    pub fn release(&mut self, now: bool) -> Result<Option<usize>, ViewerError> {
        let landed = match &mut self.hand {
            Some(hand) if !now => {
                hand.released = true;
                Ok(None)
            }
            Some(_) => self.put_down(),
            None => Ok(None),
        };
        if now {
            self.keep_fall()?;
        }
        landed
    }

    /// Puts the obstacle in the hand, if there is one, back to where it was taken.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn put_back(&mut self) -> Result<(), ViewerError> {
        self.hand.take().map_or(Ok(()), |_| self.follow_scene())
    }

    /// Moves the obstacle in the hand through the next substeps.
    ///
    /// # Errors
    /// A device that was lost.
    pub(super) fn move_hand(&mut self, substeps: u32) -> Result<(), ViewerError> {
        let Some(hand) = &self.hand else { return Ok(()) };
        let from = self.obstacles().specs()[hand.obstacle].rail.by_hand(self.seconds());
        if from == hand.target && hand.released {
            return self.put_down().map(drop);
        }
        let (obstacle, to) = (hand.obstacle, hand.next(from, &self.world, substeps));
        Ok(self.simulation.here().steer_within(obstacle, to, substeps)?)
    }

    /// Puts the obstacle in the hand where it was to go, and into the scene. Returns its new number; none where it has not moved.
    fn put_down(&mut self) -> Result<Option<usize>, ViewerError> {
        let Some(hand) = self.hand.take() else { return Ok(None) };
        if hand.target == Placement::default() {
            return self.follow_scene().map(|()| None);
        }
        let spec = self.obstacles().specs()[hand.obstacle].placed(hand.target);
        let put = self.edit(Edit::Replace(hand.obstacle, &spec));
        if put.is_err() {
            self.follow_scene()?;
        }
        self.landed = put.as_ref().ok().map(|&number| (hand.obstacle, number));
        put.map(Some)
    }

    /// Adds an obstacle that was drawn. Returns its number.
    ///
    /// # Errors
    /// As for [`Self::edit`].
    pub fn draw(&mut self, shape: ObstacleShape) -> Result<usize, ViewerError> {
        let spec = ObstacleSpec::still(shape);
        // What is wrong with it is told of the shape, not of a place in a file that nobody sees.
        self.world.obstacles_of(std::slice::from_ref(&spec)).map_err(|error| match error {
            WorldError::CrossedOutline { .. } => ViewerError::CrossesItself,
            other => ViewerError::Drawn(other),
        })?;
        self.edit(Edit::Add(&spec))
    }

    /// Changes an obstacle of the scene and of what runs. Returns the number of a new or replaced one.
    ///
    /// # Errors
    /// An obstacle outside its limits: then all is as it was.
    pub fn edit(&mut self, edit: Edit<'_>) -> Result<usize, ViewerError> {
        let (scene, number) = self.request.scene.edited(edit, &self.built)?;
        let specs = scene.obstacles(&self.built)?;
        self.replace_obstacles(&specs)?;
        self.history.push(std::mem::replace(&mut self.request.scene, scene));
        Ok(number)
    }

    /// Sets gravity and drag of what runs. The scene follows with [`Self::keep_fall`].
    ///
    /// # Errors
    /// Those outside their limits.
    pub fn set_fall(&mut self, fall: Fall) -> Result<(), ViewerError> {
        self.world = Arc::new(World::clone(&self.world).with_fall(fall).map_err(SimulationError::from)?);
        self.falls_anew = true;
        Ok(())
    }

    /// Makes gravity and drag of the scene those of what runs, if they are not.
    ///
    /// # Errors
    /// Those that the scene cannot have: then what runs has those of the scene again.
    pub fn keep_fall(&mut self) -> Result<(), ViewerError> {
        if !self.is_falling_otherwise() {
            return Ok(());
        }
        match self.request.scene.with_fall(self.world.fall(), &self.built) {
            Ok(scene) => {
                self.history.push(std::mem::replace(&mut self.request.scene, scene));
                Ok(())
            }
            Err(error) => {
                self.set_fall(self.request.scene.fall())?;
                Err(error.into())
            }
        }
    }

    /// Whether what runs has other gravity and drag than the scene: while a slider is moved.
    fn is_falling_otherwise(&self) -> bool {
        self.world.fall() != self.request.scene.fall()
    }

    /// Lets the next substeps have the gravity and drag that were set.
    ///
    /// # Errors
    /// A device that was lost.
    pub(super) fn pass_on_fall(&mut self) -> Result<(), ViewerError> {
        let anew = std::mem::take(&mut self.falls_anew);
        if anew { Ok(self.simulation.here().set_fall(self.world.fall())?) } else { Ok(()) }
    }

    /// Goes through the history of edits.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn go(&mut self, way: Way) -> Result<(), ViewerError> {
        // What is in the hand is no edit yet, nor what a slider has come to: to drop it is to undo it.
        let hand = self.hand.take();
        let before = (self.history.clone(), self.request.scene.clone());
        if way != Way::Undo || (hand.is_none() && !self.is_falling_otherwise()) {
            self.history.go(way, &mut self.request.scene);
        }
        let followed = self.follow_scene();
        if followed.is_err() {
            (self.history, self.request.scene) = before;
            self.hand = hand;
            self.set_fall(self.request.scene.fall())?;
        }
        followed
    }

    /// Writes the scene as it was built, with its edits, into a file that loads to the same. Returns what it has written.
    ///
    /// # Errors
    /// A particle that would start inside an obstacle, a file that cannot be written.
    pub fn save(&mut self, path: &Path) -> Result<String, ViewerError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = self.text_for(folder)?;
        let saved = Scene::from_toml(&path.to_string_lossy(), &text, Some(folder))?;
        if self.request.scene.is_resumed() {
            // Its discs are no longer where they start: only the world from its start tells where that is.
            saved.build(&Overrides::default())?;
        } else {
            let specs = saved.obstacles(&Overrides::default())?;
            self.world.check_obstacles(&specs).map_err(SimulationError::from)?;
        }
        files::write(path, |file| file.write_all(text.as_bytes())).map_err(ViewerError::Saved)?;
        self.history.note_saved(&self.request.scene);
        Ok(text)
    }

    /// The text of a scene file for a folder, which is the scene as it was built, with its edits.
    fn text_for(&self, folder: &Path) -> Result<String, ViewerError> {
        Ok(self.request.scene.text_for(&self.built, folder)?)
    }

    /// Writes edits that are not saved where nothing is yet, before the window goes. Returns where; none where there are none, or no place.
    pub fn rescue(&mut self, folder: &Path) -> Option<PathBuf> {
        // The hand may need the device that is lost.
        if !self.has_unsaved_edits() {
            return None;
        }
        let path = unused(folder, &self.request.scene, self.substep_count(), "toml");
        let text = self.text_for(folder).ok()?;
        files::write(&path, |file| file.write_all(text.as_bytes())).ok()?;
        Some(path)
    }

    /// Whether anything was edited, or is on its way, and the scene was not saved since.
    pub fn has_unsaved_edits(&self) -> bool {
        self.hand.is_some() || self.is_falling_otherwise() || self.history.is_unsaved(&self.request.scene)
    }

    /// Makes obstacles, gravity and drag those of the scene.
    fn follow_scene(&mut self) -> Result<(), ViewerError> {
        if self.is_falling_otherwise() {
            self.set_fall(self.request.scene.fall())?;
        }
        let specs = self.request.scene.obstacles(&self.built)?;
        self.replace_obstacles(&specs)
    }

    fn replace_obstacles(&mut self, specs: &[ObstacleSpec]) -> Result<(), ViewerError> {
        let obstacles = self.world.obstacles_of(specs).map_err(SimulationError::from)?;
        self.simulation.here().set_obstacles(obstacles)?;
        self.solids = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
