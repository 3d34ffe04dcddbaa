//! The interval ends on one axis.

use super::super::bodies::Bodies;
use super::pair_set::PairSet;
use crate::geometry::vector::Vector;

/// One end of the interval of a box.
#[derive(Clone, Copy, Debug)]
struct End {
    at: f64,
    /// Twice the slot of the box, and 1 more for its upper end.
    name: u32,
}

impl End {
    fn slot(self) -> u32 {
        self.name >> 1
    }

    fn is_upper(self) -> bool {
        self.name & 1 == 1
    }

    /// Where a lower and an upper end are in one place, the lower one is first: boxes that touch overlap.
    fn after(self, other: Self) -> bool {
        self.at > other.at || self.at == other.at && self.is_upper() && !other.is_upper()
    }
}

/// The ends of all boxes on one axis, in order after each step.
#[derive(Clone, Debug)]
pub struct Axis {
    number: usize,
    ends: Vec<End>,
}

/// After this many exchanges an end, insertion sort gives up: a sweep is faster then.
const EXCHANGES_PER_END: usize = 4;

impl Axis {
    pub fn new(number: usize) -> Self {
        Self { number, ends: Vec::new() }
    }

    pub fn retain(&mut self, live: impl Fn(u32) -> bool) {
        self.ends.retain(|end| live(end.slot()));
    }

    /// Appends the ends of a box.
    pub fn push(&mut self, slot: u32) {
        self.ends.extend([2 * slot, 2 * slot + 1].map(|name| End { at: f64::INFINITY, name }));
    }

    /// Takes the places of the ends from the boxes, leaving them in the order they had.
    pub fn refresh<V: Vector>(&mut self, bodies: &Bodies<V>) {
        for end in &mut self.ends {
            let bounds = &bodies.bounds[end.slot() as usize];
            // There is one zero: the two are in one place, but not in a total order.
            end.at = 0.0 + if end.is_upper() { bounds.max[self.number] } else { bounds.min[self.number] };
        }
    }

    /// Sorts the ends, and keeps `overlaps` right as they pass each other; false if there were too many to pass, and both the
    /// order and the set are unfinished.
    ///
    /// Two ends pass each other at most once, and then stand as they will after the step. So a lower end that passes an upper
    /// one may begin an overlap, which the boxes decide; an upper one that passes a lower one ends it for sure.
    pub fn sort_by_insertion<V: Vector>(&mut self, bodies: &Bodies<V>, overlaps: &mut PairSet) -> bool {
        let mut left = self.ends.len() * EXCHANGES_PER_END;
        for i in 1..self.ends.len() {
            let end = self.ends[i];
            let mut place = i;
            while place > 0 && self.ends[place - 1].after(end) {
                let passed = self.ends[place - 1];
                self.ends[place] = passed;
                place -= 1;
                if end.is_upper() != passed.is_upper() {
                    let (a, b) = (end.slot(), passed.slot());
                    if end.is_upper() {
                        overlaps.remove(a, b);
                    } else if bodies.bounds[a as usize].overlaps(&bodies.bounds[b as usize]) {
                        overlaps.insert(a, b);
                    }
                }
            }
            self.ends[place] = end;
            if i - place > left {
                return false;
            }
            left -= i - place;
        }
        true
    }

    pub fn sort_fully(&mut self) {
        self.ends.sort_unstable_by(|a, b| a.at.total_cmp(&b.at).then(a.is_upper().cmp(&b.is_upper())).then(a.name.cmp(&b.name)));
    }
}
