//! Faults of digests and measures, and of the comparison itself.

use std::sync::Arc;

use jostle::Solver;
use jostle::gpu::GpuOptions;
use jostle::passes::PassKind;
use jostle::solver::SolverError;
use jostle::verify::{Comparison, Options, verify};
use jostle::world::World;

use crate::common::{contexts, first_context, inputs, worlds};
use crate::planting::{compared, patch, plain};

#[test]
fn a_digest_of_bodies_that_leaves_the_angle_out() {
    let Some(context) = first_context() else { return };
    let patches = [patch(PassKind::DigestBodies, "mixed(hash, body.angle)", "mixed(hash, 0u)")];
    for deep in [false, true] {
        let found = compared(&worlds::rough(), &context, &patches, deep).first_difference.unwrap();
        assert_eq!((found.pass, found.field), ("digest", "digest"), "{found}");
    }
}

#[test]
fn a_digest_that_hashes_otherwise() {
    let Some(context) = first_context() else { return };
    let patches = [patch(PassKind::Digest, "0x9E3779B1u", "0x9E3779B3u")];
    for deep in [false, true] {
        let found = compared(&worlds::contacts(), &context, &patches, deep).first_difference.unwrap();
        assert_eq!((found.pass, found.field), ("digest", "digest"), "{found}");
    }
}

/// Shows only where substeps follow each other in one submission, as a race between passes would.
#[test]
fn a_fault_that_no_single_pass_shows() {
    let Some(context) = first_context() else { return };
    let moved = "particle = moved(particle, displacement);";
    let patches = [patch(PassKind::Integrate, moved, &format!("{moved} if substep.place == 3u {{ particle.position.x += 5; }}"))];
    let found = compared(&plain(worlds::contacts_spec()), &context, &patches, false).first_difference.unwrap();
    assert_eq!((found.substep, found.pass, found.buffer), (3, "substep", "particles"), "{found}");
    assert!(found.particle.is_some());
}

/// The measure in which a fault of the passes that measure shows.
fn wrong_measure(world: &World, pass: PassKind, from: &str, to: &str) -> Option<&'static str> {
    let context = first_context()?;
    let options = GpuOptions { checked: true, patches: vec![patch(pass, from, to)] };
    let mut comparison = Comparison::new(world, &context, &options, None).unwrap();
    assert_eq!(comparison.run_deep(&inputs::untouched(world, 0, 4)).unwrap(), None);
    let found = comparison.measure_deep(4).unwrap().unwrap();
    assert_eq!((found.pass, found.buffer), ("measure", "measures"), "{found}");
    Some(found.field)
}

#[test]
fn each_wrong_measure_is_named() {
    let (contacts, rough, obstacles) = (worlds::contacts(), worlds::rough(), worlds::obstacles());
    let faults = [
        (&contacts, PassKind::Measure, "touching += times;", "touching += 2u;", "touching"),
        (&contacts, PassKind::Measure, "vec2u(place.x, 0u)", "vec2u(place.x & 0x3FFFFFu, 0u)", "places.x"),
        (&contacts, PassKind::Measure, "- params.wall_min", "- params.wall_min + 1", "places.x"),
        (&rough, PassKind::MeasureBodies, "wide_add(motion, half)", "motion", "energy"),
        (&rough, PassKind::MeasureBodies, "wide_share(vec2u(place.y, 0u), mass)", "vec2u(place.y, 0u)", "moments.y"),
        (&rough, PassKind::MeasureBodies, "vec2u(mass, 0u)", "vec2u(mass / 2u, 0u)", "mass"),
        (&obstacles, PassKind::MeasureObstacles, "let deep = nearest.reach", "let deep = 9999999.0 + nearest.reach", "in_obstacles"),
    ];
    for (world, pass, from, to, field) in faults {
        let Some(found) = wrong_measure(world, pass, from, to) else { return };
        assert_eq!(found, field, "{to}");
    }
}

/// Compiled passes are shared by everything on a device; a patched one must not be.
#[test]
fn a_fault_stays_where_it_was_planted() {
    let Some(context) = first_context() else { return };
    let world = plain(worlds::contacts_spec());
    let patches = [patch(PassKind::Integrate, " + substep.gravity", "")];
    assert!(compared(&world, &context, &[], false).identical);
    for _ in 0..2 {
        assert!(!compared(&world, &context, &patches, false).identical, "the sound pass was taken for the patched one");
        assert!(compared(&world, &context, &[], false).identical, "the patched pass was kept");
    }
}

#[test]
fn comparing_nothing_is_refused() {
    let Some(context) = first_context() else { return };
    let world = Arc::new(worlds::contacts());
    for deep in [false, true] {
        let options = Options { substeps: 0, deep, threads: None };
        let result = verify(&world, &context, &GpuOptions::default(), &options, &mut |_| {});
        assert!(matches!(result, Err(SolverError::NothingToCompare)));
    }
    let mut comparison = Comparison::new(&world, &context, &GpuOptions::default(), None).unwrap();
    assert!(matches!(comparison.run(&[]), Err(SolverError::NothingToCompare)));
    assert!(matches!(comparison.run_deep(&[]), Err(SolverError::NothingToCompare)));
    assert!(!comparison.report(None).identical, "nothing compared is not identical");
}

/// With the plain solver an adapter orders discs as it likes, and each side of a comparison as it likes where nobody looks.
#[test]
fn passes_are_compared_after_whole_frames_and_after_measuring() {
    let world = plain(worlds::contacts_spec());
    for context in &contexts() {
        let mut comparison = Comparison::new(&world, context, &GpuOptions::default(), None).unwrap();
        assert_eq!(comparison.run(&inputs::untouched(&world, 0, 8)).unwrap(), None, "on {}", context.info);
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 8, 4)).unwrap(), None, "on {}", context.info);
        comparison.cpu().measure().unwrap();
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 12, 4)).unwrap(), None, "on {}", context.info);
    }
}
