//! Heaps come to rest, whatever they start as, and do not sink into themselves.

use jostle::Simulation;
use jostle::world::spec::{MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

use crate::support::{Random, everywhere, fine_positions, on_cpu, still_world};

/// Root of the mean square of the speeds, and the greatest, in units/s.
fn speeds(simulation: &Simulation) -> [f64; 2] {
    let velocities = simulation.velocities().unwrap();
    let squares = || velocities.iter().map(|v| v[0] * v[0] + v[1] * v[1]);
    [(squares().sum::<f64>() / velocities.len() as f64).sqrt(), squares().fold(0.0, f64::max).sqrt()]
}

/// A hexagonal packing, just loose, in the lower part of a box.
fn loose_heap(count: u32, seed: u64) -> WorldSpec {
    let side = (1.6 * f64::from(count)).sqrt().round();
    let mut random = Random::new(seed);
    let columns = ((side - 1.5) / 1.005) as u32 + 1;
    let particles = (0..count)
        .map(|i| {
            let (column, row) = (f64::from(i % columns), i / columns);
            let place = [0.51 + 1.005 * (column + 0.5 * f64::from(row % 2)), 0.51 + 1.005 * 0.75f64.sqrt() * f64::from(row)];
            ParticleSpec::at(place.map(|c| c + random.between(-0.005, 0.005)), 0.5)
        })
        .collect();
    WorldSpec { gravity: [0.0, -10.0], ..still_world([side, side], particles) }
}

#[test]
fn a_heap_comes_to_rest_and_stays_stiff() {
    for seed in 0..3 {
        let mut simulation = on_cpu(&loose_heap(1_000, seed));
        simulation.step(8 * 480).unwrap();
        let [rms, _] = speeds(&simulation);
        let measures = simulation.measure().unwrap();
        assert!(rms < 1e-3, "seed {seed}: still moving with {rms} diameters/s");
        assert!(measures.mean_overlap() < 4e-4, "seed {seed}: {}", measures.mean_overlap());
        assert!(measures.max_overlap() < 0.005, "seed {seed}: {}", measures.max_overlap());
        assert!(measures.contacts_per_particle() > 5.0);
    }
}

/// Off each other, off walls and off an obstacle, with friction and without: what is pressed together does not bounce.
#[test]
fn a_heap_of_discs_that_bounce_comes_to_rest() {
    let cases = [(0.5, 0.0, false), (0.9, 0.0, false), (0.5, 0.3, false), (0.9, 0.3, false), (0.5, 0.0, true)];
    for (restitution, friction, lies_on_an_obstacle) in cases {
        let mut heap = loose_heap(1_000, 5);
        let [width, _] = heap.size;
        let mut obstacles = Vec::new();
        if lies_on_an_obstacle {
            heap.size[1] += 20.0;
            heap.particles.iter_mut().for_each(|particle| particle.position[1] += 20.0);
            let corners = vec![[0.0, 1.0], [width, 1.0], [width, 19.0], [width / 2.0, 9.0], [0.0, 19.0]];
            obstacles.push(ObstacleSpec::still(ObstacleShape::Polygon { corners }));
        }
        let mut simulation = on_cpu(&WorldSpec { restitution, friction, obstacles, ..heap });
        simulation.step(8 * 480).unwrap();
        let ([rms, fastest], measures) = (speeds(&simulation), simulation.measure().unwrap());
        let case = format!("restitution {restitution}, friction {friction}, on an obstacle: {lies_on_an_obstacle}");
        // In a trough without friction a heap swings to and fro for a while.
        let still = if lies_on_an_obstacle { 0.1 } else { 0.01 };
        assert!(rms < still && fastest < 10.0 * still, "{case}: {rms} diameters/s, one {fastest}");
        assert!(measures.mean_overlap() < 8e-4 && measures.max_overlap() < 0.03, "{case}: {}", measures.mean_overlap());
    }
}

/// A tube as wide as a disc: every contact carries all that is above it, and overlaps by that over the stiffness.
#[test]
fn a_column_carries_any_weight() {
    const COUNT: u32 = 60;
    let particles = (0..COUNT).map(|i| ParticleSpec::at([0.5, 0.5 + f64::from(i)], 0.5)).collect();
    let spec = WorldSpec { gravity: [0.0, -10.0], ..still_world([1.0, 66.0], particles) };
    let mut simulation = on_cpu(&spec);
    simulation.step(20_000).unwrap();
    let [rms, _] = speeds(&simulation);
    assert!(rms < 1e-3, "{rms}");
    let heights: Vec<f64> = simulation.positions().unwrap().iter().map(|place| place[1]).collect();
    let weight = 10.0 / (480.0 * 480.0);
    for below in 0..COUNT as usize - 1 {
        let overlap = 1.0 - (heights[below + 1] - heights[below]);
        let expected = weight * (COUNT as usize - 1 - below) as f64 / 1.75;
        assert!((overlap - expected).abs() < 0.03 * expected + 2e-5, "disc {below}: {overlap}, not {expected}");
    }
}

/// Of discs far inside each other most is gone in ten substeps (without parting them it would take a hundred), evenly by their
/// masses, and leaves no speed.
#[test]
fn deep_overlaps_are_parted_in_a_few_substeps_and_leave_no_speed() {
    let heavy = MaterialSpec { density: 3.0, friction: 0.4, ..MaterialSpec::default() };
    for (material, masses) in [(0, [1.0, 1.0]), (1, [3.0, 1.0])] {
        let particles = vec![ParticleSpec { material, ..ParticleSpec::at([9.6, 10.3], 0.5) }, ParticleSpec::at([10.4, 10.0], 0.5)];
        let spec = WorldSpec { materials: vec![heavy], ..still_world([20.0, 20.0], particles) };
        everywhere(&spec, |simulation| {
            let before = fine_positions(simulation);
            simulation.step(10).unwrap();
            let overlap = simulation.measure().unwrap().max_overlap();
            assert!(overlap < 0.03, "{overlap}");
            let after = fine_positions(simulation);
            for axis in 0..2 {
                let moved = [0, 1].map(|i| (after[i][axis] - before[i][axis]) as f64 * masses[i]);
                assert!((moved[0] + moved[1]).abs() < 20.0 * masses[0], "{moved:?}");
            }
            simulation.step(390).unwrap();
            let [_, fastest] = speeds(simulation);
            assert!(fastest < 1e-3, "{fastest} diameters/s");
        });
    }
}
