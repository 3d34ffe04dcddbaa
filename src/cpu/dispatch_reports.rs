//! The passes that measure, and the digests, with the buffers that they work on; `dispatch_obstacles` has what is measured there.

use super::Buffers;
use super::dispatch::is_of_another_group;
use super::{digest, digest_bodies, measure, measure_bodies};
use crate::passes::PassKind;
use crate::world::measures::Measures;

impl Buffers {
    /// Those of particles and bodies. Particles that are laid aside count, too.
    pub(super) fn report(&mut self, kind: PassKind) {
        let b = self;
        let p = &b.params;
        match kind {
            PassKind::Measure => {
                b.measures = measure::measure(p, &b.particles, &b.displacements, &b.cell_starts);
                let [unborn, removed] = b.absent.counts();
                b.measures = b.measures.merged(Measures { unborn: unborn as u64, removed: removed as u64, ..Measures::default() });
            }
            PassKind::MeasureBodies => {
                b.measures = b.measures.merged(measure_bodies::measure_bodies(p, &b.particles, &b.displacements, &b.bodies));
            }
            PassKind::Digest => {
                let present = digest::digest(0, &b.particles, &b.displacements);
                b.digest = b.absent.all().iter().fold(present, |sum, of| digest::digest(sum, &of.particles, &of.displacements));
            }
            PassKind::DigestBodies => {
                let present = digest_bodies::digest_bodies(b.digest, &b.particles, &b.bodies);
                b.digest = b.absent.all().iter().fold(present, |sum, of| digest_bodies::digest_bodies(sum, &of.particles, &of.bodies));
            }
            _ => is_of_another_group(kind),
        }
    }
}
