//! What is behind the discs: the world, its walls, and the dark around it. Twin of `shaders/draw_backdrop.wgsl`.

use super::palette::linear;
use super::view::View;
use crate::world::params::Params;
use crate::world::spec::Walls;

/// Around the world (sRGB).
pub const OUTSIDE: u32 = 0x0b_0d12;
/// Inside the world (sRGB).
pub const INSIDE: u32 = 0x14_1820;
/// A wall (sRGB).
pub const WALL: u32 = 0x6b_778c;
/// Width of a wall in pixels, outside of the world's edge.
pub const WALL_WIDTH: f32 = 2.0;

/// Linear RGB of a pixel: `light` (premultiplied, with coverage) over the backdrop.
pub fn composed(params: &Params, view: &View, pixel: [f32; 2], light: [f32; 4], gain: f32) -> [f32; 3] {
    let behind = backdrop(params, view, pixel);
    let alpha = (light[3] * gain).min(1.0);
    // Where discs overlap, their mean counts.
    let share = if light[3] > 0.0 { alpha / light[3] } else { 0.0 };
    [0, 1, 2].map(|c| behind[c] * (1.0 - alpha) + light[c] * share)
}

fn backdrop(params: &Params, view: &View, pixel: [f32; 2]) -> [f32; 3] {
    let [left, bottom] = view.pixel_of(*params.wall_min).map(|x| x as f32);
    let [right, top] = view.pixel_of(*params.wall_max).map(|x| x as f32);
    // How far the pixel lies outside of each side, in the order of the bits of `walls`.
    let out = [left - pixel[0], pixel[0] - right, pixel[1] - bottom, top - pixel[1]];
    let farthest = out.into_iter().fold(f32::MIN, f32::max);
    let mut colour = mixed(linear(INSIDE), linear(OUTSIDE), (farthest + 0.5).clamp(0.0, 1.0));
    for (side, &distance) in out.iter().enumerate() {
        let across = (distance + 0.5).clamp(0.0, 1.0) * (WALL_WIDTH + 0.5 - distance).clamp(0.0, 1.0);
        let others = out.iter().enumerate().filter(|&(other, _)| other != side).map(|(_, &d)| d).fold(f32::MIN, f32::max);
        let along = (WALL_WIDTH + 0.5 - others).clamp(0.0, 1.0);
        if params.walls & Walls::SIDES[side] != 0 {
            colour = mixed(colour, linear(WALL), across * along);
        }
    }
    [colour[0], colour[1], colour[2]]
}

fn mixed(a: [f32; 4], b: [f32; 4], part: f32) -> [f32; 4] {
    [0, 1, 2, 3].map(|c| a[c] + (b[c] - a[c]) * part)
}
