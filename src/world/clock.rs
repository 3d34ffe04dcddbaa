//! Simulated time: a fixed step, and the values that change from substep to substep.

use super::fixed::MAX_DISPLACEMENT;
use super::params::Substep;
use super::{
    WorldError,
    frame::Frame,
    spec::{Fall, WorldSpec},
    tool::{MAX_TOOL_PULL, MAX_TOOL_RADIUS, Tool},
};

/// Turns the number of a substep into its values. Never reads the wall clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    /// Substeps in a frame.
    pub substeps: u32,
    /// Substeps in a second of simulated time.
    pub substeps_per_second: f64,
    /// Gravity per substep in displacement units, times `2^32`.
    gravity: [i64; 2],
    /// See `Params::drag_loss`.
    pub drag_loss: u32,
}

impl Clock {
    pub(super) fn new(frame: &Frame, spec: &WorldSpec) -> Result<Self, WorldError> {
        let substeps_per_second = spec.frame_rate * f64::from(spec.substeps);
        Self { substeps: spec.substeps, substeps_per_second, gravity: [0; 2], drag_loss: 0 }.with_fall(frame, spec.fall())
    }

    /// The same with other gravity and drag.
    pub(super) fn with_fall(self, frame: &Frame, fall: Fall) -> Result<Self, WorldError> {
        let rate = self.substeps_per_second;
        let fine = fall.gravity.map(|g| g / (rate * rate) * frame.fine_per_unit());
        let most = f64::from(MAX_DISPLACEMENT);
        if let Some(axis) = fine.iter().position(|g| g.abs() > most) {
            // What gravity does in a substep falls with its square.
            let way_out = format!("less gravity, or {}", finer_substeps(self.substeps, (fine[axis].abs() / most).sqrt()));
            let limit = most / frame.fine_per_unit() * rate * rate;
            return Err(WorldError::Gravity { value: fall.gravity[axis], limit, way_out });
        }
        let kept = libm::exp(-fall.drag / rate);
        let drag_loss = ((1.0 - kept) * Q32).round().min(f64::from(u32::MAX)) as u32;
        Ok(Self { gravity: fine.map(|g| (g * Q32).round() as i64), drag_loss, ..self })
    }

    /// The values of substep `index`, whose tool is `tool`. `place` and `uncounted` are left 0.
    pub fn substep(&self, index: u32, tool: &Tool) -> Substep {
        let radius = f64::from(tool.radius.clamp(1, MAX_TOOL_RADIUS));
        // Whatever it is: a number whose product with the radius converts to i32.
        let most = (MAX_TOOL_PULL / radius) as f32;
        let strength = if tool.strength.is_nan() { 0.0 } else { tool.strength.clamp(-most, most) };
        let hold = |d: i32| d.clamp(-MAX_DISPLACEMENT, MAX_DISPLACEMENT);
        Substep {
            index,
            place: 0,
            gravity: self.gravity.map(|g| diffused(g, index)).into(),
            rounding_phase: index.wrapping_mul(GOLDEN),
            tool_kind: tool.kind as u32,
            tool_position: tool.position.into(),
            tool_motion: tool.motion.map(hold).into(),
            tool_radius: tool.radius.min(MAX_TOOL_RADIUS),
            tool_inverse_area: (1.0 / (radius * radius)) as f32,
            tool_strength: strength,
            uncounted: 0,
        }
    }

    /// Gravity per substep in displacement units, of which each substep gets a rounded share.
    pub fn mean_gravity(&self) -> [f64; 2] {
        self.gravity.map(|g| g as f64 / Q32)
    }

    /// Simulated seconds after `substeps` substeps.
    pub fn seconds(&self, substeps: u32) -> f64 {
        f64::from(substeps) / self.substeps_per_second
    }
}

/// A limit for people to read: five digits, and never above it.
pub(super) fn readable_limit(limit: f64) -> f64 {
    format!("{:.4e}", limit * (1.0 - 5e-5)).parse().unwrap_or(limit)
}

/// In words, what makes a substep shorter by a factor of `times`.
pub(super) fn finer_substeps(substeps: u32, times: f64) -> String {
    match (f64::from(substeps) * times).ceil() {
        needed if needed <= f64::from(MAX_SUBSTEPS) => format!("at least {needed} substeps a frame"),
        _ => format!("a frame_rate that makes substeps at least {} times shorter", times.ceil()),
    }
}

/// Most substeps in a frame.
pub const MAX_SUBSTEPS: u32 = 1024;

const Q32: f64 = 4_294_967_296.0;

/// `2^32` over the golden ratio: multiples of it, modulo `2^32`, are the most evenly spread.
const GOLDEN: u32 = 0x9E37_79B9;

/// Gravity of substep `index`: the running sum after it less the running sum before, each rounded,
/// so that the mean over substeps is exact however small one substep's share.
fn diffused(gravity: i64, index: u32) -> i32 {
    let sum = |substeps: u64| (i128::from(gravity) * i128::from(substeps) + (1 << 31)) >> 32;
    (sum(u64::from(index) + 1) - sum(u64::from(index))) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_shown_has_few_digits_and_is_within_it() {
        for limit in [30_719.999_97, 14_745_599.986, 0.409_599_999_6, 1.0, 9.999_99, 1e-9] {
            let shown = readable_limit(limit);
            assert!(shown <= limit && shown > 0.9998 * limit && format!("{shown:e}").len() <= 10, "{shown} for {limit}");
        }
    }

    #[test]
    fn diffused_gravity_adds_up_to_the_exact_sum() {
        for gravity in [(1i64 << 32) / 7, -(1i64 << 32) * 3 / 11, 3 << 32, 1] {
            let total: i64 = (0..10_000).map(|k| i64::from(diffused(gravity, k))).sum();
            let exact = gravity as f64 * 10_000.0 / Q32;
            assert!((total as f64 - exact).abs() <= 0.5, "{total} against {exact}");
        }
    }
}
