//! The state on the device: read, and written.

use super::readback::{elements, read};
use super::solver::GpuSolver;
use crate::passes::Slot;
use crate::solver::SolverError;
use crate::world::links::LinkRows;
use crate::world::state::State;

impl GpuSolver {
    /// Copies the first bytes of a buffer to the host, as many as the caller knows that there are.
    ///
    /// # Errors
    /// A device that was lost.
    pub(crate) fn read_slot(&self, slot: Slot, bytes: u64) -> Result<Vec<u8>, SolverError> {
        let found = read(&self.context, self.current(slot), bytes)?;
        self.check_ends()?;
        Ok(found)
    }

    /// Replaces the start of a buffer, for comparing pass by pass.
    pub(crate) fn write_slot(&mut self, slot: Slot, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.context.queue.write_buffer(self.current(slot), 0, bytes);
        }
    }

    /// All that the simulation uses of a buffer.
    pub(super) fn read_elements<T: bytemuck::AnyBitPattern>(&self, slot: Slot) -> Result<Vec<T>, SolverError> {
        let bytes = slot.bytes(&self.sizes);
        if bytes == 0 { Ok(Vec::new()) } else { Ok(elements(&self.read_slot(slot, bytes)?)) }
    }

    pub(super) fn read_links(&self) -> Result<LinkRows, SolverError> {
        Ok(LinkRows {
            starts: self.read_elements(Slot::LinkStarts)?,
            rows: self.read_elements(Slot::LinkRows)?,
            joints: self.read_elements(Slot::Joints)?,
            colour_ends: self.links.colour_ends.clone(),
            linked_ids: self.sizes.linked_ids as u32,
        })
    }

    /// Replaces the state with one that fits, whatever numbers are in it.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    pub(crate) fn put_state(&mut self, state: &State) -> Result<(), SolverError> {
        self.buffers.write_state(&self.context, state, &self.sizes, self.parities)?;
        self.buffers.ended_loops.clear(&self.context);
        self.submissions.clear(&self.context);
        // Zero between substeps; one that did not come to its end has left something.
        let mut encoder = self.encoder("counts");
        encoder.clear_buffer(self.current(Slot::CellCounts), 0, None);
        self.context.queue.submit([encoder.finish()]);
        self.context.check()
    }

    pub(super) fn digests(&self, count: usize) -> Result<Vec<u64>, SolverError> {
        Ok(elements(&self.read_slot(Slot::Digests, 8 * count as u64)?))
    }
}
