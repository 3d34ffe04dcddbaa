//! What went wrong last, or what there is to know: over the picture, so that nothing in the panel moves.

use egui::{Align2, Color32, Context, Frame, Rect, RichText};

const COLOUR: Color32 = Color32::from_rgb(240, 180, 90);

const FILMED: Color32 = Color32::from_rgb(235, 90, 80);

/// Shows in the corner of `area` that what is seen is filmed, and for how long.
pub fn show_recording(ctx: &Context, area: Rect, seconds: f64) {
    let text = RichText::new(format!("filming: {seconds:.1} s (F9 ends it)")).color(FILMED);
    egui::Area::new(egui::Id::unique("recording"))
        .fixed_pos(area.left_top() + egui::vec2(8.0, 6.0))
        .interactable(false)
        .show(ctx, |ui| ui.add(egui::Label::new(text).extend()));
}

/// Shows it at the foot of `area` until it is clicked away or something else is done.
pub fn show(ctx: &Context, area: Rect, message: &str) -> bool {
    let foot = area.center_bottom() - ctx.content_rect().center_bottom();
    let notice = egui::Area::new(egui::Id::unique("notice")).anchor(Align2::CENTER_BOTTOM, foot + egui::vec2(0.0, -12.0));
    let shown = notice.show(ctx, |ui| {
        ui.set_max_width((area.width() - 48.0).clamp(120.0, 560.0));
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                let close = ui.small_button("×").on_hover_text("hide this").clicked();
                // With a path or an error in it that somebody wants to look up.
                ui.add(egui::Label::new(RichText::new(message).color(COLOUR)).wrap().selectable(true));
                close
            })
        })
    });
    shown.inner.inner.inner
}
