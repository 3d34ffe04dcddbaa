//! The panel at the right: what runs, how fast, and what the mouse does.

use std::path::Path;

use egui::{Color32, RichText, Ui};

use super::controls::{Command, Controls, Numbers, SPEEDS};
use super::help::on_this_keyboard;
use super::legend;
use super::numbers::parse_count;
use super::pacing::Rates;
use super::readings;
use super::session::Session;
use super::tools::{ToolName, Toolbox};
use crate::picture::palette::Palette;
use crate::picture::scale::short;
use crate::scene::MAX_SEED;
use crate::solver::BackendInfo;
use crate::thousands::grouped;

/// Width of the panel in points, its margins included.
pub const WIDTH: f32 = 280.0;

/// The colour of what waits to be built.
const PENDING: Color32 = Color32::from_rgb(240, 180, 90);

/// What the panel tells.
pub struct Facts<'a> {
    /// The scene that runs, if one does yet.
    pub session: Option<&'a Session>,
    /// Where it runs.
    pub backend: &'a BackendInfo,
    /// Why there, where a GPU would have been taken.
    pub instead_of_gpu: Option<&'a str>,
    /// How fast.
    pub rates: &'a Rates,
    /// A world is being built.
    pub loading: Option<String>,
    /// The colours that are shown.
    pub palette: Option<&'a Palette>,
}

/// Dark, a little blue, as the world's background.
pub fn style(ctx: &egui::Context) {
    ctx.set_theme(egui::Theme::Dark);
    ctx.all_styles_mut(|style| {
        style.visuals.panel_fill = Color32::from_rgb(20, 23, 30);
        style.visuals.window_fill = Color32::from_rgb(24, 28, 36);
        style.visuals.extreme_bg_color = Color32::from_rgb(11, 13, 18);
        style.visuals.selection.bg_fill = Color32::from_rgb(42, 96, 150);
        style.visuals.override_text_color = Some(Color32::from_rgb(206, 212, 222));
        style.spacing.item_spacing = egui::vec2(6.0, 5.0);
        style.spacing.slider_width = 110.0;
        // Lists may be as tall as the window: more than that they never are.
        style.spacing.default_area_size.y = 10_000.0;
        // A bar that lies beside what it scrolls, not over it.
        style.spacing.scroll =
            egui::style::ScrollStyle { dormant_handle_opacity: 0.5, bar_inner_margin: 2.0, ..egui::style::ScrollStyle::solid() };
        // Text is read here, not marked: the mouse belongs to the tools.
        style.interaction.selectable_labels = false;
    });
}

/// Shows the panel, and the keys over it when they are asked for.
pub fn show(ui: &mut Ui, facts: &Facts<'_>, controls: &mut Controls, commands: &mut Vec<Command>) {
    controls.panel.follow(ui.ctx().content_rect().width());
    if let Some(session) = facts.session {
        controls.gravity.follow(session.world.fall());
    }
    if !controls.panel.shown {
        controls.gravity.settle(commands);
    }
    if controls.panel.shown {
        egui::Panel::right("panel").exact_size(WIDTH).resizable(false).show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.add_space(6.0);
                transport(ui, facts, controls, commands);
                section(ui, "Scene", |ui| scene(ui, facts, controls, commands));
                section(ui, "Mouse", |ui| tools(ui, facts, controls, commands));
                if let Some(disc) = facts.session.and_then(|session| session.inspected.as_ref()) {
                    section(ui, "Disc", |ui| disc.show(ui));
                }
                section(ui, "Gravity", |ui| controls.gravity.show(ui, commands));
                section(ui, "Colour", |ui| legend::show(ui, facts, controls));
                if let Some(session) = facts.session {
                    section(ui, "State", |ui| readings::state(ui, session));
                    section(ui, "Time", |ui| readings::times(ui, facts, session, controls));
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
    super::help::show(ui.ctx(), &mut controls.help, &super::help::KEYS);
}

fn section(ui: &mut Ui, title: &str, show: impl FnOnce(&mut Ui)) {
    ui.add_space(4.0);
    ui.separator();
    ui.label(RichText::new(title).strong().color(Color32::from_rgb(142, 170, 210)));
    show(ui);
}

fn transport(ui: &mut Ui, facts: &Facts<'_>, controls: &mut Controls, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let label = if controls.paused { "Go on" } else { "Pause" };
        if ui.button(label).on_hover_text("space").clicked() {
            controls.paused = !controls.paused;
        }
        for (label, hint, command) in
            [("Step", "one frame: N, one substep: .", Command::Frame), ("Reset", "R", Command::Reset), ("Fit", "F", Command::Fit)]
        {
            if ui.button(label).on_hover_text(hint).clicked() {
                controls.paused |= command == Command::Frame;
                commands.push(command);
            }
        }
        if ui.button("Keys").on_hover_text("H or F1").clicked() {
            controls.help = !controls.help;
        }
    });
    let seconds = facts.session.map_or(0.0, Session::seconds);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{seconds:.2} s")).size(20.0).strong());
        if controls.panel.narrow && ui.button("Hide").on_hover_text("P").clicked() {
            controls.panel.toggle();
        }
        let state = match controls.paused {
            true => "paused".to_string(),
            false if facts.rates.is_slowed => format!("slowed to {} × real time", short(facts.rates.real_time.unwrap_or(0.0))),
            false => format!("{:.0} pictures/s", facts.rates.pictures_per_second),
        };
        ui.add(egui::Label::new(RichText::new(state).weak()).truncate());
    });
    let speed = egui::Slider::new(&mut controls.speed, SPEEDS[0]..=SPEEDS[1]).clamping(egui::SliderClamping::Edits);
    let speed = speed
        .logarithmic(true)
        .custom_formatter(|speed, _| egui::emath::format_with_decimals_in_range(speed, 0..=4))
        .suffix(" ×")
        .text("speed");
    ui.add(speed).on_hover_text("of simulated time, beside real time: PageUp and PageDown, Home for 1 ×");
    backend(ui, facts);
    if let Some(what) = &facts.loading {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(what);
        });
    }
}

/// Where it runs, and why there.
fn backend(ui: &mut Ui, facts: &Facts<'_>) {
    let line = |text| RichText::new(text).small().weak();
    match facts.instead_of_gpu {
        Some(why) => ui.label(line(format!("{}: why not a GPU?", facts.backend)).underline()).on_hover_text(why),
        None => ui.label(line(facts.backend.to_string())),
    };
}

fn scene(ui: &mut Ui, facts: &Facts<'_>, controls: &mut Controls, commands: &mut Vec<Command>) {
    choose(ui, controls, commands);
    if let Some(session) = facts.session {
        let edited = if session.has_unsaved_edits() { " (edited, not saved)" } else { "" };
        ui.label(RichText::new(format!("{}{edited}", session.request.scene.description())).small().weak());
    }
    let mut build = numbers(ui, controls);
    ui.horizontal(|ui| {
        build |= ui.button("Build").on_hover_text("the scene with these numbers: Enter").clicked();
        if controls.numbers != controls.built {
            ui.label(RichText::new("changed, not built yet").small().color(PENDING));
        }
    });
    if build {
        commands.push(Command::Build);
    }
}

/// Which scene: one of a list, or a file.
fn choose(ui: &mut Ui, controls: &mut Controls, commands: &mut Vec<Command>) {
    // Of a file, its name is enough to tell it by.
    let label = |name: &str| Path::new(name).file_name().map_or(name.into(), |file| file.to_string_lossy().into_owned());
    // What the window has below the box, without the frame of the list.
    let room = ui.ctx().content_rect().bottom() - ui.cursor().top() - ui.spacing().interact_size.y - 30.0;
    ui.horizontal(|ui| {
        let list = egui::ComboBox::from_id_salt("scene").selected_text(label(&controls.scene)).truncate().width(130.0);
        list.height(room.max(ui.spacing().combo_height)).show_ui(ui, |ui| {
            for name in controls.scenes() {
                let line = ui.selectable_value(&mut controls.scene, name.clone(), label(&name));
                // Also what runs: chosen again, it is read again.
                if line.clicked() {
                    commands.push(Command::Choose);
                }
                if label(&name) != name {
                    line.on_hover_text(name);
                }
            }
        });
    });
    ui.horizontal(|ui| {
        let opened = file(ui, &mut controls.file, "or a .toml or .jostle file", 58.0, ["Open", "or drop the file on the window"]);
        if opened && !controls.file.trim().is_empty() {
            controls.scene = controls.file.trim().into();
            commands.push(Command::Choose);
        }
    });
}

/// The numbers to build it with; whether one of them was ended with Enter.
fn numbers(ui: &mut Ui, controls: &mut Controls) -> bool {
    let mut is_entered = false;
    egui::Grid::new("build").num_columns(2).min_col_width(64.0).show(ui, |ui| {
        let Numbers { particles, seed } = controls.built;
        name(ui, "particles", controls.numbers.particles != particles);
        let speed = (controls.numbers.particles as f64 / 100.0).max(1.0);
        let number = ui.add(
            egui::DragValue::new(&mut controls.numbers.particles)
                .speed(speed)
                .range(1..=u64::MAX)
                .custom_formatter(|value, _| grouped(value as u64))
                .custom_parser(parse_count),
        );
        is_entered |= entered(ui, &number);
        ui.end_row();
        name(ui, "seed", controls.numbers.seed != seed);
        ui.horizontal(|ui| {
            let seed = &mut controls.numbers.seed;
            let mut own = seed.is_none();
            ui.checkbox(&mut own, "the file's").changed().then(|| *seed = if own { None } else { Some(1) });
            if let Some(seed) = seed {
                let number = ui.add(egui::DragValue::new(seed).range(0..=MAX_SEED).speed(0.1));
                is_entered |= entered(ui, &number);
            }
        });
        ui.end_row();
    });
    is_entered
}

/// Whether a number was just typed in and ended with Enter.
fn entered(ui: &Ui, number: &egui::Response) -> bool {
    number.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter))
}

/// A field for the name of a file and, in so much room, a button with a hint; whether it was clicked, or Enter pressed in the field.
pub fn file(ui: &mut Ui, name: &mut String, example: &str, room: f32, [button, hint]: [&str; 2]) -> bool {
    let field = ui.add(egui::TextEdit::singleline(name).desired_width(ui.available_width() - room).hint_text(example));
    let entered = entered(ui, &field);
    ui.button(button).on_hover_text(on_this_keyboard(hint)).clicked() || entered
}

/// The name of a number, marked while the number is not built yet.
fn name(ui: &mut Ui, name: &str, pending: bool) {
    let text = RichText::new(if pending { format!("{name} *") } else { name.into() });
    ui.label(if pending { text.color(PENDING) } else { text });
}

fn tools(ui: &mut Ui, facts: &Facts<'_>, controls: &mut Controls, commands: &mut Vec<Command>) {
    // All of them fit beside a scroll bar: what is too wide would make the panel wider.
    row(ui, |ui| {
        for (key, tool) in (1..).zip(ToolName::ALL) {
            ui.selectable_value(&mut controls.toolbox.selected, tool, tool.label()).on_hover_text(format!("key {key}"));
        }
    });
    let Some(session) = facts.session else { return };
    if controls.toolbox.selected == ToolName::Edit {
        return super::editor_panel::show(ui, session, &mut controls.editor, commands);
    }
    let [least, most] = Toolbox::radii(&session.world);
    let strength = controls.toolbox.selected.strength();
    let Some(setting) = controls.toolbox.setting() else { return };
    ui.add(egui::Slider::new(&mut setting.radius, least..=most).logarithmic(true).max_decimals(1).text("radius"));
    if let Some((unit, range)) = strength {
        ui.add(egui::Slider::new(&mut setting.strength, range).logarithmic(true).max_decimals(0).suffix(unit).text("strength"));
    }
    if controls.toolbox.selected == ToolName::Cut && session.link_count() == 0 {
        ui.label(RichText::new("this scene has no links to cut").small().weak());
    }
}

/// Buttons close to each other.
pub fn row(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.spacing_mut().button_padding.x = 4.0;
        show(ui);
    });
}

#[cfg(test)]
mod tests;
