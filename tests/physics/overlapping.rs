//! Discs that start inside each other are pushed apart, and do not explode.
//!
//! A push gives two discs at most .03 of their overlap a substep to part with, 14.4 diameters/s a diameter at 480 substeps a
//! second, and where their contact carries nothing yet at most a sixteenth of a diameter a frame: [`PUSHED`]. In a crowd each disc is
//! pushed off others that are pushed, too, and contacts carry what presses: one at its rim gets several times that. What crowds reach
//! is measured, and each has bounds of its own, a fifth to a third above ([`Bounds`]). Mechanical energy is that of motion, height and
//! overlaps ([`Energy`]); overlaps lose more of theirs than they hand on, and what they store at the start is so much that only those
//! bounds say anything of how it is lost; once they are gone, all that moves is all that there is.

use jostle::Simulation;
use jostle::world::spec::{ParticleSpec, WorldSpec};

use crate::energy::{Energy, radii};
use crate::support::{Random, distance, everywhere, on_cpu, still_world};

/// Diameters/s with which a push parts two discs at most, however deep they are in each other.
const PUSHED: f64 = 60.0 / 16.0;

/// What a crowd may reach as it is parted.
struct Bounds {
    /// Diameters/s of the fastest disc.
    fastest: f64,
    /// Energy of motion, a disc.
    kinetic: f64,
}

/// 400 discs at random in the lowest 20 of a box that is 40 high, no two of them in each other by more than four fifths.
fn crowd(width: f64) -> Vec<ParticleSpec> {
    let mut random = Random::new(21);
    let mut places: Vec<[f64; 2]> = Vec::new();
    while places.len() < 400 {
        let place = [random.between(0.5, width - 0.5), random.between(0.5, 19.5)];
        if places.iter().all(|&other| distance(place, other) > 0.2) {
            places.push(place);
        }
    }
    places.into_iter().map(|place| ParticleSpec::at(place, 0.5)).collect()
}

/// Runs a world for so many times four substeps; asserts that it stays within its bounds, and that what moves and lies high never has
/// more than there was of all energy at any time before.
fn assert_no_explosion(simulation: &mut Simulation, gravity: [f64; 2], bounds: &Bounds, times: u32, case: &str) {
    let radii = radii(simulation);
    let mut least = Energy::with(simulation, &radii, gravity).whole();
    for time in 1..=times {
        simulation.step(4).unwrap();
        let now = Energy::with(simulation, &radii, gravity);
        // Without overlaps both are the same, but for the rounding of sums.
        assert!(now.seen() < least + 1e-3, "{case}: {now:?} after {time} times, there was {least}");
        least = least.min(now.whole());
        let kinetic = now.kinetic / radii.len() as f64;
        assert!(kinetic < bounds.kinetic, "{case}: {kinetic} of motion a disc after {time} times");
        let fastest = simulation.measure().unwrap().max_speed(simulation.world().frame(), 480.0);
        assert!(fastest < bounds.fastest, "{case}: {fastest} diameters/s after {time} times");
    }
    assert_eq!(simulation.measure().unwrap().outside, 0, "{case}");
}

/// In a wide box there is room for nearly all, and a disc is pushed by one or two at a time: the fastest has 6.3 diameters/s without
/// gravity, 8.9 with it. In a narrow one, in which 29 rows would lie, the uppermost are lifted by 4.7 and pushed off all below them:
/// the fastest has 32 to 46.
#[test]
fn a_random_start_with_deep_overlaps_makes_no_energy() {
    let crowds = [(20.0, Bounds { fastest: 3.0 * PUSHED, kinetic: 5.0 }), (14.0, Bounds { fastest: 15.0 * PUSHED, kinetic: 300.0 })];
    for (width, bounds) in crowds {
        let particles = crowd(width);
        for (gravity, restitution, friction) in
            [(0.0, 0.0, 0.0), (-10.0, 0.0, 0.0), (-10.0, 0.9, 0.0), (-10.0, 0.0, 0.5), (-10.0, 0.9, 0.5)]
        {
            let gravity = [0.0, gravity];
            let world = WorldSpec { gravity, restitution, friction, ..still_world([width, 40.0], particles.clone()) };
            let case = format!("{width} wide, gravity {}, restitution {restitution}, friction {friction}", gravity[1]);
            let mut simulation = on_cpu(&world);
            assert!(simulation.measure().unwrap().max_overlap() > 0.75);
            assert_no_explosion(&mut simulation, gravity, &bounds, 240, &case);
        }
    }
}

/// The same with overlaps of any depth, on a GPU, too: at most 1.52 of motion a disc, and 7.5 diameters/s.
#[test]
fn a_random_start_with_deep_overlaps_does_not_explode() {
    let mut random = Random::new(21);
    let particles = (0..800).map(|_| ParticleSpec::at(random.point(0.5, 27.5), 0.5)).collect();
    everywhere(&still_world([28.0, 28.0], particles), |simulation| {
        assert_no_explosion(simulation, [0.0; 2], &Bounds { fastest: 2.6 * PUSHED, kinetic: 1.9 }, 120, "800");
        let rms = simulation.measure().unwrap().rms_speed(simulation.world().frame(), 480.0);
        assert!(rms < 0.52, "{rms} diameters/s after a second");
    });
}

/// They leave their cell like a drop of water, not like a shot. Lying side by side they fill a circle of 12 rows round its centre, and
/// if each row were pushed off the one inside it the rim would have 12 times a push, 45 diameters/s. They get nowhere near that, since
/// of crowds only five contacts a disc push, and discs that are deep in each other are parted without any speed: the fastest has 11.7,
/// and all move with 28.7 a disc, most of which they keep.
#[test]
fn five_hundred_discs_in_one_cell_do_not_explode() {
    let mut random = Random::new(22);
    let particles = (0..500).map(|_| ParticleSpec::at(random.point(50.0, 51.0), 0.5)).collect();
    everywhere(&still_world([100.0, 100.0], particles), |simulation| {
        assert_no_explosion(simulation, [0.0; 2], &Bounds { fastest: 4.0 * PUSHED, kinetic: 36.0 }, 120, "500");
        let rms = simulation.measure().unwrap().rms_speed(simulation.world().frame(), 480.0);
        assert!(rms > 1.0 && rms < 9.5, "{rms} diameters/s after a second");
    });
}

/// What a push gives is a share of an overlap in each substep, so without its limit a speed that goes with their number: blocks that
/// lie over each other would have a hundred diameters/s with 64 substeps, and ten with eight.
#[test]
fn what_overlaps_gets_no_faster_with_more_substeps() {
    let disc = |k: u32| {
        let [x, y, block] = [k % 20, k / 20 % 20, k / 400].map(f64::from);
        ParticleSpec::at([10.0 + 1.005 * x + 0.5 * block, 10.0 + 1.005 * y + 0.51 * block], 0.5)
    };
    for restitution in [0.0, 1.0] {
        let spec = |substeps| WorldSpec { substeps, restitution, ..still_world([40.0, 40.0], (0..800).map(disc).collect()) };
        let [few, many] = [8, 64].map(|substeps| {
            let mut simulation = on_cpu(&spec(substeps));
            let mut speed = || {
                simulation.step(2 * substeps).unwrap();
                simulation.measure().unwrap().rms_speed(simulation.world().frame(), 60.0 * f64::from(substeps))
            };
            (0..30).map(|_| speed()).fold(0.0, f64::max)
        });
        assert!(few > 3.0 && few < 15.0 && many < 1.5 * few, "{few} diameters/s with 8 substeps, {many} with 64");
    }
}
