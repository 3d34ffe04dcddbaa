//! How contacts, walls and obstacles resist that discs roll.

use jostle::Simulation;
use jostle::world::World;
use jostle::world::spec::{ContactSolver, ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};

use crate::support::{everywhere, on_cpu, still_world};

const GRAVITY: f64 = 10.0;

/// Under gravity that is turned by an angle in degrees, so that all slopes fall to the right.
fn tilted(angle: f64, rolling_resistance: f64, particles: Vec<ParticleSpec>) -> WorldSpec {
    let (sin, cos) = angle.to_radians().sin_cos();
    WorldSpec { gravity: [GRAVITY * sin, -GRAVITY * cos], friction: 0.8, rolling_resistance, ..still_world([400.0, 300.0], particles) }
}

/// A disc that lies 20 to the right of the start of a slope, and how it may roll there.
struct Slope {
    spec: WorldSpec,
    start: [f64; 2],
    along: [f64; 2],
}

impl Slope {
    /// The floor, a plate along it, and an oblique one, each of which falls by so many degrees.
    fn everywhere(angle: f64, rolling_resistance: f64, disc: ParticleSpec) -> [Self; 3] {
        let floor = tilted(angle, rolling_resistance, vec![ParticleSpec { position: [20.0, disc.radius], ..disc }]);
        let plates = [0.0f64, 0.3].map(|turn| {
            let (sin, cos) = turn.sin_cos();
            let shape = ObstacleShape::Box { centre: [200.0, 150.0], size: [390.0, 1.0], angle: turn };
            let (x, y) = (20.0 - 195.0, 0.5 + disc.radius);
            let start = [200.0 + x * cos - y * sin, 150.0 + x * sin + y * cos];
            let velocity = [disc.velocity[0] * cos, disc.velocity[0] * sin];
            let disc = ParticleSpec { position: start, velocity, ..disc };
            let obstacles = vec![ObstacleSpec::still(shape)];
            let spec = WorldSpec { obstacles, ..tilted(angle + turn.to_degrees(), rolling_resistance, vec![disc]) };
            Self { spec, start, along: [cos, sin] }
        });
        let [level, oblique] = plates;
        [Self { start: floor.particles[0].position, spec: floor, along: [1.0, 0.0] }, level, oblique]
    }

    /// How far it has come after a number of seconds, its velocity along the slope, and its angular velocity.
    fn after(&self, seconds: f64) -> [f64; 3] {
        let (place, velocity, turning) = after(&self.spec, seconds);
        let along = |[x, y]: [f64; 2]| x * self.along[0] + y * self.along[1];
        [along([place[0] - self.start[0], place[1] - self.start[1]]), along(velocity), turning]
    }
}

/// Place, velocity and angular velocity of the first disc after a number of seconds.
fn after(spec: &WorldSpec, seconds: f64) -> ([f64; 2], [f64; 2], f64) {
    let mut simulation = on_cpu(spec);
    simulation.step((seconds * 60.0 * f64::from(spec.substeps)) as u32).unwrap();
    let disc = simulation.discs().unwrap()[0];
    (disc.position, disc.velocity, disc.angular_velocity)
}

/// A solid disc is slowed down by two thirds of the coefficient times gravity.
#[test]
fn a_disc_that_rolls_comes_to_rest_after_the_way_that_it_should() {
    for (resistance, radius) in [(0.05, 0.5), (0.1, 2.0), (0.3, 0.5)] {
        let turning = (-10.0 / radius) as f32;
        let disc = ParticleSpec { velocity: [10.0, 0.0], angular_velocity: turning, ..ParticleSpec::at([0.0; 2], radius) };
        let slowed = 2.0 / 3.0 * resistance * GRAVITY;
        let expected = 100.0 / (2.0 * slowed);
        for slope in Slope::everywhere(0.0, resistance, disc) {
            let [way, velocity, turning] = slope.after(5.0 / slowed);
            assert!((way - 0.75 * expected).abs() < 0.02 * expected && (velocity - 5.0).abs() < 0.1, "{way} {velocity}, not {expected}");
            assert!((turning * radius + velocity).abs() < 0.05, "slips");
            let [way, velocity, turning] = slope.after(10.0 / slowed + 1.0);
            assert!((way - expected).abs() < 0.02 * expected, "{way}, not {expected}");
            // On an oblique plate rounding by phases is seen.
            assert!(velocity.abs() < 0.001 && turning == 0.0, "{velocity} {turning}");
        }
    }
}

/// It stays where the slope is less than the coefficient, and rolls with what the pull is more.
#[test]
fn a_disc_on_a_slope_stays_or_rolls() {
    for (resistance, radius, substeps) in [(0.05, 0.5, 8), (0.2, 2.0, 8), (0.4, 0.5, 8), (0.4, 0.5, 64)] {
        let critical = f64::atan(resistance).to_degrees();
        let disc = ParticleSpec::at([0.0; 2], radius);
        for mut slope in Slope::everywhere(0.9 * critical, resistance, disc) {
            slope.spec.substeps = substeps;
            let [way, velocity, _] = slope.after(if substeps > 8 { 4.0 } else { 20.0 });
            assert!(way.abs() < 0.01 && velocity.abs() < 0.002, "creeps by {way} with {velocity}, {substeps} substeps");
        }
        let angle = critical + 5.0;
        for mut slope in Slope::everywhere(angle, resistance, disc) {
            slope.spec.substeps = substeps;
            let (sin, cos) = angle.to_radians().sin_cos();
            let expected = 2.0 / 3.0 * GRAVITY * (sin - resistance * cos) * 3.0;
            let [_, velocity, turning] = slope.after(3.0);
            assert!((velocity / expected - 1.0).abs() < 0.03, "{velocity} at {angle}°, not {expected}, {substeps} substeps");
            assert!((turning * radius + velocity).abs() < 0.02 * velocity, "slips: {turning}");
        }
    }
}

/// The moment of what lies is that of the friction, and of what rolls as much as there may be.
#[test]
fn what_walls_and_obstacles_resist_with_is_told() {
    let (resistance, radius) = (0.3, 0.5);
    let critical = f64::atan(resistance).to_degrees();
    for (angle, rolls) in [(0.8 * critical, false), (1.5 * critical, true)] {
        for slope in Slope::everywhere(angle, resistance, ParticleSpec::at([0.0; 2], radius)) {
            let mut simulation = on_cpu(&slope.spec);
            simulation.step(480).unwrap();
            let forces = simulation.boundary_forces().unwrap();
            let [force] = forces[..] else { panic!("{forces:?}") };
            let (sin, cos) = angle.to_radians().sin_cos();
            let weight = slope.spec.material(0).mass_of(radius) * GRAVITY;
            let moment = if rolls { resistance * weight * cos } else { weight * sin } * radius;
            assert!((force.moment - moment).abs() < 0.03 * weight * radius, "{force:?}, not {moment}");
            let turned = if rolls { 1.0 / 3.0 * (sin - resistance * cos) * weight * radius } else { 0.0 };
            assert!((radius * force.tangent_force - moment - turned).abs() < 0.03 * weight * radius, "{force:?}");
        }
    }
}

/// On top of a disc that stays one rests up to where the slope is the coefficient times the reduced radius over its own, and no further. On
/// both sides; of discs of one size the one on top owns the contact on one of them alone.
#[test]
fn a_disc_rests_on_another_up_to_an_angle() {
    for (large, small, resistance) in [(8.0, 0.5, 0.2), (2.0, 2.0, 0.5), (1.0, 3.0, 0.6)] {
        let critical = f64::atan(resistance * large / (large + small));
        for side in [-1.0, 1.0] {
            let start = |share: f64| {
                let (sin, cos) = (side * share * critical).sin_cos();
                let reach = (large + small) * 0.9999;
                let discs = vec![
                    ParticleSpec::at([200.0 + reach * sin, 20.0 + reach * cos], small),
                    ParticleSpec { pinned: true, ..ParticleSpec::at([200.0, 20.0], large) },
                ];
                (tilted(0.0, resistance, discs), 200.0 + reach * sin)
            };
            let (spec, x) = start(0.9);
            let (place, velocity, turning) = after(&spec, 20.0);
            assert!((place[0] - x).abs() < 0.01 * small, "{place:?}, not {x}");
            assert!(velocity[0].abs() < 0.002 && turning.abs() < 0.002, "{velocity:?} {turning}");
            let (spec, x) = start(1.1);
            let (place, ..) = after(&spec, 20.0);
            assert!((place[0] - x).abs() > small, "{place:?}");
        }
    }
}

/// Without friction nothing else stops a disc that turns: it stands where it is, and turns slower by twice the coefficient times gravity
/// over its radius.
#[test]
fn a_disc_that_turns_on_ice_comes_to_a_stop() {
    let (resistance, radius, turning) = (0.1, 0.5, 12.0);
    let disc = ParticleSpec { angular_velocity: turning as f32, ..ParticleSpec::at([20.0, radius], radius) };
    let spec = WorldSpec { friction: 0.0, ..tilted(0.0, resistance, vec![disc]) };
    let slowed = 2.0 * resistance * GRAVITY / radius;
    let (place, velocity, found) = after(&spec, 0.5 * turning / slowed);
    assert!((found - 0.5 * turning).abs() < 0.02 * turning && velocity[0] == 0.0 && place[0] == 20.0, "{found} {velocity:?} {place:?}");
    assert_eq!(after(&spec, 1.1 * turning / slowed).2, 0.0);
    // So does one that joins discs that do not turn, and one that lies on another: there the reduced radius counts.
    let below = ParticleSpec { pinned: true, ..ParticleSpec::at([20.0, 2.0], 1.5) };
    let spec = WorldSpec { particles: vec![below], ..spec };
    let mut simulation = on_cpu(&spec);
    simulation.spawn(&[ParticleSpec { position: [20.0, 4.0], ..disc }]).unwrap();
    simulation.step((480.0 * 0.5 * turning / slowed) as u32).unwrap();
    let found = simulation.rotations().unwrap()[1][1];
    assert!((found - turning * (1.0 - 0.5 * 1.5 / 2.0)).abs() < 0.02 * turning, "turns with {found}");
}

/// It is turning against what it lies on that is resisted, not turning with it.
#[test]
fn a_disc_turns_with_a_plate_that_it_does_not_roll_on() {
    let turning = 0.1;
    let plate = |shape| ObstacleSpec::moving(shape, Rail { pivot: [20.0, 20.0], turn_rate: turning, ..Rail::default() });
    let shape = ObstacleShape::Box { centre: [20.0, 20.0], size: [30.0, 1.0], angle: -0.1 };
    let world = |rolling_resistance| WorldSpec {
        obstacles: vec![plate(shape.clone())],
        gravity: [0.0, -GRAVITY],
        friction: 1.0,
        rolling_resistance,
        ..still_world([40.0; 2], vec![ParticleSpec::at([26.0 + 0.1, 20.0 - 0.6 + 1.0], 0.5)])
    };
    let (still, _, with) = after(&world(0.4), 2.0);
    // It has gone once round the middle of the plate by a fifth of a radian, with the plate.
    assert!((with - turning).abs() < 0.005, "turns with {with}, not {turning}");
    let (rolled, _, without) = after(&world(0.0), 2.0);
    assert!(f64::hypot(rolled[0] - still[0], rolled[1] - still[1]) > 0.5 && (without - turning).abs() > 0.2, "{rolled:?} {without}");
}

/// One disc lies against another, in a cup that goes along so that now the one is the first in memory, now the other, and so owns their
/// contact: what that carries against rolling stays what it is.
#[test]
fn a_moment_stays_when_the_other_disc_becomes_the_owner() {
    let up = Rail { velocity: [0.0, 0.5], ..Rail::default() };
    let side = |y: f64| ObstacleSpec::moving(ObstacleShape::Box { centre: [5.0, y], size: [1.2, 1.0], angle: 0.0 }, up.clone());
    let back = ObstacleSpec::moving(ObstacleShape::Box { centre: [4.0, 10.0], size: [1.0, 3.0], angle: 0.0 }, up.clone());
    let spec = WorldSpec {
        gravity: [-GRAVITY, 0.0],
        friction: 0.8,
        rolling_resistance: 0.6,
        obstacles: vec![back, side(9.0), side(11.0)],
        ..still_world(
            [20.0, 40.0],
            vec![ParticleSpec::at([5.0, 10.0], 0.499), ParticleSpec::at([5.0 + 0.995 * 0.2f64.cos(), 10.0 - 0.995 * 0.2f64.sin()], 0.499)],
        )
    };
    let mut simulation = on_cpu(&spec);
    simulation.step(480).unwrap();
    let moment = |simulation: &Simulation| simulation.contact_forces().unwrap()[0].moment;
    let expected = moment(&simulation);
    let weight = spec.material(0).mass_of(0.499) * GRAVITY;
    assert!(expected.abs() > 0.02 * weight, "{expected}");
    for substep in 0..2_400 {
        simulation.step(1).unwrap();
        let now = moment(&simulation);
        assert!((now / expected - 1.0).abs() < 0.1, "{now}, not {expected}, after {substep} substeps");
    }
}

#[test]
fn what_cannot_resist_is_refused_and_a_gpu_does_the_same() {
    let disc = ParticleSpec { velocity: [10.0, 0.0], ..ParticleSpec::at([20.0, 0.5], 0.5) };
    let spec = tilted(5.0, 0.05, vec![disc, ParticleSpec::at([21.0, 0.5], 0.5), ParticleSpec::at([20.5, 1.3], 0.5)]);
    let refused = |spec: &WorldSpec| World::new(spec).unwrap_err().to_string();
    let plain = refused(&WorldSpec { solver: ContactSolver::Plain, friction: 0.0, ..spec.clone() });
    assert!(plain.contains("rolling_resistance is 0.05: allowed is 0 with the plain solver"), "{plain}");
    for wrong in [-0.1, 101.0, f64::NAN] {
        let told = refused(&WorldSpec { rolling_resistance: wrong, ..spec.clone() });
        assert!(told.contains("rolling_resistance") && told.contains("0 to 100"), "{told}");
    }
    let mut expected = on_cpu(&spec);
    expected.step(960).unwrap();
    let expected = expected.digest().unwrap();
    everywhere(&spec, |simulation| {
        simulation.step(960).unwrap();
        assert_eq!(simulation.digest().unwrap(), expected);
    });
}
