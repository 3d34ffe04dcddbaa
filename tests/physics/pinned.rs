//! A pinned disc has infinite mass.

use jostle::world::params::ToolKind;
use jostle::world::particle::{Particle, Phase};
use jostle::world::spec::{ContactSolver, LinkSpec, WorldSpec};
use jostle::world::tool::Tool;

use crate::support::{Random, everywhere, moving, pinned, still_world, tool};

/// Two pinned discs in a hail of fast ones, one with a chain of ten hanging on it, the other overlapping a
/// third pinned disc, under every tool in turn.
#[test]
fn a_pinned_disc_never_moves() {
    let mut random = Random::new(5);
    let mut particles = vec![pinned([20.0, 20.0]), pinned([10.0, 25.0]), pinned([10.4, 25.0])];
    particles.extend((0..10).map(|i| moving([20.0, 19.0 - f64::from(i)], [5.0, 0.0])));
    particles.extend((0..400).map(|_| moving(random.point(0.5, 39.5), random.point(-150.0, 150.0))));
    let links = (0..10).map(|i| LinkSpec::between([if i == 0 { 0 } else { i + 2 }, i + 3], 1.0)).collect();
    let spec = WorldSpec { gravity: [0.0, -10.0], drag: 0.5, links, ..still_world([40.0, 40.0], particles) };
    everywhere(&spec, |simulation| {
        let world = simulation.world().clone();
        let start = simulation.state().unwrap().particles[..3].to_vec();
        let at = |kind| tool(&world, kind, [18.0, 21.0], 15.0);
        let tools = [
            at(ToolKind::None),
            Tool { strength: 3.0, ..at(ToolKind::Field) },
            Tool { strength: -3.0, ..at(ToolKind::Field) },
            Tool { motion: [700_000, -300_000], ..at(ToolKind::Grab) },
            at(ToolKind::Cut),
        ];
        let mut touching = 0;
        for substep in 0..300 {
            simulation.step_with(&[tools[substep / 60]]).unwrap();
            let state = simulation.state().unwrap();
            assert_eq!(state.particles[..3], start, "substep {substep}");
            assert_eq!(state.displacements[..3], [[0; 2]; 3]);
            touching +=
                state.particles[3..].iter().filter(|other| distance_to(&start[0], other) < other.radius() + start[0].radius()).count();
        }
        assert!(touching > 20, "only {touching} touches");
        let state = simulation.state().unwrap();
        assert_eq!(state.count(Phase::Pinned), 3);
        assert!(state.link_count() < 10, "the cutting tool reached the chain");
    });
}

/// Distance of two centres in steps.
fn distance_to(a: &Particle, b: &Particle) -> i32 {
    f64::from(a.position[0] - b.position[0]).hypot(f64::from(a.position[1] - b.position[1])) as i32
}

/// With the plain solver, of two live discs each takes half of a correction; against a pinned one the live one takes all of it.
#[test]
fn a_live_disc_takes_the_whole_correction_from_a_pinned_one() {
    let pair = |other| {
        let particles = vec![moving([10.0, 10.0], [0.0; 2]), other];
        let spec = WorldSpec { solver: ContactSolver::Plain, ..still_world([20.0, 20.0], particles) };
        let mut simulation = crate::support::on_cpu(&spec);
        simulation.step(1).unwrap();
        simulation.state().unwrap().displacements
    };
    let (live, pinned) = (pair(moving([10.75, 10.0], [0.0; 2])), pair(pinned([10.75, 10.0])));
    assert_eq!(live[0], [-live[1][0], 0]);
    assert!(live[0][0] < -700_000);
    assert!((pinned[0][0] - 2 * live[0][0]).abs() <= 1, "{pinned:?} {live:?}");
    assert_eq!(pinned[1], [0; 2]);
}

#[test]
fn a_disc_bounces_off_a_pinned_one_and_does_not_pass() {
    let particles = vec![pinned([20.0, 10.0]), moving([10.0, 10.0], [20.0, 0.0])];
    everywhere(&WorldSpec { restitution: 0.5, ..still_world([40.0, 20.0], particles) }, |simulation| {
        for _ in 0..60 {
            simulation.step_frame().unwrap();
            assert!(simulation.positions().unwrap()[1][0] < 19.5);
        }
        assert!(simulation.velocities().unwrap()[1][0] < -9.0, "it comes back");
    });
}
