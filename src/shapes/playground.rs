//! What the mouse does to the shapes.

use super::broad::Broad;
use super::impact::{Touch, first_touch};
use super::queries::Answers;
use super::scene::{Form, Scene};
use crate::geometry::{DVec2, Method, Pose, Rotation, Turn};

/// What is shown, and by which methods.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub method: Method,
    pub broad: Broad,
    /// Draw the hull of all shapes.
    pub hull: bool,
    /// Draw the boxes, and lines between those that overlap.
    pub boxes: bool,
    /// How many of the pairs that are apart get a line.
    pub nearest: usize,
}

/// What a held button does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    /// Moves a shape, held at `grip` from its centre; it was at `start`.
    Move { body: usize, grip: DVec2, start: DVec2 },
    /// Turns a shape, whose angle less that of the mouse is `offset`.
    Turn { body: usize, offset: f64 },
}

/// The shapes, and what is done with them.
pub struct Playground {
    pub scene: Scene,
    pub settings: Settings,
    /// The shape that is marked.
    pub selected: Option<usize>,
    pub drag: Option<Drag>,
}

impl Playground {
    /// A seeded layout, nothing held.
    pub fn new(seed: u64, count: usize) -> Self {
        let settings = Settings { method: Method::Fastest, broad: Broad::BruteForce, hull: false, boxes: false, nearest: 4 };
        Self { scene: Scene::seeded(seed, count), settings, selected: None, drag: None }
    }

    /// Takes hold of the shape at a point, to move it or to turn it; without one the mark goes.
    pub fn press(&mut self, point: DVec2, turn: bool) {
        self.selected = self.scene.hit(point);
        self.drag = self.selected.map(|body| {
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
                let pose = &mut self.scene.bodies[body].pose;
                pose.rotation = Turn::by(offset + angle(point - pose.translation));
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
        let Some(body) = self.scene.hit(point) else { return false };
        let pose = &mut self.scene.bodies[body].pose;
        *pose = Pose { rotation: pose.rotation.then(Turn::by(by)), ..*pose };
        true
    }

    /// Adds a shape and marks it.
    pub fn add(&mut self, form: Form, at: DVec2) {
        self.selected = Some(self.scene.add(form, at));
    }

    /// Takes the marked shape away.
    pub fn remove_selected(&mut self) {
        if let Some(body) = self.selected.take() {
            self.scene.bodies.remove(body);
            self.drag = None;
        }
    }

    /// What the shape that is being moved touched first since it was taken.
    pub fn touch(&self) -> Option<(usize, Touch)> {
        let Some(Drag::Move { body, start, .. }) = self.drag else { return None };
        first_touch(&self.scene.bodies, body, start).map(|touch| (body, touch))
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
        let mut ground = Playground::new(1, 0);
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
}
