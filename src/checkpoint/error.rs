//! Why nothing can go on from a file.

/// What is wrong with a checkpoint, or with what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A file that cannot be read.
    #[error("cannot read the checkpoint {path}: {reason} (name a file that `simulate --checkpoint` or the window has written)")]
    Unreadable {
        /// The path.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// Something else.
    #[error("{path} is not a checkpoint: {problem} (`jostle simulate SCENE --checkpoint FILE.jostle`, or `Snapshot::save`, writes one)")]
    Foreign {
        /// The path.
        path: String,
        /// Why not.
        problem: String,
    },
    /// A checkpoint that is not whole.
    #[error("{path}: {entry}: {problem} (the file is damaged: take another copy of it, or write it again)")]
    Damaged {
        /// The path.
        path: String,
        /// What of it.
        entry: String,
        /// What is wrong there.
        problem: String,
    },
    /// A checkpoint of another format.
    #[error("{path} has format {found}, this version of jostle reads format {known} (go on with jostle {version}, which wrote it)")]
    Format {
        /// The path.
        path: String,
        /// Its format.
        found: u32,
        /// The format that is known.
        known: u32,
        /// The version that wrote it.
        version: String,
    },
    /// A file without a scene.
    #[error("{path} has no scene: it is of a world made in code, which lets it go on (`Snapshot::read` in the library)")]
    NoScene {
        /// The path.
        path: String,
    },
    /// A state of another world.
    #[error(
        "{path} is of another world: sizes, walls, time, materials, rolling resistance, births or links are not those that it had (make the world, or the scene, as it was when this was written)"
    )]
    OtherWorld {
        /// The path.
        path: String,
    },
    /// A state that is not one of its world.
    #[error("{path}: the state does not fit its world: {reason} (make the world, or the file, once more)")]
    State {
        /// The path.
        path: String,
        /// What does not fit.
        reason: String,
    },
    /// It holds its scene, values and all.
    #[error("{path} is a checkpoint, which keeps the values of its scene: set none (--set), or start the scene anew with them")]
    KeptValues {
        /// The path.
        path: String,
    },
    /// A state belongs to one number of particles, one length of substeps, one solver.
    #[error("{path} is a checkpoint, which keeps its {name}: leave {name} out (--{name}), or start the scene anew")]
    Kept {
        /// The path.
        path: String,
        /// What was to be changed.
        name: &'static str,
    },
}
