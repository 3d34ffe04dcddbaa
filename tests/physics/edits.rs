//! Particles that are removed, and states that are put back, between substeps.

use jostle::simulation::SimulationError;
use jostle::world::particle::Phase;
use jostle::world::spec::{LinkSpec, MaterialSpec, ParticleSpec, WorldSpec};

use crate::support::{everywhere, moving, on_cpu, pinned, still_world};

/// Rough discs that lie on each other, one of them pinned, some linked.
fn heap() -> WorldSpec {
    let disc = |k: u32| {
        let place = [0.6 + 1.01 * f64::from(k % 14), 0.5 + f64::from(k / 14)];
        ParticleSpec { material: 1, pinned: k == 30, ..ParticleSpec::at(place, 0.5) }
    };
    let material = MaterialSpec { density: 1.0, mass: Some(2.0), friction: 0.4, restitution: 0.2 };
    WorldSpec {
        gravity: [0.0, -10.0],
        materials: vec![material],
        links: vec![LinkSpec::between([0, 15], 1.5), LinkSpec::between([3, 18], 1.5)],
        ..still_world([16.0, 12.0], (0..84).map(disc).collect())
    }
}

/// The linked, the pinned and the others: they are gone at once, and what lay on them falls.
fn removed_at_rest(discs: &[jostle::simulation::Disc]) -> bool {
    discs.iter().filter(|disc| disc.phase == Phase::Removed).all(|disc| disc.velocity == [0.0; 2])
}

#[test]
fn who_is_removed_is_gone_and_counted_once() {
    let gone = [0, 30, 44, 45];
    let run = |simulation: &mut jostle::Simulation| {
        simulation.step(240).unwrap();
        let names = |simulation: &jostle::Simulation| {
            let forces = simulation.contact_forces().unwrap();
            forces.iter().filter(|force| force.discs.iter().any(|id| gone.contains(id))).count()
        };
        let (others, before) = (names(simulation), simulation.contact_forces().unwrap().len());
        assert!(others > 4);
        let digest = simulation.digest().unwrap();
        let error = simulation.remove(&[1, 84]).unwrap_err();
        assert!(matches!(error, SimulationError::NoParticle { id: 84, count: 84 }), "{error}");
        assert_eq!(simulation.digest().unwrap(), digest);
        simulation.remove(&gone).unwrap();
        simulation.remove(&gone[1..]).unwrap();
        let refused = [(44, "particle 44 is not in the world: it was removed"), (84, "there is no particle 84: ids are below 84")];
        for (id, words) in refused {
            let error = simulation.set_positions(&[(1, [8.0, 11.0]), (id, [8.0, 10.0])]).unwrap_err().to_string();
            assert!(error.starts_with(words), "{error}");
        }
        assert_eq!((names(simulation), simulation.contact_forces().unwrap().len()), (0, before - others), "what others carry stays");
        let discs = simulation.discs().unwrap();
        let removed: Vec<u32> = (0..).zip(&discs).filter(|(_, disc)| disc.phase == Phase::Removed).map(|(id, _)| id).collect();
        assert_eq!((removed, simulation.counters().unwrap().removed), (gone.to_vec(), 4));
        assert!(removed_at_rest(&discs), "as of what left by itself");
        let height = discs[58].position[1];
        simulation.step(240).unwrap();
        assert!(simulation.discs().unwrap()[58].position[1] < height - 0.4, "nothing holds it");
        assert_eq!((simulation.counters().unwrap().removed, simulation.counters().unwrap().broken), (4, 1));
        simulation.digest().unwrap()
    };
    let expected = run(&mut on_cpu(&heap()));
    everywhere(&heap(), |simulation| assert_eq!(run(simulation), expected));
}

/// Who gets the place that it has, but for a fraction of a step, goes on from there.
#[test]
fn discs_are_put_elsewhere_and_turn_as_they_did() {
    let run = |simulation: &mut jostle::Simulation| {
        simulation.step(240).unwrap();
        let (before, rotations) = (simulation.discs().unwrap(), simulation.rotations().unwrap());
        let told: Vec<_> = before.iter().map(|disc| [disc.angle, disc.angular_velocity]).collect();
        assert_eq!(told, rotations);
        assert!(rotations.iter().any(|rotation| rotation[1] != 0.0));
        assert!(before.iter().all(|disc| if disc.phase == Phase::Pinned {
            disc.mass.is_infinite()
        } else {
            (disc.mass - 2.0).abs() < 1e-6
        }));
        for (moves, id) in [(vec![(0, [1.0, 9.0]), (84, [1.0, 1.0])], 84), (vec![(0, [1.0, 9.0]), (3, [1.0, 12.1])], 3)] {
            let error = simulation.set_positions(&moves).unwrap_err().to_string();
            assert!(error.contains(&format!("article {id}")), "{error}");
        }
        assert_eq!(simulation.discs().unwrap(), before, "all or none");
        simulation.set_positions(&[(44, [15.0, 11.0]), (30, [2.0, 11.0])]).unwrap();
        let after = simulation.discs().unwrap();
        for (id, place) in [(44, [15.0, 11.0]), (30, [2.0, 11.0])] {
            assert!((0..2).all(|axis| (after[id].position[axis] - place[axis]).abs() < 1e-3), "{:?}", after[id]);
            assert_eq!((after[id].velocity, after[id].angle), (before[id].velocity, before[id].angle));
        }
        assert!((0..84).filter(|id| ![30, 44].contains(id)).all(|id| after[id] == before[id]));
        simulation.step(240).unwrap();
        let later = simulation.discs().unwrap();
        assert!(later[30].position == after[30].position && later[44].position[1] < 10.0);
        simulation.digest().unwrap()
    };
    let expected = run(&mut on_cpu(&heap()));
    everywhere(&heap(), |simulation| assert_eq!(run(simulation), expected));
}

/// Rough discs and alike ones: what is pinned hangs in the air, is as heavy as can be, and falls when it is let go, with a mass again.
#[test]
fn who_is_pinned_stays_until_it_is_let_go() {
    let pair = vec![ParticleSpec::at([4.0, 9.0], 0.5), ParticleSpec::at([8.0, 9.0], 0.5)];
    let alike = WorldSpec { gravity: [0.0, -10.0], ..still_world([16.0, 12.0], pair) };
    for (spec, material, mass) in [(heap(), 1, 2.0), (alike, 0, std::f64::consts::FRAC_PI_4)] {
        let run = |simulation: &mut jostle::Simulation| {
            simulation.set_positions(&[(1, [8.0, 11.0])]).unwrap();
            simulation.step(8).unwrap();
            let before = simulation.discs().unwrap()[1];
            assert!(before.velocity[1] < 0.0);
            simulation.pin(&[1]).unwrap();
            simulation.pin(&[1]).unwrap();
            simulation.step(240).unwrap();
            let hangs = simulation.discs().unwrap()[1];
            assert_eq!((hangs.position, hangs.angle, hangs.velocity), (before.position, before.angle, [0.0; 2]));
            assert!(hangs.phase == Phase::Pinned && hangs.mass.is_infinite());
            simulation.release(&[1, 1], material).unwrap();
            simulation.step(80).unwrap();
            let falls = simulation.discs().unwrap()[1];
            assert!(falls.phase == Phase::Live && falls.position[1] < before.position[1] - 0.1, "{falls:?}");
            assert!((falls.mass / mass - 1.0).abs() < 1e-5, "{falls:?}");
            simulation.step(240).unwrap();
            simulation.digest().unwrap()
        };
        let expected = run(&mut on_cpu(&spec));
        everywhere(&spec, |simulation| assert_eq!(run(simulation), expected));
    }
}

/// With what its contacts carried, those with others that are pinned among them; on what is pinned lies what lay on it.
#[test]
fn a_heap_goes_on_with_some_of_it_pinned_and_without() {
    let some = [44, 45, 58, 59];
    let run = |simulation: &mut jostle::Simulation| {
        simulation.step(240).unwrap();
        simulation.pin(&some).unwrap();
        let places: Vec<_> = some.map(|id| simulation.positions().unwrap()[id as usize]).to_vec();
        simulation.remove(&(16..44).filter(|id| *id != 18).collect::<Vec<_>>()).unwrap();
        simulation.step(480).unwrap();
        assert_eq!(some.map(|id| simulation.positions().unwrap()[id as usize]).to_vec(), places);
        let held = simulation.digest().unwrap();
        simulation.release(&some, 1).unwrap();
        simulation.step(480).unwrap();
        let height = |id: u32| simulation.positions().unwrap()[id as usize][1];
        assert!(some.iter().zip(&places).all(|(&id, place)| height(id) < place[1] - 0.5), "they fall with the others");
        [held, simulation.digest().unwrap()]
    };
    let expected = run(&mut on_cpu(&heap()));
    everywhere(&heap(), |simulation| assert_eq!(run(simulation), expected));
}

#[test]
fn who_cannot_be_pinned_or_let_go_is_left() {
    let mut simulation = on_cpu(&heap());
    simulation.step(80).unwrap();
    simulation.remove(&[7]).unwrap();
    let before = simulation.digest().unwrap();
    let links = "particle 0 has links, which were made for its mass";
    for (id, words) in [(84, "there is no particle 84"), (7, "particle 7 is not in the world: it was removed"), (0, links)] {
        let error = simulation.pin(&[1, id]).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    for (id, material, words) in [(84, 1, "there is no particle 84"), (7, 1, "it was removed"), (30, 2, "material is 2")] {
        let error = simulation.release(&[30, id], material).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(simulation.digest().unwrap(), before);
}

#[test]
fn who_has_links_is_pinned_and_let_go_when_they_are_cut() {
    let particles = vec![pinned([4.0, 8.0]), moving([6.0, 8.0], [0.0; 2])];
    let links = vec![LinkSpec { break_length: Some(2.5), ..LinkSpec::between([0, 1], 2.0) }];
    everywhere(&WorldSpec { links, ..still_world([16.0, 12.0], particles) }, |simulation| {
        simulation.step(8).unwrap();
        assert_eq!(simulation.pin(&[1]), Err(SimulationError::Linked { id: 1 }));
        assert_eq!(simulation.release(&[0], 0), Err(SimulationError::Linked { id: 0 }));
        simulation.set_positions(&[(1, [9.0, 8.0])]).unwrap();
        simulation.step(2).unwrap();
        assert_eq!(simulation.counters().unwrap().broken, 1);
        simulation.release(&[0], 0).unwrap();
        simulation.pin(&[1]).unwrap();
        let phases: Vec<_> = simulation.discs().unwrap().iter().map(|disc| disc.phase).collect();
        assert_eq!(phases, [Phase::Live, Phase::Pinned]);
    });
}

#[test]
fn discs_of_a_region_are_those_in_the_world() {
    let mut simulation = on_cpu(&heap());
    simulation.remove(&[16]).unwrap();
    // Of the lowest two rows, but for the one that was removed; the corner is the middle of the last.
    let corner = simulation.positions().unwrap()[17];
    let near = simulation.discs_in([[0.0, 0.0], corner]).unwrap();
    assert_eq!(near.iter().map(|disc| disc.id).collect::<Vec<_>>(), [0, 1, 2, 3, 14, 15, 17]);
    assert!(near.iter().all(|disc| *disc == simulation.discs().unwrap()[disc.id as usize]));
    assert_eq!(simulation.discs_in([corner, [0.0, 0.0]]).unwrap(), near, "any two opposite corners will do");
    assert_eq!(simulation.discs_in([[0.0, corner[1]], [corner[0], 0.0]]).unwrap(), near);
    assert_eq!(simulation.discs_in([[0.0, 0.0], [f64::NAN, 12.0]]).unwrap(), []);
}

#[test]
fn a_state_that_is_put_back_is_that_of_before() {
    everywhere(&heap(), |simulation| {
        simulation.step(80).unwrap();
        let (state, digest, forces) = (simulation.state().unwrap(), simulation.digest().unwrap(), simulation.contact_forces().unwrap());
        simulation.step(80).unwrap();
        assert_ne!(simulation.digest().unwrap(), digest);
        simulation.set_state(&state).unwrap();
        assert_eq!((simulation.digest().unwrap(), simulation.substep_count()), (digest, 160));
        let sorted = |mut forces: Vec<jostle::world::forces::ContactForce>| {
            forces.sort_by_key(|force| force.discs);
            forces
        };
        assert_eq!(sorted(simulation.contact_forces().unwrap()), sorted(forces));
        simulation.spawn(&[ParticleSpec { material: 1, ..ParticleSpec::at([8.0, 11.0], 0.5) }]).unwrap();
        assert!(simulation.set_state(&state).is_err(), "there are more by now");
    });
}
