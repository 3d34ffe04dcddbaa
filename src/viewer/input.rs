//! Keys and mouse over the world; what the panel uses itself never gets here.
//!
//! Both are read in the closure in which egui runs the panel. egui may run it twice for one picture, and the second time
//! nothing is pressed any more: what is read behind it is lost then. So what the mouse did is put down here, and
//! taken when the picture goes on.

use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, Rect};

use super::camera::Motion;
use super::controls::{Command, Controls};
use super::keys;
use super::points::pixel;

/// What a pressed button does until it is let go.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Grip {
    #[default]
    Nothing,
    /// The tool, taken here.
    Tool(PointerButton, Pos2),
    /// The picture goes along with the cursor, which it has followed to here.
    Pan(PointerButton, Pos2),
}

/// State of keys and buttons between redraws, and what the mouse did since the last one.
#[derive(Clone, Debug, Default)]
pub struct Input {
    grip: Grip,
    /// Where the tool was taken and let go since the last redraw.
    let_go: Option<[Pos2; 2]>,
    /// The space bar went down here, and was not used to pan since: letting it go pauses.
    space_pauses: bool,
    /// The left button, or finger, was taken away in the middle of a stroke.
    cancelled: bool,
    /// What is typed goes into a field of the panel, as this picture begins.
    typing: bool,
    /// The left button went down over the world, for a stroke.
    drawing: bool,
    /// With Shift, as it went down.
    anew: bool,
    strokes: Vec<Option<[f64; 2]>>,
    motions: Vec<Motion>,
}

/// Zoom of one notch of a wheel (50 points of scrolling in egui).
const ZOOM_PER_POINT: f64 = 0.004;
/// Zoom of one press of plus or minus.
const ZOOM_STEP: f64 = 1.25;

impl Input {
    /// The pixel at which the tool is held, if it is.
    pub fn tool_pixel(&self, ctx: &Context) -> Option<[f64; 2]> {
        let at = ctx.input(|i| i.pointer.interact_pos()).filter(|_| matches!(self.grip, Grip::Tool(..)));
        at.map(|at| pixel(ctx, at))
    }

    /// The pixel at which it was taken: by the first redraw that sees it a quick hand is far from there.
    pub fn press_pixel(&self, ctx: &Context) -> Option<[f64; 2]> {
        if let Grip::Tool(_, at) = self.grip { Some(pixel(ctx, at)) } else { None }
    }

    /// Lets go of the tool, also where its button stays down.
    pub fn let_go_of_tool(&mut self) {
        self.let_go = None;
        if matches!(self.grip, Grip::Tool(..)) {
            self.grip = Grip::Nothing;
        }
    }

    /// The pixels at which the tool was taken and let go since the last redraw, if it was.
    pub fn take_let_go(&mut self, ctx: &Context) -> Option<[[f64; 2]; 2]> {
        self.let_go.take().map(|ends| ends.map(|at| pixel(ctx, at)))
    }

    /// What the left button did over the world since the last redraw: places in pixels while it is down, `None` when it goes up.
    pub fn take_strokes(&mut self) -> Vec<Option<[f64; 2]>> {
        std::mem::take(&mut self.strokes)
    }

    /// Whether a stroke since the last redraw or before was taken back, as where a second finger came: it has no end then.
    pub fn take_cancelled(&mut self) -> bool {
        std::mem::take(&mut self.cancelled)
    }

    /// Whether Shift was down as the left button went down last.
    pub fn draws_anew(&self) -> bool {
        self.anew
    }

    /// How the camera was moved since the last redraw.
    pub fn take_motions(&mut self) -> Vec<Motion> {
        std::mem::take(&mut self.motions)
    }

    /// Before the panel is shown: a field that the keyboard belongs to may let go of it in there, by Enter.
    pub fn begin(&mut self, ctx: &Context) {
        self.typing = ctx.text_edit_focused();
    }

    /// Once the panel is shown: reads keys, and the mouse over the world, which has `area` (points).
    pub fn read(&mut self, ctx: &Context, area: Rect, controls: &mut Controls, commands: &mut Vec<Command>) {
        // The panel beside the area is in the layer of the background, windows over it are not. Both are where this pass
        // has shown them: in the very first picture there is no pass before it to ask.
        let over_world = |at| area.contains(at) && ctx.layer_id_at(at).is_none_or(|layer| layer.order == egui::Order::Background);
        let saves = keys::presses(ctx, Modifiers::COMMAND, Key::S) > 0;
        if self.typing || ctx.text_edit_focused() {
            // A field has the keyboard as this picture begins, or as it ends: all that was typed is the field's.
            ctx.input_mut(|i| i.events.retain(|event| !matches!(event, Event::Key { .. })));
        } else {
            // A button that was clicked would else take the space bar.
            ctx.memory_mut(|memory| memory.stop_text_input());
            keys::read(ctx, controls, commands);
            self.space_bar(ctx, controls);
            if keys::pressed(ctx, Key::I) {
                let at = ctx.input(|i| i.pointer.latest_pos()).filter(|&at| over_world(at));
                commands.push(Command::Inspect(at.map(|at| pixel(ctx, at))));
            }
        }
        commands.extend(saves.then_some(Command::Save));
        // A slow picture has several: what is changed in it is saved, and what is saved may be closed.
        commands.sort_by_key(|command| match command {
            Command::Save => 1,
            Command::Close => 2,
            _ => 0,
        });
        let events = ctx.input(|i| i.events.clone());
        self.fingers(ctx, &events, over_world);
        let alone = ctx.multi_touch().is_none();
        self.stroke(ctx, &events, |at| alone && over_world(at));
        self.grip(ctx, &events, |at| alone && over_world(at));
        self.zoom(ctx, area, over_world);
    }

    /// Two fingers move the picture, and what the first one began alone is over; so it is where the system takes a finger away.
    fn fingers(&mut self, ctx: &Context, events: &[Event], over_world: impl Fn(Pos2) -> bool) {
        let two = ctx.multi_touch();
        let cancelled = events.iter().any(|event| matches!(event, Event::Touch { phase: egui::TouchPhase::Cancel, .. }));
        if two.is_some() || cancelled {
            self.grip = Grip::Nothing;
            if std::mem::take(&mut self.drawing) {
                self.strokes.clear();
                self.cancelled = true;
            }
        }
        if let Some(touch) = two.filter(|touch| touch.translation_delta != egui::Vec2::ZERO && over_world(touch.center_pos)) {
            self.motions.push(Motion::Pan(pixel(ctx, touch.translation_delta.to_pos2())));
        }
    }

    /// Follows the left button. Event by event, so that a slow redraw loses nothing of a quick hand.
    fn stroke(&mut self, ctx: &Context, events: &[Event], over_world: impl Fn(Pos2) -> bool) {
        let panning = ctx.input(|i| i.key_down(Key::Space));
        for event in events {
            match *event {
                Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers } => {
                    self.drawing |= pressed && !panning && over_world(pos);
                    self.anew = if pressed { modifiers.shift } else { self.anew };
                    self.strokes.extend(self.drawing.then(|| Some(pixel(ctx, pos))));
                    if !pressed && std::mem::take(&mut self.drawing) {
                        self.strokes.push(None);
                    }
                }
                Event::PointerMoved(pos) if self.drawing => self.strokes.push(Some(pixel(ctx, pos))),
                _ => {}
            }
        }
    }

    /// Follows the buttons, event by event too: what was pressed over the panel stays the panel's.
    fn grip(&mut self, ctx: &Context, events: &[Event], over_world: impl Fn(Pos2) -> bool) {
        let (panning, any_down) = ctx.input(|i| (i.key_down(Key::Space), i.pointer.any_down()));
        for event in events {
            match (event, self.grip) {
                (&Event::PointerButton { pos, button, pressed: true, .. }, _) if over_world(pos) && !ctx.egui_is_using_pointer() => {
                    self.grip = match button {
                        PointerButton::Primary if !panning => Grip::Tool(button, pos),
                        PointerButton::Primary | PointerButton::Secondary | PointerButton::Middle => Grip::Pan(button, pos),
                        PointerButton::Extra1 | PointerButton::Extra2 => self.grip,
                    };
                }
                (&Event::PointerButton { pos, button, pressed: false, .. }, Grip::Tool(held, from)) if button == held => {
                    (self.grip, self.let_go) = (Grip::Nothing, Some([from, pos]));
                }
                (&Event::PointerButton { button, pressed: false, .. }, Grip::Pan(held, _)) if button == held => {
                    self.grip = Grip::Nothing;
                }
                (&Event::PointerMoved(pos), Grip::Pan(held, from)) if pos != from => {
                    self.space_pauses = false;
                    self.motions.push(Motion::Pan(pixel(ctx, (pos - from).to_pos2())));
                    self.grip = Grip::Pan(held, pos);
                }
                _ => {}
            }
        }
        if !any_down {
            self.grip = Grip::Nothing;
        }
    }

    /// Follows what zooms.
    fn zoom(&mut self, ctx: &Context, area: Rect, over_world: impl Fn(Pos2) -> bool) {
        let steps = |key| ZOOM_STEP.powi(keys::times(ctx, Modifiers::NONE, key) as i32);
        let by_keys = steps(Key::Plus) * steps(Key::Equals) / steps(Key::Minus);
        let (scroll, pinch) = ctx.input(|i| (f64::from(i.smooth_scroll_delta().y), f64::from(i.zoom_delta())));
        let by_hand = (scroll * ZOOM_PER_POINT).exp() * pinch;
        // What was taken hold of over the world goes on over the panel.
        let is_over_world = |&at: &Pos2| !ctx.egui_is_using_pointer() && (self.grip != Grip::Nothing || over_world(at));
        let at = ctx.multi_touch().map(|touch| touch.center_pos).or(ctx.input(|i| i.pointer.interact_pos())).filter(is_over_world);
        // Keys zoom wherever the mouse is.
        let factor = if at.is_some() { by_hand * by_keys } else { by_keys };
        if factor != 1.0 {
            self.motions.push(Motion::Zoom(factor, pixel(ctx, at.unwrap_or(area.center()))));
        }
    }

    /// The space bar pauses when it is let go, unless the picture was panned with it. A key that is held down comes again and again.
    fn space_bar(&mut self, ctx: &Context, controls: &mut Controls) {
        let events = ctx.input(|i| i.events.clone());
        for event in events {
            match event {
                Event::Key { key: Key::Space, pressed: true, repeat: false, modifiers, .. } => {
                    self.space_pauses = modifiers.matches_logically(Modifiers::NONE);
                }
                Event::Key { key: Key::Space, pressed: false, .. } => controls.paused ^= std::mem::take(&mut self.space_pauses),
                _ => {}
            }
        }
        // Nobody else sees it.
        keys::pressed(ctx, Key::Space);
    }
}

#[cfg(test)]
mod tests;
