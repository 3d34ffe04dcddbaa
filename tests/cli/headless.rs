//! `simulate`, and `run` without a display.

use serde_json::Value;

use super::{Outcome, SMALL, assert_keys, folder, has_gpu, jostle, jostle_in, names};

const SUMMARY: [&str; 23] = [
    "scene",
    "backend",
    "particles",
    "version",
    "solver",
    "seed",
    "substeps",
    "substeps_per_frame",
    "world_size",
    "seconds",
    "live",
    "pinned",
    "unborn",
    "removed",
    "broken",
    "rms_speed",
    "max_speed",
    "kinetic_energy",
    "potential_energy",
    "mean_overlap",
    "max_overlap",
    "saturated",
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
fn where_there_are_obstacles_the_summary_tells_what_is_inside() {
    let line = format!("simulate drum --frames 3 {SMALL}");
    let human = jostle(&line).ok().stdout;
    let summary = jostle(&format!("{line} --json -")).ok().json();
    assert_keys(&summary, &[&SUMMARY[..], &["in_obstacles", "max_depth"]].concat());
    let (count, depth) = (summary["in_obstacles"].as_u64().unwrap(), summary["max_depth"].as_f64().unwrap());
    assert!(human.contains(&format!("; {count} in obstacles, deepest {depth:.5} diameters; ")), "{human}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("press.toml");
    let press =
        "[world]\nsize = [20, 20]\n[[disc]]\nat = [10, 1]\n[[obstacle]]\nbox = { at = [10, 3], size = [4, 1] }\nvelocity = [0, -6]\n";
    std::fs::write(&path, press).unwrap();
    let pressed = jostle(&format!("simulate {} --frames 20 --backend cpu --json -", path.display())).ok().json();
    assert!(pressed["in_obstacles"] == 1 && pressed["max_depth"].as_f64().unwrap() > 0.1, "{pressed}");
}

#[test]
fn every_particle_is_counted_once_and_shown_where_it_is() {
    for (scene, waits) in [("rain", true), ("gas", false), ("cloth", false)] {
        let line = format!("simulate {scene} --frames 20 {SMALL}");
        let summary = jostle(&format!("{line} --json -")).ok().json();
        let count = |key: &str| summary[key].as_u64().unwrap();
        let all: u64 = ["live", "pinned", "unborn", "removed"].map(count).iter().sum();
        assert_eq!(all, count("particles"), "{summary}");
        assert_eq!(count("unborn") > 0, waits, "{summary}");
        let human = jostle(&line).ok().stdout;
        for key in ["pinned", "unborn"] {
            let (shown, part) = (count(key) > 0, format!(", {} {key}", count(key)));
            assert_eq!(human.contains(&part), shown, "{human}");
            assert_eq!(human.contains(key), shown, "what is not there is not counted: {human}");
        }
    }
    assert!(jostle(&format!("simulate cloth --frames 1 {SMALL}")).ok().stdout.contains("pinned"));
    let folder = folder();
    let outcome = jostle_in(folder.path(), &format!("rain --headless --frames 1 --size 64x64 {SMALL}")).ok();
    let note = outcome.stderr.lines().find(|line| line.contains("500 particles")).expect("a note of how many");
    assert!(note.contains(" of them still to come"), "{note}");
}

#[test]
fn no_frames_give_the_start() {
    let folder = folder();
    jostle_in(folder.path(), &format!("simulate gas --frames 0 --out start.csv {SMALL}")).ok();
    jostle_in(folder.path(), &format!("simulate gas --frames 1 --out later.csv {SMALL}")).ok();
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("start.csv").lines().count(), text("later.csv").lines().count());
    assert_ne!(text("start.csv"), text("later.csv"));
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
fn a_software_adapter_simulates_only_where_it_is_asked_for() {
    if !has_gpu() {
        return;
    }
    let run = |more: &str| jostle(&format!("simulate gas --frames 1 --particles 500 --json - {more}")).ok();
    let adapters = jostle("adapters --json -").ok().json();
    let is_software = adapters.as_array().unwrap().iter().all(|adapter| adapter["type"] == "Cpu");
    let by_itself = run("");
    let on_the_cpu = |outcome: &Outcome| outcome.json()["backend"].as_str().unwrap().starts_with("CPU");
    assert_eq!(on_the_cpu(&by_itself), is_software);
    assert_eq!(
        by_itself.stderr.contains("is a software adapter, several times as slow (--backend gpu, or `Backend::gpu`, takes it)"),
        is_software
    );
    for asked in ["--backend gpu", "--adapter 0"] {
        assert!(!on_the_cpu(&run(asked)), "{asked}");
    }
}

#[test]
fn each_format_of_out_holds_every_particle() {
    let folder = folder();
    for out in ["a.npy", "a.csv", "a.vtk"] {
        jostle_in(folder.path(), &format!("simulate gas --frames 1 --out {out} {SMALL}")).ok();
    }
    let arrays = ["ids", "masses", "positions", "radii", "rotations", "velocities"].map(|array| format!("a.{array}.npy"));
    let all = arrays.into_iter().chain(["a.csv", "a.vtk"].map(String::from));
    assert_eq!(names(&folder), all.collect());
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let array = |name: &str| npyz::NpyFile::new(&read(name)[..]).unwrap().into_vec::<f64>().unwrap();
    let (positions, velocities) = (array("a.positions.npy"), array("a.velocities.npy"));
    assert_eq!((positions.len(), velocities.len(), array("a.radii.npy").len()), (1000, 1000, 500));
    let table = String::from_utf8(read("a.csv")).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("id,x,y,vx,vy,radius,phase,mass,angle,angular_velocity"));
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
fn a_named_pipe_is_written_to_and_not_replaced() {
    use std::io::Read;
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let path = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    // Open for both, so that neither side waits for the other.
    let mut pipe = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
    jostle_in(folder.path(), &format!("simulate gas --frames 1 --json pipe {SMALL}")).ok();
    assert!(std::fs::metadata(&path).unwrap().file_type().is_fifo(), "the pipe was replaced");
    let mut start = [0; 2];
    pipe.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"{\n");
}

#[cfg(target_os = "linux")]
#[test]
fn run_without_a_display_says_so_and_draws_a_picture() {
    let folder = folder();
    let outcome = jostle_in(folder.path(), &format!("gas --frames 2 --size 64x64 {SMALL}")).ok();
    assert!(outcome.stderr.contains("without a window"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("500 particles, on CPU (2 threads)"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("wrote jostle-gas.png"), "{}", outcome.stdout);
    assert!(std::fs::read(folder.path().join("jostle-gas.png")).unwrap().starts_with(b"\x89PNG"));
    jostle_in(folder.path(), &format!("run gas --headless --frames 2 --screenshot b.png --size 64x64 {SMALL}")).ok();
    assert_eq!(names(&folder), ["b.png", "jostle-gas.png"].map(String::from).into());
}

#[test]
fn the_picture_of_a_run_without_a_window_is_that_of_render_with_the_same_options() {
    let folder = folder();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let mut pictures = Vec::new();
    for options in ["", "--colour id", "--color radius --forces=5", "--view -5,-5,12.5,6"] {
        let same = format!("--size 160x90 {options} {SMALL}");
        jostle_in(folder.path(), &format!("pile --headless --frames 12 --screenshot run.png {same}")).ok();
        jostle_in(folder.path(), &format!("render pile -o render.png --frame 12 {same}")).ok();
        assert!(read("run.png") == read("render.png"), "{options}");
        assert!(!pictures.contains(&read("run.png")), "{options} changes nothing");
        pictures.push(read("run.png"));
    }
}

#[cfg(unix)]
#[test]
fn out_and_json_are_two_files_even_through_a_link() {
    let folder = folder();
    std::os::unix::fs::symlink("a.csv", folder.path().join("a.json")).unwrap();
    let outcome = jostle_in(folder.path(), &format!("simulate gas --frames 1 --out a.csv --json a.json {SMALL}"));
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("--out and --json both name a.json"), "{}", outcome.stderr);
}

/// Where discs are, of those that are in the world: what the particles' own files say of the same frames.
#[test]
fn discs_are_tracked_over_time() {
    let folder = folder();
    let line = format!(
        "simulate rain --frames 9 --track t.csv --track-ids 3,490..499 --log l.csv --log-every 4 --out p#.csv --out-every 4 {SMALL}"
    );
    let outcome = jostle_in(folder.path(), &line).ok();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let rows = |name: &str| read(name).lines().skip(1).map(|row| row.split(',').map(String::from).collect::<Vec<_>>()).collect::<Vec<_>>();
    let track = rows("t.csv");
    assert!(read("t.csv").starts_with("seconds,id,x,y,vx,vy,angle,angular_velocity\n"));
    assert!(outcome.stderr.contains(&format!("wrote t.csv ({} rows)", track.len())), "{}", outcome.stderr);
    for frame in [0, 4, 8, 9] {
        let of_frame: Vec<_> = rows(&format!("p{frame}.csv"))
            .into_iter()
            .filter(|row| row[0] == "3" || row[0].len() == 3 && row[0].as_str() >= "490")
            .collect();
        let seconds = f64::from(frame) / 60.0;
        let tracked: Vec<_> = track.iter().filter(|row| (row[0].parse::<f64>().unwrap() - seconds).abs() < 1e-9).collect();
        assert_eq!(tracked.len(), of_frame.len(), "frame {frame}");
        for (tracked, row) in tracked.into_iter().zip(of_frame) {
            assert_eq!(tracked[1..6], row[..5], "frame {frame}");
            assert_eq!(tracked[6..], row[8..], "frame {frame}");
        }
    }
    assert_eq!(rows("l.csv").len(), 4);
    let unnamed = jostle_in(folder.path(), &format!("simulate rain --frames 1 --track t.csv {SMALL}"));
    assert!(unnamed.code == Some(2) && unnamed.stderr.contains("--track-ids"), "{}", unnamed.stderr);
    let unknown = jostle_in(folder.path(), &format!("simulate rain --frames 1 --track t.csv --track-ids 90000 {SMALL}"));
    assert!(unknown.code == Some(2) && unknown.stderr.contains("there is no disc 90,000: their ids are 0 to"), "{}", unknown.stderr);
}

#[test]
fn a_log_has_a_row_each_time_and_ends_with_what_the_summary_says() {
    let folder = folder();
    let run = |frames: u32, every: &str| {
        let line = format!("simulate jet --frames {frames} --log log.csv {every} --json summary.json --checkpoint end.jostle {SMALL}");
        jostle_in(folder.path(), &line).ok();
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        let text = read("log.csv");
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let heads: Vec<String> = table.headers().unwrap().iter().map(String::from).collect();
        let rows: Vec<Vec<f64>> = table.records().map(|row| row.unwrap().iter().map(|cell| cell.parse().unwrap()).collect()).collect();
        let summary: Value = serde_json::from_str(&read("summary.json")).unwrap();
        for (head, value) in heads.iter().zip(rows.last().unwrap()) {
            // What reads JSON here may miss the last bit.
            let said = summary[head.as_str()].as_f64();
            let is_same = said.is_some_and(|said| (said - value).abs() <= 1e-15 * value.abs());
            assert!(is_same || head == "contacts_per_particle", "{head}: {value} and {said:?}");
        }
        rows.iter().map(|row| (row[0] * 60.0).round() as u32).collect::<Vec<_>>()
    };
    assert_eq!(run(10, "--log-every 4"), [0, 4, 8, 10]);
    assert_eq!(run(8, "--log-every 4"), [0, 4, 8]);
    assert_eq!(run(8, "--log-every 0.05s"), [0, 3, 6, 8]);
    assert_eq!(run(2, ""), [0, 1, 2]);
    assert_eq!(run(0, ""), [0]);
    // A checkpoint goes on with its time.
    jostle_in(folder.path(), "simulate jet --frames 3 --checkpoint end.jostle --backend cpu --threads 1 --particles 500").ok();
    jostle_in(folder.path(), "simulate end.jostle --frames 1 --log log.csv --backend cpu --threads 1").ok();
    let text = std::fs::read_to_string(folder.path().join("log.csv")).unwrap();
    let times: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(times, ["0.05", "0.06666666666666667"], "{text}");
    let outcome = jostle_in(folder.path(), &format!("simulate jet --frames 1 --log a.csv --out a.csv {SMALL}"));
    assert!(outcome.code == Some(2) && outcome.stderr.contains("--out and --log both name a.csv"), "{}", outcome.stderr);
}
