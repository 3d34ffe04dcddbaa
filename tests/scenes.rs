//! Scene files: every built-in scene at many sizes, and every error with its place.

#[path = "scenes/built_in.rs"]
mod built_in;
#[path = "scenes/edited.rs"]
mod edited;
#[path = "scenes/garbage.rs"]
mod garbage;
#[path = "scenes/invalid.rs"]
mod invalid;
#[path = "scenes/materials.rs"]
mod materials;
#[path = "scenes/obstacles.rs"]
mod obstacles;
#[path = "scenes/refused.rs"]
mod refused;
#[path = "scenes/tables.rs"]
mod tables;

use jostle::scene::{Overrides, Place, Scene, SceneError};
use jostle::world::spec::{ContactSolver, WorldSpec};
use proptest::prelude::*;
use std::collections::HashMap;
use std::path::Path;

fn particles(count: u64) -> Overrides {
    Overrides { particles: Some(count), ..Overrides::default() }
}

fn seed(seed: u64) -> Overrides {
    Overrides { seed: Some(seed), ..Overrides::default() }
}

const WORLD: &str = "[world]\nsize = [100, 80]\n";

fn error(text: &str) -> SceneError {
    match Scene::from_toml("bad.toml", text, None) {
        Ok(scene) => match scene.build(&Overrides::default()) {
            Ok(_) => panic!("accepted:\n{text}"),
            Err(error) => error,
        },
        Err(error) => error,
    }
}

fn place(error: &SceneError) -> &Place {
    match error {
        SceneError::Syntax { place, .. }
        | SceneError::UnknownKey { place, .. }
        | SceneError::MissingKey { place, .. }
        | SceneError::Value { place, .. }
        | SceneError::Table { place, .. }
        | SceneError::World { place, .. } => place,
        other => panic!("no place in {other}"),
    }
}

/// The error of `WORLD` and `rest` is at this line of `rest` and this key, and says all of `parts`.
#[track_caller]
fn assert_error(rest: &str, line: usize, key: &str, parts: &[&str]) {
    assert_error_in(&format!("{WORLD}{rest}"), line + 2, key, parts);
}

#[track_caller]
fn assert_error_in(text: &str, line: usize, key: &str, parts: &[&str]) {
    let error = error(text);
    let place = place(&error);
    assert_eq!((place.file.as_str(), place.at.map(|[line, _]| line), place.key.as_str()), ("bad.toml", Some(line), key), "{error}");
    let message = error.to_string();
    assert!(message.starts_with(&format!("bad.toml:{line}:")), "{message}");
    for part in parts {
        assert!(message.contains(part), "\"{part}\" is not in: {message}");
    }
}

#[test]
fn every_example_of_the_reference_is_a_whole_scene() {
    let reference = std::fs::read_to_string(Path::new("docs/scenes.md")).unwrap();
    let examples: Vec<_> = reference.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 8, "{}", examples.len());
    let cloud = reference.split("```csv\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the table that an example reads");
    let folder = tables::folder_with("cloud.csv", cloud.as_bytes());
    for text in examples {
        let scene = Scene::from_toml("docs/scenes.md", text, Some(folder.path())).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        scene.build(&Overrides::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    }
}
