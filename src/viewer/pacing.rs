//! How many substeps are due. Simulated time goes in substeps of fixed length; the wall clock only says when the next ones are
//! shown.

use std::time::Duration;

/// Owes substeps to the wall clock.
#[derive(Clone, Debug)]
pub struct Pacer {
    substep: Duration,
    frame: Duration,
    owed: Duration,
    most: u32,
}

/// Most frames in one redraw: beyond that the simulation runs slower instead of making the window wait.
const MOST_FRAMES: u32 = 8;

/// A redraw this close to one frame after the last counts as exactly one frame after it. A display of 60 Hz
/// and frames of 1/60 s would else now and then simulate a substep less and then one more.
const SNAP: f64 = 0.2;

/// Time that the substeps of a redraw may take, where drawing takes less: more makes the window jerk.
const BUDGET: Duration = Duration::from_nanos(16_666_667);

impl Pacer {
    /// A pacer for substeps of this length, so many in a frame.
    pub fn new(seconds: f64, substeps: u32) -> Self {
        let substep = Duration::from_secs_f64(seconds.clamp(1e-6, 1e3));
        Self { substep, frame: substep * substeps, owed: Duration::ZERO, most: substeps.saturating_mul(MOST_FRAMES) }
    }

    /// Substeps to simulate in a redraw that comes `elapsed` after the last one, where one takes `cost` to simulate and the
    /// picture takes `drawing` to draw. At least one as soon as it is due; beyond that they take no longer than a picture of a
    /// display of 60 Hz lasts, or than the picture takes to draw: a slow simulation slows simulated time, not the window.
    pub fn due(&mut self, elapsed: Duration, cost: Duration, drawing: Duration) -> u32 {
        let ratio = elapsed.as_secs_f64() / self.frame.as_secs_f64();
        self.owed += if (ratio - 1.0).abs() < SNAP { self.frame } else { elapsed };
        let owed = (self.owed.as_nanos() / self.substep.as_nanos()).min(u128::from(u32::MAX)) as u32;
        let fit = BUDGET.max(drawing).as_secs_f64() / cost.as_secs_f64().max(1e-9);
        let most = fit.clamp(1.0, f64::from(self.most)) as u32;
        if owed > most {
            self.owed = Duration::ZERO
        } else {
            self.owed -= self.substep * owed
        }
        owed.min(most)
    }

    /// Forgets what is owed, as after a pause.
    pub fn restart(&mut self) {
        self.owed = Duration::ZERO;
    }
}

/// Simulated time against wall time over about a second, and pictures per second.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    wall: Duration,
    simulated: f64,
    pictures: u32,
    /// Pictures in a second.
    pub pictures_per_second: f64,
    /// Simulated seconds in a second.
    pub real_time: f64,
}

impl Rates {
    /// Counts one picture.
    pub fn count(&mut self, elapsed: Duration, simulated: f64) {
        self.wall += elapsed;
        self.simulated += simulated;
        self.pictures += 1;
        let wall = self.wall.as_secs_f64();
        if wall >= 0.5 {
            *self = Self { pictures_per_second: f64::from(self.pictures) / wall, real_time: self.simulated / wall, ..Self::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_nanos(16_666_664);
    const SUBSTEP: Duration = Duration::from_nanos(2_083_333);
    const FREE: Duration = Duration::ZERO;

    fn pacer() -> Pacer {
        Pacer::new(1.0 / 480.0, 8)
    }

    fn total(elapsed: Duration, cost: Duration, redraws: u32) -> u32 {
        let mut pacer = pacer();
        (0..redraws).map(|_| pacer.due(elapsed, cost, FREE)).sum()
    }

    #[test]
    fn a_display_near_the_frame_rate_shows_one_frame_each_time() {
        for microseconds in [16_000, 16_667, 17_500] {
            let mut pacer = pacer();
            assert!((0..100).all(|_| pacer.due(Duration::from_micros(microseconds), FREE, FREE) == 8));
        }
    }

    #[test]
    fn a_fast_display_shows_parts_of_frames_and_a_slow_one_several() {
        let mut pacer = pacer();
        assert!((0..100).all(|_| pacer.due(FRAME / 2, FREE, FREE) == 4), "each picture of 120 Hz has moved");
        let of_144_hz = total(Duration::from_nanos(6_944_444), FREE, 144);
        assert!((479..=480).contains(&of_144_hz), "{of_144_hz}");
        assert_eq!(total(FRAME * 2, FREE, 30), 480);
    }

    #[test]
    fn a_slow_simulation_runs_slower_and_owes_nothing_afterwards() {
        assert_eq!(total(FRAME * 10, FRAME * 10, 30), 30, "one substep a redraw");
        let mut pacer = pacer();
        assert_eq!(pacer.due(Duration::from_secs(5), FREE, FREE), 8 * MOST_FRAMES);
        assert_eq!(pacer.due(Duration::from_secs(5), SUBSTEP * 2, FREE), 4, "as many as fit the budget");
        assert_eq!(pacer.due(FRAME, FREE, FREE), 8);
    }

    #[test]
    fn where_drawing_is_slow_too_simulating_takes_as_long_as_drawing() {
        assert_eq!(pacer().due(FRAME * 10, FRAME, FRAME * 5), 5);
        assert_eq!(pacer().due(FRAME * 10, FRAME, FRAME / 5), 1);
    }
}
