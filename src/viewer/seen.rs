//! What can be read on a screen that egui draws, for tests.

use egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, Ui, Vec2};

/// A screen with a mouse, whose time goes as fast as the test wants.
pub struct Screen {
    ctx: Context,
    /// Its size in points.
    pub size: Vec2,
    seconds: f64,
}

/// A text and where it is.
pub type Text = (String, Rect);

impl Screen {
    /// An empty screen of this size in points.
    pub fn new(size: Vec2) -> Self {
        let ctx = Context::default();
        super::panel::style(&ctx);
        Self { ctx, size, seconds: 0.0 }
    }

    /// Draws once, a third of a second after the last time; the texts that are not hidden.
    pub fn draw(&mut self, events: Vec<Event>, show: impl FnMut(&mut Ui)) -> Vec<Text> {
        self.seconds += 0.3;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, self.size));
        let output = self.ctx.run_ui(RawInput { screen_rect, time: Some(self.seconds), events, ..Default::default() }, show);
        let mut texts = Vec::new();
        output.shapes.iter().for_each(|clipped| read(&clipped.shape, clipped.clip_rect, &mut texts));
        texts
    }

    /// Draws until the mouse has rested on a text long enough, with what then is to be read.
    pub fn hover(&mut self, on: &str, mut show: impl FnMut(&mut Ui)) -> Vec<Text> {
        let at = place(self.draw(Vec::new(), &mut show).iter(), on);
        self.draw(vec![Event::PointerMoved(at)], &mut show);
        (0..4).for_each(|_| drop(self.draw(Vec::new(), &mut show)));
        self.draw(Vec::new(), show)
    }

    /// Draws while a text is clicked, with what then is to be read.
    pub fn click(&mut self, on: &str, mut show: impl FnMut(&mut Ui)) -> Vec<Text> {
        let at = place(self.draw(Vec::new(), &mut show).iter(), on);
        self.click_at(at, show)
    }

    /// The same with the last one of several that are alike.
    pub fn click_last(&mut self, on: &str, mut show: impl FnMut(&mut Ui)) -> Vec<Text> {
        let at = place(self.draw(Vec::new(), &mut show).iter().rev(), on);
        self.click_at(at, show)
    }

    fn click_at(&mut self, at: Pos2, mut show: impl FnMut(&mut Ui)) -> Vec<Text> {
        let button = |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.draw(vec![Event::PointerMoved(at), button(true)], &mut show);
        self.draw(vec![button(false)], &mut show);
        // What opens is laid out first.
        (0..4).for_each(|_| drop(self.draw(Vec::new(), &mut show)));
        self.draw(Vec::new(), show)
    }
}

/// The middle of a text.
fn place<'a>(texts: impl Iterator<Item = &'a Text> + Clone, text: &str) -> Pos2 {
    let found = texts.clone().find(|(seen, _)| seen == text);
    found.unwrap_or_else(|| panic!("\"{text}\" is not among {:?}", texts.collect::<Vec<_>>())).1.center()
}

/// Whether a text that has these words is among them.
pub fn says(texts: &[Text], words: &str) -> bool {
    texts.iter().any(|(text, _)| text.contains(words))
}

fn read(shape: &Shape, clip: Rect, texts: &mut Vec<Text>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| read(shape, clip, texts)),
        Shape::Text(text) => {
            let rect = Rect::from_min_size(text.pos, text.galley.size());
            // Not what is scrolled away.
            if clip.contains(rect.center()) {
                texts.push((text.galley.text().to_string(), rect));
            }
        }
        _ => {}
    }
}
