//! Twin of `hash.wgsl`: a hash of a few words, and the digest that hashes sum up to.

use super::threads::parallel::sum_of_runs;

/// Where the two hashes of a thing start.
pub const SEEDS: [u32; 2] = [0x85EB_CA6B, 0xC2B2_AE35];

/// A digest with so many more hashes in it: two sums of 32 bits, the first in the low half, so that the order does not matter.
pub fn with_sums(digest: u64, count: usize, hash: impl Fn(usize) -> [u32; 2] + Sync) -> u64 {
    let add = |a: [u32; 2], b: [u32; 2]| [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])];
    let sums = sum_of_runs(count, |run| run.map(&hash).fold([0; 2], add), add);
    let [low, high] = add(sums, [digest as u32, (digest >> 32) as u32]);
    u64::from(low) | u64::from(high) << 32
}

/// One word into the hash: the finalizer of MurmurHash3 (Appleby), which spreads every bit over all 32.
pub fn mixed(hash: u32, word: u32) -> u32 {
    let mut h = (hash ^ word).wrapping_mul(0x9E37_79B1);
    h = (h ^ (h >> 16)).wrapping_mul(0x85EB_CA6B);
    h = (h ^ (h >> 13)).wrapping_mul(0xC2B2_AE35);
    h ^ (h >> 16)
}
