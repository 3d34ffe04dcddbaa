//! How the contacts of a row of blocks are dealt out to the lanes of batches: a lane takes those of some blocks, one block after the
//! other. Contacts have numbers, and batches are filled one after the other: a contact is read from where it stands, and no batch is
//! come back to.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::u32x8;

use super::batches::{Batch, Colour};
use super::lanes::LANES;

/// Which lane takes which contacts.
#[derive(Default)]
pub struct Deal {
    /// The first contacts of the lanes of both colours, and behind them of each contact the next one of its lane.
    next: Vec<u32>,
    /// Where in it the next contact of each lane goes.
    ends: [[u32; LANES]; 2],
    /// How many contacts each lane has, times [`LANES`], plus its number: the least is that of the first lane with the fewest.
    loads: [[u32; LANES]; 2],
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
        self.ends = [0, LANES].map(|first| std::array::from_fn(|lane| (first + lane) as u32));
        self.loads = [std::array::from_fn(|lane| lane as u32); 2];
    }

    /// Gives a block, whose contacts are those of one range and then of another, to the lane that has the fewest so far. (Shares of
    /// neighbours, cheaper to find, made every sweep slower.)
    #[inline(always)]
    pub fn give<S: Simd>(&mut self, simd: S, colour: usize, block: [Range<u32>; 2]) {
        let loads = u32x8::load_array_ref(simd, &self.loads[colour]);
        let least = loads.reduce_min();
        let more = block.iter().map(|contacts| contacts.end - contacts.start).sum::<u32>() * LANES as u32;
        let none = u32x8::splat(simd, 0);
        (loads + loads.simd_eq(least).select(u32x8::splat(simd, more), none)).store_array(&mut self.loads[colour]);
        let end = &mut self.ends[colour][least as usize % LANES];
        for contacts in block {
            // No branch: a range that is empty is written over, or stands where nobody looks.
            self.next[*end as usize] = contacts.start;
            *end = if contacts.is_empty() { *end } else { HEADS as u32 + contacts.end - 1 };
        }
    }

    /// Fills batches of both colours; `set` sets the lanes of one of them to contacts, of which those that `used` does not name are any.
    #[inline(always)]
    pub fn fill<B: Batch>(&mut self, colours: &mut [Colour<B>; 2], set: impl Fn(&mut B, [usize; LANES])) {
        // Behind its end a lane has any contact, which is never solved there.
        self.ends.as_flattened().iter().for_each(|&end| self.next[end as usize] = 0);
        let (heads, next) = self.next.split_at(HEADS);
        for ((colour, loads), heads) in colours.iter_mut().zip(self.loads).zip(heads.as_chunks::<LANES>().0) {
            colour.make_room(loads.map(|load| load / LANES as u32));
            let mut contacts = *heads;
            for batch in &mut colour.batches {
                let numbers = contacts.map(|contact| contact as usize);
                set(batch, numbers);
                contacts = numbers.map(|number| next[number]);
            }
            colour.finish();
        }
    }
}
