//! Keys and mouse, picture by picture, in egui without a window.

use super::super::history::Way;
use super::super::testing;
use super::*;
use crate::world::spec::Fall;

const WORLD: Pos2 = Pos2::new(100.0, 200.0);
const PANEL: Pos2 = Pos2::new(700.0, 200.0);

fn button(pos: Pos2, button: PointerButton, pressed: bool) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
}

fn typed(key: Key, pressed: bool) -> Event {
    Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
}

/// A redraw of a window with a panel that has a field; returns what the keys asked for, and what is in the field.
fn type_into(input: &mut Input, ctx: &Context, events: &[Event]) -> (Vec<Command>, String) {
    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, egui::vec2(800.0, 600.0)));
    let raw = egui::RawInput { screen_rect, events: events.to_vec(), ..Default::default() };
    let (mut commands, mut controls) = (Vec::new(), testing::controls("pile"));
    let id = egui::Id::unique("what is typed");
    let mut text = ctx.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let _ = ctx.run_ui(raw, |ui| {
        input.begin(ui.ctx());
        egui::Panel::right("panel").exact_size(200.0).resizable(false).show(ui, |ui| {
            ui.add_sized([180.0, 400.0], egui::TextEdit::singleline(&mut text));
        });
        input.read(ui.ctx(), ui.available_rect_before_wrap(), &mut controls, &mut commands);
    });
    ctx.data_mut(|data| data.insert_temp(id, text.clone()));
    (commands, text)
}

/// However few pictures there are for what is typed: each of these lists is one picture's events.
#[test]
fn what_is_typed_into_a_field_is_no_shortcut() {
    let click = || [true, false].map(|pressed| button(PANEL, PointerButton::Primary, pressed)).to_vec();
    let five_k =
        || vec![Event::Text("5".into()), typed(Key::Num5, true), Event::Text("k".into()), typed(Key::K, true), typed(Key::R, true)];
    let enter = || vec![typed(Key::Enter, true), typed(Key::Enter, false)];
    let pictures = [
        vec![click(), five_k(), enter()],
        vec![click(), [five_k(), enter()].concat()],
        vec![[click(), five_k()].concat(), enter()],
        vec![[click(), five_k(), enter()].concat()],
    ];
    for pictures in pictures {
        let (mut input, ctx) = (Input::default(), Context::default());
        type_into(&mut input, &ctx, &[Event::PointerMoved(PANEL)]);
        for events in &pictures {
            assert_eq!(type_into(&mut input, &ctx, events).0, [], "{pictures:?}");
        }
        // egui itself enters what was typed in pictures after that of the click.
        assert!(pictures[0].len() > 2 || type_into(&mut input, &ctx, &[]).1 == "5k", "{pictures:?}");
        // And behind it the keys are the world's again; an Enter of the very picture of the click leaves the field no more than typing.
        let typed_on = type_into(&mut input, &ctx, &[typed(Key::R, false), typed(Key::R, true)]).0;
        assert_eq!(typed_on, if pictures.len() > 1 { vec![Command::Reset] } else { vec![] }, "{pictures:?}");
    }
}

/// As of a button: a slow redraw may see its press and a key after it at once.
#[test]
fn keys_after_a_press_beside_the_fields_are_shortcuts() {
    let (mut input, ctx, beside) = (Input::default(), Context::default(), Pos2::new(700.0, 580.0));
    type_into(&mut input, &ctx, &[]);
    let [press, release] = [true, false].map(|pressed| button(beside, PointerButton::Primary, pressed));
    assert_eq!(type_into(&mut input, &ctx, &[typed(Key::R, true), press, release, typed(Key::K, true)]).0, [Command::Reset, Command::Keep]);
}

#[test]
fn what_one_slow_picture_sees_is_changed_then_saved_then_closed() {
    let (mut input, ctx) = (Input::default(), Context::default());
    type_into(&mut input, &ctx, &[]);
    let with_command = |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::COMMAND };
    let asked = [with_command(Key::S), with_command(Key::Q), typed(Key::G, true), with_command(Key::Z)];
    let commands = type_into(&mut input, &ctx, &asked).0;
    assert!(matches!(commands[..], [Command::Edits(Way::Undo), Command::Fall { .. }, Command::Save, Command::Close]), "{commands:?}");
}

/// The second time it is asked for, edits are lost and files are replaced.
#[test]
fn a_key_that_stays_down_asks_once_and_quick_presses_ask_each_time() {
    let (mut input, ctx) = (Input::default(), Context::default());
    type_into(&mut input, &ctx, &[]);
    let with_command = |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::COMMAND };
    let held = [Key::S, Key::S, Key::Q, Key::Q, Key::Q].map(with_command);
    assert_eq!(type_into(&mut input, &ctx, &held).0, [Command::Save, Command::Close]);
    assert_eq!(type_into(&mut input, &ctx, &held).0, []);
    // Nobody has seen yet what the first of two in one picture asks.
    let let_go = |key| typed(key, false);
    let twice = [let_go(Key::S), with_command(Key::S), let_go(Key::S), with_command(Key::S), let_go(Key::Q), with_command(Key::Q)];
    let commands = type_into(&mut input, &ctx, &[&twice[..], &[with_command(Key::W)]].concat()).0;
    assert_eq!(commands, [Command::Save, Command::Close]);
    let quick = [true, false, true, false, true].map(|pressed| typed(Key::Period, pressed));
    assert_eq!(type_into(&mut input, &ctx, &quick).0, [Command::Substep, Command::Substep, Command::Substep]);
    // It is still down: one more a picture.
    assert_eq!(type_into(&mut input, &ctx, &[true, true].map(|pressed| typed(Key::Period, pressed))).0, [Command::Substep]);
}

#[test]
fn keys_turn_gravity_and_turn_it_off_and_on() {
    let (mut input, ctx) = (Input::default(), Context::default());
    type_into(&mut input, &ctx, &[]);
    let asked = [Key::ArrowLeft, Key::ArrowDown, Key::G].map(|key| typed(key, true));
    let fall = |gravity| Command::Fall { fall: Fall { gravity, drag: 0.0 }, held: false };
    assert_eq!(type_into(&mut input, &ctx, &asked).0, [fall([0.0, -10.0]), fall([-10.0, 0.0]), fall([0.0, 0.0])]);
}

#[test]
fn a_key_asks_about_the_disc_under_the_mouse_and_over_the_panel_about_none() {
    let (mut input, ctx) = (Input::default(), Context::default());
    let asked =
        |input: &mut Input, at: Pos2| type_into(input, &ctx, &[Event::PointerMoved(at), typed(Key::I, true), typed(Key::I, false)]).0;
    type_into(&mut input, &ctx, &[Event::PointerMoved(WORLD)]);
    assert_eq!(asked(&mut input, WORLD), [Command::Inspect(Some([100.0, 200.0]))]);
    type_into(&mut input, &ctx, &[Event::PointerMoved(PANEL)]);
    assert_eq!(asked(&mut input, PANEL), [Command::Inspect(None)]);
}

/// A redraw of a window with a panel; with `again`, egui runs the closure twice. Returns strokes and motions.
fn redraw(input: &mut Input, ctx: &Context, again: bool, events: &[Event]) -> (Vec<Option<[f64; 2]>>, Vec<Motion>) {
    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, egui::vec2(800.0, 600.0)));
    let raw = egui::RawInput { screen_rect, events: events.to_vec(), ..Default::default() };
    let (mut passes, mut controls) = (0, testing::controls("pile"));
    let _ = ctx.run_ui(raw, |ui| {
        passes += 1;
        input.begin(ui.ctx());
        egui::Panel::right("panel").exact_size(200.0).resizable(false).show(ui, |ui| ui.label("panel"));
        if again {
            ui.ctx().request_discard("as for a new layout");
        }
        let area = ui.available_rect_before_wrap();
        input.read(ui.ctx(), area, &mut controls, &mut Vec::new());
    });
    assert_eq!((passes, controls.paused), (1 + i32::from(again), false));
    (input.take_strokes(), input.take_motions())
}

#[test]
fn what_is_pressed_over_the_world_is_seen_once_also_where_egui_runs_twice() {
    for again in [false, true] {
        let (mut input, ctx) = (Input::default(), Context::default());
        // In the very first picture, when egui knows of no panel yet.
        let press = [button(WORLD, PointerButton::Primary, true), Event::PointerMoved(Pos2::new(110.0, 200.0)), typed(Key::Plus, true)];
        let seen = redraw(&mut input, &ctx, again, &press);
        let places = [[100.0, 200.0], [100.0, 200.0], [110.0, 200.0]];
        assert_eq!(seen, (places[1..].iter().copied().map(Some).collect(), vec![Motion::Zoom(ZOOM_STEP, places[2])]), "{again}");
        assert_eq!((input.press_pixel(&ctx), input.tool_pixel(&ctx)), (Some(places[0]), Some(places[2])));
        assert_eq!(redraw(&mut input, &ctx, again, &[]), (vec![], vec![]));
        let seen = redraw(&mut input, &ctx, again, &[button(WORLD, PointerButton::Primary, false), typed(Key::Minus, true)]);
        assert_eq!(seen, (vec![Some(places[0]), None], vec![Motion::Zoom(1.0 / ZOOM_STEP, places[0])]));
        assert_eq!((input.press_pixel(&ctx), input.tool_pixel(&ctx)), (None, None));
    }
}

fn touch(id: u64, phase: egui::TouchPhase, pos: Pos2) -> Event {
    Event::Touch { device_id: egui::TouchDeviceId(1), id: egui::TouchId(id), phase, pos, force: None }
}

/// The first finger is the mouse, too, as the window system's events are handed on.
#[test]
fn two_fingers_move_and_zoom_the_picture_and_the_tool_of_the_first_is_let_go() {
    use egui::TouchPhase::{Move, Start};
    let (mut input, ctx) = (Input::default(), Context::default());
    redraw(&mut input, &ctx, false, &[]);
    let [first, second] = [WORLD, Pos2::new(200.0, 200.0)];
    redraw(&mut input, &ctx, false, &[touch(1, Start, first), button(first, PointerButton::Primary, true)]);
    assert!(input.tool_pixel(&ctx).is_some());
    redraw(&mut input, &ctx, false, &[touch(2, Start, second)]);
    let by = egui::vec2(30.0, 10.0);
    let moves = [touch(1, Move, first + by), Event::PointerMoved(first + by), touch(2, Move, second + by)];
    let (strokes, motions) = redraw(&mut input, &ctx, false, &moves);
    assert_eq!((strokes, motions), (vec![], vec![Motion::Pan([30.0, 10.0])]));
    assert_eq!((input.tool_pixel(&ctx), input.take_let_go(&ctx)), (None, None));
    let apart = egui::vec2(50.0, 0.0);
    let (_, motions) = redraw(&mut input, &ctx, false, &[touch(2, Move, second + by + apart)]);
    let zoom = motions.iter().find_map(|motion| if let Motion::Zoom(factor, _) = motion { Some(*factor) } else { None });
    assert!(zoom.is_some_and(|factor| (factor - 1.5).abs() < 0.01), "{motions:?}");
}

#[test]
fn a_finger_that_the_system_takes_away_holds_no_tool_any_more() {
    use egui::TouchPhase::{Cancel, Start};
    let (mut input, ctx) = (Input::default(), Context::default());
    redraw(&mut input, &ctx, false, &[]);
    redraw(&mut input, &ctx, false, &[touch(1, Start, WORLD), button(WORLD, PointerButton::Primary, true)]);
    let (strokes, _) = redraw(&mut input, &ctx, false, &[touch(1, Cancel, WORLD), Event::PointerGone]);
    assert_eq!((input.tool_pixel(&ctx), strokes, input.take_cancelled()), (None, vec![], true));
    assert!(!input.take_cancelled());
}

#[test]
fn the_space_bar_pauses_when_it_is_let_go_where_it_went_down_here_by_itself() {
    let space = |pressed, modifiers| Event::Key { key: Key::Space, physical_key: None, pressed, repeat: false, modifiers };
    let cases = [
        (vec![space(true, Modifiers::NONE), space(false, Modifiers::NONE)], true),
        (vec![space(false, Modifiers::NONE)], false),
        (vec![space(true, Modifiers::COMMAND), space(false, Modifiers::COMMAND)], false),
        ([(); 2].iter().flat_map(|()| [space(true, Modifiers::NONE), space(false, Modifiers::NONE)]).collect(), false),
    ];
    for (events, pauses) in cases {
        let (mut input, ctx) = (Input::default(), Context::default());
        let raw = egui::RawInput { events: events.clone(), ..Default::default() };
        let mut controls = testing::controls("pile");
        let _ = ctx.run_ui(raw, |ui| {
            input.begin(ui.ctx());
            input.read(ui.ctx(), ui.available_rect_before_wrap(), &mut controls, &mut Vec::new());
        });
        assert_eq!(controls.paused, pauses, "{events:?}");
    }
}

#[test]
fn keys_zoom_at_the_cursor_and_where_it_is_elsewhere_at_the_middle() {
    let middle = vec![Motion::Zoom(ZOOM_STEP, [300.0, 300.0])];
    let (mut input, ctx) = (Input::default(), Context::default());
    assert_eq!(redraw(&mut input, &ctx, false, &[typed(Key::Plus, true)]).1, middle, "before the mouse came in");
    assert_eq!(redraw(&mut input, &ctx, false, &[Event::PointerMoved(PANEL), typed(Key::Plus, true)]).1, middle);
    let at_cursor = vec![Motion::Zoom(ZOOM_STEP, [100.0, 200.0])];
    assert_eq!(redraw(&mut input, &ctx, false, &[Event::PointerMoved(WORLD), typed(Key::Plus, true)]).1, at_cursor);
}

#[test]
fn what_is_pressed_over_the_panel_stays_there_from_the_first_picture_on() {
    for again in [false, true] {
        let (mut input, ctx) = (Input::default(), Context::default());
        for _picture in 0..3 {
            let press = [button(PANEL, PointerButton::Primary, true)];
            assert_eq!(redraw(&mut input, &ctx, again, &press), (vec![], vec![]));
            // Not even when it is moved over the world.
            assert_eq!(redraw(&mut input, &ctx, again, &[Event::PointerMoved(WORLD)]), (vec![], vec![]));
            assert_eq!(input.tool_pixel(&ctx), None);
            assert_eq!(redraw(&mut input, &ctx, again, &[button(WORLD, PointerButton::Primary, false)]), (vec![], vec![]));
        }
    }
}

#[test]
fn what_was_taken_hold_of_over_the_world_goes_on_over_the_panel() {
    let (mut input, ctx) = (Input::default(), Context::default());
    redraw(&mut input, &ctx, true, &[button(WORLD, PointerButton::Primary, true)]);
    let seen = redraw(&mut input, &ctx, true, &[Event::PointerMoved(PANEL), typed(Key::Plus, true)]);
    assert_eq!(seen, (vec![Some([700.0, 200.0])], vec![Motion::Zoom(ZOOM_STEP, [700.0, 200.0])]));
    assert_eq!(input.tool_pixel(&ctx), Some([700.0, 200.0]));
    // Another button that is let go does not end it.
    redraw(&mut input, &ctx, true, &[button(PANEL, PointerButton::Extra1, true), button(PANEL, PointerButton::Extra1, false)]);
    assert_eq!(input.tool_pixel(&ctx), Some([700.0, 200.0]));
}

#[test]
fn where_a_tool_was_let_go_is_seen_once_also_where_it_was_taken_since_the_last_picture() {
    let (mut input, ctx) = (Input::default(), Context::default());
    let end = Pos2::new(300.0, 50.0);
    let release = button(end, PointerButton::Primary, false);
    redraw(&mut input, &ctx, true, &[button(WORLD, PointerButton::Primary, true), Event::PointerMoved(end), release.clone()]);
    assert_eq!((input.tool_pixel(&ctx), input.take_let_go(&ctx)), (None, Some([[100.0, 200.0], [300.0, 50.0]])));
    assert_eq!(input.take_let_go(&ctx), None);
    redraw(&mut input, &ctx, true, &[button(PANEL, PointerButton::Primary, true), release]);
    redraw(&mut input, &ctx, true, &[button(WORLD, PointerButton::Middle, true), button(end, PointerButton::Middle, false)]);
    assert_eq!(input.take_let_go(&ctx), None, "no tool was taken");
}

#[test]
fn the_picture_is_panned_from_the_press_to_the_release_however_many_events_a_redraw_has() {
    let at = |x| Event::PointerMoved(Pos2::new(x, 200.0));
    for (which, events) in [(PointerButton::Secondary, vec![]), (PointerButton::Primary, vec![at(100.0), typed(Key::Space, true)])] {
        let (mut input, ctx) = (Input::default(), Context::default());
        redraw(&mut input, &ctx, true, &events);
        let release = button(Pos2::new(70.0, 200.0), which, false);
        let pan = [at(300.0), button(WORLD, which, true), at(90.0), at(70.0), release, at(400.0)];
        assert_eq!(redraw(&mut input, &ctx, true, &pan), (vec![], vec![Motion::Pan([-10.0, 0.0]), Motion::Pan([-20.0, 0.0])]));
        assert_eq!(redraw(&mut input, &ctx, true, &[at(500.0)]), (vec![], vec![]));
        if which == PointerButton::Primary {
            // The space bar is held a while longer, and pauses nothing when it is let go.
            redraw(&mut input, &ctx, true, &[typed(Key::Space, true)]);
            redraw(&mut input, &ctx, true, &[typed(Key::Space, false)]);
        }
    }
}
