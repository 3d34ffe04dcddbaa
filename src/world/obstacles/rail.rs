//! How an obstacle moves: a function of simulated time alone, so that it is the same on every backend, and known ahead.

use serde::{Deserialize, Serialize};

use super::super::error::{WorldError, short, to_twelve_digits};
use super::super::fixed;
use super::super::frame::Frame;
use super::facet::Pose;

/// The motion of an obstacle, in scene units, seconds and radians. All its parts add up; without any it stays. Seconds count from the start
/// of the scene, whenever the obstacle comes.
///
/// Whoever makes [`Obstacles`](super::Obstacles) of it gets an error for each number that is not finite or greater than 1e9 in size (angles
/// and angular velocities as degrees: some 1.7e7 radians) and for a motion that substeps could not follow: together its parts turn it by at
/// most an eighth of a turn in a substep, and move no corner of an outline, and no middle of what is round, by more than 64 largest
/// diameters. What counts is the sum of what each part does where it is fastest, even if that is never at the same time.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rail {
    /// The point, in the obstacle's first place, about which it turns: the corner of the world unless it is set, where scene files take
    /// the middle of the shape. Of an obstacle that moves it is along each axis at most 512 largest diameters before the lower left corner
    /// of the grid (that of the world less the margin), and fewer than 2,048 beyond it; further in worlds so large that their steps are
    /// coarser than the finest.
    pub pivot: [f64; 2],
    /// Velocity, units/s.
    pub velocity: [f64; 2],
    /// Angular velocity, radians/s, counter-clockwise.
    pub turn_rate: f64,
    /// To and fro.
    pub sway: Option<Oscillation<[f64; 2]>>,
    /// Turning to and fro.
    pub swing: Option<Oscillation<f64>>,
    /// Where it is at certain times, with straight lines between them; before the first as in the first, after the last as in
    /// the last. Each is later than the one before it.
    pub keys: Vec<Key>,
    /// Whether the keys start again after the last, which then has the offset of the first, exactly, and its angle or whole turns more or
    /// less, to 1e-9 turns.
    pub cycle: bool,
    /// Where a hand moves it: from the first place to the second, which is later, in a straight line. No scene has one.
    pub hand: Option<[Key; 2]>,
}

/// `by · sin(2π (time / period + phase))`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Oscillation<T> {
    /// The greatest deflection: scene units, or radians.
    pub by: T,
    /// Seconds from one turn to the same turn again, 1e-6 to 1e9.
    pub period: f64,
    /// Where in the period it starts, in periods.
    pub phase: f64,
}

/// Seconds of the shortest period.
const SHORTEST_PERIOD: f64 = 1e-6;

/// One of the places that an obstacle passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Key {
    /// Seconds from the start.
    pub time: f64,
    /// How far it moved from its first place, scene units.
    pub offset: [f64; 2],
    /// By what angle it turned, radians.
    pub angle: f64,
}

/// Where an obstacle is, relative to its first place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Placement {
    /// How far its pivot moved, scene units.
    pub offset: [f64; 2],
    /// By what angle it turned about its pivot, radians.
    pub angle: f64,
}

impl Key {
    /// A place on the straight line to another.
    fn towards(&self, to: &Self, time: f64) -> Self {
        let share = (time - self.time) / (to.time - self.time);
        let between = |a: f64, b: f64| a + share * (b - a);
        Self { time, offset: [0, 1].map(|axis| between(self.offset[axis], to.offset[axis])), angle: between(self.angle, to.angle) }
    }
}

impl Placement {
    /// Where in the obstacle's first place a point is that is here now.
    pub fn point_before(&self, pivot: [f64; 2], point: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = libm::sincos(self.angle);
        let [x, y] = [0, 1].map(|axis| point[axis] - pivot[axis] - self.offset[axis]);
        [pivot[0] + cos * x + sin * y, pivot[1] - sin * x + cos * y]
    }

    /// Where a point of the obstacle's first place is now.
    pub fn of_point(&self, pivot: [f64; 2], point: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = libm::sincos(self.angle);
        let [x, y] = [point[0] - pivot[0], point[1] - pivot[1]];
        [pivot[0] + self.offset[0] + cos * x - sin * y, pivot[1] + self.offset[1] + sin * x + cos * y]
    }
}

impl Rail {
    /// Whether there is any motion.
    pub fn moves(&self) -> bool {
        self.velocity != [0.0; 2]
            || self.turn_rate != 0.0
            || self.sway.is_some()
            || self.swing.is_some()
            || !self.keys.is_empty()
            || self.hand.is_some()
    }

    /// Where the obstacle is after so many seconds.
    pub fn placement(&self, time: f64) -> Placement {
        let wave = |period: f64, phase: f64| libm::sin(std::f64::consts::TAU * (time / period + phase));
        let (key, hand) = (self.key(time), self.by_hand(time));
        let sway = self.sway.map_or([0.0; 2], |sway| sway.by.map(|by| by * wave(sway.period, sway.phase)));
        let swing = self.swing.map_or(0.0, |swing| swing.by * wave(swing.period, swing.phase));
        Placement {
            offset: [0, 1].map(|axis| self.velocity[axis] * time + sway[axis] + key.offset[axis] + hand.offset[axis]),
            angle: self.turn_rate * time + swing + key.angle + hand.angle,
        }
    }

    /// All that goes from one place to the next.
    fn legs(&self) -> impl Iterator<Item = &[Key]> {
        self.keys.windows(2).chain(self.hand.iter().map(|hand| hand.as_slice()))
    }

    /// Between two keys.
    fn key(&self, time: f64) -> Key {
        let (Some(first), Some(last)) = (self.keys.first(), self.keys.last()) else { return Key::default() };
        let length = last.time - first.time;
        let time = if self.cycle && length > 0.0 && time > last.time { first.time + (time - first.time) % length } else { time };
        let next = self.keys.partition_point(|key| key.time <= time);
        if next == 0 || next == self.keys.len() {
            return if next == 0 { *first } else { *last };
        }
        self.keys[next - 1].towards(&self.keys[next], time)
    }

    /// How far the hand has moved it by a time; exactly to its second place from that place's time on.
    pub fn by_hand(&self, time: f64) -> Placement {
        let key = match self.hand {
            None => Key::default(),
            Some([from, _]) if time <= from.time => from,
            Some([_, to]) if time >= to.time => to,
            Some([from, to]) => from.towards(&to, time),
        };
        Placement { offset: key.offset, angle: key.angle }
    }

    /// Refuses what cannot be; turning so fast that a substep could not follow, too.
    pub(super) fn check(&self, obstacle: usize, substeps_per_second: f64) -> Result<(), WorldError> {
        let bad = |name, value, allowed: String| Err(WorldError::Obstacle { obstacle, name, value, allowed });
        let most = std::f64::consts::FRAC_PI_4 * substeps_per_second;
        let check_turn = |rate: f64| {
            // Angles went from degrees to radians, and times were taken from each other, which may round this up.
            if rate.abs() <= most * (1.0 + 1e-9) || rate.is_nan() {
                return Ok(());
            }
            let most = short(most.to_degrees());
            let allowed = format!("up to {most} degrees/s, an eighth of a turn in a substep (slower, or more substeps)");
            bad("turn rate", to_twelve_digits(rate.to_degrees()), allowed)
        };
        check_turn(self.turn_rate)?;
        let sway = self.sway.map_or([0.0, 0.0, 1.0, 0.0], |sway| [sway.by[0], sway.by[1], sway.period, sway.phase]);
        let swing = self.swing.map_or([0.0, 1.0, 0.0], |swing| [swing.by.to_degrees(), swing.period, swing.phase]);
        let keys = || self.keys.iter().chain(self.hand.iter().flatten());
        let of = |name, values: &[f64]| values.iter().map(move |&value| (name, value)).collect::<Vec<_>>();
        let all = [
            of("pivot", &self.pivot),
            of("speed", &self.velocity),
            of("turn rate", &[self.turn_rate.to_degrees()]),
            of("sway", &sway[..2]),
            of("swing", &swing[..1]),
            of("period", &[sway[2], swing[1]]),
            of("phase", &[sway[3], swing[2]]),
            of("key time", &keys().map(|key| key.time).collect::<Vec<_>>()),
            of("key offset", &keys().flat_map(|key| key.offset).collect::<Vec<_>>()),
            of("key angle", &keys().map(|key| key.angle.to_degrees()).collect::<Vec<_>>()),
        ];
        if let Some((name, value)) = all.into_iter().flatten().find(|(_, value)| value.is_nan() || value.abs() > 1e9) {
            let unit = match name {
                "turn rate" => " of degrees/s",
                "swing" | "key angle" => " of degrees",
                _ => "",
            };
            return bad(name, value, format!("finite numbers{unit} up to 1e9"));
        }
        if let Some(period) = [sway[2], swing[1]].into_iter().find(|&period| period < SHORTEST_PERIOD) {
            return bad("period", period, format!("{SHORTEST_PERIOD} seconds or more"));
        }
        if let Some(pair) = self.legs().find(|pair| pair[0].time >= pair[1].time) {
            return bad("key time", pair[1].time, format!("later than {}, the time before it", pair[0].time));
        }
        if let (true, Some(first), Some(last)) = (self.cycle, self.keys.first(), self.keys.last()) {
            let turns = (last.angle - first.angle) / std::f64::consts::TAU;
            if (turns - turns.round()).abs() > 1e-9 {
                let allowed = format!("with `cycle` that of the first key, {}, or whole turns from it", first.angle.to_degrees());
                return bad("angle of the last key", last.angle.to_degrees(), allowed);
            }
            if let Some(axis) = (0..2).find(|&axis| last.offset[axis] != first.offset[axis]) {
                let allowed = format!("with `cycle` that of the first key, {}", first.offset[axis]);
                return bad(["offset in x of the last key", "offset in y of the last key"][axis], last.offset[axis], allowed);
            }
        }
        check_turn(self.fastest_turn())
    }

    /// No point up to `far` from the pivot is faster, in units/s.
    pub(super) fn fastest(&self, far: f64) -> f64 {
        let length = |v: [f64; 2]| libm::hypot(v[0], v[1]);
        let sway = self.sway.map_or(0.0, |sway| std::f64::consts::TAU * length(sway.by) / sway.period);
        let between = |pair: &[Key]| length([0, 1].map(|axis| pair[1].offset[axis] - pair[0].offset[axis])) / (pair[1].time - pair[0].time);
        let hand = self.hand.iter().map(|hand| between(hand)).fold(0.0, f64::max);
        length(self.velocity) + sway + self.keys.windows(2).map(between).fold(0.0, f64::max) + hand + far * self.fastest_turn()
    }

    /// No turning is faster, radians/s.
    pub(super) fn fastest_turn(&self) -> f64 {
        let swing = self.swing.map_or(0.0, |swing| (std::f64::consts::TAU * swing.by / swing.period).abs());
        let turn = |pair: &[Key]| ((pair[1].angle - pair[0].angle) / (pair[1].time - pair[0].time)).abs();
        let hand = self.hand.iter().map(|hand| turn(hand)).fold(0.0, f64::max);
        self.turn_rate.abs() + swing + self.keys.windows(2).map(turn).fold(0.0, f64::max) + hand
    }
}

/// A rail whose poses are in fixed point.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FixedRail {
    rail: Rail,
    /// The pivot in steps.
    pivot: [f64; 2],
    steps_per_unit: f64,
}

/// Where a pivot may be, in steps, so that no difference to a position wraps.
pub(super) const PIVOTS: std::ops::RangeInclusive<f64> = -536_870_912.0..=2_147_483_647.0;

impl FixedRail {
    /// Moves it on by hand.
    pub fn steer(&mut self, hand: [Key; 2]) {
        self.rail.hand = Some(hand);
    }

    pub fn new(rail: &Rail, frame: &Frame) -> Self {
        let pivot = rail.pivot.map(|coordinate| frame.exact_steps(coordinate).round());
        Self { rail: rail.clone(), pivot, steps_per_unit: frame.steps_per_unit() }
    }

    /// The pose after so many seconds, by portable trigonometry.
    pub fn pose(&self, time: f64) -> Pose {
        let Placement { offset, angle } = self.rail.placement(time);
        let (sin, cos) = libm::sincos(angle);
        let share = |part: f64| (part * 2_147_483_647.0).round() as i32;
        let place = |axis: usize| (self.pivot[axis] + offset[axis] * self.steps_per_unit).round().clamp(*PIVOTS.start(), *PIVOTS.end());
        Pose {
            translation: [place(0) as i32, place(1) as i32],
            turn: [share(cos), share(sin)],
            direction: [cos, sin].map(fixed::unless_faint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_joined_by_straight_lines_and_start_again() {
        let key = |time, x| Key { time, offset: [x, 0.0], angle: x };
        let mut rail = Rail { keys: vec![key(1.0, 0.0), key(2.0, 4.0), key(4.0, 0.0)], ..Rail::default() };
        let x = |rail: &Rail, time| rail.placement(time).offset[0];
        assert_eq!([0.0, 1.0, 1.5, 3.0, 9.0].map(|time| x(&rail, time)), [0.0, 0.0, 2.0, 2.0, 0.0]);
        rail.cycle = true;
        assert_eq!([4.5, 6.0, 7.5].map(|time| x(&rail, time)), [2.0, 2.0, 2.0]);
    }

    #[test]
    fn all_motions_add_up_and_turn_about_the_pivot() {
        let sway = Some(Oscillation { by: [0.0, 3.0], period: 4.0, phase: 0.0 });
        let rail = Rail { pivot: [1.0, 0.0], velocity: [2.0, 0.0], turn_rate: std::f64::consts::FRAC_PI_2, sway, ..Rail::default() };
        let placement = rail.placement(1.0);
        assert_eq!(placement.offset, [2.0, 3.0]);
        let [x, y] = placement.of_point(rail.pivot, [2.0, 0.0]);
        assert!((x - 3.0).abs() < 1e-12 && (y - 4.0).abs() < 1e-12);
    }
}
