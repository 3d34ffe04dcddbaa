//! How the contacts of a row of blocks are dealt out to the lanes of batches: a lane takes those of some blocks, one block after the
//! other. Contacts have numbers, and batches are filled one after the other: a contact is read from where it stands, and no batch is
//! come back to.

use std::ops::Range;

use super::batches::{Batch, Colour};
use super::lanes::LANES;

/// Which lane takes which contacts.
#[derive(Default)]
pub struct Deal {
    /// The first contacts of the lanes of both colours, and behind them of each contact the next one of its lane.
    next: Vec<u32>,
    /// Where in it the next contact of each lane goes.
    ends: [[usize; LANES]; 2],
    /// How many contacts each lane has.
    counts: [[u32; LANES]; 2],
}

/// Places before those of the contacts.
const HEADS: usize = 2 * LANES;

impl Deal {
    /// Begins anew, with so many contacts.
    #[inline(always)]
    pub fn begin(&mut self, contacts: usize) {
        self.next.clear();
        self.next.extend([0; HEADS]);
        self.next.extend(1..=contacts as u32);
        self.ends = [0, LANES].map(|first| std::array::from_fn(|lane| first + lane));
        self.counts = Default::default();
    }

    /// Gives a block, whose contacts are those of one range and then of another, to the lane that has the fewest so far. (Shares of
    /// neighbours, cheaper to find, made every sweep slower.)
    #[inline(always)]
    pub fn give(&mut self, colour: usize, block: [Range<u32>; 2]) {
        let (ends, counts) = (&mut self.ends[colour], &mut self.counts[colour]);
        let lane = (0..LANES).min_by_key(|&lane| counts[lane]).unwrap_or(0);
        for contacts in block {
            // No branch: a range that is empty is written over, or stands where nobody looks.
            self.next[ends[lane]] = contacts.start;
            ends[lane] = if contacts.is_empty() { ends[lane] } else { HEADS + contacts.end as usize - 1 };
            counts[lane] += contacts.end - contacts.start;
        }
    }

    /// Fills batches of both colours; `set` sets a lane of one of them to a contact.
    #[inline(always)]
    pub fn fill<B: Batch>(&mut self, colours: &mut [Colour<B>; 2], set: impl Fn(&mut B, usize, usize)) {
        // Behind its end a lane has any contact, which is never solved there.
        self.ends.as_flattened().iter().for_each(|&end| self.next[end] = 0);
        let (heads, next) = self.next.split_at(HEADS);
        for ((colour, counts), heads) in colours.iter_mut().zip(self.counts).zip(heads.as_chunks::<LANES>().0) {
            colour.make_room(counts);
            let mut contacts = *heads;
            for batch in &mut colour.batches {
                for (lane, contact) in contacts.iter_mut().enumerate() {
                    let number = *contact as usize;
                    set(batch, lane, number);
                    *contact = next[number];
                }
            }
            colour.finish();
        }
    }
}
