//! The panel at the right: what to add, the methods, what is drawn, the pair in question, and all pairs.

use egui::{Color32, RichText, Ui};

use super::broad::Broad;
use super::input::KEYS;
use super::legend;
use super::painting::TOUCHING;
use super::playground::Playground;
use super::queries::{Answer, Answers, METHODS, Row};
use super::scene::{Body, Form, MAX_SHAPES};
use super::view::View;
use crate::geometry::{DVec2, Method};
use crate::viewer::controls::PanelFold;
use crate::viewer::help;

/// Width of the panel in points, its margins included.
pub const WIDTH: f32 = 340.0;
/// Rows of the table at most: the nearest pairs come first.
const MAX_ROWS: usize = 60;
/// Size of the letters in tables, in points.
const SMALL: f32 = 12.0;

/// What is open beside the shapes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Controls {
    pub panel: PanelFold,
    /// The keys are shown.
    pub help: bool,
}

/// Shows the panel, and the keys over it when they are asked for. New shapes come to the middle of the view.
pub(super) fn show(ui: &mut Ui, ground: &mut Playground, view: &mut View, controls: &mut Controls) {
    controls.panel.follow(ui.ctx().content_rect().width());
    if controls.panel.shown {
        egui::Panel::right("panel").exact_size(WIDTH).resizable(false).show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.add_space(6.0);
                shapes(ui, ground, view, controls);
                section(ui, "Method");
                methods(ui, ground);
                section(ui, "Shown");
                legend::show(ui, &mut ground.settings);
                section(ui, "State");
                // Not before: buttons above take shapes away.
                let answers = ground.answers();
                counts(ui, ground, &answers);
                let of = ground.selected.map_or("all shapes".into(), |body| ground.scene.bodies[body].name());
                if let Some(row) = answers.rows_of(ground.selected).next() {
                    let which = if matches!(row.answer, Answer::Overlap(_)) { "Deepest" } else { "Nearest" };
                    section(ui, &format!("{which} pair of {of}"));
                    pair(ui, ground, row);
                    section(ui, &format!("Pairs of {of}, by depth and distance"));
                    table(ui, ground, &answers);
                }
                ui.add_space(6.0);
            });
        });
    } else if controls.panel.narrow {
        egui::Area::new(egui::Id::unique("unfold")).anchor(egui::Align2::RIGHT_TOP, [-6.0, 6.0]).show(ui.ctx(), |ui| {
            if ui.button("Panel").on_hover_text("P").clicked() {
                controls.panel.toggle();
            }
        });
    }
    help::show(ui.ctx(), &mut controls.help, &KEYS);
}

fn section(ui: &mut Ui, title: &str) {
    ui.add_space(4.0);
    ui.separator();
    ui.label(RichText::new(title).strong().color(Color32::from_rgb(142, 170, 210)));
}

fn shapes(ui: &mut Ui, ground: &mut Playground, view: &mut View, controls: &mut Controls) {
    ui.horizontal(|ui| {
        let marked = ground.selected.is_some();
        if ui.add_enabled(marked, egui::Button::new("Remove")).on_hover_text("the marked shape: Delete").clicked() {
            ground.remove_selected();
        }
        if ui.button("Remove all").clicked() {
            ground.clear();
        }
        if ui.button("Reset").on_hover_text("the shapes of the start: R").clicked() {
            ground.restart();
        }
        if ui.button("Fit").on_hover_text("F").clicked() {
            view.fit_to(&ground.scene.bounds());
        }
        if ui.button("Keys").on_hover_text("H or F1").clicked() {
            controls.help = !controls.help;
        }
    });
    if controls.panel.narrow && ui.button("Hide").on_hover_text("P").clicked() {
        controls.panel.toggle();
    }
    ui.label(RichText::new("Drag to move, with the right button or the wheel to turn.").size(SMALL).weak());
    section(ui, "Add");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (key, form) in (1..).zip(Form::ALL) {
            let button = ui.add_enabled(ground.has_room(), egui::Button::new(form.label()).small());
            let full = format!("{MAX_SHAPES} shapes are the most: all pairs are asked about in every picture");
            if button.on_hover_text(format!("{}: {key}", form.meaning())).on_disabled_hover_text(full).clicked() {
                ground.add(form, view.centre);
            }
        }
    });
}

fn methods(ui: &mut Ui, ground: &mut Playground) {
    ui.horizontal(|ui| {
        for (method, name, _) in METHODS {
            ui.selectable_value(&mut ground.settings.method, method, name).on_hover_text("M for the next");
        }
    });
    egui::ComboBox::from_label("broad phase").selected_text(ground.settings.broad.label()).width(150.0).show_ui(ui, |ui| {
        for broad in Broad::ALL {
            ui.selectable_value(&mut ground.settings.broad, broad, broad.label());
        }
    });
}

fn counts(ui: &mut Ui, ground: &Playground, answers: &Answers) {
    let touch = match (ground.moving(), ground.touch()) {
        (None, _) => "nothing is dragged".into(),
        (Some(_), None) => "none".into(),
        (Some(_), Some(touch)) => format!("t = {:.4}, {}", touch.time, ground.scene.bodies[touch.other].name()),
    };
    let marked = ground.selected.map(|body| &ground.scene.bodies[body]);
    let turned = |body: &Body| format!("{}, {:.1}°", body.name(), body.pose.rotation.angle().to_degrees());
    let rows = [
        ("marked shape", marked.map_or("none".into(), turned)),
        ("its centre", marked.map_or("–".into(), |body| coordinates(body.pose.translation))),
        ("shapes", ground.scene.bodies.len().to_string()),
        ("pairs", answers.rows.len().to_string()),
        ("boxes overlap", answers.candidates.len().to_string()),
        ("shapes overlap", answers.overlap_count().to_string()),
        ("first touch", touch),
    ];
    grid(ui, "counts", &rows);
}

/// All that is known about a pair.
fn pair(ui: &mut Ui, ground: &Playground, row: &Row) {
    let [a, b] = row.pair.map(|index| &ground.scene.bodies[index]);
    let by = match (ground.settings.method, row.covered, row.answer) {
        (Method::Fastest, ..) => "the fastest way",
        (Method::Sat, true, Answer::Overlap(_)) => "SAT",
        (Method::Sat, true, Answer::Apart(_)) => "SAT; distance by GJK",
        (Method::Sat, false, _) => "GJK + EPA, not SAT",
        (Method::GjkEpa, ..) => "GJK + EPA",
    };
    let mut rows = vec![("pair", format!("{} – {}", a.name(), b.name())), ("answered by", by.into())];
    let [on_a, on_b] = [a, b].map(|body| format!("point on {}", body.number));
    let translation = format!("translation of {}", b.number);
    match row.answer {
        Answer::Overlap(contact) => rows.extend([
            ("depth", format!("{:.4}", contact.penetration.depth)),
            ("normal", coordinates(contact.penetration.normal)),
            (&translation, coordinates(contact.penetration.translation())),
            (&on_a, coordinates(contact.point_a)),
            (&on_b, coordinates(contact.point_b)),
        ]),
        Answer::Apart(closest) => rows.extend([
            ("distance", format!("{:.4}", closest.distance)),
            (on_a.as_str(), coordinates(closest.point_a)),
            (on_b.as_str(), coordinates(closest.point_b)),
        ]),
    }
    grid(ui, "pair", &rows);
}

/// A point or a vector; what rounds to zero has no sign.
fn coordinates(vector: DVec2) -> String {
    let [x, y] = [vector.x, vector.y].map(|number| (number * 1e3).round() / 1e3 + 0.0);
    format!("({x:.3}, {y:.3})")
}

/// Names and values.
fn grid(ui: &mut Ui, id: &str, rows: &[(&str, String)]) {
    egui::Grid::new(id).num_columns(2).min_col_width(105.0).min_row_height(14.0).spacing([8.0, 3.0]).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(RichText::new(*name).size(SMALL).weak());
            ui.label(RichText::new(value).size(SMALL).monospace());
            ui.end_row();
        }
    });
}

fn table(ui: &mut Ui, ground: &Playground, answers: &Answers) {
    egui::Grid::new("pairs").num_columns(2).min_col_width(130.0).min_row_height(14.0).spacing([8.0, 3.0]).show(ui, |ui| {
        for row in answers.rows_of(ground.selected).take(MAX_ROWS) {
            let names = row.pair.map(|index| ground.scene.bodies[index].name());
            ui.label(RichText::new(names.join(" – ")).size(SMALL));
            let answer = ui.label(words(row));
            if !row.covered {
                answer.on_hover_text("the separating axis test does not cover this pair where it is: answered by GJK and EPA");
            }
            ui.end_row();
        }
    });
    let more = answers.rows_of(ground.selected).count().saturating_sub(MAX_ROWS);
    if more > 0 {
        ui.label(RichText::new(format!("and {more} pairs further apart")).size(SMALL).weak());
    }
}

fn words(row: &Row) -> RichText {
    let aside = if row.covered { "" } else { " GJK" };
    let text = match row.answer {
        Answer::Overlap(contact) => RichText::new(format!("depth {:.4}{aside}", contact.penetration.depth)).color(TOUCHING),
        Answer::Apart(closest) => RichText::new(format!("{:.4}{aside}", closest.distance)),
    };
    text.monospace().size(SMALL)
}

#[cfg(test)]
mod tests {
    use super::super::playground::Settings;
    use super::*;
    use crate::viewer::seen::{Screen, says};

    /// Clicks a button of the panel.
    fn click(ground: &mut Playground, button: &str) -> Vec<(String, egui::Rect)> {
        let (mut view, mut controls) = (View::fit(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1.0, 1.0))), Controls::default());
        Screen::new(egui::vec2(1000.0, 900.0)).click(button, |ui| show(ui, ground, &mut view, &mut controls))
    }

    /// In the picture of the click, too, nothing is asked of what is no longer there.
    #[test]
    fn buttons_take_shapes_away_and_bring_them_back() {
        let mut ground = Playground::new(1, 5, Settings::default());
        ground.selected = Some(4);
        let texts = click(&mut ground, "Remove");
        assert!(ground.scene.bodies.len() == 4 && ground.selected.is_none() && says(&texts, "Pairs of all shapes"), "{texts:?}");
        ground.selected = Some(3);
        let texts = click(&mut ground, "Remove all");
        assert!(ground.scene.bodies.is_empty() && !says(&texts, "Pairs of"), "{texts:?}");
        (0..9).for_each(|_| ground.add(Form::Circle, DVec2::ZERO));
        click(&mut ground, "Reset");
        assert_eq!((ground.scene.bodies.len(), ground.selected), (5, None));
        click(&mut ground, Form::Hull.label());
        assert_eq!((ground.scene.bodies.len(), ground.selected), (6, Some(5)));
    }

    /// Where the panel begins, after some pictures without a window.
    fn left_edge(ground: &mut Playground, width: f32) -> f32 {
        let ctx = egui::Context::default();
        crate::viewer::panel::style(&ctx);
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, 600.0));
        let (mut view, mut controls, mut edge) = (View::fit(screen), Controls::default(), 0.0);
        // A second, in which the bar that scrolls comes out.
        for tenth in 0..10u8 {
            let input = egui::RawInput { screen_rect: Some(screen), time: Some(f64::from(tenth) / 10.0), ..Default::default() };
            let _ = ctx.run_ui(input, |ui| {
                show(ui, ground, &mut view, &mut controls);
                edge = ui.available_rect_before_wrap().right();
            });
        }
        edge
    }

    #[test]
    fn what_the_panel_says_never_widens_it_and_in_a_narrow_window_it_folds_away() {
        for (method, ..) in METHODS {
            let mut ground = Playground::new(1, MAX_SHAPES, Settings { method, ..Settings::default() });
            for body in &mut ground.scene.bodies {
                body.pose.translation = body.pose.translation * 0.2 - DVec2::splat(900.0);
            }
            for selected in [None, Some(0), Some(3), Some(99)] {
                ground.selected = selected;
                ground.hold(selected, DVec2::splat(-950.0), false);
                ground.drag_to(DVec2::splat(-940.0));
                assert_eq!(left_edge(&mut ground, 1000.0), 1000.0 - WIDTH, "{method:?} {selected:?}");
            }
            assert_eq!(left_edge(&mut ground, 400.0), 400.0);
        }
    }
}
