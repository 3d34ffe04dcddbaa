//! Pixels, in which the picture of the world is, and points, in which egui has the mouse and what is painted over that picture. Both are
//! counted from the upper left corner of the window.

use egui::{Context, Pos2};

/// The place of a point in pixels.
pub fn pixel(ctx: &Context, at: Pos2) -> [f64; 2] {
    [at.x, at.y].map(|x| f64::from(x) * f64::from(ctx.pixels_per_point()))
}

/// The place of a pixel in points.
pub fn point(ctx: &Context, pixel: [f64; 2]) -> Pos2 {
    let [x, y] = pixel.map(|x| points(ctx, x));
    Pos2::new(x, y)
}

/// So many pixels in points.
pub fn points(ctx: &Context, pixels: f64) -> f32 {
    (pixels / f64::from(ctx.pixels_per_point())) as f32
}
