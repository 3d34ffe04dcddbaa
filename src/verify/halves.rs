//! How the substeps of a frame run where the two backends are compared.

use crate::solver::{Solver, SolverError};
use crate::world::params::Substep;

/// The first half of some substeps, which run one by one, and the others, which run after each other as a simulation runs them: one
/// pass may then do what two do at the end of one substep and the start of the next.
#[derive(Clone, Copy)]
pub(super) struct Halves<'a> {
    each: &'a [Substep],
    others: &'a [Substep],
}

impl<'a> Halves<'a> {
    pub fn new(substeps: &'a [Substep]) -> Self {
        let (each, others) = substeps.split_at(substeps.len().div_ceil(2));
        Self { each, others }
    }

    /// What has a digest at its end.
    pub fn parts(self) -> Vec<&'a [Substep]> {
        self.each.chunks(1).chain((!self.others.is_empty()).then_some(self.others)).collect()
    }

    /// The first so many of the parts.
    pub fn up_to(self, count: usize) -> Self {
        if count > self.each.len() { self } else { Self { each: &self.each[..count], others: &[] } }
    }

    /// Runs them; the digest after each of the parts.
    pub fn digests(self, solver: &mut dyn Solver) -> Result<Vec<u64>, SolverError> {
        let mut digests = solver.run_digesting(self.each)?;
        if !self.others.is_empty() {
            solver.run(self.others)?;
            digests.push(solver.digest()?);
        }
        Ok(digests)
    }
}
