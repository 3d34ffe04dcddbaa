//! Files that cannot be written to their end: an error with the way out, and nothing left behind.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use super::{Outcome, SMALL, command, folder, jostle, jostle_in, names};

/// What writes each kind of file.
const WRITERS: [(&str, &str); 7] = [
    ("f.csv", "simulate pile --frames 1 --contacts f.csv"),
    ("a.csv", "simulate gas --frames 1 --out a.csv"),
    ("a.vtk", "simulate gas --frames 1 --out a.vtk"),
    ("a.positions.npy", "simulate gas --frames 1 --out a.npy"),
    ("a.jostle", "simulate gas --frames 1 --checkpoint a.jostle"),
    ("a.png", "render gas --frame 0 -o a.png"),
    ("a.json", "bench gas --warmup 0 --frames 1 --json a.json"),
];

#[test]
fn a_file_past_the_limit_is_an_error_and_leaves_nothing_behind() {
    for (name, line) in WRITERS {
        let folder = folder();
        std::fs::write(folder.path().join(name), "old").unwrap();
        let line = format!("ulimit -f 1; exec \"$0\" {line} {SMALL}");
        let output = Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_jostle")]).current_dir(folder.path()).output();
        let outcome = Outcome::from(output.expect("a shell starts"));
        assert_eq!(outcome.code, Some(2), "{name}: {}", outcome.stderr);
        for word in [&format!("cannot write {name}: File too large"), "ulimit -f"] {
            assert!(outcome.stderr.contains(word), "no {word} in\n{}", outcome.stderr);
        }
        assert!(!outcome.stderr.contains(".jostle-"), "the file aside is named in\n{}", outcome.stderr);
        assert_eq!(names(&folder), [name.to_owned()].into());
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).unwrap(), "old");
    }
}

#[test]
fn a_full_disk_is_named_with_a_way_out_that_is_not_another_folder() {
    let outcome = jostle(&format!("simulate gas --frames 1 --json /dev/full {SMALL}"));
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("cannot write /dev/full: No space left"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("free some space") && !outcome.stderr.contains("in a folder"), "{}", outcome.stderr);
}

/// By its number an open file would be replaced, and what others write into it lost.
#[test]
fn an_open_file_is_not_replaced_by_its_number() {
    let folder = folder();
    let shell = |line: &str| {
        let output = Command::new("sh").args(["-c", line, env!("CARGO_BIN_EXE_jostle")]).current_dir(folder.path()).output();
        Outcome::from(output.expect("a shell starts"))
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let run = format!("\"$0\" simulate gas --frames 1 {SMALL} --json");
    shell(&format!("exec 2> log; echo before >&2; {run} /dev/stderr; echo after >&2")).ok();
    let log = read("log");
    assert!(log.starts_with("before\n") && log.ends_with("after\n") && log.contains("\"digest\""), "{log}");
    let outcome = shell(&format!("exec 4> both; echo before >&4; {run} /dev/fd/4; code=$?; echo after >&4; exit $code"));
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("the number of an open file (name the file, or - for standard output)"), "{}", outcome.stderr);
    assert_eq!(read("both"), "before\nafter\n");
}

#[cfg(unix)]
#[test]
fn a_protected_file_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = folder.path().join("kept.json");
    std::fs::write(&path, "old").unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
    if std::fs::OpenOptions::new().write(true).open(&path).is_ok() {
        eprintln!("SKIPPED: whoever runs this may write to any file");
        return;
    }
    let outcome = jostle_in(folder.path(), &format!("simulate gas --frames 1 --json kept.json {SMALL}"));
    assert!(outcome.code == Some(2) && outcome.stderr.contains("cannot write kept.json"), "{}", outcome.stderr);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
}

/// Each file that can be written is, and the summary is said.
#[test]
fn a_full_disk_takes_nothing_from_what_else_came_of_a_run() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.csv")).unwrap();
    let line = format!("simulate gas --frames 1 --out full.csv --checkpoint kept.jostle --json kept.json {SMALL}");
    let outcome = jostle_in(folder.path(), &line);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("digest 0x"), "{}", outcome.stdout);
    for said in ["cannot write full.csv: No space left", "wrote kept.jostle", "wrote kept.json"] {
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    assert!(folder.path().join("kept.jostle").exists() && folder.path().join("kept.json").exists());
}

/// One of many files that cannot be written: the run goes on, and the others are there.
#[test]
fn a_full_disk_on_the_way_stops_no_run() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("on-2.csv")).unwrap();
    let line = format!("simulate gas --frames 5 --out on-#.csv --out-every 2 --checkpoint kept.jostle {SMALL}");
    let outcome = jostle_in(folder.path(), &line);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("cannot write on-2.csv: No space left"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("digest 0x") && outcome.stderr.contains("wrote kept.jostle"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("wrote 3 files, on-0.csv to on-5.csv"), "{}", outcome.stderr);
    assert!(["on-0.csv", "on-4.csv", "on-5.csv", "kept.jostle"].iter().all(|name| folder.path().join(name).exists()));
}

/// Discs that lie at walls, whose places are rounded to whole steps.
#[test]
fn a_table_that_was_written_is_the_start_of_another_scene() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let world = "[world]\nsize = [50, 40]\ngravity = [10, -10]\n\n";
    write("heap.toml", &format!("{world}[[block]]\nfrom = [40, 0]\nto = [50, 10]\nradius = 0.15\n"));
    write("again.toml", &format!("{world}[[particles]]\nfile = \"heap.csv\"\n"));
    jostle_in(folder.path(), "simulate heap.toml --frames 30 --out heap.csv --backend cpu").ok();
    jostle_in(folder.path(), "simulate again.toml --frames 0 --out again.csv --backend cpu").ok();
    let places = |name: &str| -> Vec<Vec<f64>> {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().skip(1).map(|line| line.split(',').skip(1).take(2).map(|number| number.parse().unwrap()).collect()).collect()
    };
    let (written, read) = (places("heap.csv"), places("again.csv"));
    assert!(written.len() > 100 && written.len() == read.len());
    assert!(written.iter().any(|place| place[0] > 50.0 - 0.15), "none is rounded beyond the wall");
    assert!(written.iter().flatten().zip(read.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-5));
}

/// At the start, after every second frame, and at the end: what one run each would have written.
#[test]
fn particles_are_written_on_the_way_in_numbered_files() {
    let folder = folder();
    let outcome = jostle_in(folder.path(), &format!("simulate gas --frames 5 --out on-##.csv --out-every 2 {SMALL}")).ok();
    assert!(outcome.stderr.contains("wrote 4 files, on-00.csv to on-05.csv"), "{}", outcome.stderr);
    assert_eq!(names(&folder), ["on-00.csv", "on-02.csv", "on-04.csv", "on-05.csv"].map(String::from).into());
    for frame in [0, 2, 4, 5] {
        jostle_in(folder.path(), &format!("simulate gas --frames {frame} --out alone.csv {SMALL}")).ok();
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("alone.csv"), read(&format!("on-0{frame}.csv")), "frame {frame}");
    }
    let outcome = jostle_in(folder.path(), &format!("simulate gas --frames 3 --out n.npy --out-every 2 {SMALL}"));
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("write # in the name of --out"), "{}", outcome.stderr);
    jostle_in(folder.path(), &format!("simulate gas --frames 3 --out n#.npy --out-every 2 {SMALL}")).ok();
    assert!(["n0.positions.npy", "n2.ids.npy", "n3.masses.npy"].iter().all(|name| folder.path().join(name).exists()));
}

/// Pairs of discs with a force between them, of the same frames as the particles; none at the start.
#[test]
fn contacts_are_written_beside_the_particles() {
    let folder = folder();
    let line = format!("simulate pile --frames 4 --out p#.csv --contacts c#.csv --out-every 2 {SMALL}");
    let outcome = jostle_in(folder.path(), &line).ok();
    assert!(outcome.stderr.contains("wrote 3 files, c0.csv to c4.csv"), "{}", outcome.stderr);
    assert_eq!(names(&folder), ["c0.csv", "c2.csv", "c4.csv", "p0.csv", "p2.csv", "p4.csv"].map(String::from).into());
    let rows = |frame: u32| {
        let table = std::fs::read_to_string(folder.path().join(format!("c{frame}.csv"))).unwrap();
        let (header, rows) = table.split_once('\n').unwrap();
        assert_eq!(header, "first,second,x,y,nx,ny,normal_force,tangent_force,overlap,moment");
        rows.lines().map(|row| row.split(',').map(|value| value.parse().unwrap()).collect::<Vec<f64>>()).collect::<Vec<_>>()
    };
    assert!(rows(0).is_empty() && rows(2) != rows(4));
    let contacts = rows(4);
    assert!(contacts.len() > 50 && contacts.iter().all(|row| row[0] < row[1] && row[6] > 0.0), "{}", contacts.len());
    assert!(contacts.iter().all(|row| (row[4].hypot(row[5]) - 1.0).abs() < 1e-9));
    jostle_in(folder.path(), &format!("simulate pile --frames 4 --contacts n.npy {SMALL}")).ok();
    jostle_in(folder.path(), &format!("simulate pile --frames 4 --contacts v.vtk {SMALL}")).ok();
    assert!(
        ["n.pairs.npy", "n.forces.npy", "n.overlaps.npy", "n.moments.npy", "v.vtk"].iter().all(|name| folder.path().join(name).exists())
    );
}

/// What the ground carries of a heap, in each of the formats.
#[test]
fn what_walls_and_obstacles_push_is_written() {
    let folder = folder();
    let line = format!("simulate settled --frames 200 --boundaries b.csv --json s.json {SMALL}");
    jostle_in(folder.path(), &line).ok();
    let table = std::fs::read_to_string(folder.path().join("b.csv")).unwrap();
    let (header, rows) = table.split_once('\n').unwrap();
    assert_eq!(header, "disc,boundary,x,y,nx,ny,normal_force,tangent_force,moment");
    let ground = rows.lines().map(|row| row.split(',').collect::<Vec<_>>()).filter(|row| row[1] == "bottom");
    let carried: f64 = ground.map(|row| row[6].parse::<f64>().unwrap()).sum();
    let summary = std::fs::read_to_string(folder.path().join("s.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let weight = summary["live"].as_f64().unwrap() * std::f64::consts::PI / 4.0 * 10.0;
    assert!((carried / weight - 1.0).abs() < 0.05, "{carried} of {weight}");
    jostle_in(folder.path(), &format!("simulate drum --frames 20 --boundaries d#.npy --out-every 20 {SMALL}")).ok();
    jostle_in(folder.path(), &format!("simulate drum --frames 2 --boundaries v.vtk {SMALL}")).ok();
    assert!(["d00.discs.npy", "d20.boundaries.npy", "d20.forces.npy", "v.vtk"].iter().all(|name| folder.path().join(name).exists()));
}

#[test]
fn what_a_name_has_for_a_terminal_is_shown() {
    let folder = folder();
    let name = "red\u{1b}[31m.toml";
    std::fs::write(folder.path().join(name), "[world]\nsize = [8.0, 8.0]\n[[disc]]\nat = [4.0, 4.0]\n").unwrap();
    let said = jostle_in(folder.path(), &format!("simulate {name} --frames 1 --backend cpu")).ok().stdout;
    assert!(said.starts_with("red\\u{1b}[31m: 1 live"), "{said:?}");
}

#[test]
fn help_that_does_not_arrive_has_failed() {
    for line in ["--help", "--version", "simulate --help"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(&std::env::temp_dir(), line).stdout(full).stderr(Stdio::piped()).output();
        let outcome = Outcome::from(output.unwrap());
        assert_eq!(outcome.code, Some(2), "jostle {line}");
        assert!(outcome.stderr.contains("standard output") && outcome.stderr.contains("No space"), "{}", outcome.stderr);
    }
}

#[test]
fn a_process_that_is_ended_takes_its_half_written_file_along() {
    for signal in ["-TERM", "-HUP"] {
        let folder = folder();
        let line = "simulate gas --frames 0 --backend cpu --particles 300k --out a.csv";
        let mut process = command(folder.path(), line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let is_writing = || {
            let entries = std::fs::read_dir(folder.path()).unwrap();
            entries.flatten().any(|entry| entry.metadata().is_ok_and(|metadata| metadata.len() > 0))
        };
        while !is_writing() && process.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        // The first time would end a run; what is written is taken along by the second.
        let mut status = None;
        while status.is_none() {
            let _ = Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap();
            status = process.try_wait().unwrap();
        }
        let status = status.unwrap();
        let left = names(&folder);
        assert!(left.is_empty() || left == ["a.csv".to_owned()].into(), "{left:?} after {status}");
        // The last signal may have come after the file was there.
        if !left.is_empty() {
            let lines = std::fs::read_to_string(folder.path().join("a.csv")).unwrap().lines().count();
            assert_eq!(lines, 300_001, "with its header, of a process that ended with {status}");
        }
    }
}

/// Its files are those of the frame after which it ended, as if nobody had asked for more. The signal comes twice, as where a wrapper passes on what its
/// terminal sent to both.
#[test]
fn a_run_that_is_terminated_writes_what_it_has_come_to() {
    let folder = folder();
    let line = format!("simulate pile --frames 100M --out p#.csv --contacts c#.csv --out-every 1M --json j.json {SMALL}");
    let line = format!("{line} --checkpoint k.jostle --checkpoint-every 1M");
    let mut process = command(folder.path(), &line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !folder.path().join("c000000000.csv").exists() && process.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    for _ in 0..2 {
        // Not Ctrl C, which a shell keeps from what it runs in the background: as these tests, perhaps.
        let _ = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap();
    }
    let outcome = process.wait_with_output().unwrap();
    let said = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(outcome.status.code(), Some(1), "{said}");
    let number = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>().parse::<u32>().unwrap();
    let ended = said.lines().find_map(|line| line.split_once("ended by a signal after ")).unwrap_or_else(|| panic!("{said}")).1;
    let frames = number(ended.split_once(" of ").unwrap().0);
    assert!(said.contains("ending after this frame; once more ends at once"), "{said}");
    let written = ["c", "p"].map(|name| [0, frames].map(|frame| format!("{name}{frame:09}.csv")));
    let expected = written.iter().flatten().cloned().chain(["j.json", "k.jostle"].map(String::from)).collect();
    assert_eq!(names(&folder), expected);
    jostle_in(folder.path(), &format!("simulate pile --frames {frames} --out alone.csv {SMALL}")).ok();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("alone.csv"), read(&written[1][1]));
    let summary: serde_json::Value = serde_json::from_str(&read("j.json")).unwrap();
    assert_eq!(summary["substeps"], 8 * frames);
    let resumed = jostle_in(folder.path(), "simulate k.jostle --frames 0 --backend cpu --json -").ok().json();
    assert_eq!(resumed["digest"], summary["digest"]);
}

#[test]
fn what_a_scene_is_read_from_is_not_replaced() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("a.csv", "x,y,radius\n1,1,0.5\n3,1,0.5\n");
    write("a.toml", "[world]\nsize = [8.0, 8.0]\n[[particles]]\nfile = \"a.csv\"\n");
    for name in ["a.png", "jostle-a.png", "a.svg"] {
        std::os::unix::fs::symlink("a.toml", folder.path().join(name)).unwrap();
    }
    jostle_in(folder.path(), "simulate a.toml --frames 1 --backend cpu --checkpoint a.jostle").ok();
    let bytes = || names(&folder).into_iter().map(|name| (std::fs::read(folder.path().join(&name)).unwrap(), name)).collect::<Vec<_>>();
    let before = bytes();
    for (option, path, line) in [
        ("--out", "a.csv", "simulate a.toml --frames 1 --out a.csv"),
        ("--json", "./a.toml", "simulate a.toml --frames 1 --json ./a.toml"),
        ("--json", "a.csv", "bench a.toml --frames 1 --json a.csv"),
        ("--plot", "a.svg", "bench gas a.toml --frames 1 --plot a.svg"),
        ("--json", "a.csv", "bench a.toml --settle --json a.csv"),
        ("--out", "a.png", "render a.toml --frame 0 -o a.png"),
        ("--screenshot", "a.png", "run a.toml --headless --frames 1 --screenshot a.png"),
        ("--screenshot", "jostle-a.png", "run a.toml --headless --frames 1"),
        ("--json", "a.jostle", "simulate a.jostle --frames 1 --json a.jostle"),
    ] {
        let outcome = jostle_in(folder.path(), &format!("{line} --backend cpu"));
        let said = format!("{option} names {path}, which the scene is read from: it would be replaced (name another file)");
        assert_eq!(outcome.code, Some(2), "{line}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(&said), "{line}: {}", outcome.stderr);
        assert!(bytes() == before, "{line} has changed a file");
    }
    jostle_in(folder.path(), "simulate a.jostle --frames 1 --backend cpu --checkpoint a.jostle").ok();
}
