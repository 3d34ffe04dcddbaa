//! A lid that is pressed on a heap and stays there: from then on nothing is put in, and what moves has only what contacts have stored.

use jostle::Simulation;
use jostle::world::spec::{Key, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};
use jostle::world::state::Counters;

use crate::energy::{Energy, radii};
use crate::support::{Random, on_cpu, still_world};

const GRAVITY: [f64; 2] = [0.0, -10.0];
const WIDTH: f64 = 14.0;
const COUNT: u32 = 180;

/// Discs of mass 1 and of one size, or of several, in loose rows.
fn heap(seed: u64, sizes: [f64; 2], restitution: f64, friction: f64) -> WorldSpec {
    let mut random = Random::new(seed);
    let columns = WIDTH as u32 - 1;
    let particles = (0..COUNT)
        .map(|i| {
            let (column, row) = (i % columns, i / columns);
            let place = [0.55 + 1.03 * f64::from(column) + 0.4 * f64::from(row % 2), 0.55 + f64::from(row)];
            let place = place.map(|c| c + random.between(-0.01, 0.01));
            ParticleSpec { material: 1, ..ParticleSpec::at(place, random.between(sizes[0], sizes[1])) }
        })
        .collect();
    let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction, restitution }];
    WorldSpec { gravity: GRAVITY, restitution, friction, materials, ..still_world([WIDTH, 30.0], particles) }
}

/// A lid from wall to wall whose lower side is at a height, and goes down by `way` in `seconds`, starting at `start`.
fn lid(height: f64, start: f64, way: f64, seconds: f64) -> ObstacleSpec {
    let shape = ObstacleShape::Box { centre: [WIDTH / 2.0, height + 0.5], size: [WIDTH + 4.0, 1.0], angle: 0.0 };
    let key = |time, y| Key { time, offset: [0.0, y], angle: 0.0 };
    ObstacleSpec::moving(shape, Rail { keys: vec![key(start, 0.0), key(start + seconds, -way)], ..Rail::default() })
}

/// Lets a heap settle for four seconds, puts a lid on it and presses it down to a height that depends on the one that it has;
/// returns its energy before that, and the simulation when the lid stops.
fn pressed(heap: WorldSpec, wanted: impl Fn(f64) -> f64, seconds: f64) -> (Energy, Simulation) {
    // Worlds with obstacles part no discs: the lid is there from the start.
    let mut simulation = on_cpu(&WorldSpec { obstacles: vec![lid(28.0, 0.0, 0.0, 1.0)], ..heap });
    simulation.step(4 * 480).unwrap();
    let tops = simulation.positions().unwrap().into_iter().zip(radii(&simulation)).map(|(place, radius)| place[1] + radius);
    let top = tops.fold(0.0, f64::max);
    let before = Energy::of(&simulation, GRAVITY);
    let lid = lid(top, simulation.seconds(), top - wanted(top), seconds);
    simulation.set_obstacles(simulation.world().obstacles_of(&[lid]).unwrap()).unwrap();
    simulation.step((seconds * 480.0) as u32).unwrap();
    (before, simulation)
}

fn rms_speed(simulation: &mut Simulation) -> f64 {
    simulation.measure().unwrap().rms_speed(&simulation.world().frame, 480.0)
}

#[test]
fn a_heap_that_a_lid_presses_gets_no_energy_from_nowhere_and_comes_to_rest() {
    let (alike, mixed) = ([0.5, 0.5], [0.35, 0.5]);
    let cases =
        [(alike, 0.5, 0.0, 0.01), (alike, 0.0, 0.0, 0.02), (alike, 0.9, 0.3, 0.02), (mixed, 0.0, 0.0, 0.02), (mixed, 0.5, 0.5, 0.02)];
    for (case, (sizes, restitution, friction, share)) in cases.into_iter().enumerate() {
        let (before, mut simulation) = pressed(heap(case as u64, sizes, restitution, friction), |top| top * (1.0 - share), 1.0);
        let stop = Energy::of(&simulation, GRAVITY);
        let case = format!("radii {sizes:?}, restitution {restitution}, friction {friction}, pressed by {share}");
        // A crystal gives no way; what lies loosely is pushed aside.
        assert!(sizes == mixed || stop.stored > 100.0 * before.stored, "{case}: {before:?} to {stop:?}");
        let (mut least, mut fastest) = (stop.whole(), rms_speed(&mut simulation));
        for frame in 1..=240 {
            simulation.step(8).unwrap();
            let now = Energy::of(&simulation, GRAVITY);
            assert!(now.seen() < least, "{case}: {now:?} {frame} frames after the stop, there was {least}");
            least = least.min(now.whole());
            fastest = fastest.max(rms_speed(&mut simulation));
        }
        let (measures, rms) = (simulation.measure().unwrap(), rms_speed(&mut simulation));
        assert!(rms < 0.01 && rms < 0.1 * fastest, "{case}: {rms} diameters/s, at most {fastest}");
        assert_eq!((measures.outside, measures.in_obstacles, measures.live), (0, 0, u64::from(COUNT)), "{case}");
    }
}

/// A heap that a lid presses into so much of the area that its discs need, in so many seconds.
fn squeezed(seed: u64, restitution: f64, share: f64, seconds: f64) -> Simulation {
    let needed = f64::from(COUNT) * 0.75f64.sqrt() / WIDTH;
    pressed(heap(seed, [0.5, 0.5], restitution, 0.0), |_| share * needed, seconds).1
}

/// In four fifths of the area that they need discs are in each other for ever: what they store then stays, and they come to rest
/// however much they would bounce.
#[test]
fn a_heap_that_is_pressed_into_too_small_a_box_gains_nothing_and_comes_to_rest() {
    for (seed, restitution) in [(1, 0.5), (3, 0.9), (4, 0.2)] {
        let mut simulation = squeezed(seed, restitution, 0.8, 2.0);
        let stop = Energy::of(&simulation, GRAVITY);
        let case = format!("restitution {restitution}");
        for frame in 0..240 {
            simulation.step(8).unwrap();
            let now = Energy::of(&simulation, GRAVITY);
            assert!(now.stored < 1.1 * stop.stored, "{case} {frame} frames after the stop: {now:?} from {stop:?}");
        }
        let rms = rms_speed(&mut simulation);
        assert!(rms < 0.1, "{case}: {rms} diameters/s");
    }
}

/// Into seven tenths of the area that they need discs do not fit: they are in each other for ever, and those that bounce do not come
/// to rest, since of what overlaps store a hundredth or so becomes motion now and then. Still none is thrown, and none is lost.
#[test]
fn a_heap_that_is_pressed_into_too_small_a_box_stays_in_it() {
    for (seed, restitution, seconds) in [(1, 0.5, 2.0), (2, 0.0, 1.0), (3, 0.9, 2.0)] {
        let mut simulation = squeezed(seed, restitution, 0.72, seconds);
        for frame in 0..240 {
            simulation.step(8).unwrap();
            let (measures, now) = (simulation.measure().unwrap(), Energy::of(&simulation, GRAVITY));
            let fastest = measures.max_speed(&simulation.world().frame, 480.0);
            let case = format!("restitution {restitution} {frame} frames after the stop");
            // Half of a diameter a substep, from which on discs would pass through others.
            assert!(fastest < 240.0, "{case}: {fastest} diameters/s");
            assert!(now.kinetic < 0.02 * now.stored, "{case}: {now:?}");
            assert_eq!((measures.outside, measures.in_obstacles, measures.live), (0, 0, u64::from(COUNT)), "{case}");
        }
        assert_eq!(simulation.counters().unwrap(), Counters::default());
    }
}
