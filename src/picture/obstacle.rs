//! Obstacles over the light of the discs. Twin of `shaders/draw_obstacles.wgsl`.
//!
//! Edges are drawn smooth, half their width inside of the outline; triangles end in the middle of the edges, which hide
//! that they are not smooth. Widths are in pixels, so that an obstacle is seen however far away it is.

use super::palette::linear;
use super::pieces::{Piece, layer};
use super::view::View;
use crate::world::obstacles::facet::{NO_MOVER, Pose};

/// The inside of an obstacle (sRGB).
pub const SOLID: u32 = 0x4e_5259;
/// Its edge (sRGB).
pub const EDGE: u32 = 0x9a_9fa8;

/// Width of an edge in cells, and its limits in pixels.
const EDGE_WIDTH: f64 = 0.07;
const EDGE_LIMITS: [f64; 2] = [1.5, 5.0];
/// The thinnest obstacle is a line of this width in pixels.
const THINNEST: f64 = 1.0;

/// A piece on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// In pixels; of a stroke the last is there twice.
    corners: [[f64; 2]; 3],
    /// Half the width of a stroke in pixels; `None` for a triangle.
    half: Option<f64>,
    /// How much of what lies under it the shape hides, from 0 to 1.
    opacity: f64,
    /// Linear RGB.
    colour: [f32; 3],
}

impl Shape {
    /// A piece where the pose of its mover puts it. `cell` is the edge of a cell in steps.
    pub fn new(piece: &Piece, poses: &[Pose], view: &View, cell: f64) -> Self {
        let edge = (EDGE_WIDTH * cell * view.scale).clamp(EDGE_LIMITS[0], EDGE_LIMITS[1]);
        let inset = (edge / 2.0).min(f64::from(piece.depth) * view.scale);
        let outer = (f64::from(piece.radius) * view.scale + inset).max(THINNEST / 2.0);
        let half = match piece.layer {
            layer::INTERIOR => None,
            layer::EDGE => Some(outer),
            _ => Some(outer - edge.min(outer / 2.0)),
        };
        let corner = |k: usize| {
            let own = |axis: usize| {
                let [offset, inward] = [piece.corners[k][axis], piece.inward[k][axis]].map(f64::from);
                f64::from(piece.origin[axis]) + offset + inward * inset / view.scale
            };
            view.pixel_of_steps(placed([own(0), own(1)], piece.mover, poses))
        };
        let corners = [0, 1, 2].map(corner);
        let length = (corners[1][0] - corners[0][0]).hypot(corners[1][1] - corners[0][1]);
        let opacity = opacity(f64::from(piece.radius) * view.scale, length);
        let opacity = if piece.layer == layer::CORE { opacity * opacity } else { opacity };
        let [r, g, b, _] = linear(if piece.layer == layer::EDGE { EDGE } else { SOLID });
        Self { corners, half, opacity, colour: [r, g, b] }
    }

    /// First and last row of pixels that the shape may touch.
    pub fn rows(&self) -> [f32; 2] {
        let reach = self.half.map_or(0.0, |half| half + 1.0);
        let y = self.corners.map(|corner| corner[1]);
        [(y.into_iter().fold(f64::MAX, f64::min) - reach) as f32, (y.into_iter().fold(f64::MIN, f64::max) + reach) as f32]
    }

    /// Draws the shape over light (premultiplied RGB, coverage), rows `width` wide from row `first_row` on.
    pub fn draw(&self, light: &mut [[f32; 4]], width: u32, first_row: u32) {
        let [r, g, b] = self.colour;
        for (row, pixels) in light.chunks_exact_mut(width as usize).enumerate() {
            let y = f64::from(first_row) + row as f64 + 0.5;
            let [low, high] = self.span(y);
            let first = (low - 0.5).ceil().max(0.0) as usize;
            let end = ((high - 0.5).floor() + 1.0).clamp(0.0, f64::from(width)) as usize;
            for (x, under) in pixels.iter_mut().enumerate().take(end).skip(first) {
                let alpha = self.alpha([x as f64 + 0.5, y]);
                let over = [r, g, b, 1.0];
                *under = [0, 1, 2, 3].map(|c| under[c] + (over[c] - under[c]) * alpha);
            }
        }
    }

    /// From where to where the shape may touch pixels whose middle is at `y`; nothing where the first is the greater.
    fn span(&self, y: f64) -> [f64; 2] {
        let reach = self.half.map_or(0.0, |half| half + 0.5);
        let mut span = [f64::MAX, f64::MIN];
        for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (self.corners[a], self.corners[b])) {
            let (low, high) = if from[1] <= to[1] { (from, to) } else { (to, from) };
            if low[1] > y + reach || high[1] < y - reach {
                continue;
            }
            let at = |y: f64| low[0] + (high[0] - low[0]) * (y - low[1]) / (high[1] - low[1]);
            let ends = if high[1] > low[1] { [at((y - reach).max(low[1])), at((y + reach).min(high[1]))] } else { [low[0], high[0]] };
            span = [span[0].min(ends[0].min(ends[1]) - reach), span[1].max(ends[0].max(ends[1]) + reach)];
        }
        span
    }

    /// How much of a pixel the shape hides.
    fn alpha(&self, pixel: [f64; 2]) -> f32 {
        let Some(half) = self.half else { return 1.0 };
        let [from, to, _] = self.corners;
        let way = [to[0] - from[0], to[1] - from[1]];
        let offset = [pixel[0] - from[0], pixel[1] - from[1]];
        let square = way[0] * way[0] + way[1] * way[1];
        let along = if square > 0.0 { ((offset[0] * way[0] + offset[1] * way[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
        let distance = (offset[0] - way[0] * along).hypot(offset[1] - way[1] * along);
        (self.opacity * (half + 0.5 - distance).clamp(0.0, 1.0)) as f32
    }
}

/// A line hides what is under it however thin it is; what is below a pixel in both directions, as its area does, or a field of
/// many pegs would hide everything.
fn opacity(radius: f64, length: f64) -> f64 {
    let thin = 2.0 * radius / THINNEST;
    (thin * thin).max(length).min(1.0)
}

/// Where a point of an obstacle's own frame is, in steps.
fn placed(own: [f64; 2], mover: u32, poses: &[Pose]) -> [f64; 2] {
    if mover == NO_MOVER {
        return own;
    }
    let pose = &poses[mover as usize];
    let ([cos, sin], [x, y]) = (pose.direction.map(f64::from), own);
    [f64::from(pose.translation[0]) + cos * x - sin * y, f64::from(pose.translation[1]) + sin * x + cos * y]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Show, backdrop, draw};
    use crate::world::World;
    use crate::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};

    const PIXELS: u32 = 240;

    fn world(obstacles: Vec<ObstacleSpec>) -> World {
        let particles = vec![ParticleSpec::at([0.5, 0.5], 0.5)];
        World::new(&WorldSpec { size: [40.0, 40.0], particles, obstacles, ..WorldSpec::default() }).unwrap()
    }

    fn view(world: &World) -> View {
        View::fit(&world.params, [f64::from(PIXELS); 2], [0.0, 0.0, f64::from(PIXELS), f64::from(PIXELS)])
    }

    /// From a point to the nearest edge, and whether the point is inside by the even-odd rule; in scene units.
    fn distance(shape: &ObstacleShape, [x, y]: [f64; 2]) -> f64 {
        let of_loop = |(corners, radius): (Vec<[f64; 2]>, f64)| {
            let mut nearest = f64::MAX;
            let mut inside = false;
            for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let (way, offset) = ([b[0] - a[0], b[1] - a[1]], [x - a[0], y - a[1]]);
                let square = way[0] * way[0] + way[1] * way[1];
                let along = if square > 0.0 { ((way[0] * offset[0] + way[1] * offset[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
                nearest = nearest.min((offset[0] - along * way[0]).hypot(offset[1] - along * way[1]));
                inside ^= (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
            }
            if inside && corners.len() > 2 { -nearest } else { nearest - radius }
        };
        shape.outlines().into_iter().map(of_loop).fold(f64::MAX, f64::min)
    }

    /// Whether a pixel has the colours of an obstacle, or of nothing; `None` between.
    fn solid(image: &image::RgbaImage, x: u32, y: u32) -> Option<bool> {
        let shown = image.get_pixel(x, y).0;
        let [_, floor @ ..] = SOLID.to_be_bytes();
        let [_, empty @ ..] = backdrop::INSIDE.to_be_bytes();
        let is_empty = (0..3).all(|c| shown[c].abs_diff(empty[c]) <= 1);
        let is_solid = (0..3).all(|c| shown[c] + 1 >= floor[c]);
        (is_empty || is_solid).then_some(is_solid)
    }

    /// Every pixel farther than a pixel and a half from the outline shows what is there at the start of a substep.
    fn assert_drawn(spec: &ObstacleSpec, substep: u32) {
        let world = world(vec![spec.clone()]);
        let view = view(&world);
        let image = draw(&world, &world.start, substep, &view, [PIXELS; 2], &Show::default());
        let pixel = 1.0 / (view.scale * world.frame.steps_per_unit());
        let place = world.obstacles.placement(0, substep);
        let mut seen = [0, 0];
        for (x, y) in (0..PIXELS).flat_map(|y| (0..PIXELS).map(move |x| (x, y))) {
            let steps = view.steps_at([f64::from(x) + 0.5, f64::from(y) + 0.5]);
            let point = steps.map(|s| (s - f64::from(world.frame.margin_steps())) / world.frame.steps_per_unit());
            if point.iter().any(|&c| !(1.0..39.0).contains(&c)) {
                continue;
            }
            // Seen from the obstacle: moved back, turned back.
            let moved = [0, 1].map(|axis| point[axis] - spec.rail.pivot[axis] - place.offset[axis]);
            let (sin, cos) = libm::sincos(-place.angle);
            let own = [cos * moved[0] - sin * moved[1] + spec.rail.pivot[0], sin * moved[0] + cos * moved[1] + spec.rail.pivot[1]];
            let distance = distance(&spec.shape, own) / pixel;
            if distance.abs() > 1.5 {
                assert_eq!(solid(&image, x, y), Some(distance < 0.0), "{:?} at {x}, {y}: {distance} pixels", spec.shape);
                seen[usize::from(distance < 0.0)] += 1;
            }
        }
        assert!(seen[0] > 10_000 && seen[1] > 200, "{:?}: {seen:?}", spec.shape);
    }

    fn comb() -> ObstacleShape {
        ObstacleShape::Polygon {
            corners: vec![[8.0, 8.0], [30.0, 10.0], [32.0, 30.0], [26.0, 28.0], [25.0, 16.0], [15.0, 15.0], [12.0, 27.0]],
        }
    }

    #[test]
    fn every_shape_is_filled_inside_its_outline_and_nowhere_else() {
        for shape in [
            ObstacleShape::Circle { centre: [12.3, 20.1], radius: 6.2 },
            ObstacleShape::Capsule { ends: [[8.0, 9.0], [30.0, 24.0]], radius: 2.5 },
            ObstacleShape::Box { centre: [20.0, 18.0], size: [20.0, 6.0], angle: 0.7 },
            comb(),
            ObstacleShape::Wall { points: vec![[5.0, 30.0], [18.0, 8.0], [22.0, 8.0], [35.0, 30.0]], thickness: 1.5 },
        ] {
            assert_drawn(&ObstacleSpec::still(shape), 0);
        }
    }

    #[test]
    fn what_moves_is_drawn_where_it_is_at_the_time_of_the_picture() {
        let rail = Rail { pivot: [18.0, 18.0], velocity: [4.0, -2.0], turn_rate: 1.0, ..Rail::default() };
        for substep in [0, 480, 960] {
            assert_drawn(&ObstacleSpec::moving(comb(), rail.clone()), substep);
        }
    }

    /// Pegs of which each is a tenth of a pixel wide, a pixel apart: they darken nothing that is under them by much.
    #[test]
    fn a_field_of_pegs_below_a_pixel_does_not_hide_what_is_under_it() {
        let pegs = (0..1600).map(|k| [1.0 + f64::from(k % 40) * 0.95, 1.0 + f64::from(k / 40) * 0.95]);
        let world = world(pegs.map(|centre| ObstacleSpec::still(ObstacleShape::Circle { centre, radius: 0.05 })).collect());
        let mut view = view(&world);
        view.scale /= 5.6;
        let image = draw(&world, &world.start, 0, &view, [PIXELS; 2], &Show::default());
        let [x, y] = view.pixel_of(world.frame.position_to_steps([20.0, 20.0])).map(|c| c as u32);
        let shown = (0..8).flat_map(|k| (0..8).map(move |l| (x + k, y + l))).map(|(x, y)| image.get_pixel(x, y).0[1]);
        let (least, most) = shown.fold((u8::MAX, 0), |(least, most), green| (least.min(green), most.max(green)));
        assert!(most < 0x40 && least >= 0x18, "from {least:#x} to {most:#x}");
    }

    /// A wall and a box a tenth of a diameter thick, both far below a pixel.
    #[test]
    fn thin_obstacles_are_a_pixel_wide_however_far_away_they_are() {
        let wall = ObstacleShape::Wall { points: vec![[4.0, 10.0], [36.0, 12.0]], thickness: 0.1 };
        let plate = ObstacleShape::Box { centre: [20.0, 30.0], size: [32.0, 0.1], angle: 0.0 };
        let world = world([wall, plate].map(ObstacleSpec::still).to_vec());
        for scale in [1.0, 0.25] {
            let mut view = view(&world);
            view.scale *= scale;
            let image = draw(&world, &world.start, 0, &view, [PIXELS; 2], &Show::default());
            for (x, y) in [(10.0, 10.375), (20.0, 11.0), (30.0, 11.625), (6.0, 30.0), (20.0, 30.0), (34.0, 30.0)] {
                let [x, y] = view.pixel_of(world.frame.position_to_steps([x, y])).map(|c| c as u32);
                // Green light, summed over a column: 0.2 for a pixel of core and edge, 0.35 for one of
                // edge alone; both edges of a plate lie over each other.
                let green = |y: u32| linear(u32::from(image.get_pixel(x, y).0[1]))[2] - linear(backdrop::INSIDE)[1];
                let light: f32 = (y - 3..=y + 3).map(green).sum();
                assert!((0.14..0.65).contains(&light), "scale {scale} at {x}, {y}: {light}");
            }
        }
    }
}
