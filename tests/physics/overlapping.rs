//! Discs that start inside each other are pushed apart, and do not explode.
//!
//! A push gives two discs at most .03 of their overlap a substep to part with: 14.4 diameters/s a diameter at 480 substeps a
//! second. So a disc that has to go some way until it is in no other gets no faster than 14.4 times that way. Mechanical energy
//! is that of motion, height and overlaps ([`Energy`]); overlaps lose more of theirs than they hand on.

use jostle::Simulation;
use jostle::world::spec::{ParticleSpec, WorldSpec};

use crate::energy::{Energy, radii};
use crate::support::{Random, distance, everywhere, on_cpu, still_world};

/// Diameters/s that a push can give for each diameter of a way.
const PUSHED: f64 = 0.03 * 480.0;

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

/// Runs a world for so many times four substeps; asserts that nothing gets faster than `most_speed` diameters/s, and that what
/// moves and lies high never has more than there was of all energy at any time before. Returns the most that it gains, a disc.
fn assert_no_explosion(simulation: &mut Simulation, gravity: [f64; 2], most_speed: f64, times: u32, case: &str) -> f64 {
    let radii = radii(simulation);
    let start = Energy::with(simulation, &radii, gravity);
    let (mut least, mut most) = (start.whole(), start.seen());
    for time in 1..=times {
        simulation.step(4).unwrap();
        let now = Energy::with(simulation, &radii, gravity);
        // Without overlaps both are the same, but for the rounding of sums.
        assert!(now.seen() < least + 1e-3, "{case}: {now:?} after {time} times, there was {least}");
        (least, most) = (least.min(now.whole()), most.max(now.seen()));
        let fastest = simulation.measure().unwrap().max_speed(&simulation.world().frame, 480.0);
        assert!(fastest < most_speed, "{case}: {fastest} diameters/s after {time} times");
    }
    assert_eq!(simulation.measure().unwrap().outside, 0, "{case}");
    (most - start.seen()) / radii.len() as f64
}

/// In a wide box there is room for nearly all, and a disc has to go about as far as the deepest overlap; in a narrow one the
/// uppermost are lifted by what is missing, all others by their share: the mean square of their speeds is a third of the greatest.
#[test]
fn a_random_start_with_deep_overlaps_makes_no_energy() {
    for width in [20.0, 14.0] {
        let particles = crowd(width);
        let lifted = 400.0 * 0.75f64.sqrt() / width - 20.0;
        for (gravity, restitution, friction) in
            [(0.0, 0.0, 0.0), (-10.0, 0.0, 0.0), (-10.0, 0.9, 0.0), (-10.0, 0.0, 0.5), (-10.0, 0.9, 0.5)]
        {
            let gravity = [0.0, gravity];
            let world = WorldSpec { gravity, restitution, friction, ..still_world([width, 40.0], particles.clone()) };
            let case = format!("{width} wide, gravity {}, restitution {restitution}, friction {friction}", gravity[1]);
            let mut simulation = on_cpu(&world);
            assert!(simulation.measure().unwrap().max_overlap() > 0.75);
            let way = lifted.max(0.8);
            let gained = assert_no_explosion(&mut simulation, gravity, PUSHED * way, 240, &case);
            let pushed = (PUSHED * way).powi(2) / 6.0 - gravity[1] * way / 2.0;
            assert!(gained < pushed, "{case}: each disc gains {gained}, pushing gives {pushed}");
        }
    }
}

/// The same with overlaps of any depth, on a GPU, too.
#[test]
fn a_random_start_with_deep_overlaps_does_not_explode() {
    let mut random = Random::new(21);
    let particles = (0..800).map(|_| ParticleSpec::at(random.point(0.5, 27.5), 0.5)).collect();
    everywhere(&still_world([28.0, 28.0], particles), |simulation| {
        assert_no_explosion(simulation, [0.0; 2], PUSHED, 120, "800");
        let rms = simulation.measure().unwrap().rms_speed(&simulation.world().frame, 480.0);
        assert!(rms < 2.0, "{rms} diameters/s after a second");
    });
}

/// They leave their cell like a drop of water, not like a shot. Lying side by side they fill a circle, and none has to go further
/// than its radius, which would allow for 169 diameters/s. They get nowhere near that, since of crowds only five contacts a disc push,
/// and discs that are deep in each other are parted without any speed: the fastest has 18.8, and without parting 32.7.
#[test]
fn five_hundred_discs_in_one_cell_do_not_explode() {
    let mut random = Random::new(22);
    let particles = (0..500).map(|_| ParticleSpec::at(random.point(50.0, 51.0), 0.5)).collect();
    everywhere(&still_world([100.0, 100.0], particles), |simulation| {
        assert_no_explosion(simulation, [0.0; 2], 25.0, 120, "500");
        let rms = simulation.measure().unwrap().rms_speed(&simulation.world().frame, 480.0);
        assert!(rms < 20.0, "{rms} diameters/s after a second");
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
                simulation.measure().unwrap().rms_speed(&simulation.world().frame, 60.0 * f64::from(substeps))
            };
            (0..30).map(|_| speed()).fold(0.0, f64::max)
        });
        assert!(few > 3.0 && few < 15.0 && many < 1.5 * few, "{few} diameters/s with 8 substeps, {many} with 64");
    }
}
