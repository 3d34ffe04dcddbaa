//! Draws the shapes and the answers about them.

use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke};

use super::playground::Playground;
use super::queries::{Answer, Answers};
use super::view::View;
use crate::geometry::{Closest, Contact, DVec2};

/// Behind everything.
pub const BACKGROUND: Color32 = Color32::from_rgb(14, 16, 22);
/// A shape that touches no other.
pub const FREE: Color32 = Color32::from_rgb(64, 132, 214);
/// A shape that touches another.
pub const TOUCHING: Color32 = Color32::from_rgb(226, 92, 60);
/// The minimum translation vector and the contact points.
const WAY_OUT: Color32 = Color32::from_rgb(255, 222, 90);
const CLOSEST: Color32 = Color32::from_rgb(120, 214, 160);
const BOXES: Color32 = Color32::from_rgb(110, 116, 132);
const HULL: Color32 = Color32::from_rgb(190, 130, 230);
const GHOST: Color32 = Color32::from_rgb(236, 240, 248);

/// Draws all that is shown, the shapes below and the answers on top.
pub fn show(painter: &Painter, view: &View, ground: &Playground, answers: &Answers) {
    painter.rect_filled(view.area, 0.0, BACKGROUND);
    if ground.settings.hull {
        closed(painter, view, &ground.scene.hull(), Stroke::new(1.5, HULL));
    }
    bodies(painter, view, ground, answers);
    if ground.settings.boxes {
        boxes(painter, view, ground, answers);
    }
    for row in &answers.rows {
        if let Answer::Overlap(contact) = &row.answer {
            way_out(painter, view, contact);
        }
    }
    let apart = answers.rows.iter().filter_map(|row| match &row.answer {
        Answer::Apart(closest) => Some(closest),
        Answer::Overlap(_) => None,
    });
    apart.take(ground.settings.nearest).for_each(|closest| gap(painter, view, closest));
    ghost(painter, view, ground);
}

fn bodies(painter: &Painter, view: &View, ground: &Playground, answers: &Answers) {
    for (index, body) in ground.scene.bodies.iter().enumerate() {
        let colour = if answers.touching[index] { TOUCHING } else { FREE };
        let marked = ground.selected == Some(index);
        let edge = if marked { Stroke::new(2.5, Color32::WHITE) } else { Stroke::new(1.5, colour) };
        let outline = body.outline(&body.pose).into_iter().map(|corner| view.on_screen(corner)).collect();
        painter.add(Shape::convex_polygon(outline, colour.gamma_multiply(0.45), edge));
        for point in &body.points {
            painter.circle_filled(view.on_screen(body.pose.point(*point)), 2.0, colour);
        }
        // The first axis of its frame, so that a turned circle can be told.
        let centre = view.on_screen(body.pose.translation);
        let axis = view.on_screen(body.pose.point(DVec2::new(0.25, 0.0)));
        painter.line_segment([centre, axis], Stroke::new(1.5, Color32::WHITE.gamma_multiply(0.6)));
        label(painter, centre - egui::vec2(0.0, 9.0), &index.to_string(), Color32::WHITE);
    }
}

/// The arrow from B's point to A's: B moved by it only touches A.
fn way_out(painter: &Painter, view: &View, contact: &Contact<DVec2>) {
    let [from, to] = [contact.point_b, contact.point_a].map(|point| view.on_screen(point));
    painter.arrow(from, to - from, Stroke::new(2.5, WAY_OUT));
    for point in [from, to] {
        painter.circle(point, 3.5, BACKGROUND, Stroke::new(1.5, WAY_OUT));
    }
    label(painter, to + (to - from).normalized() * 16.0, &format!("{:.2}", contact.penetration.depth), WAY_OUT);
}

fn gap(painter: &Painter, view: &View, closest: &Closest<DVec2>) {
    let [from, to] = [closest.point_a, closest.point_b].map(|point| view.on_screen(point));
    painter.line_segment([from, to], Stroke::new(1.5, CLOSEST));
    for point in [from, to] {
        painter.circle_filled(point, 3.0, CLOSEST);
    }
    let across = (to - from).normalized().rot90() * 14.0;
    label(painter, from + (to - from) / 2.0 + across, &format!("{:.2}", closest.distance), CLOSEST);
}

fn boxes(painter: &Painter, view: &View, ground: &Playground, answers: &Answers) {
    let stroke = Stroke::new(1.0, BOXES);
    for body in &ground.scene.bodies {
        let bounds = body.convex().aabb(&body.pose);
        let corners = [bounds.min, DVec2::new(bounds.max.x, bounds.min.y), bounds.max, DVec2::new(bounds.min.x, bounds.max.y)];
        closed(painter, view, &corners, stroke);
    }
    for pair in &answers.candidates {
        painter.line_segment(pair.map(|index| view.on_screen(ground.scene.bodies[index as usize].pose.translation)), stroke);
    }
}

/// What is dragged, where it first touched something on its way.
fn ghost(painter: &Painter, view: &View, ground: &Playground) {
    let Some((body, touch)) = ground.touch() else { return };
    let mut outline: Vec<_> = ground.scene.bodies[body].outline(&touch.pose).into_iter().map(|corner| view.on_screen(corner)).collect();
    outline.extend(outline.first().copied());
    painter.extend(Shape::dashed_line(&outline, Stroke::new(1.5, GHOST), 6.0, 4.0));
    painter.circle_filled(view.on_screen(touch.point), 4.0, GHOST);
    label(painter, view.on_screen(touch.pose.translation) + egui::vec2(0.0, 12.0), &format!("t = {:.3}", touch.time), GHOST);
}

fn closed(painter: &Painter, view: &View, corners: &[DVec2], stroke: Stroke) {
    painter.add(Shape::closed_line(corners.iter().map(|corner| view.on_screen(*corner)).collect(), stroke));
}

/// Text with a shadow, so that it can be read on anything.
fn label(painter: &Painter, at: Pos2, text: &str, colour: Color32) {
    for (offset, colour) in [(1.0, Color32::BLACK), (0.0, colour)] {
        painter.text(at + egui::vec2(offset, offset), Align2::CENTER_CENTER, text, FontId::proportional(13.0), colour);
    }
}
