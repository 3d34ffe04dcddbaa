//! The window, on a virtual display: it opens, runs, is resized, is closed, and what it shows is where the
//! simulation says.
//!
//! Needs Xvfb, xdotool and a Vulkan driver (Debian: xvfb, xdotool, mesa-vulkan-drivers). Where one is missing
//! a test says that it was skipped, and fails with `JOSTLE_REQUIRE_GPU=1`.
#![cfg(feature = "viewer")]

#[path = "window/display.rs"]
mod display;
#[path = "window/input.rs"]
mod input;
#[path = "window/playground.rs"]
mod playground;
#[path = "common/skipped.rs"]
mod skipped;

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use display::{Display, PARTICLES, close, ended};
use image::RgbaImage;
use jostle::picture::view::View;
use jostle::picture::{self, Colour, ForceLines, Reveal, Show};
use jostle::scene::{Overrides, Scene};
use jostle::viewer::panel;
use jostle::world::World;
use jostle::world::state::State;
use jostle::{Backend, Simulation};

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

#[test]
fn closing_the_window_ends_the_program_without_an_error() {
    let Some(display) = Display::start() else { return };
    close(&display, display.jostle(&["--size", "640x480"]));
}
