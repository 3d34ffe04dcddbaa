//! Help, scenes, adapters.

use super::{SMALL, assert_keys, folder, has_gpu, jostle, jostle_in};

#[test]
fn every_command_has_help_with_examples() {
    for command in ["", "run", "bench", "verify", "simulate", "render", "adapters", "scenes", "shapes"] {
        let outcome = jostle(&format!("{command} --help")).ok();
        assert!(outcome.stdout.contains("Examples:\n  jostle"), "jostle {command} --help");
    }
    assert_eq!(jostle("--version").ok().stdout.trim(), concat!("jostle ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn scenes_are_listed_and_the_file_of_one_is_printed_and_runs() {
    let list = jostle("scenes").ok().stdout;
    for name in ["pile", "dam", "gas", "cloth", "ropes", "soft_squares", "tower", "newton", "rain", "polydisperse"] {
        assert!(list.contains(&format!("| {name} ")), "{name} in\n{list}");
    }
    assert!(list.lines().all(|line| !line.starts_with("|  ")), "without a terminal no row is wrapped:\n{list}");
    let emitters: Vec<_> = list.lines().filter(|line| line.contains(" from emitters)")).collect();
    let named = |name: &str| emitters.iter().any(|line| line.contains(&format!("| {name} ")));
    assert!(emitters.len() == 3 && named("rain") && named("repose") && named("pachinko"), "{list}");
    let folder = folder();
    std::fs::write(folder.path().join("mine.toml"), jostle("scenes dam").ok().stdout).unwrap();
    let digest =
        |scene: &str| jostle_in(folder.path(), &format!("simulate {scene} --frames 2 --json - {SMALL}")).ok().json()["digest"].clone();
    assert_eq!(digest("mine.toml"), digest("dam"));
}

#[test]
fn adapters_are_listed_with_what_bounds_a_run() {
    if !has_gpu() {
        return;
    }
    let list = jostle("adapters --json -").ok().json();
    assert_keys(&list[0], &["index", "name", "driver", "type", "api", "max_binding_bytes", "timestamps"]);
    let name = list[0]["name"].as_str().unwrap();
    assert!(jostle("adapters").ok().stdout.contains(name));
}
