//! Simulated time goes in substeps; how they are asked for, and how long they take, is no matter.

use jostle::world::spec::WorldSpec;

use crate::support::{Random, everywhere, moving, on_cpu, still_world};

fn busy_world() -> WorldSpec {
    let mut random = Random::new(11);
    let particles = (0..300).map(|_| moving(random.point(0.5, 23.5), random.point(-5.0, 5.0))).collect();
    WorldSpec { gravity: [0.3, -10.0], drag: 0.2, ..still_world([24.0, 24.0], particles) }
}

#[test]
fn seconds_are_substeps_over_their_rate() {
    let mut simulation = on_cpu(&busy_world());
    for frame in 1..=5 {
        simulation.step_frame().unwrap();
        assert_eq!(simulation.substep_count(), 8 * frame);
        assert_eq!(simulation.seconds(), f64::from(frame) / 60.0);
    }
}

/// Neither the size of a batch nor looking at the state in between changes the outcome.
#[test]
fn one_batch_and_many_give_the_same_state() {
    let spec = busy_world();
    let mut reference = on_cpu(&spec);
    reference.step(240).unwrap();
    let expected = reference.digest().unwrap();
    everywhere(&spec, |simulation| {
        for batch in [1, 2, 3, 64, 100, 1, 69] {
            simulation.step(batch).unwrap();
            simulation.measure().unwrap();
            simulation.digest().unwrap();
            simulation.state().unwrap();
        }
        assert_eq!((simulation.substep_count(), simulation.digest().unwrap()), (240, expected));
    });
    let mut timed = on_cpu(&spec);
    timed.step_timed(120).unwrap();
    let digests = timed.step_digesting(120).unwrap();
    assert_eq!((digests.len(), digests.last()), (120, Some(&expected)));
    assert_ne!(digests[0], expected);
}

/// However many they are, they are handed to the backend some at a time.
#[test]
fn a_long_run_is_digested_and_timed_in_parts() {
    let spec = still_world([8.0; 2], vec![moving([4.0, 4.0], [1.0, 0.5])]);
    let (mut plain, mut digested, mut timed) = (on_cpu(&spec), on_cpu(&spec), on_cpu(&spec));
    plain.step(2_500).unwrap();
    let digests = digested.step_digesting(2_500).unwrap();
    assert_eq!((digests.len(), digests.last()), (2_500, Some(&plain.digest().unwrap())));
    let times = timed.step_timed(2_500).unwrap();
    assert_eq!((timed.substep_count(), timed.digest().unwrap()), (2_500, plain.digest().unwrap()));
    let names: std::collections::HashSet<_> = times.iter().map(|time| time.name).collect();
    assert!(names.len() == times.len() && names.contains("accelerate"), "{times:?}");
}
