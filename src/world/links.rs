//! Links in compressed rows: the links of particle `id` are `rows[starts[id]..starts[id + 1]]`.

use bytemuck::{Pod, Zeroable};

/// A row whose link is broken, cut, or lost an end names this partner.
pub const NO_PARTNER: u32 = u32::MAX;

/// One end of a link, as its particle sees it. Equals `LinkRow` in `dim2.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct LinkRow {
    /// Id of the particle at the other end, or [`NO_PARTNER`].
    pub partner: u32,
    /// Length at rest, in steps.
    pub rest_length: f32,
    /// Correction of this end per length of error, in displacement units per step, when both ends move.
    pub gain: f32,
    /// Length beyond which the link breaks, in steps; `f32::MAX` never does.
    pub break_length: f32,
}

/// All links, each in the rows of both its ends.
#[derive(Clone, Debug, Default)]
pub struct LinkRows {
    /// First row of each particle by id, and the number of rows at the end. Empty without links.
    pub starts: Vec<u32>,
    /// The rows, those of one particle in the order in which its links were given.
    pub rows: Vec<LinkRow>,
}

impl LinkRows {
    /// Sorts link ends into rows: `ends` holds `(particle, row)` in the order given.
    pub fn new(particle_count: usize, ends: &[(u32, LinkRow)]) -> Self {
        if ends.is_empty() {
            return Self::default();
        }
        let mut starts = vec![0u32; particle_count + 1];
        for &(id, _) in ends {
            starts[id as usize + 1] += 1;
        }
        for id in 0..particle_count {
            starts[id + 1] += starts[id];
        }
        let mut next = starts.clone();
        let mut rows = vec![LinkRow::zeroed(); ends.len()];
        for &(id, row) in ends {
            rows[next[id as usize] as usize] = row;
            next[id as usize] += 1;
        }
        Self { starts, rows }
    }

    /// Whether the rows of each of so many particles are its own.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn check(&self, particle_count: usize) -> Result<(), String> {
        if self.starts.is_empty() && self.rows.is_empty() {
            return Ok(());
        }
        if self.starts.len() != particle_count + 1 {
            return Err(format!("{} starts of link rows: {} are needed", self.starts.len(), particle_count + 1));
        }
        let ends = (self.starts[0] as usize, self.starts[particle_count] as usize);
        if !self.starts.is_sorted() || ends != (0, self.rows.len()) {
            return Err(format!("link rows of one particle among those of another: starts go up from 0 to {}", self.rows.len()));
        }
        Ok(())
    }

    /// Whether there are no links at all.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows of one particle.
    pub fn of(&self, id: u32) -> &[LinkRow] {
        match self.starts.get(id as usize + 1) {
            Some(&end) => &self.rows[self.starts[id as usize] as usize..end as usize],
            None => &[],
        }
    }

    /// The ids at both ends of each link that still holds, each link once.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.starts.len().saturating_sub(1) as u32)
            .flat_map(move |id| self.of(id).iter().map(|row| row.partner).filter(move |&p| p != NO_PARTNER && id < p).map(move |p| (id, p)))
    }
}
