//! The keys, over the window.

/// Key and what it does.
pub const KEYS: [(&str, &str); 27] = [
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
    ("space + left button", "move the view"),
    ("F", "fit the world"),
    ("space", "pause, go on"),
    (".", "one substep"),
    ("N", "one frame"),
    ("R", "start again"),
    ("K", "keep a checkpoint, to go on from later"),
    ("arrow keys", "let gravity pull that way"),
    ("G", "gravity off, on"),
    ("F12", "write what the window shows as a PNG"),
    ("C", "next colours: speed, id, contacts, radius; image with --reveal"),
    ("L", "show or hide the forces between discs, as lines"),
    ("P", "show or hide the panel"),
    ("H, F1", "show or hide this"),
    ("Ctrl +  Ctrl −", "larger, smaller text"),
    ("Ctrl Q, Ctrl W", "close the window"),
    ("Esc", "close this; let go of an obstacle"),
];

/// Shows keys and what they do while `open`.
pub fn show(ctx: &egui::Context, open: &mut bool, keys: &[(&str, &str)]) {
    egui::Window::new("Keys").open(open).collapsible(false).resizable(false).anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).show(
        ctx,
        |ui| {
            egui::Grid::new("keys").num_columns(2).spacing([24.0, 6.0]).show(ui, |ui| {
                for (key, meaning) in keys {
                    ui.label(egui::RichText::new(*key).monospace().strong());
                    ui.label(*meaning);
                    ui.end_row();
                }
            });
        },
    );
}

#[cfg(test)]
mod tests {
    use super::KEYS;

    #[test]
    fn the_document_of_the_window_has_all_keys() {
        let document = include_str!("../../docs/window.md");
        for (key, meaning) in KEYS {
            assert!(document.contains(&format!("| {key} | {meaning} |")), "| {key} | {meaning} |");
        }
    }
}
