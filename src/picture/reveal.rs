//! Colours by id with which particles show an image where they lie in one state, and nothing in particular before: since a scene run
//! twice comes to the same bits, it can be run once for the places and once more for the eyes.

use image::imageops::{self, FilterType};
use image::{DynamicImage, RgbImage, RgbaImage};
use rayon::prelude::*;

use super::backdrop::INSIDE;
use super::palette::linear;
use crate::world::particle::Particle;

/// Of so many particles one may lie outside the rectangle that the image covers, on each side: those that still fly would stretch it.
const OUTSIDE: usize = 200;

/// The colour of each particle, by its id.
#[derive(Debug)]
pub struct Reveal {
    /// Substeps after which they show the image.
    pub substep: u32,
    /// Red, green, blue (sRGB) from the lowest byte on; the highest is 255, or 0 of particles without a colour.
    colours: Vec<u32>,
}

impl Reveal {
    /// The colours with which these particles show the image after so many substeps: over the rectangle that they fill (but for the
    /// outermost 200th on each side, which gets the colours of the edge), as large as covers it, what is too much cut off evenly at
    /// two sides. What is transparent shows the inside of the world. Particles that are not there (unborn, or removed) get no colour.
    pub fn new(particles: &[Particle], substep: u32, image: &RgbaImage) -> Self {
        let mut colours = vec![0; particles.len()];
        let seen = || particles.par_iter().filter(|particle| particle.in_grid());
        let count = seen().count();
        if count == 0 {
            return Self { substep, colours };
        }
        // Summed as whole numbers: the same in whatever order threads take.
        let radius = seen().map(|particle| i64::from(particle.radius())).sum::<i64>() as f64 / count as f64;
        let ends = [0, 1].map(|axis| {
            let mut places: Vec<i32> = seen().map(|particle| particle.position[axis]).collect();
            let mut end = |place: usize| f64::from(*places.select_nth_unstable(place).1);
            [end(count / OUTSIDE) - radius, end(count - 1 - count / OUTSIDE) + radius]
        });
        let (low, high) = (ends.map(|[low, _]| low), ends.map(|[_, high]| high));
        let size = [high[0] - low[0], high[1] - low[1]];
        // About as many pixels as there are particles, none smaller than these.
        let pitch = (size[0] * size[1] / count as f64).sqrt().max(2.0 * radius);
        let pixels = size.map(|length| (length / pitch).ceil().max(1.0) as u32);
        let image = DynamicImage::from(opaque(&cropped(image, size))).resize_exact(pixels[0], pixels[1], FilterType::Triangle).to_rgb8();
        let pixel = |particle: &Particle, axis: usize| {
            let share = (f64::from(particle.position[axis]) - low[axis]) / size[axis];
            // What lies lower becomes 0.
            ((share * f64::from(pixels[axis])) as u32).min(pixels[axis] - 1)
        };
        for particle in particles.iter().filter(|particle| particle.in_grid()) {
            let [r, g, b] = image.get_pixel(pixel(particle, 0), pixels[1] - 1 - pixel(particle, 1)).0;
            colours[particle.id as usize] = u32::from_le_bytes([r, g, b, 255]);
        }
        Self { substep, colours }
    }

    /// Linear RGB of a particle that has a colour.
    pub fn colour_of(&self, id: u32) -> Option<[f32; 4]> {
        let [r, g, b, has] = self.colours.get(id as usize)?.to_le_bytes();
        (has > 0).then(|| linear(u32::from_be_bytes([0, r, g, b])))
    }

    /// Whether none has a colour.
    pub fn is_empty(&self) -> bool {
        self.colours.iter().all(|&colour| colour == 0)
    }

    /// All of them as the shaders read them.
    pub fn colours(&self) -> &[u32] {
        &self.colours
    }
}

/// Each is equal to itself only: what is compared for every picture may have millions of colours.
impl PartialEq for Reveal {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Reveal {}

/// The largest part of the image with the form of a rectangle of this width and height, from its middle.
fn cropped(image: &RgbaImage, [width, height]: [f64; 2]) -> RgbaImage {
    let (columns, rows) = (f64::from(image.width()), f64::from(image.height()));
    let least = |length: f64, most: u32| (length.round() as u32).clamp(1, most.max(1));
    let (w, h) = (least(rows * width / height, image.width()), least(columns * height / width, image.height()));
    imageops::crop_imm(image, (image.width() - w) / 2, (image.height() - h) / 2, w, h).to_image()
}

/// The image on the colour of the inside of a world.
fn opaque(image: &RgbaImage) -> RgbImage {
    let [_, r, g, b] = INSIDE.to_be_bytes();
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let [red, green, blue, alpha] = image.get_pixel(x, y).0.map(f32::from);
        let over = |above: f32, below: u8| (f32::from(below) + (above - f32::from(below)) * alpha / 255.0).round() as u8;
        image::Rgb([over(red, r), over(green, g), over(blue, b)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Colour, render};
    use crate::world::World;
    use crate::world::spec::{ParticleSpec, WorldSpec};
    use image::Rgba;
    use std::sync::Arc;

    /// Left half red, right half blue, the upper quarter of the right half green, and its lower quarter transparent.
    fn flag() -> RgbaImage {
        RgbaImage::from_fn(400, 400, |x, y| match (x < 200, y) {
            (true, _) => Rgba([255, 0, 0, 255]),
            (false, ..100) => Rgba([0, 255, 0, 255]),
            (false, 300..) => Rgba([255, 255, 255, 0]),
            _ => Rgba([0, 0, 255, 255]),
        })
    }

    /// A square of 40 × 40 discs in a far larger world, ids from the lowest row up.
    fn square() -> World {
        let particles = (0..1600).map(|k| ParticleSpec::at([20.5 + f64::from(k % 40), 10.5 + f64::from(k / 40)], 0.5)).collect();
        World::new(&WorldSpec { size: [100.0, 100.0], particles, ..WorldSpec::default() }).unwrap()
    }

    #[test]
    fn discs_show_the_image_over_the_rectangle_that_they_fill() {
        let reveal = Reveal::new(&square().start.particles, 0, &flag());
        let at = |column: u32, row: u32| reveal.colour_of(40 * row + column).unwrap();
        for (place, colour) in [((3, 3), 0xff_0000), ((17, 37), 0xff_0000), ((30, 20), 0x00_00ff), ((30, 36), 0x00_ff00), ((30, 4), INSIDE)]
        {
            let (seen, wanted) = (at(place.0, place.1), linear(colour));
            assert!((0..3).all(|c| (seen[c] - wanted[c]).abs() < 0.01), "{place:?}: {seen:?} and not {wanted:?}");
        }
        assert_eq!(reveal.colour_of(1600), None);
    }

    #[test]
    fn an_image_of_another_form_covers_the_rectangle_and_is_cut_evenly() {
        // Three times as wide: only its middle third is seen.
        let wide =
            RgbaImage::from_fn(600, 200, |x, _| if (200..400).contains(&x) { Rgba([0, 255, 0, 255]) } else { Rgba([255, 0, 0, 255]) });
        let reveal = Reveal::new(&square().start.particles, 0, &wide);
        let green = (0..1600).filter(|&id| reveal.colour_of(id).is_some_and(|[r, g, ..]| g > 0.9 && r < 0.1)).count();
        assert!(green >= 38 * 40, "{green} of 1600");
    }

    #[test]
    fn an_image_a_pixel_high_is_no_trouble() {
        let line = RgbaImage::from_pixel(15_000, 1, Rgba([0, 255, 0, 255]));
        let reveal = Reveal::new(&square().start.particles, 0, &line);
        assert!((0..1600).all(|id| reveal.colour_of(id) == Some([0.0, 1.0, 0.0, 1.0])));
    }

    #[test]
    fn a_few_that_still_fly_do_not_stretch_the_rectangle() {
        let mut particles = square().start.particles.clone();
        let still = Reveal::new(&particles, 0, &flag());
        for id in [3, 800] {
            particles[id].position = particles[id].position.map(|x| 20 * x);
        }
        let flying = Reveal::new(&particles, 0, &flag());
        let differ = still.colours().iter().zip(flying.colours()).filter(|(a, b)| a != b).count();
        assert!(differ < 5, "{differ} of 1600 have another colour");
    }

    #[test]
    fn particles_that_are_not_there_have_no_colour_and_an_empty_world_is_no_trouble() {
        use crate::world::particle::Phase;
        let mut particles = square().start.particles.clone();
        particles[7] = particles[7].with_phase(Phase::Removed);
        let reveal = Reveal::new(&particles, 0, &flag());
        assert_eq!((reveal.colour_of(7), reveal.colour_of(8).is_some()), (None, true));
        particles.iter_mut().for_each(|particle| *particle = particle.with_phase(Phase::Unborn));
        assert!(Reveal::new(&particles, 0, &flag()).is_empty());
    }

    #[test]
    fn a_picture_of_the_state_looks_like_the_image() {
        let world = square();
        let reveal = Arc::new(Reveal::new(&world.start.particles, 0, &flag()));
        let image = render(&world, &world.start, 0, [400, 400], &Colour::Reveal(reveal).into());
        // Four pixels a unit, y down.
        let strongest = |x: u32, y: u32| {
            let [r, g, b, _] = image.get_pixel(4 * x + 2, 400 - 4 * y - 2).0;
            [r, g, b].iter().position(|&c| c == r.max(g).max(b))
        };
        assert_eq!([strongest(25, 15), strongest(25, 45), strongest(50, 30), strongest(50, 47)], [Some(0), Some(0), Some(2), Some(1)]);
    }
}
