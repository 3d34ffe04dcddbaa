//! Where the plane is seen in the window.

use egui::{Pos2, Rect};

use super::scene::REACH;
use crate::geometry::{Aabb, DVec2};

/// The smallest and the largest size of a unit, in points.
const SCALES: [f64; 2] = [4.0, 4000.0];

/// The smallest and the largest zoom.
const ZOOMS: [f64; 2] = [0.1, 50.0];
/// How much wider than what is in it a view that fits is.
const MARGIN: f64 = 1.15;

/// What part of the plane is seen, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// What is in the middle.
    pub centre: DVec2,
    /// Points of the screen for a unit of the plane, relative to what fits.
    pub zoom: f64,
    /// Where on the screen.
    pub area: Rect,
    /// It goes along with the mouse, whose button went down beside all shapes.
    pub pans: bool,
}

impl View {
    /// The whole start layout in an area of the screen.
    pub fn fit(area: Rect) -> Self {
        Self { centre: DVec2::ZERO, zoom: 1.0, area, pans: false }
    }

    /// Everything in a box, in the same area; the whole start layout where the box is empty.
    pub fn fit_to(&mut self, bounds: &Aabb<DVec2>) {
        *self = Self { pans: self.pans, ..Self::fit(self.area) };
        let half = (bounds.max - bounds.min) * 0.5;
        if half.x > 0.0 && half.y > 0.0 {
            self.centre = bounds.min + half;
            let fitting = f64::from(self.area.width()).min(f64::from(self.area.height()) * half.x / half.y) / half.x / 2.0;
            self.zoom = (fitting / self.scale() / MARGIN).clamp(ZOOMS[0], ZOOMS[1]);
        }
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
        self.zoom = (self.zoom * factor).clamp(ZOOMS[0], ZOOMS[1]);
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

    #[test]
    fn a_view_that_fits_shows_all_of_a_box_and_little_more() {
        let mut view = View::fit(Rect::from_min_size(Pos2::ZERO, egui::vec2(800.0, 600.0)));
        for (half, side) in [(DVec2::new(30.0, 1.0), 0), (DVec2::new(1.0, 20.0), 1)] {
            let bounds = Aabb::around(DVec2::new(-7.0, 40.0), half);
            view.fit_to(&bounds);
            let seen = Rect::from_two_pos(view.on_screen(bounds.min), view.on_screen(bounds.max));
            assert!(view.area.contains_rect(seen), "{seen:?}");
            assert!(seen.size()[side] > 0.8 * view.area.size()[side], "{seen:?}");
        }
        view.fit_to(&Aabb::empty());
        assert_eq!(view, View::fit(view.area));
    }
}
