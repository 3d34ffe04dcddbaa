//! `verify`, with nothing to find; `tests/faults` plants what it must find.

use serde_json::Value;

use super::{assert_keys, folder, has_gpu, jostle, jostle_in};

#[test]
fn verify_says_identical_and_reports_with_its_keys() {
    if !has_gpu() {
        return;
    }
    let outcome = jostle("verify ropes gas --particles 800 --frames 2").ok();
    for scene in ["ropes", "gas"] {
        let line = outcome.stdout.lines().find(|line| line.starts_with(scene)).expect(scene);
        assert!(line.contains("identical: ") && line.contains(" values over 16 substeps on "), "{line}");
    }
    assert_eq!(outcome.stdout.lines().last(), Some("all 2 are identical"));
    let reports = jostle("verify gas --deep --particles 800 --frames 1 --json -").ok().json();
    let keys = [
        "version",
        "scene",
        "seed",
        "substeps_per_frame",
        "deep",
        "solver",
        "identical",
        "substeps",
        "particles",
        "compared_values",
        "digest_cpu",
        "digest_gpu",
        "adapter",
        "first_difference",
    ];
    assert_keys(&reports[0], &keys);
    assert_keys(&reports[0]["adapter"], &["backend", "name", "driver", "type", "api"]);
    assert_eq!(reports[0]["identical"], true);
    assert_eq!((&reports[0]["deep"], &reports[0]["substeps_per_frame"]), (&true.into(), &8.into()));
    assert_eq!(reports[0]["substeps"], 8);
    assert_eq!(reports[0]["first_difference"], Value::Null);
    assert_eq!(reports[0]["digest_cpu"], reports[0]["digest_gpu"]);
    assert!(reports[0]["compared_values"].as_u64().unwrap() > 0, "nothing was compared");
}

/// What was compared is worth as much where something else could not be.
#[test]
fn a_scene_that_cannot_be_compared_does_not_take_the_others_with_it() {
    if !has_gpu() {
        return;
    }
    let folder = folder();
    std::fs::write(folder.path().join("two.toml"), "[world]\nsize = [9, 9]\n[[particles]]\nlist = [{ at = [1, 1] }, { at = [3, 1] }]\n")
        .unwrap();
    let outcome = jostle_in(folder.path(), "verify two.toml gas --particles 800 --frames 1 --json done.json");
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("two.toml") && outcome.stderr.contains("cannot be scaled"), "{}", outcome.stderr);
    let reports: Value = serde_json::from_slice(&std::fs::read(folder.path().join("done.json")).unwrap()).unwrap();
    assert_eq!((reports.as_array().unwrap().len(), &reports[0]["scene"], &reports[0]["identical"]), (1, &"gas".into(), &true.into()));
}

#[test]
fn verify_compares_every_built_in_scene_that_the_plain_solver_can_run_and_names_the_others() {
    if !has_gpu() {
        return;
    }
    let outcome = jostle("verify --solver plain --particles 400 --frames 1 --json -").ok();
    let reports = outcome.json();
    let left_out = outcome.stderr.lines().filter(|line| line.contains("left out")).count();
    let compared = reports.as_array().unwrap();
    assert_eq!(compared.len() + left_out, ::jostle::Scene::names().count(), "{}", outcome.stderr);
    assert!(compared.iter().all(|report| report["solver"] == "plain" && report["identical"] == true), "{reports}");
    assert!(compared.iter().any(|report| report["scene"] == "cloth") && outcome.stderr.contains("left out gas"), "{}", outcome.stderr);
}
