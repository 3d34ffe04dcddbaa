//! Light of discs of a pixel or so, and of lines between them, drawn by the processor where it would draw anyway: software adapters take
//! far longer for the triangles of a million discs than the few pixels of each are worth.

use half::f16;
use half::slice::HalfFloatSliceExt;
use rayon::prelude::*;

use crate::cpu::CpuSolver;
use crate::gpu::Context;
use crate::picture::disc::ROUND_FROM;
use crate::picture::discs::{self, BAND, Discs};
use crate::picture::line::Line;
use crate::picture::palette::Palette;
use crate::picture::view::View;
use crate::picture::{by_band, forces};

/// Premultiplied linear RGB and coverage of each pixel, in the format of the canvas.
pub type Light = Vec<[f16; 4]>;

/// Discs that are drawn already, and from where they are seen.
pub struct Lit {
    pub view: View,
    /// Of the picture, in pixels.
    pub size: [u32; 2],
    pub light: Light,
}

/// Whether that pays: the adapter is software, and the largest disc small.
pub fn pays(context: &Context, view: &View, palette: &Palette) -> bool {
    !context.info.is_hardware() && palette.largest_radius * view.scale < f64::from(ROUND_FROM)
}

/// The light of all discs, and of what their contacts carry where that is shown: below obstacles and links, which are drawn over the light
/// (elsewhere these lines are over them; of discs of a pixel that can hardly be seen).
pub fn light(solver: &CpuSolver, view: &View, palette: &Palette, size: [u32; 2]) -> Light {
    let b = &solver.buffers;
    let mut light = discs::light(&Discs::new(&b.particles, &b.displacements, &b.bodies, view, palette, size), size);
    if let Some(full) = palette.full_impulse {
        draw_lines(&forces::lines(&b.particles, b.loaded_contacts(), view, full), &mut light, size);
    }
    let mut halves = vec![[f16::ZERO; 4]; light.len()];
    let rows = halves.par_chunks_mut(size[0] as usize).zip(light.par_chunks(size[0] as usize));
    rows.for_each(|(halves, light)| halves.as_flattened_mut().convert_from_f32_slice(light.as_flattened()));
    halves
}

/// Draws lines over light, rows of pixels of a picture.
fn draw_lines(lines: &[Line], light: &mut [[f32; 4]], size: [u32; 2]) {
    let by_band = by_band(size[1].div_ceil(BAND) as usize, lines.iter().map(Line::rows));
    light.par_chunks_mut(size[0] as usize * BAND as usize).zip(by_band).enumerate().for_each(|(band, (light, numbers))| {
        numbers.into_iter().for_each(|number| lines[number as usize].draw(light, size[0], band as u32 * BAND));
    });
}
