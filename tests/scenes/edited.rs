//! Scenes whose obstacles are edited, and saved.

use std::path::Path;

use super::{WORLD, seed};
use jostle::scene::{Edit, Overrides, Scene};
use jostle::simulation::Simulation;
use jostle::world::World;
use jostle::world::spec::{ContactSolver, Fall, ObstacleShape, ObstacleSpec, Placement};
use jostle::{Backend, Checkpoint};

/// Every shape, a motion of every kind, copies, and what an editor must not touch.
const OBSTACLES: &str = "\
# pegs, carefully placed
[[obstacle]]
circle = { at = [20, 15], radius = 1 }
repeat = { to = [40, 15], step = [10, 4] }
material = \"rubber\" # bouncy

[[obstacle]]
box = { at = [50, 20], size = [10, 2], angle = 15 } # the ramp
turn_rate = 90
sway = { by = [2, 0], period = 1.5, phase = 0.25 }

[[obstacle]]
capsule = { from = [60, 20], to = [64, 24], radius = 0.5 }
swing = { angle = 30, period = 2 }

[[obstacle]]
polygon = [[70, 10], [80, 10], [80, 20], [75, 12]]
keys = [{ time = 0 }, { time = 1, offset = [0, 5], angle = 20 }]
velocity = [0.5, 0]

[[obstacle]]
wall = { points = [[2, 30], [10, 25], [18, 30]], thickness = 0.4 }

[[material]]
name = \"rubber\"
restitution = 0.9
";

fn scene() -> Scene {
    let text = format!("{WORLD}[[block]]\nfrom = [2, 32]\nto = [98, 66]\ncount = 800\njitter = 0.005\n\n{OBSTACLES}");
    Scene::from_toml("mine.toml", &text, None).unwrap()
}

fn digest(world: World) -> u64 {
    let mut simulation = Simulation::start(world, &Backend::cpu(Some(2))).unwrap();
    (0..80).for_each(|_| simulation.step_frame().unwrap());
    simulation.digest().unwrap()
}

/// The scene after an edit of its obstacle `number` that moves and turns it.
fn moved(scene: &Scene, number: usize, overrides: &Overrides) -> (Scene, usize) {
    let spec = scene.obstacles(overrides).unwrap()[number].placed(Placement { offset: [3.25, -1.5], angle: 0.3 });
    scene.edited(Edit::Replace(number, &spec), overrides).unwrap()
}

#[test]
fn a_scene_is_saved_with_the_solver_that_was_asked_for() {
    let scene = Scene::from_toml("a.toml", "[world]\nsize = [20, 20] # small\n[[disc]]\nat = [5, 5]\n", None).unwrap();
    let text = scene.text_for(&Overrides { solver: Some(ContactSolver::Plain), ..Overrides::default() }, Path::new(".")).unwrap();
    let saved = Scene::from_toml("b.toml", &text, None).unwrap().world_spec(&Overrides::default()).unwrap();
    assert_eq!((saved.solver, text.contains("# small")), (ContactSolver::Plain, true), "{text}");
}

#[test]
fn places_are_saved_as_short_numbers_whatever_the_radius() {
    for radius in [0.0045, 0.3, 0.45, 7.0, 300.0] {
        let own = Overrides::default();
        let text = format!("[world]\nsize = [900, 900]\n[[disc]]\nat = [450, 450]\nradius = {radius}\n");
        let scene = Scene::from_toml("a.toml", &text, None).unwrap();
        let drawn = ObstacleSpec::still(ObstacleShape::Circle { centre: [10.0, 12.3456789], radius: 2.0 });
        let (edited, _) = scene.edited(Edit::Add(&drawn), &own).unwrap();
        let text = edited.text_for(&own, Path::new(".")).unwrap();
        assert!(text.contains("at = [10.0, 12.34") && text.contains("radius = 2.0 }"), "{text}");
        let longest = text.split(['[', ',', ' ', ']']).map(str::len).max().unwrap();
        assert!(longest <= "12.34567890".len(), "{text}");
    }
}

#[test]
fn an_edited_scene_is_saved_as_a_file_that_loads_to_the_same_digest() {
    let own = Overrides::default();
    let other = Overrides { particles: Some(2_000), substeps: Some(6), seed: Some(9), ..own };
    for overrides in [own, other] {
        let mut edited = scene();
        let count = edited.obstacles(&overrides).unwrap().len();
        for number in (0..count).rev() {
            (edited, _) = moved(&edited, number, &overrides);
        }
        let drawn = ObstacleSpec::still(ObstacleShape::Circle { centre: [33.3, 5.5], radius: 2.125 });
        (edited, _) = edited.edited(Edit::Add(&drawn), &overrides).unwrap();
        (edited, _) = edited.edited(Edit::Remove(1), &overrides).unwrap();
        // What runs in a window: the world that was opened, with the obstacles of the edited scene.
        let running = scene().build(&overrides).unwrap().with_obstacles(&edited.obstacles(&overrides).unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.toml");
        std::fs::write(&path, edited.text_for(&overrides, folder.path()).unwrap()).unwrap();
        let loaded = Scene::find(path.to_str().unwrap()).unwrap();
        assert_eq!(loaded.default_particles(), loaded.build(&own).unwrap().particle_count() as u64);
        let (running, loaded, untouched) =
            (digest(running), digest(loaded.build(&own).unwrap()), digest(scene().build(&overrides).unwrap()));
        assert_eq!(running, loaded);
        assert_ne!(running, untouched, "edits change what happens");
    }
}

#[test]
fn an_edit_changes_one_table_and_leaves_the_rest_of_the_text() {
    let own = Overrides::default();
    let (edited, number) = moved(&scene(), 3, &own);
    assert_eq!(number, 3);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(scene().text()), lines(edited.text()));
    let ramp = |line: &&String| line.starts_with("box");
    assert_eq!(after.iter().find(ramp).unwrap(), "box = { at = [53.25, 18.5], size = [10, 2], angle = 32.188734 } # the ramp");
    let changed: Vec<_> = before.iter().zip(&after).filter(|(before, after)| before != after).collect();
    assert!(changed.len() == 1 && before.len() == after.len(), "{changed:#?}");
}

#[test]
fn an_obstacle_keeps_its_number_and_its_comments_wherever_its_table_stands() {
    let own = Overrides::default();
    let text = format!(
        "{OBSTACLES}# behind the obstacles\n{WORLD}[[block]]\nfrom = [2, 32]\nto = [98, 66]\ncount = 100\n\n# the last one\n\
         [[obstacle]] # a peg\ncircle = {{ at = [50, 5], radius = 0.5 }} # small\n"
    );
    let scene = Scene::from_toml("mine.toml", &text, None).unwrap();
    let before = scene.obstacles(&own).unwrap();
    for number in [3, 4, 5, 6, before.len() - 1] {
        let (edited, at) = moved(&scene, number, &own);
        let after = edited.obstacles(&own).unwrap();
        let changed: Vec<_> = (0..before.len()).filter(|&k| before[k] != after[k]).collect();
        assert_eq!((at, changed), (number, vec![number]));
        for comment in ["# pegs", "# the ramp", "# behind the obstacles", "# the last one", "# a peg", "# small", "# bouncy"] {
            assert!(edited.text().contains(comment), "{comment} is gone from\n{}", edited.text());
        }
    }
}

#[test]
fn a_copy_that_is_edited_becomes_a_table_of_its_own() {
    let own = Overrides::default();
    let (edited, number) = moved(&scene(), 1, &own);
    let (before, after) = (scene().obstacles(&own).unwrap(), edited.obstacles(&own).unwrap());
    assert_eq!((number, after.len()), (before.len() - 1, before.len()));
    assert!(edited.text().contains("step = [10, 4], except = [[1, 0]] }"), "{}", edited.text());
    assert_eq!(after[number].shape, ObstacleShape::Circle { centre: [33.25, 13.5], radius: 1.0 });
    assert!(after[number].material == 1 && edited.text().matches("material = \"rubber\"").count() == 2, "it keeps its material");
    assert_eq!((&after[0], &after[1]), (&before[0], &before[2]), "the other copies stay");
    let (removed, _) = edited.edited(Edit::Remove(1), &own).unwrap();
    assert!(removed.text().contains("except = [[1, 0], [2, 0]]"), "{}", removed.text());
}

#[test]
fn obstacles_written_as_a_list_and_the_last_one_removed() {
    let own = Overrides::default();
    let text = format!("obstacle = [{{ circle = {{ at = [20, 15], radius = 1 }} }}]\n{WORLD}[[disc]]\nat = [50, 70]\n");
    let scene = Scene::from_toml("list.toml", &text, None).unwrap();
    let (moved, _) = moved(&scene, 0, &own);
    assert_eq!(moved.obstacles(&own).unwrap()[0].shape, ObstacleShape::Circle { centre: [23.25, 13.5], radius: 1.0 });
    let (none, _) = moved.edited(Edit::Remove(0), &own).unwrap();
    assert!(none.obstacles(&own).unwrap().is_empty() && !none.text().contains("obstacle"), "{}", none.text());
}

#[test]
fn an_edit_outside_the_limits_is_refused_and_tables_are_found_from_another_folder() {
    let own = Overrides::default();
    let bad = ObstacleSpec::still(ObstacleShape::Polygon { corners: vec![[1.0, 1.0], [9.0, 9.0], [9.0, 1.0], [1.0, 9.0]] });
    assert!(scene().edited(Edit::Add(&bad), &own).unwrap_err().to_string().contains("meets edge"), "an outline that crosses itself");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("discs.csv"), "x,y\n50,70\n52,70\n").unwrap();
    let text = format!("{WORLD}[[particles]]\nfile = \"discs.csv\"\n");
    let scene = Scene::from_toml("table.toml", &text, Some(folder.path())).unwrap();
    assert!(scene.text_for(&own, folder.path()).unwrap().contains("\"discs.csv\""));
    let elsewhere = scene.text_for(&own, Path::new("/somewhere/else")).unwrap();
    let again = Scene::from_toml("again.toml", &elsewhere, Some(Path::new("/somewhere/else"))).unwrap();
    assert_eq!(again.world_spec(&own).unwrap().particles.len(), 2);
    // Where no folder is known, no file could name it.
    let mut bytes = Vec::new();
    let simulation = Simulation::start(scene.build(&own).unwrap(), &Backend::cpu(Some(1))).unwrap();
    Checkpoint::of(&simulation, &scene, &own).unwrap().write(&mut std::io::Cursor::new(&mut bytes)).unwrap();
    let kept = Checkpoint::read("kept.jostle", std::io::Cursor::new(bytes)).unwrap().into_scene();
    let refused = kept.text_for(&own, folder.path()).unwrap_err().to_string();
    assert!(refused.contains("discs.csv") && refused.contains("unzip"), "{refused}");
    let stone = ObstacleSpec { material: 9, ..ObstacleSpec::still(ObstacleShape::Circle { centre: [20.0, 20.0], radius: 3.0 }) };
    let refused = scene.edited(Edit::Add(&stone), &own).unwrap_err().to_string();
    assert!(refused.contains("material is 9"), "{refused}");
    assert!(scene.text_for(&seed(u64::MAX), folder.path()).is_err(), "TOML has no such number");
}

#[test]
fn a_file_says_how_many_particles_it_is_to_have() {
    let block = "[[block]]\nfrom = [2, 5]\nto = [98, 78]\ncount = 800\n";
    let scene = Scene::from_toml("many.toml", &format!("count = 3200\n{WORLD}{block}"), None).unwrap();
    let spec = scene.world_spec(&Overrides::default()).unwrap();
    assert_eq!((scene.default_particles(), spec.particles.len()), (3_200, 3_200));
    assert_eq!(spec.size, [200.0, 160.0]);
    let asked = scene.world_spec(&Overrides { particles: Some(800), ..Overrides::default() }).unwrap();
    assert_eq!((asked.particles.len(), asked.size), (800, [100.0, 80.0]), "another number can still be asked for");
    let refused = Scene::from_toml("some.toml", &format!("count = 5\n{WORLD}[[disc]]\nat = [50, 70]\n"), None);
    assert!(refused.unwrap_err().to_string().contains("5 particles"));
}

const HEAP: &str = "# a heap
[world] # all of it
size = [20, 10]
gravity = [0, -10] # down

[[block]]
from = [2, 2]
to = [18, 8]
count = 16
";

#[test]
fn gravity_and_drag_change_in_the_text_and_what_stands_around_them_stays() {
    let (scene, own) = (Scene::from_toml("heap.toml", HEAP, None).unwrap(), Overrides::default());
    let now = Fall { gravity: [0.0, -10.0], drag: 0.0 };
    assert_eq!(scene.fall(), now);
    assert_eq!(scene.with_fall(now, &own).unwrap().text(), HEAP);
    let turned = Fall { gravity: [7.5, 1.0 / 3.0], ..now };
    let edited = scene.with_fall(turned, &own).unwrap();
    assert_eq!(edited.text(), HEAP.replace("[0, -10] # down", "[7.5, 0.3333333333333333] # down"));
    assert_eq!(edited.fall(), turned);
    let slowed = Fall { drag: 0.25, ..turned };
    let edited = edited.with_fall(slowed, &own).unwrap();
    assert_eq!(edited.text(), HEAP.replace("[0, -10] # down\n", "[7.5, 0.3333333333333333] # down\ndrag = 0.25\n"));
    assert_eq!((edited.fall(), edited.build(&Overrides::default()).unwrap().fall()), (slowed, slowed));
    assert_eq!(edited.name(), scene.name());
    // Where the table is written in one line, and where nothing is said of gravity.
    let inline =
        Scene::from_toml("heap.toml", "world = { size = [20, 10] }\nblock = [{ from = [2, 2], to = [18, 8], count = 16 }]\n", None);
    let edited = inline.unwrap().with_fall(Fall { gravity: [0.0; 2], drag: 0.0 }, &own).unwrap();
    assert_eq!(edited.fall().gravity, [0.0; 2]);
    assert!(edited.text().starts_with("world = { size = [20, 10], gravity = [0.0, 0.0] }\n"), "{}", edited.text());
}

#[test]
fn what_stands_around_a_number_stays_where_it_is_saved_with_another() {
    let text = "seed = 7 # of the third picture\nworld = { size = [20, 10] } # small\ndisc = [{ at = [5, 5] }]\n";
    let scene = Scene::from_toml("heap.toml", text, None).unwrap();
    let overrides = Overrides { seed: Some(9), substeps: Some(4), ..Overrides::default() };
    let saved = scene.text_for(&overrides, Path::new("")).unwrap();
    assert_eq!(saved, text.replace("seed = 7", "seed = 9").replace("[20, 10] }", "[20, 10], substeps = 4 }"));
}

#[test]
fn gravity_that_the_scene_cannot_have_is_refused() {
    let (scene, own) = (Scene::from_toml("heap.toml", HEAP, None).unwrap(), Overrides::default());
    let up = Fall { gravity: [0.0, 2000.0], drag: 0.0 };
    scene.with_fall(up, &own).unwrap();
    // What it lets out would fall back.
    let rain = Scene::find("rain").unwrap();
    for (scene, fall, told) in [
        (&scene, Fall { gravity: [0.0, f64::NAN], ..up }, "gravity"),
        (&scene, Fall { drag: -1.0, ..up }, "drag"),
        (&rain, Fall { gravity: [0.0, 1e4], drag: 0.0 }, "speed"),
    ] {
        let error = scene.with_fall(fall, &own).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
    // Enough for the file's substeps, and not for those that it is built with.
    let few = Overrides { substeps: Some(1), ..own };
    let slowed = (1..1000).map(|k| Fall { gravity: [0.0, f64::from(k)], drag: 0.0 }).find(|&fall| rain.with_fall(fall, &few).is_err());
    let slowed = slowed.expect("some gravity is too much");
    assert!(rain.with_fall(slowed, &own).is_ok() && rain.with_fall(slowed, &few).unwrap_err().to_string().contains("rate"));
}

#[test]
fn lines_of_what_is_saved_end_as_they_did() {
    let text = "[world]\nsize = [100, 80]\n# a stone\n[[disc]]\nat = [50, 50]\n".replace('\n', "\r\n");
    let scene = Scene::from_toml("mine.toml", &text, None).unwrap();
    let stone = ObstacleSpec::still(ObstacleShape::Circle { centre: [20.0, 20.0], radius: 3.0 });
    let (edited, _) = scene.edited(Edit::Add(&stone), &Overrides::default()).unwrap();
    let saved = edited.text_for(&seed(7), Path::new("")).unwrap();
    assert!(saved.contains("[[obstacle]]") && saved.contains("seed = 7") && saved.contains("# a stone"), "{saved}");
    assert_eq!(saved.matches('\n').count(), saved.matches("\r\n").count(), "{saved:?}");
    assert!(!saved.contains("\r\r"), "{saved:?}");
}
