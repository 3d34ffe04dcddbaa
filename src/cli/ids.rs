//! Discs, as people name several of them: `0,7,20..30`.

use std::collections::BTreeSet;

use super::numbers::{count_u32, grouped};

/// Ids of discs, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids(pub Vec<u32>);

/// Most of them.
const MAX_IDS: usize = 1_000;

/// Ids between commas, or the first and the last of several, both included.
pub fn ids(text: &str) -> Result<Ids, String> {
    let mut ids = BTreeSet::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let [first, last] = [first, last.strip_prefix('=').unwrap_or(last)].map(count_u32);
        let (first, last) = (first?, last?);
        if first > last {
            return Err(format!("{part} ends before it starts: write the first id, .. and the last one"));
        }
        ids.extend((first..=last).take(MAX_IDS + 1));
        if ids.len() > MAX_IDS {
            return Err(format!("{text} names more than {} discs (--out with --out-every writes all)", grouped(MAX_IDS as u64)));
        }
    }
    Ok(Ids(ids.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_named_one_by_one_or_from_the_first_to_the_last() {
        assert_eq!(ids("7"), Ok(Ids(vec![7])));
        assert_eq!(ids("20..22,7,21..=23"), Ok(Ids(vec![7, 20, 21, 22, 23])));
        assert_eq!(ids("0..999").unwrap().0.len(), 1_000);
        for (text, said) in [
            ("0..1000", "more than 1,000"),
            ("0..4G", "more than 1,000"),
            ("9..3", "before it starts"),
            ("", "whole number"),
            ("1,,2", "whole number"),
        ] {
            assert!(ids(text).unwrap_err().contains(said), "{text}: {:?}", ids(text));
        }
    }
}
