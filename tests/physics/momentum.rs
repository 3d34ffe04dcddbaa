//! What one disc gets from another is exactly minus what the other gets from it.

use jostle::Simulation;
use jostle::world::spec::{LinkSpec, MaterialSpec, ParticleSpec, WorldSpec};
use jostle::world::state::Counters;

use crate::support::{Random, everywhere, fine_positions, moving, still_world};

/// Runs 300 substeps of what starts in the middle of a closed box; asserts that discs meet, that none comes
/// near a wall, and that the sum of all displacements stays what it was.
fn assert_momentum_is_conserved(spec: &WorldSpec) {
    everywhere(spec, |simulation| {
        let start = momentum(simulation);
        assert_ne!(start, [0; 2], "a sum of nothing would prove nothing");
        let energy = simulation.measure().unwrap().speed_squared;
        let mut touching = 0;
        for _ in 0..60 {
            simulation.step(5).unwrap();
            assert_eq!(momentum(simulation), start);
            assert_far_from_walls(simulation);
            touching += simulation.measure().unwrap().touching;
        }
        assert!(touching > 1_000, "only {touching} contacts");
        assert_ne!(simulation.measure().unwrap().speed_squared, energy);
        assert_eq!(simulation.counters().unwrap(), Counters::default());
    });
}

fn momentum(simulation: &mut Simulation) -> [i64; 2] {
    let displacements = simulation.state().unwrap().displacements;
    [0, 1].map(|axis| displacements.iter().map(|d| i64::from(d[axis])).sum())
}

/// A tenth of the world lies between every disc and the walls.
fn assert_far_from_walls(simulation: &mut Simulation) {
    let world = simulation.world().clone();
    let (low, high) = (*world.params().wall_min, *world.params().wall_max);
    for place in fine_positions(simulation) {
        for axis in 0..2 {
            let tenth = (high[axis] - low[axis]) / 10;
            let inside = i64::from(low[axis] + tenth) << 4..i64::from(high[axis] - tenth) << 4;
            assert!(inside.contains(&place[axis]), "a disc came near a wall: {place:?}");
        }
    }
}

/// A cloud of discs that rush towards its middle, which drifts.
fn cloud(seed: u64) -> WorldSpec {
    let mut random = Random::new(seed);
    let disc = |i: u32| {
        let place = [i % 18, i / 18].map(|c| 1.3 * f64::from(c) - 11.0 + random.between(-0.12, 0.12));
        // Inwards, so that they meet, with a drift of the whole.
        let velocity = [0, 1].map(|axis| 2.3 - 1.5 * place[axis] + random.between(-4.0, 4.0));
        moving(place.map(|c| 60.0 + c), velocity)
    };
    still_world([120.0, 120.0], (0..300).map(disc).collect())
}

#[test]
fn colliding_equal_discs_conserve_momentum_to_the_last_bit() {
    assert_momentum_is_conserved(&cloud(1));
}

#[test]
fn elastic_discs_conserve_momentum_to_the_last_bit() {
    for restitution in [0.5, 1.0] {
        assert_momentum_is_conserved(&WorldSpec { restitution, ..cloud(3) });
    }
}

#[test]
fn discs_that_rub_conserve_momentum_to_the_last_bit() {
    for (friction, restitution) in [(0.5, 0.0), (0.5, 0.9), (2.0, 1.0)] {
        let spec = WorldSpec { friction, restitution, ..cloud(5) };
        assert_momentum_is_conserved(&spec);
    }
}

/// Where every disc has the same mass, whatever its radius. Discs in the very same place push apart as well.
#[test]
fn discs_of_any_radius_in_any_place_conserve_momentum() {
    let mut random = Random::new(2);
    let mut particles: Vec<_> = (0..225)
        .map(|i: u32| {
            let place = [i % 15, i / 15].map(|c| 1.9 * f64::from(c) - 14.0);
            let velocity = place.map(|c| 1.7 - 2.0 * c + random.between(-4.0, 4.0));
            ParticleSpec { velocity, ..ParticleSpec::at(place.map(|c| 180.0 + c), random.between(0.25, 1.0)) }
        })
        .collect();
    // Twins push apart with all they have, so they are small and the world is wide.
    particles.extend((0..20).map(|i| ParticleSpec::at([160.0, 170.0 + f64::from(i / 2)], 0.25)));
    particles.iter_mut().for_each(|particle| particle.material = 1);
    let materials = vec![MaterialSpec { mass: Some(1.0), ..MaterialSpec::default() }];
    assert_momentum_is_conserved(&WorldSpec { materials, ..still_world([360.0, 360.0], particles) });
}

#[test]
fn links_conserve_momentum() {
    let mut random = Random::new(4);
    let particles: Vec<_> =
        (0..150).map(|i| moving([48.0 + 1.8 * f64::from(i % 15), 52.0 + 1.8 * f64::from(i / 15)], random.point(-3.0, 4.0))).collect();
    // Both too short and too long at the start, from neighbours to across the whole.
    let links =
        (0..149).map(|a| LinkSpec::between([a, a + 1], 0.97)).chain((0..130).map(|a| LinkSpec::between([a, a + 16], 1.5))).collect();
    assert_momentum_is_conserved(&WorldSpec { links, ..still_world([120.0, 120.0], particles) });
}
