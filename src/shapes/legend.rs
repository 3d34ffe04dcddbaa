//! What is drawn and what it means: small signs beside the switches.

use egui::{Color32, Painter, Rect, Sense, Shape, Stroke, StrokeKind, Ui, vec2};

use super::painting::{BOXES, CLOSEST, CONTACT, FREE, GHOST, HULL, INSIDE, TOUCHING, arrow};
use super::playground::Settings;

/// Corners of signs, as shares of the rectangle.
const SQUARE: [(f32, f32); 4] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
const ROUNDISH: [(f32, f32); 5] = [(0.0, 0.7), (0.25, 0.0), (0.8, 0.05), (1.0, 0.6), (0.5, 1.0)];

/// The switches of what is drawn, each with its sign; and signs of what is always drawn.
pub fn show(ui: &mut Ui, settings: &mut Settings) {
    row(ui, |painter, rect| filled(painter, rect, FREE), |ui| ui.label("apart from all others"));
    row(ui, |painter, rect| filled(painter, rect, TOUCHING), |ui| ui.label("overlaps another"));
    row(ui, way_out, |ui| {
        ui.checkbox(&mut settings.contacts, "contact points, translation vectors").on_hover_text(
            "The second shape of the pair, moved along the arrow, only touches the first one; the arrow lies along the normal. Thin lines join \
             the points of the contact manifold.",
        )
    });
    row(ui, segment, |ui| {
        ui.add(egui::Slider::new(&mut settings.nearest, 0..=20).text("closest points"))
            .on_hover_text("Of so many of the nearest pairs; of the marked shape's if one is marked.")
    });
    row(ui, |painter, rect| outline(painter, rect, &ROUNDISH, HULL), |ui| ui.checkbox(&mut settings.hull, "convex hull of all shapes"));
    row(
        ui,
        |painter, rect| outline(painter, rect, &SQUARE, BOXES),
        |ui| ui.checkbox(&mut settings.boxes, "boxes, and pairs of boxes that overlap"),
    );
    row(ui, dashes, |ui| {
        ui.label("first touch while a shape is dragged")
            .on_hover_text("t is the share of the straight way since it was taken. Shapes that it overlaps at the start do not count.")
    });
}

fn row(ui: &mut Ui, sign: impl FnOnce(&Painter, Rect), show: impl FnOnce(&mut Ui) -> egui::Response) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 12.0), Sense::hover());
        sign(ui.painter(), rect);
        show(ui);
    });
}

fn filled(painter: &Painter, rect: Rect, colour: Color32) {
    painter.rect(rect, 2.0, colour.gamma_multiply(INSIDE), Stroke::new(1.5, colour), StrokeKind::Inside);
}

fn way_out(painter: &Painter, rect: Rect) {
    arrow(painter, rect.left_center(), rect.right_center(), Stroke::new(2.0, CONTACT));
}

fn segment(painter: &Painter, rect: Rect) {
    let ends = [rect.left_center() + vec2(2.0, 0.0), rect.right_center() - vec2(2.0, 0.0)];
    painter.line_segment(ends, Stroke::new(1.5, CLOSEST));
    for end in ends {
        painter.circle_filled(end, 2.5, CLOSEST);
    }
}

fn outline(painter: &Painter, rect: Rect, shape: &[(f32, f32)], colour: Color32) {
    let corners = shape.iter().map(|&(x, y)| rect.lerp_inside(vec2(x, y))).collect();
    painter.add(Shape::closed_line(corners, Stroke::new(1.5, colour)));
}

fn dashes(painter: &Painter, rect: Rect) {
    let path = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(Shape::dashed_line(&path, Stroke::new(1.5, GHOST), 4.0, 3.0));
}
