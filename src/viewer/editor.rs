//! The mouse on obstacles: it takes them, turns them by their knob, and draws new ones on empty space.

use super::ViewerError;
use super::drawn_shape::{Kind, extend, shape};
use super::pointing::{Pointing, angle, is_on_knob, pick, pivot};
use super::save_file::SaveFile;
use super::session::Session;
use crate::world::spec::{ObstacleShape, Placement};

/// What the mouse is doing.
#[derive(Clone, Debug, Default, PartialEq)]
enum Gesture {
    #[default]
    Nothing,
    /// Moves the obstacle in the hand; where it was taken.
    Move { from: [f64; 2] },
    /// Turns it; where the mouse was last, seen from the pivot.
    Turn { last: f64 },
    /// Draws a new one along these points.
    Draw { points: Vec<[f64; 2]> },
    /// Nothing more until the button goes up.
    Over,
}

/// What is selected, what is drawn, and where it is saved.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    /// What is drawn on empty space.
    pub kind: Kind,
    /// Thickness of capsules and walls in scene units.
    pub thickness: f64,
    /// The number of the obstacle that is selected.
    pub selected: Option<usize>,
    /// Where the scene is saved.
    pub file: SaveFile,
    gesture: Gesture,
}

impl Editor {
    /// Starts anew with another scene.
    pub fn fit(&mut self, session: &Session) {
        let file = SaveFile::for_scene(&session.request.scene);
        // A button that has been down since before takes nothing here either.
        let gesture = if matches!(self.gesture, Gesture::Over) { Gesture::Over } else { Gesture::Nothing };
        *self = Self { kind: self.kind, thickness: session.world.frame.cell_edge, file, gesture, ..Self::default() };
    }

    /// Starts anew with the scene that is edited, built with other numbers: it is saved where it was.
    pub fn start_again(&mut self) {
        self.stop();
        self.selected = None;
    }

    /// The number of the obstacle that is selected, if it is still there.
    pub fn selected(&self, session: &Session) -> Option<usize> {
        self.selected.filter(|&selected| selected < session.obstacles().specs().len())
    }

    /// Follows the mouse.
    ///
    /// # Errors
    /// An obstacle outside its limits: then all is as it was. A device that was lost.
    pub fn follow(&mut self, pointing: Pointing, session: &mut Session) -> Result<(), ViewerError> {
        self.follow_landing(session);
        match (pointing.held, &mut self.gesture) {
            (None, Gesture::Nothing) | (Some(_), Gesture::Over) => Ok(()),
            (None, _) => self.let_go(pointing, session),
            (Some(at), Gesture::Nothing) => self.press(at, pointing, session),
            (Some(at), _) => {
                self.drag(at, pointing, session);
                Ok(())
            }
        }
    }

    /// Lets go of everything, without an end of it: what the button began is over.
    pub fn stop(&mut self) {
        if self.gesture != Gesture::Nothing {
            self.gesture = Gesture::Over;
        }
    }

    /// What the mouse was doing is taken back: nothing was drawn, and what it has moved goes back.
    ///
    /// # Errors
    /// As for [`Session::put_back`].
    pub fn cancel(&mut self, session: &mut Session) -> Result<(), ViewerError> {
        self.gesture = Gesture::Nothing;
        session.put_back()
    }

    /// Lets go of the obstacle that is selected, which stays where it was led.
    ///
    /// # Errors
    /// As for [`Session::edit`].
    pub fn deselect(&mut self, session: &mut Session) -> Result<(), ViewerError> {
        self.selected = None;
        self.stop();
        session.release(true).map(drop)
    }

    /// While the mouse has another tool: what its button begins there is nothing here, either.
    pub fn stand_by(&mut self, strokes: &[Option<[f64; 2]>]) {
        self.stop();
        if let Some(last) = strokes.last() {
            self.gesture = if last.is_some() { Gesture::Over } else { Gesture::Nothing };
        }
    }

    /// The outline that is being drawn.
    pub fn drawn(&self, unit: f64) -> Option<ObstacleShape> {
        match &self.gesture {
            Gesture::Draw { points } => shape(self.kind, points, self.thickness, unit),
            _ => None,
        }
    }

    /// An obstacle that was put down may have a new number.
    pub fn follow_landing(&mut self, session: &mut Session) {
        if let Some((before, now)) = session.landed.take()
            && self.selected == Some(before)
        {
            self.selected = Some(now);
        }
        self.selected = self.selected(session);
    }

    /// Whether a press at a place would take an obstacle, or its knob, and draw nothing.
    pub fn would_take(&self, at: [f64; 2], pointing: Pointing, session: &Session) -> bool {
        let turns = self.selected(session).is_some_and(|selected| is_on_knob(session, selected, at, pointing));
        !pointing.anew && (turns || pick(session, at, pointing).is_some())
    }

    fn press(&mut self, at: [f64; 2], pointing: Pointing, session: &mut Session) -> Result<(), ViewerError> {
        session.release(true)?;
        self.follow_landing(session);
        if let Some(selected) = self.selected.filter(|_| !pointing.anew)
            && is_on_knob(session, selected, at, pointing)
        {
            session.take(selected)?;
            self.gesture = Gesture::Turn { last: angle(pivot(session, selected), at) };
            return Ok(());
        }
        self.selected = if pointing.anew { None } else { pick(session, at, pointing) };
        self.gesture = match self.selected {
            Some(obstacle) => {
                session.take(obstacle)?;
                Gesture::Move { from: at }
            }
            None => Gesture::Draw { points: vec![at] },
        };
        Ok(())
    }

    fn drag(&mut self, at: [f64; 2], pointing: Pointing, session: &mut Session) {
        let held = session.hand().map(|hand| (hand.obstacle, hand.target));
        match (&mut self.gesture, held) {
            (Gesture::Move { from }, Some((_, target))) => {
                session.lead(Placement { offset: [0, 1].map(|axis| at[axis] - from[axis]), ..target });
            }
            (Gesture::Turn { last }, Some((obstacle, target))) => {
                let now = angle(pivot(session, obstacle), at);
                // The short way round.
                let turned = (now - *last + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
                *last = now;
                session.lead(Placement { angle: target.angle + turned, ..target });
            }
            (Gesture::Draw { points }, _) => extend(points, self.kind, at, pointing.unit),
            _ => {}
        }
    }

    fn let_go(&mut self, pointing: Pointing, session: &mut Session) -> Result<(), ViewerError> {
        match std::mem::take(&mut self.gesture) {
            Gesture::Nothing | Gesture::Over => {}
            Gesture::Draw { points } => {
                if let Some(shape) = shape(self.kind, &points, self.thickness, pointing.unit) {
                    self.selected = Some(session.draw(shape)?);
                } else if self.kind == Kind::Polygon && points.len() > 2 {
                    return Err(ViewerError::NothingAround);
                }
            }
            Gesture::Move { .. } | Gesture::Turn { .. } => {
                session.release(pointing.paused)?;
                self.follow_landing(session);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Context;
    use crate::scene::{Edit, Overrides, Scene};
    use crate::viewer::pointing::handle;
    use crate::viewer::testing;

    const BOXES: [[f64; 2]; 2] = [[10.0, 10.0], [30.0, 10.0]];

    /// A scene with two boxes, and an editor whose mouse takes the second one.
    fn with_one_taken(context: &Context) -> (Session, Editor) {
        let boxes = BOXES.map(|at| format!("[[obstacle]]\nbox = {{ at = {at:?}, size = [4, 4] }}\n")).concat();
        let text = format!("[world]\nsize = [40, 20]\ngravity = [0, 0]\n[[disc]]\nat = [2, 2]\nradius = 0.5\n{boxes}");
        let mut session = testing::session(Scene::from_toml("boxes", &text, None).unwrap(), Overrides::default(), context);
        let mut editor = Editor { thickness: 1.0, ..Editor::default() };
        move_to(&mut editor, &mut session, &[Some(BOXES[1])]);
        assert_eq!(editor.selected, Some(1));
        (session, editor)
    }

    fn pointing(held: Option<[f64; 2]>) -> Pointing {
        Pointing { held, unit: 0.05, room: 20.0, paused: true, anew: false }
    }

    fn move_to(editor: &mut Editor, session: &mut Session, places: &[Option<[f64; 2]>]) {
        places.iter().for_each(|&held| editor.follow(pointing(held), session).unwrap());
    }

    #[test]
    fn an_obstacle_that_is_let_go_of_follows_the_mouse_no_further() {
        let Some(context) = Context::for_test() else { return };
        let (mut session, mut editor) = with_one_taken(&context);
        move_to(&mut editor, &mut session, &[None]);
        let knob = handle(&session, 1, pointing(None))[1];
        let turned = [knob[0] - 1.0, knob[1]];
        move_to(&mut editor, &mut session, &[Some(knob), Some(turned)]);
        editor.deselect(&mut session).unwrap();
        let corners = |session: &Session| session.obstacles().specs()[1].shape.outlines();
        let before = corners(&session);
        assert!(matches!(session.obstacles().specs()[1].shape, ObstacleShape::Box { angle, .. } if (0.1..0.5).contains(&angle)));
        move_to(&mut editor, &mut session, &[Some([20.0, 3.0]), Some([35.0, 15.0]), None]);
        assert_eq!((corners(&session), session.obstacles().specs().len(), editor.selected), (before, 2, None));
        // The next press takes again.
        move_to(&mut editor, &mut session, &[Some(BOXES[0])]);
        assert_eq!(editor.selected, Some(0));
    }

    #[test]
    fn the_hand_of_an_obstacle_that_is_removed_draws_nothing() {
        let Some(context) = Context::for_test() else { return };
        let (mut session, mut editor) = with_one_taken(&context);
        move_to(&mut editor, &mut session, &[Some([31.0, 10.0])]);
        editor.stop();
        session.release(true).and_then(|landed| session.edit(Edit::Remove(landed.unwrap_or(1)))).unwrap();
        move_to(&mut editor, &mut session, &[Some([33.0, 12.0]), Some([36.0, 15.0]), None]);
        assert_eq!(session.obstacles().specs().len(), 1);
        move_to(&mut editor, &mut session, &[Some([33.0, 12.0]), Some([36.0, 12.0]), None]);
        assert_eq!(session.obstacles().specs().len(), 2, "the next press draws");
    }

    #[test]
    fn what_another_tool_began_edits_nothing() {
        let Some(context) = Context::for_test() else { return };
        let (mut session, mut editor) = with_one_taken(&context);
        move_to(&mut editor, &mut session, &[None]);
        editor.stand_by(&[Some([20.0, 10.0])]);
        move_to(&mut editor, &mut session, &[Some([21.0, 10.0]), Some([25.0, 10.0]), None]);
        editor.stand_by(&[Some([20.0, 10.0]), None]);
        assert_eq!(session.obstacles().specs().len(), 2);
        move_to(&mut editor, &mut session, &[Some([20.0, 5.0]), Some([22.0, 5.0]), None]);
        assert_eq!(session.obstacles().specs().len(), 3);
    }

    #[test]
    fn the_cursor_tells_what_a_press_would_do() {
        let Some(context) = Context::for_test() else { return };
        let (mut session, mut editor) = with_one_taken(&context);
        move_to(&mut editor, &mut session, &[None]);
        let knob = handle(&session, 1, pointing(None))[1];
        let takes = |at| editor.would_take(at, pointing(None), &session);
        assert_eq!([knob, [12.15, 10.0], [12.5, 10.0], [20.0, 10.0]].map(takes), [true, true, false, false]);
        assert!(!editor.would_take(BOXES[0], Pointing { anew: true, ..pointing(None) }, &session));
    }
}
