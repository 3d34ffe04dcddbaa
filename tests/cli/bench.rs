//! `bench`, its report and its baseline.

use serde_json::Value;

use super::{SMALL, assert_keys, folder, has_gpu, jostle, jostle_in, names};

const BENCH: [&str; 27] = [
    "version",
    "scene",
    "solver",
    "backend",
    "adapter",
    "particles",
    "substeps_per_frame",
    "frames",
    "frames_per_sample",
    "warmup_frames",
    "seed",
    "threads",
    "host",
    "packing_fraction",
    "contacts_per_particle",
    "ms_per_frame",
    "particle_substeps_per_second",
    "pass_frames",
    "passes",
    "pass_clock",
    "copy_gb_per_s",
    "bytes_per_particle",
    "peak_memory_bytes",
    "digest",
    "unborn",
    "removed",
    "outside",
];

const SHORT: &str = "--warmup 1 --frames 3";

fn assert_report(report: &Value) {
    assert_keys(report, &BENCH);
    assert_keys(&report["adapter"], &["name", "driver", "api", "type"]);
    assert_keys(&report["host"], &["os", "cpu", "cores"]);
    assert!(report["host"]["cores"].as_u64().unwrap() > 0, "{report}");
    assert_eq!((&report["frames"], &report["warmup_frames"]), (&Value::from(3), &Value::from(1)));
    assert_keys(&report["ms_per_frame"], &["median", "p10", "p90"]);
    let passes = report["passes"].as_array().unwrap();
    assert!(passes.len() >= 6, "{passes:?}");
    for pass in passes {
        assert_keys(pass, &["name", "median_ms", "bytes_moved", "gb_per_s", "of_copy"]);
        assert!(pass["of_copy"].as_f64().unwrap() > 0.0, "{pass}");
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
    assert_eq!((&reports[0]["threads"], &reports[0]["adapter"]["api"]), (&Value::from(2), &Value::from("")));
    assert_eq!(reports[0]["particles"], 500);
    assert!(reports[0]["packing_fraction"].as_f64().unwrap() < reports[1]["packing_fraction"].as_f64().unwrap());
    let summary = jostle(&format!("simulate gas --frames 4 --json - {SMALL}")).ok().json();
    assert_eq!(reports[0]["digest"], summary["digest"]);
}

#[test]
fn bench_tells_how_many_particles_are_still_to_come() {
    let outcome = jostle(&format!("bench rain gas {SHORT} --json - {SMALL}")).ok();
    let reports = outcome.json();
    let unborn = reports[0]["unborn"].as_u64().unwrap();
    assert!((1..500).contains(&unborn) && reports[1]["unborn"] == 0, "{reports}");
    assert!(outcome.stderr.contains(&format!("500 ({unborn} unborn)")), "{}", outcome.stderr);
    assert_eq!(outcome.stderr.matches("unborn").count(), 1, "{}", outcome.stderr);
}

#[test]
fn bench_runs_a_scene_with_the_solver_that_was_asked_for() {
    let bench = |more: &str| jostle(&format!("bench settled {SHORT} {SMALL} --json - {more}"));
    let (own, plain) = (bench("").ok().json(), bench("--solver plain").ok().json());
    assert_eq!((&own[0]["solver"], &plain[0]["solver"]), (&Value::from("resting"), &Value::from("plain")));
    assert!(plain[0]["bytes_per_particle"].as_f64() < own[0]["bytes_per_particle"].as_f64(), "{plain}");
    assert_ne!(own[0]["digest"], plain[0]["digest"]);
    let folder = folder();
    jostle_in(folder.path(), &format!("bench settled {SHORT} {SMALL} --json base.json")).ok();
    let other = jostle_in(folder.path(), &format!("bench settled {SHORT} {SMALL} --solver plain --baseline base.json"));
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("measure with --solver resting"), "{}", other.stderr);
}

#[test]
fn bench_times_the_passes_of_as_many_frames_as_asked() {
    let passes = |more: &str| {
        let reports = jostle(&format!("bench gas {SHORT} {SMALL} --json - {more}")).ok().json();
        (reports[0]["pass_frames"].as_u64().unwrap(), reports[0]["passes"].as_array().unwrap().len() >= 6)
    };
    assert_eq!(passes(""), (5, true));
    assert_eq!(passes("--passes"), (30, true));
    assert_eq!(passes("--passes=1"), (1, true));
    assert_eq!(passes("--passes=0"), (0, false));
}

#[test]
fn bench_on_the_gpu_reports_the_same_keys() {
    if !has_gpu() {
        return;
    }
    let reports = jostle(&format!("bench ropes {SHORT} --json - --backend gpu --particles 500")).ok().json();
    assert_report(&reports[0]);
    assert_eq!((&reports[0]["backend"], &reports[0]["threads"]), (&Value::from("gpu"), &Value::Null));
    let adapters = jostle("adapters --json -").ok().json();
    let listed = |key: &str| adapters.as_array().unwrap().iter().any(|adapter| adapter[key] == reports[0]["adapter"][key]);
    assert!(listed("api") && listed("name"), "{reports}");
}

#[test]
fn bench_reports_the_seed_and_the_threads_that_it_used() {
    let bench = |more: &str| jostle(&format!("bench gas {SHORT} --json - --backend cpu --particles 500 {more}")).ok().json();
    let (own, given) = (bench(""), bench("--seed 77"));
    assert_eq!((&own[0]["seed"], &given[0]["seed"]), (&Value::from(1), &Value::from(77)));
    assert_ne!(own[0]["digest"], given[0]["digest"]);
    assert_eq!(own[0]["digest"], bench(&format!("--seed {}", own[0]["seed"]))[0]["digest"]);
    let name = own[0]["adapter"]["name"].as_str().unwrap();
    assert_eq!(name.split(' ').next(), Some(own[0]["threads"].to_string().as_str()));
}

#[test]
fn runs_of_which_none_was_done_replace_no_report() {
    let folder = folder();
    for name in ["a.toml", "b.toml"] {
        std::fs::write(folder.path().join(name), "[world]\nsize = [8.0, 8.0]\n[[disc]]\nat = [4.0, 4.0]\n").unwrap();
    }
    for name in ["old.json", "old.svg"] {
        std::fs::write(folder.path().join(name), "old").unwrap();
    }
    for line in ["bench a.toml b.toml --json old.json --plot old.svg", "bench a.toml b.toml --settle --json old.json"] {
        let outcome = jostle_in(folder.path(), &format!("{line} --particles 300 --backend cpu"));
        assert_eq!(outcome.code, Some(2), "{line}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("b, 300 particles did not run: "), "{line}: {}", outcome.stderr);
        for name in ["old.json", "old.svg"] {
            assert_eq!(std::fs::read_to_string(folder.path().join(name)).unwrap(), "old", "{line}");
        }
    }
}

#[test]
fn passes_move_nothing_of_discs_that_are_not_there() {
    let line = "bench rain --particles 20k --warmup 0 --frames 1 --passes=1 --backend cpu --json -";
    let report = &jostle(line).ok().json()[0];
    assert!(report["unborn"].as_u64().unwrap() > 15_000, "{report}");
    let place = |pass: &&Value| pass["name"] == "grid_place" || pass["name"] == "grid_count";
    let moved = report["passes"].as_array().unwrap().iter().find(place).unwrap()["bytes_moved"].as_u64().unwrap();
    assert!(moved < 20_000 * 16, "{report}");
}

#[test]
fn bench_against_a_baseline_fails_only_on_a_regression() {
    let folder = folder();
    let bench = |more: &str| jostle_in(folder.path(), &format!("bench gas {SHORT} {SMALL} {more}"));
    let outcome = bench("--json base.json").ok();
    assert!(outcome.stderr.contains("wrote base.json"), "{}", outcome.stderr);
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
    for option in ["--json", "--trace"] {
        let outcome = bench(&format!("--baseline base.json {option} ./base.json"));
        assert_eq!(outcome.code, Some(2), "{option}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("which the baseline is read from"), "{option}: {}", outcome.stderr);
        assert_eq!(std::fs::read_to_string(folder.path().join("base.json")).unwrap(), text);
    }
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
            r#"[{"scene":"dam","backend":"cpu","adapter":{"name":"2 threads"},"particles":500,"substeps_per_frame":8,"frames":3,"particle_substeps_per_second":1}]"#,
            "which has dam, 500 particles × 8 substeps on 2 threads, 3 frames after an unknown number of warm-up",
        ),
        (
            r#"[{"scene":"gas","backend":"cpu","adapter":{"name":"2 threads"},"particles":500,"substeps_per_frame":8,"frames":3,"particle_substeps_per_second":0}]"#,
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
fn a_run_that_differs_from_the_baseline_is_not_compared_and_the_difference_is_named() {
    let folder = folder();
    let bench = |more: &str| jostle_in(folder.path(), &format!("bench gas {SHORT} {SMALL} {more}"));
    let report = bench("--json -").ok().json();
    let against = |change: &dyn Fn(&mut Value)| {
        let mut forged = report.clone();
        forged[0]["particle_substeps_per_second"] = 1e15.into();
        change(&mut forged[0]);
        std::fs::write(folder.path().join("base.json"), forged.to_string()).unwrap();
        bench("--baseline base.json")
    };
    assert_eq!(against(&|_| ()).code, Some(1));
    let cases = [
        ("scene", Value::from("dam"), "scene (\"dam\" there, \"gas\" here): measure with dam,"),
        ("backend", "gpu".into(), "measure with --backend gpu,"),
        ("threads", 3.into(), "threads (\"3\" there, \"2\" here): measure with --threads 3,"),
        ("particles", 501.into(), "measure with --particles 501,"),
        ("substeps_per_frame", 9.into(), "measure with --substeps 9,"),
        ("frames", 30.into(), "frames (\"30\" there, \"3\" here): measure with --frames 30,"),
        ("warmup_frames", 10.into(), "measure with --warmup 10,"),
    ];
    for (key, value, words) in cases {
        let outcome = against(&|run| run[key] = value.clone());
        assert_eq!(outcome.code, Some(2), "{key}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(words), "{key}: no {words} in {}", outcome.stderr);
    }
    // What is known before is told before: hours may lie between.
    for key in ["frames", "particles", "substeps_per_frame"] {
        let outcome = against(&|run| run[key] = 31.into());
        assert!(outcome.stdout.is_empty(), "{key}: {}", outcome.stdout);
    }
    // Other work is told, and compared.
    let outcome = against(&|run| (run["digest"], run["host"]["cpu"]) = ("0x1".into(), "another".into()));
    assert!(
        outcome.code == Some(1) && outcome.stderr.contains("another digest") && outcome.stderr.contains("another host"),
        "{}",
        outcome.stderr
    );
    assert!(!against(&|_| ()).stderr.contains("another"));
    // A run of which nothing was left does not keep the others from being compared.
    let mut both = report.as_array().unwrap().clone();
    both.insert(0, both[0].clone());
    both[0]["particle_substeps_per_second"] = 0.into();
    both[1]["particle_substeps_per_second"] = 1.into();
    std::fs::write(folder.path().join("base.json"), Value::from(both).to_string()).unwrap();
    let outcome = bench("--baseline base.json").ok();
    assert!(outcome.stderr.contains("not compared with: gas: particle_substeps_per_second is 0"), "{}", outcome.stderr);
    for key in ["warmup_frames", "threads"] {
        let outcome = against(&|run| drop(run.as_object_mut().unwrap().remove(key)));
        assert_eq!(outcome.code, Some(2), "{key}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(&format!("{key} (missing there,")), "{key}: {}", outcome.stderr);
    }
}

#[test]
fn the_same_adapter_through_another_api_is_not_compared() {
    if !has_gpu() {
        return;
    }
    let folder = folder();
    let bench = |more: &str| jostle_in(folder.path(), &format!("bench gas {SHORT} --particles 500 --backend gpu {more}"));
    let mut report = bench("--json -").ok().json();
    report[0]["particle_substeps_per_second"] = 1e15.into();
    for (key, value, words) in [("api", "Gl", "adapter.api (\"Gl\" there,"), ("name", "another", "measure with --adapter \"another\",")] {
        let mut forged = report.clone();
        forged[0]["adapter"][key] = value.into();
        std::fs::write(folder.path().join("base.json"), forged.to_string()).unwrap();
        let outcome = bench("--baseline base.json");
        assert_eq!(outcome.code, Some(2), "{key}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(words), "{key}: {}", outcome.stderr);
    }
}

#[test]
fn bench_draws_a_plot_and_writes_a_trace_of_every_pass() {
    let folder = folder();
    let arguments = format!("bench gas settled {SHORT} --plot plot.svg --trace trace.json {SMALL}");
    jostle_in(folder.path(), &arguments).ok();
    let plot = std::fs::read_to_string(folder.path().join("plot.svg")).unwrap();
    assert!(plot.starts_with("<svg") && plot.trim_end().ends_with("</svg>"));
    for word in ["gas", "settled", "particles", "million particle-substeps per second", "others", "resting solver", "\n500\n"] {
        assert!(plot.contains(word), "{word}");
    }
    let trace: Value = serde_json::from_str(&std::fs::read_to_string(folder.path().join("trace.json")).unwrap()).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let count = |category: &str| events.iter().filter(|event| event["cat"] == category).count();
    assert_eq!(count("substep"), 16, "a frame of both runs");
    assert!(count("pass") >= 16 * 6);
    let mut end = 0.0;
    for event in events.iter().filter(|event| event["cat"] == "pass" && event["pid"] == 1) {
        let (start, duration) = (event["ts"].as_f64().unwrap(), event["dur"].as_f64().unwrap());
        assert!(start >= end && duration >= 0.0, "passes run one after the other: {event}");
        end = start + duration;
    }
    let outcome = jostle_in(folder.path(), &format!("bench gas {SHORT} --json a.json --trace a.json {SMALL}"));
    assert!(outcome.stderr.contains("--json and --trace both name a.json"), "{}", outcome.stderr);
}

/// A scene and a file that was made of it have one name, and are two runs.
#[test]
fn scenes_of_one_name_are_told_apart_by_their_paths() {
    let folder = folder();
    std::fs::write(folder.path().join("dam.toml"), jostle("scenes dam").ok().stdout).unwrap();
    let bench = |line: &str| jostle_in(folder.path(), &format!("bench {line} {SHORT} --particles 500 --backend cpu --passes=0"));
    let reports = bench("dam dam.toml --json both.json --seed 3").ok().stdout;
    let names: Vec<_> = ["dam ", "dam.toml "].into_iter().filter(|name| reports.contains(&format!("| {name}"))).collect();
    assert_eq!(names.len(), 2, "{reports}");
    let alone = bench("dam.toml --baseline both.json --seed 3 --tolerance 99%").ok();
    assert!(alone.stdout.contains("1 run compared with the baseline"), "{}", alone.stdout);
}
