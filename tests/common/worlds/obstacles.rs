//! Obstacles in showers of discs.

use jostle::world::World;
use jostle::world::fixed::MAX_DISPLACEMENT;
use jostle::world::spec::{ContactSolver, Key, ObstacleShape, ObstacleSpec, Oscillation, ParticleSpec, Rail, WorldSpec};

use super::rough::materials;
use super::{Random, block, build};

/// Obstacles of every shape, still and on every kind of rail, in a shower of discs of which some are faster than any radius.
fn shower() -> WorldSpec {
    let mut random = Random::new(5);
    let mut particles = block(30, 14, 1.1, [4.0, 24.0]);
    for (k, particle) in particles.iter_mut().enumerate() {
        particle.velocity = random.vector(if k % 5 == 0 { 9_000.0 } else { 30.0 });
    }
    let still = |shape| ObstacleSpec::still(shape);
    let moved = |shape, rail| ObstacleSpec::moving(shape, rail);
    let star = [[8.0, 8.0], [10.0, 12.0], [6.0, 9.5], [2.0, 12.0], [4.0, 8.0], [2.0, 4.0], [6.0, 6.5], [10.0, 4.0]];
    let paddle = ObstacleShape::Box { centre: [20.0, 12.0], size: [12.0, 0.4], angle: 0.3 };
    let obstacles = vec![
        still(ObstacleShape::Circle { centre: [30.0, 20.0], radius: 1.5 }),
        // In the way of the paddle: places with rows of what stays and of what moves.
        still(ObstacleShape::Box { centre: [17.0, 12.0], size: [3.0; 2], angle: 0.2 }),
        still(ObstacleShape::Box { centre: [24.0, 13.0], size: [2.0; 2], angle: 0.2 }),
        still(ObstacleShape::Polygon { corners: star.to_vec() }),
        still(ObstacleShape::Wall { points: vec![[0.5, 18.0], [8.0, 16.0], [12.0, 18.0]], thickness: 0.1 }),
        moved(paddle, Rail { pivot: [20.0, 12.0], turn_rate: 9.0, ..Rail::default() }),
        moved(
            ObstacleShape::Capsule { ends: [[26.0, 6.0], [34.0, 6.0]], radius: 0.3 },
            Rail { sway: Some(Oscillation { by: [0.0, 5.0], period: 0.05, phase: 0.25 }), ..Rail::default() },
        ),
        moved(ObstacleShape::Box { centre: [14.0, 3.0], size: [3.0, 1.0], angle: 0.0 }, Rail { velocity: [600.0, 0.0], ..Rail::default() }),
        moved(
            ObstacleShape::Box { centre: [36.0, 14.0], size: [1.0, 6.0], angle: 0.0 },
            Rail {
                pivot: [36.0, 14.0],
                swing: Some(Oscillation { by: 0.8, period: 0.2, phase: 0.0 }),
                keys: vec![Key::default(), Key { time: 0.03, offset: [-4.0, 0.0], angle: 0.5 }, Key { time: 0.06, ..Key::default() }],
                cycle: true,
                ..Rail::default()
            },
        ),
    ];
    WorldSpec { size: [40.0, 44.0], restitution: 0.4, particles, obstacles, ..WorldSpec::default() }
}

/// As [`shower`].
pub fn obstacles() -> World {
    build(&shower())
}

/// As [`obstacles`], of discs of three sizes.
pub fn obstacles_of_sizes() -> World {
    let mut shower = shower();
    shower.particles.iter_mut().enumerate().for_each(|(k, particle)| particle.radius = [0.5, 0.2, 0.1][k % 3]);
    build(&shower)
}

/// Discs that come down on a plate, and on the floor, so slowly that nothing throws them back.
pub fn lying(friction: f64) -> World {
    let plate = ObstacleShape::Box { centre: [10.0, 4.0], size: [18.0, 1.0], angle: 0.0 };
    let particles = [block(8, 1, 1.5, [4.0, 5.0001]), block(8, 1, 1.5, [4.0, 0.5001])].concat();
    build(&WorldSpec {
        size: [20.0, 20.0],
        restitution: 0.5,
        friction,
        particles,
        obstacles: vec![ObstacleSpec::still(plate)],
        ..WorldSpec::default()
    })
}

/// Discs that come down into the nips of wheels that turn: with a wall, and with a box.
pub fn nips() -> World {
    let wheel = |x: f64, turn_rate: f64| {
        let rail = Rail { pivot: [x, 10.0], turn_rate, ..Rail::default() };
        ObstacleSpec::moving(ObstacleShape::Circle { centre: [x, 10.0], radius: 5.0 }, rail)
    };
    let side = ObstacleSpec::still(ObstacleShape::Box { centre: [19.5, 10.0], size: [1.0, 18.0], angle: 0.0 });
    let particles = [0.51, 20.51].map(|x| ParticleSpec::at([x, 12.07], 0.5)).to_vec();
    build(&WorldSpec { size: [40.0, 20.0], particles, obstacles: vec![wheel(5.6, 3.5), side, wheel(25.6, -3.5)], ..WorldSpec::default() })
}

/// As [`shower`], without its obstacles.
pub fn without_obstacles() -> World {
    build(&WorldSpec { obstacles: Vec::new(), ..shower() })
}

/// As [`shower`], without its obstacles, of several materials between walls that throw nothing back.
pub fn rough_without_obstacles() -> World {
    let mut spec = WorldSpec { obstacles: Vec::new(), friction: 0.5, restitution: 0.0, materials: materials(), ..shower() };
    spec.particles.iter_mut().enumerate().for_each(|(k, particle)| particle.material = (k % 4) as u16);
    build(&spec)
}

/// As [`shower`], in the corner of a world that is empty but for so many chevrons, further than a disc gets in a fifth of a second: near
/// their notches, whoever believes to be near looks like inside.
pub fn far_obstacles(solver: ContactSolver, chevrons: u32) -> World {
    let chevron = |k: u32| {
        let corner = [1_900.0 + 51.0 * f64::from(k % 20), 1_913.0 + 41.0 * f64::from(k / 20)];
        let corners = [[0.0, 0.0], [6.0, 5.0], [12.0, 0.0], [6.0, 12.0]].map(|[x, y]| [corner[0] + x, corner[1] + y]);
        ObstacleSpec::still(ObstacleShape::Polygon { corners: corners.to_vec() })
    };
    let mut spec = WorldSpec { size: [3_000.0; 2], solver, restitution: 0.0, ..shower() };
    spec.obstacles.extend((0..chevrons).map(chevron));
    build(&spec)
}

/// As [`shower`], with the plain solver.
pub fn plain_obstacles() -> World {
    build(&WorldSpec { solver: ContactSolver::Plain, restitution: 0.0, ..shower() })
}

/// As [`shower`], of several materials, some discs as fast as can be and turning so.
pub fn rough_obstacles(rolling_resistance: f64) -> World {
    let mut spec = WorldSpec { friction: 0.5, rolling_resistance, materials: materials(), ..shower() };
    spec.particles.iter_mut().enumerate().for_each(|(k, particle)| particle.material = (k % 4) as u16);
    spec.obstacles.iter_mut().enumerate().for_each(|(k, obstacle)| obstacle.material = (k * 7 / 4 % 4) as u16);
    let mut world = build(&spec);
    for k in (0..spec.particles.len()).step_by(11) {
        let fast = MAX_DISPLACEMENT - (k as i32 % 5) * 1_000_003;
        let start = world.start_mut();
        start.displacements[k] = [[fast, -fast], [-fast, fast], [fast, fast], [0, -fast]][k % 4];
        start.bodies[k].spin = [fast, -fast][k / 3 % 2];
    }
    world
}
