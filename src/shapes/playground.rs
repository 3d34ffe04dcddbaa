//! What the mouse does to the shapes.

use super::broad::Broad;
use super::impact::{Touch, first_touch};
use super::queries::Answers;
use super::scene::{Form, MAX_SHAPES, Scene};
use crate::geometry::{DVec2, Method, Pose};

/// What is shown, and by which methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How pairs of shapes are asked about.
    pub method: Method,
    /// What finds the pairs whose boxes overlap.
    pub broad: Broad,
    /// Draw contact points and translation vectors.
    pub contacts: bool,
    /// How many of the pairs that are apart get a line between their closest points.
    pub nearest: usize,
    /// Draw the hull of all shapes.
    pub hull: bool,
    /// Draw the boxes, and lines between those that overlap.
    pub boxes: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { method: Method::Fastest, broad: Broad::BruteForce, contacts: true, nearest: 4, hull: false, boxes: false }
    }
}

/// What a held button does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Drag {
    /// Moves a shape, held at `grip` from its centre; it was at `start`.
    Move { body: usize, grip: DVec2, start: DVec2 },
    /// Turns a shape, whose angle less that of the mouse is `offset`.
    Turn { body: usize, offset: f64 },
}

/// The shapes, and what is done with them.
pub struct Playground {
    seed: u64,
    count: usize,
    /// The shapes.
    pub scene: Scene,
    pub(super) settings: Settings,
    /// The shape that is marked.
    pub(super) selected: Option<usize>,
    pub(super) drag: Option<Drag>,
}

impl Playground {
    /// A seeded layout, nothing held.
    pub fn new(seed: u64, count: usize, settings: Settings) -> Self {
        Self { seed, count, scene: Scene::seeded(seed, count), settings, selected: None, drag: None }
    }

    /// The layout of the start again.
    pub fn restart(&mut self) {
        *self = Self::new(self.seed, self.count, self.settings);
    }

    /// Takes hold of the shape at a point, to move it or to turn it; without one the mark goes.
    pub fn press(&mut self, point: DVec2, turn: bool) {
        self.hold(self.scene.hit(point), point, turn);
    }

    /// Takes hold of a shape at a point, which need not be in it, and marks it.
    pub fn hold(&mut self, body: Option<usize>, point: DVec2, turn: bool) {
        self.selected = body;
        self.drag = body.map(|body| {
            let pose = &self.scene.bodies[body].pose;
            if turn {
                Drag::Turn { body, offset: pose.rotation.angle() - angle(point - pose.translation) }
            } else {
                Drag::Move { body, grip: point - pose.translation, start: pose.translation }
            }
        });
    }

    /// Brings what is held to a point.
    pub fn drag_to(&mut self, point: DVec2) {
        match self.drag {
            Some(Drag::Move { body, grip, .. }) => self.scene.bodies[body].pose.translation = point - grip,
            Some(Drag::Turn { body, offset }) => {
                let body = &mut self.scene.bodies[body];
                body.turn_to(offset + angle(point - body.pose.translation));
            }
            None => {}
        }
    }

    /// Lets go.
    pub fn release(&mut self) {
        self.drag = None;
    }

    /// Turns the shape at a point by an angle; false where there is none.
    pub fn wheel(&mut self, point: DVec2, by: f64) -> bool {
        let hit = self.scene.hit(point);
        self.turn(hit, by);
        hit.is_some()
    }

    /// Turns a shape by an angle.
    pub fn turn(&mut self, body: Option<usize>, by: f64) {
        if let Some(body) = body {
            let body = &mut self.scene.bodies[body];
            body.turn_to(body.pose.rotation.angle() + by);
        }
    }

    /// Moves the marked shape.
    pub fn nudge(&mut self, by: DVec2) {
        if let Some(body) = self.selected {
            self.scene.bodies[body].pose.translation += by;
        }
    }

    /// Marks the next shape.
    pub fn mark_next(&mut self) {
        let count = self.scene.bodies.len();
        self.selected = (count > 0).then(|| self.selected.map_or(0, |body| (body + 1) % count));
        self.drag = None;
    }

    /// Whether there is room for one more shape.
    pub fn has_room(&self) -> bool {
        self.scene.bodies.len() < MAX_SHAPES
    }

    /// Adds a shape and marks it, if there is room.
    pub(super) fn add(&mut self, form: Form, at: DVec2) {
        if self.has_room() {
            self.selected = Some(self.scene.add(form, at));
        }
    }

    /// Takes the marked shape away.
    pub fn remove_selected(&mut self) {
        if let Some(body) = self.selected.take() {
            self.scene.bodies.remove(body);
            self.drag = None;
        }
    }

    /// Takes all shapes away.
    pub fn clear(&mut self) {
        self.scene.bodies.clear();
        (self.selected, self.drag) = (None, None);
    }

    /// The shape that is being moved and where it was when it was taken, if one is.
    pub fn moving(&self) -> Option<(usize, Pose<DVec2>)> {
        let Some(Drag::Move { body, start, .. }) = self.drag else { return None };
        Some((body, Pose { translation: start, ..self.scene.bodies[body].pose }))
    }

    /// What the shape that is being moved touched first since it was taken.
    pub fn touch(&self) -> Option<Touch> {
        self.moving().and_then(|(body, start)| first_touch(&self.scene.bodies, body, start.translation))
    }

    /// Asks everything that a picture shows.
    pub fn answers(&self) -> Answers {
        Answers::new(&self.scene.bodies, self.settings.method, self.settings.broad)
    }
}

fn angle(offset: DVec2) -> f64 {
    libm::atan2(offset.y, offset.x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_follows_the_hand_turns_with_it_and_goes() {
        let mut ground = Playground::new(1, 0, Settings::default());
        ground.add(Form::Box, DVec2::ZERO);
        ground.scene.bodies[0].pose = Pose::at(DVec2::new(1.0, 2.0));
        ground.press(DVec2::new(1.2, 2.1), false);
        ground.drag_to(DVec2::new(4.2, 0.1));
        assert!(ground.scene.bodies[0].pose.translation.distance(DVec2::new(4.0, 0.0)) < 1e-12);
        assert!(ground.drag.is_some() && ground.touch().is_none());
        ground.release();
        ground.press(DVec2::new(4.3, 0.0), true);
        ground.drag_to(DVec2::new(4.0, 5.0));
        assert!((ground.scene.bodies[0].pose.rotation.angle() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert!(ground.wheel(DVec2::new(4.0, 0.1), -0.5) && !ground.wheel(DVec2::new(-4.0, 0.0), 1.0));
        assert!((ground.scene.bodies[0].pose.rotation.angle() - std::f64::consts::FRAC_PI_2 + 0.5).abs() < 1e-12);
        ground.remove_selected();
        assert!(ground.scene.bodies.is_empty() && ground.drag.is_none() && ground.selected.is_none());
        ground.press(DVec2::ZERO, false);
        assert_eq!(ground.drag, None);
    }

    #[test]
    fn the_keys_turn_and_move_the_marked_shape_and_numbers_stay() {
        let mut ground = Playground::new(1, 0, Settings::default());
        ground.nudge(DVec2::ONE);
        ground.mark_next();
        assert_eq!(ground.selected, None);
        for form in [Form::Aabb, Form::Box, Form::Hull] {
            ground.add(form, DVec2::ZERO);
        }
        ground.mark_next();
        ground.turn(ground.selected, 0.25);
        assert_eq!((ground.selected, ground.scene.bodies[0].pose), (Some(0), Pose::IDENTITY), "a box along the axes stays along them");
        ground.mark_next();
        let before = ground.scene.bodies[1].pose;
        ground.turn(ground.selected, 0.25);
        ground.nudge(DVec2::new(0.5, -1.0));
        let after = ground.scene.bodies[1].pose;
        assert!((before.rotation.angle() + 0.25 - after.rotation.angle()).abs() < 1e-12);
        assert_eq!(after.translation, DVec2::new(0.5, -1.0));
        ground.remove_selected();
        assert_eq!(ground.scene.bodies.iter().map(|body| body.number).collect::<Vec<_>>(), [0, 2]);
        ground.add(Form::Circle, DVec2::ZERO);
        assert_eq!(ground.scene.bodies[2].number, 3);
        ground.clear();
        assert!(ground.scene.bodies.is_empty() && ground.selected.is_none());
    }

    #[test]
    fn there_are_no_more_shapes_than_can_be_asked_about_and_the_start_comes_again() {
        let mut ground = Playground::new(4, MAX_SHAPES - 1, Settings { hull: true, ..Settings::default() });
        let start = ground.scene.bodies[0].pose;
        ground.add(Form::Box, DVec2::ZERO);
        ground.add(Form::Box, DVec2::ZERO);
        assert_eq!((ground.scene.bodies.len(), ground.has_room()), (MAX_SHAPES, false));
        ground.scene.bodies[0].pose = Pose::IDENTITY;
        ground.restart();
        assert_eq!((ground.scene.bodies.len(), ground.scene.bodies[0].pose), (MAX_SHAPES - 1, start));
        assert!(ground.settings.hull, "what is shown stays shown");
    }
}
