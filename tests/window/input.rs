//! What mouse and keys do: obstacles that are drawn, files that are opened and written, films.

use std::path::Path;
use std::process::Command;

use jostle::scene::{Overrides, Scene};
use jostle::world::spec::ObstacleShape;

use super::{Display, ended, view};

/// A circle that is drawn and dragged is in the file that is saved, beside what was there before.
#[test]
fn obstacles_are_edited_with_the_mouse_and_saved() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heap.toml");
    let text = "[world]\nsize = [100, 100]\n\n[[block]]\nfrom = [2, 60]\nto = [98, 99]\ncount = 3000\n\n\
                [[obstacle]]\ncircle = { at = [50, 20], radius = 4 } # in the middle\n";
    std::fs::write(&path, text).unwrap();
    let size = [900, 700];
    let child = display.jostle_with(path.to_str().unwrap(), "gpu", &["--size", "900x700"]);
    let window = display.xdotool(&["search", "--sync", "--onlyvisible", "--name", "^jostle: heap"]);
    let window = String::from_utf8(window.stdout).unwrap().lines().next().unwrap().to_string();
    let world = Scene::find(path.to_str().unwrap()).unwrap().build(&Overrides { particles: Some(5000), ..Overrides::default() }).unwrap();
    let scale = world.frame().size[0] / 100.0;
    let at = |x: f64, y: f64| {
        let steps = [x * scale, y * scale].map(|coordinate| world.frame().exact_steps(coordinate));
        view(&world, size).pixel_of_steps(steps).map(|pixel| pixel.round().to_string())
    };
    let mut events: Vec<String> = ["windowfocus", "--sync", &window, "key", "6"].map(String::from).to_vec();
    let mut drag = |way: &[[String; 2]]| {
        for (k, [x, y]) in way.iter().enumerate() {
            events.extend(["mousemove", "--window", &window, x, y].map(String::from));
            if k == 0 {
                events.extend(["mousedown", "1"].map(String::from));
            }
        }
        events.extend(["mouseup", "1"].map(String::from));
    };
    drag(&[at(20.0, 30.0), at(22.0, 30.0), at(25.0, 30.0)]);
    drag(&[at(21.0, 30.0), at(26.0, 34.0), at(31.0, 40.0)]);
    // Over the panel nothing is drawn.
    drag(&[["700", "600"], ["720", "620"], ["760", "640"]].map(|place| place.map(String::from)));
    events.extend(["key", "Left", "key", "ctrl+s"].map(String::from));
    display.xdotool(&events.iter().map(String::as_str).collect::<Vec<_>>());
    display.xdotool(&["windowfocus", "--sync", &window, "key", "ctrl+q"]);
    assert!(ended(child).success());

    let saved = Scene::find(folder.path().join("heap-edited.toml").to_str().unwrap()).unwrap();
    assert!(saved.text().contains("# in the middle") && saved.default_particles() == 5000, "{}", saved.text());
    let obstacles = saved.obstacles(&Overrides::default()).unwrap();
    assert_eq!((obstacles.len(), saved.fall().gravity), (2, [-10.0, 0.0]), "{}", saved.text());
    let ObstacleShape::Circle { centre, radius } = obstacles[1].shape else { panic!("{obstacles:?}") };
    let pixel = 100.0 / f64::from(at(100.0, 0.0)[0].parse::<f32>().unwrap() - at(0.0, 0.0)[0].parse::<f32>().unwrap());
    let near = |a: f64, b: f64| (a / scale - b).abs() < 2.0 * pixel;
    assert!(near(centre[0], 30.0) && near(centre[1], 40.0) && near(radius, 5.0), "{:?}, pixels of {pixel}", obstacles[1]);
}

/// A scene file that is typed into the panel runs; F12 writes what is seen beside it, F9 a film, and where nothing can be written the window
/// stays.
#[test]
fn a_file_that_is_typed_in_is_opened_and_a_key_writes_a_picture() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    let text = "[world]\nsize = [40, 30]\n\n[[block]]\nfrom = [2, 2]\nto = [38, 20]\ncount = 300\n";
    std::fs::write(inside.join("heap.toml"), text).unwrap();
    let arguments = ["run", "pile", "--particles", "300", "--backend", "gpu", "--size", "900x700"];
    let child = display.program(&arguments).current_dir(&inside).spawn().unwrap();
    let window = display.window();
    let runs_heap = || {
        let arguments = ["search", "--onlyvisible", "--name", "^jostle: heap"];
        Command::new("xdotool").args(arguments).env("DISPLAY", &display.name).output().unwrap().status.success()
    };
    // What is typed in the very picture of the click is lost: then once more.
    assert!(
        (0..20).any(|_| {
            display.xdotool(&["windowfocus", "--sync", &window, "mousemove", "--window", &window, "700", "171", "click", "1"]);
            display.xdotool(&["key", "ctrl+a"]);
            display.xdotool(&["type", "heap.toml"]);
            display.xdotool(&["key", "Return"]);
            (0..500).any(|_| runs_heap())
        }),
        "the file was not opened"
    );
    display.xdotool(&["windowfocus", "--sync", &window, "mousemove", "--window", &window, "300", "300", "key", "F9", "key", "F12"]);
    let there = |ending: &str| {
        let is_it = |path: &Path| path.extension().is_some_and(|extension| extension == ending);
        std::fs::read_dir(&inside).unwrap().any(|entry| is_it(&entry.unwrap().path()))
    };
    let is_written = |ending| (0..100_000).any(|_| there(ending) || !display.xdotool(&["getmouselocation"]).status.success());
    assert!(is_written("png"), "no picture was written");
    assert!(!there("gif"), "the film goes on");
    display.xdotool(&["windowfocus", "--sync", &window, "key", "F9"]);
    assert!(is_written("gif"), "no film was written");
    std::fs::remove_dir_all(&inside).unwrap();
    display.xdotool(&["windowfocus", "--sync", &window, "key", "F12", "key", "F9", "key", "ctrl+q"]);
    assert!(ended(child).success(), "where nothing can be written the window goes on");
}

/// A film that goes on is written when the window goes: by a signal, which ends the program as it is known to; where it cannot be, that fails.
#[test]
#[cfg(unix)]
fn a_film_is_kept_when_the_window_goes() {
    use std::os::unix::process::ExitStatusExt;
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    // Starts one and lets a picture be written behind its first one.
    let filming = || {
        std::fs::create_dir(&inside).unwrap();
        let arguments = ["run", "pile", "--particles", "300", "--backend", "gpu", "--size", "900x700"];
        let child = display.program(&arguments).current_dir(&inside).spawn().unwrap();
        let window = display.window();
        let there = || std::fs::read_dir(&inside).unwrap().count() > 0;
        // What is typed before the first picture may be lost.
        let keys = ["windowfocus", "--sync", &window, "mousemove", "--window", &window, "300", "300", "key", "F12"];
        assert!((0..20).any(|_| {
            display.xdotool(&keys);
            (0..500).any(|_| there() || !display.xdotool(&["getmouselocation"]).status.success())
        }));
        std::fs::read_dir(&inside).unwrap().for_each(|entry| std::fs::remove_file(entry.unwrap().path()).unwrap());
        display.xdotool(&["windowfocus", "--sync", &window, "key", "F9", "key", "F12"]);
        assert!((0..100_000).any(|_| there() || !display.xdotool(&["getmouselocation"]).status.success()));
        (child, window)
    };
    let (child, _) = filming();
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(ended(child).signal(), Some(15));
    let mut names = std::fs::read_dir(&inside).unwrap().map(|entry| entry.unwrap().path());
    assert!(names.any(|path| path.extension().is_some_and(|ending| ending == "gif")), "no film was written");
    std::fs::remove_dir_all(&inside).unwrap();
    let (child, window) = filming();
    std::fs::remove_dir_all(&inside).unwrap();
    display.xdotool(&["windowfocus", "--sync", &window, "key", "ctrl+q"]);
    assert_eq!(ended(child).code(), Some(2));
}
