//! Draws the shapes and the answers about them.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind};

use super::labels::Labels;
use super::playground::Playground;
use super::queries::{Answer, Answers};
use super::scene::Form;
use super::view::View;
use crate::geometry::{Closest, Contact, DVec2, Manifold, Pose};

/// Behind everything.
pub const BACKGROUND: Color32 = Color32::from_rgb(14, 16, 22);
/// A shape that touches no other.
pub const FREE: Color32 = Color32::from_rgb(64, 132, 214);
/// A shape that touches another.
pub const TOUCHING: Color32 = Color32::from_rgb(226, 92, 60);
/// Contact points and the translation vector.
pub const CONTACT: Color32 = Color32::from_rgb(255, 222, 90);
/// Closest points.
pub const CLOSEST: Color32 = Color32::from_rgb(120, 214, 160);
/// Boxes along the axes, and pairs of them.
pub const BOXES: Color32 = Color32::from_rgb(126, 134, 152);
/// The hull of all shapes.
pub const HULL: Color32 = Color32::from_rgb(190, 130, 230);
/// The shape that is dragged, where it first touches another.
pub const GHOST: Color32 = Color32::from_rgb(236, 240, 248);

/// How much of a shape's colour its inside has.
pub const INSIDE: f32 = 0.45;
/// Length of a normal without a depth, in points.
const NORMAL: f32 = 26.0;
/// Length of the tip of an arrow, in points.
const TIP: f32 = 10.0;

/// Draws all that is shown, the shapes below, the answers over them, and words on top.
pub fn show(painter: &Painter, view: &View, ground: &Playground, answers: &Answers) {
    painter.rect_filled(view.area, 0.0, BACKGROUND);
    bodies(painter, view, ground, answers);
    if ground.settings.hull {
        closed(painter, view, &ground.scene.hull(), Stroke::new(1.5, HULL));
    }
    if ground.settings.boxes {
        boxes(painter, view, ground, answers);
    }
    let mut labels = Labels::new(painter);
    numbers(&mut labels, view, ground);
    drag(painter, &mut labels, view, ground);
    // Below all other points: one of them may be at the same place.
    let manifolds = answers.rows.iter().filter(|_| ground.settings.contacts).filter_map(|row| row.manifold.as_ref());
    manifolds.for_each(|manifold| points(painter, view, manifold));
    let gaps = answers.rows_of(ground.selected).filter_map(|row| match &row.answer {
        Answer::Apart(closest) => Some(closest),
        Answer::Overlap(_) => None,
    });
    gaps.take(ground.settings.nearest).for_each(|closest| gap(painter, &mut labels, view, closest));
    for row in answers.rows.iter().filter(|_| ground.settings.contacts) {
        if let Answer::Overlap(contact) = &row.answer {
            way_out(painter, &mut labels, view, contact);
        }
    }
    labels.paint();
}

fn bodies(painter: &Painter, view: &View, ground: &Playground, answers: &Answers) {
    for (index, body) in ground.scene.bodies.iter().enumerate() {
        let colour = if answers.touching[index] { TOUCHING } else { FREE };
        let marked = ground.selected == Some(index);
        let edge = if marked { Stroke::new(2.5, Color32::WHITE) } else { Stroke::new(1.5, colour) };
        let outline = body.outline(&body.pose).into_iter().map(|corner| view.on_screen(corner)).collect();
        painter.add(Shape::convex_polygon(outline, colour.gamma_multiply(INSIDE), edge));
        for point in &body.points {
            painter.circle_filled(view.on_screen(body.pose.point(*point)), 2.0, colour);
        }
        if body.form != Form::Aabb {
            // The first axis of its frame, beside the number, so that a turned circle can be told.
            let centre = view.on_screen(body.pose.translation);
            let axis = (view.on_screen(body.pose.point(DVec2::X)) - centre).normalized();
            painter.line_segment([centre + axis * 13.0, centre + axis * 22.0], Stroke::new(1.5, Color32::WHITE.gamma_multiply(0.6)));
        }
    }
}

fn numbers(labels: &mut Labels<'_>, view: &View, ground: &Playground) {
    for (index, body) in ground.scene.bodies.iter().enumerate() {
        let colour = if ground.selected == Some(index) { Color32::WHITE } else { Color32::from_gray(200) };
        labels.at(view.on_screen(body.pose.translation), body.number.to_string(), colour);
    }
}

/// The arrow from B's point to A's: B moved by it only touches A.
fn way_out(painter: &Painter, labels: &mut Labels<'_>, view: &View, contact: &Contact<DVec2>) {
    let [from, to] = [contact.point_b, contact.point_a].map(|point| view.on_screen(point));
    arrow(painter, from, to, Stroke::new(2.5, CONTACT));
    for point in [from, to] {
        painter.circle(point, 3.5, BACKGROUND, Stroke::new(1.5, CONTACT));
    }
    labels.beside(to, to - from, format!("{:.2}", contact.penetration.depth), CONTACT);
}

/// All points where two shapes touch, on both.
fn points(painter: &Painter, view: &View, manifold: &Manifold<DVec2>) {
    for point in manifold.points() {
        let ends = [point.point_b, point.point_a].map(|point| view.on_screen(point));
        painter.line_segment(ends, Stroke::new(1.0, CONTACT.gamma_multiply(0.6)));
        for end in ends {
            painter.circle_filled(end, 2.5, CONTACT);
        }
    }
}

fn gap(painter: &Painter, labels: &mut Labels<'_>, view: &View, closest: &Closest<DVec2>) {
    let [from, to] = [closest.point_a, closest.point_b].map(|point| view.on_screen(point));
    painter.line_segment([from, to], Stroke::new(1.5, CLOSEST));
    for point in [from, to] {
        painter.circle_filled(point, 3.0, CLOSEST);
    }
    labels.beside(from + (to - from) / 2.0, (to - from).rot90(), format!("{:.2}", closest.distance), CLOSEST);
}

fn boxes(painter: &Painter, view: &View, ground: &Playground, answers: &Answers) {
    for body in &ground.scene.bodies {
        let bounds = body.convex().aabb(&body.pose);
        let rect = Rect::from_two_pos(view.on_screen(bounds.min), view.on_screen(bounds.max));
        painter.rect_stroke(rect, 0.0, Stroke::new(1.0, BOXES), StrokeKind::Middle);
    }
    for pair in &answers.candidates {
        let centres = pair.map(|index| view.on_screen(ground.scene.bodies[index as usize].pose.translation));
        painter.line_segment(centres, Stroke::new(1.5, BOXES));
    }
}

/// The way of what is dragged, and where it first touched something on it.
fn drag(painter: &Painter, labels: &mut Labels<'_>, view: &View, ground: &Playground) {
    let Some((moving, start)) = ground.moving() else { return };
    let end = ground.scene.bodies[moving].pose.translation;
    dashed(painter, view, ground, moving, &start, Stroke::new(1.0, GHOST.gamma_multiply(0.4)));
    let way = [start.translation, end].map(|point| view.on_screen(point));
    painter.line_segment(way, Stroke::new(1.0, GHOST.gamma_multiply(0.4)));
    let Some(touch) = ground.touch() else { return };
    dashed(painter, view, ground, moving, &touch.pose, Stroke::new(1.5, GHOST));
    let point = view.on_screen(touch.point);
    let normal = egui::vec2(touch.normal.x as f32, -touch.normal.y as f32) * NORMAL;
    arrow(painter, point, point + normal, Stroke::new(1.5, GHOST));
    painter.circle_filled(point, 4.0, GHOST);
    labels.beside(point, -normal, format!("t = {:.3}", touch.time), GHOST);
}

/// An arrow whose tip is as large for long ones as for short ones.
pub fn arrow(painter: &Painter, from: Pos2, to: Pos2, stroke: Stroke) {
    painter.line_segment([from, to], stroke);
    let back = (from - to).normalized() * TIP.min(from.distance(to));
    for side in [0.5, -0.5] {
        painter.line_segment([to, to + back + back.rot90() * side], stroke);
    }
}

fn dashed(painter: &Painter, view: &View, ground: &Playground, body: usize, pose: &Pose<DVec2>, stroke: Stroke) {
    let mut outline: Vec<_> = ground.scene.bodies[body].outline(pose).into_iter().map(|corner| view.on_screen(corner)).collect();
    outline.extend(outline.first().copied());
    painter.extend(Shape::dashed_line(&outline, stroke, 6.0, 4.0));
}

fn closed(painter: &Painter, view: &View, corners: &[DVec2], stroke: Stroke) {
    painter.add(Shape::closed_line(corners.iter().map(|corner| view.on_screen(*corner)).collect(), stroke));
}
