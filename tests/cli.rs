//! The program from outside: what it prints, what it writes, and how it ends.

#[path = "cli/bench.rs"]
mod bench;
#[path = "cli/errors.rs"]
mod errors;
#[path = "cli/headless.rs"]
mod headless;
#[path = "cli/json_keys.rs"]
mod json_keys;
#[path = "cli/lists.rs"]
mod lists;
#[path = "cli/pictures.rs"]
mod pictures;
#[path = "cli/pipelines.rs"]
mod pipelines;
#[path = "cli/settle.rs"]
mod settle;
#[path = "cli/verify.rs"]
mod verify;
#[path = "cli/writing.rs"]
mod writing;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// What a finished process left.
struct Outcome {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Outcome {
    /// Asserts that the process ended well.
    fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {}", self.stdout))
    }
}

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jostle"));
    command.args(line.split_whitespace()).current_dir(folder);
    // No display, whatever the tests are started from.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").env_remove("JOSTLE_LOG");
    // Nothing is left in the folder of whoever runs the tests.
    command.env("JOSTLE_PIPELINE_CACHE", "off");
    command
}

fn jostle_in(folder: &Path, line: &str) -> Outcome {
    command(folder, line).output().expect("the program starts").into()
}

fn jostle(line: &str) -> Outcome {
    jostle_in(&std::env::temp_dir(), line)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn names(folder: &TempDir) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder.path()).expect("the folder is there");
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Asserts exactly these keys.
fn assert_keys(object: &Value, keys: &[&str]) {
    let found: BTreeSet<_> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(found, keys.iter().copied().collect());
}

/// Whether there is a GPU adapter to test with. Where JOSTLE_REQUIRE_GPU is set, none is a failure.
fn has_gpu() -> bool {
    let found = !jostle("adapters --json -").ok().json().as_array().expect("a list").is_empty();
    let required = std::env::var_os("JOSTLE_REQUIRE_GPU").is_some_and(|value| value == "1");
    assert!(found || !required, "JOSTLE_REQUIRE_GPU is set and there is no GPU adapter");
    if !found {
        // Past the test harness, which keeps what tests that pass print to itself.
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("SKIPPED: no GPU adapter, so nothing was tested here\n"));
    }
    found
}

const SMALL: &str = "--backend cpu --threads 2 --particles 500";
