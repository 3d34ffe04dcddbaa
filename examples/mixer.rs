//! How fast does a blade mix a bed of discs? A study with the library: a box, half filled, in which a blade turns; for some speeds of the
//! blade, how far the discs of the left half and those of the right are still apart, second by second.
//!
//! `cargo run --release --example mixer -- [DISCS]`
//!
//! What is printed is the intensity of segregation (Danckwerts 1952): of the share that discs from the left have in a square of four
//! diameters, the variance over all discs. About 1 before the start, and a little more than 1/16 when all is mixed, as some sixteen discs
//! drawn at random have it.

use std::collections::BTreeMap;

use jostle::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};
use jostle::world::{World, WorldError};
use jostle::{Backend, Simulation};

/// Turns of the blade in a second.
const SPEEDS: [f64; 4] = [0.1, 0.25, 0.5, 1.0];
const SECONDS: u32 = 8;
/// Edge of the squares, in diameters.
const SQUARE: f64 = 4.0;

/// A box for so many discs, of a diameter of 1, with a blade as wide as it, but for three diameters on either side.
fn mixer(discs: u32, turns_per_second: f64) -> Result<World, WorldError> {
    let side = (2.0 * f64::from(discs)).sqrt().ceil();
    let columns = side as u32 - 1;
    let place = |k: u32| {
        let (column, row) = (f64::from(k % columns), f64::from(k / columns));
        // Every second row a little further, so that columns do not stand on each other.
        [0.6 + column + 0.3 * (row % 2.0), 0.6 + row]
    };
    let centre = [side / 2.0, side / 2.0];
    let blade = ObstacleSpec::moving(
        ObstacleShape::Box { centre, size: [side - 6.0, 1.0], angle: 0.0 },
        Rail { pivot: centre, turn_rate: turns_per_second * std::f64::consts::TAU, ..Rail::default() },
    );
    let within_blade = |[_, y]: [f64; 2]| (y - centre[1]).abs() < 1.2;
    World::new(&WorldSpec {
        size: [side, side + 4.0],
        friction: 0.3,
        particles: (0..)
            .map(place)
            .filter(|&place| !within_blade(place))
            .take(discs as usize)
            .map(|at| ParticleSpec::at(at, 0.5))
            .collect(),
        obstacles: vec![blade],
        ..WorldSpec::default()
    })
}

/// The intensity of segregation of discs at some places, of which some are from the left.
fn segregation(places: &[[f64; 2]], from_left: &[bool]) -> f64 {
    let square = |place: &[f64; 2]| place.map(|coordinate| (coordinate / SQUARE) as i64);
    let mut squares: BTreeMap<[i64; 2], [f64; 2]> = BTreeMap::new();
    for (place, &is_left) in places.iter().zip(from_left) {
        let [left, all] = squares.entry(square(place)).or_default();
        (*left, *all) = (*left + f64::from(u8::from(is_left)), *all + 1.0);
    }
    let share = from_left.iter().filter(|&&is_left| is_left).count() as f64 / places.len() as f64;
    let deviations = squares.values().map(|[left, all]| all * (left / all - share).powi(2));
    deviations.sum::<f64>() / places.len() as f64 / (share * (1.0 - share))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let discs: u32 = std::env::args().nth(1).map_or(Ok(2_000), |count| count.parse())?;
    if !(200..=200_000).contains(&discs) {
        return Err(format!("{discs} discs: with fewer than 200 the blade is a stub, with more than 200,000 its tips are too fast").into());
    }
    let backend = Backend::cpu(None);
    println!("{discs} discs; turns/s: segregation after 1, 2, … {SECONDS} s");
    for speed in SPEEDS {
        let mut simulation = Simulation::start(mixer(discs, speed)?, &backend)?;
        let middle = simulation.world().frame().size[0] / 2.0;
        let from_left: Vec<bool> = simulation.positions()?.iter().map(|place| place[0] < middle).collect();
        let mut found = Vec::new();
        for _ in 0..SECONDS {
            for _ in 0..60 {
                simulation.step_frame()?;
            }
            found.push(format!("{:.2}", segregation(&simulation.positions()?, &from_left)));
        }
        println!("{speed:5}: {}", found.join(" "));
    }
    Ok(())
}
