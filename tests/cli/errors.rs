//! Bad input and bad surroundings: exit code 2, with the value and the way out.

use super::{Outcome, command, folder, jostle, jostle_in, names};

/// What the system says of a file that is not there.
const NO_FILE: &str = if cfg!(windows) { "cannot find the" } else { "No such file" };

#[test]
fn bad_input_ends_with_2_and_names_the_value_and_the_way_out() {
    let cases: &[(&str, &[&str])] = &[
        ("simulate gas --particles ten", &["'ten'", "--particles", "20k"]),
        ("simulate gas --particles 0", &["'0'", "--particles", "at least 1"]),
        ("simulate gas --particles 1.5", &["'1.5'", "--particles"]),
        ("simulate gas --particles 99999G", &["99999G", "--particles", "a scene has at most 100,000,000 (100M)"]),
        ("simulate gas --particles 99999999999G", &["99999999999G", "a scene has at most"]),
        ("simulate gas --particles 1e18", &["'1e18'", "--particles", "a scene has at most"]),
        ("simulate gas --seed 1e30", &["'1e30'", "--seed", "at most 9,223,372,036,854,775,807"]),
        ("simulate gas --frames 4G --backend cpu --particles 500", &["4,000,000,000", "at most 536,870,911 can"]),
        ("bench gas --frames 0", &["'0'", "--frames"]),
        ("bench gas --solver plain --backend cpu", &["restitution is 1", "0 with the plain solver", "the resting solver has it"]),
        ("bench gas --solver fast", &["'fast'", "resting", "plain"]),
        ("bench gas --passes=0 --trace a.json", &["--passes=0", "--trace", "leave out"]),
        ("bench gas --every 3 --warmup 0", &["--every", "--warmup"]),
        ("bench gas --seconds 3 --frames 2", &["--seconds", "--frames"]),
        ("bench gas --seconds 3", &["--settle"]),
        ("bench --settle --plot a.svg", &["--settle", "--plot"]),
        ("bench --settle --set world.drag=1", &["--settle without a scene", "--set", "name a scene"]),
        ("bench gas --json a.svg --plot ./a.svg", &["--json and --plot", "both name ./a.svg", "name two files"]),
        ("simulate gas --out-every 2", &["--out"]),
        ("simulate pile --contacts a.txt", &["'a.txt'", "--contacts", ".npy, .csv or .vtk"]),
        ("simulate pile --contacts a.csv --solver plain --backend cpu", &["--contacts", "plain", "--solver resting"]),
        ("simulate pile --boundaries a.csv --solver plain --backend cpu", &["--boundaries", "plain", "--solver resting"]),
        ("simulate pile --boundaries a.csv --contacts ./a.csv", &["--contacts and --boundaries", "name two files"]),
        ("simulate pile --contacts a.csv --out ./a.csv", &["--out and --contacts", "name two files"]),
        ("render pile -o a.png --forces=0", &["\"0\"", "--forces", "a number above 0"]),
        ("render pile -o a.png --forces --solver plain", &["--forces", "plain", "--solver resting"]),
        ("run pile --headless --forces --solver plain", &["--forces", "plain", "--solver resting"]),
        ("render pile -o a.png --forces --reveal a.jpg", &["--forces", "--reveal"]),
        ("simulate gas --frames 1M --out a#.csv --out-every 2", &["500,001 files", "at most 100,000"]),
        ("bench gas --plot a.png", &["'a.png'", "--plot", "ends in .svg"]),
        ("bench gas --passes 3", &["\"3\"", "--passes=3"]),
        ("simulate gas --particles -5", &["'-5'", "--particles", "is below 0"]),
        ("bench gas --warmup -1", &["'-1'", "--warmup", "is below 0"]),
        ("bench gas --trace - --json -", &["--json and --trace", "name a file for one of them"]),
        ("verify gas --frames 0", &["'0'", "--frames"]),
        ("simulate gas --substeps 0", &["'0'", "--substeps"]),
        ("simulate gas --substeps 5000 --backend cpu", &["substeps is 5000", "1 to 1024"]),
        ("simulate gas --seed -1", &["'-1'", "--seed", "is below 0"]),
        ("simulate gas --threads 0 --backend cpu", &["'0'", "--threads", "at least 1"]),
        ("simulate gas --backend vulkan", &["'vulkan'", "auto", "gpu", "cpu"]),
        ("simulate gas --backend cpu --adapter 0", &["--adapter 0", "leave one of them out"]),
        ("simulate gas --backend gpu --threads 2", &["--threads", "leave one of them out"]),
        ("simulate gas --adapter 0 --threads 2", &["--threads", "--adapter 0", "leave one of them out"]),
        ("simulate gas --adapter no-such-adapter", &["no-such-adapter", "--backend cpu"]),
        ("simulate gass", &["\"gass\"", "did you mean \"gas\"", "pile", "soft_squares", ".toml"]),
        ("gass", &["\"gass\"", "did you mean \"gas\"", "--help lists the commands"]),
        ("run gass", &["\"gass\"", "did you mean \"gas\""]),
        ("render gass -o a.png", &["\"gass\"", "did you mean \"gas\""]),
        ("bench gass", &["\"gass\"", "did you mean \"gas\""]),
        ("verify gass", &["\"gass\"", "did you mean \"gas\""]),
        ("scenes gass", &["\"gass\"", "did you mean \"gas\""]),
        ("simulate missing.toml", &["missing.toml", NO_FILE, "`jostle scenes` lists"]),
        ("simulate gas --adapter=", &["--adapter <TEXT>", "a value is required"]),
        ("simulate missing.jostle", &["missing.jostle", NO_FILE, "--checkpoint"]),
        ("simulate gas --checkpoint gas.ckpt", &["'gas.ckpt'", "--checkpoint", ".jostle"]),
        ("simulate gas --checkpoint-every 5", &["--checkpoint <FILE.jostle>"]),
        ("simulate gas --checkpoint a.jostle --checkpoint-every 0", &["'0'", "--checkpoint-every"]),
        ("simulate gas --checkpoint no/such/a.jostle", &["no/such/a.jostle", "folder that exists"]),
        ("simulate gas --checkpoint a.jostle --json ./a.jostle", &["--checkpoint and --json", "name two files"]),
        ("simulate", &["<SCENE>"]),
        ("simulate gas --colour speed", &["--colour"]),
        ("gas bench", &["behind the name"]),
        ("--frames 5 scenes", &["behind the name"]),
        ("run --screenshot a.png", &["--frames"]),
        ("run --frames 3 --screenshot a.jpg", &["'a.jpg'", ".png"]),
        ("run --size 0x3", &["'0x3'", "1280x720"]),
        ("render gas", &["--out"]),
        #[cfg(feature = "viewer")]
        ("shapes --shapes 101", &["'101'", "--shapes", "at most 100"]),
        #[cfg(feature = "viewer")]
        ("shapes --method epa", &["'epa'", "--method", "fastest, sat, gjk-epa"]),
        #[cfg(feature = "viewer")]
        ("shapes --broad-phase octree", &["'octree'", "--broad-phase", "uniform-grid", "bounding-tree"]),
        #[cfg(feature = "viewer")]
        ("shapes --screenshot a.jpg", &["'a.jpg'", ".png"]),
        #[cfg(feature = "viewer")]
        ("shapes --screenshot no/such/folder/a.png", &["no/such/folder/a.png", "folder that exists"]),
        #[cfg(feature = "viewer")]
        ("shapes --screenshot a.png --drag 4:far,1", &["'4:far,1'", "--drag", "4:2.5,-1", "1000"]),
        #[cfg(feature = "viewer")]
        ("shapes --screenshot a.png --drag 12:1,1", &["--drag", "no shape 12", "--shapes 12", "below 12"]),
        #[cfg(feature = "viewer")]
        ("shapes --drag 4:1,1", &["--screenshot"]),
        #[cfg(all(feature = "viewer", target_os = "linux"))]
        ("shapes", &["no display", "xvfb-run"]),
        ("simulate gas --particles 20,000", &["\"20,000\"", "without commas", "20_000"]),
        ("simulate gas --frames -3", &["-3 is below 0"]),
        ("simulate gas --frames 0.001s", &["--frames 0.001s is less than half a frame"]),
        ("simulate gas --frames 1e9s", &["--frames 1000000000s is too long", "at most 71582788s"]),
        (
            "simulate gas --frames 1s --log a.csv --log-every 0.001s --backend cpu",
            &["--log-every 0.001s is less than half a frame", "0.0167s or more"],
        ),
        ("render gas -o a.gif --frame 2s..1s", &["--frame 2s..1s ends before it starts"]),
        ("render gas -o a.gif --frame 1..5s", &["1..5s is in frames and in seconds", "1s..5s"]),
        ("--adapter 0 verify --all-adapters", &["--all-adapters", "--adapter", "leave out one"]),
        ("render gas -o a.jpg", &["'a.jpg'", ".png or .gif"]),
        ("render gas -o a-##.gif", &["--out a-##.gif is one film", "without #", "film-####.png"]),
        ("render gas -o a.gif --every 1 --backend cpu", &["at most 50 pictures a second", "has 60 frames", "--every 2", ".png"]),
        ("render gas -o no/such/a.gif", &["no/such/a.gif", NO_FILE, "folder that exists"]),
        ("render gas -o a.png --frame 0..9", &["10 frames", "a.png", "film-####.png"]),
        ("render gas -o a-#.png --frame 0..4294967295", &["4,294,967,296 pictures", "at most 100,000", "--every"]),
        ("render gas -o a-#.png --frame 5.. --backend cpu", &["5.. lacks the last frame", "e.g. 0..600"]),
        (
            "render gas -o a-#.png --frame 5m5 --backend cpu",
            &["\"5m5\"", "seconds, e.g. 10s", "of a film the first and the last, e.g. 0..600 or 0..10s"],
        ),
        ("simulate gas --threads 2000 --backend cpu", &["2000 is too many", "1 to 1024"]),
        ("render gas -o a-#.png --frame 5..536871000 --every 536870950", &["536,870,955 frames", "at most 536,870,911"]),
        ("render gas -o a-##.png --frame 9..0", &["9..0", "ends before it starts"]),
        ("render gas -o a-##.png --frame 0..much", &["much", "is not a time"]),
        ("render gas -o a.png --every 2", &["--every", "--frame A..B"]),
        ("render gas -o a-##.png --frame 0..9 --every 0", &["'0'", "--every"]),
        ("render gas -o a.png --reveal missing.png", &["missing.png", NO_FILE, ".jpg"]),
        ("render gas -o a.png --reveal .", &["cannot read .", "no file", ".jpg"]),
        ("render gas -o a.png --reveal-frame 9", &["--reveal <IMAGE>"]),
        ("render gas -o a.png --reveal a.png --colour id", &["--reveal <IMAGE>", "--colour <WHAT>"]),
        ("gas --headless --reveal missing.png", &["missing.png", NO_FILE]),
        ("gas --headless --reveal a.png --colour id", &["--reveal <IMAGE>", "--colour <WHAT>"]),
        ("gas --headless --colour mood", &["'mood'", "speed", "contacts"]),
        ("render gas -o a.png --view big", &["'big'", "--view", "X0,Y0,X1,Y1", "0,0,40,22.5", "-1e10 to 1e10"]),
        ("render gas -o a.png --view 0,0,40", &["'0,0,40'", "--view", "is not a region"]),
        ("render gas -o a.png --view -5,nan,40,20", &["'-5,nan,40,20'", "--view", "is not a region"]),
        ("render gas -o a.png --view 5,0,5,9", &["'5,0,5,9'", "--view", "X0 is 5 and X1 is 5", "X0 below X1"]),
        ("render gas -o a.png --view 0,9,5,-9", &["'0,9,5,-9'", "--view", "Y0 is 9 and Y1 is -9", "Y0 below Y1"]),
        ("render gas -o a.png --backend cpu --view 5,5,5.0001,9", &["--view 5,5,5.0001,9 is too small", "at least", "1000 steps"]),
        ("render gas -o a.png --backend cpu --view -99,0,-9,9", &["--view -99,0,-9,9 lies outside of the world, which goes from 0,0"]),
        ("gas --headless --backend cpu --view 5,5,5.0001,9", &["--view 5,5,5.0001,9 is too small", "at least"]),
        ("gas --view 0,0,5,5 --frames 3", &["--view", "add --headless"]),
        ("render gas -o a.png --size big", &["'big'", "1280x720"]),
        ("render gas -o a.png --colour mood", &["'mood'", "speed", "contacts"]),
        ("render gas -o a.png --colour id=3", &["'id=3'", "leave out the number"]),
        ("render gas -o a.png --colour speed=0", &["\"0\"", "units/s above 0"]),
        ("render gas -o a.png --colour speed=1e300", &["1e300 is out of range", "1e-18 to 1e18 units/s"]),
        ("render gas -o a.png --forces=1e-300", &["1e-300 is out of range", "1e-18 to 1e18", "mass × length"]),
        ("render gas -o a-#.png --frame 0..99999999999999999999", &["99999999999999999999 is too large", "at most 4,294,967,295 fits"]),
        ("simulate gas --substeps 99999999999999999999", &["is too large", "at most 4,294,967,295 fits"]),
        ("simulate gas --set drag", &["\"drag\"", "world.friction=0.3"]),
        ("simulate gas --set wrld.drag=1", &["wrld", "did you mean \"world\"", "unknown key"]),
        ("simulate gas --set world.drag=-1", &["world.drag is -1", "0 to 1e6"]),
        ("verify gas --set block[4].radius=1", &["block[4].radius=1", "the file has"]),
        ("bench gas --set world.drag=much", &["world.drag is \"much\""]),
        ("bench --ladder --set world.drag=1", &["--ladder", "leave out --set"]),
        ("adapters --set a=1", &["--set does nothing"]),
        ("scenes --set a=1", &["--set", "name it"]),
        ("render gas -o no/such/folder/a.png", &["no/such/folder/a.png", "folder that exists"]),
        ("simulate gas --out a.xyz", &["'a.xyz'", ".npy, .csv or .vtk"]),
        ("simulate gas --out a", &["'a'", ".npy, .csv or .vtk"]),
        ("simulate gas --out no/such/a.npy", &["no/such/a.positions.npy", "folder that exists"]),
        ("simulate gas --json no/such/a.json", &["no/such/a.json", "folder that exists"]),
        ("bench gas --json no/such/a.json", &["no/such/a.json", "folder that exists"]),
        ("verify gas --json no/such/a.json", &["no/such/a.json", "folder that exists"]),
        ("verify gas --backend cpu", &["--backend cpu", "leave it out"]),
        ("verify gas --all-adapters --adapter 0", &["--all-adapters", "--adapter"]),
        ("adapters --particles 5", &["--particles does nothing in `jostle adapters`", "leave it out"]),
        ("scenes pile --seed 5", &["--seed does nothing in `jostle scenes`", "leave it out"]),
        ("shapes --backend cpu", &["--backend does nothing in `jostle shapes`", "leave it out"]),
        ("bench gas --ladder", &["--ladder has its own scenes, gas, settled and overfull", "leave out gas or --ladder"]),
        (
            "bench --ladder --particles 5",
            &["--ladder has its own numbers, 10,000, 100,000 and 1,000,000", "leave out --particles or --ladder"],
        ),
        ("bench --large", &["--ladder"]),
        ("bench --settle --ladder", &["--settle", "--ladder"]),
        ("bench --settle --large", &["--settle", "--large"]),
        ("bench --settle --frames 3", &["--settle", "--frames"]),
        ("bench --settle --warmup 3", &["--settle", "--warmup"]),
        ("bench --settle --baseline missing.json", &["--settle", "--baseline"]),
        ("bench --settle --tolerance 5%", &["--settle", "--tolerance"]),
        ("bench --seconds 3", &["--settle"]),
        ("bench --every 3", &["--settle"]),
        ("bench --settle gass", &["\"gass\"", "did you mean \"gas\""]),
        ("bench --settle --seconds 0", &["'0'", "--seconds", "0.5"]),
        ("bench --settle --every inf", &["'inf'", "--every", "0.5"]),
        ("bench --settle --backend cpu --particles 10 --seconds 0.001", &["--seconds is 0.001", "one substep, 1/480 s"]),
        ("bench --settle --backend cpu --particles 10 --every 1e9", &["--every is 1000000000", "8,947,848 s"]),
        ("bench --settle --backend cpu --particles 10 --substeps 5000", &["substeps is 5000", "1 to 1024"]),
        ("bench --settle --json no/such/a.json", &["no/such/a.json", "folder that exists"]),
        ("bench gas --tolerance 10%", &["--baseline"]),
        ("bench gas --baseline missing.json", &["missing.json", NO_FILE, "`jostle bench --json FILE` wrote"]),
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
        assert!(!outcome.stderr.contains(".jostle-"), "jostle {line} names the file aside:\n{}", outcome.stderr);
    }
    assert!(names(&folder).is_empty(), "files were left: {:?}", names(&folder));
}

#[test]
fn a_file_that_is_no_utf_8_is_refused_with_the_way_out() {
    let folder = folder();
    let text = "[world]\nsize = [9, 9]\n# d\n[[disc]]\nat = [5, 5]\n";
    let utf_16: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let latin = text.replace('d', "\u{1}").into_bytes().into_iter().map(|byte| if byte == 1 { 0xE9 } else { byte }).collect();
    for (bytes, words) in [(utf_16, "it is UTF-16"), (latin, "it is not UTF-8 in line 1")] {
        std::fs::write(folder.path().join("mine.toml"), bytes).unwrap();
        let outcome = jostle_in(folder.path(), "simulate mine.toml");
        assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
        assert!(["mine.toml", words, "save it as UTF-8"].iter().all(|word| outcome.stderr.contains(word)), "{}", outcome.stderr);
    }
}

#[test]
fn what_was_meant_is_told_behind_what_was_not_expected() {
    let outcome = jostle("simulat dam --frames 3");
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("no command or scene \"simulat\" (did you mean \"simulate\"?)"), "{}", outcome.stderr);
}

#[test]
fn a_scene_file_that_is_wrong_is_named_with_its_line() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.toml"), "description = \"bad\"\n[world]\nsize = [10, 10]\nwals = 3\n").unwrap();
    let outcome = jostle_in(folder.path(), "simulate bad.toml");
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("bad.toml:4") && outcome.stderr.contains("wals"), "{}", outcome.stderr);
}

/// Nothing is wrong with it, and little can be said of it.
#[test]
fn of_discs_too_fast_for_their_substeps_a_run_says_so() {
    let fast = jostle("simulate jet --particles 400 --frames 2 --backend cpu").ok();
    assert!(fast.stderr.contains("in frame 1 the fastest disc went 3.0000 diameters a substep"), "{}", fast.stderr);
    // It is said of the worst on the way, whatever it comes to, and by what draws, too.
    let folder = folder();
    let world = "[world]\nsize = [60, 30]\ndrag = 20\n";
    let disc = |x: f64, speed: f64| format!("[[disc]]\nat = [{x}, 10]\nvelocity = [{speed}, 0]\n");
    std::fs::write(folder.path().join("fast.toml"), format!("{world}{}{}", disc(5.0, 2000.0), disc(20.0, -2000.0))).unwrap();
    std::fs::write(folder.path().join("deep.toml"), format!("{world}{}{}", disc(5.0, 0.0), disc(5.4, 0.0))).unwrap();
    for line in ["simulate fast.toml --frames 40 --backend cpu", "render fast.toml -o a.png --frame 20..40 --every 50 --backend cpu"] {
        let told = jostle_in(folder.path(), line).ok().stderr;
        let words = "at the start the fastest disc went 4.1667 diameters a substep";
        assert!(told.matches(words).count() == 1 && told.contains("(--substeps 67 takes short enough ones)"), "{line}: {told}");
    }
    for line in ["simulate deep.toml --frames 40 --backend cpu", "deep.toml --headless --frames 4 --backend cpu"] {
        let told = jostle_in(folder.path(), line).ok().stderr;
        assert!(told.contains("at the start discs were 0.6000 diameters inside each other: shapes of the scene overlap"), "{line}: {told}");
    }
    let slow = jostle("simulate settled --particles 400 --frames 2 --backend cpu").ok();
    assert!(!slow.stderr.contains("diameters"), "{}", slow.stderr);
}

/// What does not is told as it stands in the file.
#[test]
fn a_value_that_is_set_may_mend_a_file() {
    let folder = folder();
    let file = "[world]\nsize = [20, 20]\nsolver = \"plain\"\nfriction = 0.5\n[[disc]]\nat = [5, 5]\n";
    std::fs::write(folder.path().join("a.toml"), file).unwrap();
    let on = |set: &str| jostle_in(folder.path(), &format!("simulate a.toml --frames 1 --backend cpu {set}"));
    for refused in ["", "--set world.drag=1", "--set world.friction=-1"] {
        let outcome = on(refused);
        let told = outcome.stderr.contains("a.toml:4:12: world.friction is 0.5");
        assert!(outcome.code == Some(2) && told, "{refused}: {}", outcome.stderr);
    }
    for mends in ["--set world.friction=0", "--set world.solver=resting"] {
        on(mends).ok();
    }
    // It makes no scene of what is none.
    std::fs::write(folder.path().join("a.txt"), file).unwrap();
    let outcome = jostle_in(folder.path(), "simulate a.txt --frames 1 --backend cpu --set world.friction=0");
    assert!(outcome.code == Some(2) && outcome.stderr.contains("a.txt"), "{}", outcome.stderr);
}

#[test]
fn a_checkpoint_can_be_named_wherever_a_scene_can_and_what_it_keeps_cannot_be_changed() {
    let folder = folder();
    let on = |line: &str| jostle_in(folder.path(), &format!("{line} --backend cpu"));
    let whole = on("simulate drum --particles 500 --frames 7");
    let stopped = on("simulate drum --particles 500 --frames 4 --checkpoint a.jostle --checkpoint-every 3");
    assert_eq!(stopped.code, Some(0), "{}", stopped.stderr);
    let going_on = on("simulate a.jostle --frames 3");
    let digest = |outcome: &Outcome| outcome.stdout.split("digest ").nth(1).map(str::to_owned).expect("a summary");
    assert_eq!(digest(&going_on), digest(&whole));
    for line in
        ["render a.jostle --frame 0 -o a.png", "bench a.jostle --warmup 0 --frames 1", "a.jostle --headless --frames 1", "scenes a.jostle"]
    {
        let outcome = jostle_in(folder.path(), line);
        assert_eq!(outcome.code, Some(0), "jostle {line}: {}", outcome.stderr);
    }
    let printed = jostle_in(folder.path(), "scenes a.jostle").stdout;
    assert!(printed.starts_with("# The checkpoint was written with --particles 500\n"), "{printed}");
    for (option, value) in [("particles", "500"), ("substeps", "8"), ("seed", "1"), ("solver", "resting")] {
        let outcome = on(&format!("simulate a.jostle --{option} {value}"));
        assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(&format!("a.jostle is a checkpoint, which keeps its {option}")), "{}", outcome.stderr);
    }
    std::fs::write(folder.path().join("b.jostle"), "PK, not a checkpoint").unwrap();
    let outcome = on("simulate b.jostle");
    assert!(outcome.code == Some(2) && outcome.stderr.contains("b.jostle is not a checkpoint"), "{}", outcome.stderr);
}

#[test]
fn a_bad_log_filter_is_refused() {
    let outcome: Outcome = command(&std::env::temp_dir(), "scenes").env("JOSTLE_LOG", "jostle=loud").output().unwrap().into();
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("jostle=loud") && outcome.stderr.contains("warn"), "{}", outcome.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_not() {
    use std::process::Stdio;
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let outcome: Outcome = command(&std::env::temp_dir(), "scenes").stdout(full).stderr(Stdio::piped()).output().unwrap().into();
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("standard output") && outcome.stderr.contains("No space"), "{}", outcome.stderr);

    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let outcome: Outcome = command(&std::env::temp_dir(), "scenes").stdout(writer).stderr(Stdio::piped()).output().unwrap().into();
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
}

#[test]
fn without_any_adapter_verify_ends_with_2_and_simulate_goes_on_with_the_cpu() {
    let without = |line: &str| -> Outcome { command(&std::env::temp_dir(), line).env("WGPU_BACKEND", "noop").output().unwrap().into() };
    let outcome = without("verify gas");
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("no usable GPU adapter with WGPU_BACKEND=noop"), "{}", outcome.stderr);
    let outcome = without("simulate gas --frames 1 --particles 500").ok();
    assert!(outcome.stderr.contains("using the CPU backend: no usable GPU adapter"), "{}", outcome.stderr);
    assert_eq!(without("simulate gas --backend gpu").code, Some(2));
    assert!(without("adapters").ok().stdout.contains("no GPU adapter"));
    for line in ["adapters", "verify gas"] {
        let outcome: Outcome = command(&std::env::temp_dir(), line).env("WGPU_BACKEND", "foo").output().unwrap().into();
        let said = outcome.stdout + &outcome.stderr;
        assert!(said.contains("WGPU_BACKEND is \"foo\"") && !said.contains("install"), "{said}");
    }
}
