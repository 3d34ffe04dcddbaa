//! Text that is no scene gets an error that names the place, the value and the way out.

use super::*;

#[test]
fn text_that_is_not_toml_is_refused_at_its_line() {
    assert_error_in("[world]\nsize = [100, 80\nmargin = 2\n", 3, "", &["not valid TOML"]);
    assert_error_in("[world]\nsize = = 3\n", 2, "", &["not valid TOML"]);
    assert_error_in("[world]\nsize = [9, .5]\n", 2, "", &["not valid TOML", "begins with a digit, e.g. 0.5"]);
    assert_error_in("[world]\nsize = [9 5]\n", 2, "", &["not valid TOML", "commas between the values"]);
    assert_error_in(
        "[world]\nsize = [9, 9]\n[[obstacle]]\ncircle = [5, 5, 1]\n",
        4,
        "obstacle[0].circle",
        &["{ at = [x, y], radius = r }"],
    );
    assert_error_in("[world]\nsize = [9, 9]\nwalls = \"open\"\n", 3, "world.walls", &["{ left = \"open\" }"]);
    assert_error_in("[world]\nsize = [1, 1]\nsize = [2, 2]\n", 3, "", &["not valid TOML", "duplicate key"]);
}

#[test]
fn unknown_keys_name_the_allowed_ones_and_the_nearest() {
    assert_error("margni = 3\n", 1, "world.margni", &["unknown key", "did you mean \"margin\"", "`gravity`"]);
    assert_error("[[blok]]\nfrom = [0, 0]\n", 1, "blok", &["unknown key", "did you mean \"block\"", "`emitter`"]);
    let block = "[[block]]\nfrom = [0, 0]\nto = [9, 9]\ncolour = 3\n";
    assert_error(block, 4, "block[0].colour", &["unknown key", "`radius`"]);
    assert_error(&format!("[[block]]\nfrom = [0, 0]\nto = [9, 9]\n{block}"), 7, "block[1].colour", &[]);
}

#[test]
fn missing_keys_are_named() {
    assert_error_in("description = \"x\"\n", 1, "", &["`world` is missing"]);
    assert_error("[[block]]\nfrom = [0, 0]\n", 1, "block[0]", &["`to` is missing"]);
    assert_error("[[particles]]\nradius = 1\n", 1, "particles[0]", &["`file` or `list` is missing"]);
}

#[test]
fn wrong_types_and_units_are_refused() {
    assert_error("gravity = \"10 m/s\"\n", 1, "world.gravity", &["\"10 m/s\"", "allowed is"]);
    assert_error("drag = \"0.1\"\n", 1, "world.drag", &["a number, without quotes"]);
    assert_error("substeps = 8.5\n", 1, "world.substeps", &["8.5", "a whole number"]);
    assert_error("[[disc]]\nat = [5, 5]\nradius = 1e-31\n", 3, "disc[0].radius", &["1e-31", "1e-30 and more"]);
    assert_error("[[disc]]\nat = [5, 5]\nradius = \"5 mm\"\n", 3, "disc[0].radius", &["5 mm", "a number or [lowest, highest]"]);
    assert_error("[[disc]]\nat = [5, 5, 5]\n", 2, "disc[0].at", &["[5, 5, 5]"]);
    assert_error("[[disc]]\nat = [5, 5]\npinned = 1\n", 3, "disc[0].pinned", &["a boolean"]);
    assert_error("walls = \"open\"\n", 1, "world.walls", &["\"open\"", "a table"]);
    assert_error("[[disc]]\nat = [5]\n", 2, "disc[0].at", &["[5]", "exactly two numbers"]);
    assert_error_in("seed = 9223372036854775808\n[world]\nsize = [9, 9]\n", 1, "seed", &["0 to 9223372036854775807"]);
    assert_error("[disc]\nat = [5, 5]\n", 1, "disc", &["[disc]", "[[disc]]", "double brackets"]);
    assert_error("walls = { left = \"glass\" }\n", 1, "world.walls.left", &["glass", "`wall`", "`open`"]);
    assert_error("[[block]]\nfrom = [0, 0]\nto = [9, 9]\npacking = \"tight\"\n", 4, "block[0].packing", &["tight", "`hexagonal`"]);
}

#[test]
fn settings_outside_their_range_are_refused() {
    assert_error_in("size = [9, 9]\n[[disc]]\nat = [5, 5]\n", 1, "size", &["unknown key", "below a line [world]"]);
    assert_error_in("[world]\nsize = [0, 80]\n", 2, "world.size", &["[0, 80]", "above 0"]);
    assert_error_in("[world]\nsize = [nan, 80]\n", 2, "world.size", &["nan"]);
    assert_error_in("[world]\nsize = [-4, -4]\n[[disc]]\nat = [0, 0]\n", 2, "world.size", &["[-4, -4]"]);
    assert_error("gravity = [0, -inf]\n", 1, "world.gravity", &["-inf"]);
    assert_error("drag = -1\n", 1, "world.drag", &["is -1", "0 to"]);
    assert_error("drag = nan\n", 1, "world.drag", &["nan"]);
    assert_error("frame_rate = 0\n", 1, "world.frame_rate", &["is 0", "0.001"]);
    assert_error("substeps = 0\n", 1, "world.substeps", &["1 to 1024"]);
    assert_error("margin = 0\n", 1, "world.margin", &["1 to 1024"]);
    assert_error("relaxation = 1.5\n", 1, "world.relaxation", &["above 0, up to 1"]);
    assert_error("relaxation = 0.5\n", 1, "world.relaxation", &["is 0.5", "resting", "plain"]);
    assert_error("link_iterations = 9\n", 1, "world.link_iterations", &["2 to 4", "resting"]);
}

#[test]
fn a_world_that_cannot_be_held_is_refused_at_its_size() {
    assert_error_in(
        "[world]\nsize = [0.9, 80]\n[[particles]]\nlist = [{ at = [0.45, 4], radius = 0.4 }, { at = [0.45, 9], radius = 0.6 }]\n",
        4,
        "particles[0].list[1].at",
        &["0.6"],
    );
    assert_error_in("[world]\nsize = [900_000, 80]\n[[disc]]\nat = [4, 4]\n", 2, "world.size", &["900000", "steps"]);
    let huge = "[world]\nsize = [300_000, 300_000]\n[[disc]]\nat = [4, 4]\n";
    let peg = format!("{huge}[[obstacle]]\ncircle = {{ at = [9, 9], radius = 1 }}\n");
    for text in [huge, &peg] {
        assert!(Scene::from_toml("huge.toml", text, None).unwrap().build(&Overrides::default()).is_ok(), "empty space is cheap");
    }
    assert_error("[[disc]]\nat = [50, 50]\nradius = [0.0001, 30]\n", 0, "world.size", &["steps"]);
}

#[test]
fn overlapping_walls_are_refused() {
    let text = "[world]\nsize = [3, 80]\n[[disc]]\nat = [1.5, 40]\nradius = [1, 2]\n";
    assert_error_in(text, 2, "world.size", &["[3, 80]", "at least 4 each", "walls do not overlap"]);
    let text = "[world]\nsize = [0.5, 80]\n[[disc]]\nat = [0.25, 4]\n";
    assert_error_in(text, 2, "world.size", &["[0.5, 80]", "at least 1 each"]);
    // A world that gets smaller with its discs.
    let text = "[world]\nsize = [20, 20]\n[[disc]]\nat = [10, 10]\nradius = 3\n[[block]]\nfrom = [0, 0]\nto = [20, 9]\n";
    let scene = Scene::from_toml("few.toml", text, None).unwrap();
    let error = scene.build(&Overrides { particles: Some(5), ..Overrides::default() }).unwrap_err().to_string();
    assert!(error.contains("scaled to so few") && error.contains("ask for more"), "{error}");
}

#[test]
fn pouring_more_than_a_closed_world_holds_is_refused() {
    let text = "[world]\nsize = [20, 20]\n[[emitter]]\nfrom = [2, 19]\nto = [18, 19]\nspeed = 30\nrate = 9\ncount = 600\n";
    assert_error_in(text, 2, "world.size", &["[20, 20]", "118 %"]);
    let open = text.replace("[20, 20]\n", "[20, 20]\nwalls = { left = \"open\" }\n");
    assert!(Scene::from_toml("open.toml", &open, None).is_ok());
}

#[test]
fn bad_radii_and_motions_are_refused() {
    for (radius, said) in [("-1", "-1"), ("0", "0"), ("nan", "nan"), ("inf", "inf"), ("[4, 1]", "[4, 1]"), ("[0, 1]", "[0, 1]")] {
        assert_error(&format!("[[disc]]\nat = [50, 50]\nradius = {radius}\n"), 3, "disc[0].radius", &[said, "a number above 0"]);
    }
    assert_error("[[disc]]\nat = [50, 50]\nradius = [1, 2, 3]\n", 3, "disc[0].radius", &["[1, 2, 3]", "[lowest, highest]"]);
    assert_error("[[disc]]\nat = [50, 50]\nradius = []\n", 3, "disc[0].radius", &["[lowest, highest]"]);
    assert_error("[[disc]]\nat = [50, 50]\nvelocity = [nan, 0]\n", 3, "disc[0].velocity", &["nan", "finite"]);
    assert_error("[[disc]]\nat = [50, 50]\nvelocity = [1, 0]\npinned = true\n", 3, "disc[0].velocity", &["pinned"]);
    assert_error("[[disc]]\nat = [50, 50]\nturn_rate = 1\npinned = true\n", 3, "disc[0].turn_rate", &["pinned"]);
    assert_error("[[disc]]\nat = [50, 50]\nangle = 1e10\n", 3, "disc[0].angle", &["a number of degrees", "1e9"]);
    let plain = "solver = \"plain\"\n[[disc]]\nat = [50, 50]\nangle = 3\n";
    assert_error(plain, 4, "disc[0].angle", &["with the plain solver, where nothing turns"]);
    let block = "[[block]]\nfrom = [0, 0]\nto = [9, 9]\n";
    assert_error(&format!("{block}speed = -3\n"), 4, "block[0].speed", &["-3", "0 to"]);
    assert_error(&format!("{block}speed = [3, inf]\n"), 4, "block[0].speed", &["inf"]);
}

#[test]
fn numbers_beyond_all_bounds_are_refused_at_their_key() {
    let obstacle = "[[obstacle]]\ncircle = { at = [50, 50], radius = 2 }\n";
    let fast = format!("{obstacle}turn_rate = 1e30\n");
    assert_error(&fast, 3, "obstacle[0].turn_rate", &["turn rate is 1e30:", "up to 21600 degrees/s"]);
    let as_given = format!("{obstacle}turn_rate = 1e9\n");
    assert_error(&as_given, 3, "obstacle[0].turn_rate", &["turn rate is 1000000000:", "up to 21600 degrees/s"]);
    let far = format!("{obstacle}sway = {{ by = [1e10, 0], period = 2 }}\n");
    assert_error(&far, 3, "obstacle[0].sway", &["sway is 10000000000", "up to 1e9"]);
    assert_error("margin = 99999999999\n[[disc]]\nat = [5, 5]\n", 1, "world.margin", &["from 0 to 4294967295"]);
}

#[test]
fn shapes_outside_the_world_are_refused() {
    assert_error("[[disc]]\nat = [99.8, 50]\n", 2, "disc[0].at", &["[99.8, 50]", "0.5 to 99.5"]);
    assert_error("[[disc]]\nat = [nan, 50]\n", 2, "disc[0].at", &["nan"]);
    assert_error("[[block]]\nfrom = [0, 0]\nto = [50, 81]\n", 3, "block[0].to", &["[50, 81]", "y from 0 to 80"]);
    assert_error("[[lattice]]\nfrom = [-1, 0]\nto = [50, 50]\ncount = 3\n", 2, "lattice[0].from", &["[-1, 0]"]);
    assert_error("[[block]]\nfrom = [50, 0]\nto = [50, 50]\n", 3, "block[0].to", &["x from 51"]);
    assert_error("[[rope]]\nfrom = [10, 10]\nto = [10, 200]\n", 3, "rope[0].to", &["[10, 200]"]);
    assert_error("[[rope]]\nfrom = [10, 10]\nto = [0.5, 10]\nend_radius = 2\n", 3, "rope[0].to", &["radius 2"]);
    // Too short by what rounding cannot be.
    assert_error("[[rope]]\nfrom = [10, 10]\nto = [19.9999, 10]\nspacing = 10\n", 3, "rope[0].to", &["at least 10"]);
    assert_error("[[cloth]]\nfrom = [10, 10]\nto = [200, 20]\n", 3, "cloth[0].to", &["[200, 20]"]);
    assert_error("[[soft_squares]]\nfrom = [10, 10]\nto = [30, 200]\nsize = [4, 4]\n", 3, "soft_squares[0].to", &["[30, 200]"]);
    assert_error("[[cluster]]\nat = [0.55, 10]\ncount = 5\n", 2, "cluster[0].at", &["[0.55, 10]"]);
    assert_error("[[cluster]]\nat = [0.55, 10]\ncount = 5\n", 2, "cluster[0].at", &["x from 0.6 to 99.4", "radius 0.5, spread by 0.1"]);
    assert_error("[[cluster]]\nat = [50, 50]\ncount = 5\nspread = 60\n", 4, "cluster[0].spread", &["60", "0 to "]);
    assert_error("[[emitter]]\nfrom = [10, 10]\nto = [10, 79.9]\nspeed = 3\nrate = 1\ncount = 3\n", 3, "emitter[0].to", &["79.9"]);
}

#[test]
fn numbers_of_shapes_outside_their_range_are_refused() {
    let area = "from = [0, 0]\nto = [50, 50]\n";
    let cases = [
        ("block", "spacing = 0.9", "1 to", "spacing"),
        ("block", "spacing = 1.0\njitter = 0.1", "0 to 0.007", "jitter"),
        ("block", "count = 0", "1 to", "count"),
        ("block", "count = 90_000", "which fit", "count"),
        ("lattice", "count = 2501", "1 to 2500", "count"),
        ("lattice", "count = 25\njitter = 1.5", "0 to 1", "jitter"),
        ("cloth", "spacing = nan", "1 to", "spacing"),
        ("cloth", "break_length = 1", "above 1, up to 1e6, in rest lengths", "break_length"),
        ("cloth", "stiffness = 1", "no `stiffness` with solver", "stiffness"),
        ("cloth", "compliance = -1", "0 to 1000000", "compliance"),
        ("cloth", "pin_every = 0", "or more", "pin_every"),
        ("soft_squares", "size = [0, 4]", "each 1 to", "size"),
        ("soft_squares", "size = [4, 4]\ngap = -1", "0 to", "gap"),
        ("soft_squares", "size = [4, 4]\ncount = 900", "which fit", "count"),
        ("soft_squares", "size = [4, 400]", "so that a square", "to"),
        ("rope", "slack = 3", "0.5 to 2", "slack"),
        ("rope", "radius = -1", "above 0", "radius"),
    ];
    for (shape, keys, allowed, key) in cases {
        let inset = if shape == "rope" { area.replace("[0, 0]", "[1, 1]") } else { area.to_owned() };
        let line = if key == "to" { 3 } else { 3 + keys.lines().count() };
        assert_error(&format!("[[{shape}]]\n{inset}{keys}\n"), line, &format!("{shape}[0].{key}"), &[allowed]);
    }
    assert_error("[[rope]]\nfrom = [1, 1]\nto = [1.9, 1]\n", 3, "rope[0].to", &["at least 1 from"]);
}

#[test]
fn copies_that_overlap_or_do_not_fit_are_refused() {
    let rope = "[[rope]]\nfrom = [1, 1]\nto = [9, 1]\n";
    assert_error(&format!("{rope}repeat = {{ to = [90, 70], step = [5, 0] }}\n"), 4, "rope[0].repeat.step", &["[5, 0]", "9 by 1"]);
    assert_error(&format!("{rope}repeat = {{ to = [8, 70], step = [10, 0] }}\n"), 4, "rope[0].repeat.to", &["x from 9.5"]);
    assert_error(&format!("{rope}repeat = {{ to = [800, 70], step = [10, 0] }}\n"), 4, "rope[0].repeat.to", &["800"]);
    assert_error(&format!("{rope}repeat = {{ to = [80, 70], step = [10, nan] }}\n"), 4, "rope[0].repeat.step", &["nan"]);
}

#[test]
fn emitters_that_cannot_pour_are_refused() {
    let emitter = |keys: &str| format!("[[emitter]]\nfrom = [10, 70]\nto = [19, 70]\n{keys}");
    // Ten in a row, rows a diameter apart at 10 units/s: a hundred a second, and what gravity adds.
    assert_error(&emitter("count = 30\nspeed = 10\nrate = 200\n"), 6, "emitter[0].rate", &["is 200", "up to 104", "rows of 10"]);
    assert_error(&emitter("count = 30\nspeed = 10\nrate = 0\n"), 6, "emitter[0].rate", &["is 0"]);
    assert_error(&emitter("count = 30\nspeed = 0\nrate = 5\n"), 5, "emitter[0].speed", &["is 0", "above 0"]);
    assert_error(&emitter("count = 0\nspeed = 10\nrate = 5\n"), 4, "emitter[0].count", &["is 0"]);
    assert_error(&emitter("count = 9\nspeed = 10\nrate = 5\ndirection = [0, 0]\n"), 7, "emitter[0].direction", &["of a length from 1e-6"]);
    assert_error(&emitter("count = 9\nspeed = 10\nrate = 5\nstart = -1\n"), 7, "emitter[0].start", &["is -1"]);
    assert_error(&emitter("count = 9\nspeed = 10\nrate = 5\nstart = 1e8\n"), 7, "emitter[0].start", &["is 1e8", "below 4473924 s"]);
    let along = "direction = [1, 0]\n";
    assert_error(&emitter(&format!("count = 9\nspeed = 10\nrate = 5\n{along}")), 5, "emitter[0].speed", &["never gets out of the way"]);
    let upward_too_slow = "count = 9\nspeed = 3\nrate = 1\ndirection = [0, 1]\n";
    assert_error(&emitter(upward_too_slow), 5, "emitter[0].speed", &["never gets out of the way"]);
}

/// What drag takes of the speed grows less with it: a row that is slowed down still falls, or gets as far as it gets.
#[test]
fn an_emitter_in_thick_air_is_refused_only_if_a_row_stays_in_the_way_of_the_next() {
    let with = |gravity: f64, drag: f64, speed: f64| {
        let emitter = format!("[[emitter]]\nfrom = [10, 90]\nto = [20, 90]\ncount = 10\nrate = 1e-3\nspeed = {speed}\n");
        let text = format!("[world]\nsize = [100, 100]\ngravity = [0, {gravity}]\ndrag = {drag}\n{emitter}");
        Scene::from_toml("thick.toml", &text, None).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(with(-10.0, 10.0, 15.0), Ok(()), "it falls at a unit a second");
    // Without gravity it goes as far as its speed over the drag.
    assert_eq!(with(0.0, 10.0, 10.1), Ok(()));
    for (gravity, drag, speed) in [(0.0, 10.0, 9.9), (1.0, 10.0, 10.1)] {
        assert!(with(gravity, drag, speed).unwrap_err().contains("never gets out of the way"), "{gravity} {drag} {speed}");
    }
    let slow = with(0.0, 0.0, 1e-5).unwrap_err();
    assert!(slow.contains("emitter[0].rate is 1e-3: allowed is above 0, up to 0.00011"), "{slow}");
}

#[test]
fn links_to_missing_particles_are_refused() {
    let two = "[[particles]]\nlist = [{ at = [5, 5] }, { at = [7, 5] }]\n";
    assert_error("[[link]]\nends = [0, 1]\n", 2, "link[0].ends", &["[0, 1]", "a particle of [[particles]]"]);
    assert_error(&format!("{two}[[link]]\nends = [0, 2]\n"), 4, "link[0].ends", &["[0, 2]", "0 to 1"]);
    assert_error(&format!("{two}[[link]]\nends = [1, 1]\n"), 4, "link[0].ends", &["two different"]);
    assert_error(&format!("{two}[[link]]\nends = [0, 1]\nbreak_length = 2\n"), 5, "link[0].break_length", &["above the rest length, 2"]);
    let torn = format!("{two}[[link]]\nends = [0, 1]\nrest_length = 1\nbreak_length = 1.5\n");
    assert_error(&torn, 6, "link[0].break_length", &["is 1.5", "above 2, how far apart its ends start"]);
    assert_error(&format!("{two}[[link]]\nends = [0, 1]\nstiffness = 2\n"), 5, "link[0].stiffness", &["no `stiffness`"]);
    assert_error(&format!("{two}[[link]]\nends = [0, 1]\nrest_length = -2\n"), 5, "link[0].rest_length", &["0 to"]);
}

#[test]
fn scenes_of_no_or_far_too_many_particles_are_refused_before_they_are_made() {
    assert!(matches!(error(WORLD), SceneError::Count { asked: 0, .. }), "{}", error(WORLD));
    let huge = "[world]\nsize = [1e6, 1e6]\n[[block]]\nfrom = [0, 0]\nto = [1e6, 1e6]\nradius = 30\n[[block]]\nfrom = [0, 0]\nto = [1e6, 1e6]\nradius = 1e-3\n";
    let message = error(huge).to_string();
    assert!(message.contains("steps") || message.contains("at most 100000000"), "{message}");
    let message = error("[world]\nsize = [40_000, 40_000]\n[[block]]\nfrom = [0, 0]\nto = [40_000, 40_000]\n").to_string();
    assert!(message.contains("at most 100000000 fit a scene (larger discs or a smaller world)"), "{message}");
    // The file's own number is named where it stands.
    let message = error("count = 7\n[world]\nsize = [40, 40]\n[[disc]]\nat = [1, 1]\n").to_string();
    assert!(message.contains(".toml:1:9: count: 7 particles: "), "{message}");
    let pile = Scene::find("pile").unwrap();
    for count in [0, 100_000_001, u64::MAX] {
        let error = pile.world_spec(&particles(count)).unwrap_err();
        assert!(matches!(&error, SceneError::Count { asked, .. } if *asked == count), "{error}");
        let way_out = if count == 0 { "place at least one" } else { "at most 100000000 fit a scene (ask for fewer)" };
        assert!(error.to_string().ends_with(way_out), "{error}");
    }
}

#[test]
fn overrides_outside_their_range_are_refused() {
    let pile = Scene::find("pile").unwrap();
    for substeps in [0, 1025] {
        let error = pile.build(&Overrides { substeps: Some(substeps), ..Overrides::default() }).unwrap_err();
        assert_eq!(error.to_string(), format!("substeps is {substeps}: allowed is 1 to 1024"));
    }
    // Rows a 30th of a second apart cannot come out on every whole 20th.
    let emitter = "[[emitter]]\nfrom = [10, 70]\nto = [10, 70]\nspeed = 30\nrate = 29\ncount = 50\n";
    let text = format!("[world]\nsize = [100, 80]\nframe_rate = 10\nsubsteps = 48\n{emitter}");
    let scene = Scene::from_toml("slow.toml", &text, None).unwrap();
    assert!(scene.build(&Overrides::default()).is_ok());
    let error = scene.build(&Overrides { substeps: Some(2), ..Overrides::default() }).unwrap_err();
    assert!(error.to_string().starts_with("slow.toml:9:8: emitter[0].rate is 29: allowed is above 0, up to 20"), "{error}");
}

#[test]
fn a_solver_that_a_scene_cannot_have_is_refused_where_the_scene_says_why() {
    let plain = Overrides { solver: Some(ContactSolver::Plain), ..Overrides::default() };
    let refused = |keys: &str, more: &str, message: &str| {
        let text = format!("[world]\nsize = [100, 80]\n{keys}\n[[block]]\nfrom = [10, 10]\nto = [20, 20]\n{more}");
        let scene = Scene::from_toml("a.toml", &text, None).unwrap();
        assert!(scene.build(&Overrides::default()).is_ok() && scene.check_solver(ContactSolver::Resting).is_ok());
        for error in [scene.check_solver(ContactSolver::Plain).unwrap_err(), scene.build(&plain).unwrap_err()] {
            assert!(error.to_string().starts_with(message), "{error}");
        }
    };
    refused("restitution = 0.5", "", "a.toml:3:15: world.restitution is 0.5: allowed is 0 with the plain solver");
    refused("friction = 0.2", "", "a.toml:3:12: world.friction is 0.2: allowed is 0 with the plain solver");
    refused("", "[[rope]]\nfrom = [1, 70]\nto = [9, 70]\ncompliance = 0.1\n", "a.toml:10:14: rope[0].compliance is 0.1: allowed is no");
    let other = Scene::from_toml("a.toml", "[world]\nsize = [9, 9]\nsolver = \"plain\"\n[[disc]]\nat = [5, 5]\n", None).unwrap();
    assert_eq!(other.world_spec(&Overrides::default()).unwrap().solver, ContactSolver::Plain);
    let resting = Overrides { solver: Some(ContactSolver::Resting), ..Overrides::default() };
    assert_eq!(other.world_spec(&resting).unwrap().solver, ContactSolver::Resting);
}

#[test]
fn a_scene_that_is_not_there_is_refused_with_a_suggestion() {
    let message = Scene::find("plie").unwrap_err().to_string();
    assert!(message.contains("did you mean \"pile\"") && message.contains("soft_squares") && message.contains(".toml"), "{message}");
    let error = Scene::find("/nowhere/at/all.toml").unwrap_err();
    assert!(matches!(&error, SceneError::Unreadable { path, .. } if path == "/nowhere/at/all.toml"), "{error}");
}

// Tables of particles.
