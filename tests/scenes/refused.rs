//! Scenes whose values are each within their range, and whose finished world is not: the refusal names the table and
//! the key that it comes from.

use super::tables::folder_with;
use super::{WORLD, assert_error, assert_error_in, error, particles};
use jostle::scene::{Overrides, Scene, SceneError};

const ROPE: &str = "[[rope]]\nfrom = [5, 5]\nto = [15, 5]\n";

#[test]
fn too_much_gravity_is_named_with_its_limit_and_the_substeps_that_would_do() {
    let disc = "[[disc]]\nat = [50, 50]\n";
    let parts = ["gravity is -100000000", "up to 14745000 units/s²", "less gravity, or at least 21 substeps a frame"];
    assert_error(&format!("gravity = [0, -1e8]\n{disc}"), 1, "world.gravity", &parts);
    let scene = |substeps: u32| format!("{WORLD}gravity = [0, -1e8]\nsubsteps = {substeps}\n{disc}");
    assert!(Scene::from_toml("enough.toml", &scene(21), None).is_ok(), "the way out is one");
    assert!(Scene::from_toml("too_few.toml", &scene(20), None).is_err(), "and the least");
    // Gravity that the file does not name is refused at the world, not at its size.
    assert_error_in(
        &format!("[world]\nsize = [100, 80]\nframe_rate = 0.01\n{disc}"),
        1,
        "world",
        &["gravity is -10", "at least 40 substeps"],
    );
    let least = "a frame_rate that makes substeps at least";
    assert_error(&format!("gravity = [0, -1e8]\nframe_rate = 0.1\n{disc}"), 1, "world.gravity", &[least]);
}

#[test]
fn a_speed_that_no_substep_holds_is_named_at_its_key() {
    let slower = "units/s with this substep (slower discs, or at least";
    let two = "[[disc]]\nat = [50, 50]\n[[disc]]\nat = [60, 50]\nvelocity = [1, 900_000]\n";
    assert_error(two, 5, "disc[1].velocity", &["particle 1: velocity is 900000", "up to 30718", slower, "235 substeps"]);
    let turning = "[[disc]]\nat = [50, 50]\nturn_rate = 1e8\n";
    assert_error(
        turning,
        3,
        "disc[0].turn_rate",
        &["angular_velocity is", "radians/s with this radius and substep (slower ones, or at least"],
    );
    let block = "[[block]]\nfrom = [0, 10]\nto = [30, 30]\nspeed = [0, 1e6]\n";
    assert_error(block, 4, "block[0].speed", &[slower]);
    assert_error(&format!("{block}velocity = [5, 0]\n"), 1, "block[0]", &[slower]);
    let emitter = "[[emitter]]\nfrom = [10, 70]\nto = [50, 70]\nspeed = 1e6\nrate = 10\ncount = 20\n";
    assert_error(emitter, 4, "emitter[0].speed", &["velocity is -1000000", slower]);
    // The way out is for all of them, not only for the first that is too fast.
    let message = error(&format!("{WORLD}{block}")).to_string();
    let needed = message.split("at least ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    assert!(Scene::from_toml("enough.toml", &format!("{WORLD}substeps = {needed}\n{block}"), None).unwrap().build(&particles(500)).is_ok());
}

#[test]
fn a_particle_given_by_itself_is_named_in_its_own_table() {
    let first = "[[particles]]\nlist = [{ at = [5, 5] }]\n[[particles]]\n";
    let list = "list = [{ at = [25, 5] }, { at = [15, 5], velocity = [0, 9e5] }]\n";
    assert_error(&format!("{first}{list}"), 4, "particles[1].list[1].velocity", &["particle 2: velocity is 900000"]);
    assert_error(&format!("{first}velocity = [9e5, 0]\nlist = [{{ at = [25, 5] }}]\n"), 4, "particles[1].velocity", &["particle 1"]);
    let folder = folder_with("cloud.csv", b"x,y,vx\n25,5,0\n45,6,900000\n");
    let scene = Scene::from_toml("bad.toml", &format!("{WORLD}{first}file = \"cloud.csv\"\n"), Some(folder.path())).unwrap();
    let error = scene.build(&Overrides::default()).unwrap_err();
    let SceneError::Table { place, row: Some(2), .. } = &error else { panic!("{error}") };
    assert_eq!((place.at.map(|[line, _]| line), place.key.as_str()), (Some(6), "particles[1].file"));
    assert!(error.to_string().contains("cloud.csv, row 2: velocity is 900000"), "{error}");
}

/// Whose sides would fall on each other; what is grown may be as thin as it likes.
#[test]
fn a_box_that_is_thinner_than_places_are_told_apart_is_refused() {
    let disc = "[[disc]]\nat = [50, 50]\n";
    for shape in ["box = { at = [30, 20], size = [60, 1e-9] }", "polygon = [[10, 20], [50, 20], [50, 20.000000001]]"] {
        assert_error(&format!("{disc}[[obstacle]]\n{shape}\n"), 3, "obstacle[0]", &["thinner than", "take a wall"]);
    }
    let thread = format!("{WORLD}{disc}[[obstacle]]\nwall = {{ points = [[10, 20], [50, 20]], thickness = 1e-30 }}\n");
    assert!(Scene::from_toml("thread.toml", &thread, None).unwrap().build(&Overrides::default()).is_ok());
}

#[test]
fn a_block_that_holds_no_disc_is_refused() {
    let block = |jitter| format!("[[disc]]\nat = [50, 50]\n[[block]]\nfrom = [0, 0]\nto = [40, 1]\njitter = {jitter}\n");
    assert_error(&block(0.005), 5, "block[0].to", &["[40, 1]", "not one disc"]);
    assert!(Scene::from_toml("row.toml", &format!("{WORLD}{}", block(0.0)), None).is_ok());
}

/// In every unit: what a scene holds does not hang on how its lengths are counted.
#[test]
fn a_block_holds_as_many_discs_in_small_units() {
    let scene = |unit: f64| {
        let [width, height, radius] = [2.0, 20.0, 1.0].map(|length| length * unit);
        let text = format!(
            "[world]\nsize = [{width:e}, {height:e}]\ngravity = [0, {:e}]\n\
             [[block]]\nfrom = [0, 0]\nto = [{width:e}, {height:e}]\nradius = {radius:e}\n",
            -10.0 * unit
        );
        Scene::from_toml("unit.toml", &text, None).unwrap().build(&Overrides::default()).unwrap().particle_count()
    };
    assert_eq!(scene(1.0), scene(2e-10));
}

/// What serde would take by the order of keys in the program.
#[test]
fn a_list_is_no_table() {
    let disc = "[[disc]]\nat = [50, 50]\n";
    for (text, line, key) in [
        (format!("walls = [\"open\", \"wall\", \"open\", \"wall\"]\n{disc}"), 1, "world.walls"),
        (format!("{ROPE}repeat = [[90, 50], [20, 25], [7, 7]]\n"), 4, "rope[0].repeat"),
        (format!("{disc}[[obstacle]]\ncircle = [[50, 30], 1]\n"), 4, "obstacle[0].circle"),
        (format!("{disc}[[obstacle]]\nwall = [[[50, 30], [60, 30]], 1]\n"), 4, "obstacle[0].wall"),
        (format!("{disc}[[obstacle]]\ncircle = {{ at = [50, 30], radius = 1 }}\nkeys = [[0], [2, [5, 0]]]\n"), 5, "obstacle[0].keys[0]"),
    ] {
        assert_error(&text, line, key, &["a table, {"]);
    }
    let discs = Scene::from_toml("list.toml", "disc = [[[50, 50], 1]]\n[world]\nsize = [100, 100]\n", None).unwrap_err();
    assert!(discs.to_string().contains("disc[0]") && discs.to_string().contains("a table, {"), "{discs}");
    let worlds = Scene::from_toml("two.toml", "[[world]]\nsize = [100, 100]\n", None).unwrap_err();
    assert!(worlds.to_string().contains("in single brackets: [world]"), "{worlds}");
}

/// Ropes give no discs up, so the few too many are all taken from the block.
#[test]
fn no_shape_vanishes_where_a_scene_is_scaled() {
    let ropes = "[[rope]]\nfrom = [2, 50]\nto = [17, 50]\nrepeat = { to = [199, 99], step = [18, 24] }\n";
    let block = "[[block]]\nfrom = [80, 5]\nto = [92, 17]\noutline = \"ellipse\"\n";
    let scene = Scene::from_toml("ropes.toml", &format!("[world]\nsize = [200, 100]\n{ropes}{block}"), None).unwrap();
    let with = |particles| scene.build(&Overrides { particles: Some(particles), ..Overrides::default() });
    let refused = with(480).unwrap_err().to_string();
    assert!(refused.contains("nothing would be left of block[0]") && refused.contains("ask for more or fewer"), "{refused}");
    assert_eq!(with(490).unwrap().particle_count(), 490);
    // What is thin has no room for a disc in a world that is much smaller.
    let thin =
        "[world]\nsize = [100, 60]\n[[block]]\nfrom = [0, 0]\nto = [100, 1.2]\npinned = true\n[[block]]\nfrom = [0, 5]\nto = [100, 40]\n";
    let scene = Scene::from_toml("thin.toml", thin, None).unwrap();
    let refused = scene.build(&Overrides { particles: Some(2_000), ..Overrides::default() }).unwrap_err().to_string();
    assert!(refused.contains("nothing would be left of block[0], which has no room") && refused.contains("ask for more"), "{refused}");
    // Of a few that are counted one is left, however much smaller the world is.
    let counted =
        "[world]\nsize = [120, 120]\n[[block]]\nfrom = [0, 0]\nto = [100, 100]\n[[block]]\nfrom = [105, 105]\nto = [119, 119]\ncount = 3\n";
    let scene = Scene::from_toml("counted.toml", counted, None).unwrap();
    for particles in [9_000, 1_000, 100] {
        assert_eq!(
            scene.build(&Overrides { particles: Some(particles), ..Overrides::default() }).unwrap().particle_count() as u64,
            particles
        );
    }
    // Of many ropes one fewer is near, and leaves the block.
    let ropes = "[[rope]]\nfrom = [2, 10]\nto = [17, 10]\nrepeat = { to = [20, 399], step = [18, 3] }\n";
    let block = "[[block]]\nfrom = [25, 5]\nto = [28, 7.5]\n";
    let scene = Scene::from_toml("ropes.toml", &format!("[world]\nsize = [40, 400]\n{ropes}{block}"), None).unwrap();
    let world = scene.build(&Overrides { particles: Some(1_902), ..Overrides::default() }).unwrap();
    assert!((1_865..1_902).contains(&world.particle_count()), "{}", world.particle_count());
}

#[test]
fn a_closed_world_that_is_scaled_holds_its_discs() {
    let discs: String = (0..8).map(|k| format!("[[disc]]\nat = [{}, {}]\nradius = 9\n", 12 + 22 * (k % 4), 12 + 22 * (k / 4))).collect();
    let text = format!("[world]\nsize = [100, 100]\n{discs}[[block]]\nfrom = [0, 60]\nto = [100, 100]\n");
    let scene = Scene::from_toml("room.toml", &text, None).unwrap();
    let refused = scene.build(&Overrides { particles: Some(150), ..Overrides::default() }).unwrap_err().to_string();
    assert!(refused.contains("of a closed world: ask for more"), "{refused}");
    assert!(scene.build(&Overrides::default()).is_ok());
}

#[test]
fn a_link_is_named_in_the_table_that_makes_it() {
    let three = "[[particles]]\nlist = [{ at = [5, 5] }, { at = [8, 5] }, { at = [12, 5] }]\n";
    let links = format!("{three}[[link]]\nends = [0, 1]\n[[link]]\nends = [1, 2]\n");
    assert_error(&format!("{links}rest_length = 1e6\n"), 7, "link[1].rest_length", &["1e6", "0 to 180 units"]);
    assert_error(&format!("{links}break_length = 1e6\n{ROPE}"), 7, "link[1].break_length", &["up to 360 units", "never breaks"]);
    let far = "break_length = 1e4\n";
    assert_error(&format!("{ROPE}[[rope]]\nfrom = [25, 5]\nto = [35, 5]\n{far}"), 7, "rope[1].break_length", &["is 10000", "never breaks"]);
    assert_error(&format!("{ROPE}[[cloth]]\nfrom = [25, 5]\nto = [35, 15]\n{far}"), 7, "cloth[0].break_length", &["up to 360"]);
    let squares = "[[soft_squares]]\nsize = [3, 3]\nfrom = [25, 15]\nto = [35, 25]\n";
    assert_error(&format!("{ROPE}{squares}{far}"), 8, "soft_squares[0].break_length", &["up to 360"]);
    let slack = "[[rope]]\nfrom = [1, 1]\nto = [99, 79]\nspacing = 90\nslack = 2\n";
    assert_error(&format!("{ROPE}{slack}"), 8, "rope[1].slack", &["rest_length is 250", "0 to 180 units"]);
}

#[test]
fn an_emitter_that_pours_past_the_last_time_is_told_the_rate_or_the_start_that_would_do() {
    let emitter = |keys: &str| format!("[[emitter]]\nfrom = [10, 70]\nto = [50, 70]\nspeed = 10\ncount = 100\n{keys}");
    let late = "discs/s or more, so that all 100 are out before 4473924 s";
    let scene = |keys: &str| Scene::from_toml("enough.toml", &format!("{WORLD}{}", emitter(keys)), None);
    // Rows of 41: the third comes out after twice the time of one.
    assert_error(&emitter("rate = 1e-5\n"), 6, "emitter[0].rate", &["is 1e-5", "1.835e-5", late, "fewer discs"]);
    let enough = scene("rate = 1.835e-5\n").unwrap();
    let births = enough.world_spec(&Overrides::default()).unwrap().particles;
    assert_eq!(births.iter().map(|particle| f64::from(particle.birth) / 480.0).fold(0.0, f64::max).round(), (82.0f64 / 1.835e-5).round());
    assert_error(&emitter("rate = 1e-4\nstart = 4e6\n"), 6, "emitter[0].rate", &["is 1e-4", late, "an earlier start"]);
    // In a larger world rows are longer, and there are more of them.
    let refused = enough.build(&particles(400)).unwrap_err().to_string();
    assert!(refused.contains("emitter[0].rate is 1.835e-5") && refused.contains("all 400"), "{refused}");
    assert!(scene("rate = 1e-4\n").unwrap().build(&particles(400)).is_ok());
    assert_error(&emitter("rate = 1\nstart = 1e8\n"), 7, "emitter[0].start", &["is 1e8", "below 4473924 s"]);
}

#[test]
fn a_number_of_particles_whose_world_cannot_be_held_is_refused_as_that_before_it_is_made() {
    let sparse = "[world]\nsize = [10_000, 10_000]\n[[lattice]]\nfrom = [0, 0]\nto = [10_000, 10_000]\ncount = 100\n";
    let scene = Scene::from_toml("sparse.toml", sparse, None).unwrap();
    let error = scene.build(&particles(50_000_000)).unwrap_err().to_string();
    assert!(error.starts_with("sparse.toml: 50000000 particles: scaled to so many, "), "{error}");
    assert!(error.contains("steps for the smallest diameter") && error.ends_with(": ask for fewer"), "{error}");
    assert!(scene.build(&particles(3_000)).is_ok());
}

#[test]
fn a_disc_with_too_many_links_is_named_at_the_last_of_them() {
    let discs: Vec<_> = (0..514).map(|k| format!("{{ at = [{}, {}] }}", 2 + k % 30 * 3, 2 + k / 30 * 3)).collect();
    let links: String = (1..514).map(|k| format!("[[link]]\nends = [{k}, 0]\n")).collect();
    let loose = "[[link]]\nends = [1, 2]\n";
    let rest = format!("[[particles]]\nlist = [{}]\n{links}{loose}", discs.join(", "));
    assert_error(&rest, 2 + 2 * 513, "link[512].ends", &["particle 0 has 513 links", "at most 512"]);
}

/// As a link that is given one by one.
#[test]
fn a_rope_that_would_break_at_once_is_refused() {
    let rope = |keys: &str| format!("{ROPE}{keys}\n");
    assert_error(&rope("slack = 0.5\nbreak_length = 1.5"), 5, "rope[0].break_length", &["above 2, how far apart its discs start"]);
    assert_error(&rope("break_length = 1"), 4, "rope[0].break_length", &["above 1"]);
    for keys in ["slack = 0.5\nbreak_length = 2.1", "slack = 1.5\nbreak_length = 1.1"] {
        assert!(Scene::from_toml("rope.toml", &format!("{WORLD}{}", rope(keys)), None).is_ok(), "{keys}");
    }
}

#[test]
fn a_seed_that_no_file_can_hold_is_refused() {
    let scene = Scene::from_toml("one.toml", &format!("{WORLD}[[disc]]\nat = [5, 5]\n"), None).unwrap();
    let with = |seed| scene.build(&Overrides { seed: Some(seed), ..Overrides::default() });
    assert!(with(i64::MAX as u64).is_ok());
    let refused = with(1 << 63).unwrap_err().to_string();
    assert!(refused.contains("seed is 9223372036854775808: allowed is 0 to 9223372036854775807"), "{refused}");
}

/// Before anything is placed.
#[test]
fn a_number_of_particles_whose_world_would_be_too_large_cannot_be_had() {
    let wide = "[world]\nsize = [50_000, 50_000]\n[[lattice]]\nfrom = [0, 0]\nto = [50_000, 50_000]\ncount = 10_000\n";
    let scene = Scene::from_toml("wide.toml", wide, None).unwrap();
    assert!(scene.check_particles(20_000).is_ok());
    for refused in [scene.check_particles(5_000_000).unwrap_err(), scene.build(&particles(5_000_000)).unwrap_err()] {
        assert!(refused.to_string().contains("scaled to so many") && refused.to_string().contains("ask for fewer"), "{refused}");
    }
}
