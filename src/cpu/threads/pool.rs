//! The threads that a CPU backend has.

use std::error::Error;
use std::io;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::solver::SolverError;

/// Threads of its own. Where there are none, the one that asks, which is all that rayon's own pool has there.
pub struct Pool(Option<ThreadPool>);

impl Pool {
    /// So many threads, or one per core.
    ///
    /// # Errors
    /// None at all, or more than the system has.
    pub fn new(threads: Option<usize>) -> Result<Self, SolverError> {
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let refused = |reason| SolverError::Threads { threads, reason };
        if threads == 0 {
            return Err(refused("nothing would run: name one or more".into()));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|index| format!("jostle-{index}")).build();
        match pool {
            Ok(pool) => Ok(Self(Some(pool))),
            Err(error) if threads == 1 && there_are_none(&error) => Ok(Self(None)),
            Err(error) => Err(refused(format!("{error} (name fewer)"))),
        }
    }

    /// How many they are.
    pub fn threads(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Does something on one of them; what it deals out is for all.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Whether a system has no threads to give, as WebAssembly has not where it is not built for them.
fn there_are_none(error: &ThreadPoolBuildError) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::Unsupported)
}
