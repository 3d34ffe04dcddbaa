//! The keys, over the window.

/// Key and what it does.
pub const KEYS: [(&str, &str); 31] = [
    ("left button", "use the tool"),
    ("1 2 3 4 5 6", "attract, repel, grab, pour, cut, edit obstacles"),
    ("[  ]", "smaller, larger tool"),
    ("edit: drag", "move an obstacle, turn it by its knob, draw a new one"),
    ("edit: Shift drag", "draw over what is there"),
    ("edit: Del, Backspace", "remove the selected obstacle"),
    ("Ctrl Z  Ctrl Y", "undo, redo an edit; Ctrl Shift Z redoes, too"),
    ("Ctrl S", "save the scene"),
    ("wheel, +  −", "zoom at the cursor"),
    ("right or middle button", "move the view"),
    ("two fingers", "zoom, move the view"),
    ("space + left button", "move the view"),
    ("F", "fit the world"),
    ("space", "pause, go on"),
    ("PageUp  PageDown", "let time go twice as fast, half as fast; Home: in real time"),
    (".", "one substep"),
    ("N", "one frame"),
    ("R", "start again"),
    ("K", "keep a checkpoint, to go on from later"),
    ("I", "tell of the disc under the mouse; elsewhere, of none any more"),
    ("arrow keys", "let gravity pull that way"),
    ("G", "gravity off, on"),
    ("F12", "write what the window shows as a PNG"),
    ("F9", "begin a film of the picture, a GIF; end it, and write it"),
    ("C", "next colours: speed, id, contacts, radius; image with --reveal"),
    ("L", "show or hide the forces between discs, as lines"),
    ("P", "show or hide the panel"),
    ("H, F1", "show or hide the list of keys"),
    ("Ctrl +  Ctrl −", "larger, smaller text"),
    ("Ctrl Q, Ctrl W", "close the window"),
    ("Esc", "close the list of keys; let go of an obstacle, or of a disc"),
];

/// Keys as this system names them: where Cmd does what Ctrl does elsewhere, it is called so.
pub fn on_this_keyboard(text: &str) -> String {
    if cfg!(target_os = "macos") { text.replace("Ctrl", "Cmd") } else { text.into() }
}

/// What the title and the frame take of the window, and what stays free beside, in points.
const MARGIN: f32 = 70.0;

/// Shows keys and what they do while `open`.
pub fn show(ctx: &egui::Context, open: &mut bool, keys: &[(&str, &str)]) {
    egui::Window::new("Keys").open(open).collapsible(false).resizable(false).anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).show(
        ctx,
        |ui| {
            let room = (ctx.content_rect().size() - egui::Vec2::splat(MARGIN)).max(egui::Vec2::splat(MARGIN));
            let area = egui::ScrollArea::both().max_width(room.x).max_height(room.y);
            // A window that fits its content offers it none of the room that there is.
            area.min_scrolled_width(room.x).min_scrolled_height(room.y).show(ui, |ui| {
                egui::Grid::new("keys").num_columns(2).spacing([24.0, 3.0]).show(ui, |ui| {
                    for (key, meaning) in keys {
                        ui.label(egui::RichText::new(on_this_keyboard(key)).monospace().strong());
                        ui.label(on_this_keyboard(meaning));
                        ui.end_row();
                    }
                });
            });
        },
    );
}

#[cfg(test)]
mod tests {
    use super::super::seen::{Screen, says};
    use super::{KEYS, show};

    /// The title with the button that closes them is on the screen, and what is below can be scrolled to.
    #[test]
    fn the_keys_fit_any_window() {
        for size in [egui::vec2(1280.0, 300.0), egui::vec2(320.0, 240.0), egui::vec2(1280.0, 1200.0)] {
            let mut screen = Screen::new(size);
            let mut texts = Vec::new();
            (0..4).for_each(|_| texts = screen.draw(Vec::new(), |ui| show(ui.ctx(), &mut true, &KEYS)));
            let title = texts.iter().find(|(text, _)| text == "Keys").expect("the title shows").1;
            assert!(title.top() >= 0.0 && says(&texts, KEYS[0].0), "{size}: {texts:?}");
            assert_eq!(says(&texts, KEYS[KEYS.len() - 1].1), size.y > 1000.0, "{size}");
        }
    }

    #[test]
    fn the_document_of_the_window_has_all_keys() {
        let document = include_str!("../../docs/window.md");
        for (key, meaning) in KEYS {
            assert!(document.contains(&format!("| {key} | {meaning} |")), "| {key} | {meaning} |");
        }
    }
}
