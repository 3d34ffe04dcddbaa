//! Choosing where a simulation runs.

use std::fmt;
use std::str::FromStr;

use crate::cpu::CpuSolver;
#[cfg(feature = "gpu")]
use crate::gpu::GpuSolver;
#[cfg(feature = "gpu")]
use crate::gpu::context::{Context, Selection, instance};
use crate::solver::{Solver, SolverError};
use crate::world::World;

/// Particles on a GPU made of hardware where no number was asked for; elsewhere a scene has its own number.
pub const HARDWARE_PARTICLES: u64 = 1_000_000;

/// What a user asks for: of the command line, the window, or a program through [`Backend::choose`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackendChoice {
    /// The best GPU made of hardware, or the CPU where there is none: it is several times as fast as a software adapter.
    #[default]
    Auto,
    /// A GPU adapter, software ones included.
    Gpu,
    /// The CPU twin.
    Cpu,
}

/// Where a simulation will run. Which kinds there are depends on the features that the crate is built with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// On this device.
    #[cfg(feature = "gpu")]
    Gpu(Context),
    /// On this many threads, or one per core.
    Cpu {
        /// Threads; `None` is one per core.
        threads: Option<usize>,
        /// Why no GPU is used, where one was looked for.
        instead_of_gpu: Option<String>,
    },
}

impl BackendChoice {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Gpu, Self::Cpu];

    /// As the option `--backend` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
        }
    }
}

impl fmt::Display for BackendChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no [`BackendChoice`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no backend is called \"{0}\": allowed are auto, gpu, cpu")]
pub struct ParseBackendError(String);

impl FromStr for BackendChoice {
    type Err = ParseBackendError;

    /// From its [name](Self::name), in these letters.
    ///
    /// # Errors
    /// Any other word.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|choice| choice.name() == text).ok_or_else(|| ParseBackendError(text.into()))
    }
}

/// A part of an adapter's name, or its number, if it says anything.
pub(crate) fn named(adapter: Option<&str>) -> Option<&str> {
    adapter.filter(|text| !text.is_empty())
}

impl Backend {
    /// The best GPU made of hardware, or the CPU where there is none, or it does not open ([`Self::instead_of_gpu`] says why), or this was
    /// built without the feature `gpu`.
    pub fn auto() -> Self {
        Self::choose(BackendChoice::Auto, None, None).unwrap_or(Self::cpu(None))
    }

    /// A GPU, software adapters included: the best one, or the one with this number or this part of its name.
    ///
    /// # Errors
    /// None fits or opens, or this was built without the feature `gpu`.
    pub fn gpu(adapter: Option<&str>) -> Result<Self, SolverError> {
        Self::choose(BackendChoice::Gpu, adapter, None)
    }

    /// The CPU, with this many threads or one per core. Substeps run on those; worlds are made, and pictures drawn, on the pool of rayon
    /// that they are asked for in, which `RAYON_NUM_THREADS` limits.
    pub fn cpu(threads: Option<usize>) -> Self {
        Self::Cpu { threads, instead_of_gpu: None }
    }

    /// What was asked for. `adapter` is a part of an adapter's name or its number, an empty one as good as none; naming one asks for the
    /// GPU, unless the choice is [`BackendChoice::Cpu`], which looks at none.
    ///
    /// # Errors
    /// A GPU was asked for and none fits or opens, or this was built without the feature `gpu`.
    pub fn choose(choice: BackendChoice, adapter: Option<&str>, threads: Option<usize>) -> Result<Self, SolverError> {
        if choice == BackendChoice::Cpu {
            return Ok(Self::cpu(threads));
        }
        Self::find(choice, named(adapter), threads)
    }

    /// No GPU is looked for.
    #[cfg(not(feature = "gpu"))]
    fn find(choice: BackendChoice, adapter: Option<&str>, threads: Option<usize>) -> Result<Self, SolverError> {
        if choice == BackendChoice::Auto && adapter.is_none() {
            return Ok(Self::cpu(threads));
        }
        Err(SolverError::NoAdapter { detail: ": jostle was built without its feature \"gpu\"".into() })
    }

    #[cfg(feature = "gpu")]
    fn find(choice: BackendChoice, adapter: Option<&str>, threads: Option<usize>) -> Result<Self, SolverError> {
        match Context::new(&instance(), Selection { text: adapter, surface: None }) {
            Ok(context) => Ok(Self::on(context, choice, adapter, threads)),
            Err(error) if choice == BackendChoice::Auto && adapter.is_none() => {
                Ok(Self::Cpu { threads, instead_of_gpu: Some(error.to_string()) })
            }
            Err(error) => Err(error),
        }
    }

    /// Chooses between an adapter that is open and the CPU.
    #[cfg(feature = "gpu")]
    pub(crate) fn on(context: Context, choice: BackendChoice, adapter: Option<&str>, threads: Option<usize>) -> Self {
        let adapter = named(adapter);
        let instead_of_gpu = match choice {
            BackendChoice::Cpu => None,
            BackendChoice::Auto if adapter.is_none() && !context.info.is_hardware() => Some(format!(
                "{} is a software adapter, several times as slow (--backend gpu, or `Backend::gpu`, takes it)",
                context.info.name
            )),
            _ => return Self::Gpu(context),
        };
        Self::Cpu { threads, instead_of_gpu }
    }

    /// Whether this is a GPU made of hardware, on which a million particles are a fair start.
    pub fn is_hardware(&self) -> bool {
        match self {
            #[cfg(feature = "gpu")]
            Self::Gpu(context) => context.info.is_hardware(),
            Self::Cpu { .. } => false,
        }
    }

    /// Why no GPU is used, where one was looked for.
    pub fn instead_of_gpu(&self) -> Option<&str> {
        match self {
            #[cfg(feature = "gpu")]
            Self::Gpu(_) => None,
            Self::Cpu { instead_of_gpu, .. } => instead_of_gpu.as_deref(),
        }
    }

    /// A solver for a world.
    ///
    /// # Errors
    /// A buffer that the adapter does not bind or has no memory for, a device that was lost, threads that cannot be had, or a start that was
    /// changed ([`World::start_mut`]) and does not fit the world.
    pub fn solver(&self, world: &World) -> Result<Box<dyn Solver>, SolverError> {
        Ok(match self {
            #[cfg(feature = "gpu")]
            Self::Gpu(context) => Box::new(GpuSolver::new(context, world)?),
            Self::Cpu { threads, .. } => Box::new(CpuSolver::new(world, *threads)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_from_their_names_alone() {
        for choice in BackendChoice::ALL {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        let refused = "GPU".parse::<BackendChoice>().unwrap_err().to_string();
        assert_eq!(refused, "no backend is called \"GPU\": allowed are auto, gpu, cpu");
    }

    /// A field of a form that nobody has filled in.
    #[test]
    fn an_adapter_without_a_name_is_none() {
        let chosen = |adapter| Backend::choose(BackendChoice::Auto, adapter, Some(1)).unwrap();
        assert_eq!(chosen(Some("")).is_hardware(), chosen(None).is_hardware());
        assert_eq!(chosen(Some("")).instead_of_gpu(), chosen(None).instead_of_gpu());
    }
}
