//! Colours of particles: what is shown, and the table that both the shaders and the CPU look it up in.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rayon::prelude::*;

use super::Show;
use super::forces::{DARKENED, ForceLines, can_be_seen, usual_full_impulse};
use super::reveal::Reveal;
use crate::world::World;
use crate::world::particle::{Displacement, Particle, Phase};

/// What the colour of a particle tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Speed: blue at rest, white when fast.
    #[default]
    Speed,
    /// Place in the order of ids, once around the hues: shows what mixes.
    Id,
    /// Number of particles touched in the last substep.
    Contacts,
    /// Radius, between the smallest and the largest of the scene.
    Radius,
    /// The part of an image that the particle shows in one state.
    Reveal(Arc<Reveal>),
}

impl Colour {
    /// Those that any world has, in the order in which a key cycles through them.
    pub const ALL: [Self; 4] = [Self::Speed, Self::Id, Self::Contacts, Self::Radius];

    /// The number by which shaders know it.
    pub fn number(&self) -> u32 {
        match self {
            Self::Speed => 0,
            Self::Id => 1,
            Self::Contacts => 2,
            Self::Radius => 3,
            Self::Reveal(_) => 4,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Speed => "speed",
            Self::Id => "id",
            Self::Contacts => "contacts",
            Self::Radius => "radius",
            Self::Reveal(_) => "image",
        })
    }
}

/// A word that names no [`Colour`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no colour is called \"{0}\": allowed are speed, id, contacts, radius")]
pub struct ParseColourError(String);

impl FromStr for Colour {
    type Err = ParseColourError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|colour| colour.to_string() == text.to_lowercase()).ok_or_else(|| ParseColourError(text.into()))
    }
}

/// Entries of the table.
pub const LENGTH: usize = 256;

/// Pinned particles have this colour in every mode but in an image, and there those that have none of it (sRGB).
const PINNED: u32 = 0x8a_919e;

/// Slow to fast (sRGB): darkest where most discs of a heap are, and still clear of the background.
const SPEED: [u32; 6] = [0x35_528f, 0x2f_7fb8, 0x35_b3a6, 0x8f_d55c, 0xf3_e05a, 0xff_f9e3];
/// None to six or more neighbours (sRGB).
const CONTACTS: [u32; 5] = [0x52_6386, 0x3f_7ab0, 0x45_b48c, 0xd9_c04a, 0xf0_7a4a];
/// Small to large (sRGB).
const RADIUS: [u32; 4] = [0x6a_4bb5, 0xc9_4f8a, 0xf5_8f5b, 0xfb_e69a];

/// How a particle gets its colour in one mode of one world.
#[derive(Clone, Debug)]
pub struct Palette {
    /// What is shown.
    pub colour: Colour,
    /// Linear RGB from the least to the greatest value.
    pub table: [[f32; 4]; LENGTH],
    /// Linear RGB of pinned particles.
    pub pinned: [f32; 4],
    /// What is taken from the value: the smallest radius, else 0.
    pub offset: f32,
    /// What it is multiplied with, so that it goes from 0 to 1.
    pub scale: f32,
    /// The speed with the brightest colour, where it was asked for, in units of the scene a second.
    asked_fastest: Option<f64>,
    /// The largest radius that there may be, in steps.
    pub largest_radius: f64,
    /// Lines of what contacts carry, if they are asked for.
    pub forces: Option<ForceLines>,
    /// What a contact carries whose line is widest, in displacement units; none where there are no lines.
    pub full_impulse: Option<f32>,
}

impl Palette {
    /// The palette of a world.
    pub fn new(world: &World, show: &Show) -> Self {
        let Show { colour, forces, fastest } = show.clone();
        let [smallest, largest] = radii(world);
        let (offset, scale) = match &colour {
            Colour::Speed => (0.0, 1.0 / fastest.map_or_else(|| greatest_usual_speed(world), |speed| in_displacements(world, speed))),
            // Where the world begins without any they begin again after some.
            Colour::Id => (0.0, 1.0 / if world.particle_count() == 0 { 256.0 } else { world.particle_count() as f64 }),
            Colour::Contacts => (0.0, 1.0 / 6.0),
            Colour::Reveal(_) => (0.0, 0.0),
            Colour::Radius => (smallest, if largest > smallest { 1.0 / (largest - smallest) } else { 0.0 }),
        };
        let table = match &colour {
            Colour::Speed => gradient(&SPEED),
            Colour::Id => hues(),
            Colour::Contacts => gradient(&CONTACTS),
            Colour::Radius => gradient(&RADIUS),
            Colour::Reveal(_) => [linear(PINNED); LENGTH],
        };
        let full_impulse = forces.filter(|_| can_be_seen(world.solver, &colour).is_ok()).map(|lines| match lines.full {
            Some(force) => (force / world.force_unit()).clamp(1e-30, 1e30) as f32,
            None => usual_full_impulse(world, largest),
        });
        let brightness = brightness(full_impulse);
        let shown = |[r, g, b, a]: [f32; 4]| [r * brightness, g * brightness, b * brightness, a];
        Self {
            colour,
            asked_fastest: fastest,
            table: table.map(shown),
            pinned: shown(linear(PINNED)),
            offset: offset as f32,
            scale: scale as f32,
            largest_radius: largest,
            forces,
            full_impulse,
        }
    }

    /// Whether this is the palette of what is to be shown.
    pub fn shows(&self, show: &Show) -> bool {
        self.colour == show.colour && self.forces == show.forces && self.asked_fastest == show.fastest
    }

    /// The speed with the brightest colour, where colours tell of speeds: units of the scene a second.
    pub fn fastest(&self, world: &World) -> f64 {
        1.0 / f64::from(self.scale) / in_displacements(world, 1.0)
    }

    /// Whether there are lines of what contacts carry.
    pub fn shows_forces(&self) -> bool {
        self.full_impulse.is_some()
    }

    /// How bright discs and links are: darker where there are lines.
    pub fn brightness(&self) -> f32 {
        brightness(self.full_impulse)
    }

    /// Whether each particle has a colour of its own.
    pub fn shows_image(&self) -> bool {
        matches!(self.colour, Colour::Reveal(_))
    }

    /// Linear RGB of a particle. Twin of `disc_colour` in `draw_discs.wgsl`.
    pub fn colour_of(&self, particle: &Particle, displacement: Displacement) -> [f32; 3] {
        let [r, g, b, _] = match &self.colour {
            Colour::Reveal(reveal) => reveal.colour_of(particle.id).unwrap_or(self.pinned),
            _ if particle.phase() == Phase::Pinned => self.pinned,
            // The root gives slow motion, which is most of it, more of the table.
            Colour::Speed => self.lookup(((displacement[0] as f32).hypot(displacement[1] as f32) * self.scale).sqrt()),
            Colour::Id => self.lookup((particle.id as f32 * self.scale).fract()),
            Colour::Contacts => self.lookup(particle.touching() as f32 * self.scale),
            Colour::Radius => self.lookup((particle.radius() as f32 - self.offset) * self.scale),
        };
        [r, g, b]
    }

    fn lookup(&self, value: f32) -> [f32; 4] {
        let place = value.clamp(0.0, 1.0) * (LENGTH - 1) as f32;
        let index = (place as usize).min(LENGTH - 2);
        let part = place - index as f32;
        [0, 1, 2, 3].map(|c| self.table[index][c] + (self.table[index + 1][c] - self.table[index][c]) * part)
    }
}

/// A speed in units of the scene a second, in displacement units a substep.
fn in_displacements(world: &World, speed: f64) -> f64 {
    (speed * world.frame.fine_per_unit() / world.clock.substeps_per_second).clamp(1e-30, 1e30)
}

fn brightness(full_impulse: Option<f32>) -> f32 {
    if full_impulse.is_some() { DARKENED } else { 1.0 }
}

/// Smallest radius at the start, and the largest that there may be, in steps.
fn radii(world: &World) -> [f64; 2] {
    let smallest = world.start.particles.par_iter().map(|particle| particle.radius()).min().unwrap_or(1);
    [f64::from(smallest), f64::from(world.params.largest_radius())]
}

/// The speed at the bright end of the table, in displacement units per substep: a fall through a quarter of
/// the world's height, or twice the root mean square of the speeds at the start where that is more.
pub(super) fn greatest_usual_speed(world: &World) -> f64 {
    let gravity = world.clock.mean_gravity();
    let height = f64::from(world.params.wall_max[1] - world.params.wall_min[1]) * f64::from(1u32 << crate::world::fixed::FRACTION_BITS);
    let fall = (0.5 * gravity[0].hypot(gravity[1]) * height).sqrt();
    let squares: f64 = world.start.displacements.par_iter().map(|d| f64::from(d[0]).powi(2) + f64::from(d[1]).powi(2)).sum();
    let start = (squares / world.particle_count().max(1) as f64).sqrt();
    fall.max(2.0 * start).max(1.0)
}

/// A table through colours at equal distances, mixed in OKLab so that brightness rises evenly.
fn gradient(stops: &[u32]) -> [[f32; 4]; LENGTH] {
    let stops: Vec<_> = stops.iter().map(|&stop| oklab(linear(stop))).collect();
    std::array::from_fn(|entry| {
        let place = entry as f32 / (LENGTH - 1) as f32 * (stops.len() - 1) as f32;
        let index = (place as usize).min(stops.len() - 2);
        let part = place - index as f32;
        from_oklab([0, 1, 2].map(|c| stops[index][c] + (stops[index + 1][c] - stops[index][c]) * part))
    })
}

/// Once around the hues, all equally bright.
fn hues() -> [[f32; 4]; LENGTH] {
    std::array::from_fn(|entry| {
        let hue = entry as f32 / (LENGTH - 1) as f32 * std::f32::consts::TAU;
        from_oklab([0.72, 0.125 * hue.cos(), 0.125 * hue.sin()])
    })
}

/// An sRGB colour as linear RGB with alpha 1.
pub fn linear(srgb: u32) -> [f32; 4] {
    let channel = |shift: u32| {
        let c = ((srgb >> shift) & 255) as f32 / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    [channel(16), channel(8), channel(0), 1.0]
}

/// Linear RGB as sRGB values from 0 to 1.
pub fn encoded(rgb: [f32; 3]) -> [f32; 3] {
    rgb.map(|c| if c <= 0.003_130_8 { c.max(0.0) * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 })
}

/// Linear RGB to OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020).
fn oklab([r, g, b, _]: [f32; 4]) -> [f32; 3] {
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

/// OKLab to linear RGB, held inside what a screen shows.
fn from_oklab([l, a, b]: [f32; 3]) -> [f32; 4] {
    let cube = |x: f32| x * x * x;
    let (l, m, s) = (
        cube(l + 0.396_337_78 * a + 0.215_803_76 * b),
        cube(l - 0.105_561_346 * a - 0.063_854_17 * b),
        cube(l - 0.089_484_18 * a - 1.291_485_5 * b),
    );
    let rgb = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
    .map(|c| c.clamp(0.0, 1.0));
    [rgb[0], rgb[1], rgb[2], 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_found_by_its_name_and_others_are_refused() {
        for colour in Colour::ALL {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        assert!("heat".parse::<Colour>().unwrap_err().to_string().contains("speed, id, contacts, radius"));
    }

    #[test]
    fn speed_gets_brighter_all_along_and_oklab_goes_there_and_back() {
        let brightness = |c: &[f32; 4]| 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
        assert!(gradient(&SPEED).windows(2).all(|pair| brightness(&pair[1]) >= brightness(&pair[0])));
        let colour = linear(0x8f_d55c);
        let back = from_oklab(oklab(colour));
        assert!((0..3).all(|c| (back[c] - colour[c]).abs() < 1e-3), "{colour:?} {back:?}");
        assert!((0..3).all(|c| (encoded([colour[0], colour[1], colour[2]])[c] - [0x8f, 0xd5, 0x5c][c] as f32 / 255.0).abs() < 1e-4));
    }
}
