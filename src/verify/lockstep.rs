//! Both backends pass by pass, every buffer compared that a pass writes.
//!
//! Only one thing is free: which rank a particle gets inside its cell, since particles are counted with
//! atomics. Where the GPU's ranks are a permutation, cell by cell, the CPU takes them over, so that
//! everything that follows must agree exactly.

use super::comparison::Comparison;
use super::difference::{Difference, Number, Value};
use super::halves::Halves;
use crate::cpu::dim2::sort_cell;
use crate::passes::{Access, DIGEST, MEASURE, Pass, Slot};
use crate::solver::{Solver, SolverError};
use crate::steps::Step;
use crate::world::levels::Levels;
use crate::world::measures::{Measures, word};
use crate::world::params::Substep;

/// What a buffer is filled with before a pass writes it, so that an element left unwritten shows.
const POISON: u8 = 0xA5;

impl Comparison {
    /// Runs substeps pass by pass, in the same parts as [`Self::run`], and compares every buffer that a pass wrote, and a digest at
    /// the end of each part. Stops at the first difference.
    ///
    /// # Errors
    /// A device that was lost, loops that it ended, or no substeps: nothing would be compared.
    pub fn run_deep(&mut self, substeps: &[Substep]) -> Result<Option<Difference>, SolverError> {
        if substeps.is_empty() {
            return Err(SolverError::NothingToCompare);
        }
        match self.put_in_one_order(substeps[0].index)? {
            None => self.run_parts(Halves::new(substeps)),
            difference => Ok(difference),
        }
    }

    /// Sees to it that the same particle stands in each place of both sides: what ran without a look at each pass, as `run` and measuring
    /// do, may have left each in an order of its own. A difference found on the way gets the number of this substep.
    fn put_in_one_order(&mut self, substep: u32) -> Result<Option<Difference>, SolverError> {
        self.cpu.buffers.gather();
        let gpu = self.gpu.read_particles()?;
        let is_one = self.cpu.buffers.particles.iter().map(|particle| particle.id).eq(gpu.iter().map(|particle| particle.id));
        if is_one { Ok(None) } else { self.compare_states(substep) }
    }

    pub(super) fn run_parts(&mut self, substeps: Halves<'_>) -> Result<Option<Difference>, SolverError> {
        for part in substeps.parts() {
            let difference = self.run_part(part)?;
            if difference.is_some() {
                return Ok(difference);
            }
        }
        Ok(None)
    }

    /// Substeps that run after each other.
    fn run_part(&mut self, part: &[Substep]) -> Result<Option<Difference>, SolverError> {
        for (place, step) in self.gpu.lists().run(part.len() as u32) {
            if let Some(difference) = self.step(step, &part[place as usize])? {
                self.tally.substeps += place + 1;
                self.tally.digests = [self.cpu.digest()?, self.gpu.digest()?];
                return Ok(Some(difference));
            }
        }
        self.tally.substeps += part.len() as u32;
        self.compare_digests(part.last().map_or(0, |substep| substep.index))
    }

    /// Measures both sides, pass by pass.
    ///
    /// # Errors
    /// A device that was lost, or loops that it ended.
    pub fn measure_deep(&mut self, substep: u32) -> Result<Option<Difference>, SolverError> {
        let inputs = Substep { index: substep, ..Substep::default() };
        let difference = self.put_in_one_order(substep)?;
        if difference.is_some() {
            return Ok(difference);
        }
        self.gpu.write_slot(Slot::Measures, &[0; 8 * word::COUNT as usize]);
        for step in self.gpu.lists().measuring.clone() {
            if let Some(difference) = self.step(step, &inputs)? {
                return Ok(Some(difference));
            }
        }
        let words = self.gpu_words(Slot::Measures, 2 * word::COUNT as usize)?;
        self.tally.values += words.len() as u64;
        Ok(unequal_measure(&self.cpu.buffers.measures, &Measures::from_words(&words)).map(|(field, cpu, gpu)| Difference {
            substep,
            pass: MEASURE.name,
            buffer: Slot::Measures.name(),
            index: 0,
            particle: None,
            field,
            cpu,
            gpu,
        }))
    }

    /// One entry of a list on both sides, then the buffers that it wrote.
    fn step(&mut self, step: Step, substep: &Substep) -> Result<Option<Difference>, SolverError> {
        if let Step::Dispatch(pass) = step {
            self.poison(pass);
        }
        self.cpu.run_step(step, substep);
        self.gpu.run_step(step, substep)?;
        match step {
            Step::Swap(_) => Ok(None),
            Step::Dispatch(pass) => self.compare_written(substep.index, pass),
        }
    }

    fn compare_written(&mut self, substep: u32, pass: &'static Pass) -> Result<Option<Difference>, SolverError> {
        for &(slot, _) in pass.bindings.iter().filter(|(_, access)| writes(*access)) {
            let difference = match slot {
                Slot::Ranks => self.adopt_ranks(substep, pass)?,
                _ => self.compare_slot(substep, pass.name, slot)?,
            };
            if difference.is_some() {
                return Ok(difference);
            }
        }
        Ok(None)
    }

    /// Fills what a pass writes without reading it, on the GPU.
    fn poison(&mut self, pass: &Pass) {
        for &(slot, _) in pass.bindings.iter().filter(|(_, access)| *access == Access::Write) {
            let length = self.cpu.buffers.words(slot).map_or(0, |words| words.len());
            self.gpu.write_slot(slot, &vec![POISON; 4 * length]);
        }
    }

    fn compare_digests(&mut self, substep: u32) -> Result<Option<Difference>, SolverError> {
        let [cpu, gpu] = [self.cpu.digest()?, self.gpu.digest()?];
        self.tally.digests = [cpu, gpu];
        Ok((cpu != gpu).then(|| Difference {
            substep,
            pass: DIGEST.name,
            buffer: Slot::Digests.name(),
            index: 0,
            particle: None,
            field: "digest",
            cpu: Value::digest(cpu),
            gpu: Value::digest(gpu),
        }))
    }

    /// Checks that the GPU's ranks are a permutation in every cell, and gives them to the CPU.
    fn adopt_ranks(&mut self, substep: u32, pass: &Pass) -> Result<Option<Difference>, SolverError> {
        let ranks = self.gpu_words(Slot::Ranks, self.cpu.buffers.particles.len())?;
        self.tally.values += ranks.len() as u64;
        let b = &mut self.cpu.buffers;
        let levels = Levels::new(&b.params);
        let writes_next = pass.bindings.iter().any(|(slot, _)| *slot == Slot::ParticlesNext);
        let particles = if writes_next { &b.particles_next } else { &b.particles };
        let cells: Vec<usize> = particles.iter().map(|particle| sort_cell(&levels, particle)).collect();
        let counts: Vec<u32> = b.cell_counts.iter_mut().map(|count| *count.get_mut()).collect();
        let bad = first_repeated_rank(&cells, &counts, &ranks);
        let Some(index) = bad else {
            b.ranks = ranks;
            return Ok(None);
        };
        let value = |rank: u32| Value::word(rank, Number::Integer(i64::from(rank)));
        Ok(Some(Difference {
            substep,
            pass: pass.name,
            buffer: Slot::Ranks.name(),
            index: index as u32,
            particle: Some(particles[index].id),
            field: "rank",
            cpu: value(b.ranks[index]),
            gpu: value(ranks[index]),
        }))
    }
}

/// Whether a pass leaves something in a buffer.
fn writes(access: Access) -> bool {
    matches!(access, Access::Write | Access::ReadWrite | Access::Atomic)
}

/// The first particle whose rank is not below the count of its cell, or was given out before.
fn first_repeated_rank(cells: &[usize], counts: &[u32], ranks: &[u32]) -> Option<usize> {
    let mut starts = Vec::with_capacity(counts.len());
    let mut total = 0usize;
    for &count in counts {
        starts.push(total);
        total += count as usize;
    }
    let mut taken = vec![false; total];
    (0..ranks.len()).find(|&i| {
        let (cell, rank) = (cells[i], ranks[i]);
        rank >= counts[cell] || std::mem::replace(&mut taken[starts[cell] + rank as usize], true)
    })
}

/// The first field in which two measures differ.
fn unequal_measure(cpu: &Measures, gpu: &Measures) -> Option<(&'static str, Value, Value)> {
    let fields = |m: &Measures| {
        [
            ("live", u128::from(m.live)),
            ("pinned", u128::from(m.pinned)),
            ("unborn", u128::from(m.unborn)),
            ("removed", u128::from(m.removed)),
            ("touching", u128::from(m.touching)),
            ("outside", u128::from(m.outside)),
            ("max_overlap", u128::from(m.max_overlap)),
            ("max_speed_squared", u128::from(m.max_speed_squared)),
            ("overlap", m.overlap),
            ("speed_squared", m.speed_squared),
            ("places.x", m.places[0]),
            ("places.y", m.places[1]),
            ("energy", m.energy),
            ("moments.x", m.moments[0]),
            ("moments.y", m.moments[1]),
            ("mass", m.mass),
            ("in_obstacles", u128::from(m.in_obstacles)),
            ("max_depth", u128::from(m.max_depth)),
        ]
    };
    let mut pairs = fields(cpu).into_iter().zip(fields(gpu));
    let ((name, cpu), (_, gpu)) = pairs.find(|((_, cpu), (_, gpu))| cpu != gpu)?;
    Some((name, Value::sum(cpu), Value::sum(gpu)))
}

#[cfg(test)]
mod tests {
    use super::first_repeated_rank;

    #[test]
    fn ranks_are_free_inside_a_cell_and_nothing_else_is() {
        let (cells, counts) = ([0, 2, 0, 2, 2], [2, 0, 3]);
        assert_eq!(first_repeated_rank(&cells, &counts, &[0, 0, 1, 1, 2]), None);
        assert_eq!(first_repeated_rank(&cells, &counts, &[1, 2, 0, 0, 1]), None);
        assert_eq!(first_repeated_rank(&cells, &counts, &[0, 0, 1, 0, 2]), Some(3), "a rank given out twice");
        assert_eq!(first_repeated_rank(&cells, &counts, &[0, 0, 2, 1, 2]), Some(2), "a rank beyond its cell");
    }
}
