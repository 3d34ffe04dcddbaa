//! A picture of a state without a GPU or a window: what the window shows, drawn on the CPU.
//!
//! The window draws with `shaders/draw_*.wgsl`; [`disc`], [`obstacle`], [`mod@line`], [`forces`] and [`backdrop`] are the same formulas
//! in Rust, and [`palette`], [`mod@reveal`], [`pieces`] and [`view`] feed both; a [`mod@region`] is drawn here only. Light is added in
//! linear RGB: a disc gives each pixel the share of the pixel that it covers, so that a million discs below a pixel look like one even
//! heap.

pub mod backdrop;
pub mod disc;
pub mod discs;
pub mod film;
pub mod forces;
pub mod line;
pub mod obstacle;
pub mod palette;
pub mod pieces;
pub mod png;
pub mod region;
pub mod reveal;
pub mod scale;
pub mod view;

use image::RgbaImage;
use rayon::prelude::*;

pub use forces::ForceLines;
pub use palette::{Colour, ParseColourError};
pub use region::{Region, RegionError};
pub use reveal::Reveal;

use crate::world::World;
use crate::world::state::State;
use discs::{BAND, Discs, bands_of};
use line::Line;
use obstacle::Shape;
use palette::Palette;
use view::View;

/// What a picture shows of a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Show {
    /// What the colours of discs tell.
    pub colour: Colour,
    /// What contacts carry, as lines over darkened discs, if it is to be seen; not over an image, and nothing with the plain solver.
    pub forces: Option<ForceLines>,
    /// The speed with the brightest colour, in units of the scene a second; what is usual in the world if none.
    pub fastest: Option<f64>,
}

impl From<Colour> for Show {
    fn from(colour: Colour) -> Self {
        Self { colour, ..Self::default() }
    }
}

/// Draws a state of a world, the whole world fitted into `size` pixels (width, height; at least 1 each), with its obstacles
/// where they are after `substep` substeps ([`Simulation::substep_count`](crate::Simulation::substep_count)).
///
/// A state whose particles are in the order of their ids (as [`Simulation::state`](crate::Simulation::state)
/// gives it) always gives the same picture; in another order the last bit of a pixel may differ.
pub fn render(world: &World, state: &State, substep: u32, size: [u32; 2], show: &Show) -> RgbaImage {
    let size = size.map(|length| length.max(1));
    let view = View::fit(&world.params, size.map(f64::from), [0.0, 0.0, f64::from(size[0]), f64::from(size[1])]);
    draw(world, state, substep, &view, size, show)
}

/// Draws what a view shows, of pixels as in [`render`].
pub fn draw(world: &World, state: &State, substep: u32, view: &View, size: [u32; 2], show: &Show) -> RgbaImage {
    let size = size.map(|length| length.max(1));
    let palette = Palette::new(world, show);
    let discs = Discs::new(&state.particles, &state.displacements, &state.bodies, view, &palette, size);
    let shapes = shapes(world, substep, view);
    // Links would hide an image.
    let mut lines = if palette.shows_image() { Vec::new() } else { links(state, view, palette.brightness()) };
    if let Some(full) = palette.full_impulse {
        let loaded = state.loaded_contacts().map(|(owner, row, _)| (owner, row));
        lines.extend(forces::lines(&state.particles, loaded, view, full));
    }
    let gain = disc::far_gain(palette.largest_radius * view.scale);
    let mut image = RgbaImage::new(size[0], size[1]);
    let bands = size[1].div_ceil(BAND) as usize;
    let shapes_by_band = by_band(bands, shapes.iter().map(Shape::rows));
    let lines_by_band = by_band(bands, lines.iter().map(Line::rows));
    let row_bytes = 4 * size[0] as usize;
    image.par_chunks_mut(row_bytes * BAND as usize).enumerate().for_each(|(band, pixels)| {
        let first_row = band as u32 * BAND;
        let mut light = vec![[0.0f32; 4]; pixels.len() / 4];
        discs.add(band, &mut light, size[0]);
        for &index in &shapes_by_band[band] {
            shapes[index as usize].draw(&mut light, size[0], first_row);
        }
        for &index in &lines_by_band[band] {
            lines[index as usize].draw(&mut light, size[0], first_row);
        }
        let place = |index: u32| [(index % size[0]) as f32 + 0.5, (first_row + index / size[0]) as f32 + 0.5];
        for ((index, &light), pixel) in (0..).zip(&light).zip(pixels.chunks_exact_mut(4)) {
            let colour = palette::encoded(backdrop::composed(&world.params, view, place(index), light, gain));
            pixel.copy_from_slice(&[byte(colour[0]), byte(colour[1]), byte(colour[2]), 255]);
        }
    });
    image
}

fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

fn shapes(world: &World, substep: u32, view: &View) -> Vec<Shape> {
    let poses = pieces::poses(&world.obstacles, substep);
    let cell = f64::from(1u32 << world.params.cell_bits);
    let pieces = pieces::of_obstacles(&world.obstacles, &world.frame);
    pieces.iter().map(|piece| Shape::new(piece, &poses, view, cell)).collect()
}

fn links(state: &State, view: &View, brightness: f32) -> Vec<Line> {
    if state.links.is_empty() {
        return Vec::new();
    }
    let mut slots = vec![0u32; state.particles.len()];
    for (slot, particle) in (0..).zip(&state.particles) {
        slots[particle.id as usize] = slot;
    }
    let links = state.links.once();
    links
        .filter_map(|(id, row)| {
            let link = state.links.rows[row as usize];
            let ends = [id, link.partner].map(|id| state.particles[slots[id as usize] as usize]);
            ends.iter().all(|end| end.in_grid()).then(|| Line::of_link(view, ends, &link, brightness))
        })
        .collect()
}

/// Which things touch which band: `rows` are the first and last row of pixels of each.
pub(crate) fn by_band(bands: usize, rows: impl Iterator<Item = [f32; 2]>) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); bands];
    for (index, rows) in (0u32..).zip(rows) {
        let Some(touched) = bands_of(rows, bands) else { continue };
        lists[touched].iter_mut().for_each(|list| list.push(index));
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    fn lattice(count: usize, spacing: f64) -> World {
        let particles = (0..count * count)
            .map(|i| ParticleSpec::at([(i % count) as f64 * spacing + 1.0, (i / count) as f64 * spacing + 1.0], 0.5))
            .collect();
        let length = count as f64 * spacing + 2.0;
        World::new(&WorldSpec { size: [length, length], particles, ..WorldSpec::default() }).unwrap()
    }

    #[test]
    fn a_dense_heap_below_a_pixel_a_disc_is_evenly_shaded() {
        let world = lattice(400, 1.0);
        let image = render(&world, &world.start, 0, [200, 200], &Colour::Radius.into());
        let inside: Vec<_> = (60..140).flat_map(|y| (60..140).map(move |x| (x, y))).map(|(x, y)| image.get_pixel(x, y).0[1]).collect();
        let (least, most) = (inside.iter().min().unwrap(), inside.iter().max().unwrap());
        assert!(*least > 60, "the heap is there: {least}");
        assert!(most - least <= 6, "noise from {least} to {most}");
    }

    #[test]
    fn links_are_not_drawn_over_an_image() {
        let cloth = crate::scene::Scene::find("cloth").unwrap();
        let overrides = crate::scene::Overrides { particles: Some(300), ..Default::default() };
        let world = cloth.build(&overrides).unwrap();
        let bare = State { links: Default::default(), ..State::clone(&world.start) };
        let white = RgbaImage::from_pixel(4, 4, image::Rgba([255; 4]));
        let reveal = Colour::Reveal(std::sync::Arc::new(Reveal::new(&world.start.particles, 0, &white)));
        for (colour, alike) in [(Colour::Speed, false), (reveal, true)] {
            let [linked, bare] = [&world.start, &bare].map(|state| render(&world, state, 0, [300, 300], &colour.clone().into()));
            assert_eq!(linked == bare, alike, "{colour}");
        }
    }

    #[test]
    fn a_large_disc_is_round_and_where_it_is_placed() {
        let spec = WorldSpec { size: [10.0, 10.0], particles: vec![ParticleSpec::at([2.5, 7.5], 2.0)], ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let view = View::fit(&world.params, [200.0; 2], [0.0, 0.0, 200.0, 200.0]);
        let [x, y] = view.pixel_of(world.frame.position_to_steps([2.5, 7.5])).map(|x| x as u32);
        let radius = (2.0 * world.frame.steps_per_unit() * view.scale) as u32;
        let image = render(&world, &world.start, 0, [200, 200], &Colour::Id.into());
        let lit = |x: u32, y: u32| image.get_pixel(x, y).0[..3].iter().any(|&c| c > 60);
        assert!(x < 100 && y < 100, "upper left");
        assert!(lit(x, y) && lit(x + radius - 2, y) && lit(x, y + radius - 2));
        assert!(!lit(x + radius + 2, y) && !lit(x + radius * 8 / 10, y + radius * 8 / 10));
    }
}
