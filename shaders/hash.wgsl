// A hash of a few words. Joined to the passes that bind digests. Twin: src/cpu/hash.rs.

// One word into the hash: the finalizer of MurmurHash3 (Appleby), which spreads every bit over all 32.
fn mixed(hash: u32, word: u32) -> u32 {
    var h = (hash ^ word) * 0x9E3779B1u;
    h = (h ^ (h >> 16u)) * 0x85EBCA6Bu;
    h = (h ^ (h >> 13u)) * 0xC2B2AE35u;
    return h ^ (h >> 16u);
}
