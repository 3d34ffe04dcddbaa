//! Stacks of discs that fall in a tube: whoever is squeezed between others, and whoever is thrown from one to the other, their energy does
//! not rise.

use jostle::Simulation;
use jostle::world::spec::{MaterialSpec, ParticleSpec, WorldSpec};

use crate::support::{on_cpu, still_world};

const GRAVITY: f64 = 10.0;

/// Discs of these masses from the bottom up, .3 apart; in a tube that is wider than one disc they stand a little to and fro.
fn stack(masses: &[f64], width: f64, restitution: f64) -> Simulation {
    let to_and_fro = if width > 1.0 { 0.05 } else { 0.0 };
    let material = |&mass: &f64| MaterialSpec { mass: Some(mass), restitution, ..MaterialSpec::default() };
    let disc = |k: usize| {
        let place = [0.5 + to_and_fro * (k % 2) as f64, 1.0 + 1.3 * k as f64];
        ParticleSpec { material: 1 + k as u16, ..ParticleSpec::at(place, 0.5) }
    };
    let (materials, particles) = (masses.iter().map(material).collect(), (0..masses.len()).map(disc).collect());
    let size = [width, 60.0 + 1.4 * masses.len() as f64];
    on_cpu(&WorldSpec { gravity: [0.0, -GRAVITY], restitution, materials, ..still_world(size, particles) })
}

/// What the discs have above lying on the floor. Their velocities are those of half a substep ago.
fn energy(masses: &[f64], simulation: &Simulation) -> f64 {
    let (places, velocities) = (simulation.positions().unwrap(), simulation.velocities().unwrap());
    let now = |v: &[f64; 2]| [v[0], v[1] - GRAVITY / 960.0];
    let squared = |[x, y]: [f64; 2]| x * x + y * y;
    let of = |((mass, p), v): ((&f64, &[f64; 2]), &[f64; 2])| mass * (GRAVITY * (p[1] - 0.5) + 0.5 * squared(now(v)));
    masses.iter().zip(&places).zip(&velocities).map(of).sum()
}

/// Lets a stack fall for some seconds; returns its greatest energy over that of the start.
fn greatest_energy(masses: &[f64], width: f64, restitution: f64, seconds: u32) -> f64 {
    let mut simulation = stack(masses, width, restitution);
    let start = energy(masses, &simulation);
    let mut after_a_frame = || {
        simulation.step(8).unwrap();
        energy(masses, &simulation) / start
    };
    (0..60 * seconds).map(|_| after_a_frame()).fold(0.0, f64::max)
}

#[test]
fn light_discs_that_heavy_ones_squeeze_gain_no_energy() {
    for heavy in [10.0, 100.0, 1000.0f64] {
        let patterns = [
            vec![1.0, heavy, 1.0, heavy.sqrt(), heavy, 1.0],
            vec![1.0, 1.0, 1.0, 1.0, 1.0, heavy],
            vec![heavy, 1.0, 1.0, heavy, 1.0, 1.0],
            [[1.0; 6], [heavy; 6]].concat(),
        ];
        for (masses, width) in patterns.iter().flat_map(|masses| [1.0, 1.6, 1.8].map(|width| (masses, width))) {
            for restitution in [0.0, 0.3, 0.5, 0.9, 1.0] {
                let greatest = greatest_energy(masses, width, restitution, 6);
                let found = format!("{masses:?}, {restitution}, in a tube {width} wide: {greatest} of the energy of the start");
                assert!(greatest < if restitution > 0.0 { 1.005 } else { 1.001 }, "{found}");
            }
        }
    }
}

/// A hundred in zigzag wedge each other against both walls as they come down.
#[test]
fn discs_that_wedge_each_other_gain_no_energy() {
    for (width, restitution) in [1.6, 1.7, 1.75, 1.8].into_iter().flat_map(|width| [0.0, 0.5, 0.9].map(|e| (width, e))) {
        let greatest = greatest_energy(&[1.0; 100], width, restitution, 15);
        assert!(greatest < 1.001, "with {restitution} in a tube {width} wide they have {greatest} of the energy of their start");
    }
}

#[test]
fn a_stack_of_elastic_discs_keeps_its_energy() {
    for ratio in [1.0, 10.0, 100.0f64] {
        let masses = [1.0, ratio, 1.0, ratio.sqrt(), ratio, 1.0];
        let mut simulation = stack(&masses, 1.0, 1.0);
        let at_rest: f64 = masses.iter().enumerate().map(|(k, mass)| GRAVITY * mass * k as f64).sum();
        let start = energy(&masses, &simulation) - at_rest;
        for _ in 0..150 {
            simulation.step(48).unwrap();
            let now = (energy(&masses, &simulation) - at_rest) / start;
            assert!((0.95..1.001).contains(&now), "masses 1 to {ratio}: energy is {now} of what it was");
        }
    }
}
