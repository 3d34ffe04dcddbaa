//! Nothing gets through an obstacle, however fast or thin.

use jostle::world::spec::{ContactSolver, ObstacleShape, ObstacleSpec, Oscillation, ParticleSpec, Placement, Rail, WorldSpec};

use crate::support::{Random, moving, on_cpu, plate, still_world};

/// A jet at fifty diameters a substep against a plate a tenth of a diameter thick: every disc in every substep on its side, until
/// the last of them has arrived and for some substeps more. What hits an oblique plate rushes into the corner with the wall, so
/// that only fewer of them can be waited for.
#[test]
fn a_jet_does_not_pass_through_a_thin_plate() {
    let cases = [
        (ContactSolver::Resting, 0.0f64, 40_000u32, 16),
        (ContactSolver::Plain, 0.0, 40_000, 40),
        (ContactSolver::Resting, 0.4, 4_000, 15),
        (ContactSolver::Plain, -0.3, 4_000, 24),
    ];
    for (solver, angle, count, substeps) in cases {
        let place = |k: u32| [405.0 - 1.01 * f64::from(k / 100), 1.0 + 1.01 * f64::from(k % 100)];
        let (sin, cos) = (angle.sin(), angle.cos());
        let spec = WorldSpec {
            solver,
            obstacles: vec![ObstacleSpec::still(plate([550.0, 50.0], [0.1, 900.0], angle))],
            ..still_world([700.0, 105.0], (0..count).map(|k| moving(place(k), [24_000.0, 0.0])).collect())
        };
        let mut simulation = on_cpu(&spec);
        for substep in 0..substeps {
            simulation.step(1).unwrap();
            let beyond = |p: &&[f64; 2]| (p[0] - 550.0) * cos + (p[1] - 50.0) * sin > -0.54;
            let positions = simulation.positions().unwrap();
            let passed = positions.iter().filter(beyond).count();
            assert_eq!(passed, 0, "{solver:?} at {angle}: {passed} discs in or beyond the plate after substep {substep}");
        }
        assert_eq!(simulation.measure().unwrap().in_obstacles, 0);
    }
}

/// Every disc stays on its side of a plate that rushes and turns through a gas of them.
#[test]
fn a_plate_that_moves_fast_passes_no_disc() {
    let mut random = Random::new(8);
    let place = |k: u32| [101.0 + 1.2 * f64::from(k % 100), 101.0 + 1.2 * f64::from(k / 100)];
    let particles: Vec<_> = (0..2_000).map(|k| moving(place(k), random.point(-900.0, 900.0))).collect();
    let count = particles.len();
    // A box as thin as a twentieth of a diameter round all of them, that is shaken and turned.
    let rail = Rail {
        pivot: [161.0, 113.0],
        sway: Some(Oscillation { by: [30.0, 20.0], period: 0.04, phase: 0.0 }),
        swing: Some(Oscillation { by: 0.6, period: 0.1, phase: 0.0 }),
        ..Rail::default()
    };
    let corners = vec![[99.5, 99.5], [221.0, 99.5], [221.0, 126.0], [99.5, 126.0], [99.5, 99.5]];
    let wall = ObstacleSpec::moving(ObstacleShape::Wall { points: corners, thickness: 0.05 }, rail);
    let spec = WorldSpec { restitution: 0.5, obstacles: vec![wall], ..still_world([320.0, 240.0], particles) };
    let mut simulation = on_cpu(&spec);
    for substep in 1..=150 {
        simulation.step(1).unwrap();
        let placement = simulation.world().obstacles().placement(0, substep);
        let (sin, cos) = f64::sin_cos(placement.angle);
        let is_inside = |p: &[f64; 2]| {
            let [x, y] = [p[0] - 161.0 - placement.offset[0], p[1] - 113.0 - placement.offset[1]];
            let [x, y] = [cos * x + sin * y + 161.0, cos * y - sin * x + 113.0];
            x > 99.5 && x < 221.0 && y > 99.5 && y < 126.0
        };
        let inside = simulation.positions().unwrap().iter().filter(|p| is_inside(p)).count();
        assert_eq!(inside, count, "substep {substep}");
    }
}

/// Walls that meet at a sharp angle, still or moving ever so slowly: discs that rush into the corner stay inside.
#[test]
fn a_sharp_corner_that_moves_keeps_what_rushes_into_it() {
    for (degrees, speed, solver) in
        [(5.0f64, 8_000.0, ContactSolver::Resting), (20.0, 1_000.0, ContactSolver::Plain), (30.0, 8_000.0, ContactSolver::Resting)]
    {
        let half = 0.5 * degrees.to_radians();
        let [tip, back] = [[150.0, 50.0], [50.0, 100.0 * half.tan()]];
        let points = vec![[back[0], 50.0 - back[1]], tip, [back[0], 50.0 + back[1]], [back[0], 50.0 - back[1]]];
        let rail = Rail { velocity: [0.0, 0.001], ..Rail::default() };
        let wall = ObstacleSpec::moving(ObstacleShape::Wall { points, thickness: 0.01 }, rail);
        let inside = |p: &[f64; 2], margin: f64| p[0] > back[0] && (p[1] - 50.0).abs() < (tip[0] - p[0]) * half.tan() + margin;
        let places = (0..40).flat_map(|k| (0..9).map(move |row| [51.0 + 1.1 * f64::from(k), 46.0 + f64::from(row)]));
        let particles: Vec<_> = places.filter(|p| inside(p, -0.6)).map(|p| moving(p, [speed, 0.2 * speed])).collect();
        let count = particles.len();
        assert!(count > 10);
        let mut simulation = on_cpu(&WorldSpec { solver, obstacles: vec![wall], ..still_world([200.0, 100.0], particles) });
        for substep in 0..24 {
            simulation.step(1).unwrap();
            let kept = simulation.positions().unwrap().iter().filter(|p| inside(p, 0.01)).count();
            assert_eq!(kept, count, "{degrees} degrees, {solver:?}, substep {substep}");
        }
    }
}

/// A disc much smaller than a cell between a still plate and a box that comes down on it does not get through the plate.
#[test]
fn what_is_squeezed_is_not_put_through_something_else() {
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let mut particles: Vec<_> = (0..5).map(|k| ParticleSpec::at([10.0 + 4.0 * f64::from(k), 20.1], 0.05)).collect();
        particles.push(ParticleSpec::at([35.0, 30.0], 0.5));
        let press = ObstacleSpec::moving(plate([20.0, 22.0], [30.0, 2.0], 0.0), Rail { velocity: [0.0, -60.0], ..Rail::default() });
        let obstacles = vec![ObstacleSpec::still(plate([20.0, 20.0], [30.0, 0.05], 0.0)), press];
        let mut simulation = on_cpu(&WorldSpec { solver, obstacles, ..still_world([40.0, 40.0], particles) });
        for substep in 0..48 {
            simulation.step(1).unwrap();
            let below = simulation.positions().unwrap()[..5].iter().filter(|p| p[1] < 20.0).count();
            assert_eq!(below, 0, "{solver:?}, substep {substep}");
        }
    }
}

/// A touch at a corner in a diagonal direction is found whichever coarse cell the way starts in.
#[test]
fn lists_of_facets_never_decide_where_a_disc_stops() {
    let stop = |shift: f64| {
        let obstacles = vec![ObstacleSpec::still(ObstacleShape::Circle { centre: [20.587 + shift, 20.587 + shift], radius: 1e-6 })];
        let particles = vec![moving([19.999 + shift, 19.999 + shift], [119.8, 119.8])];
        let spec = WorldSpec { frame_rate: 480.0, substeps: 1, obstacles, ..still_world([40.0, 40.0], particles) };
        let mut simulation = on_cpu(&spec);
        simulation.step(1).unwrap();
        simulation.positions().unwrap()[0][0] - shift
    };
    for shift in [0.0, 0.002, 0.5, 1.0, 1.25] {
        assert!((stop(shift) - 20.23345).abs() < 1e-4, "stops at {} where everything is shifted by {shift}", stop(shift));
    }
}

/// A thin plate from wall to wall under a heap, lifted and lowered by a hand, put down and taken again: every disc stays above it.
#[test]
fn a_plate_in_a_hand_leaves_no_disc_behind() {
    let particles: Vec<_> =
        (0..240).map(|k| ParticleSpec::at([1.2 + 1.04 * f64::from(k % 18), 3.0 + 1.1 * f64::from(k / 18)], 0.5)).collect();
    let lying = ObstacleSpec::still(plate([10.0, 1.0], [24.0, 0.05], 0.0));
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let spec =
            WorldSpec { solver, gravity: [0.0, -10.0], obstacles: vec![lying.clone()], ..still_world([20.0, 60.0], particles.clone()) };
        let mut simulation = on_cpu(&spec);
        let world = simulation.world().clone();
        let mut spec = lying.clone();
        let mut height = 1.0;
        for way in [12.0, -6.0, 3.0, -2.0] {
            simulation.set_obstacles(world.obstacles_of(&[spec.in_hand(simulation.seconds())]).unwrap()).unwrap();
            for k in 1..=30 {
                simulation.steer(0, Placement { offset: [0.0, way * f64::from(k) / 30.0], angle: 0.0 }).unwrap();
                simulation.step_frame().unwrap();
            }
            spec = spec.placed(Placement { offset: [0.0, way], angle: 0.0 });
            height += way;
            simulation.set_obstacles(world.obstacles_of(std::slice::from_ref(&spec)).unwrap()).unwrap();
            (0..30).for_each(|_| simulation.step_frame().unwrap());
            let lowest = simulation.positions().unwrap().iter().map(|position| position[1]).fold(f64::MAX, f64::min);
            assert!(lowest > height, "{solver:?}, lifted by {way}: a disc is at {lowest}, the plate at {height}");
        }
    }
}
