//! Moves the view: fit, zoom at a point, pan.

use crate::picture::view::View;
use crate::world::params::Params;

/// The view of the window. Until it is moved it keeps the whole world fitted.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// What is seen.
    pub view: View,
    fitted: bool,
}

/// What the mouse does to the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Moves the picture by so many pixels.
    Pan([f64; 2]),
    /// Zooms by a factor; what is under a pixel stays there.
    Zoom(f64, [f64; 2]),
}

/// The largest disc is at most this many pixels wide.
const CLOSEST: f64 = 4000.0;
/// The world is at least this many pixels wide or high.
const FARTHEST: f64 = 16.0;

impl Camera {
    /// A camera that will fit the world.
    pub fn new() -> Self {
        Self { view: View { centre: [0.0; 2], scale: 1.0, middle: [0.0; 2], size: [1.0; 2] }, fitted: true }
    }

    /// Shows the whole world from now on.
    pub fn fit(&mut self) {
        self.fitted = true;
    }

    /// Follows the window: `size` in pixels, and the area (left, top, width, height) that the panel leaves free.
    pub fn follow(&mut self, params: &Params, size: [f64; 2], area: [f64; 4]) {
        if self.fitted {
            self.view = View::fit(params, size, area);
        } else {
            self.view.size = size;
            self.view.middle = [area[0] + area[2] / 2.0, area[1] + area[3] / 2.0];
        }
    }

    /// Does one motion.
    pub fn go(&mut self, params: &Params, motion: Motion) {
        match motion {
            Motion::Pan(pixels) => self.pan(params, pixels),
            Motion::Zoom(factor, pixel) => self.zoom(params, factor, pixel),
        }
    }

    /// Zooms by a factor; what is under `pixel` stays there.
    fn zoom(&mut self, params: &Params, factor: f64, pixel: [f64; 2]) {
        let anchor = self.view.steps_at(pixel);
        let cell = f64::from(1u32 << params.cell_bits);
        let world = [0, 1].map(|axis| f64::from(params.wall_max[axis]) - f64::from(params.wall_min[axis]));
        let farthest = FARTHEST / world[0].max(world[1]);
        self.view.scale = (self.view.scale * factor).clamp(farthest.min(CLOSEST / cell), CLOSEST / cell);
        let moved = self.view.steps_at(pixel);
        self.view.centre = [0, 1].map(|axis| self.view.centre[axis] + anchor[axis] - moved[axis]);
        self.keep_near(params);
        self.fitted = false;
    }

    /// Moves the picture by so many pixels.
    fn pan(&mut self, params: &Params, pixels: [f64; 2]) {
        self.view.centre[0] -= pixels[0] / self.view.scale;
        self.view.centre[1] += pixels[1] / self.view.scale;
        self.keep_near(params);
        self.fitted = false;
    }

    /// The middle stays inside the grid, so that differences from it fit the shaders' integers.
    fn keep_near(&mut self, params: &Params) {
        self.view.centre = [0, 1].map(|axis| self.view.centre[axis].clamp(0.0, f64::from(params.grid_extent[axis])));
    }
}

impl Default for Camera {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    fn params() -> Params {
        let spec = WorldSpec { particles: vec![ParticleSpec::at([1.0, 1.0], 0.5)], ..WorldSpec::default() };
        World::new(&spec).unwrap().params
    }

    fn near(a: [f64; 2], b: [f64; 2]) -> bool {
        (0..2).all(|axis| (a[axis] - b[axis]).abs() < 1e-6 * b[axis].abs().max(1.0))
    }

    #[test]
    fn zooming_keeps_what_is_under_the_cursor_and_stops_at_both_ends() {
        let params = params();
        let mut camera = Camera::new();
        camera.follow(&params, [800.0, 600.0], [0.0, 0.0, 800.0, 600.0]);
        let cursor = [250.0, 320.0];
        let under = camera.view.steps_at(cursor);
        for factor in [1.5, 0.8, 30.0] {
            camera.zoom(&params, factor, cursor);
            assert!(near(camera.view.steps_at(cursor), under));
        }
        camera.zoom(&params, 1e12, cursor);
        assert!(near(camera.view.steps_at(cursor), under), "at the closest too");
        assert!(camera.view.scale * f64::from(1u32 << params.cell_bits) <= CLOSEST * 1.001);
        camera.zoom(&params, 1e-12, cursor);
        assert!(camera.view.scale > 0.0);
    }

    #[test]
    fn panning_moves_the_picture_with_the_mouse_and_only_a_moved_view_survives_a_resize() {
        let params = params();
        let mut camera = Camera::new();
        camera.follow(&params, [800.0, 600.0], [0.0, 0.0, 800.0, 600.0]);
        let fitted = camera.view.scale;
        camera.follow(&params, [400.0, 300.0], [0.0, 0.0, 400.0, 300.0]);
        assert!(camera.view.scale < fitted);
        let under = camera.view.steps_at([100.0, 100.0]);
        camera.pan(&params, [30.0, -20.0]);
        assert!(near(camera.view.steps_at([130.0, 80.0]), under));
        let scale = camera.view.scale;
        camera.follow(&params, [800.0, 600.0], [0.0, 0.0, 800.0, 600.0]);
        assert_eq!(camera.view.scale, scale);
    }
}
