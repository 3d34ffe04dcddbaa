//! What the keys do while no field has the keyboard. Taken by the modifiers at the press: in a slow redraw they may be let go again
//! before it is looked at.

use egui::{Context, Event, Key, Modifiers};

use super::controls::{Command, Controls};
use super::gravity::TILTS;
use super::history::Way;
use super::tools::ToolName;

/// Growth of a tool with one press of a bracket.
const RADIUS_STEP: f64 = 1.15;

/// Reads all of them but the space bar, which the mouse has a part in.
pub fn read(ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
    edits(ctx, controls, commands);
    run(ctx, controls, commands);
    gravity(ctx, controls, commands);
    tools(ctx, controls);
    view(ctx, controls, commands);
}

/// Whether a key was pressed by itself; nobody else sees that then.
pub fn pressed(ctx: &Context, key: Key) -> bool {
    with(ctx, Modifiers::NONE, key)
}

fn with(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    ctx.input_mut(|i| i.consume_key(modifiers, key))
}

fn edits(ctx: &Context, controls: &Controls, commands: &mut Vec<Command>) {
    if with(ctx, Modifiers::COMMAND, Key::Q) || with(ctx, Modifiers::COMMAND, Key::W) {
        commands.push(Command::Close);
    }
    // The longer combination first: it has the shorter one in it.
    let shift = Modifiers::COMMAND | Modifiers::SHIFT;
    let ways = [(shift, Key::Z, Way::Redo), (Modifiers::COMMAND, Key::Y, Way::Redo), (Modifiers::COMMAND, Key::Z, Way::Undo)];
    for (modifiers, key, way) in ways {
        if with(ctx, modifiers, key) {
            commands.push(Command::Edits(way));
        }
    }
    if controls.toolbox.selected == ToolName::Edit && (pressed(ctx, Key::Delete) | pressed(ctx, Key::Backspace)) {
        commands.push(Command::Remove);
    }
}

fn run(ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
    let keys = [
        (Key::Period, Command::Substep),
        (Key::N, Command::Frame),
        (Key::R, Command::Reset),
        (Key::K, Command::Keep),
        (Key::F12, Command::Picture),
        (Key::F, Command::Fit),
        (Key::L, Command::Forces),
    ];
    for (_, command) in keys.into_iter().filter(|&(key, _)| pressed(ctx, key)) {
        controls.paused |= matches!(command, Command::Substep | Command::Frame);
        commands.push(command);
    }
}

fn gravity(ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
    for (_, tilt) in TILTS.into_iter().filter(|&(key, _)| pressed(ctx, key)) {
        controls.gravity.turn(tilt);
        commands.push(Command::Fall { fall: controls.gravity.fall(), held: false });
    }
    // Not again and again while it is held down.
    let first = |event: &Event| matches!(event, Event::Key { key: Key::G, pressed: true, repeat: false, .. });
    let begins = ctx.input(|i| i.events.iter().any(first));
    if pressed(ctx, Key::G) && begins {
        controls.gravity.toggle();
        commands.push(Command::Fall { fall: controls.gravity.fall(), held: false });
    }
}

fn tools(ctx: &Context, controls: &mut Controls) {
    for (key, tool) in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6].into_iter().zip(ToolName::ALL) {
        if pressed(ctx, key) {
            controls.toolbox.selected = tool;
        }
    }
    let grown = [(Key::OpenBracket, 1.0 / RADIUS_STEP), (Key::CloseBracket, RADIUS_STEP)];
    for (_, factor) in grown.into_iter().filter(|&(key, _)| pressed(ctx, key)) {
        controls.toolbox.scale_radius(factor);
    }
}

fn view(ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
    if pressed(ctx, Key::C) {
        controls.next_colour();
    }
    if pressed(ctx, Key::P) {
        controls.panel.toggle();
    }
    controls.help ^= pressed(ctx, Key::H) | pressed(ctx, Key::F1);
    if pressed(ctx, Key::Escape) {
        controls.help = false;
        commands.push(Command::Deselect);
    }
}
