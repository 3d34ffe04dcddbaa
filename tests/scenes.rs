//! Scene files: every built-in scene at many sizes, and every error with its place.

#[path = "scenes/edited.rs"]
mod edited;
#[path = "scenes/materials.rs"]
mod materials;
#[path = "scenes/obstacles.rs"]
mod obstacles;
#[path = "scenes/refused.rs"]
mod refused;

use jostle::scene::{Overrides, Place, Scene, SceneError};
use jostle::world::spec::WorldSpec;
use proptest::prelude::*;
use std::collections::HashMap;
use std::path::Path;

fn particles(count: u64) -> Overrides {
    Overrides { particles: Some(count), ..Overrides::default() }
}

fn seed(seed: u64) -> Overrides {
    Overrides { seed: Some(seed), ..Overrides::default() }
}

/// The greatest overlap of two particles, in diameters of the smaller; those of one emitter row by birth.
fn greatest_overlap(spec: &WorldSpec) -> f64 {
    let edge = spec.particles.iter().fold(0.0f64, |edge, p| edge.max(2.0 * p.radius));
    let cell = |p: [f64; 2]| p.map(|x| (x / edge) as i64);
    let mut cells: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
    let born = |id: &usize| spec.particles[*id].birth == 0;
    for id in (0..spec.particles.len()).filter(born) {
        cells.entry(cell(spec.particles[id].position)).or_default().push(id);
    }
    let mut greatest = 0.0f64;
    for (&[x, y], ids) in &cells {
        for near in [[0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]] {
            let Some(others) = cells.get(&[x + near[0], y + near[1]]) else { continue };
            for &a in ids {
                for &b in others.iter().filter(|&&b| near != [0, 0] || b > a) {
                    let (a, b) = (spec.particles[a], spec.particles[b]);
                    let distance = (a.position[0] - b.position[0]).hypot(a.position[1] - b.position[1]);
                    greatest = greatest.max((a.radius + b.radius - distance) / (2.0 * a.radius.min(b.radius)));
                }
            }
        }
    }
    greatest
}

fn assert_sane(name: &str, spec: &WorldSpec) {
    for (id, p) in spec.particles.iter().enumerate() {
        let inside = (0..2).all(|axis| p.position[axis] >= p.radius - 1e-9 && p.position[axis] <= spec.size[axis] - p.radius + 1e-9);
        assert!(inside, "{name}: particle {id} is outside of {:?}: {p:?}", spec.size);
    }
    for link in &spec.links {
        let [a, b] = link.ends.map(|id| spec.particles[id as usize].position);
        let length = (a[0] - b[0]).hypot(a[1] - b[1]);
        assert!((0.9..1.1).contains(&(length / link.rest_length)), "{name}: {link:?} starts {length} long");
    }
    if name != "overfull" {
        let overlap = greatest_overlap(spec);
        assert!(overlap <= 0.02, "{name} at {}: particles overlap by {overlap} of a diameter", spec.particles.len());
    }
}

#[test]
fn the_overlap_check_sees_an_overlap_across_cells() {
    let scene = |x: f64| {
        let text = format!("[world]\nsize = [20, 20]\n[[disc]]\nat = [4.98, 4.98]\n[[disc]]\nat = [{x}, 4.98]\n");
        Scene::from_toml("two.toml", &text, None).unwrap().world_spec(&Overrides::default()).unwrap()
    };
    assert!((greatest_overlap(&scene(5.88)) - 0.1).abs() < 1e-9);
    assert!(greatest_overlap(&scene(5.99)) <= 0.0);
}

#[test]
fn built_in_scenes_are_found_by_name_with_pile_first() {
    let names: Vec<_> = Scene::names().collect();
    assert_eq!(names[0], "pile");
    for name in [
        "dam",
        "gas",
        "billiard",
        "cloth",
        "ropes",
        "soft_squares",
        "tower",
        "newton",
        "rain",
        "polydisperse",
        "overfull",
        "settled",
        "repose",
        "avalanche",
        "hourglass",
        "drum",
        "pachinko",
        "sieve",
        "jet",
        "letters",
    ] {
        assert!(names.contains(&name), "{name} is missing");
    }
    for name in names {
        let scene = Scene::find(name).unwrap();
        assert_eq!(scene.name(), name);
        // Some show what few discs do.
        let few = ["billiard", "repose", "avalanche", "newton", "tower", "hourglass", "drum", "pachinko", "sieve", "jet", "letters"];
        let fewest = if few.contains(&name) { 300 } else { 10_000 };
        assert!(!scene.description().is_empty() && scene.default_particles() >= fewest, "{name}");
    }
}

#[test]
fn built_in_scenes_are_sane_as_they_stand() {
    for name in Scene::names() {
        let scene = Scene::find(name).unwrap();
        let spec = scene.world_spec(&Overrides::default()).unwrap();
        assert_eq!(spec.particles.len() as u64, scene.default_particles(), "{name}");
        assert_sane(name, &spec);
        assert_eq!(scene.build(&Overrides::default()).unwrap().particle_count(), spec.particles.len());
    }
}

#[test]
fn built_in_scenes_have_exactly_the_number_asked_for() {
    for name in Scene::names() {
        let scene = Scene::find(name).unwrap();
        for count in [100, 101, 300, 1_999, 5_000, 200_000] {
            let spec = scene.world_spec(&particles(count)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(spec.particles.len() as u64, count, "{name}");
            assert_sane(name, &spec);
            scene.build(&particles(count)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn a_million_particles_keep_the_shape_of_the_scene() {
    for name in ["pile", "rain", "ropes", "soft_squares"] {
        let scene = Scene::find(name).unwrap();
        let [small, large] =
            [None, Some(1_000_000)].map(|particles| scene.world_spec(&Overrides { particles, ..Overrides::default() }).unwrap());
        let fill = |spec: &WorldSpec| spec.particles.iter().map(|p| p.radius * p.radius).sum::<f64>() / (spec.size[0] * spec.size[1]);
        let centre = |spec: &WorldSpec| {
            [0, 1].map(|axis| spec.particles.iter().map(|p| p.position[axis]).sum::<f64>() / spec.particles.len() as f64 / spec.size[axis])
        };
        assert!((fill(&large) / fill(&small) - 1.0).abs() < 0.05, "{name}: {} and {}", fill(&small), fill(&large));
        let (a, b) = (centre(&small), centre(&large));
        assert!((a[0] - b[0]).abs() < 0.02 && (a[1] - b[1]).abs() < 0.02, "{name}: {a:?} and {b:?}");
    }
}

#[test]
fn structures_keep_their_size_when_repeated_and_grow_when_not() {
    let ropes = Scene::find("ropes").unwrap();
    let pinned = |count| ropes.world_spec(&particles(count)).unwrap().particles.iter().filter(|p| p.pinned).count() as f64;
    assert!((pinned(400_000) / pinned(100_000) - 4.0).abs() < 0.4, "as many more ropes as discs");
    let pendulums = ropes.world_spec(&Overrides::default()).unwrap().particles.iter().filter(|p| p.radius == 2.0).count();
    assert!(pendulums >= 20, "{pendulums} pendulums");
    let cloth = Scene::find("cloth").unwrap();
    let links = |count| cloth.world_spec(&particles(count)).unwrap().links.len() as f64;
    assert!((links(400_000) / links(100_000) - 4.0).abs() < 0.1, "a cloth twice as wide and high");
}

#[test]
fn the_seed_decides_everything_random_and_nothing_else() {
    for name in ["pile", "gas", "polydisperse", "rain"] {
        let scene = Scene::find(name).unwrap();
        let [first, again, other] = [7, 7, 8].map(|number| scene.world_spec(&seed(number)).unwrap());
        assert!(first.particles == again.particles, "{name}");
        assert!(first.particles != other.particles, "{name}");
        assert_eq!((first.size, first.links.len()), (other.size, other.links.len()), "{name}");
    }
}

#[test]
fn settled_fills_a_box_whose_side_is_the_root_of_1_6_times_the_count() {
    let spec = Scene::find("settled").unwrap().world_spec(&particles(100_000)).unwrap();
    assert!((spec.size[0] - 400.0).abs() < 0.001 && (spec.size[1] - 400.0).abs() < 0.001, "{:?}", spec.size);
    let top = spec.particles.iter().fold(0.0f64, |top, p| top.max(p.position[1])) / 400.0;
    assert!((0.53..0.58).contains(&top), "filled to {top}");
    assert_eq!(spec.gravity, [0.0, -10.0]);
}

#[test]
fn overfull_holds_500_discs_in_the_place_of_one() {
    for count in [10_000, 100_000] {
        let spec = Scene::find("overfull").unwrap().world_spec(&particles(count)).unwrap();
        let centre = spec.particles.last().unwrap().position;
        let near = spec.particles.iter().filter(|p| (0..2).all(|axis| (p.position[axis] - centre[axis]).abs() <= 0.1)).count();
        assert!((500..=502).contains(&near), "{near}");
    }
}

#[test]
fn discs_of_an_emitter_come_out_without_overlap() {
    let scene = Scene::find("rain").unwrap();
    for substeps in [4, 8, 16] {
        let spec = scene.world_spec(&Overrides { substeps: Some(substeps), ..particles(30_000) }).unwrap();
        let rate = spec.frame_rate * f64::from(substeps);
        let mut born: Vec<_> = spec.particles.iter().filter(|p| p.velocity != [0.0; 2]).copied().collect();
        let last = born.iter().map(|p| p.birth).max().unwrap();
        assert!(f64::from(last) / rate > 5.0, "pours over time");
        // Every disc where it is when the last of the early rows comes out, falling freely.
        born.retain(|p| f64::from(p.birth) / rate < 1.0);
        let now = born.iter().map(|p| p.birth).max().unwrap();
        for p in &mut born {
            let t = f64::from(now - p.birth) / rate;
            p.position[0] += p.velocity[0] * t;
            p.position[1] += p.velocity[1] * t - 5.0 * t * t + 1000.0;
            p.birth = 0;
        }
        assert!(born.len() > 500, "{}", born.len());
        let flying = WorldSpec { particles: born, ..spec };
        assert!(greatest_overlap(&flying) <= 0.02, "{substeps} substeps: {}", greatest_overlap(&flying));
    }
}

#[test]
fn outlines_hold_the_discs_of_their_area() {
    for (outline, share) in [("rectangle", 1.0), ("triangle", 0.5), ("ellipse", std::f64::consts::FRAC_PI_4)] {
        let text = format!("[world]\nsize = [300, 200]\n[[block]]\nfrom = [0, 0]\nto = [300, 200]\nspacing = 1\noutline = \"{outline}\"\n");
        let spec = Scene::from_toml("outline.toml", &text, None).unwrap().world_spec(&Overrides::default()).unwrap();
        let expected = share * 300.0 * 200.0 / 0.75f64.sqrt();
        assert!((spec.particles.len() as f64 / expected - 1.0).abs() < 0.015, "{outline}: {} of {expected}", spec.particles.len());
        assert_sane(outline, &spec);
    }
}

#[test]
fn discs_near_the_edge_stay_inside_a_smaller_world() {
    let text =
        "[world]\nsize = [200, 200]\n[[disc]]\nat = [2, 198]\nradius = 2\n[[lattice]]\nfrom = [60, 60]\nto = [200, 140]\ncount = 5_000\n";
    let spec = Scene::from_toml("edge.toml", text, None).unwrap().world_spec(&particles(200)).unwrap();
    assert_sane("edge", &spec);
}

// Errors: the file, the line, the key, the value and what is allowed.

const WORLD: &str = "[world]\nsize = [100, 80]\n";

fn error(text: &str) -> SceneError {
    match Scene::from_toml("bad.toml", text, None) {
        Ok(scene) => match scene.build(&Overrides::default()) {
            Ok(_) => panic!("accepted:\n{text}"),
            Err(error) => error,
        },
        Err(error) => error,
    }
}

fn place(error: &SceneError) -> &Place {
    match error {
        SceneError::Syntax { place, .. }
        | SceneError::UnknownKey { place, .. }
        | SceneError::MissingKey { place, .. }
        | SceneError::Value { place, .. }
        | SceneError::Table { place, .. }
        | SceneError::World { place, .. } => place,
        other => panic!("no place in {other}"),
    }
}

/// The error of `WORLD` and `rest` is at this line of `rest` and this key, and says all of `parts`.
#[track_caller]
fn assert_error(rest: &str, line: usize, key: &str, parts: &[&str]) {
    assert_error_in(&format!("{WORLD}{rest}"), line + 2, key, parts);
}

#[track_caller]
fn assert_error_in(text: &str, line: usize, key: &str, parts: &[&str]) {
    let error = error(text);
    let place = place(&error);
    assert_eq!((place.file.as_str(), place.line, place.key.as_str()), ("bad.toml", line, key), "{error}");
    let message = error.to_string();
    assert!(message.starts_with(&format!("bad.toml:{line}:")), "{message}");
    for part in parts {
        assert!(message.contains(part), "\"{part}\" is not in: {message}");
    }
}

#[test]
fn text_that_is_not_toml_is_refused_at_its_line() {
    assert_error_in("[world]\nsize = [100, 80\nmargin = 2\n", 3, "", &["not valid TOML"]);
    assert_error_in("[world]\nsize = = 3\n", 2, "", &["not valid TOML"]);
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
    assert_error("drag = \"0.1\"\n", 1, "world.drag", &["a number in scene units, without quotes"]);
    assert_error("substeps = 8.5\n", 1, "world.substeps", &["8.5", "a whole number"]);
    assert_error("[[disc]]\nat = [5, 5]\nradius = \"5 mm\"\n", 3, "disc[0].radius", &["5 mm", "a number or [lowest, highest]"]);
    assert_error("[[disc]]\nat = [5, 5, 5]\n", 2, "disc[0].at", &["[5, 5, 5]"]);
    assert_error("[[disc]]\nat = [5, 5]\npinned = 1\n", 3, "disc[0].pinned", &["a boolean"]);
    assert_error("walls = { left = \"glass\" }\n", 1, "world.walls.left", &["glass", "`wall`", "`open`"]);
    assert_error("[[block]]\nfrom = [0, 0]\nto = [9, 9]\npacking = \"tight\"\n", 4, "block[0].packing", &["tight", "`hexagonal`"]);
}

#[test]
fn settings_outside_their_range_are_refused() {
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
    assert!(Scene::from_toml("huge.toml", huge, None).unwrap().build(&Overrides::default()).is_ok(), "empty space is cheap");
    let peg = format!("{huge}[[obstacle]]\ncircle = {{ at = [9, 9], radius = 1 }}\n");
    assert_error_in(&peg, 2, "world.size", &["obstacles are listed by places 2 wide", "at most 134217728"]);
    assert_error("[[disc]]\nat = [50, 50]\nradius = [0.0001, 30]\n", 0, "world.size", &["steps"]);
}

#[test]
fn overlapping_walls_are_refused() {
    let text = "[world]\nsize = [3, 80]\n[[disc]]\nat = [1.5, 40]\nradius = [1, 2]\n";
    assert_error_in(text, 2, "world.size", &["[3, 80]", "at least 4 each", "walls do not overlap"]);
    let text = "[world]\nsize = [0.5, 80]\n[[disc]]\nat = [0.25, 4]\n";
    assert_error_in(text, 2, "world.size", &["[0.5, 80]", "at least 1 each"]);
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
    let block = "[[block]]\nfrom = [0, 0]\nto = [9, 9]\n";
    assert_error(&format!("{block}speed = -3\n"), 4, "block[0].speed", &["-3", "0 to"]);
    assert_error(&format!("{block}speed = [3, inf]\n"), 4, "block[0].speed", &["inf"]);
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
    assert_error("[[cloth]]\nfrom = [10, 10]\nto = [200, 20]\n", 3, "cloth[0].to", &["[200, 20]"]);
    assert_error("[[soft_squares]]\nfrom = [10, 10]\nto = [30, 200]\nsize = [4, 4]\n", 3, "soft_squares[0].to", &["[30, 200]"]);
    assert_error("[[cluster]]\nat = [0.55, 10]\ncount = 5\n", 2, "cluster[0].at", &["[0.55, 10]"]);
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
        ("cloth", "break_length = 1", "above 1, in rest lengths", "break_length"),
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
    // Ten in a row, rows a diameter apart at 10 units/s: a hundred a second, a little more for gravity.
    assert_error(&emitter("count = 30\nspeed = 10\nrate = 200\n"), 6, "emitter[0].rate", &["is 200", "up to 100", "rows of 10"]);
    assert_error(&emitter("count = 30\nspeed = 10\nrate = 0\n"), 6, "emitter[0].rate", &["is 0"]);
    assert_error(&emitter("count = 30\nspeed = 0\nrate = 5\n"), 5, "emitter[0].speed", &["is 0", "above 0"]);
    assert_error(&emitter("count = 0\nspeed = 10\nrate = 5\n"), 4, "emitter[0].count", &["is 0"]);
    assert_error(&emitter("count = 9\nspeed = 10\nrate = 5\ndirection = [0, 0]\n"), 7, "emitter[0].direction", &["not both 0"]);
    assert_error(&emitter("count = 9\nspeed = 10\nrate = 5\nstart = -1\n"), 7, "emitter[0].start", &["is -1"]);
    assert_error(&emitter("count = 9\nspeed = 10\nrate = 5\nstart = 1e8\n"), 7, "emitter[0].start", &["is 1e8", "below 4473924 s"]);
    let along = "direction = [1, 0]\n";
    assert_error(&emitter(&format!("count = 9\nspeed = 10\nrate = 5\n{along}")), 5, "emitter[0].speed", &["never gets out of the way"]);
    let upward_too_slow = "count = 9\nspeed = 3\nrate = 1\ndirection = [0, 1]\n";
    assert_error(&emitter(upward_too_slow), 5, "emitter[0].speed", &["never gets out of the way"]);
}

#[test]
fn links_to_missing_particles_are_refused() {
    let two = "[[particles]]\nlist = [{ at = [5, 5] }, { at = [7, 5] }]\n";
    assert_error("[[link]]\nends = [0, 1]\n", 2, "link[0].ends", &["[0, 1]", "explicit particles"]);
    assert_error(&format!("{two}[[link]]\nends = [0, 2]\n"), 4, "link[0].ends", &["[0, 2]", "0 to 1"]);
    assert_error(&format!("{two}[[link]]\nends = [1, 1]\n"), 4, "link[0].ends", &["two different"]);
    assert_error(&format!("{two}[[link]]\nends = [0, 1]\nbreak_length = 2\n"), 5, "link[0].break_length", &["above the rest length, 2"]);
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
fn a_scene_that_is_not_there_is_refused_with_a_suggestion() {
    let message = Scene::find("plie").unwrap_err().to_string();
    assert!(message.contains("did you mean \"pile\"") && message.contains("soft_squares") && message.contains(".toml"), "{message}");
    let error = Scene::find("/nowhere/at/all.toml").unwrap_err();
    assert!(matches!(&error, SceneError::Unreadable { path, .. } if path == "/nowhere/at/all.toml"), "{error}");
}

// Tables of particles.

fn folder_with(name: &str, bytes: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), bytes).unwrap();
    folder
}

fn with_table(name: &str, bytes: &[u8]) -> Result<WorldSpec, SceneError> {
    let folder = folder_with(name, bytes);
    let text = format!("{WORLD}[[particles]]\nfile = \"{name}\"\nradius = 0.25\n");
    Scene::from_toml("bad.toml", &text, Some(folder.path()))?.world_spec(&Overrides::default())
}

#[track_caller]
fn assert_table_error(name: &str, bytes: &[u8], at_row: Option<u64>, parts: &[&str]) {
    let error = with_table(name, bytes).unwrap_err();
    let SceneError::Table { place, path, row, .. } = &error else { panic!("{error}") };
    assert_eq!((place.line, place.key.as_str(), *row), (4, "particles[0].file", at_row), "{error}");
    assert!(path.ends_with(name), "{path}");
    for part in parts {
        assert!(error.to_string().contains(part), "\"{part}\" is not in: {error}");
    }
}

fn npy<T: npyz::AutoSerialize + Copy>(shape: &[u64], order: npyz::Order, numbers: &[T]) -> Vec<u8> {
    use npyz::WriterBuilder;
    let mut bytes = Vec::new();
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(shape).order(order).writer(&mut bytes).begin_nd().unwrap();
    writer.extend(numbers.iter().copied()).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn npy_files_of_both_precisions_and_orders_give_their_positions() {
    let wanted = [[1.5, 2.5], [3.25, 4.75], [99.0, 70.0]];
    let rows = [1.5, 2.5, 3.25, 4.75, 99.0, 70.0];
    let columns = [1.5, 3.25, 99.0, 2.5, 4.75, 70.0];
    let files = [
        npy(&[3, 2], npyz::Order::C, &rows),
        npy(&[3, 2], npyz::Order::Fortran, &columns),
        npy(&[3, 2], npyz::Order::C, &rows.map(|x| x as f32)),
    ];
    for bytes in files {
        let spec = with_table("cloud.npy", &bytes).unwrap();
        assert_eq!(spec.particles.iter().map(|p| p.position).collect::<Vec<_>>(), wanted);
        assert!(spec.particles.iter().all(|p| p.radius == 0.25 && !p.pinned));
    }
}

#[test]
fn csv_files_give_every_column_they_have() {
    let spec = with_table("cloud.csv", b"y, x, vx, pinned, radius\n1, 2, 3, false, 0.5\n4, 5, 0, 1, 0.75\n").unwrap();
    let [first, second] = spec.particles[..] else { panic!("{:?}", spec.particles) };
    assert_eq!((first.position, first.velocity, first.radius, first.pinned), ([2.0, 1.0], [3.0, 0.0], 0.5, false));
    assert_eq!((second.position, second.velocity, second.radius, second.pinned), ([5.0, 4.0], [0.0, 0.0], 0.75, true));
}

#[test]
fn malformed_tables_are_refused_at_their_row() {
    assert_table_error("a.csv", b"x,y\n1,2\n3,four\n", Some(2), &["y is \"four\"", "a number"]);
    assert_table_error("a.csv", b"x,y\n1,2\n3\n", Some(2), &["1 field"]);
    assert_table_error("a.csv", b"x,y\n1,2\n5,nan\n", Some(2), &["y is NaN"]);
    assert_table_error("a.csv", b"x,y\n1,2\n500,2\n", Some(2), &["x is 500", "0.25 to 99.75"]);
    assert_table_error("a.csv", b"x,y,radius\n1,2,-3\n", Some(1), &["radius is -3"]);
    assert_table_error("a.csv", b"x,y,pinned\n1,2,maybe\n", Some(1), &["pinned is \"maybe\"", "true"]);
    assert_table_error("a.csv", b"x,y,vx\n1,2,inf\n", Some(1), &["velocity is inf"]);
    assert_table_error("a.csv", b"x,y,vy,pinned\n1,2,3,1\n", Some(1), &["velocity is 3", "pinned"]);
    assert_table_error("a.csv", b"x,z\n1,2\n", None, &["unknown column `z`", "`radius`"]);
    assert_table_error("a.csv", b"x\n1\n", None, &["no column `y`"]);
    assert_table_error("a.csv", b"x,y,x\n1,2,3\n", None, &["stands twice"]);
    assert_table_error("a.csv", b"x,y\n", None, &["no rows"]);
    assert_table_error("a.npy", b"not a table", None, &["not a valid .npy file"]);
    assert_table_error("a.npy", &npy(&[2, 3], npyz::Order::C, &[1.0; 6]), None, &["[2, 3]", "[n, 2]"]);
    assert_table_error("a.npy", &npy(&[2, 2], npyz::Order::C, &[1i32; 4]), None, &["float32 and float64"]);
    assert_table_error("a.npy", &npy(&[2, 2], npyz::Order::C, &[1.0, 1.0, 1.0, f64::NAN]), Some(2), &["y is NaN"]);
}

#[test]
fn an_npy_file_holds_exactly_what_its_header_announces() {
    let whole = npy(&[2, 2], npyz::Order::C, &[1.0f64; 4]);
    assert!(with_table("a.npy", &whole).is_ok());
    let again = "numpy.save";
    let announced = "announces 32, 2 rows of 2 numbers";
    assert_table_error("a.npy", &whole[..whole.len() - 8], None, &["cut short: 24 bytes of data", announced, again]);
    assert_table_error("a.npy", &whole[..whole.len() - 32], None, &["cut short: 0 bytes of data", announced, again]);
    assert_table_error("a.npy", &[&whole[..], &[0]].concat(), None, &["longer than it says: 33 bytes of data", announced, again]);
    assert_table_error("a.npy", &[&whole[..], &whole].concat(), None, &["longer than it says", announced, again]);
    let single = npy(&[2, 2], npyz::Order::Fortran, &[1.0f32; 4]);
    assert_table_error("a.npy", &single[..single.len() - 1], None, &["cut short: 15 bytes of data", "announces 16", again]);
    assert_table_error("a.npy", &whole[..40], None, &["ends after 40 bytes, inside its header", again]);
    for (header, said) in [("{".repeat(54), "54 brackets"), ("(".repeat(60_000), "60000 bytes")] {
        let length = (header.len() as u16).to_le_bytes();
        let nested = [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes()].concat();
        assert_table_error("a.npy", &nested, None, &["a header of", said, again]);
    }
    assert_table_error("a.npy", b"", None, &["empty, where a header and an array are expected", again]);
}

/// A start file of the benchmarks that compare engines.
fn bin(count: u32, edge: f32, numbers: &[f32]) -> Vec<u8> {
    let words = [count, edge.to_bits()].into_iter().chain(numbers.iter().map(|number| number.to_bits()));
    words.flat_map(u32::to_le_bytes).collect()
}

#[test]
fn bin_files_give_their_positions_in_the_world_of_the_scene() {
    let spec = with_table("pile.bin", &bin(3, 126.0, &[1.5, 2.5, 3.25, 4.75, 99.0, 70.0])).unwrap();
    assert_eq!(spec.particles.iter().map(|p| p.position).collect::<Vec<_>>(), [[1.5, 2.5], [3.25, 4.75], [99.0, 70.0]]);
    assert!(spec.particles.iter().all(|p| p.radius == 0.25 && p.velocity == [0.0; 2] && !p.pinned));
    assert_eq!(spec.size, [100.0, 80.0]);
}

#[test]
fn a_bin_file_holds_exactly_what_it_announces() {
    let whole = bin(2, 50.0, &[1.0, 2.0, 3.0, 4.0]);
    let again = "N as u32";
    assert_table_error("a.bin", b"", None, &["ends after 0 bytes, inside its header of 8", again]);
    assert_table_error("a.bin", &whole[..7], None, &["ends after 7 bytes", again]);
    assert_table_error("a.bin", &whole[..8], None, &["cut short: 0 bytes of data", "announces 16, 2 rows", again]);
    assert_table_error("a.bin", &whole[..23], None, &["cut short: 15 bytes of data", again]);
    assert_table_error("a.bin", &[&whole[..], &[0]].concat(), None, &["longer than it says: 17 bytes of data", again]);
    assert_table_error("a.bin", &bin(u32::MAX, 50.0, &[1.0; 4]), None, &["4294967295 rows", "at most 100000000"]);
    assert_table_error("a.bin", &bin(0, 50.0, &[]), None, &["no rows"]);
    for edge in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_table_error("a.bin", &bin(1, edge, &[1.0; 2]), None, &[&format!("its box is {edge}"), "above 0"]);
    }
    assert_table_error("a.bin", &bin(2, 50.0, &[1.0, 1.0, 1.0, f32::NAN]), Some(2), &["y is NaN"]);
    assert_table_error("a.bin", &bin(2, 50.0, &[1.0, 1.0, f32::INFINITY, 1.0]), Some(2), &["x is inf"]);
    assert_table_error("a.bin", &bin(1, 50.0, &[99.9, 1.0]), Some(1), &["x is 99.9", "0.25 to 99.75"]);
}

#[test]
fn tables_that_are_not_there_are_refused() {
    let scene = |file: &str| format!("{WORLD}[[particles]]\nfile = \"{file}\"\n");
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("folder.csv")).unwrap();
    for (file, said) in [("gone.npy", "cannot be read"), ("folder.csv", "")] {
        let error = Scene::from_toml("bad.toml", &scene(file), Some(folder.path())).unwrap_err();
        assert!(matches!(&error, SceneError::Table { row: None, .. }), "{error}");
        assert!(error.to_string().contains(said) && place(&error).line == 4, "{error}");
    }
    assert_error("[[particles]]\nfile = \"cloud.txt\"\n", 2, "particles[0].file", &["cloud.txt", ".npy, .csv or .bin"]);
    assert_error("[[particles]]\nfile = \"a.csv\"\nlist = []\n", 2, "particles[0].file", &["not both"]);
}

#[test]
fn a_scene_file_finds_its_tables_beside_itself_and_is_named_after_the_file() {
    let folder = folder_with("cloud.csv", b"x,y\n1,2\n");
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, format!("description = \"Mine\"\n{WORLD}[[particles]]\nfile = \"cloud.csv\"\n")).unwrap();
    let scene = Scene::find(path.to_str().unwrap()).unwrap();
    assert_eq!((scene.name(), scene.description(), scene.default_particles()), ("mine", "Mine", 1));
}

#[test]
fn particles_given_one_by_one_come_first_and_cannot_be_scaled() {
    let text = format!(
        "{WORLD}[[disc]]\nat = [50, 50]\n[[particles]]\nlist = [{{ at = [5, 5], pinned = true }}, {{ at = [7, 5], radius = 0.6 }}]\n\
         [[link]]\nends = [0, 1]\nbreak_length = 3\n"
    );
    let scene = Scene::from_toml("few.toml", &text, None).unwrap();
    let spec = scene.world_spec(&Overrides::default()).unwrap();
    assert_eq!(
        spec.particles.iter().map(|p| (p.position[0], p.radius, p.pinned)).collect::<Vec<_>>(),
        [(5.0, 0.5, true), (7.0, 0.6, false), (50.0, 0.5, false)]
    );
    assert_eq!((spec.links.len(), spec.links[0].rest_length, spec.links[0].break_length), (1, 2.0, Some(3.0)));
    let error = scene.world_spec(&particles(10)).unwrap_err();
    assert_eq!(error.to_string(), "few.toml: 10 particles: particles given one by one cannot be scaled: this scene has 3");
    assert!(scene.world_spec(&particles(3)).is_ok());
}

#[test]
fn shapes_that_cannot_have_the_number_say_which_is_nearest() {
    let scene = Scene::from_toml("two.toml", &format!("{WORLD}[[disc]]\nat = [5, 5]\n[[disc]]\nat = [9, 5]\n"), None).unwrap();
    let error = scene.world_spec(&particles(3)).unwrap_err();
    assert_eq!(error.to_string(), "two.toml: 3 particles: the nearest that the shapes of this scene allow is 2");
}

#[test]
fn structures_alone_scale_too() {
    let cloth = "[[cloth]]\nfrom = [5, 5]\nto = [95, 75]\ndiagonals = true\n";
    let squares = "[[soft_squares]]\nfrom = [0, 0]\nto = [100, 80]\nsize = [6, 6]\n";
    for shape in [cloth, squares] {
        let scene = Scene::from_toml("one.toml", &format!("{WORLD}{shape}"), None).unwrap();
        for count in [100, 777, 50_000] {
            let spec = scene.world_spec(&particles(count)).unwrap();
            assert_eq!(spec.particles.len() as u64, count);
            assert_sane("one", &spec);
        }
    }
    let ropes = "[[rope]]\nfrom = [5, 70]\nto = [15, 70]\nrepeat = { to = [99, 79], step = [12, 2] }\n";
    let scene = Scene::from_toml("ropes.toml", &format!("{WORLD}{ropes}"), None).unwrap();
    let count = scene.world_spec(&particles(50_000)).unwrap().particles.len();
    assert!((49_000..=51_000).contains(&count), "{count}");
}

// Nothing panics.

/// Words that a scene file may hold, right and wrong.
const WORDS: &[&str] = &[
    "nan",
    "-inf",
    "inf",
    "0",
    "-1",
    "1e308",
    "1e-308",
    "9223372036854775807",
    "-9223372036854775808",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "=",
    "\n",
    "[[rope]]",
    "[[particles]]",
    "[1, 2]",
    "[1e300, 1e300]",
    "true",
    "\"wall\"",
    "repeat",
    "1e18",
    "100_000_000",
    "ü",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_mutation_of_a_scene_panics(
        scene in 0..15usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..WORDS.len(), 0..12usize), 1..4),
        count in prop_oneof![Just(None), (1..3000u64).prop_map(Some)],
    ) {
        let name = Scene::names().nth(scene).unwrap();
        let mut text: Vec<char> = std::fs::read_to_string(format!("scenes/{name}.toml")).unwrap().chars().collect();
        for (at, word, length) in edits {
            let at = at.index(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, WORDS[word].chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(scene) = Scene::from_toml("mutated.toml", &text, None)
            && scene.default_particles() <= 100_000
        {
            let _ = scene.build(&Overrides { particles: count, substeps: None, seed: None });
        }
    }

    #[test]
    fn no_number_in_the_place_of_another_panics(
        scene in 0..15usize,
        which in any::<prop::sample::Index>(),
        number in prop_oneof![Just("nan"), Just("inf"), Just("-1"), Just("0"), Just("1e300"), Just("1e-300"), Just("1e9"), Just("1"), Just("4294967296")],
    ) {
        let name = Scene::names().nth(scene).unwrap();
        let text = std::fs::read_to_string(format!("scenes/{name}.toml")).unwrap();
        let numbers: Vec<_> = text.char_indices().filter(|&(at, c)| c.is_ascii_digit() && !text[..at].ends_with(|c: char| c.is_ascii_digit() || "._".contains(c))).map(|(at, _)| at).collect();
        let at = numbers[which.index(numbers.len())];
        let end = at + text[at..].find(|c: char| !(c.is_ascii_digit() || "._".contains(c))).unwrap_or(text.len() - at);
        let text = format!("{}{number}{}", &text[..at], &text[end..]);
        if let Ok(scene) = Scene::from_toml("mutated.toml", &text, None)
            && scene.default_particles() <= 100_000
        {
            let _ = scene.build(&particles(500));
            let _ = scene.build(&Overrides::default());
        }
    }

    #[test]
    fn no_bytes_of_a_table_panic(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), format in 0..3) {
        let (name, mut bytes) = match format {
            0 => ("a.csv", b"x,y,vx\n1,2,3\n4,5,6\n".to_vec()),
            1 => ("a.npy", npy(&[2, 2], npyz::Order::C, &[1.0f64; 4])),
            _ => ("a.bin", bin(2, 50.0, &[1.0; 4])),
        };
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = with_table(name, &bytes);
    }
}

// The reference.

#[test]
fn every_example_of_the_reference_is_a_whole_scene() {
    let reference = std::fs::read_to_string(Path::new("docs/scenes.md")).unwrap();
    let examples: Vec<_> = reference.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 8, "{}", examples.len());
    let cloud = reference.split("```csv\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the table that an example reads");
    let folder = folder_with("cloud.csv", cloud.as_bytes());
    for text in examples {
        let scene = Scene::from_toml("docs/scenes.md", text, Some(folder.path())).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        scene.build(&Overrides::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    }
}
