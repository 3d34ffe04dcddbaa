//! How many simulated frames are due. Simulated time goes in whole frames of fixed length; the wall clock
//! only says when the next one is shown.

use std::time::Duration;

/// Owes frames to the wall clock.
#[derive(Clone, Debug)]
pub struct Pacer {
    frame: Duration,
    owed: Duration,
}

/// Most frames in one redraw: beyond that the simulation runs slower instead of making the window wait.
const MOST_FRAMES: f64 = 8.0;

/// A redraw this close to one frame after the last counts as exactly one frame after it. A display of 60 Hz
/// and frames of 1/60 s would else now and then show none and then two.
const SNAP: f64 = 0.2;

impl Pacer {
    /// A pacer for frames of this length.
    pub fn new(seconds: f64) -> Self {
        Self { frame: Duration::from_secs_f64(seconds.clamp(1e-6, 1e3)), owed: Duration::ZERO }
    }

    /// Frames to simulate in a redraw that comes `elapsed` after the last one, where one takes `cost` to simulate.
    pub fn due(&mut self, elapsed: Duration, cost: Duration) -> u32 {
        let ratio = elapsed.as_secs_f64() / self.frame.as_secs_f64();
        self.owed += if (ratio - 1.0).abs() < SNAP { self.frame } else { elapsed };
        let owed = (self.owed.as_nanos() / self.frame.as_nanos()).min(u128::from(u32::MAX)) as u32;
        // Together they take no longer than one lasts, so that a slow simulation does not make the window jerk too.
        let most = (self.frame.as_secs_f64() / cost.as_secs_f64().max(1e-9)).clamp(1.0, MOST_FRAMES) as u32;
        if owed > most {
            self.owed = Duration::ZERO
        } else {
            self.owed -= self.frame * owed
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

    const FRAME: Duration = Duration::from_nanos(16_666_667);

    fn total(elapsed: Duration, cost: Duration, redraws: u32) -> u32 {
        let mut pacer = Pacer::new(1.0 / 60.0);
        (0..redraws).map(|_| pacer.due(elapsed, cost)).sum()
    }

    #[test]
    fn a_display_near_the_frame_rate_shows_one_frame_each_time() {
        for microseconds in [16_000, 16_667, 17_500] {
            let mut pacer = Pacer::new(1.0 / 60.0);
            assert!((0..100).all(|_| pacer.due(Duration::from_micros(microseconds), Duration::ZERO) == 1));
        }
    }

    #[test]
    fn a_fast_display_repeats_frames_and_a_slow_one_takes_several() {
        assert_eq!(total(FRAME / 2, Duration::ZERO, 121), 60);
        assert_eq!(total(FRAME * 2, Duration::ZERO, 30), 60);
    }

    #[test]
    fn a_slow_simulation_runs_slower_and_owes_nothing_afterwards() {
        assert_eq!(total(FRAME * 10, FRAME * 10, 30), 30);
        let mut pacer = Pacer::new(1.0 / 60.0);
        assert_eq!(pacer.due(Duration::from_secs(5), Duration::ZERO), MOST_FRAMES as u32);
        assert_eq!(pacer.due(Duration::from_secs(5), FRAME / 2), 2, "as many as fit a frame");
        assert_eq!(pacer.due(FRAME, Duration::ZERO), 1);
    }
}
