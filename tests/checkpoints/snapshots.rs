//! Snapshots, which are the state alone, and checkpoints as the library writes them.

use std::io::Cursor;

use jostle::checkpoint::CheckpointError;
use jostle::scene::Scene;
use jostle::world::World;
use jostle::world::spec::{LinkSpec, MaterialSpec, ParticleSpec, Walls, WorldSpec};
use jostle::{Backend, Checkpoint, Simulation, Snapshot};

use super::{asked, cpu, start};

/// Written by the library, as whole as by the program.
#[test]
fn what_is_saved_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (pile, made) = (Scene::find("pile").unwrap(), asked(300));
    let mut simulation = start(&pile, &made, &cpu(1));
    simulation.step(50).unwrap();
    let [scene, state] = ["scene.jostle", "state.jostle"].map(|name| folder.path().join(name));
    Checkpoint::of(&simulation, &pile, &made).unwrap().save(&scene).unwrap();
    Snapshot::of(&simulation).unwrap().save(&state).unwrap();
    let opened = Checkpoint::open(&scene).unwrap();
    assert_eq!((opened.substeps(), opened.scene().name(), opened.overrides()), (50, "scene", &made));
    let mut again = start(&pile, &made, &cpu(1));
    again.restore(opened.snapshot()).unwrap();
    assert_eq!(again.digest().unwrap(), simulation.digest().unwrap());
    assert_eq!(Snapshot::open(&state).unwrap(), Snapshot::of(&simulation).unwrap());
    assert_eq!(Snapshot::open(&scene).unwrap(), Snapshot::of(&simulation).unwrap());
    assert!(Snapshot::open(&folder.path().join("none")).unwrap_err().to_string().contains("cannot read the checkpoint"));
}

/// A world made in code: linked, rough, with an emitter's births, an open side and discs that joined.
#[test]
fn a_snapshot_goes_on_in_the_world_made_again_and_in_no_other() {
    let particles = (0..60).map(|k| {
        let place = [1.0 + 1.2 * f64::from(k % 10), 2.0 + 1.2 * f64::from(k / 10)];
        ParticleSpec { birth: u32::from(k > 50) * 40, material: u16::from(k % 2 == 0), ..ParticleSpec::at(place, 0.5) }
    });
    let spec = WorldSpec {
        size: [14.0, 12.0],
        walls: Walls { right: false, ..Walls::CLOSED },
        materials: vec![MaterialSpec { density: 2.0, mass: None, friction: 0.4, restitution: 0.2 }],
        links: vec![LinkSpec::between([0, 1], 1.2), LinkSpec { break_length: Some(1.5), ..LinkSpec::between([3, 4], 1.2) }],
        particles: particles.collect(),
        ..WorldSpec::default()
    };
    let (made, backend) = (|spec: &WorldSpec| World::new(spec).unwrap(), Backend::cpu(Some(2)));
    let mut simulation = Simulation::start(made(&spec), &backend).unwrap();
    simulation.step(30).unwrap();
    simulation.spawn(&[ParticleSpec { material: 1, ..ParticleSpec::at([7.0, 11.0], 0.5) }]).unwrap();
    simulation.step(300).unwrap();
    let mut file = Cursor::new(Vec::new());
    let written = Snapshot::of(&simulation).unwrap();
    written.write(&mut file).unwrap();
    // Every entry says that Unix made it, wherever it was: the same state gives the same file.
    let makers: Vec<u8> = file.get_ref().windows(6).filter(|bytes| bytes.starts_with(b"PK\x01\x02")).map(|bytes| bytes[5]).collect();
    assert!(makers.len() > 5 && makers.iter().all(|maker| *maker == 3), "{makers:?}");
    simulation.step(100).unwrap();

    let snapshot = Snapshot::read("spray.state", file.clone()).unwrap();
    assert_eq!(snapshot, written);
    assert_ne!(snapshot, Snapshot::of(&simulation).unwrap());
    assert_eq!((snapshot.substeps(), snapshot.state().particles.len()), (330, 61));
    let mut other = Simulation::start(snapshot.resume(made(&spec)).unwrap(), &backend).unwrap();
    other.step(100).unwrap();
    assert_eq!((other.substep_count(), other.digest().unwrap()), (430, simulation.digest().unwrap()));
    // From there once more.
    let again = Snapshot::of(&other).unwrap().resume(made(&spec)).unwrap();
    assert_eq!(Simulation::start(again, &backend).unwrap().digest().unwrap(), simulation.digest().unwrap());

    // And in place, back and on again.
    for _ in 0..2 {
        simulation.restore(&snapshot).unwrap();
        assert_eq!(simulation.substep_count(), 330);
        let measured = simulation.measure().unwrap();
        simulation.step(100).unwrap();
        assert_eq!(simulation.digest().unwrap(), other.digest().unwrap());
        assert_ne!(simulation.measure().unwrap(), measured);
    }
    let early = Snapshot::of(&Simulation::start(made(&spec), &backend).unwrap()).unwrap();
    // To before a disc had joined, and to after that again.
    let late = simulation.digest().unwrap();
    simulation.restore(&early).unwrap();
    assert_eq!((simulation.particle_count(), simulation.substep_count()), (60, 0));
    simulation.step(100).unwrap();
    let mut from_start = Simulation::start(made(&spec), &backend).unwrap();
    from_start.step(100).unwrap();
    assert_eq!(simulation.digest().unwrap(), from_start.digest().unwrap());
    simulation.restore(&snapshot).unwrap();
    simulation.step(100).unwrap();
    assert_eq!((simulation.particle_count(), simulation.substep_count(), simulation.digest().unwrap()), (61, 430, late));
    // So does one that itself went on from there.
    other.restore(&early).unwrap();
    other.step(100).unwrap();
    assert_eq!((other.particle_count(), other.digest().unwrap()), (60, from_start.digest().unwrap()));
    // As many, of which the last is another one.
    simulation.restore(&early).unwrap();
    let smaller = ParticleSpec::at([11.0, 10.0], 0.5 * spec.particles[0].radius);
    simulation.spawn(&[smaller]).unwrap();
    let with_smaller = Snapshot::of(&simulation).unwrap();
    simulation.restore(&early).unwrap();
    simulation.spawn(&[ParticleSpec { radius: spec.particles[0].radius, ..smaller }]).unwrap();
    simulation.restore(&with_smaller).unwrap();
    assert_eq!(Snapshot::of(&simulation).unwrap(), with_smaller);

    let changes: [&dyn Fn(&mut WorldSpec); 3] =
        [&|spec| spec.frame_rate = 30.0, &|spec| spec.particles[59].birth = 41, &|spec| spec.links[1].break_length = None];
    for change in changes {
        let mut spec = spec.clone();
        change(&mut spec);
        let refused = snapshot.resume(made(&spec)).unwrap_err();
        assert!(
            matches!(refused, CheckpointError::OtherWorld { .. }) && refused.to_string().starts_with("spray.state is of another world")
        );
    }
    let refused = Checkpoint::read("spray.state", file).unwrap_err().to_string();
    assert!(refused.starts_with("spray.state has no scene"), "{refused}");
}

/// More discs may leave than there are, where they are put back by hand.
#[test]
fn counts_of_what_happened_may_be_greater_than_what_there_is() {
    let particles = vec![ParticleSpec::at([5.0, 5.0], 0.5), ParticleSpec::at([7.0, 5.0], 0.5)];
    let spec = WorldSpec { size: [10.0, 10.0], particles, ..WorldSpec::default() };
    let mut simulation = Simulation::start(World::new(&spec).unwrap(), &Backend::cpu(Some(1))).unwrap();
    let start = simulation.state().unwrap();
    for _ in 0..3 {
        simulation.remove(&[0]).unwrap();
        let mut state = simulation.state().unwrap();
        state.particles.clone_from(&start.particles);
        simulation.set_state(&state).unwrap();
    }
    let world = Snapshot::of(&simulation).unwrap().resume(World::new(&spec).unwrap()).unwrap();
    let other = Simulation::start(world, &Backend::cpu(Some(1))).unwrap();
    assert_eq!(other.counters().unwrap().removed, 3);
    let births = jostle::world::state::State { births: vec![1, 1], ..start };
    assert!(simulation.set_state(&births).unwrap_err().to_string().contains("other births"));
}
