//! How the contacts of a row of blocks are dealt out to the lanes of batches: a lane takes those of some blocks, one block after the
//! other. Contacts have numbers, and batches are filled one after the other: a contact is read from where it stands, and no batch is
//! come back to.

use std::ops::Range;

use bytemuck::cast;
use fearless_simd::prelude::*;
use fearless_simd::u32x8;

use super::{Batch, Colour, GROUPS, Loads};
use crate::cpu::vectors::lanes::EIGHT;

/// Which lane takes which contacts.
#[derive(Default)]
pub struct Deal {
    /// The first contacts of the lanes of both colours, and behind them of each contact the next one of its lane.
    next: Vec<u32>,
    /// Where in it the next contact of each lane goes.
    ends: [[[u32; EIGHT]; GROUPS]; 2],
    /// How many contacts each lane has, times [`EIGHT`], plus its number: the least is that of the first lane with the fewest.
    loads: [Loads; 2],
    /// The number of the last group that takes any.
    last_group: usize,
}

/// Places before those of the contacts: one for each lane.
const HEADS: usize = 2 * GROUPS * EIGHT;

/// How many groups of lanes a row of so many blocks with so many contacts has. With fewer blocks than lanes, or with a few contacts for
/// each lane, most of these would idle.
pub fn groups_for(blocks: usize, contacts: usize) -> usize {
    if blocks >= HEADS && contacts >= 4 * HEADS { GROUPS } else { 1 }
}

impl Deal {
    /// Begins anew, with so many contacts for so many groups, see [`groups_for`].
    #[inline(always)]
    pub fn begin(&mut self, contacts: usize, groups: usize) {
        self.next.clear();
        self.next.extend([0; HEADS]);
        self.next.extend(1..=contacts as u32);
        self.ends = cast(std::array::from_fn::<u32, HEADS, _>(|lane| lane as u32));
        self.loads = [[std::array::from_fn(|lane| lane as u32); GROUPS]; 2];
        self.last_group = groups - 1;
    }

    /// Gives a block, by its number in its row, whose contacts are those of one range and then of another, to the lane of its group that
    /// has the fewest so far. (Shares of neighbours, cheaper to find, made every sweep slower.)
    #[inline(always)]
    pub fn give<S: Simd>(&mut self, simd: S, block: usize, contacts: [Range<u32>; 2]) {
        let (colour, group) = (block & 1, block >> 1 & self.last_group);
        let lanes = &mut self.loads[colour][group];
        let loads = u32x8::load_array_ref(simd, lanes);
        let least = loads.reduce_min();
        let more = contacts.iter().map(|contacts| contacts.end - contacts.start).sum::<u32>() * EIGHT as u32;
        let none = u32x8::splat(simd, 0);
        (loads + loads.simd_eq(least).select(u32x8::splat(simd, more), none)).store_array(lanes);
        let end = &mut self.ends[colour][group][least as usize % EIGHT];
        for contacts in contacts {
            // No branch: a range that is empty is written over, or stands where nobody looks.
            self.next[*end as usize] = contacts.start;
            *end = if contacts.is_empty() { *end } else { HEADS as u32 + contacts.end - 1 };
        }
    }

    /// Fills batches of both colours; `set` sets the lanes of one of them to contacts, of which those that `used` does not name are any.
    #[inline(always)]
    pub fn fill<B: Batch>(&mut self, colours: &mut [Colour<B>; 2], set: impl Fn(&mut B, [usize; EIGHT])) {
        // Behind its end a lane has any contact, which is never solved there.
        self.ends.as_flattened().as_flattened().iter().for_each(|&end| self.next[end as usize] = 0);
        let (heads, next) = self.next.split_at(HEADS);
        let heads = heads.as_chunks::<EIGHT>().0.as_chunks::<GROUPS>().0;
        for ((colour, loads), heads) in colours.iter_mut().zip(&self.loads).zip(heads) {
            let loads = loads.map(|lanes| lanes.map(|load| load / EIGHT as u32));
            let (in_turns, longest) = colour.make_room(&loads);
            let (in_turns, rest) = colour.batches.split_at_mut(in_turns);
            let mut heads = *heads;
            for pair in in_turns.as_chunks_mut::<GROUPS>().0 {
                for (batch, contacts) in pair.iter_mut().zip(&mut heads) {
                    set_next(batch, contacts, next, &set);
                }
            }
            let contacts = &mut heads[longest];
            for batch in rest {
                set_next(batch, contacts, next, &set);
            }
            colour.finish();
        }
    }
}

/// Sets a batch to contacts, and goes on to the next ones of their lanes.
#[inline(always)]
fn set_next<B>(batch: &mut B, contacts: &mut [u32; EIGHT], next: &[u32], set: &impl Fn(&mut B, [usize; EIGHT])) {
    set(batch, contacts.map(|contact| contact as usize));
    for contact in contacts {
        *contact = next[*contact as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::batches::alike_batch::AlikeBatch;
    use crate::cpu::vectors::instructions::instructions;
    use crate::scene::random::Random;
    use fearless_simd::dispatch;

    /// Deals blocks of so many contacts, a part of each in either row of cells; returns the batches of both colours, whose owners are the
    /// numbers of contacts, and of each contact its block.
    fn dealt(deal: &mut Deal, colours: &mut [Colour<AlikeBatch>; 2], blocks: &[[u32; 2]]) -> Vec<usize> {
        let total: u32 = blocks.iter().flatten().sum();
        let mut blocks_of = vec![0; total as usize];
        // Contacts of the lower row of cells come first, then those of the upper.
        let mut ends = [0, blocks.iter().map(|[lower, _]| lower).sum()];
        dispatch!(instructions(), simd => {
            deal.begin(total as usize, groups_for(blocks.len(), total as usize));
            for (number, counts) in blocks.iter().enumerate() {
                let ranges = [0, 1].map(|row| ends[row]..ends[row] + counts[row]);
                ends = ranges.clone().map(|range| range.end);
                ranges.iter().cloned().flatten().for_each(|contact| blocks_of[contact as usize] = number);
                deal.give(simd, number, ranges);
            }
            deal.fill(colours, |batch, contacts| batch.owners = contacts.map(|contact| contact as u32));
        });
        blocks_of
    }

    /// The lanes of a batch that have a contact of their own.
    fn used_lanes(batch: &AlikeBatch) -> impl Iterator<Item = usize> {
        (0..EIGHT).filter(|lane| batch.used >> lane & 1 == 1)
    }

    /// Rows of any number of blocks, one after the other in the same batches; some blocks are empty.
    #[test]
    fn every_contact_is_dealt_once_and_those_of_a_block_in_their_order_to_one_lane() {
        let mut random = Random::new(1, 0);
        let (mut deal, mut colours) = (Deal::default(), [Colour::NONE, Colour::NONE]);
        for count in [0, 1, 2, 17, HEADS - 1, HEADS, HEADS + 1, 300, 40, 3] {
            let blocks: Vec<_> = (0..count).map(|_| [0; 2].map(|_| (random.unit() * random.unit() * 16.0) as u32)).collect();
            let blocks_of = dealt(&mut deal, &mut colours, &blocks);
            let block_of = |batch: &AlikeBatch, lane: usize| blocks_of[batch.owners[lane] as usize];
            let mut seen = vec![Vec::new(); count];
            for (number, batch) in colours.iter().enumerate().flat_map(|(number, colour)| colour.batches.iter().map(move |b| (number, b))) {
                let blocks: Vec<_> = used_lanes(batch).map(|lane| block_of(batch, lane)).collect();
                assert!(!blocks.is_empty() && blocks.iter().all(|block| block % 2 == number), "{count} blocks");
                assert!((1..blocks.len()).all(|k| !blocks[..k].contains(&blocks[k])), "{count} blocks: one of them twice in a batch");
                assert!((0..EIGHT).all(|lane| used_lanes(batch).any(|used| batch.owners[used] == batch.owners[lane])));
                used_lanes(batch).for_each(|lane| seen[block_of(batch, lane)].push((batch.owners[lane], lane)));
            }
            for (contacts, counts) in seen.iter().zip(&blocks) {
                assert_eq!(contacts.len() as u32, counts[0] + counts[1]);
                assert!(contacts.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 == pair[1].1));
            }
        }
    }

    /// All blocks have as many contacts: two batches that follow each other have no block in common.
    #[test]
    fn batches_of_two_groups_take_turns() {
        let (mut deal, mut colours) = (Deal::default(), [Colour::NONE, Colour::NONE]);
        for (count, in_turns) in [(HEADS - 2, false), (4 * HEADS, true)] {
            let blocks_of = dealt(&mut deal, &mut colours, &vec![[2, 1]; count]);
            let blocks = |batch: &AlikeBatch| used_lanes(batch).map(|lane| blocks_of[batch.owners[lane] as usize]).collect::<Vec<_>>();
            for pair in colours.iter().flat_map(|colour| colour.batches.windows(2)) {
                let [one, next] = [&pair[0], &pair[1]].map(blocks);
                assert!(!in_turns || one.iter().all(|block| !next.contains(block)));
            }
            let expected = if in_turns { 4 * 3 * GROUPS } else { 2 * 3 };
            assert!(colours.iter().all(|colour| colour.batches.len() == expected), "{count} blocks");
        }
    }
}
