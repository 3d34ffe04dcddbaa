//! The scenes of `docs/experiments.md` come to what stands there.

use jostle::scene::{Overrides, Scene};
use jostle::world::boundaries::Boundary;
use jostle::{Backend, Simulation};

use crate::support::{period, track};

/// The scene under a heading that ends with its name, as it is run there.
fn experiment(name: &str) -> Simulation {
    experiment_with(name, &[])
}

/// The same with other values of its file.
fn experiment_with(name: &str, values: &[(&str, &str)]) -> Simulation {
    let page = std::fs::read_to_string("docs/experiments.md").unwrap();
    let text = page.split(&format!("`{name}.toml`\n")).nth(1).and_then(|rest| rest.split("```toml\n").nth(1)).expect(name);
    let scene = Scene::from_toml(name, text.split("```").next().unwrap(), None).unwrap_or_else(|error| panic!("{error}"));
    let scene = scene.with_values(values.iter().copied()).unwrap();
    Simulation::start(scene.build(&Overrides::default()).unwrap(), &Backend::cpu(Some(2))).unwrap()
}

fn assert_near(value: f64, told: f64, by: f64) {
    assert!((value - told).abs() <= by, "{value}, told is {told}");
}

#[test]
fn balls_bounce_as_high_as_told() {
    for (disc, heights) in [(0, [16.2, 13.122]), (1, [7.2, 2.592])] {
        let heights_above_floor: Vec<f64> = track(&mut experiment("bounce"), 600, disc, 1).into_iter().map(|y| y - 0.5).collect();
        let peaks = heights_above_floor.windows(3).filter(|three| three[0] < three[1] && three[1] >= three[2]).map(|three| three[1]);
        for (peak, told) in peaks.zip(heights) {
            assert_near(peak, told, 0.001);
        }
    }
}

#[test]
fn pendulums_swing_as_told() {
    for (disc, middle, told) in [(1, 20.0, 3.1428), (3, 40.0, 6.2857)] {
        assert_near(period(&track(&mut experiment("pendulum"), 1200, disc, 0), middle).unwrap(), told, 0.001);
    }
}

#[test]
fn a_wheel_rolls_down_a_slope_as_told() {
    let mut simulation = experiment("incline");
    simulation.step(300 * 8).unwrap();
    let disc = simulation.discs().unwrap()[0];
    assert_near(disc.velocity[0], 11.4007, 0.001);
    assert_near(-disc.angular_velocity * disc.radius, 11.4007, 0.001);
    for (resistance, told) in [("0.1", 8.2684), ("0.37", 0.0)] {
        let mut simulation = experiment_with("incline", &[("world.rolling_resistance", resistance)]);
        simulation.step(300 * 8).unwrap();
        assert_near(simulation.discs().unwrap()[0].velocity[0], told, 0.001);
    }
}

#[test]
fn a_spring_swings_as_told() {
    let track = track(&mut experiment("spring"), 600, 1, 1);
    assert_near(period(&track, 20.0).unwrap(), 1.2451, 0.0002);
    assert_near(track[540..].iter().map(|y| (y - 20.0).abs()).fold(0.0, f64::max), 0.996, 0.002);
}

#[test]
fn floor_and_walls_carry_as_much_as_told() {
    let mut simulation = experiment("weigh");
    simulation.step(2400 * 8).unwrap();
    let weight: f64 = simulation.discs().unwrap().iter().map(|disc| 10.0 * disc.mass).sum();
    let forces = simulation.boundary_forces().unwrap();
    let of_floor = forces.iter().filter(|force| force.boundary == Boundary::Bottom).map(|force| force.normal_force);
    assert_near(weight, 8649.0, 1.0);
    assert_near(forces.iter().map(|force| force.force()[1]).sum::<f64>() / weight, 1.0, 1e-4);
    assert_near(of_floor.sum::<f64>() / weight, 0.93, 0.01);
}

#[test]
fn a_silo_empties_as_fast_as_told() {
    let mut simulation = experiment("silo");
    let mut removed_after = |seconds: u32| {
        let substeps = seconds * 480 - simulation.substep_count();
        simulation.step(substeps).unwrap();
        simulation.counters().unwrap().removed
    };
    let [closed, early, late] = [12, 16, 24].map(&mut removed_after);
    assert_eq!(closed, 0);
    assert_near(f64::from(late - early) / 8.0, 25.5, 1.0);
}
