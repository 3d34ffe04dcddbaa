//! How work is dealt out to threads, and what keeps them from each other's discs.

pub mod bands;
pub mod parallel;
pub mod pool;
pub mod rows;
pub mod scattered;
