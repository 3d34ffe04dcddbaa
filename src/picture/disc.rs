//! What a disc adds to the pixels. Twin of `shaders/draw_discs.wgsl`.

use std::ops::Range;

use crate::world::body::Body;

/// A disc on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// Centre in pixels.
    pub centre: [f32; 2],
    /// Radius in pixels.
    pub radius: f32,
    /// Linear RGB.
    pub colour: [f32; 3],
    /// Where the mark of its angle points, y down; none where it is 0.
    pub spoke: [f32; 2],
}

/// Below this radius in pixels a disc is drawn as the square of its area, seen through a tent two pixels wide: its
/// shares of the pixels sum to its area exactly, wherever it lies, and what is finer than a pixel does not flicker.
const SQUARE_BELOW: f32 = 0.75;
/// From this radius on it is a disc with a smooth edge one pixel wide.
pub const ROUND_FROM: f32 = 1.5;

/// Half the side of a square of the same area, √π / 2, for each of its radius: over all pixels the shares sum to exactly that area.
const HALF_SQUARE: f32 = 0.886_226_9;

/// Pixels that a disc which is drawn as a square may touch in a row.
const MAX_SQUARE_PIXELS: usize = 5;

impl Disc {
    /// First and last column, first and last row of pixels that it may touch.
    pub fn extent(&self) -> [[f32; 2]; 2] {
        self.centre.map(|centre| [centre - self.radius - 1.0, centre + self.radius + 1.0])
    }

    /// Adds the disc's light to rows of pixels `width` wide, from row `first_row` on: premultiplied RGB, coverage.
    pub fn add(&self, light: &mut [[f32; 4]], width: u32, first_row: u32) {
        let rows = light.len() as f32 / width as f32;
        let reach = reach(self.radius);
        let range = |centre: f32, end: f32| {
            let first = (centre - reach - 0.5).ceil().max(0.0);
            let last = (centre + reach - 0.5).floor().min(end - 1.0);
            (first as i64)..(last as i64 + 1)
        };
        let top = self.centre[1] - first_row as f32;
        let columns = range(self.centre[0], width as f32);
        if self.radius <= SQUARE_BELOW {
            return self.add_square(light, width, top, columns, range(top, rows));
        }
        for y in range(top, rows) {
            for x in columns.clone() {
                let offset = [x as f32 + 0.5 - self.centre[0], y as f32 + 0.5 - top];
                let share = coverage(offset, self.radius);
                let shade = share * shading(offset, self.radius, self.spoke);
                let pixel = &mut light[y as usize * width as usize + x as usize];
                *pixel = [
                    pixel[0] + self.colour[0] * shade,
                    pixel[1] + self.colour[1] * shade,
                    pixel[2] + self.colour[2] * shade,
                    pixel[3] + share,
                ];
            }
        }
    }

    /// The same for one that is drawn as a square: its share of a pixel is a product of two, and it is not shaded.
    fn add_square(&self, light: &mut [[f32; 4]], width: u32, top: f32, columns: Range<i64>, rows: Range<i64>) {
        let half = HALF_SQUARE * self.radius;
        let share = |d: f32| below(d + half) - below(d - half);
        let mut shares = [0.0; MAX_SQUARE_PIXELS];
        for (share_of_column, x) in shares.iter_mut().zip(columns.clone()) {
            *share_of_column = share(x as f32 + 0.5 - self.centre[0]);
        }
        for y in rows {
            let share_of_row = share(y as f32 + 0.5 - top);
            let first = y as usize * width as usize + columns.start as usize;
            for (pixel, share_of_column) in light[first..][..columns.clone().count()].iter_mut().zip(shares) {
                let share = share_of_column * share_of_row;
                let added = [self.colour[0] * share, self.colour[1] * share, self.colour[2] * share, share];
                *pixel = std::array::from_fn(|c| pixel[c] + added[c]);
            }
        }
    }
}

/// Share of a pixel that a disc covers; `offset` is from its centre to the pixel's, in pixels.
pub fn coverage(offset: [f32; 2], radius: f32) -> f32 {
    let half = HALF_SQUARE * radius;
    let [x, y] = offset.map(|d| below(d + half) - below(d - half));
    let square = x * y;
    // A ramp one pixel wide around r' has the area π (r'² + 1/12).
    let edge = (radius * radius - 1.0 / 12.0).max(0.0).sqrt();
    let round = (edge + 0.5 - offset[0].hypot(offset[1])).clamp(0.0, 1.0);
    square + (round - square) * smoothstep(SQUARE_BELOW, ROUND_FROM, radius)
}

/// The part of a tent from -1 to 1, of area 1, that lies below `x`.
fn below(x: f32) -> f32 {
    let slope = (1.0 - x.abs()).max(0.0);
    let rest = 0.5 * slope * slope;
    if x < 0.0 { rest } else { 1.0 - rest }
}

/// How far from its centre a disc touches pixels, per axis.
fn reach(radius: f32) -> f32 {
    radius + if radius < ROUND_FROM { 1.0 } else { 0.5 }
}

/// Brightness at a place on a disc: a darker rim, a little light from the upper left, and the mark of its angle, once it is
/// large enough.
pub fn shading(offset: [f32; 2], radius: f32, spoke: [f32; 2]) -> f32 {
    let large = smoothstep(3.0, 8.0, radius);
    if large <= 0.0 {
        return 1.0;
    }
    let rim = (0.14 * radius).clamp(1.0, 5.0);
    let distance = offset[0].hypot(offset[1]);
    let dark = 0.5 * smoothstep(radius - rim - 0.75, radius - rim + 0.75, distance);
    let light = -0.1 * (offset[0] + offset[1]) / radius;
    1.0 + large * (light - dark - mark(offset, radius, spoke))
}

/// The direction of the mark of a disc that can turn: one that is not pinned, and rubs or has turned all the same.
pub fn spoke(body: &Body) -> [f32; 2] {
    let rubs = body.surface & 0xFFFF != 0;
    if body.inverse_mass == 0.0 || !(rubs || body.angle != 0 || body.spin != 0) {
        return [0.0; 2];
    }
    let radians = body.angle as f32 * (std::f64::consts::TAU / 4_294_967_296.0) as f32;
    [radians.cos(), -radians.sin()]
}

/// A dark spoke that turns with the disc.
fn mark(offset: [f32; 2], radius: f32, spoke: [f32; 2]) -> f32 {
    if spoke == [0.0; 2] {
        return 0.0;
    }
    let along = offset[0] * spoke[0] + offset[1] * spoke[1];
    let across = (offset[0] * spoke[1] - offset[1] * spoke[0]).abs();
    let half = (0.1 * radius).max(0.75);
    0.4 * (half + 0.5 - across).clamp(0.0, 1.0) * (along + 0.5).clamp(0.0, 1.0)
}

/// What coverage is multiplied with where discs are below a pixel: the densest heap covers π/√12 of the
/// area, and how the gaps fall on the pixels would show as a pattern. Scaled, a dense heap covers all.
pub fn far_gain(largest_radius: f64) -> f32 {
    1.0 + 0.2 * (1.0 - smoothstep(0.75, 2.0, largest_radius as f32))
}

/// WGSL's function of that name.
pub fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_light_of_a_disc_is_its_area_at_every_size_and_place() {
        for radius in [0.05, 0.3, 0.7, 1.0, 1.5, 3.0, 10.0] {
            for place in [[16.0, 16.0], [15.5, 16.25], [16.37, 15.81]] {
                let mut light = vec![[0.0; 4]; 32 * 32];
                Disc { centre: place, radius, colour: [1.0; 3], spoke: [0.0; 2] }.add(&mut light, 32, 0);
                let sum: f32 = light.iter().map(|pixel| pixel[3]).sum();
                let area = std::f32::consts::PI * radius * radius;
                let tolerance = if radius <= SQUARE_BELOW { 1e-4 } else { 0.05 };
                assert!((sum / area - 1.0).abs() < tolerance, "radius {radius} at {place:?}: {sum} for {area}");
            }
        }
    }
}
