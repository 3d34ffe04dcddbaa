//! `bench --settle`: rows over simulated time, against what the other commands say of the same state.

use serde_json::Value;

use super::{SMALL, assert_keys, folder, has_gpu, jostle, jostle_in};

const SETTLING: [&str; 17] = [
    "version",
    "scene",
    "solver",
    "backend",
    "adapter",
    "particles",
    "substeps_per_frame",
    "substeps_per_second",
    "seed",
    "threads",
    "host",
    "diameter",
    "rows",
    "digest",
    "unborn",
    "removed",
    "outside",
];

const ROW: [&str; 9] = [
    "seconds",
    "rms_speed",
    "max_speed",
    "mean_overlap",
    "mean_overlap_lowest_rows",
    "max_overlap",
    "contacts_per_particle",
    "energy_per_particle",
    "particle_substeps_per_second",
];

fn rows(report: &Value) -> &[Value] {
    report["rows"].as_array().expect("rows")
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} is no number in {row}"))
}

#[test]
fn a_heap_is_looked_at_every_so_often_and_at_the_end() {
    let outcome = jostle(&format!("bench --settle --seconds 3 --every 1.2 --json - {SMALL}")).ok();
    let reports = outcome.json();
    assert_eq!(reports.as_array().unwrap().len(), 1);
    let report = &reports[0];
    assert_keys(report, &SETTLING);
    assert_keys(&report["adapter"], &["name", "driver", "api", "type"]);
    assert_keys(&report["host"], &["os", "cpu", "cores"]);
    assert_eq!((&report["scene"], &report["particles"], &report["seed"]), (&"heap".into(), &500.into(), &1.into()));
    assert_eq!((&report["substeps_per_frame"], &report["substeps_per_second"]), (&8.into(), &480.0.into()));
    assert_eq!((&report["diameter"], &report["removed"], &report["outside"]), (&1.0.into(), &0.into(), &0.into()));
    rows(report).iter().for_each(|row| assert_keys(row, &ROW));
    assert_eq!(rows(report).iter().map(|row| number(row, "seconds")).collect::<Vec<_>>(), [1.2, 2.4, 3.0]);
    for row in rows(report) {
        let of = |key| number(row, key);
        assert!(of("particle_substeps_per_second") > 0.0, "{row}");
        assert!(of("max_speed") > of("rms_speed") && of("max_overlap") > of("mean_overlap_lowest_rows"), "{row}");
    }
    // At the end the weight of all rows is on the lowest, and what the heap fell is lost.
    let [first, _, last] = rows(report) else { panic!("{report}") };
    assert!(number(last, "mean_overlap_lowest_rows") > number(last, "mean_overlap"), "{last}");
    assert!(number(last, "energy_per_particle") < number(first, "energy_per_particle"), "{report}");
    // The same rows for people.
    let lines: Vec<_> = outcome.stderr.lines().filter(|line| line.starts_with("|")).collect();
    assert_eq!(lines.len(), 2 + 3, "{}", outcome.stderr);
    assert!(lines.iter().all(|line| line.chars().count() == lines[0].chars().count()), "{}", outcome.stderr);
    assert!(lines[4].contains(" 3.00 ") && lines[4].contains(&format!("{:.5}", number(last, "mean_overlap"))), "{}", lines[4]);
}

/// What is promised of the heap that other engines were measured with.
#[test]
fn ten_thousand_discs_lie_still_after_ten_seconds() {
    let reports = jostle("bench --settle --particles 10000 --seed 1 --seconds 10 --backend cpu --json -").ok().json();
    let row = rows(&reports[0]).last().unwrap();
    println!("{row}");
    assert_eq!((&reports[0]["particles"], number(row, "seconds")), (&10_000.into(), 10.0));
    let promised = [("rms_speed", 1e-3), ("mean_overlap", 7e-4), ("mean_overlap_lowest_rows", 1.5e-3), ("max_overlap", 0.01)];
    for (key, most) in promised {
        assert!(number(row, key) <= most, "{key} is {}, promised is {most}: {row}", number(row, key));
    }
}

#[test]
fn the_last_row_is_what_simulate_says_of_the_same_state() {
    let folder = folder();
    let text = "[world]\nsize = [40, 40]\n[[block]]\nfrom = [0, 0]\nto = [30, 30]\nradius = [0.7, 1.25]\nspeed = 2\n";
    std::fs::write(folder.path().join("mixed.toml"), text).unwrap();
    let jostle = |line: &str| jostle_in(folder.path(), &format!("{line} --json - --backend cpu --threads 2")).ok().json();
    let report = jostle("bench mixed.toml --settle --seconds 1")[0].take();
    let summary = jostle("simulate mixed.toml --frames 60");
    assert_eq!((&report["scene"], &report["digest"]), (&"mixed".into(), &summary["digest"]));
    let diameter = number(&report, "diameter");
    assert!(diameter > 2.3 && diameter <= 2.5, "{report}");
    let [row] = rows(&report) else { panic!("{report}") };
    for (key, unit) in [("rms_speed", diameter), ("max_speed", diameter), ("mean_overlap", 1.0), ("max_overlap", 1.0)] {
        // The backend measures overlaps in f32, and a pair that just touches may be one more or less there.
        let (here, there) = (number(row, key) * unit, number(&summary, key));
        assert!((here - there).abs() <= 2e-2 * there && there > 0.0, "{key} is {here}, {there} in simulate");
    }
}

/// It runs for as long again, however old it is.
#[test]
fn a_checkpoint_is_measured_from_where_it_stands() {
    let folder = folder();
    let jostle = |line: &str| jostle_in(folder.path(), &format!("{line} --backend cpu --threads 2")).ok();
    jostle("simulate dam --particles 500 --frames 60 --checkpoint dam.jostle");
    let report = jostle("bench dam.jostle --settle --seconds 0.5 --every 0.3 --json -").json()[0].take();
    let summary = jostle("simulate dam.jostle --frames 30 --json -").json();
    assert_eq!(report["digest"], summary["digest"]);
    assert_eq!(rows(&report).iter().map(|row| number(row, "seconds")).collect::<Vec<_>>(), [1.3, 1.5]);
    assert!(rows(&report).iter().all(|row| number(row, "particle_substeps_per_second") < 1e10), "{report}");
}

#[test]
fn a_start_file_is_measured_in_its_scene() {
    let folder = folder();
    // Two discs that fall, 5 and 8 above the floor of a box of 10.
    let start = [&2u32.to_le_bytes()[..], &[10.0f32, 2.0, 5.0, 4.0, 8.0].map(f32::to_le_bytes).concat()].concat();
    std::fs::write(folder.path().join("two.bin"), &start).unwrap();
    let text = "[world]\nsize = [10, 10]\n[[particles]]\nfile = \"two.bin\"\n";
    std::fs::write(folder.path().join("two.toml"), text).unwrap();
    let line = "bench two.toml --settle --seconds 0.2 --every 0.1 --json - --backend cpu --threads 2";
    let reports = jostle_in(folder.path(), line).ok().json();
    assert_eq!((&reports[0]["scene"], &reports[0]["particles"]), (&"two".into(), &2.into()));
    assert_eq!(rows(&reports[0]).len(), 2);
    for (row, speed) in rows(&reports[0]).iter().zip([1.0, 2.0]) {
        let near = |key: &str, wanted: f64| assert!((number(row, key) - wanted).abs() < 0.03, "{key} is not {wanted} in {row}");
        near("rms_speed", speed);
        near("max_speed", speed);
        near("energy_per_particle", 65.0);
        assert_eq!((number(row, "contacts_per_particle"), number(row, "mean_overlap")), (0.0, 0.0), "{row}");
    }
    std::fs::write(folder.path().join("two.bin"), &start[..20]).unwrap();
    let outcome = jostle_in(folder.path(), line);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    for word in ["two.toml:4", "particles[0].file", "two.bin", "cut short: 12 bytes of data", "announces 16"] {
        assert!(outcome.stderr.contains(word), "no {word} in {}", outcome.stderr);
    }
}

#[test]
fn the_rows_are_the_same_on_the_gpu() {
    if !has_gpu() {
        return;
    }
    let settle = |more: &str| {
        let mut report = jostle(&format!("bench --settle --seconds 0.2 --every 0.1 --particles 500 --json - {more}")).ok().json()[0].take();
        report["rows"].as_array_mut().unwrap().iter_mut().for_each(|row| drop(row.as_object_mut().unwrap().remove(ROW[8])));
        report
    };
    let (gpu, cpu) = (settle("--backend gpu"), settle("--backend cpu --threads 1"));
    assert_eq!((&gpu["backend"], &gpu["threads"]), (&"gpu".into(), &Value::Null));
    assert_eq!((&gpu["rows"], &gpu["digest"]), (&cpu["rows"], &cpu["digest"]));
}

#[test]
fn the_heap_of_settle_runs_with_the_solver_that_was_asked_for() {
    let settle = |more: &str| {
        let line = format!("bench --settle --seconds 0.1 --particles 500 --backend cpu --threads 2 --json - {more}");
        jostle_in(&std::env::temp_dir(), &line).ok().json()[0].take()
    };
    let (own, plain) = (settle(""), settle("--solver plain"));
    assert_eq!((&own["solver"], &plain["solver"]), (&"resting".into(), &"plain".into()));
    assert_ne!(own["digest"], plain["digest"]);
}
