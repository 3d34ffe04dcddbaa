//! All discs of a state as light, drawn by all threads: bands of rows of the picture, each by one thread.

use std::ops::RangeInclusive;

use rayon::prelude::*;

use super::disc::{self, Disc};
use super::palette::Palette;
use super::view::View;
use crate::world::body::Body;
use crate::world::particle::{Displacement, Particle};

/// Rows of pixels that one task draws.
pub const BAND: u32 = 32;

/// The bands that something from one row of pixels to another touches, of so many; `None` where it touches none.
pub fn bands_of([first, last]: [f32; 2], bands: usize) -> Option<RangeInclusive<usize>> {
    if last < 0.0 || first >= bands as f32 * BAND as f32 {
        return None;
    }
    let band = |row: f32| row.max(0.0) as usize / BAND as usize;
    Some(band(first)..=band(last).min(bands - 1))
}

/// Particles that one task sorts into bands.
const RUN: usize = 1 << 14;

/// The discs that a picture shows, by runs of particles and the bands that they touch.
pub struct Discs {
    runs: Vec<Vec<Vec<Disc>>>,
}

impl Discs {
    /// Of particles, their displacements and, where they have any, their bodies, on a picture of `size` pixels.
    pub fn new(
        particles: &[Particle],
        displacements: &[Displacement],
        bodies: &[Body],
        view: &View,
        palette: &Palette,
        size: [u32; 2],
    ) -> Self {
        let bands = size[1].div_ceil(BAND) as usize;
        let runs = particles.par_chunks(RUN).zip(displacements.par_chunks(RUN)).enumerate().map(|(run, (particles, displacements))| {
            let mut lists = vec![Vec::new(); bands];
            for (k, (particle, &displacement)) in particles.iter().zip(displacements).enumerate() {
                if !particle.in_grid() {
                    continue;
                }
                let shape = Disc {
                    centre: view.pixel_of(particle.position).map(|x| x as f32),
                    radius: (f64::from(particle.radius()) * view.scale) as f32,
                    colour: [0.0; 3],
                    spoke: bodies.get(run * RUN + k).map_or([0.0; 2], disc::spoke),
                };
                let [columns, rows] = shape.extent();
                let Some(touched) = bands_of(rows, bands).filter(|_| columns[1] >= 0.0 && columns[0] < size[0] as f32) else { continue };
                let disc = Disc { colour: palette.colour_of(particle, displacement), ..shape };
                lists[touched].iter_mut().for_each(|list| list.push(disc));
            }
            lists
        });
        Self { runs: runs.collect() }
    }

    /// Adds those that touch a band to its light.
    pub fn add(&self, band: usize, light: &mut [[f32; 4]], width: u32) {
        let first_row = band as u32 * BAND;
        self.runs.iter().flat_map(|run| &run[band]).for_each(|disc| disc.add(light, width, first_row));
    }
}

/// The light of all discs that a picture shows: premultiplied linear RGB and coverage, row after row.
pub fn light(discs: &Discs, size: [u32; 2]) -> Vec<[f32; 4]> {
    let mut light = vec![[0.0; 4]; size[0] as usize * size[1] as usize];
    let bands = light.par_chunks_mut(size[0] as usize * BAND as usize);
    bands.enumerate().for_each(|(band, light)| discs.add(band, light, size[0]));
    light
}
