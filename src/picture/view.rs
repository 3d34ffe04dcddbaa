//! Which part of the world is seen, and where on the picture.

use super::region::Region;
use crate::world::frame::Frame;
use crate::world::params::Params;

/// The map from steps to pixels. y goes up in the world and down on the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// What shows at `middle`, in steps from the corner of the grid.
    pub centre: [f64; 2],
    /// Pixels per step.
    pub scale: f64,
    /// The pixel (and fraction) at which `centre` shows, from the upper left corner.
    pub middle: [f64; 2],
    /// Width and height of the whole picture in pixels.
    pub size: [f64; 2],
}

/// Share of the free area that the world fills when it is fitted; the rest is air around it.
const FITTED: f64 = 0.94;

impl View {
    /// The whole world in an area (left, top, width, height) of a picture of `size` pixels.
    pub fn fit(params: &Params, size: [f64; 2], area: [f64; 4]) -> Self {
        let (low, high) = (params.wall_min.map(f64::from), params.wall_max.map(f64::from));
        Self::fill([low, high], FITTED, size, area)
    }

    /// A region in the middle of a picture of `size` pixels, as large as it can be: who names one has left as much air as is wanted.
    pub fn of_region(frame: &Frame, region: &Region, size: [f64; 2]) -> Self {
        Self::fill(region.in_steps(frame), 1.0, size, [0.0, 0.0, size[0], size[1]])
    }

    /// A rectangle in steps that fills a share of an area.
    fn fill([low, high]: [[f64; 2]; 2], share: f64, size: [f64; 2], area: [f64; 4]) -> Self {
        let scale = share * (area[2] / (high[0] - low[0])).min(area[3] / (high[1] - low[1]));
        Self {
            centre: [0, 1].map(|axis| (low[axis] + high[axis]) / 2.0),
            scale: scale.max(f64::MIN_POSITIVE),
            middle: [area[0] + area[2] / 2.0, area[1] + area[3] / 2.0],
            size,
        }
    }

    /// Where a position in steps shows.
    pub fn pixel_of(&self, position: [i32; 2]) -> [f64; 2] {
        self.pixel_of_steps(position.map(f64::from))
    }

    /// Where a position in steps and fractions shows.
    pub fn pixel_of_steps(&self, steps: [f64; 2]) -> [f64; 2] {
        let way = [steps[0] - self.centre[0], self.centre[1] - steps[1]];
        [0, 1].map(|axis| self.middle[axis] + way[axis] * self.scale)
    }

    /// The position in steps that shows at a pixel.
    pub fn steps_at(&self, pixel: [f64; 2]) -> [f64; 2] {
        let way = [pixel[0] - self.middle[0], self.middle[1] - pixel[1]];
        [0, 1].map(|axis| self.centre[axis] + way[axis] / self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn the_fitted_world_lies_inside_its_area_and_pixels_map_back() {
        let spec = WorldSpec { size: [30.0, 10.0], particles: vec![ParticleSpec::at([1.0, 1.0], 0.5)], ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let view = View::fit(&world.params, [900.0, 600.0], [100.0, 50.0, 700.0, 500.0]);
        let [left, bottom] = view.pixel_of(*world.params.wall_min);
        let [right, top] = view.pixel_of(*world.params.wall_max);
        assert!(left > 100.0 && right < 800.0 && top > 50.0 && bottom < 550.0 && top < bottom);
        let back = view.steps_at([left, top]);
        assert!((back[0] - f64::from(world.params.wall_min[0])).abs() < 1.0);
        assert!((back[1] - f64::from(world.params.wall_max[1])).abs() < 1.0);
    }

    #[test]
    fn a_region_is_in_the_middle_and_reaches_two_edges_of_the_picture() {
        let spec = WorldSpec { size: [30.0, 10.0], particles: vec![ParticleSpec::at([1.0, 1.0], 0.5)], ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        for (low, high, pixels) in
            [([4.0, 2.0], [12.0, 4.0], [[0.0, 400.0], [800.0, 200.0]]), ([-3.0, -7.0], [1.0, 5.0], [[300.0, 600.0], [500.0, 0.0]])]
        {
            let view = View::of_region(&world.frame, &Region { low, high }, [800.0, 600.0]);
            for (corner, pixel) in [low, high].into_iter().zip(pixels) {
                let shown = view.pixel_of_steps(corner.map(|coordinate| world.frame.exact_steps(coordinate)));
                assert!((0..2).all(|axis| (shown[axis] - pixel[axis]).abs() < 1e-6), "{corner:?} at {shown:?}");
            }
        }
    }
}
