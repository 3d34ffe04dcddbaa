//! Compiled pipelines that one process leaves to the next.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Outcome, command, folder, has_gpu, jostle};

/// A run on an adapter that keeps its pipelines below `kept`.
fn run(adapter: &str, kept: &Path) -> Outcome {
    let line = format!("simulate settled --particles 500 --frames 2 --json - --backend gpu --adapter {adapter}");
    let mut command = command(kept, &line);
    let output = command.env("JOSTLE_PIPELINE_CACHE", kept.join("kept")).env("JOSTLE_LOG", "jostle=debug").output();
    Outcome::from(output.expect("the program starts")).ok()
}

/// The adapters that keep pipelines, as `--adapter` takes them: those of Vulkan.
fn adapters() -> Vec<String> {
    let all = jostle("adapters --json -").ok().json();
    let of_vulkan = all.as_array().unwrap().iter().filter(|adapter| adapter["api"] == "Vulkan");
    of_vulkan.map(|adapter| adapter["index"].to_string()).collect()
}

fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<_> = fs::read_dir(folder.join("kept")).expect("the folder was made").map(|entry| entry.unwrap().path()).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    file.clone()
}

fn digest(outcome: &Outcome) -> String {
    outcome.json()["digest"].to_string()
}

#[test]
fn a_process_loads_the_pipelines_that_another_has_left_and_ignores_what_is_damaged() {
    if !has_gpu() {
        return;
    }
    for adapter in &adapters() {
        let folder = folder();
        let first = run(adapter, folder.path());
        assert!(first.stderr.contains("pipelines are written") && !first.stderr.contains("are loaded"), "{}", first.stderr);
        let path = only_file(folder.path());
        let whole = fs::read(&path).unwrap();

        let second = run(adapter, folder.path());
        assert!(second.stderr.contains("pipelines are loaded") && !second.stderr.contains("are ignored"), "{}", second.stderr);
        assert!(!second.stderr.contains("are written"), "there was nothing new: {}", second.stderr);
        assert_eq!(digest(&first), digest(&second));

        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        fs::write(&path, flipped).unwrap();
        let third = run(adapter, folder.path());
        assert!(third.stderr.contains("are ignored") && !third.stderr.contains("are loaded"), "{}", third.stderr);
        assert!(third.stderr.contains("pipelines are written"), "a whole one takes its place: {}", third.stderr);
        assert_eq!(digest(&first), digest(&third));
        assert!(run(adapter, folder.path()).stderr.contains("pipelines are loaded"));
    }
}

#[test]
fn a_process_that_cannot_keep_its_pipelines_runs_without() {
    if !has_gpu() {
        return;
    }
    for adapter in adapters().iter().take(1) {
        let folder = folder();
        fs::write(folder.path().join("kept"), "no folder").unwrap();
        let outcome = run(adapter, folder.path());
        assert!(outcome.stderr.contains("pipelines are not written"), "{}", outcome.stderr);
        assert_eq!(fs::read(folder.path().join("kept")).unwrap(), b"no folder");
    }
}
