//! Why a backend cannot go on, or cannot start.

/// Why a backend cannot go on, or cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// No adapter at all, or none that fits.
    #[error("no usable GPU adapter{detail}")]
    NoAdapter {
        /// What was asked for, what there is, and the way out.
        detail: String,
    },
    /// The adapter's driver refused.
    #[error("{adapter} did not open: {reason} (try another adapter (--adapter), or the CPU (--backend cpu))")]
    Device {
        /// Name of the adapter.
        adapter: String,
        /// The driver's words.
        reason: String,
    },
    /// A buffer does not fit a binding.
    #[error(
        "{what} needs {bytes} bytes in one binding; {adapter} binds at most {limit} (try fewer particles, another adapter (--adapter), or the CPU (--backend cpu))"
    )]
    BindingTooLarge {
        /// Which buffer, and how many elements.
        what: String,
        /// Bytes it needs.
        bytes: u64,
        /// Bytes the adapter binds.
        limit: u64,
        /// Name of the adapter.
        adapter: String,
    },
    /// A limit of the adapter other than the size of a binding.
    #[error("{adapter} has {name} {limit}; {needed} are needed (try another adapter (--adapter), or the CPU (--backend cpu))")]
    Limit {
        /// Name of the limit.
        name: &'static str,
        /// What the adapter has.
        limit: u64,
        /// What is needed.
        needed: u64,
        /// Name of the adapter.
        adapter: String,
    },
    /// There was no memory for something on the device, which else is as it was.
    #[error("{adapter} has no memory left: {reason} (try fewer particles, or the CPU (--backend cpu))")]
    OutOfMemory {
        /// Name of the adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The device is gone or an operation on it failed.
    #[error("{adapter} failed while running: {reason} (try fewer particles or substeps, or the CPU (--backend cpu))")]
    Lost {
        /// Name of the adapter.
        adapter: String,
        /// What happened.
        reason: String,
    },
    /// The adapter ended a loop of a shader before its end, and went on as if nothing were: what it holds is no result.
    #[error(
        "{adapter} ended a loop of {pass} before its end: it allows a thread 65,535 rounds of its loops together, too few for so many \
         discs or corners in one place, or a disc so fast; what follows is no result (try the CPU (--backend cpu), or another adapter (--adapter))"
    )]
    LoopEnded {
        /// Name of the adapter.
        adapter: String,
        /// The first pass that it ended one of.
        pass: &'static str,
    },
    /// A pass of the CPU backend panicked, and somebody went on.
    #[error("a substep was interrupted half-way by a panic: what it left is no state (build another simulation)")]
    Interrupted,
    /// More particles than an index holds.
    #[error("{count} particles: at most {limit} fit (fewer of them)")]
    TooManyParticles {
        /// How many there would be.
        count: u64,
        /// The limit.
        limit: u64,
    },
    /// A state that does not belong to the simulation.
    #[error("the state does not fit the simulation: {reason}")]
    State {
        /// What does not fit.
        reason: String,
    },
    /// A backend that was made for another world, or has gone on from its start.
    #[error("the backend does not stand at the start of this world: {reason} (make it of the same world, and hand it over as it is)")]
    OtherWorld {
        /// What differs.
        reason: &'static str,
    },
    /// Obstacles that were made for a world with other steps, substeps or materials.
    #[error("{}", crate::world::WorldError::OthersObstacles)]
    OthersObstacles,
    /// The number of threads cannot be had.
    #[error("a pool of {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// The system's words, or what is wrong with the number.
        reason: String,
    },
    /// A comparison over no substeps.
    #[error("0 substeps compare nothing: ask for at least 1")]
    NothingToCompare,
}
