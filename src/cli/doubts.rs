//! What makes the result of a run doubtful: discs so fast that they may pass each other unseen, and discs deep in each other.

use super::console::note;
use super::error::CliError;
use super::numbers::{grouped, significant};
use crate::Simulation;
use crate::world::World;
use crate::world::clock::MAX_SUBSTEPS;

/// Diameters that a disc may go in a substep without going past another unseen.
const FASTEST: f64 = 0.5;

/// Diameters that discs may be inside each other and still be discs that touch.
const DEEPEST: f64 = 0.25;

/// The worst that was seen of a run. To look takes about as long as a substep, so it is done in every eighth frame, in some of the first, at the start and
/// at the end.
#[derive(Debug, Default)]
pub struct Doubts {
    /// Diameters a substep.
    fastest: Option<Seen>,
    /// Diameters.
    deepest: Option<Seen>,
    /// The substep that was looked at last.
    looked_at: Option<u32>,
}

/// Frames between looks.
const EVERY: u32 = 8;

/// The greatest that was seen of something, and in which frame of the scene.
#[derive(Clone, Copy, Debug)]
struct Seen {
    value: f64,
    frame: u32,
}

impl Doubts {
    /// Whether it is time to look after so many frames.
    pub fn are_due(frames: u32) -> bool {
        frames.is_power_of_two() || frames.is_multiple_of(EVERY)
    }

    /// Looks at a simulation as it stands.
    pub fn look(&mut self, simulation: &mut Simulation) -> Result<(), CliError> {
        if self.looked_at.replace(simulation.substep_count()) == Some(simulation.substep_count()) {
            return Ok(());
        }
        let measures = simulation.measure()?;
        let world = simulation.world();
        // As commands count them: from a checkpoint on.
        let frame = (simulation.substep_count() - world.first_substep) / world.clock.substeps.max(1);
        let (units, rate) = (&world.frame, world.clock.substeps_per_second);
        let diameter = f64::from(2 * world.params.largest_radius()) / units.steps_per_unit();
        keep_greatest(&mut self.fastest, Seen { value: world.max_speed(&measures) / rate / diameter, frame });
        keep_greatest(&mut self.deepest, Seen { value: measures.max_overlap(), frame });
        Ok(())
    }

    /// Says what is doubtful of a run of this world.
    pub fn tell(&self, world: &World) {
        if let Some(Seen { value, frame }) = self.fastest.filter(|seen| seen.value > FASTEST) {
            let enough = (f64::from(world.clock.substeps) * value / FASTEST).ceil();
            let way_out = if enough <= f64::from(MAX_SUBSTEPS) {
                let where_to = if world.first_substep > 0 { ", with the scene from its start," } else { "" };
                format!("--substeps {enough}{where_to} takes short enough ones")
            } else {
                format!("no number of substeps up to {} is enough: slower or larger discs", grouped(MAX_SUBSTEPS.into()))
            };
            let (when, speed) = (at(frame), significant(value));
            note(format_args!(
                "{when} the fastest disc went {speed} diameters a substep, and more than half of one may go past another unseen ({way_out})"
            ));
        }
        if let Some(Seen { value, frame }) = self.deepest.filter(|seen| seen.value > DEEPEST) {
            let why = if frame == 0 {
                "shapes of the scene overlap"
            } else {
                "they are pressed hard, too fast for their substeps, or started so"
            };
            note(format_args!("{} discs were {} diameters inside each other: {why}", at(frame), significant(value)));
        }
    }
}

fn keep_greatest(kept: &mut Option<Seen>, seen: Seen) {
    if kept.is_none_or(|kept| seen.value > kept.value) {
        *kept = Some(seen);
    }
}

fn at(frame: u32) -> String {
    if frame == 0 { "at the start".into() } else { format!("in frame {}", grouped(frame.into())) }
}
