//! Links. The plain solver gathers over rows at both ends: those of particle `id` are `rows[starts[id]..starts[id + 1]]`.
//! The resting solver sweeps over links in colours: each has one row, and a joint at the same index.

use bytemuck::{Pod, Zeroable};

use super::body;
use super::fixed::FAINTEST;
use super::params::LinkStage;

/// A row whose link is broken, cut, or lost an end names this partner.
pub const NO_PARTNER: u32 = u32::MAX;

/// Share of the error of a length that the first sweeps of the resting solver turn into speed.
pub const JOINT_RATE: f32 = 0.03;

/// Share that a rigid link loses in each of the first sweeps of what it carries beyond its mean: as for a contact of stiffness 1.75.
pub const JOINT_LEAK: f32 = JOINT_RATE / 3.5;

/// A link that is off its length by a third keeps nothing of its mean; up to there the share falls evenly.
pub const STRAINS_PER_LIMIT: f32 = 3.0;

/// Greatest number that a link may have or carry: products of two of them do not overflow.
pub(super) const GREATEST: f32 = (1u64 << 60) as f32;

/// Weight of a new impulse in the mean: it remembers some two thousand substeps.
pub const JOINT_MEMORY: f32 = 1.0 / 2048.0;

/// A link as the particle at its first end sees it. Equals `LinkRow` in `dim2.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct LinkRow {
    /// Id of the particle at the other end, or [`NO_PARTNER`].
    pub partner: u32,
    /// Length at rest, in steps.
    pub rest_length: f32,
    /// With the plain solver, correction of this end per length of error, in displacement units per step, when both ends
    /// move. With the resting one, compliance over the square of a substep: lengthening per impulse, both in displacement
    /// units.
    pub elasticity: f32,
    /// Length beyond which the link breaks, in steps; `f32::MAX` never does.
    pub break_length: f32,
}

/// What a link carries, with the resting solver. Equals `Joint` in `dim2.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Joint {
    /// Id of the particle at the first end.
    pub id: u32,
    /// Impulse that pushes the ends apart (negative: pulls them together) over the mass of the heaviest disc, in displacement units.
    pub impulse: f32,
    /// The impulse at the end of the last substep.
    pub last_impulse: f32,
    /// Mean of the impulse over the last substeps.
    pub mean_impulse: f32,
    /// Mass of the heaviest disc over the mass of each end; 0 for a pinned one.
    pub inverse_masses: [f32; 2],
}

impl Joint {
    /// A link that has carried nothing yet, at a particle, between ends of these inverse masses.
    pub fn new(id: u32, inverse_masses: [f32; 2]) -> Self {
        Self { id, impulse: 0.0, last_impulse: 0.0, mean_impulse: 0.0, inverse_masses }
    }
}

/// All links: each in the rows of both its ends, or each once, those of a colour together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkRows {
    /// First row of each particle by id, and the number of rows at the end. Empty without links, and with the resting solver.
    pub starts: Vec<u32>,
    /// The rows, those of one particle or of one colour in the order in which its links were given.
    pub rows: Vec<LinkRow>,
    /// A joint for each row, with the resting solver.
    pub joints: Vec<Joint>,
    /// Where the rows of each colour end. No two links of a colour share a particle.
    pub colour_ends: Vec<u32>,
    /// Particles that may have links: those of the scene. 0 without links.
    pub linked_ids: u32,
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
        Self { starts, rows, linked_ids: particle_count as u32, ..Self::default() }
    }

    /// Colours links for the resting solver: a link gets the first colour that none of its
    /// particles has yet, in the order given.
    pub fn coloured(particle_count: usize, links: &[(Joint, LinkRow)]) -> Self {
        if links.is_empty() {
            return Self::default();
        }
        let mut taken: Vec<Vec<u64>> = vec![Vec::new(); particle_count];
        let mut colours: Vec<Vec<usize>> = Vec::new();
        for (index, (joint, row)) in links.iter().enumerate() {
            let ends = [joint.id as usize, row.partner as usize];
            let colour = first_free(ends.map(|end| &taken[end][..]));
            for end in ends {
                let words = &mut taken[end];
                words.resize(words.len().max(colour / 64 + 1), 0);
                words[colour / 64] |= 1 << (colour % 64);
            }
            colours.resize_with(colours.len().max(colour + 1), Vec::new);
            colours[colour].push(index);
        }
        let order = || colours.iter().flatten().map(|&index| links[index]);
        let ends = colours.iter().scan(0, |end, colour| {
            *end += colour.len() as u32;
            Some(*end)
        });
        Self {
            starts: Vec::new(),
            rows: order().map(|(_, row)| row).collect(),
            joints: order().map(|(joint, _)| joint).collect(),
            colour_ends: ends.collect(),
            linked_ids: particle_count as u32,
        }
    }

    /// First row and number of rows of each colour.
    pub(crate) fn colours(&self) -> impl Iterator<Item = [u32; 2]> {
        let starts = std::iter::once(0).chain(self.colour_ends.iter().copied());
        starts.zip(&self.colour_ends).map(|(start, end)| [start, end - start])
    }

    /// The stages of so many sweeps over the links with the resting solver: one a colour, and every other sweep backwards.
    pub fn stages(&self, sweeps: u32) -> Vec<LinkStage> {
        let colours: Vec<[u32; 2]> = self.colours().collect();
        let backwards: Vec<[u32; 2]> = colours.iter().rev().copied().collect();
        let stage = |(&ahead, &reversed): (&[u32; 2], &[u32; 2])| LinkStage { ahead: ahead.into(), reversed: reversed.into() };
        (0..sweeps)
            .flat_map(|sweep| {
                let (ahead, reversed) = if sweep % 2 == 0 { (&colours, &backwards) } else { (&backwards, &colours) };
                ahead.iter().zip(reversed).map(stage).collect::<Vec<_>>()
            })
            .collect()
    }

    /// Whether the rows of each of so many particles are its own, or no two links of a colour share one; and all numbers are sound.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn check(&self, particle_count: usize) -> Result<(), String> {
        if self.linked_ids as usize > particle_count {
            return Err(format!("links of {} particles: there are {particle_count}", self.linked_ids));
        }
        self.check_numbers()?;
        if !self.joints.is_empty() {
            return self.check_colours();
        }
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

    /// Whether these are the links of a world, some of which may have broken.
    ///
    /// # Errors
    /// What is different, in words.
    pub(crate) fn check_same(&self, world: &Self) -> Result<(), String> {
        if (&self.starts, self.linked_ids, &self.colour_ends) != (&world.starts, world.linked_ids, &world.colour_ends) {
            return Err("other numbers of links at the particles".into());
        }
        let material = |row: &LinkRow| [row.rest_length, row.elasticity, row.break_length].map(f32::to_bits);
        let ends = |joint: &Joint| (joint.id, joint.inverse_masses.map(f32::to_bits));
        let same = self.rows.iter().map(material).eq(world.rows.iter().map(material))
            && self.joints.iter().map(ends).eq(world.joints.iter().map(ends));
        if same { Ok(()) } else { Err("other links: lengths, elasticities and inverse masses are those of the world".into()) }
    }

    /// See [`Self::check`]: a backend may take what is no number, or too small a one, for what it likes.
    fn check_numbers(&self) -> Result<(), String> {
        let sound = |value: f32| value == 0.0 || (FAINTEST..=GREATEST).contains(&value);
        for row in &self.rows {
            let numbers = [
                ("a rest length", row.rest_length, sound(row.rest_length)),
                ("an elasticity", row.elasticity, sound(row.elasticity)),
                ("a break length", row.break_length, (FAINTEST..=f32::MAX).contains(&row.break_length)),
            ];
            if let Some((name, value, _)) = numbers.into_iter().find(|&(.., ok)| !ok) {
                return Err(format!("a link with {name} of {value}"));
            }
        }
        for joint in &self.joints {
            if !joint.inverse_masses.into_iter().all(|inverse| inverse == 0.0 || body::INVERSE_MASSES.contains(&inverse)) {
                return Err(format!("a joint between inverse masses of {:?}", joint.inverse_masses));
            }
            if ![joint.impulse, joint.last_impulse, joint.mean_impulse].into_iter().all(|carried| carried.abs() <= GREATEST) {
                return Err(format!(
                    "a joint carries {}, before {}, in the mean {}",
                    joint.impulse, joint.last_impulse, joint.mean_impulse
                ));
            }
        }
        Ok(())
    }

    /// See [`Self::check`]: two threads would change the same displacement.
    fn check_colours(&self) -> Result<(), String> {
        let count = self.rows.len();
        if self.joints.len() != count || !self.colour_ends.is_sorted() || self.colour_ends.last() != Some(&(count as u32)) {
            return Err(format!("{} joints and colours up to {:?} for {count} links", self.joints.len(), self.colour_ends.last()));
        }
        let mut colour_of = vec![u32::MAX; self.linked_ids as usize];
        for (index, (joint, row)) in (0u32..).zip(self.joints.iter().zip(&self.rows)) {
            let colour = self.colour_ends.partition_point(|&end| end <= index) as u32;
            // Where a link is gone there is no partner.
            for id in [Some(joint.id), Some(row.partner).filter(|&id| id != NO_PARTNER)].into_iter().flatten() {
                match colour_of.get_mut(id as usize) {
                    Some(last) if *last != colour => *last = colour,
                    Some(_) => return Err(format!("two links of one colour at particle {id}")),
                    None => return Err(format!("a link to {id}: ids of linked particles are below {}", self.linked_ids)),
                }
            }
        }
        Ok(())
    }

    /// Whether there are no links at all.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The id of the first end of each row.
    pub fn first_ends(&self) -> impl Iterator<Item = u32> + '_ {
        let by_particle = (0u32..).zip(self.starts.windows(2)).flat_map(|(id, starts)| (starts[0]..starts[1]).map(move |_| id));
        by_particle.chain(self.joints.iter().map(|joint| joint.id))
    }

    /// Each link that holds once, with either solver: the id of its first end, and its row.
    pub fn once(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let once = |&(id, row): &(u32, u32)| {
            let partner = self.rows[row as usize].partner;
            partner != NO_PARTNER && (id < partner || !self.joints.is_empty())
        };
        self.first_ends().zip(0u32..).filter(once)
    }

    /// Each link that holds, with what it carries; none with the plain solver.
    pub(crate) fn held(&self) -> impl Iterator<Item = (&LinkRow, &Joint)> {
        self.rows.iter().zip(&self.joints).filter(|(row, _)| row.partner != NO_PARTNER)
    }

    /// The ids at both ends of each link that still holds, the lower first; in the order of the lower, then of the higher.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let ends = |(id, row): (u32, u32)| (id, self.rows[row as usize].partner);
        let mut pairs: Vec<_> = self.once().map(ends).map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        pairs.into_iter()
    }
}

/// The first colour that neither of two particles has taken; a bit a colour.
fn first_free(taken: [&[u64]; 2]) -> usize {
    let word = |k: usize| taken[0].get(k).unwrap_or(&0) | taken[1].get(k).unwrap_or(&0);
    let mut k = 0;
    while word(k) == u64::MAX {
        k += 1;
    }
    64 * k + word(k).trailing_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(partner: u32) -> LinkRow {
        LinkRow { partner, rest_length: 1.0, elasticity: 0.0, break_length: f32::MAX }
    }

    /// A hub with 150 links, and a chain around it.
    fn wheel() -> LinkRows {
        let spokes = (1..=150).map(|id| (Joint::new(0, [1.0; 2]), row(id)));
        let rim = (1..150).map(|id| (Joint::new(id, [1.0; 2]), row(id + 1)));
        LinkRows::coloured(151, &spokes.chain(rim).collect::<Vec<_>>())
    }

    #[test]
    fn every_link_has_a_colour_and_no_two_of_a_colour_share_a_particle() {
        let links = wheel();
        assert_eq!((links.rows.len(), links.pairs().count()), (299, 299));
        assert!(links.check(151).is_ok());
        assert!((150..=152).contains(&links.colour_ends.len()), "{}", links.colour_ends.len());
    }

    #[test]
    fn two_links_of_a_colour_at_one_particle_are_refused() {
        let mut merged = wheel();
        merged.colour_ends.remove(3);
        assert!(merged.check(151).unwrap_err().contains("one colour at particle"));
        let mut moved = wheel();
        for id in [151, NO_PARTNER] {
            moved.joints[5].id = id;
            assert!(moved.check(151).unwrap_err().contains("ids of linked particles are below 151"));
        }
    }

    #[test]
    fn stages_take_every_colour_once_a_sweep_and_turn_round() {
        let links = wheel();
        let stages = links.stages(3);
        let count = links.colour_ends.len();
        assert_eq!(stages.len(), 3 * count);
        assert_eq!(stages[..count].iter().map(|stage| stage.ahead[1]).sum::<u32>(), 299);
        assert!(stages[..count].iter().zip(&stages[count..2 * count]).all(|(a, b)| a.ahead == b.reversed && a.reversed == b.ahead));
        assert_eq!(stages[0].ahead, stages[count - 1].reversed);
    }
}
