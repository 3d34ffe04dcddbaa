//! What the colours of a picture mean, in words and numbers of the scene.

use super::palette::{Colour, Palette};
use crate::thousands::grouped;
use crate::world::World;

/// What the low end, the middle and the high end of the palette mean, in scene units; empty where it needs no saying.
pub fn values(palette: &Palette, world: &World) -> [String; 3] {
    let ends = |low: &str, high: &str| [low.into(), String::new(), high.into()];
    match &palette.colour {
        Colour::Speed => {
            let fastest = palette.fastest(world);
            // The table is looked up by the root of the speed.
            ["0".into(), short(fastest / 4.0), format!("{} units/s", short(fastest))]
        }
        Colour::Id => ends("first", "last"),
        Colour::Contacts => ends("0", "6 or more"),
        Colour::Reveal(_) => ends("", ""),
        Colour::Radius => {
            let [small, large] = [f64::from(palette.offset), palette.largest_radius].map(|r| r / world.frame.steps_per_unit());
            ends(&short(small), &format!("{} units", short(large)))
        }
    }
}

/// The same in one line; none of an image, which says itself what it means.
pub fn in_words(palette: &Palette, world: &World) -> Option<String> {
    let [low, middle, high] = values(palette, world);
    let middle = if middle.is_empty() { middle } else { format!(", {middle} in the middle") };
    (!high.is_empty()).then(|| format!("{} from {low} to {high}{middle}", palette.colour))
}

/// Three or four digits of a number; of a large one all, up to a million.
pub fn short(number: f64) -> String {
    match number.abs() {
        0.0 => "0".into(),
        size if !(0.001..1e6).contains(&size) => format!("{number:.2e}"),
        size if size < 0.1 => format!("{number:.4}"),
        size if size < 10.0 => format!("{number:.3}"),
        size if size < 1000.0 => format!("{number:.1}"),
        size => format!("{}{}", if number < 0.0 { "-" } else { "" }, grouped(size.round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::particle::Displacement;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn a_disc_as_fast_as_the_middle_of_the_palette_says_has_its_colour() {
        let particles = vec![ParticleSpec::at([50.0, 50.0], 0.5)];
        let world = World::new(&WorldSpec { gravity: [0.0, -10.0], particles, ..WorldSpec::default() }).unwrap();
        let palette = Palette::new(&world, &Colour::Speed.into());
        let [low, middle, high] = values(&palette, &world);
        let fastest: f64 = high.strip_suffix(" units/s").unwrap().parse().unwrap();
        for (speed, place) in [(low.parse().unwrap(), 0), (middle.parse::<f64>().unwrap(), 127), (fastest, 255)] {
            let fine = speed * world.frame.fine_per_unit() / world.clock.substeps_per_second;
            let displacement: Displacement = [0, -fine as i32];
            let colour = palette.colour_of(&world.start.particles[0], displacement);
            let near = |entry: usize| (0..3).all(|c| (palette.table[entry][c] - colour[c]).abs() < 0.02);
            assert!(near(place), "{speed}: {colour:?} and not {:?}", palette.table[place]);
        }
    }

    #[test]
    fn large_numbers_have_commas_up_to_where_they_have_an_exponent() {
        for (number, text) in [(7.4e7, "7.40e7"), (-123_456.7, "-123,457"), (1000.0, "1,000"), (-999.96, "-1000.0"), (0.25, "0.250")] {
            assert_eq!(short(number), text);
        }
    }
}
