//! The mouse on obstacles: it takes them, turns them by their knob, and draws new ones on empty space.

use std::path::{Path, PathBuf};

use super::ViewerError;
use super::hand::reach;
use super::session::Session;
use crate::world::spec::{ObstacleShape, Placement};

/// What is drawn on empty space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// From its centre outwards.
    #[default]
    Circle,
    /// From corner to corner.
    Box,
    /// From end to end.
    Capsule,
    /// Along the way of the mouse.
    Wall,
    /// Around the way of the mouse.
    Polygon,
}

impl Kind {
    /// All of them, in the order of their buttons.
    pub const ALL: [Self; 5] = [Self::Circle, Self::Box, Self::Capsule, Self::Wall, Self::Polygon];

    /// The word on its button.
    pub fn label(self) -> &'static str {
        match self {
            Self::Circle => "Circle",
            Self::Box => "Box",
            Self::Capsule => "Capsule",
            Self::Wall => "Wall",
            Self::Polygon => "Polygon",
        }
    }

    /// Whether it has a thickness of its own.
    pub fn has_thickness(self) -> bool {
        matches!(self, Self::Capsule | Self::Wall)
    }
}

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
    /// The file to save the scene in.
    pub path: String,
    /// The file that was there already when it was asked for, until something else is done.
    pub warned: Option<String>,
    /// The file that was saved last, and what was written into it.
    pub written: Option<(PathBuf, String)>,
    gesture: Gesture,
}

/// What of the picture the mouse is on.
#[derive(Clone, Copy, Debug)]
pub struct Pointing {
    /// Where the mouse is, scene units; `None` while its button is up.
    pub held: Option<[f64; 2]>,
    /// Scene units in a point of the screen.
    pub unit: f64,
    /// The shorter side of the picture, scene units.
    pub room: f64,
    /// Whether time stands still.
    pub paused: bool,
    /// Whether a new one is drawn, even over what is there.
    pub anew: bool,
}

/// Points of the screen by which the mouse may miss an obstacle or a knob.
const MISS: f64 = 4.0;
/// Radius of a knob in points.
pub const KNOB: f64 = 7.0;
/// From an obstacle to its knob in points.
const KNOB_AWAY: f64 = 26.0;
/// The smallest that is drawn, in points.
const SMALLEST: f64 = 4.0;
/// A way of the mouse is kept to so many points.
const STRAIGHT: f64 = 1.5;

impl Editor {
    /// Starts anew with another scene.
    pub fn fit(&mut self, session: &Session) {
        let scene = &session.request.scene;
        let name = scene.name().trim_end_matches("-edited");
        let folder = scene.folder().unwrap_or(std::path::Path::new(""));
        let path = folder.join(format!("{name}-edited.toml")).to_string_lossy().into_owned();
        // A button that has been down since before takes nothing here either.
        let gesture = if matches!(self.gesture, Gesture::Over) { Gesture::Over } else { Gesture::Nothing };
        *self = Self { kind: self.kind, thickness: session.world.frame.cell_edge, path, gesture, ..Self::default() };
    }

    /// Starts anew with the scene that is edited, built with other numbers: it is saved where it was.
    pub fn start_again(&mut self) {
        self.stop();
        self.selected = None;
    }

    /// Whether a file may be written: it is not there, it is as it was written last, or it was asked for twice.
    pub fn may_write(&mut self, path: &Path) -> bool {
        let ours = |(written, text): &(PathBuf, String)| written == path && std::fs::read_to_string(path).is_ok_and(|now| now == *text);
        let asked = Some(self.path.clone());
        !path.exists() || self.written.as_ref().is_some_and(ours) || std::mem::replace(&mut self.warned, asked.clone()) == asked
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
        self.selected = self.selected.filter(|&selected| selected < session.obstacles().specs().len());
    }

    /// Whether a press at a place would take an obstacle, or its knob, and draw nothing.
    pub fn would_take(&self, at: [f64; 2], pointing: Pointing, session: &Session) -> bool {
        let selected = self.selected.filter(|&selected| selected < session.obstacles().specs().len());
        let turns = selected.is_some_and(|selected| is_on_knob(session, selected, at, pointing));
        !pointing.anew && (turns || pick(session, at, MISS * pointing.unit).is_some())
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
        self.selected = if pointing.anew { None } else { pick(session, at, MISS * pointing.unit) };
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
            (Gesture::Draw { points }, _) => {
                if !matches!(self.kind, Kind::Wall | Kind::Polygon) {
                    points.truncate(1);
                }
                if points.last().is_none_or(|last| distance(*last, at) > STRAIGHT * pointing.unit) {
                    points.push(at);
                }
            }
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

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn angle(pivot: [f64; 2], at: [f64; 2]) -> f64 {
    (at[1] - pivot[1]).atan2(at[0] - pivot[0])
}

/// Where an obstacle is to be: where it is, or where the hand leads it.
pub fn aim(session: &Session, obstacle: usize) -> Placement {
    let now = session.placement(obstacle);
    match session.hand().filter(|hand| hand.obstacle == obstacle) {
        None => now,
        Some(hand) => {
            let moved = session.obstacles().specs()[obstacle].rail.by_hand(session.seconds());
            let offset = [0, 1].map(|axis| now.offset[axis] - moved.offset[axis] + hand.target.offset[axis]);
            Placement { offset, angle: now.angle - moved.angle + hand.target.angle }
        }
    }
}

/// Where the pivot of an obstacle is to be.
fn pivot(session: &Session, obstacle: usize) -> [f64; 2] {
    let spec = &session.obstacles().specs()[obstacle];
    aim(session, obstacle).of_point(spec.pivot(), spec.pivot())
}

/// Both ends of the handle of an obstacle: its pivot, and the knob that turns it.
pub fn handle(session: &Session, obstacle: usize, pointing: Pointing) -> [[f64; 2]; 2] {
    let spec = &session.obstacles().specs()[obstacle];
    let pivot = pivot(session, obstacle);
    let length = (reach(spec) + KNOB_AWAY * pointing.unit).min(0.4 * pointing.room);
    let turned = session.hand().filter(|hand| hand.obstacle == obstacle).map_or(0.0, |hand| hand.target.angle);
    let (sin, cos) = turned.sin_cos();
    [pivot, [pivot[0] - sin * length, pivot[1] + cos * length]]
}

fn is_on_knob(session: &Session, obstacle: usize, at: [f64; 2], pointing: Pointing) -> bool {
    distance(handle(session, obstacle, pointing)[1], at) < (KNOB + MISS) * pointing.unit
}

/// The obstacle at a place, the last one drawn where there are several.
fn pick(session: &Session, at: [f64; 2], slack: f64) -> Option<usize> {
    let specs = session.obstacles().specs();
    let is_at = |&number: &usize| {
        let spec = &specs[number];
        spec.shape.contains(session.placement(number).point_before(spec.pivot(), at), slack)
    };
    (0..specs.len()).rev().find(is_at)
}

/// What the way of the mouse draws; none while it is too small.
fn shape(kind: Kind, points: &[[f64; 2]], thickness: f64, unit: f64) -> Option<ObstacleShape> {
    let (a, b) = (*points.first()?, *points.last()?);
    let least = SMALLEST * unit;
    let size = [0, 1].map(|axis| (b[axis] - a[axis]).abs());
    let middle = [0, 1].map(|axis| 0.5 * (a[axis] + b[axis]));
    let way = simplified(points, STRAIGHT * unit);
    let farthest = points.iter().map(|&point| distance(a, point)).fold(0.0, f64::max);
    match kind {
        Kind::Circle => (distance(a, b) >= least).then(|| ObstacleShape::Circle { centre: a, radius: distance(a, b) }),
        Kind::Box => (size[0].min(size[1]) >= least).then_some(ObstacleShape::Box { centre: middle, size, angle: 0.0 }),
        Kind::Capsule => (distance(a, b) >= least).then_some(ObstacleShape::Capsule { ends: [a, b], radius: 0.5 * thickness }),
        Kind::Wall => (farthest >= least).then_some(ObstacleShape::Wall { points: way, thickness }),
        Kind::Polygon => (farthest >= least && way.len() >= 3).then_some(ObstacleShape::Polygon { corners: way }),
    }
}

/// The corners of a way that keep it to a distance (Ramer 1972; Douglas and Peucker 1973).
fn simplified(points: &[[f64; 2]], tolerance: f64) -> Vec<[f64; 2]> {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return Vec::new() };
    let length = distance(first, last);
    let away = |point: [f64; 2]| {
        let cross = (last[0] - first[0]) * (point[1] - first[1]) - (last[1] - first[1]) * (point[0] - first[0]);
        if length > 0.0 { cross.abs() / length } else { distance(first, point) }
    };
    let inner = 1..points.len().saturating_sub(1).max(1);
    match inner.max_by(|&i, &j| away(points[i]).total_cmp(&away(points[j]))) {
        Some(k) if away(points[k]) > tolerance => {
            let mut way = simplified(&points[..=k], tolerance);
            way.pop();
            way.extend(simplified(&points[k..], tolerance));
            way
        }
        _ if points.len() > 1 => vec![first, last],
        _ => vec![first],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Context;
    use crate::scene::{Edit, Overrides, Scene};
    use crate::viewer::testing;
    use crate::world::spec::ObstacleSpec;

    #[test]
    fn a_file_is_written_if_it_is_ours_as_we_left_it_or_when_it_is_asked_for_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let mut editor = Editor { path: path.to_string_lossy().into_owned(), ..Editor::default() };
        assert!(editor.may_write(&path), "it is not there");
        std::fs::write(&path, "ours").unwrap();
        editor.written = Some((path.clone(), "ours".into()));
        assert!(editor.may_write(&path) && editor.may_write(&path));
        std::fs::write(&path, "somebody else's").unwrap();
        assert!(!editor.may_write(&path));
        assert!(editor.may_write(&path), "asked for twice");
        editor.warned = None;
        assert!(!editor.may_write(&path), "something else was done since");
    }

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

    #[test]
    fn a_way_of_the_mouse_keeps_its_corners_only() {
        let leg = |from: [f64; 2], to: [f64; 2]| {
            (0..20).map(move |k| [0, 1].map(|axis| from[axis] + f64::from(k) / 20.0 * (to[axis] - from[axis])))
        };
        let way: Vec<_> = leg([0.0, 0.0], [10.0, 0.0]).chain(leg([10.0, 0.0], [10.0, 5.0])).chain([[10.0, 5.0]]).collect();
        assert_eq!(simplified(&way, 0.1), [[0.0, 0.0], [10.0, 0.0], [10.0, 5.0]]);
        let wobbly: Vec<_> = way.iter().enumerate().map(|(k, p)| [p[0] + 0.05 * (k % 2) as f64, p[1]]).collect();
        assert!(simplified(&wobbly, 0.1).len() <= 5);
        assert_eq!(simplified(&[[1.0, 1.0]], 0.1), [[1.0, 1.0]]);
    }

    #[test]
    fn every_kind_is_drawn_by_one_way_of_the_mouse_and_none_by_a_click() {
        let way = [[1.0, 1.0], [4.0, 1.0], [4.0, 5.0]];
        for kind in Kind::ALL {
            let drawn = shape(kind, &way, 0.5, 0.01).unwrap();
            assert!(ObstacleSpec::still(drawn.clone()).shape.outlines().iter().all(|(corners, _)| !corners.is_empty()));
            assert_eq!(shape(kind, &way[..1], 0.5, 0.01), None, "{kind:?}");
            assert_eq!(shape(kind, &[way[0], [1.001, 1.001]], 0.5, 0.01), None, "{kind:?}");
        }
        assert_eq!(shape(Kind::Circle, &way, 0.5, 0.01), Some(ObstacleShape::Circle { centre: [1.0, 1.0], radius: 5.0 }));
        let drawn = shape(Kind::Box, &way, 0.5, 0.01);
        assert_eq!(drawn, Some(ObstacleShape::Box { centre: [2.5, 3.0], size: [3.0, 4.0], angle: 0.0 }));
    }
}
