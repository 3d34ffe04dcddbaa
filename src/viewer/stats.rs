//! What is measured of a running scene, and when.

use std::time::{Duration, Instant};

use super::beside::Measured;
use crate::solver::PassTime;
use crate::world::measures::Measures;
use crate::world::state::Counters;

/// Time from one measurement to the next; longer where measuring itself takes long.
const MEASURED_EVERY: Duration = Duration::from_millis(250);

/// Share of the time that measuring may take.
const MEASURING_SHARE: u32 = 12;

/// What people like to know of a running scene.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Sums and maxima; `None` before the first time.
    pub measures: Option<Measures>,
    /// What was counted since the start.
    pub counters: Counters,
    /// Milliseconds of each pass in a frame, where passes are timed.
    pub passes: Vec<PassTime>,
    /// Milliseconds that a frame takes to simulate; `None` before the first time.
    pub frame_milliseconds: Option<f64>,
    /// Milliseconds that a picture takes to draw; `None` before the first time.
    pub draw_milliseconds: Option<f64>,
    /// The current picture is one that is timed.
    pub timed: bool,
    /// When it was measured.
    pub(super) measured: Option<Instant>,
    measuring: Duration,
}

impl Stats {
    /// Notes what was measured.
    pub fn note(&mut self, measured: Measured) {
        self.measures = Some(measured.measures);
        self.counters = measured.counters;
        self.measured = Some(Instant::now());
        self.measuring = measured.took;
    }

    /// Whether it is time to measure again.
    pub fn is_time_to_measure(&self) -> bool {
        let pause = MEASURED_EVERY.max(self.measuring * MEASURING_SHARE);
        self.measured.is_none_or(|measured| measured.elapsed() >= pause)
    }
}
