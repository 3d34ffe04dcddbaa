//! Twin of `hash.wgsl`: a hash of a few words.

/// One word into the hash: the finalizer of MurmurHash3 (Appleby), which spreads every bit over all 32.
pub fn mixed(hash: u32, word: u32) -> u32 {
    let mut h = (hash ^ word).wrapping_mul(0x9E37_79B1);
    h = (h ^ (h >> 16)).wrapping_mul(0x85EB_CA6B);
    h = (h ^ (h >> 13)).wrapping_mul(0xC2B2_AE35);
    h ^ (h >> 16)
}
