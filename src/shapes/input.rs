//! Mouse and keys beside the panel.

use std::f64::consts::PI;

use egui::{Context, Key, Modifiers, PointerButton, Sense};

use super::panel::Controls;
use super::playground::Playground;
use super::queries::next_method;
use super::scene::Form;
use super::view::View;
use crate::geometry::DVec2;

/// Key and what it does.
pub const KEYS: [(&str, &str); 19] = [
    ("left button", "move a shape; beside the shapes: move the view"),
    ("right button", "turn a shape"),
    ("wheel", "turn the shape under the cursor; beside the shapes: zoom"),
    ("+ −", "zoom, at the cursor"),
    ("N", "mark the next shape (a click marks one, too)"),
    ("arrow keys", "move the marked shape; with Shift: a little"),
    ("Q  E", "turn the marked shape; with Shift: a little"),
    ("Delete, Backspace", "remove the marked shape"),
    ("1 2 3", "add at the cursor: a circle, a box along the axes, a box"),
    ("4 5 6", "add a capsule, a polygon, a hull of points"),
    ("M", "next method: fastest, SAT, GJK + EPA"),
    ("B", "next broad phase"),
    ("F", "see all shapes"),
    ("R", "the shapes of the start again"),
    ("P", "show or hide the panel"),
    ("H, F1", "show or hide this"),
    ("Ctrl +  Ctrl −", "larger, smaller text"),
    ("Ctrl Q, Ctrl W", "close the window"),
    ("Esc", "close this; unmark"),
];

/// How far a point of the wheel turns a shape, in radians.
const WHEEL_TURN: f64 = 0.002;
/// How much a point of the wheel zooms.
const WHEEL_ZOOM: f64 = 0.003;
/// How much a press of plus or minus zooms.
const ZOOM_STEP: f64 = 1.25;
/// How far a press of a key turns and moves, in radians and in units; with Shift a tenth of it.
const STEPS: [f64; 2] = [PI / 36.0, 0.1];

/// Follows the mouse in the area of the view.
pub fn mouse(ui: &mut egui::Ui, ground: &mut Playground, view: &mut View) {
    let response = ui.interact(view.area, egui::Id::unique("plane"), Sense::click_and_drag());
    for (button, turn) in [(PointerButton::Primary, false), (PointerButton::Secondary, true)] {
        if (response.drag_started_by(button) || response.clicked_by(button))
            && let Some(place) = ui.input(|i| i.pointer.press_origin()).or(response.interact_pointer_pos())
        {
            ground.press(view.in_plane(place), turn);
            view.pans = ground.drag.is_none();
        }
    }
    if let Some(place) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        if ground.drag.is_some() {
            ground.drag_to(view.in_plane(place));
        } else if view.pans {
            let before = view.in_plane(place - response.drag_delta());
            view.centre += before - view.in_plane(place);
        }
    } else {
        ground.release();
        // By a button that takes nothing.
        view.pans = true;
    }
    let (scrolled, pinch) = ui.input(|i| (f64::from(i.smooth_scroll_delta().y), f64::from(i.zoom_delta())));
    if let Some(place) = response.hover_pos().filter(|_| pinch != 1.0) {
        view.zoom_at(pinch, place);
    }
    if let Some(place) = response.hover_pos().filter(|_| scrolled != 0.0)
        && !ground.wheel(view.in_plane(place), scrolled * WHEEL_TURN)
    {
        view.zoom_at((scrolled * WHEEL_ZOOM).exp(), place);
    }
}

/// Reads the keys; false where they ask to close the window.
pub fn keys(ctx: &Context, ground: &mut Playground, view: &mut View, controls: &mut Controls) -> bool {
    if ctx.text_edit_focused() {
        return true;
    }
    if taken(ctx, Modifiers::COMMAND, Key::Q) || taken(ctx, Modifiers::COMMAND, Key::W) {
        return false;
    }
    move_selected(ctx, ground);
    zoom_and_add(ctx, ground, view);
    switches(ctx, ground, view, controls);
    true
}

/// Whether a key was pressed with modifiers; nobody else sees that then.
fn taken(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    ctx.input_mut(|i| i.consume_key(modifiers, key))
}

fn move_selected(ctx: &Context, ground: &mut Playground) {
    for (modifiers, share) in [(Modifiers::SHIFT, 0.1), (Modifiers::NONE, 1.0)] {
        let [turn, step] = STEPS.map(|step| step * share);
        for (key, x, y) in [(Key::ArrowLeft, -1.0, 0.0), (Key::ArrowRight, 1.0, 0.0), (Key::ArrowDown, 0.0, -1.0), (Key::ArrowUp, 0.0, 1.0)]
        {
            if taken(ctx, modifiers, key) {
                ground.nudge(DVec2::new(x, y) * step);
            }
        }
        for (key, sign) in [(Key::Q, 1.0), (Key::E, -1.0)] {
            if taken(ctx, modifiers, key) {
                ground.turn(ground.selected, sign * turn);
            }
        }
    }
}

fn zoom_and_add(ctx: &Context, ground: &mut Playground, view: &mut View) {
    let cursor = ctx.input(|i| i.pointer.hover_pos()).filter(|place| view.area.contains(*place));
    for (key, form) in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6].into_iter().zip(Form::ALL) {
        if taken(ctx, Modifiers::NONE, key) {
            ground.add(form, cursor.map_or(view.centre, |place| view.in_plane(place)));
        }
    }
    for (key, factor) in [(Key::Plus, ZOOM_STEP), (Key::Equals, ZOOM_STEP), (Key::Minus, 1.0 / ZOOM_STEP)] {
        if taken(ctx, Modifiers::NONE, key) {
            view.zoom_at(factor, cursor.unwrap_or(view.area.center()));
        }
    }
}

fn switches(ctx: &Context, ground: &mut Playground, view: &mut View, controls: &mut Controls) {
    let pressed = |key| taken(ctx, Modifiers::NONE, key);
    let settings = &mut ground.settings;
    settings.method = if pressed(Key::M) { next_method(settings.method) } else { settings.method };
    settings.broad = if pressed(Key::B) { settings.broad.next() } else { settings.broad };
    if pressed(Key::N) {
        ground.mark_next();
    }
    if pressed(Key::Delete) || pressed(Key::Backspace) {
        ground.remove_selected();
    }
    if pressed(Key::R) {
        ground.restart();
    }
    if pressed(Key::F) {
        view.fit_to(&ground.scene.bounds());
    }
    if pressed(Key::P) {
        controls.panel.toggle();
    }
    controls.help ^= pressed(Key::H) | pressed(Key::F1);
    if pressed(Key::Escape) && !std::mem::take(&mut controls.help) {
        ground.selected = None;
    }
}

#[cfg(test)]
mod tests {
    use super::super::playground::Settings;
    use super::*;
    use crate::geometry::Method;

    /// Presses keys in egui without a window.
    fn press(ground: &mut Playground, controls: &mut Controls, keys_pressed: &[(Modifiers, Key)]) -> bool {
        let mut view = View::fit(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0)));
        let ctx = Context::default();
        let event = |&(modifiers, key)| egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        let mut open = true;
        for pressed in keys_pressed {
            let input = egui::RawInput { events: vec![event(pressed)], ..Default::default() };
            let _ = ctx.run_ui(input, |ui| open &= keys(ui.ctx(), ground, &mut view, controls));
        }
        open
    }

    #[test]
    fn every_key_does_what_the_help_says() {
        let (mut ground, mut controls) = (Playground::new(1, 0, Settings::default()), Controls::default());
        let plain = |key| (Modifiers::NONE, key);
        let mut press = |keys: &[(Modifiers, Key)]| {
            assert!(press(&mut ground, &mut controls, keys));
            (ground.scene.bodies.clone(), ground.selected, ground.settings, controls)
        };
        let (bodies, selected, ..) = press(&[Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6].map(plain));
        assert_eq!((bodies.iter().map(|body| body.form).collect::<Vec<_>>(), selected), (Form::ALL.to_vec(), Some(5)));
        let shift = |key| (Modifiers::SHIFT, key);
        let (moved, ..) = press(&[plain(Key::ArrowRight), shift(Key::ArrowUp), plain(Key::Q), shift(Key::E)]);
        assert!(moved[5].pose.translation.distance(DVec2::new(0.1, 0.01)) < 1e-12, "{:?}", moved[5].pose);
        let turned = moved[5].pose.rotation.angle() - bodies[5].pose.rotation.angle();
        assert!((turned - 4.5f64.to_radians()).abs() < 1e-12, "{turned}");
        let (_, selected, settings, controls) = press(&[Key::N, Key::N, Key::M, Key::B, Key::H, Key::P].map(plain));
        assert_eq!((selected, settings.method, settings.broad as usize), (Some(1), Method::Sat, 1));
        assert!(controls.help && !controls.panel.shown);
        let (bodies, selected, _, controls) = press(&[Key::Delete, Key::N, Key::Escape].map(plain));
        assert_eq!((bodies.len(), selected, controls.help), (5, Some(0), false), "Esc closes the help first");
        let (bodies, selected, ..) = press(&[Key::Escape, Key::R].map(plain));
        assert_eq!((bodies.len(), selected), (0, None), "the start had none");
    }

    #[test]
    fn ctrl_and_q_closes_the_window_and_turns_nothing() {
        let (mut ground, mut controls) = (Playground::new(1, 0, Settings::default()), Controls::default());
        ground.add(Form::Box, DVec2::ZERO);
        let before = ground.scene.bodies[0].pose;
        assert!(!press(&mut ground, &mut controls, &[(Modifiers::COMMAND, Key::Q)]));
        assert_eq!(ground.scene.bodies[0].pose, before);
    }

    /// What the mouse does, picture by picture, at 50 points for a unit and the origin at (400, 300).
    fn with_mouse(ground: &mut Playground, view: &mut View, events: Vec<Vec<egui::Event>>) {
        let ctx = Context::default();
        let screen_rect = Some(view.area);
        for (frame, events) in (0u8..).zip([vec![], vec![]].into_iter().chain(events)) {
            let input = egui::RawInput { screen_rect, time: Some(f64::from(frame) / 10.0), events, ..Default::default() };
            let _ = ctx.run_ui(input, |ui| mouse(ui, ground, view));
        }
    }

    /// Presses a button at the first place, moves over the others, and may let go.
    fn drag(button: PointerButton, places: &[[f32; 2]], let_go: bool) -> Vec<Vec<egui::Event>> {
        use egui::Event::{PointerButton, PointerMoved};
        let at = |place: [f32; 2]| egui::Pos2::from(place);
        let event = |place, pressed| PointerButton { pos: at(place), button, pressed, modifiers: Modifiers::NONE };
        let mut frames = vec![vec![PointerMoved(at(places[0]))], vec![event(places[0], true)]];
        frames.extend(places[1..].iter().map(|place| vec![PointerMoved(at(*place))]));
        frames.extend(let_go.then(|| vec![event(places[places.len() - 1], false)]));
        frames
    }

    #[test]
    fn the_hand_of_a_shape_that_is_removed_moves_nothing_else() {
        let area = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0));
        let (mut ground, mut view, ctx) = (Playground::new(1, 0, Settings::default()), View::fit(area), Context::default());
        ground.add(Form::Box, DVec2::ZERO);
        let before = view.centre;
        let ways = drag(PointerButton::Primary, &[[400.0, 300.0], [430.0, 300.0], [460.0, 330.0], [500.0, 360.0]], true);
        for (frame, events) in (0u8..).zip([vec![], vec![]].into_iter().chain(ways)) {
            if ground.drag.is_some() && ground.scene.bodies[0].pose.translation != DVec2::ZERO {
                ground.remove_selected();
            }
            let input = egui::RawInput { screen_rect: Some(area), time: Some(f64::from(frame) / 10.0), events, ..Default::default() };
            let _ = ctx.run_ui(input, |ui| mouse(ui, &mut ground, &mut view));
        }
        assert!(ground.scene.bodies.is_empty() && view.centre == before, "{}", view.centre);
    }

    #[test]
    fn the_mouse_moves_and_turns_shapes_and_beside_them_the_view() {
        let area = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0));
        let (mut ground, mut view) = (Playground::new(1, 0, Settings::default()), View::fit(area));
        ground.add(Form::Box, DVec2::ZERO);
        ground.turn(Some(0), -ground.scene.bodies[0].pose.rotation.angle());
        with_mouse(&mut ground, &mut view, drag(PointerButton::Primary, &[[405.0, 300.0], [430.0, 290.0], [505.0, 250.0]], false));
        assert!(ground.drag.is_some() && ground.selected == Some(0));
        assert!(ground.scene.bodies[0].pose.translation.distance(DVec2::new(2.0, 1.0)) < 1e-6, "{:?}", ground.scene.bodies[0].pose);
        with_mouse(&mut ground, &mut view, drag(PointerButton::Secondary, &[[510.0, 250.0], [510.0, 230.0], [500.0, 220.0]], true));
        let pose = ground.scene.bodies[0].pose;
        assert!((pose.rotation.angle() - PI / 2.0).abs() < 1e-6 && pose.translation.distance(DVec2::new(2.0, 1.0)) < 1e-6, "{pose:?}");
        assert_eq!(ground.drag, None, "let go");

        with_mouse(&mut ground, &mut view, drag(PointerButton::Primary, &[[100.0, 500.0], [130.0, 480.0], [150.0, 450.0]], true));
        assert!(view.centre.distance(DVec2::new(-1.0, -1.0)) < 1e-6, "{}", view.centre);
        assert_eq!((ground.selected, ground.scene.bodies[0].pose), (None, pose), "beside all shapes nothing is marked or moved");
        with_mouse(&mut ground, &mut view, drag(PointerButton::Primary, &[[550.0, 200.0]], true));
        assert_eq!(ground.selected, Some(0), "a click marks");

        let wheel = |place: [f32; 2]| {
            let unit = egui::MouseWheelUnit::Point;
            let (delta, phase, source) = (egui::vec2(0.0, 50.0), egui::TouchPhase::Move, egui::MouseWheelSource::Unknown);
            let scroll = egui::Event::MouseWheel { unit, delta, phase, source, modifiers: Modifiers::NONE };
            [vec![vec![egui::Event::PointerMoved(place.into())], vec![scroll]], vec![vec![]; 20]].concat()
        };
        let scale = view.scale();
        with_mouse(&mut ground, &mut view, wheel([550.0, 200.0]));
        assert!((ground.scene.bodies[0].pose.rotation.angle() - PI / 2.0 - 50.0 * WHEEL_TURN).abs() < 1e-3 && view.scale() == scale);
        with_mouse(&mut ground, &mut view, wheel([100.0, 100.0]));
        assert!((view.scale() / scale - (50.0 * WHEEL_ZOOM).exp()).abs() < 1e-3, "{} {scale}", view.scale());
    }
}
