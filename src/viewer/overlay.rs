//! What the mouse does to obstacles, over the picture: the outline of the one that is selected, where it is to go, its knob,
//! and what is being drawn.

use egui::{Color32, Context, CursorIcon, Pos2, Rect, Stroke};

use super::editor::Editor;
use super::pointing::{self, KNOB, Pointing};
use super::points;
use super::session::Session;
use crate::picture::view::View;
use crate::world::frame::Frame;
use crate::world::spec::{ObstacleShape, Placement};

const SELECTED: Color32 = Color32::from_rgb(255, 206, 110);
const DRAWN: Color32 = Color32::from_rgb(120, 225, 200);

/// Most obstacles among which the one under the mouse is looked for in every picture.
const MAX_HOVERED: usize = 10_000;

/// Draws it where the world is, which `area` is in points.
pub fn show(ctx: &Context, area: Rect, session: &Session, view: &View, editor: &Editor, pointing: Pointing) {
    let painter = ctx.layer_painter(egui::LayerId::background()).with_clip_rect(area);
    let screen = Screen { ctx, frame: &session.world.frame, view };
    let line = |points: Vec<Pos2>, stroke: Stroke| {
        painter.add(egui::Shape::closed_line(points, stroke));
    };
    if let Some(selected) = editor.selected(session) {
        let spec = &session.obstacles().specs()[selected];
        let aim = pointing::aim(session, selected);
        screen.outline(&spec.shape, &aim, spec.pivot()).for_each(|points| line(points, Stroke::new(1.5, SELECTED)));
        let [pivot, knob] = pointing::handle(session, selected, pointing).map(|point| screen.place(point));
        painter.line_segment([pivot, knob], Stroke::new(1.0, SELECTED.gamma_multiply(0.7)));
        painter.circle_filled(pivot, 2.5, SELECTED);
        painter.circle(knob, KNOB as f32, Color32::from_rgb(40, 36, 28), Stroke::new(2.0, SELECTED));
    }
    if let Some(shape) = editor.drawn(pointing.unit) {
        screen.outline(&shape, &Placement::default(), [0.0; 2]).for_each(|points| line(points, Stroke::new(2.0, DRAWN)));
    }
    let over = ctx.input(|i| i.pointer.latest_pos()).filter(|&at| area.contains(at) && !ctx.is_pointer_over_egui());
    if let Some(at) = over.filter(|_| session.obstacles().specs().len() <= MAX_HOVERED) {
        let anew = ctx.input(|i| i.modifiers.shift);
        let takes = editor.would_take(screen.scene(at), Pointing { anew, ..pointing }, session);
        ctx.set_cursor_icon(if takes { CursorIcon::Grab } else { CursorIcon::Crosshair });
    }
}

/// Scene units to points of the screen.
struct Screen<'a> {
    ctx: &'a Context,
    frame: &'a Frame,
    view: &'a View,
}

impl Screen<'_> {
    fn place(&self, point: [f64; 2]) -> Pos2 {
        points::point(self.ctx, self.view.pixel_of_steps(point.map(|coordinate| self.frame.exact_steps(coordinate))))
    }

    fn scene(&self, at: Pos2) -> [f64; 2] {
        scene_at(self.frame, self.view, points::pixel(self.ctx, at))
    }

    fn outline<'a>(&'a self, shape: &ObstacleShape, placement: &'a Placement, pivot: [f64; 2]) -> impl Iterator<Item = Vec<Pos2>> + 'a {
        let place = move |point| self.place(placement.of_point(pivot, point));
        shape.outlines().into_iter().map(move |(corners, radius)| grown(&corners, radius).into_iter().map(place).collect())
    }
}

/// The place in the scene under a pixel.
pub fn scene_at(frame: &Frame, view: &View, pixel: [f64; 2]) -> [f64; 2] {
    view.steps_at(pixel).map(|steps| (steps - f64::from(frame.margin_steps())) / frame.steps_per_unit())
}

/// Sides of a half circle.
const SIDES: u32 = 24;

/// A closed line around corners that are grown by a radius.
fn grown(corners: &[[f64; 2]], radius: f64) -> Vec<[f64; 2]> {
    if radius == 0.0 {
        return corners.to_vec();
    }
    let (a, b) = (corners[0], corners[corners.len() - 1]);
    let across = (b[1] - a[1]).atan2(b[0] - a[0]) + std::f64::consts::FRAC_PI_2;
    let half = |centre: [f64; 2], start: f64| {
        (0..=SIDES).map(move |k| {
            let (sin, cos) = (start + std::f64::consts::PI * f64::from(k) / f64::from(SIDES)).sin_cos();
            [centre[0] + radius * cos, centre[1] + radius * sin]
        })
    };
    half(a, across).chain(half(b, across + std::f64::consts::PI)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_around_a_grown_segment_is_as_far_from_it_everywhere() {
        for corners in [vec![[1.0, 2.0]], vec![[1.0, 2.0], [4.0, 6.0]]] {
            let shape = match corners[..] {
                [centre] => ObstacleShape::Circle { centre, radius: 0.7 },
                _ => ObstacleShape::Capsule { ends: [corners[0], corners[1]], radius: 0.7 },
            };
            for point in grown(&corners, 0.7) {
                assert!(shape.contains(point, 1e-9) && !shape.contains(point, -1e-9), "{point:?}");
            }
        }
    }
}
