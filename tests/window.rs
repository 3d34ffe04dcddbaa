//! The window, on a virtual display: it opens, runs, is resized, is closed, and what it shows is where the
//! simulation says.
//!
//! Needs Xvfb, xdotool and a Vulkan driver (Debian: xvfb, xdotool, mesa-vulkan-drivers). Where one is missing
//! a test says that it was skipped, and fails with `JOSTLE_REQUIRE_GPU=1`.
#![cfg(feature = "viewer")]

#[path = "window/playground.rs"]
mod playground;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use image::RgbaImage;
use jostle::gpu::{Context, Selection, context::instance};
use jostle::picture::view::View;
use jostle::picture::{self, Colour, ForceLines, Reveal, Show};
use jostle::scene::{Overrides, Scene};
use jostle::viewer::panel;
use jostle::world::World;
use jostle::world::spec::ObstacleShape;
use jostle::world::state::State;
use jostle::{Backend, Simulation};

/// A virtual display that goes when this does.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts a display on a free number; `None` where Xvfb, xdotool or an adapter is missing.
    fn start() -> Option<Self> {
        let skipped = |what: &str| {
            assert!(std::env::var("JOSTLE_REQUIRE_GPU").as_deref() != Ok("1"), "the window cannot be tested: {what}");
            // Past the test harness, which keeps what tests that pass print to itself.
            let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("SKIPPED: the window cannot be tested: {what}\n"));
        };
        if let Err(error) = Context::new(&instance(), Selection::default()) {
            skipped(&error.to_string());
            return None;
        }
        if Command::new("xdotool").arg("help").output().is_err() {
            skipped("xdotool is not installed");
            return None;
        }
        // When the last program leaves, a display starts anew, and refuses the next one meanwhile: not so with -noreset.
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut server) = server else {
            skipped("Xvfb is not installed");
            return None;
        };
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Self { server, name: format!(":{}", number.trim()) })
    }

    /// The program on this display, with every driver that the test has: with Chromium's SwiftShader among them it must
    /// keep to the others.
    fn jostle(&self, arguments: &[&str]) -> Child {
        self.jostle_with("pile", "gpu", arguments)
    }

    fn jostle_with(&self, scene: &str, backend: &str, arguments: &[&str]) -> Child {
        self.start_program(&[&["run", scene, "--particles", PARTICLES, "--backend", backend], arguments].concat())
    }

    fn start_program(&self, arguments: &[&str]) -> Child {
        self.program(arguments).spawn().unwrap()
    }

    fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jostle"));
        command.env("JOSTLE_PIPELINE_CACHE", "off");
        command.args(arguments).env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    fn xdotool(&self, arguments: &[&str]) -> Output {
        // What waits for a window that never comes waits for ever.
        let output = Command::new("timeout").args(["120", "xdotool"]).args(arguments).env("DISPLAY", &self.name).output().unwrap();
        assert!(output.status.success(), "xdotool {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Waits for the program's window, and returns its number.
    fn window(&self) -> String {
        let output = self.xdotool(&["search", "--sync", "--onlyvisible", "--name", "^jostle"]);
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_string()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to end.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

const PARTICLES: &str = "5k";

/// Waits for the program to end; one that hangs is ended and fails the test.
fn ended(child: Child) -> ExitStatus {
    let id = child.id();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut child = child;
        sender.send(child.wait().unwrap())
    });
    receiver.recv_timeout(Duration::from_secs(300)).unwrap_or_else(|_| {
        let _ = Command::new("kill").arg(id.to_string()).status();
        panic!("the window did not close");
    })
}

/// The same scene after as many frames on the CPU.
fn simulated(frames: u32) -> (Arc<World>, State) {
    simulated_in("pile", frames)
}

fn simulated_in(scene: &str, frames: u32) -> (Arc<World>, State) {
    let overrides = Overrides { particles: Some(5000), ..Overrides::default() };
    let world = Scene::find(scene).unwrap().build(&overrides).unwrap();
    let mut simulation = Simulation::start(world, &Backend::cpu(None)).unwrap();
    (0..frames).for_each(|_| simulation.step_frame().unwrap());
    (simulation.world().clone(), simulation.state().unwrap())
}

/// Where the window shows the world, the panel at its right.
fn view(world: &World, size: [u32; 2]) -> View {
    let [width, height] = size.map(f64::from);
    View::fit(world.params(), [width, height], [0.0, 0.0, width - f64::from(panel::WIDTH), height])
}

/// Whether a pixel is the empty inside of the world.
fn is_empty(image: &RgbaImage, pixel: [f64; 2]) -> bool {
    let shown = image.get_pixel(pixel[0] as u32, pixel[1] as u32).0;
    let inside = picture::backdrop::INSIDE.to_be_bytes();
    (0..3).all(|c| shown[c].abs_diff(inside[c + 1]) <= 2)
}

/// Asserts that the screenshot has discs where the simulation has them, and nothing where it has none.
fn assert_shows(path: &Path, size: [u32; 2], world: &World, state: &State) {
    let image = image::open(path).unwrap().to_rgba8();
    assert_eq!(image.dimensions(), (size[0], size[1]));
    let view = view(world, size);
    let centres: Vec<_> = state.particles.iter().map(|particle| view.pixel_of(particle.position)).collect();
    let lit = centres.iter().filter(|&&centre| !is_empty(&image, centre)).count();
    assert!(lit as f64 > 0.99 * centres.len() as f64, "{lit} of {} discs are seen", centres.len());

    let [left, bottom] = view.pixel_of(*world.params().wall_min);
    let [right, top] = view.pixel_of(*world.params().wall_max);
    let mut free = (0, 0);
    for y in (top as u32 + 3..bottom as u32 - 3).step_by(5) {
        for x in (left as u32 + 3..right as u32 - 3).step_by(5) {
            let pixel = [f64::from(x) + 0.5, f64::from(y) + 0.5];
            if centres.iter().all(|centre| (centre[0] - pixel[0]).hypot(centre[1] - pixel[1]) > 8.0) {
                free = (free.0 + 1, free.1 + i32::from(is_empty(&image, pixel)));
            }
        }
    }
    assert!(free.0 > 100, "there is room above the heap: {free:?}");
    assert!(f64::from(free.1) > 0.99 * f64::from(free.0), "empty where nothing is: {free:?}");

    // The panel has text on it.
    let panel: Vec<_> = (0..size[1]).map(|y| image.get_pixel(size[0] - 200, y).0).collect();
    assert!(panel.iter().any(|pixel| pixel != &panel[2]), "the panel is blank");
}

/// Asserts that the headless picture of the same state, view and time is the same, to the rounding of the target.
fn assert_pictures_agree(path: &Path, size: [u32; 2], world: &World, state: &State, frames: u32, show: &Show) {
    let image = image::open(path).unwrap().to_rgba8();
    let drawn = picture::draw(world, state, frames * world.clock().substeps, &view(world, size), size, show);
    let width = size[0] - panel::WIDTH as u32 - 2;
    let different = |x: u32, y: u32| (0..3).any(|c| image.get_pixel(x, y).0[c].abs_diff(drawn.get_pixel(x, y).0[c]) > 6);
    let count = (0..size[1]).map(|y| (0..width).filter(|&x| different(x, y)).count()).sum::<usize>();
    assert!(count < (width * size[1] / 500) as usize, "{count} pixels differ");
}

#[test]
fn forces_are_lines_between_the_discs_that_press_each_other() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forces.png");
    let size = [900, 700];
    // A heap that lies from the start.
    let options = ["--forces=60", "--frames", "16", "--size", "900x700", "--screenshot", path.to_str().unwrap()];
    assert!(ended(display.jostle_with("settled", "gpu", &options)).success());
    let (world, state) = simulated_in("settled", 16);
    let show = |full| Show { colour: Colour::Speed, forces: Some(ForceLines { full: Some(full) }), ..Show::default() };
    assert_pictures_agree(&path, size, &world, &state, 16, &show(60.0));
    let [wide, thin] = [60.0, 1e12].map(|full| picture::render(&world, &state, 16 * world.clock().substeps, size, &show(full)));
    let lines = wide.pixels().zip(thin.pixels()).filter(|(a, b)| a.0[0].abs_diff(b.0[0]) > 60).count();
    assert!(lines > 5000, "{lines} pixels of lines");
}

#[test]
fn a_window_opens_in_the_colours_asked_for() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("colours.png");
    let options = ["--colour", "id", "--frames", "4", "--size", "900x700", "--screenshot", path.to_str().unwrap()];
    assert!(ended(display.jostle_with("settled", "cpu", &options)).success());
    let (world, state) = simulated_in("settled", 4);
    assert_pictures_agree(&path, [900, 700], &world, &state, 4, &Colour::Id.into());
}

#[test]
fn the_screenshot_shows_the_heap_where_the_simulation_says() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("window.png");
    let size = [900, 700];
    let child = display.jostle(&["--frames", "60", "--size", "900x700", "--screenshot", path.to_str().unwrap()]);
    assert!(ended(child).success());
    let (world, state) = simulated(60);
    assert_shows(&path, size, &world, &state);
    assert_pictures_agree(&path, size, &world, &state, 60, &Colour::Speed.into());
}

#[test]
fn discs_show_an_image_in_the_last_frame_of_a_window() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let [path, shown] = ["window.png", "shown.png"].map(|name| folder.path().join(name));
    let image = RgbaImage::from_fn(90, 60, |x, y| image::Rgba([2 * x as u8, 255 - 4 * y as u8, 60, 255]));
    image.save(&shown).unwrap();
    let [path_text, shown] = [&path, &shown].map(|path| path.to_str().unwrap());
    let child = display.jostle(&["--frames", "30", "--size", "900x700", "--screenshot", path_text, "--reveal", shown]);
    assert!(ended(child).success());
    let (world, state) = simulated(30);
    let colour = Colour::Reveal(Arc::new(Reveal::new(&state.particles, 0, &image)));
    assert_pictures_agree(&path, [900, 700], &world, &state, 30, &colour.into());
}

#[test]
fn so_many_frames_end_with_the_same_words_in_a_window_and_without() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("end.png");
    let arguments = ["run", "pile", "--particles", PARTICLES, "--backend", "cpu", "--frames", "20", "--screenshot", path.to_str().unwrap()];
    let [in_window, without] = [&[][..], &["--headless"]].map(|more| {
        let mut child = display.program(&[&arguments, more].concat()).stdout(Stdio::piped()).spawn().unwrap();
        let stdout = child.stdout.take().unwrap();
        assert!(ended(child).success());
        std::io::read_to_string(stdout).unwrap()
    });
    let [summary, wrote] = in_window.lines().collect::<Vec<_>>()[..] else { panic!("{in_window}") };
    assert!(summary.starts_with("pile: ") && summary.contains("digest 0x") && wrote == format!("wrote {}", path.display()), "{in_window}");
    assert_eq!(in_window, without);
}

#[test]
fn a_screenshot_shows_the_same_wherever_the_mouse_is_and_whatever_is_pressed() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    // On a button that has an explanation, beside the window, and over the world.
    let [on_panel, beside, on_world] = [["815", "381"], ["1200", "750"], ["300", "400"]].map(|place| {
        display.xdotool(&[&["mousemove"], &place[..]].concat());
        let path = folder.path().join("mouse.png");
        let arguments = ["--frames", "90", "--size", "900x700", "--screenshot", path.to_str().unwrap()];
        let child = display.jostle_with("pile", "cpu", &arguments);
        display.window();
        display.xdotool(&["key", "c", "Right", "p", "space"]);
        display.xdotool(&["mousedown", "1"]);
        let ended = ended(child);
        display.xdotool(&["mouseup", "1"]);
        assert!(ended.success());
        image::open(&path).unwrap().to_rgba8()
    });
    // Above and below that the panel tells how fast it goes.
    let rows = |image: &RgbaImage| image::imageops::crop_imm(image, 0, 90, 900, 400).to_image();
    assert!(rows(&on_panel) == rows(&beside), "on the panel");
    assert!(rows(&on_world) == rows(&beside), "over the world");
}

#[test]
fn obstacles_that_move_are_shown_where_they_are_with_either_backend() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let size = [900, 700];
    for backend in ["gpu", "cpu"] {
        let path = folder.path().join(format!("{backend}.png"));
        let arguments = ["--frames", "40", "--size", "900x700", "--screenshot", path.to_str().unwrap()];
        assert!(ended(display.jostle_with("drum", backend, &arguments)).success());
        let (world, state) = simulated_in("drum", 40);
        assert_pictures_agree(&path, size, &world, &state, 40, &Colour::Speed.into());
        let image = image::open(&path).unwrap().to_rgba8();
        let [_, solid @ ..] = picture::obstacle::SOLID.to_be_bytes();
        let count = image.pixels().filter(|pixel| (0..3).all(|c| pixel.0[c].abs_diff(solid[c]) <= 2)).count();
        assert!(count > 1000, "{count} pixels of obstacles");
    }
}

#[test]
fn a_window_that_is_resized_while_it_runs_fits_the_world_again() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("resized.png");
    let child = display.jostle(&["--frames", "100", "--size", "900x700", "--screenshot", path.to_str().unwrap()]);
    let window = display.window();
    display.xdotool(&["windowsize", &window, "760", "520"]);
    assert!(ended(child).success());
    let (world, state) = simulated(100);
    assert_shows(&path, [760, 520], &world, &state);
}

#[test]
fn in_a_narrow_window_the_panel_folds_away_and_the_world_has_all_the_width() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("narrow.png");
    let child = display.jostle(&["--frames", "30", "--size", "400x300", "--screenshot", path.to_str().unwrap()]);
    assert!(ended(child).success());
    let (world, state) = simulated(30);
    let image = image::open(path).unwrap().to_rgba8();
    assert_eq!(image.dimensions(), (400, 300));
    let view = View::fit(world.params(), [400.0, 300.0], [0.0, 0.0, 400.0, 300.0]);
    let lit = state.particles.iter().filter(|particle| !is_empty(&image, view.pixel_of(particle.position))).count();
    assert!(lit as f64 > 0.95 * state.particles.len() as f64, "{lit} discs are seen");
    let [left, right] = [world.params().wall_min, world.params().wall_max].map(|corner| view.pixel_of(*corner)[0]);
    assert!(right - left > 200.0, "the world is wider than what the panel would leave");
}

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

#[test]
fn closing_the_window_ends_the_program_without_an_error() {
    let Some(display) = Display::start() else { return };
    close(&display, display.jostle(&["--size", "640x480"]));
}

/// Asks the program's window to close, and waits until the program has ended well.
fn close(display: &Display, child: Child) {
    let window = display.window();
    // Older versions of xdotool cannot ask a window to close; the keys can.
    let asked = Command::new("xdotool").args(["windowquit", &window]).env("DISPLAY", &display.name).output().unwrap();
    if !asked.status.success() {
        display.xdotool(&["windowfocus", "--sync", &window, "key", "ctrl+q"]);
    }
    assert!(ended(child).success());
}
