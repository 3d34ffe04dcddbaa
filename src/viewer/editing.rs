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
mod tests {
    use super::*;
    use crate::backend::Backend;
    use crate::gpu::Context;
    use crate::viewer::testing;
    use crate::viewer::tools::Toolbox;

    fn session(context: &Context) -> Session {
        testing::session(Scene::find("pile").unwrap(), Overrides { particles: Some(300), ..Overrides::default() }, context)
    }

    /// A heap has left the place where it began: what goes on from a checkpoint does not know where that was.
    #[test]
    fn a_scene_that_could_not_start_is_not_saved_after_a_checkpoint_either() {
        let Some(context) = Context::for_test() else { return };
        let mut simulation = session(&context);
        (0..40).for_each(|_| simulation.run(&mut Toolbox::default(), None, 8, false).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("pile.jostle");
        let scene = &simulation.request.scene.clone();
        let checkpoint = crate::checkpoint::Checkpoint::of(simulation.simulation.here(), scene, &simulation.built).unwrap();
        checkpoint.save(&kept).unwrap();
        let start = simulation.world.frame.position_of(&simulation.opened.start.particles[250]);

        let mut session = testing::session(Scene::find(kept.to_str().unwrap()).unwrap(), Overrides::default(), &context);
        let path = folder.path().join("saved.toml");
        session.save(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        session.draw(ObstacleShape::Box { centre: start, size: [4.0; 2], angle: 0.0 }).unwrap();
        let refused = session.save(&path).unwrap_err();
        assert!(refused.is_about_input() && refused.to_string().contains("inside"), "{refused}");
        assert!(!path.exists());
        // Nor is it lost where the window has to go.
        let rescued = session.rescue(folder.path()).unwrap();
        assert_eq!(std::fs::read_to_string(&rescued).unwrap().matches("[[obstacle]]").count(), 1);
    }

    /// What runs, what the scene says and what the next start has.
    fn falls(session: &mut Session) -> [Fall; 3] {
        session.run(&mut Toolbox::default(), None, 2, false).unwrap();
        let built = session.request.scene.build(&session.built).unwrap();
        assert_eq!(built.fall(), session.request.scene.fall());
        [session.simulation.here().world().fall(), session.request.scene.fall(), session.world.fall()]
    }

    #[test]
    fn gravity_is_one_edit_from_when_a_slider_is_taken_to_when_it_is_let_go() {
        let Some(context) = Context::for_test() else { return };
        let mut session = session(&context);
        let before = session.world.fall();
        let [half, whole] = [-4.0, 5.0].map(|x| Fall { gravity: [x, -3.0], drag: 0.5 });
        session.set_fall(half).unwrap();
        assert_eq!(falls(&mut session), [half, before, half]);
        assert!(session.has_unsaved_edits() && !session.history().leads(Way::Undo));
        session.set_fall(whole).unwrap();
        session.keep_fall().unwrap();
        session.keep_fall().unwrap();
        assert_eq!(falls(&mut session), [whole; 3]);
        for (way, fall) in [(Way::Undo, before), (Way::Redo, whole), (Way::Revert, before), (Way::Undo, whole), (Way::Undo, before)] {
            session.go(way).unwrap();
            assert_eq!(falls(&mut session), [fall; 3], "{way:?}");
        }
        assert!(!session.has_unsaved_edits() && !session.history().leads(Way::Undo));
        // What is not let go yet is dropped by an undo.
        session.set_fall(half).unwrap();
        session.go(Way::Undo).unwrap();
        assert_eq!(falls(&mut session), [before; 3]);
        // And stays with a new start.
        session.set_fall(half).unwrap();
        let mut session = session.restarted(&Backend::cpu(Some(2)), &context).unwrap();
        assert_eq!(falls(&mut session), [half; 3]);
    }

    #[test]
    fn gravity_that_nothing_can_have_leaves_that_which_there_is() {
        let Some(context) = Context::for_test() else { return };
        let mut session = session(&context);
        let before = session.world.fall();
        session.set_fall(Fall { gravity: [0.0, 8e8], drag: 0.0 }).unwrap_err();
        assert_eq!(falls(&mut session), [before; 3]);
    }
}
