//! Gravity and drag, as the panel and the arrow keys change them.

use egui::{Slider, Ui};

use super::controls::Command;
use crate::world::spec::{Fall, WorldSpec};

/// What the panel shows of gravity and drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gravity {
    sliders: Sliders,
    /// What was followed last, and what the sliders showed of it: what none of them has changed stays as it is to the last digit.
    followed: (Fall, Sliders),
    /// What there was before it was turned off.
    before: [f64; 2],
    /// The greatest strength on the slider.
    most: f64,
    /// A slider is held that has changed something.
    held: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sliders {
    /// Units/s².
    strength: f64,
    /// Where it pulls, in degrees: 0 is down, 90 to the right.
    tilt: f64,
    /// 1/s.
    drag: f64,
}

/// The keys that turn gravity, and to where.
pub const TILTS: [(egui::Key, f64); 4] =
    [(egui::Key::ArrowDown, 0.0), (egui::Key::ArrowRight, 90.0), (egui::Key::ArrowUp, 180.0), (egui::Key::ArrowLeft, -90.0)];

/// The greatest strength on the slider, in units/s², where scenes have no more.
const USUAL_MAX: f64 = 100.0;

/// Digits that are kept of what a slider says, so that files stay readable.
const DIGITS: usize = 5;

impl Default for Gravity {
    fn default() -> Self {
        let (none, sliders) = (Fall { gravity: [0.0; 2], drag: 0.0 }, Sliders::default());
        Self { sliders, followed: (none, sliders), before: WorldSpec::default().gravity, most: USUAL_MAX, held: false }
    }
}

impl Gravity {
    /// Shows what runs, where that is not what it shows already.
    pub fn follow(&mut self, fall: Fall) {
        if self.fall() != fall {
            self.show_exactly(fall);
        }
    }

    fn show_exactly(&mut self, fall: Fall) {
        let [x, y] = fall.gravity;
        let strength = x.hypot(y);
        self.sliders = Sliders { strength, drag: fall.drag, ..self.sliders };
        if strength > 0.0 {
            // Of nothing there is no direction: what it was stays.
            self.sliders.tilt = x.atan2(-y).to_degrees();
            self.before = fall.gravity;
        }
        self.most = self.most.max(2.0 * strength);
        self.followed = (fall, self.sliders);
    }

    /// What is to run.
    pub fn fall(&self) -> Fall {
        let (Sliders { strength, tilt, drag }, (fall, shown)) = (self.sliders, self.followed);
        let (sin, cos) = libm::sincos(tilt.to_radians());
        // What is left of a right angle is no slope; never -0.
        let share = |share: f64| if share.abs() < 1e-9 { 0.0 } else { share * strength };
        let is_as_followed = strength == shown.strength && (tilt == shown.tilt || strength == 0.0);
        Fall {
            gravity: if is_as_followed { fall.gravity } else { [share(sin), share(-cos)].map(rounded) },
            drag: if drag == shown.drag { fall.drag } else { rounded(drag) },
        }
    }

    /// Lets it pull another way, as strong as it was.
    pub fn turn(&mut self, tilt: f64) {
        if self.sliders.strength == 0.0 {
            self.toggle();
        }
        // It has been that way already, but for rounding.
        if (self.sliders.tilt - tilt).abs() > 1e-9 {
            self.sliders.tilt = tilt;
        }
    }

    /// Turns it off, or on again.
    pub fn toggle(&mut self) {
        let now = self.fall();
        if self.sliders.strength > 0.0 {
            self.before = now.gravity;
            self.show_exactly(Fall { gravity: [0.0; 2], ..now });
        } else {
            self.show_exactly(Fall { gravity: self.before, ..now });
        }
    }

    /// Its sliders.
    pub fn show(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let before = self.sliders;
        let Sliders { strength, tilt, drag } = &mut self.sliders;
        let sliders = [
            (Slider::new(strength, 0.0..=self.most).logarithmic(true).smallest_positive(0.01).text("gravity"), STRENGTH),
            (Slider::new(tilt, -180.0..=180.0).suffix("°").text("tilt"), TILT),
            (Slider::new(drag, 0.0..=100.0).logarithmic(true).smallest_positive(0.001).text("drag"), DRAG),
        ];
        let (mut held, mut let_go) = (false, false);
        for (slider, hint) in sliders {
            let slider = slider.clamping(egui::SliderClamping::Never).max_decimals(2).update_while_editing(false);
            let response = ui.add(slider).on_hover_text(hint);
            held |= response.dragged();
            let_go |= response.drag_stopped();
        }
        self.sliders = self.sliders.or(before);
        if self.sliders != before {
            commands.push(Command::Fall { fall: self.fall(), held });
            self.held = held;
        }
        if let_go {
            self.settle(commands);
        }
    }

    /// Lets what a slider has come to be what it is, where nobody sees how it is let go.
    pub fn settle(&mut self, commands: &mut Vec<Command>) {
        if self.let_go() {
            commands.push(Command::Fall { fall: self.fall(), held: false });
        }
    }

    /// Whether a slider was held that has changed something; it is no more.
    pub fn let_go(&mut self) -> bool {
        std::mem::take(&mut self.held)
    }
}

impl Sliders {
    /// The same with what was there before in the place of what was typed in and is no number, and a strength that is not negative.
    fn or(self, before: Self) -> Self {
        let or = |now: f64, before: f64| if now.is_finite() { now } else { before };
        let (strength, tilt) = (or(self.strength, before.strength), or(self.tilt, before.tilt));
        let tilt = if strength < 0.0 { (tilt + 360.0).rem_euclid(360.0) - 180.0 } else { tilt };
        Self { strength: strength.abs(), tilt, drag: or(self.drag, before.drag) }
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
        // More digits than are written of what a slider says.
        let given = fall([0.0, -9.806_61], 0.123_456_78);
        gravity.follow(given);
        gravity.turn(0.0);
        assert_eq!(gravity.fall(), given, "it pulled down already");
        (0..2).for_each(|_| gravity.toggle());
        assert_eq!(gravity.fall(), given, "turned off and on");
        for (tilt, expected) in [(90.0, [9.8066, 0.0]), (180.0, [0.0, 9.8066]), (-90.0, [-9.8066, 0.0]), (30.0, [4.9033, -8.4928])] {
            gravity.turn(tilt);
            let turned = gravity.fall();
            assert_eq!(turned, fall(expected, given.drag));
            assert!(turned.gravity.iter().all(|g| g.is_sign_positive() || *g != 0.0));
            gravity.follow(turned);
            gravity.toggle();
            assert_eq!(gravity.fall(), fall([0.0; 2], given.drag));
            gravity.follow(gravity.fall());
            gravity.toggle();
            assert_eq!(gravity.fall(), turned);
        }
        gravity.toggle();
        gravity.turn(-90.0);
        assert_eq!(gravity.fall().gravity, [-9.8066, 0.0], "turned while it is off: on again");
    }

    #[test]
    fn where_there_is_none_it_comes_with_the_strength_of_a_usual_scene() {
        let mut gravity = Gravity::default();
        gravity.follow(fall([0.0; 2], 0.0));
        gravity.toggle();
        assert_eq!(gravity.fall().gravity, WorldSpec::default().gravity);
    }

    #[test]
    fn what_runs_is_shown_and_not_changed_by_that() {
        for given in [[1.0 / 3.0, -2e-7], [0.0, -12_345.678_9], [3.0, 4.0]] {
            let mut gravity = Gravity::default();
            gravity.follow(fall(given, 1.0 / 3.0));
            assert!((gravity.sliders.strength - given[0].hypot(given[1])).abs() < 1e-12 && gravity.most > gravity.sliders.strength);
            assert_eq!(gravity.fall(), fall(given, 1.0 / 3.0));
            gravity.sliders.drag = 0.5;
            assert_eq!(gravity.fall(), fall(given, 0.5), "another slider");
        }
    }

    #[test]
    fn what_is_typed_in_is_a_number_and_strength_is_none_below_nothing() {
        let shown = Sliders { strength: 5.0, tilt: 30.0, drag: 0.5 };
        assert_eq!(Sliders { strength: f64::NAN, tilt: f64::INFINITY, drag: f64::NAN }.or(shown), shown);
        assert_eq!(Sliders { strength: -4.0, ..shown }.or(shown), Sliders { strength: 4.0, tilt: -150.0, drag: 0.5 });
        assert_eq!(Sliders { strength: -4.0, tilt: -30.0, drag: 0.5 }.or(shown).tilt, 150.0);
    }

    /// From when a slider is taken to when it is let go: at the end once that it is, and nothing where nothing has changed.
    #[test]
    fn a_slider_that_is_let_go_says_so_once() {
        let mut gravity = Gravity { held: true, ..Gravity::default() };
        let mut commands = Vec::new();
        (0..2).for_each(|_| gravity.settle(&mut commands));
        assert_eq!(commands, [Command::Fall { fall: gravity.fall(), held: false }]);
    }
}
