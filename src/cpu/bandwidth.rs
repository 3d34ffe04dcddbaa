//! How fast memory is copied: the roof over the passes that stream.

use std::time::Instant;

use rayon::prelude::*;

use super::threads::pool::Pool;

/// Words of 8 bytes that are copied: far more than caches hold.
const WORDS: usize = 8 << 20;
/// Words that a thread copies at once.
const CHUNK: usize = 64 << 10;
/// Copies, of which the fastest counts.
const TRIES: u32 = 7;

/// Bytes per second, read and written, by all threads of a pool.
pub fn copy_rate(pool: &Pool) -> f64 {
    let from = vec![1u64; WORDS];
    let mut to = vec![0u64; WORDS];
    let mut copy = || {
        let start = Instant::now();
        pool.install(|| to.par_chunks_mut(CHUNK).zip(from.par_chunks(CHUNK)).for_each(|(to, from)| to.copy_from_slice(from)));
        start.elapsed().as_secs_f64()
    };
    let fastest = (0..TRIES).map(|_| copy()).fold(f64::MAX, f64::min);
    std::hint::black_box(&to);
    (2 * WORDS * size_of::<u64>()) as f64 / fastest
}
