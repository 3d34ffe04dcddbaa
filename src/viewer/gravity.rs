//! Gravity and drag, as the panel and the arrow keys change them.

use egui::{Slider, Ui};

use super::controls::Command;
use crate::world::spec::{Fall, WorldSpec};

/// What the panel shows of gravity and drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    /// Units/s².
    strength: f64,
    /// Where it pulls, in degrees: 0 is down, 90 to the right.
    tilt: f64,
    /// 1/s.
    drag: f64,
    /// The strength that there was before it was turned off.
    before: f64,
    /// The greatest strength on the slider.
    most: f64,
}

/// The keys that turn gravity, and to where.
pub const TILTS: [(egui::Key, f64); 4] =
    [(egui::Key::ArrowDown, 0.0), (egui::Key::ArrowRight, 90.0), (egui::Key::ArrowUp, 180.0), (egui::Key::ArrowLeft, -90.0)];

/// The greatest strength on the slider, in units/s², where scenes have no more.
const USUAL_MOST: f64 = 100.0;

/// Digits that are kept of what a slider says, so that files stay readable.
const DIGITS: usize = 5;

impl Default for Gravity {
    fn default() -> Self {
        let [_, down] = WorldSpec::default().gravity;
        Self { strength: 0.0, tilt: 0.0, drag: 0.0, before: down.abs(), most: USUAL_MOST }
    }
}

impl Gravity {
    /// Shows what runs, where that is not what it shows already.
    pub fn follow(&mut self, fall: Fall) {
        if self.fall() == fall {
            return;
        }
        let [x, y] = fall.gravity;
        self.strength = x.hypot(y);
        self.drag = fall.drag;
        if self.strength > 0.0 {
            // Of nothing there is no direction: what it was stays.
            self.tilt = x.atan2(-y).to_degrees();
            self.before = self.strength;
        }
        self.most = self.most.max(2.0 * self.strength);
    }

    /// What is to run.
    pub fn fall(&self) -> Fall {
        let (sin, cos) = libm::sincos(self.tilt.to_radians());
        // What is left of a right angle is no slope; never -0.
        let share = |share: f64| if share.abs() < 1e-9 { 0.0 } else { share * self.strength };
        Fall { gravity: [share(sin), share(-cos)].map(rounded), drag: rounded(self.drag) }
    }

    /// Lets it pull another way, as strong as it was.
    pub fn turn(&mut self, tilt: f64) {
        self.tilt = tilt;
        if self.strength == 0.0 {
            self.strength = self.before;
        }
    }

    /// Turns it off, or on again.
    pub fn toggle(&mut self) {
        if self.strength > 0.0 {
            self.before = std::mem::take(&mut self.strength);
        } else {
            self.strength = self.before;
        }
    }

    /// Its sliders.
    pub fn show(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let before = *self;
        let sliders = [
            (Slider::new(&mut self.strength, 0.0..=self.most).logarithmic(true).smallest_positive(0.01).text("gravity"), STRENGTH),
            (Slider::new(&mut self.tilt, -180.0..=180.0).suffix("°").text("tilt"), TILT),
            (Slider::new(&mut self.drag, 0.0..=100.0).logarithmic(true).smallest_positive(0.001).text("drag"), DRAG),
        ];
        let (mut held, mut let_go) = (false, false);
        for (slider, hint) in sliders {
            let slider = slider.clamping(egui::SliderClamping::Never).max_decimals(2).update_while_editing(false);
            let response = ui.add(slider).on_hover_text(hint);
            held |= response.dragged();
            let_go |= response.drag_stopped();
        }
        if *self != before || let_go {
            commands.push(Command::Fall { fall: self.fall(), held });
        }
    }
}

const STRENGTH: &str = "units/s²; G turns it off and on";
const TILT: &str = "0° is down, 90° to the right; the arrow keys turn it";
const DRAG: &str = "the rate at which speed decays, 1/s";

/// To a few digits; never -0.
fn rounded(number: f64) -> f64 {
    format!("{number:.*e}", DIGITS - 1).parse().unwrap_or(number) + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fall(gravity: [f64; 2], drag: f64) -> Fall {
        Fall { gravity, drag }
    }

    #[test]
    fn gravity_turns_with_the_strength_that_it_has_and_comes_back_as_it_was() {
        let mut gravity = Gravity::default();
        gravity.follow(fall([0.0, -9.81], 0.25));
        assert_eq!((gravity.strength, gravity.tilt, gravity.drag), (9.81, 0.0, 0.25));
        for (tilt, expected) in [(90.0, [9.81, 0.0]), (180.0, [0.0, 9.81]), (-90.0, [-9.81, 0.0]), (30.0, [4.905, -8.4957])] {
            gravity.turn(tilt);
            assert_eq!(gravity.fall(), fall(expected, 0.25));
            assert!(gravity.fall().gravity.iter().all(|g| g.is_sign_positive() || *g != 0.0));
        }
        gravity.toggle();
        assert_eq!(gravity.fall(), fall([0.0; 2], 0.25));
        gravity.follow(fall([0.0; 2], 0.25));
        gravity.toggle();
        assert_eq!(gravity.fall(), fall([4.905, -8.4957], 0.25), "turned off and on");
        gravity.toggle();
        gravity.turn(-90.0);
        assert_eq!(gravity.fall().gravity, [-9.81, 0.0], "turned while it is off: on again");
    }

    #[test]
    fn where_there_is_none_it_comes_with_the_strength_of_a_usual_scene() {
        let mut gravity = Gravity::default();
        gravity.follow(fall([0.0; 2], 0.0));
        gravity.toggle();
        assert_eq!(gravity.fall().gravity, WorldSpec::default().gravity);
    }

    #[test]
    fn what_runs_is_shown_as_it_is_and_not_changed_by_that() {
        for given in [[1.0 / 3.0, -2e-7], [0.0, -12_345.678_9], [3.0, 4.0]] {
            let mut gravity = Gravity::default();
            gravity.follow(fall(given, 0.0));
            assert!((gravity.strength - given[0].hypot(given[1])).abs() < 1e-12 && gravity.most > gravity.strength);
            for (shown, given) in gravity.fall().gravity.into_iter().zip(given) {
                assert!((shown - given).abs() <= 1e-4 * given.abs(), "{shown} for {given}");
            }
            let shown = gravity;
            gravity.follow(fall(given, 0.0));
            assert_eq!(gravity, shown);
        }
    }
}
