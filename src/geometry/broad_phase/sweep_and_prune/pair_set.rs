//! A set of pairs of slots.

/// No pair.
const EMPTY: u64 = u64::MAX;

/// A set of unordered pairs of slots: a table with open addressing and linear probing (D. E. Knuth, *The Art of Computer
/// Programming*, volume 3, section 6.4, algorithms L and R). Its order depends only on what was inserted and removed.
#[derive(Clone, Debug, Default)]
pub struct PairSet {
    /// A power of two, at least half of it empty, but not much more than that; or nothing.
    table: Vec<u64>,
    count: usize,
}

fn key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

impl PairSet {
    fn home(&self, key: u64) -> usize {
        let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.table.len() - 1)
    }

    /// Where the key is, or the empty place where it would be.
    fn find(&self, key: u64) -> usize {
        let mut place = self.home(key);
        while self.table[place] != EMPTY && self.table[place] != key {
            place = (place + 1) & (self.table.len() - 1);
        }
        place
    }

    pub fn clear(&mut self) {
        self.table.fill(EMPTY);
        self.count = 0;
    }

    /// Makes the table as large as suits so many pairs.
    fn fit(&mut self) {
        let other = vec![EMPTY; (4 * (self.count + 1)).next_power_of_two()];
        let old = std::mem::replace(&mut self.table, other);
        for key in old.into_iter().filter(|&key| key != EMPTY) {
            let place = self.find(key);
            self.table[place] = key;
        }
    }

    pub fn insert(&mut self, a: u32, b: u32) {
        if 2 * (self.count + 1) > self.table.len() {
            self.fit();
        }
        let key = key(a, b);
        let place = self.find(key);
        self.count += usize::from(self.table[place] == EMPTY);
        self.table[place] = key;
    }

    pub fn remove(&mut self, a: u32, b: u32) {
        if self.count == 0 {
            return;
        }
        let place = self.find(key(a, b));
        if self.table[place] != EMPTY {
            self.remove_at(place);
            self.fit_fewer();
        }
    }

    /// To be called after many were removed: who goes over all pairs goes over the table.
    pub fn fit_fewer(&mut self) {
        if self.table.len() > 32 * (self.count + 1) {
            self.fit();
        }
    }

    /// Empties a place, and moves into the gap what would not be found any more.
    fn remove_at(&mut self, mut gap: usize) {
        let mask = self.table.len() - 1;
        self.count -= 1;
        let mut next = gap;
        loop {
            next = (next + 1) & mask;
            let key = self.table[next];
            if key == EMPTY {
                break;
            }
            // Stays where its home is between the gap and its place.
            let from_home = next.wrapping_sub(self.home(key)) & mask;
            if from_home >= (next.wrapping_sub(gap) & mask) {
                self.table[gap] = key;
                gap = next;
            }
        }
        self.table[gap] = EMPTY;
    }

    /// Removes the pairs of which `keep` is false.
    pub fn retain(&mut self, keep: impl Fn(u32, u32) -> bool) {
        let mut place = 0;
        while place < self.table.len() {
            let key = self.table[place];
            if key != EMPTY && !keep((key >> 32) as u32, key as u32) {
                // Another one may come into the gap: look at the place again.
                self.remove_at(place);
            } else {
                place += 1;
            }
        }
        self.fit_fewer();
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.table.iter().filter(|&&key| key != EMPTY).map(|&key| ((key >> 32) as u32, key as u32))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Few slots, so that inserting what is there and removing what is not happen all the time, and chains wrap around.
    #[test]
    fn behaves_like_a_set() {
        let mut random = 1_u64;
        let mut below = |count: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((random >> 33) % count) as u32
        };
        let (mut set, mut model) = (PairSet::default(), BTreeSet::new());
        for round in 0..200_000 {
            let (a, b) = (below(24), 24 + below(24));
            let pair = if below(2) == 0 { (a, b) } else { (b, a) };
            // Fills and drains in turns.
            if below(3) == u32::from(round / 1000 % 2 == 0) {
                set.remove(pair.0, pair.1);
                model.remove(&(a, b));
            } else {
                set.insert(pair.0, pair.1);
                model.insert((a, b));
            }
            if round % 5000 == 0 {
                set.retain(|a, _| a % 7 != 3);
                model.retain(|(a, _)| a % 7 != 3);
            }
            if round % 100 == 0 {
                let mut pairs: Vec<_> = set.iter().collect();
                pairs.sort_unstable();
                assert_eq!(pairs, model.iter().copied().collect::<Vec<_>>());
                assert_eq!(set.count, model.len());
            }
        }
    }

    /// Whoever goes over the pairs goes over the table.
    #[test]
    fn the_table_becomes_smaller_with_the_pairs() {
        let mut set = PairSet::default();
        (1..10_000).for_each(|b| set.insert(0, b));
        assert!(set.table.len() > 10_000);
        set.retain(|_, b| b < 10);
        assert!(set.table.len() < 400 && set.iter().count() == 9, "{}", set.table.len());
        (1..10_000).for_each(|b| set.insert(0, b));
        (10..10_000).for_each(|b| set.remove(b, 0));
        assert!(set.table.len() < 400 && set.iter().count() == 9, "{}", set.table.len());
    }
}
