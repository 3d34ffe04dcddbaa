//! How many substeps are due. Simulated time goes in substeps of fixed length; the wall clock only says when the next ones are
//! shown.

use std::time::Duration;

/// Owes substeps to the wall clock.
#[derive(Clone, Debug)]
pub struct Pacer {
    /// Seconds of a substep.
    substep: f64,
    /// Substeps of a frame.
    frame: u32,
    /// How fast simulated time is to go, in real time.
    pub speed: f64,
    /// Simulated seconds; negative where more was simulated than was asked for.
    owed: f64,
    /// Simulated seconds that were asked for since somebody looked, and how many of them were left out.
    asked: f64,
    left_out: f64,
}

/// Most seconds of the clock that one redraw makes up for: beyond that the simulation runs slower instead of making the window wait.
const LONGEST: f64 = 8.0 / 60.0;

/// Where what is owed is this close to one frame it is taken for one. A display of 60 Hz and frames of 1/60 s would else now and
/// then simulate a substep less and then one more.
const SNAP: f64 = 0.2;

/// Seconds that a picture may take with its substeps, where drawing does not take longer: more makes the window jerk.
const BUDGET: f64 = 1.0 / 60.0;

impl Pacer {
    /// A pacer for substeps of this length, so many in a frame.
    pub fn new(seconds: f64, substeps: u32) -> Self {
        Self { substep: seconds.clamp(1e-9, 1e3), frame: substeps, speed: 1.0, owed: 0.0, asked: 0.0, left_out: 0.0 }
    }

    /// Substeps to simulate in a redraw that comes `elapsed` after the last one, where one takes `cost` to simulate and the
    /// picture takes `drawing` to draw. At least one as soon as it is due; beyond that both together take no longer than a picture
    /// of a display of 60 Hz lasts, or simulating no longer than drawing: a slow simulation slows simulated time, not the window.
    pub fn due(&mut self, elapsed: Duration, cost: Duration, drawing: Duration) -> u32 {
        self.wait(elapsed);
        let frame = self.substep * f64::from(self.frame);
        self.owe_at_most(frame.max(LONGEST * self.speed));
        // A little more, so that rounding does not put a substep off.
        let owed = (self.owed / self.substep + 0.01) as u32;
        let owed = if (self.owed - frame).abs() < SNAP * frame { self.frame } else { owed };
        let drawing = drawing.as_secs_f64();
        let fit = (BUDGET - drawing).max(drawing) / cost.as_secs_f64().max(1e-9);
        let due = owed.min(fit.max(1.0) as u32);
        self.owed -= self.substep * f64::from(due);
        if due < owed {
            self.owe_at_most(0.0);
        }
        due
    }

    /// Lets time pass in which nothing can be simulated.
    pub fn wait(&mut self, elapsed: Duration) {
        let asked = elapsed.as_secs_f64() * self.speed;
        self.owed += asked;
        self.asked += asked;
    }

    /// Forgets what is owed, as in a pause.
    pub fn restart(&mut self) {
        (self.owed, self.asked, self.left_out) = (0.0, 0.0, 0.0);
    }

    /// Leaves out what is owed beyond some seconds.
    fn owe_at_most(&mut self, seconds: f64) {
        self.left_out += (self.owed - seconds).max(0.0);
        self.owed = self.owed.min(seconds);
    }

    /// The share of the simulated time asked for that was left out, since this was asked last.
    fn take_share_left_out(&mut self) -> f64 {
        let [asked, left_out] = [&mut self.asked, &mut self.left_out].map(std::mem::take);
        if asked > 0.0 { left_out / asked } else { 0.0 }
    }
}

/// Simulated time against wall time over about a second, and pictures per second.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// Since pictures were counted last, and how many there were.
    wall: Duration,
    pictures: u32,
    /// Since simulated seconds were counted last, and how many there were.
    since: Duration,
    simulated: f64,
    /// Pictures in a second.
    pub pictures_per_second: f64,
    /// Simulated seconds in a second, as soon as there were substeps.
    pub real_time: Option<f64>,
    /// That is less than was asked for.
    pub is_slowed: bool,
}

/// Share of the simulated time asked for from which on it is said that it was left out.
const SLOWED: f64 = 0.05;

impl Rates {
    /// Counts one picture, for which so many seconds were simulated.
    pub fn count(&mut self, elapsed: Duration, simulated: f64, pacer: &mut Pacer) {
        self.wall += elapsed;
        self.pictures += 1;
        self.since += elapsed;
        self.simulated += simulated;
        let wall = self.wall.as_secs_f64();
        if wall >= 0.5 {
            self.pictures_per_second = f64::from(self.pictures) / wall;
            (self.wall, self.pictures) = (Duration::ZERO, 0);
        }
        // Where one substep takes longer than that, until the next is done.
        let since = self.since.as_secs_f64();
        if since >= 0.5 && self.simulated > 0.0 {
            self.real_time = Some(self.simulated / since);
            self.is_slowed = pacer.take_share_left_out() > SLOWED;
            (self.since, self.simulated) = (Duration::ZERO, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_nanos(16_666_667);
    const FREE: Duration = Duration::ZERO;

    fn pacer() -> Pacer {
        Pacer::new(1.0 / 480.0, 8)
    }

    fn total(elapsed: Duration, cost: Duration, redraws: u32) -> u32 {
        let mut pacer = pacer();
        (0..redraws).map(|_| pacer.due(elapsed, cost, FREE)).sum()
    }

    #[test]
    fn what_takes_seconds_a_substep_is_slow_between_its_substeps_too() {
        let (mut rates, mut pacer) = (Rates::default(), pacer());
        assert_eq!(rates.real_time, None);
        // Pictures while a substep of 1/480 s takes two seconds.
        for picture in 1..=600 {
            let substeps = if picture % 120 == 0 {
                pacer.due(FRAME, 120 * FRAME, FREE)
            } else {
                pacer.wait(FRAME);
                0
            };
            rates.count(FRAME, f64::from(substeps) / 480.0, &mut pacer);
            if picture >= 120 {
                assert!(
                    rates.is_slowed && rates.real_time.is_some_and(|speed| (speed - 1.0 / 960.0).abs() < 1e-4),
                    "{:?}",
                    rates.real_time
                );
            }
        }
        assert!((rates.pictures_per_second - 60.0).abs() < 1.0);
    }

    /// Where time goes as slowly or fast as it was asked to nothing is slowed, from the first picture on and however few substeps there
    /// are; where two of these fit a picture it goes at a quarter of real time.
    #[test]
    fn time_goes_as_fast_as_it_is_asked_to() {
        for (substeps_per_second, hertz) in [(480, 60), (480, 30), (480, 144), (60, 60), (960, 60)] {
            let mut pacer = Pacer::new(1.0 / f64::from(substeps_per_second), substeps_per_second / 60);
            let mut rates = Rates::default();
            for speed in [1.0, 1.0 / 64.0, 1.0 / 32.0, 0.3, 8.0, 2.0, 1.0] {
                pacer.speed = speed;
                let mut substeps = 0;
                for picture in 0..20 * hertz {
                    // Late and early by a tenth of a picture.
                    let elapsed = Duration::from_secs(1) * (9 + 2 * (picture % 2)) / (10 * hertz);
                    let due = pacer.due(elapsed, FREE, FREE);
                    substeps += due;
                    rates.count(elapsed, f64::from(due) / f64::from(substeps_per_second), &mut pacer);
                    assert!(!rates.is_slowed, "{speed} at {hertz} Hz, picture {picture}");
                }
                let expected = 20.0 * speed * f64::from(substeps_per_second);
                // What is simulated before it is owed, or owed and not simulated yet.
                let margin = 1.0 + 0.3 * f64::from(substeps_per_second / 60);
                assert!((f64::from(substeps) - expected).abs() <= margin, "{substeps} instead of {expected}: {speed} at {hertz} Hz");
            }
        }
        let (mut pacer, mut rates) = (pacer(), Rates::default());
        for (speed, is_slowed) in [(2.0, true), (0.25, false), (1.0, true)] {
            pacer.speed = speed;
            for _ in 0..120 {
                let due = pacer.due(FRAME, FRAME / 2, FREE);
                rates.count(FRAME, f64::from(due) / 480.0, &mut pacer);
            }
            assert!((rates.real_time.unwrap() - 0.25).abs() < 0.01 && rates.is_slowed == is_slowed, "{speed}: {rates:?}");
        }
    }

    #[test]
    fn a_display_near_the_frame_rate_shows_one_frame_each_time() {
        let mut pacer = pacer();
        for jitter in [-900, 1400, -2000, 300, 1200].into_iter().cycle().take(500) {
            let elapsed = Duration::from_nanos((16_666_667 + jitter * 1000) as u64);
            assert_eq!(pacer.due(elapsed, FREE, FREE), 8);
        }
    }

    #[test]
    fn at_any_rate_of_pictures_time_goes_as_fast_as_it_should() {
        for hertz in [24, 30, 50, 55, 60, 66, 72, 75, 90, 120, 144, 240] {
            let substeps = total(Duration::from_secs(1) / hertz, FREE, 10 * hertz);
            assert!((4790..=4810).contains(&substeps), "{substeps} in ten seconds at {hertz} Hz");
        }
    }

    #[test]
    fn a_fast_display_shows_parts_of_frames() {
        let mut pacer = pacer();
        assert!((0..100).all(|_| pacer.due(FRAME / 2, FREE, FREE) == 4), "each picture of 120 Hz has moved");
    }

    #[test]
    fn a_slow_simulation_runs_slower_and_owes_nothing_afterwards() {
        assert_eq!(total(FRAME * 10, FRAME * 10, 30), 30, "one substep a redraw");
        let mut pacer = pacer();
        assert_eq!(pacer.due(Duration::from_secs(5), FREE, FREE), 64, "as many as in eight pictures");
        assert_eq!(pacer.due(Duration::from_secs(5), Duration::from_millis(4), FREE), 4, "as many as fit the budget");
        assert_eq!(pacer.due(FRAME, FREE, FREE), 8);
    }

    #[test]
    fn drawing_takes_from_the_budget_and_simulating_may_take_as_long_as_drawing() {
        let cost = Duration::from_millis(2);
        assert_eq!(pacer().due(FRAME * 10, cost, Duration::from_millis(4)), 6);
        assert_eq!(pacer().due(FRAME * 10, cost, Duration::from_millis(10)), 5);
        assert_eq!(pacer().due(FRAME * 10, cost, Duration::from_millis(50)), 25);
    }
}
