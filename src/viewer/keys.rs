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

/// How often a key was pressed since the last redraw, and whether it came again while it was held down; nobody else sees that then.
fn taken(ctx: &Context, modifiers: Modifiers, key: Key) -> (usize, bool) {
    let (mut presses, mut is_held) = (0, false);
    ctx.input_mut(|i| {
        i.events.retain(|event| match *event {
            Event::Key { key: its, modifiers: held, pressed: true, repeat, .. } if its == key && held.matches_logically(modifiers) => {
                presses += usize::from(!repeat);
                is_held |= repeat;
                false
            }
            _ => true,
        });
    });
    (presses, is_held)
}

/// How often a key was pressed with modifiers. Held down it is pressed once: what asks twice must not be answered by a key that stays down.
pub fn presses(ctx: &Context, modifiers: Modifiers, key: Key) -> usize {
    taken(ctx, modifiers, key).0
}

/// Whether a key was pressed by itself.
pub fn pressed(ctx: &Context, key: Key) -> bool {
    presses(ctx, Modifiers::NONE, key) > 0
}

/// How often something is done that goes on while its key is held down.
pub fn times(ctx: &Context, modifiers: Modifiers, key: Key) -> usize {
    let (presses, is_held) = taken(ctx, modifiers, key);
    presses + usize::from(is_held)
}

fn edits(ctx: &Context, controls: &Controls, commands: &mut Vec<Command>) {
    // Once a picture: what the first one asks has not been seen yet.
    if presses(ctx, Modifiers::COMMAND, Key::Q) + presses(ctx, Modifiers::COMMAND, Key::W) > 0 {
        commands.push(Command::Close);
    }
    // The longer combination first: it has the shorter one in it.
    let shift = Modifiers::COMMAND | Modifiers::SHIFT;
    let ways = [(shift, Key::Z, Way::Redo), (Modifiers::COMMAND, Key::Y, Way::Redo), (Modifiers::COMMAND, Key::Z, Way::Undo)];
    for (modifiers, key, way) in ways {
        commands.extend(std::iter::repeat_n(Command::Edits(way), times(ctx, modifiers, key)));
    }
    if controls.toolbox.selected == ToolName::Edit && (pressed(ctx, Key::Delete) | pressed(ctx, Key::Backspace)) {
        commands.push(Command::Remove);
    }
}

fn run(ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
    for (key, command) in [(Key::Period, Command::Substep), (Key::N, Command::Frame)] {
        let count = times(ctx, Modifiers::NONE, key);
        controls.paused |= count > 0;
        commands.extend(std::iter::repeat_n(command, count));
    }
    for (key, factor) in [(Key::PageUp, 2.0), (Key::PageDown, 0.5)] {
        controls.speed_up(f64::powi(factor, times(ctx, Modifiers::NONE, key) as i32));
    }
    if pressed(ctx, Key::Home) {
        controls.speed = 1.0;
    }
    let keys = [
        (Key::R, Command::Reset),
        (Key::K, Command::Keep),
        (Key::F12, Command::Picture),
        (Key::F9, Command::Film),
        (Key::F, Command::Fit),
        (Key::L, Command::Forces),
    ];
    commands.extend(keys.into_iter().filter(|&(key, _)| pressed(ctx, key)).map(|(_, command)| command));
}

fn gravity(ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
    for (key, tilt) in TILTS {
        for _ in 0..times(ctx, Modifiers::NONE, key) {
            controls.gravity.turn(tilt);
            commands.push(Command::Fall { fall: controls.gravity.fall(), held: false });
        }
    }
    if presses(ctx, Modifiers::NONE, Key::G) % 2 == 1 {
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
    for (key, factor) in grown {
        controls.toolbox.scale_radius(factor.powi(times(ctx, Modifiers::NONE, key) as i32));
    }
}

fn view(ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
    (0..presses(ctx, Modifiers::NONE, Key::C)).for_each(|_| controls.next_colour());
    (0..presses(ctx, Modifiers::NONE, Key::P)).for_each(|_| controls.panel.toggle());
    controls.help ^= (presses(ctx, Modifiers::NONE, Key::H) + presses(ctx, Modifiers::NONE, Key::F1)) % 2 == 1;
    if pressed(ctx, Key::Escape) {
        controls.help = false;
        commands.push(Command::Deselect);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::controls;
    use super::*;

    #[test]
    fn keys_let_time_go_faster_and_slower_and_as_it_does() {
        let (ctx, mut controls) = (Context::default(), controls("pile"));
        let mut speed_after = |keys: &[Key]| {
            let key = |key, pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
            let events = keys.iter().flat_map(|&pressed| [key(pressed, true), key(pressed, false)]).collect();
            let raw = egui::RawInput { events, ..Default::default() };
            let _ = ctx.run_ui(raw, |ui| read(ui.ctx(), &mut controls, &mut Vec::new()));
            controls.speed
        };
        assert_eq!(speed_after(&[]), 1.0);
        assert_eq!(speed_after(&[Key::PageUp; 2]), 4.0);
        assert_eq!(speed_after(&[Key::PageUp; 2]), 8.0, "no faster than that");
        assert_eq!(speed_after(&[Key::PageDown; 5]), 0.25);
        assert_eq!(speed_after(&[Key::PageDown; 5]), 1.0 / 64.0, "no slower than that");
        assert_eq!(speed_after(&[Key::Home]), 1.0);
    }
}
