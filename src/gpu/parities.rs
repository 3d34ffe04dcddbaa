//! Which of two buffers is the current one, for everything that there are two of.

use crate::passes::{Doubled, Slot};
use crate::steps::Step;

/// One bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parities(u32);

impl Parities {
    /// What they are after an entry of a list.
    pub fn after(self, step: Step) -> Self {
        match step {
            Step::Dispatch(_) => self,
            Step::Swap(doubled) => Self(self.0 ^ 1 << doubled as u32),
        }
    }

    /// The buffer that a slot means now, named by the slot that it had at the start.
    pub fn buffer_of(self, slot: Slot) -> Slot {
        match slot.row().half {
            Some((doubled, half)) => doubled.halves()[self.bit(doubled) ^ half],
            None => slot,
        }
    }

    /// Every combination for these alone, in the order of [`Self::index`].
    pub fn combinations(of: &[Doubled]) -> impl Iterator<Item = Self> {
        let bit = move |index: usize| move |(place, &doubled): (usize, &Doubled)| ((index >> place & 1) as u32) << doubled as u32;
        (0..1 << of.len()).map(move |index| Self(of.iter().enumerate().map(bit(index)).sum()))
    }

    /// The place of the combination among all for these alone.
    pub fn index(self, of: &[Doubled]) -> usize {
        of.iter().enumerate().map(|(place, &doubled)| self.bit(doubled) << place).sum()
    }

    fn bit(self, doubled: Doubled) -> usize {
        (self.0 >> doubled as u32 & 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_turns_one_pair_round_and_no_other() {
        let parities = Parities::default().after(Step::Swap(Doubled::Displacements));
        assert_eq!(parities.buffer_of(Slot::Displacements), Slot::DisplacementsNext);
        assert_eq!(parities.buffer_of(Slot::DisplacementsNext), Slot::Displacements);
        assert_eq!(parities.buffer_of(Slot::Particles), Slot::Particles);
        assert_eq!(parities.buffer_of(Slot::Ranks), Slot::Ranks);
        assert_eq!(parities.after(Step::Swap(Doubled::Displacements)), Parities::default());
    }

    #[test]
    fn combinations_are_in_the_order_of_their_index() {
        for of in [&[][..], &[Doubled::Particles], &[Doubled::Displacements], &Doubled::ALL] {
            let all: Vec<_> = Parities::combinations(of).collect();
            assert_eq!(all.len(), 1 << of.len());
            assert!(all.iter().enumerate().all(|(place, parities)| parities.index(of) == place), "{of:?}");
        }
    }
}
