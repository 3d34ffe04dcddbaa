//! The program from outside: what it prints, what it writes, and how it ends.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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
        eprintln!("SKIPPED: no GPU adapter, so nothing was tested here");
    }
    found
}

const SMALL: &str = "--backend cpu --threads 2 --particles 500";

#[test]
fn bad_input_ends_with_2_and_names_the_value_and_the_way_out() {
    let cases: &[(&str, &[&str])] = &[
        ("simulate gas --particles ten", &["'ten'", "--particles", "20k"]),
        ("simulate gas --particles 0", &["'0'", "--particles", "at least 1"]),
        ("simulate gas --particles 1.5", &["'1.5'", "--particles"]),
        ("simulate gas --particles 99999G", &["99999", "at most"]),
        ("simulate gas --particles 99999999999G", &["99999999999G", "too large"]),
        ("simulate gas --frames 0", &["'0'", "--frames", "at least 1"]),
        ("simulate gas --frames 4G --backend cpu --particles 500", &["4,000,000,000", "at most 536,870,911 frames"]),
        ("bench gas --frames 0", &["'0'", "--frames"]),
        ("verify gas --frames 0", &["'0'", "--frames"]),
        ("simulate gas --substeps 0", &["'0'", "--substeps"]),
        ("simulate gas --substeps 5000 --backend cpu", &["substeps is 5000", "1 to 1024"]),
        ("simulate gas --seed -1", &["-1"]),
        ("simulate gas --threads 0 --backend cpu", &["'0'", "--threads", "1..=1024"]),
        ("simulate gas --backend vulkan", &["'vulkan'", "auto", "gpu", "cpu"]),
        ("simulate gas --backend cpu --adapter 0", &["--adapter 0", "leave one of them out"]),
        ("simulate gas --adapter no-such-adapter", &["no-such-adapter", "--backend cpu"]),
        ("simulate gass", &["\"gass\"", "did you mean \"gas\"", "pile", "soft_squares", ".toml"]),
        ("gass", &["\"gass\"", "did you mean \"gas\""]),
        ("run gass", &["\"gass\"", "did you mean \"gas\""]),
        ("render gass -o a.png", &["\"gass\"", "did you mean \"gas\""]),
        ("bench gass", &["\"gass\"", "did you mean \"gas\""]),
        ("verify gass", &["\"gass\"", "did you mean \"gas\""]),
        ("scenes gass", &["\"gass\"", "did you mean \"gas\""]),
        ("simulate missing.toml", &["missing.toml", "No such file"]),
        ("simulate", &["<SCENE>"]),
        ("simulate gas --colour speed", &["--colour"]),
        ("gas bench", &["behind the name"]),
        ("--frames 5 scenes", &["behind the name"]),
        ("run --screenshot a.png", &["--frames"]),
        ("run --frames 3 --screenshot a.jpg", &["'a.jpg'", ".png"]),
        ("run --size 0x3", &["'0x3'", "1280x720"]),
        ("render gas", &["--out"]),
        ("render gas -o a.jpg", &["'a.jpg'", ".png"]),
        ("render gas -o a.png --size big", &["'big'", "1280x720"]),
        ("render gas -o a.png --colour mood", &["'mood'", "speed", "contacts"]),
        ("render gas -o no/such/folder/a.png", &["no/such/folder/a.png", "folder that exists"]),
        ("simulate gas --out a.xyz", &["'a.xyz'", ".npy, .csv or .vtk"]),
        ("simulate gas --out a", &["'a'", ".npy, .csv or .vtk"]),
        ("simulate gas --out no/such/a.npy", &["no/such/a.positions.npy", "folder that exists"]),
        ("simulate gas --json no/such/a.json", &["no/such/a.json", "folder that exists"]),
        ("bench gas --json no/such/a.json", &["no/such/a.json", "folder that exists"]),
        ("verify gas --json no/such/a.json", &["no/such/a.json", "folder that exists"]),
        ("verify gas --backend cpu", &["--backend cpu", "leave it out"]),
        ("verify gas --all-adapters --adapter 0", &["--all-adapters", "--adapter"]),
        ("bench gas --ladder", &["--ladder"]),
        ("bench --ladder --particles 5", &["--ladder", "--particles"]),
        ("bench --large", &["--ladder"]),
        ("bench gas --tolerance 10%", &["--baseline"]),
        ("bench gas --baseline missing.json", &["missing.json", "No such file"]),
        ("bench gas --baseline missing.json --tolerance 200%", &["200%", "100%"]),
        ("bench gas --baseline missing.json --tolerance much", &["much", "10%"]),
    ];
    let folder = folder();
    for (line, words) in cases {
        let outcome = jostle_in(folder.path(), line);
        assert_eq!(outcome.code, Some(2), "jostle {line}: {}", outcome.stderr);
        for word in *words {
            assert!(outcome.stderr.contains(word), "jostle {line}: no {word} in\n{}", outcome.stderr);
        }
        assert_eq!(outcome.stdout, "", "jostle {line} printed results");
    }
    assert!(names(&folder).is_empty(), "files were left: {:?}", names(&folder));
}

#[test]
fn a_scene_file_that_is_wrong_is_named_with_its_line() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.toml"), "description = \"bad\"\n[world]\nsize = [10, 10]\nwals = 3\n").unwrap();
    let outcome = jostle_in(folder.path(), "simulate bad.toml");
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("bad.toml:4") && outcome.stderr.contains("wals"), "{}", outcome.stderr);
}

#[test]
fn a_bad_log_filter_is_refused() {
    let outcome: Outcome = command(&std::env::temp_dir(), "scenes").env("JOSTLE_LOG", "jostle=loud").output().unwrap().into();
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("jostle=loud") && outcome.stderr.contains("warn"), "{}", outcome.stderr);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["", "run", "bench", "verify", "simulate", "render", "adapters", "scenes"] {
        let outcome = jostle(&format!("{command} --help")).ok();
        assert!(outcome.stdout.contains("Examples:\n  jostle"), "jostle {command} --help");
    }
    assert_eq!(jostle("--version").ok().stdout.trim(), concat!("jostle ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn scenes_are_listed_and_the_file_of_one_is_printed_and_runs() {
    let list = jostle("scenes").ok().stdout;
    for name in ["pile", "dam", "gas", "cloth", "ropes", "soft_squares", "rain", "polydisperse"] {
        assert!(list.contains(&format!("| {name} ")), "{name} in\n{list}");
    }
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

const SUMMARY: [&str; 14] = [
    "scene",
    "backend",
    "particles",
    "substeps",
    "seconds",
    "live",
    "pinned",
    "removed",
    "broken",
    "rms_speed",
    "max_speed",
    "mean_overlap",
    "max_overlap",
    "digest",
];

#[test]
fn simulate_gives_the_same_summary_for_people_and_as_json() {
    let line = format!("simulate gas --frames 3 {SMALL}");
    let human = jostle(&line).ok().stdout;
    let outcome = jostle(&format!("{line} --json -")).ok();
    let summary = outcome.json();
    assert_keys(&summary, &SUMMARY);
    assert_eq!(summary["live"], 500);
    assert_eq!(summary["substeps"], 24);
    assert_eq!(summary["removed"], 0);
    assert!(summary["rms_speed"].as_f64().unwrap() > 1.0, "a gas moves");
    let digest = summary["digest"].as_str().unwrap();
    assert!(digest.starts_with("0x") && digest.len() == 18, "{digest}");
    assert!(human.contains(digest), "{human}");
    assert!(outcome.stderr.contains(digest), "with --json - the human's line goes to standard error");
}

#[test]
fn seed_and_substeps_change_the_run_and_threads_do_not() {
    let digest = |more: &str| {
        jostle(&format!("simulate pile --frames 2 --json - --backend cpu --particles 500 {more}")).ok().json()["digest"].clone()
    };
    let plain = digest("--threads 1");
    assert_eq!(plain, digest("--threads 3"));
    assert_ne!(plain, digest("--seed 99"));
    assert_ne!(plain, digest("--substeps 4"));
}

#[test]
fn simulate_on_the_gpu_ends_in_the_digest_of_the_cpu() {
    if !has_gpu() {
        return;
    }
    let run = |backend: &str| jostle(&format!("simulate ropes --frames 3 --json - --backend {backend}")).ok().json();
    let (gpu, cpu) = (run("gpu"), run("cpu"));
    assert_ne!(gpu["backend"], cpu["backend"], "nothing was compared");
    assert_eq!(gpu["digest"], cpu["digest"]);
}

#[test]
fn each_format_of_out_holds_every_particle() {
    let folder = folder();
    for out in ["a.npy", "a.csv", "a.vtk"] {
        jostle_in(folder.path(), &format!("simulate gas --frames 1 --out {out} {SMALL}")).ok();
    }
    let all = ["a.csv", "a.ids.npy", "a.positions.npy", "a.radii.npy", "a.velocities.npy", "a.vtk"];
    assert_eq!(names(&folder), all.map(String::from).into());
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let array = |name: &str| npyz::NpyFile::new(&read(name)[..]).unwrap().into_vec::<f64>().unwrap();
    let (positions, velocities) = (array("a.positions.npy"), array("a.velocities.npy"));
    assert_eq!((positions.len(), velocities.len(), array("a.radii.npy").len()), (1000, 1000, 500));
    let table = String::from_utf8(read("a.csv")).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("id,x,y,vx,vy,radius,phase"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 500);
    for (id, row) in rows.iter().enumerate() {
        assert_eq!(row[0].parse(), Ok(id));
        assert_eq!(row[1].parse(), Ok(positions[2 * id]));
        assert_eq!(row[4].parse(), Ok(velocities[2 * id + 1]));
        assert_eq!(row[6], "live");
    }
    assert!(read("a.vtk").windows(16).any(|window| window == b"POINTS 500 doubl"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_not() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let outcome: Outcome = command(&std::env::temp_dir(), "scenes").stdout(full).stderr(Stdio::piped()).output().unwrap().into();
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("standard output") && outcome.stderr.contains("No space"), "{}", outcome.stderr);

    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let outcome: Outcome = command(&std::env::temp_dir(), "scenes").stdout(writer).stderr(Stdio::piped()).output().unwrap().into();
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_named_pipe_is_written_to_and_not_replaced() {
    use std::io::Read;
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let path = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    // Open for both, so that neither side waits for the other.
    let mut pipe = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
    jostle_in(folder.path(), &format!("simulate gas --frames 1 --json pipe {SMALL}")).ok();
    assert!(std::fs::metadata(&path).unwrap().file_type().is_fifo(), "the pipe was replaced");
    let mut start = [0; 2];
    pipe.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"{\n");
}

#[test]
fn render_writes_a_picture_of_the_size_asked_for() {
    let folder = folder();
    let mut pictures = Vec::new();
    for (frame, colour) in [(0, "speed"), (30, "speed"), (30, "id")] {
        jostle_in(folder.path(), &format!("render pile -o a.png --frame {frame} --size 160x90 --colour {colour} {SMALL}")).ok();
        let picture = std::fs::read(folder.path().join("a.png")).unwrap();
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(picture[16..24], [0, 0, 0, 160, 0, 0, 0, 90], "width and height in the header");
        assert!(!pictures.contains(&picture), "frame {frame} in {colour} looks like another");
        pictures.push(picture);
    }
    assert_eq!(names(&folder), ["a.png".to_owned()].into(), "only the picture is there");
}

#[test]
fn run_without_a_display_says_so_and_draws_a_picture() {
    let folder = folder();
    let outcome = jostle_in(folder.path(), &format!("gas --frames 2 --size 64x64 {SMALL}")).ok();
    assert!(outcome.stderr.contains("without a window"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("500 particles on CPU (2 threads)"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("wrote jostle-gas.png"), "{}", outcome.stdout);
    assert!(std::fs::read(folder.path().join("jostle-gas.png")).unwrap().starts_with(b"\x89PNG"));
    jostle_in(folder.path(), &format!("run gas --headless --frames 2 --screenshot b.png --size 64x64 {SMALL}")).ok();
    assert_eq!(names(&folder), ["b.png", "jostle-gas.png"].map(String::from).into());
}

const BENCH: [&str; 17] = [
    "version",
    "scene",
    "backend",
    "adapter",
    "particles",
    "substeps_per_frame",
    "frames",
    "packing_fraction",
    "contacts_per_particle",
    "ms_per_frame",
    "particle_substeps_per_second",
    "passes",
    "bytes_per_particle",
    "peak_memory_bytes",
    "digest",
    "removed",
    "outside",
];
const SHORT: &str = "--warmup 1 --frames 3";

fn assert_report(report: &Value) {
    assert_keys(report, &BENCH);
    assert_keys(&report["adapter"], &["name", "driver", "type"]);
    assert_keys(&report["ms_per_frame"], &["median", "p10", "p90"]);
    let passes = report["passes"].as_array().unwrap();
    assert!(passes.len() >= 6, "{passes:?}");
    for pass in passes {
        assert_keys(pass, &["name", "median_ms", "bytes_moved", "gb_per_s"]);
        assert!(pass["bytes_moved"].as_u64().unwrap() > 0, "{pass}");
    }
    assert!(report["particle_substeps_per_second"].as_f64().unwrap() > 0.0);
    assert_eq!((&report["removed"], &report["outside"]), (&Value::from(0), &Value::from(0)));
}

#[test]
fn bench_reports_each_run_with_its_keys_and_the_digest_of_simulate() {
    let reports = jostle(&format!("bench gas settled {SHORT} --json - {SMALL}")).ok().json();
    assert_eq!(reports.as_array().unwrap().len(), 2);
    reports.as_array().unwrap().iter().for_each(assert_report);
    assert_eq!(reports[1]["scene"], "settled");
    assert_eq!(reports[0]["backend"], "cpu");
    assert_eq!(reports[0]["adapter"]["type"], "Threads");
    assert_eq!(reports[0]["particles"], 500);
    assert!(reports[0]["packing_fraction"].as_f64().unwrap() < reports[1]["packing_fraction"].as_f64().unwrap());
    let summary = jostle(&format!("simulate gas --frames 4 --json - {SMALL}")).ok().json();
    assert_eq!(reports[0]["digest"], summary["digest"]);
}

#[test]
fn bench_on_the_gpu_reports_the_same_keys() {
    if !has_gpu() {
        return;
    }
    let reports = jostle(&format!("bench ropes {SHORT} --json - --backend gpu")).ok().json();
    assert_report(&reports[0]);
    assert_eq!(reports[0]["backend"], "gpu");
}

#[test]
fn bench_against_a_baseline_fails_only_on_a_regression() {
    let folder = folder();
    let bench = |more: &str| jostle_in(folder.path(), &format!("bench gas {SHORT} {SMALL} {more}"));
    bench("--json base.json").ok();
    let text = std::fs::read_to_string(folder.path().join("base.json")).unwrap();
    let write_speed = |speed: f64| {
        let mut reports: Value = serde_json::from_str(&text).unwrap();
        reports[0]["particle_substeps_per_second"] = speed.into();
        std::fs::write(folder.path().join("forged.json"), reports.to_string()).unwrap();
    };
    write_speed(1.0);
    bench("--baseline forged.json").ok();
    write_speed(1e15);
    let outcome = bench("--baseline forged.json --tolerance 50% --json new.json");
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("gas, 500 particles") && outcome.stderr.contains("regression"), "{}", outcome.stderr);
    assert_eq!(names(&folder), ["base.json", "forged.json", "new.json"].map(String::from).into(), "the report is there all the same");
}

#[test]
fn a_baseline_that_cannot_be_compared_is_bad_input() {
    let folder = folder();
    let cases = [
        ("", "EOF"),
        ("{}", "expected a sequence"),
        ("[{\"scene\": \"gas\"}]", "missing field"),
        ("[]", "which has no runs"),
        (
            r#"[{"scene":"dam","backend":"cpu","adapter":{"name":"2 threads"},"particles":500,"substeps_per_frame":8,"particle_substeps_per_second":1}]"#,
            "which has dam, 500 particles × 8 substeps on 2 threads",
        ),
        (
            r#"[{"scene":"gas","backend":"cpu","adapter":{"name":"2 threads"},"particles":500,"substeps_per_frame":8,"particle_substeps_per_second":0}]"#,
            "particle_substeps_per_second is 0",
        ),
    ];
    for (text, word) in cases {
        std::fs::write(folder.path().join("bad.json"), text).unwrap();
        let outcome = jostle_in(folder.path(), &format!("bench gas {SHORT} {SMALL} --baseline bad.json"));
        assert_eq!(outcome.code, Some(2), "{text}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("bad.json") && outcome.stderr.contains(word), "{text}: {}", outcome.stderr);
    }
}

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
    let reports = jostle("verify gas --deep --particles 800 --frames 1 --json -").ok().json();
    let keys =
        ["scene", "identical", "substeps", "particles", "compared_values", "digest_cpu", "digest_gpu", "adapter", "first_difference"];
    assert_keys(&reports[0], &keys);
    assert_keys(&reports[0]["adapter"], &["backend", "name", "driver", "type", "api"]);
    assert_eq!(reports[0]["identical"], true);
    assert_eq!(reports[0]["substeps"], 8);
    assert_eq!(reports[0]["first_difference"], Value::Null);
    assert_eq!(reports[0]["digest_cpu"], reports[0]["digest_gpu"]);
    assert!(reports[0]["compared_values"].as_u64().unwrap() > 0, "nothing was compared");
}

#[test]
fn without_any_adapter_verify_ends_with_2_and_simulate_goes_on_with_the_cpu() {
    let without = |line: &str| -> Outcome { command(&std::env::temp_dir(), line).env("WGPU_BACKEND", "noop").output().unwrap().into() };
    let outcome = without("verify gas");
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("no usable GPU adapter"), "{}", outcome.stderr);
    let outcome = without("simulate gas --frames 1 --particles 500").ok();
    assert!(outcome.stderr.contains("using the CPU backend: no usable GPU adapter"), "{}", outcome.stderr);
    assert_eq!(without("simulate gas --backend gpu").code, Some(2));
    assert!(without("adapters").ok().stdout.contains("no GPU adapter"));
}
