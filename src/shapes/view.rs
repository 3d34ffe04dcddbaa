//! Where the plane is seen in the window.

use egui::{Pos2, Rect};

use super::scene::REACH;
use crate::geometry::DVec2;

/// The smallest and the largest size of a unit, in points.
const SCALES: [f64; 2] = [4.0, 4000.0];

/// What part of the plane is seen, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// What is in the middle.
    pub centre: DVec2,
    /// Points of the screen for a unit of the plane, relative to what fits.
    pub zoom: f64,
    /// Where on the screen.
    pub area: Rect,
}

impl View {
    /// The whole start layout in an area of the screen.
    pub fn fit(area: Rect) -> Self {
        Self { centre: DVec2::ZERO, zoom: 1.0, area }
    }

    /// Points of the screen for a unit.
    pub fn scale(&self) -> f64 {
        let fitting = (f64::from(self.area.width()) / REACH.x).min(f64::from(self.area.height()) / REACH.y) / 2.0;
        (fitting * self.zoom).clamp(SCALES[0], SCALES[1])
    }

    /// Where a point of the plane is on the screen.
    pub fn on_screen(&self, point: DVec2) -> Pos2 {
        let offset = (point - self.centre) * self.scale();
        self.area.center() + egui::vec2(offset.x as f32, -offset.y as f32)
    }

    /// The point of the plane that is at a place of the screen.
    pub fn in_plane(&self, place: Pos2) -> DVec2 {
        let offset = place - self.area.center();
        self.centre + DVec2::new(offset.x.into(), (-offset.y).into()) * (1.0 / self.scale())
    }

    /// Zooms by a factor; what is at `place` stays there.
    pub fn zoom_at(&mut self, factor: f64, place: Pos2) {
        let anchor = self.in_plane(place);
        self.zoom = (self.zoom * factor).clamp(0.1, 50.0);
        self.centre += anchor - self.in_plane(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_on_the_screen_is_the_point_it_shows_and_zooming_keeps_it() {
        let mut view = View::fit(Rect::from_min_size(Pos2::new(10.0, 20.0), egui::vec2(800.0, 600.0)));
        let place = Pos2::new(200.0, 120.0);
        let point = view.in_plane(place);
        assert!(point.x < 0.0 && point.y > 0.0, "up is up: {point}");
        view.zoom_at(3.0, place);
        assert!(view.in_plane(place).distance(point) < 1e-9 && (view.on_screen(point) - place).length() < 1e-3);
    }
}
