//! The panel, drawn by egui without a window.

use super::super::seen::{Screen, Text, says};
use super::super::testing;
use super::*;
use crate::scene::Scene;

/// The panel of a window in which nothing runs yet.
struct Idle {
    screen: Screen,
    instead_of_gpu: Option<&'static str>,
    controls: Controls,
    commands: Vec<Command>,
}

impl Idle {
    fn new(scene: &str, size: [f32; 2]) -> Self {
        Self { screen: Screen::new(size.into()), instead_of_gpu: None, controls: testing::controls(scene), commands: Vec::new() }
    }

    /// What is to be read when `look` has drawn it.
    fn see(&mut self, look: impl FnOnce(&mut Screen, &mut dyn FnMut(&mut Ui)) -> Vec<Text>) -> Vec<Text> {
        let (driver, api) = (String::new(), String::new());
        let backend = BackendInfo { backend: "cpu", name: "2 threads".into(), driver, kind: "Threads".into(), api };
        let (rates, instead_of_gpu) = (Rates::default(), self.instead_of_gpu);
        let facts = Facts { session: None, backend: &backend, instead_of_gpu, rates: &rates, loading: None, palette: None };
        let (controls, commands) = (&mut self.controls, &mut self.commands);
        look(&mut self.screen, &mut |ui| show(ui, &facts, controls, commands))
    }
}

#[test]
fn the_panel_tells_why_it_simulates_on_the_cpu_where_a_gpu_was_looked_for() {
    let why = "llvmpipe is a software adapter";
    for instead_of_gpu in [None, Some(why)] {
        let mut panel = Idle { instead_of_gpu, ..Idle::new("pile", [800.0, 600.0]) };
        let line = if instead_of_gpu.is_some() { "CPU (2 threads): why not a GPU?" } else { "CPU (2 threads)" };
        let texts = panel.see(|screen, show| screen.hover(line, show));
        assert_eq!(says(&texts, why), instead_of_gpu.is_some(), "{texts:?}");
    }
}

/// What keys have set, to the last digit.
#[test]
fn showing_the_panel_changes_no_speed() {
    let mut panel = Idle::new("pile", [800.0, 600.0]);
    for _ in 0..7 {
        panel.see(|screen, show| screen.draw(Vec::new(), show));
        panel.controls.speed_up(0.5);
    }
    let texts = panel.see(|screen, show| screen.draw(Vec::new(), show));
    assert!(panel.controls.speed == 1.0 / 64.0 && says(&texts, "0.0156"), "{} {texts:?}", panel.controls.speed);
}

#[test]
fn the_list_of_scenes_is_as_tall_as_the_window_allows() {
    let mut panel = Idle::new("dam", [1280.0, 400.0]);
    let mut listed = |height: f32| {
        panel.screen.size.y = height;
        let texts = panel.see(|screen, show| screen.click("dam", show));
        assert!(texts.iter().all(|(_, rect)| rect.bottom() <= height), "{texts:?}");
        let listed = Scene::names().filter(|name| texts.iter().any(|(text, _)| text == name)).count();
        panel.see(|screen, show| screen.click("Scene", show));
        listed
    };
    assert!((8..Scene::names().count()).contains(&listed(400.0)));
    assert_eq!(listed(800.0), Scene::names().count());
}

#[test]
fn files_that_ran_stay_in_the_list() {
    let mut panel = Idle::new("mine", [1280.0, 800.0]);
    for name in ["mine", "some/where/sand.toml", "dam", "some/where/sand.toml", "pile"] {
        panel.controls.now_runs(name);
    }
    let listed = panel.see(|screen, show| screen.click("pile", show));
    let times = |name: &str| listed.iter().filter(|(text, _)| text == name).count();
    assert_eq!(["mine", "sand.toml", "dam"].map(times), [1; 3], "{listed:?}");
    panel.see(|screen, show| screen.click("sand.toml", show));
    let scene = &panel.controls.scene;
    assert!(scene == "some/where/sand.toml" && panel.commands == [Command::Choose], "{scene} {:?}", panel.commands);
    // It runs now, and its file is changed meanwhile.
    panel.commands.clear();
    panel.controls.now_runs("some/where/sand.toml");
    panel.see(|screen, show| screen.click("sand.toml", show));
    let texts = panel.see(|screen, show| screen.draw(Vec::new(), show));
    assert!(texts.iter().any(|(text, _)| text == "sand.toml") && panel.commands.is_empty(), "the list is open");
    panel.see(|screen, show| screen.click_last("sand.toml", show));
    assert_eq!(panel.commands, [Command::Choose], "chosen again, it is read again");
}
