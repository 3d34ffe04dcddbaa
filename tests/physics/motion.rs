//! A single disc: falling, slowing down, flying on.

use jostle::world::spec::{ContactSolver, LinkSpec, WorldSpec};

use crate::support::{Random, everywhere, fine_positions, moving, on_cpu, still_world};

/// In Verlet's displacement form the n-th substep moves a falling disc by `n · g · h²`, so that after n
/// substeps it has fallen `g · h² · n(n+1)/2`, wherever it is. With `f32` positions the same disc falls 40 %
/// too far at y = 1,500 and not at all at y = 3,000.
#[test]
fn a_disc_falls_alike_at_every_height_of_a_tall_world() {
    const HEIGHT: f64 = 12_000.0;
    const HEIGHTS: [f64; 4] = [30.0, 3_000.25, 6_000.0, 11_999.0];
    // The last is so weak that its share of one substep is below a unit of displacement.
    for gravity in [[0.0, -10.0], [1.0, -0.3], [0.0, -0.01]] {
        let particles = HEIGHTS.iter().map(|&y| moving([1.0, y], [0.0; 2])).collect();
        let spec = WorldSpec { gravity, margin: 1, ..still_world([3.0, HEIGHT], particles) };
        everywhere(&spec, |simulation| {
            let world = simulation.world().clone();
            let unit = 1.0 / world.frame().fine_per_unit();
            let (start, h) = (simulation.positions().unwrap(), 1.0 / 480.0);
            let mut n = 0.0;
            for substeps in [1, 7, 112, 120] {
                simulation.step(substeps).unwrap();
                n += f64::from(substeps);
                let places = simulation.positions().unwrap();
                for (place, start) in places.iter().zip(&start) {
                    for axis in 0..2 {
                        let expected = gravity[axis] * h * h * n * (n + 1.0) / 2.0;
                        let fallen = place[axis] - start[axis];
                        // What rounding can add: half a unit of displacement in every substep.
                        let tolerance = 0.001 * expected.abs() + 0.5 * unit * n;
                        assert!((fallen - expected).abs() <= tolerance, "{fallen} instead of {expected} from {start:?} after {n} substeps");
                    }
                }
            }
            let displacements = simulation.state().unwrap().displacements;
            assert!(displacements.iter().all(|d| d == &displacements[0]), "{displacements:?}");
            assert!(displacements[0] != [0; 2]);
        });
    }
}

/// With strong gravity the rounding of a substep is far below a thousandth, and nothing is added for it.
#[test]
fn a_second_of_free_fall_is_right_to_a_thousandth_everywhere() {
    let heights = [30.0, 1_500.0, 3_000.0, 11_999.0];
    let particles = heights.iter().map(|&y| moving([1.0, y], [0.0; 2])).collect();
    let spec = WorldSpec { gravity: [0.0, -20.0], margin: 1, ..still_world([2.0, 12_000.0], particles) };
    everywhere(&spec, |simulation| {
        simulation.step(480).unwrap();
        for (place, y) in simulation.positions().unwrap().iter().zip(heights) {
            let fallen = y - place[1];
            assert!((fallen / 10.020_833 - 1.0).abs() < 0.001, "fell {fallen} from {y}");
        }
    });
}

#[test]
fn drag_slows_a_fast_disc_and_a_slow_one_alike() {
    const DRAG: f64 = 1.0;
    // Units/s; in a substep the slowest moves 64 displacement units, the fastest some millions.
    let speeds = [90.0, -30.0, 0.5, -0.01, 64.0 * 480.0 / f64::from(1 << 24)];
    let particles = (0..).zip(speeds).map(|(row, v)| moving([100.0, 5.0 + 10.0 * f64::from(row)], [v, -v / 40.0])).collect();
    let spec = WorldSpec { drag: DRAG, ..still_world([200.0, 60.0], particles) };
    everywhere(&spec, |simulation| {
        let start = simulation.state().unwrap().displacements;
        // A unit of displacement is a millionth of what the fastest has.
        assert_eq!(start[4], [64, -2]);
        for second in 1..=4 {
            simulation.step(480).unwrap();
            // Rounding adds up to a few units; a loss rounded down would cost hundreds.
            let kept = (-DRAG * f64::from(second)).exp();
            let now = simulation.state().unwrap().displacements;
            for (now, start) in now.iter().zip(&start).flat_map(|(now, start)| now.iter().zip(start)) {
                let expected = f64::from(*start) * kept;
                let error = (f64::from(*now) - expected).abs();
                assert!(error <= 8.0 + 1e-5 * expected.abs(), "{now} after {second} s from {start}, expected {expected}");
            }
        }
    });
}

/// A loss rounded down would leave a slow disc drifting for ever.
#[test]
fn drag_brings_even_the_slowest_disc_to_rest() {
    let unit = 480.0 / f64::from(1 << 24);
    let particles = (1..=6).map(|d| moving([50.0, 10.0 * f64::from(d)], [f64::from(d) * unit, -f64::from(d) * unit])).collect();
    let mut simulation = on_cpu(&WorldSpec { drag: 0.5, ..still_world([100.0, 100.0], particles) });
    assert_eq!(simulation.state().unwrap().displacements[5], [6, -6]);
    simulation.step(480 * 12).unwrap();
    assert_eq!(simulation.state().unwrap().displacements, [[0, 0]; 6]);
}

#[test]
fn discs_that_never_touch_keep_their_energy_to_the_last_bit() {
    let mut random = Random::new(3);
    // Flying apart from the middle, each as fast as it is far: they cannot meet.
    let particles: Vec<_> = (0..400)
        .map(|i| {
            let grid = [f64::from(i % 20) - 9.5, f64::from(i / 20) - 9.5].map(|c| 3.0 * c + random.between(-0.5, 0.5));
            moving(grid.map(|c| 150.0 + c), grid)
        })
        .collect();
    let mut simulation = on_cpu(&still_world([300.0, 300.0], particles));
    let energy = simulation.measure().unwrap().speed_squared;
    assert!(energy > 0);
    for _ in 0..50 {
        simulation.step(24).unwrap();
        let measures = simulation.measure().unwrap();
        assert_eq!((measures.touching, measures.live), (0, 400));
        assert_eq!(measures.speed_squared, energy);
    }
    let far = simulation.positions().unwrap().iter().any(|p| !(60.0..240.0).contains(&p[0]));
    assert!(far, "the gas has spread");
}

/// With the plain solver contacts, links and walls move discs as well. However fast a disc is, a substep moves it by its
/// displacement, which is held to 64 diameters: obstacles look from where that began.
#[test]
fn a_plain_disc_moves_by_its_displacement_even_where_that_is_held() {
    // A crowd that overlaps and flies on at nearly the greatest speed, with links that are far too long; and one that is
    // driven into the wall where it is.
    let place = |k: u32| [k % 16, k / 16].map(|c| 80.0 + 0.7 * f64::from(c));
    let mut particles: Vec<_> = (0..256).map(|k| moving(place(k), [30_715.0, 30_715.0])).collect();
    particles.push(moving([700.0, 0.5], [0.0, -30_715.0]));
    let links = (0..128).map(|k| LinkSpec::between([k, k + 128], 9.0)).collect();
    let gravity = [0.0, -2_500.0];
    let spec = WorldSpec { solver: ContactSolver::Plain, gravity, links, ..still_world([800.0, 800.0], particles) };
    everywhere(&spec, |simulation| {
        for substep in 0..8 {
            let before = fine_positions(simulation);
            simulation.step(1).unwrap();
            let after = fine_positions(simulation);
            let displacements = simulation.state().unwrap().displacements;
            for ((before, after), displacement) in before.iter().zip(&after).zip(&displacements) {
                let way = [0, 1].map(|axis| after[axis] - before[axis]);
                assert_eq!(way, displacement.map(i64::from), "from {before:?} in substep {substep}");
            }
        }
        let held = simulation.counters().unwrap().saturated();
        assert!(held > 300, "only {held} displacements were held");
    });
}
