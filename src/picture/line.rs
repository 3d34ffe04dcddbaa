//! Lines over the light of the discs, and links as such. Twin of `shaders/draw_lines.wgsl` and `draw_links.wgsl`.

use super::palette::linear;
use super::view::View;
use crate::world::links::LinkRow;
use crate::world::particle::Particle;

/// Width of a line in radii of the smaller of its ends.
pub const WIDTH_IN_RADII: f32 = 0.26;
/// The widest line in pixels.
pub const WIDEST: f32 = 6.0;
/// How much of what lies under it a line hides.
pub const OPACITY: f32 = 0.6;
/// A link at rest (sRGB).
pub const SLACK: u32 = 0xe8_ecf4;
/// A link about to break (sRGB).
pub const TAUT: u32 = 0xff_5a3c;

/// A line on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    from: [f32; 2],
    to: [f32; 2],
    width: f32,
    alpha: f32,
    colour: [f32; 3],
}

impl Line {
    /// The line of a link between two ends.
    pub fn of_link(view: &View, ends: [Particle; 2], link: &LinkRow, brightness: f32) -> Self {
        let radius = ends.map(|end| end.radius()).into_iter().min().unwrap_or(1);
        let wanted = (WIDTH_IN_RADII * radius as f32 * view.scale as f32).min(WIDEST);
        let length = (f64::from(ends[0].position[0]) - f64::from(ends[1].position[0]))
            .hypot(f64::from(ends[0].position[1]) - f64::from(ends[1].position[1])) as f32;
        let strain = ((length - link.rest_length) / (link.break_length - link.rest_length).max(1.0)).clamp(0.0, 1.0);
        let [slack, taut] = [SLACK, TAUT].map(linear);
        let [r, g, b] = [0, 1, 2].map(|c| brightness * (slack[c] + (taut[c] - slack[c]) * strain * strain));
        Self::between(view, &ends, wanted, [r, g, b, OPACITY])
    }

    /// A line from centre to centre that is to be so many pixels wide, in a linear colour with its opacity: one that is thinner than a
    /// pixel is one pixel wide and as much fainter.
    pub fn between(view: &View, ends: &[Particle; 2], wanted: f32, [r, g, b, opacity]: [f32; 4]) -> Self {
        let [from, to] = [0, 1].map(|end| view.pixel_of(ends[end].position).map(|x| x as f32));
        Self { from, to, width: wanted.max(1.0), alpha: opacity * wanted.min(1.0), colour: [r, g, b] }
    }

    /// First and last row of pixels that the line may touch.
    pub fn rows(&self) -> [f32; 2] {
        let reach = self.width / 2.0 + 1.0;
        [self.from[1].min(self.to[1]) - reach, self.from[1].max(self.to[1]) + reach]
    }

    /// Draws the line over light (premultiplied RGB, coverage), rows `width` wide from row `first_row` on.
    pub fn draw(&self, light: &mut [[f32; 4]], width: u32, first_row: u32) {
        let reach = self.width / 2.0 + 0.5;
        let range = |axis: usize, start: f32, count: f32| {
            let (low, high) = (self.from[axis].min(self.to[axis]) - start, self.from[axis].max(self.to[axis]) - start);
            let first = (low - reach - 0.5).ceil().max(0.0);
            (first as i64)..((high + reach - 0.5).floor().min(count - 1.0) as i64 + 1)
        };
        for y in range(1, first_row as f32, light.len() as f32 / width as f32) {
            for x in range(0, 0.0, width as f32) {
                let pixel = [x as f32 + 0.5, first_row as f32 + y as f32 + 0.5];
                let alpha = self.alpha * (reach - distance(pixel, self.from, self.to)).clamp(0.0, 1.0);
                let under = &mut light[y as usize * width as usize + x as usize];
                let [r, g, b] = self.colour;
                let over = [r, g, b, 1.0];
                *under = [0, 1, 2, 3].map(|c| under[c] + (over[c] - under[c]) * alpha);
            }
        }
    }
}

/// From a point to a segment.
fn distance(point: [f32; 2], from: [f32; 2], to: [f32; 2]) -> f32 {
    let way = [to[0] - from[0], to[1] - from[1]];
    let offset = [point[0] - from[0], point[1] - from[1]];
    let square = way[0] * way[0] + way[1] * way[1];
    let along = if square > 0.0 { ((offset[0] * way[0] + offset[1] * way[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
    (offset[0] - way[0] * along).hypot(offset[1] - way[1] * along)
}
