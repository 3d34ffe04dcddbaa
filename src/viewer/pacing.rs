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
    /// Seconds; negative where more was simulated than had passed.
    owed: f64,
}

/// Most frames in one redraw: beyond that the simulation runs slower instead of making the window wait.
const MAX_FRAMES: u32 = 8;

/// Where what is owed is this close to one frame it is taken for one. A display of 60 Hz and frames of 1/60 s would else now and
/// then simulate a substep less and then one more.
const SNAP: f64 = 0.2;

/// Seconds that a picture may take with its substeps, where drawing does not take longer: more makes the window jerk.
const BUDGET: f64 = 1.0 / 60.0;

impl Pacer {
    /// A pacer for substeps of this length, so many in a frame.
    pub fn new(seconds: f64, substeps: u32) -> Self {
        Self { substep: seconds.clamp(1e-9, 1e3), frame: substeps, owed: 0.0 }
    }

    /// Substeps to simulate in a redraw for which `elapsed` of simulated time is asked, where one takes `cost` to simulate and the
    /// picture takes `drawing` to draw. At least one as soon as it is due; beyond that both together take no longer than a picture
    /// of a display of 60 Hz lasts, or simulating no longer than drawing: a slow simulation slows simulated time, not the window.
    pub fn due(&mut self, elapsed: Duration, cost: Duration, drawing: Duration) -> u32 {
        self.owed += elapsed.as_secs_f64();
        let frame = self.substep * f64::from(self.frame);
        // A little more, so that rounding does not put a substep off.
        let owed = (self.owed / self.substep + 0.01) as u32;
        let owed = if (self.owed - frame).abs() < SNAP * frame { self.frame } else { owed };
        let drawing = drawing.as_secs_f64();
        let fit = (BUDGET - drawing).max(drawing) / cost.as_secs_f64().max(1e-9);
        let most = fit.clamp(1.0, f64::from(self.frame.saturating_mul(MAX_FRAMES))) as u32;
        if owed > most {
            self.owed = 0.0
        } else {
            self.owed -= self.substep * f64::from(owed)
        }
        owed.min(most)
    }

    /// Lets time pass in which nothing can be simulated.
    pub fn wait(&mut self, elapsed: Duration) {
        self.owed += elapsed.as_secs_f64();
    }

    /// Forgets what is owed, as in a pause.
    pub fn restart(&mut self) {
        self.owed = 0.0;
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
    /// And how many were asked for.
    asked: f64,
    /// Pictures in a second.
    pub pictures_per_second: f64,
    /// Simulated seconds in a second, as soon as there were substeps.
    pub real_time: Option<f64>,
    /// That is less than was asked for.
    pub is_slowed: bool,
}

/// Share of the simulated time that was asked for, below which it is slowed.
const KEEPS_UP: f64 = 0.95;

impl Rates {
    /// Counts one picture, for which so much simulated time was asked for, and so many seconds of it simulated.
    pub fn count(&mut self, elapsed: Duration, asked: Duration, simulated: f64) {
        self.wall += elapsed;
        self.pictures += 1;
        self.since += elapsed;
        self.simulated += simulated;
        self.asked += asked.as_secs_f64();
        let wall = self.wall.as_secs_f64();
        if wall >= 0.5 {
            self.pictures_per_second = f64::from(self.pictures) / wall;
            (self.wall, self.pictures) = (Duration::ZERO, 0);
        }
        // Where one substep takes longer than that, until the next is done.
        let since = self.since.as_secs_f64();
        if since >= 0.5 && self.simulated > 0.0 {
            self.real_time = Some(self.simulated / since);
            self.is_slowed = self.simulated < KEEPS_UP * self.asked;
            (self.since, self.simulated, self.asked) = (Duration::ZERO, 0.0, 0.0);
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
        let mut rates = Rates::default();
        assert_eq!(rates.real_time, None);
        // Pictures while a substep of 1/480 s takes two seconds.
        for picture in 1..=600 {
            rates.count(FRAME, FRAME, if picture % 120 == 0 { 1.0 / 480.0 } else { 0.0 });
            if picture >= 120 {
                assert!(rates.is_slowed);
                assert!(rates.real_time.is_some_and(|speed| (speed - 1.0 / 960.0).abs() < 1e-4), "{:?}", rates.real_time);
            }
        }
        assert!((rates.pictures_per_second - 60.0).abs() < 1.0);
    }

    /// And where it goes as slowly as it was asked to it is not slowed, however fast it was asked to go before.
    #[test]
    fn slow_motion_is_not_slowed() {
        let (mut rates, mut pacer) = (Rates::default(), pacer());
        let mut run = |speed: f64, cost: Duration, seconds: u32| {
            for _ in 0..60 * seconds {
                let asked = FRAME.mul_f64(speed);
                let substeps = pacer.due(asked, cost, FREE);
                rates.count(FRAME, asked, f64::from(substeps) / 480.0);
            }
            (rates.real_time.unwrap_or(0.0), rates.is_slowed)
        };
        for speed in [1.0, 0.25, 0.05, 2.0, 8.0, 1.0] {
            let (real_time, is_slowed) = run(speed, FREE, 2);
            assert!((real_time / speed - 1.0).abs() < 0.1 && !is_slowed, "{real_time} instead of {speed}");
        }
        // Two substeps fit a picture.
        let (real_time, is_slowed) = run(2.0, FRAME / 2, 2);
        assert!((real_time - 0.25).abs() < 0.01 && is_slowed, "{real_time}");
        assert!(!run(0.25, FRAME / 2, 2).1);
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
        assert_eq!(pacer.due(Duration::from_secs(5), FREE, FREE), 8 * MAX_FRAMES);
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
