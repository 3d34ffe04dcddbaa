//! Obstacles that are added, moved by hand and removed while a world runs.

use super::common::{contexts, worlds};
use jostle::world::World;
use jostle::world::obstacles::Obstacles;
use jostle::world::spec::{Key, ObstacleShape, ObstacleSpec, ParticleSpec, Placement, Rail, WorldSpec};
use jostle::{Backend, Simulation};

fn circle() -> ObstacleSpec {
    ObstacleSpec::still(ObstacleShape::Circle { centre: [30.0, 18.0], radius: 3.0 })
}

/// The obstacles of each frame, of these materials; `None` leaves them as they are.
fn edits(world: &World, materials: [u16; 3]) -> Vec<Option<Obstacles>> {
    let all = |specs: &[ObstacleSpec]| Some(world.obstacles_of(specs).unwrap());
    let corners = vec![[2.0, 2.0], [14.0, 2.0], [14.0, 9.0], [10.0, 4.0]];
    let still = ObstacleSpec::still(ObstacleShape::Polygon { corners });
    let shape = ObstacleShape::Box { centre: [30.0, 10.0], size: [8.0, 1.0], angle: 0.3 };
    let turning = ObstacleSpec::moving(shape, Rail { pivot: [30.0, 10.0], turn_rate: 3.0, ..Rail::default() });
    let [still, circle, turning] = [(still, 0), (circle(), 1), (turning, 2)].map(|(of, k)| ObstacleSpec { material: materials[k], ..of });
    let frame = world.clock().seconds(world.clock().substeps);
    let target = Placement { offset: [2.5, -1.0], angle: 0.4 };
    let in_hand = |first: u32| {
        let mut obstacles = world.obstacles_of(&[still.clone(), circle.in_hand(f64::from(first) * frame), turning.clone()]).unwrap();
        let key = move |k: u32| {
            let share = f64::from(k) / 3.0;
            Key { time: f64::from(first + k) * frame, offset: target.offset.map(|part| part * share), angle: target.angle * share }
        };
        (0..3).map(move |k| {
            obstacles.steer(1, [key(k), key(k + 1)]).unwrap();
            Some(obstacles.clone())
        })
    };
    let mut edits = vec![
        None,
        all(std::slice::from_ref(&still)),
        all(&[still.clone(), circle.clone()]),
        all(&[still.clone(), circle.clone(), turning.clone()]),
        None,
    ];
    edits.extend(in_hand(5));
    edits.extend([all(&[still, circle.placed(target), turning]), None, all(&[]), None, all(&[circle]), None]);
    edits
}

/// The digest and the measures after every frame, once from its start.
fn history(world: &World, materials: [u16; 3], backend: &Backend) -> Vec<(u64, u64)> {
    let mut simulation = Simulation::start(world.clone(), backend).unwrap();
    let mut history = Vec::new();
    for edit in edits(world, materials) {
        if let Some(obstacles) = edit {
            let count = obstacles.specs().len();
            simulation.set_obstacles(obstacles).unwrap();
            assert_eq!(simulation.world().obstacles().specs().len(), count, "the world is as it is now");
        }
        simulation.step_frame().unwrap();
        let measures = simulation.measure().unwrap();
        history.push((simulation.digest().unwrap(), measures.in_obstacles));
    }
    history
}

#[test]
fn obstacles_that_come_move_by_hand_and_go() {
    come_and_go(&worlds::without_obstacles(), [0; 3]);
}

/// Of the obstacles only the circle bounces, and it comes later than the others and is the last that is there.
#[test]
fn obstacles_that_rub_and_bounce_come_and_go() {
    come_and_go(&worlds::rough_without_obstacles(), [0, 2, 1]);
}

fn come_and_go(world: &World, materials: [u16; 3]) {
    let expected = history(world, materials, &Backend::cpu(Some(2)));
    let untouched = {
        let mut simulation = Simulation::start(world.clone(), &Backend::cpu(Some(2))).unwrap();
        (0..expected.len()).for_each(|_| simulation.step_frame().unwrap());
        simulation.digest().unwrap()
    };
    assert_ne!(expected[expected.len() - 1].0, untouched, "the obstacles are touched");
    for context in &contexts() {
        assert_eq!(history(world, materials, &Backend::Gpu(context.clone())), expected, "on {}", context.info);
    }
}

/// From the very substep on in which obstacles come or go.
#[test]
fn deep_overlaps_are_parted_only_while_there_are_no_obstacles() {
    let particles = [10.0, 10.5].map(|x| ParticleSpec::at([x, 10.0], 0.5)).to_vec();
    let world = World::new(&WorldSpec { size: [40.0; 2], gravity: [0.0; 2], particles, ..WorldSpec::default() }).unwrap();
    let peg = world.obstacles_of(&[circle()]).unwrap();
    let run = |backend: &Backend| {
        let mut simulation = Simulation::start(world.clone(), backend).unwrap();
        let distance = |simulation: &Simulation| {
            let places = simulation.positions().unwrap();
            places[1][0] - places[0][0]
        };
        let substep = |obstacles: &Obstacles| {
            let before = distance(&simulation);
            simulation.set_obstacles(obstacles.clone()).unwrap();
            simulation.step(1).unwrap();
            (distance(&simulation) - before, simulation.digest().unwrap())
        };
        [&peg, &Obstacles::default(), &peg].map(substep)
    };
    let expected = run(&Backend::cpu(Some(2)));
    let parted = expected.map(|(by, _)| by > 0.1);
    assert_eq!(parted, [false, true, false], "{expected:?}");
    for context in &contexts() {
        assert_eq!(run(&Backend::Gpu(context.clone())), expected, "on {}", context.info);
    }
}

/// Rows of what moves are looked up for a whole batch, and list what may be touched in it: what else is near is not in them. The disc sticks out
/// of the world and in two obstacles.
#[test]
fn a_disc_is_put_out_the_same_way_however_many_substeps_a_batch_has() {
    let particles = vec![ParticleSpec::at([22.002, 12.03], 0.5)];
    let world = World::new(&WorldSpec { size: [22.003, 24.0], gravity: [0.0; 2], particles, ..WorldSpec::default() }).unwrap();
    let shelf = ObstacleShape::Box { centre: [22.003, 8.815], size: [6.0, 5.63], angle: 0.0 };
    let ball = ObstacleShape::Circle { centre: [18.083, 11.8], radius: 3.0 };
    let ball = ObstacleSpec::moving(ball, Rail { velocity: [4.0, 0.0], ..Rail::default() });
    let obstacles = world.obstacles_of(&[ObstacleSpec::still(shelf), ball]).unwrap();
    let run = |backend: &Backend, batches: &[u32]| {
        let mut simulation = Simulation::start(world.clone(), backend).unwrap();
        simulation.set_obstacles(obstacles.clone()).unwrap();
        batches.iter().for_each(|&substeps| simulation.step(substeps).unwrap());
        (simulation.digest().unwrap(), simulation.positions().unwrap())
    };
    let cpu = Backend::cpu(Some(1));
    let expected = run(&cpu, &[1; 8]);
    for batches in [&[8][..], &[4, 4], &[2, 6], &[3, 1, 4]] {
        assert_eq!(run(&cpu, batches), expected, "{batches:?}");
        for context in &contexts() {
            assert_eq!(run(&Backend::Gpu(context.clone()), batches), expected, "{batches:?} on {}", context.info);
        }
    }
}
