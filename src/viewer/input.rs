//! Keys and mouse over the world; what the panel uses itself never gets here.

use egui::{Context, Key, Modifiers, PointerButton};

use super::camera::Camera;
use super::controls::{Command, Controls};
use super::history::Way;
use super::tools::ToolName;
use crate::world::params::Params;

/// What a pressed button does until it is let go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Grip {
    #[default]
    Nothing,
    Tool,
    Pan,
}

/// State of keys and buttons between redraws.
#[derive(Clone, Debug, Default)]
pub struct Input {
    grip: Grip,
    /// The space bar was used to pan, so letting it go does not pause.
    space_panned: bool,
    /// The left button went down over the world, for a stroke.
    drawing: bool,
}

/// Zoom of one notch of a wheel (50 points of scrolling in egui).
const ZOOM_PER_POINT: f64 = 0.004;
/// Zoom of one press of plus or minus.
const ZOOM_STEP: f64 = 1.25;
/// Growth of a tool with one press of a bracket.
const RADIUS_STEP: f64 = 1.15;

impl Input {
    /// The pixel at which the tool is held, if it is.
    pub fn tool_pixel(&self, ctx: &Context) -> Option<[f64; 2]> {
        (self.grip == Grip::Tool).then(|| pointer_pixel(ctx)).flatten()
    }

    /// What the left button did over the world, in `area` (points), since the last redraw: places in pixels while it is down, `None` when it goes up.
    /// Event by event, so that a slow redraw loses nothing of a quick hand.
    pub fn strokes(&mut self, ctx: &Context, area: egui::Rect) -> Vec<Option<[f64; 2]>> {
        let pixels = ctx.pixels_per_point();
        let pixel = |at: egui::Pos2| Some([at.x, at.y].map(|x| f64::from(x * pixels)));
        // The panel beside the area is in the layer of the background, windows over it are not.
        let over_world = |at| area.contains(at) && ctx.layer_id_at(at).is_none_or(|layer| layer.order == egui::Order::Background);
        let (events, panning) = ctx.input(|i| (i.events.clone(), i.key_down(Key::Space)));
        let mut strokes = Vec::new();
        for event in events {
            match event {
                egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => {
                    self.drawing |= pressed && !panning && over_world(pos);
                    strokes.extend(self.drawing.then(|| pixel(pos)));
                    if !pressed && std::mem::take(&mut self.drawing) {
                        strokes.push(None);
                    }
                }
                egui::Event::PointerMoved(pos) if self.drawing => strokes.push(pixel(pos)),
                _ => {}
            }
        }
        strokes
    }

    /// Moves the camera, once a world is there.
    pub fn steer(&mut self, ctx: &Context, params: &Params, camera: &mut Camera) {
        let pixels = f64::from(ctx.pixels_per_point());
        let over_panel = ctx.egui_wants_pointer_input();
        self.grip(ctx, over_panel);
        let Some(at) = pointer_pixel(ctx) else { return };
        let (delta, scroll, pinch) = ctx.input(|i| (i.pointer.delta(), f64::from(i.smooth_scroll_delta().y), f64::from(i.zoom_delta())));
        if self.grip == Grip::Pan && delta != egui::Vec2::ZERO {
            self.space_panned = true;
            camera.pan(params, [f64::from(delta.x) * pixels, f64::from(delta.y) * pixels]);
        }
        let mut factor = (scroll * ZOOM_PER_POINT).exp() * pinch;
        if !ctx.text_edit_focused() {
            let pressed = |key| ctx.input_mut(|i| i.consume_key(Modifiers::NONE, key));
            factor *= if pressed(Key::Plus) || pressed(Key::Equals) { ZOOM_STEP } else { 1.0 };
            factor /= if pressed(Key::Minus) { ZOOM_STEP } else { 1.0 };
        }
        if factor != 1.0 && !over_panel {
            camera.zoom(params, factor, at);
        }
    }

    /// Follows the buttons: what was pressed over the panel stays the panel's.
    fn grip(&mut self, ctx: &Context, over_panel: bool) {
        ctx.input(|i| {
            let pressed = |button| i.pointer.button_pressed(button) && !over_panel;
            if !i.pointer.any_down() {
                self.grip = Grip::Nothing;
            } else if pressed(PointerButton::Secondary)
                || pressed(PointerButton::Middle)
                || (pressed(PointerButton::Primary) && i.key_down(Key::Space))
            {
                self.grip = Grip::Pan;
            } else if pressed(PointerButton::Primary) {
                self.grip = Grip::Tool;
            }
        });
    }

    /// Reads the keys.
    pub fn keys(&mut self, ctx: &Context, controls: &mut Controls, commands: &mut Vec<Command>) {
        let save = ctx.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::S));
        if save {
            commands.push(Command::Save);
        }
        if ctx.text_edit_focused() {
            return;
        }
        // A button that was clicked would else take the space bar.
        ctx.memory_mut(|memory| memory.stop_text_input());
        // By the modifiers at the press: in a slow redraw they may be let go again before it is looked at.
        let with = |modifiers, key| ctx.input_mut(|i| i.consume_key(modifiers, key));
        if with(Modifiers::COMMAND, Key::Q) || with(Modifiers::COMMAND, Key::W) {
            commands.push(Command::Close);
        }
        // The longer combination first: it has the shorter one in it.
        let shift = Modifiers::COMMAND | Modifiers::SHIFT;
        for (modifiers, key, way) in
            [(shift, Key::Z, Way::Redo), (Modifiers::COMMAND, Key::Y, Way::Redo), (Modifiers::COMMAND, Key::Z, Way::Undo)]
        {
            if with(modifiers, key) {
                commands.push(Command::Edits(way));
            }
        }
        let pressed = |key| with(Modifiers::NONE, key);
        if controls.toolbox.selected == ToolName::Edit && (pressed(Key::Delete) | pressed(Key::Backspace)) {
            commands.push(Command::Remove);
        }
        if pressed(Key::Space) {
            self.space_panned = false;
        }
        if ctx.input(|i| i.key_released(Key::Space)) && !self.space_panned {
            controls.paused = !controls.paused;
        }
        for (key, command) in [(Key::Period, Command::Substep), (Key::N, Command::Frame), (Key::R, Command::Reset), (Key::F, Command::Fit)]
        {
            if pressed(key) {
                controls.paused |= matches!(command, Command::Substep | Command::Frame);
                commands.push(command);
            }
        }
        for (key, tool) in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6].into_iter().zip(ToolName::ALL) {
            if pressed(key) {
                controls.toolbox.selected = tool;
            }
        }
        let grown = [(Key::OpenBracket, 1.0 / RADIUS_STEP), (Key::CloseBracket, RADIUS_STEP)];
        for (_, factor) in grown.into_iter().filter(|&(key, _)| pressed(key)) {
            if let Some(setting) = controls.toolbox.setting() {
                setting.radius *= factor;
            }
        }
        if pressed(Key::C) {
            controls.colour = controls.colour.next();
        }
        if pressed(Key::P) {
            controls.panel.toggle();
        }
        controls.help ^= pressed(Key::H) | pressed(Key::F1);
        if pressed(Key::Escape) {
            controls.help = false;
            controls.editor.selected = None;
        }
    }
}

/// The cursor in pixels from the upper left corner of the window.
pub fn pointer_pixel(ctx: &Context) -> Option<[f64; 2]> {
    let at = ctx.input(|i| i.pointer.interact_pos())?;
    let pixels = f64::from(ctx.pixels_per_point());
    Some([f64::from(at.x) * pixels, f64::from(at.y) * pixels])
}
