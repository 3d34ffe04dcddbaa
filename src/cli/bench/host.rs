//! The machine that a run was measured on.

use serde::Serialize;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// What a reader must know of a machine to judge its numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Host {
    /// Name and version of the system; null where it does not tell.
    pub os: Option<String>,
    /// Name of the processor; null where the system does not tell.
    pub cpu: Option<String>,
    /// Cores as the system counts them, each hardware thread as one; null where it does not tell.
    pub cores: Option<usize>,
}

impl Host {
    /// This machine.
    pub fn new() -> Self {
        let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing())).ok();
        let cpus = system.as_ref().map_or(&[][..], System::cpus);
        Self {
            os: System::long_os_version().ok().and_then(|name| told(&name)),
            cpu: cpus.first().and_then(|cpu| told(cpu.brand())),
            cores: if cpus.is_empty() { None } else { Some(cpus.len()) },
        }
    }
}

fn told(name: &str) -> Option<String> {
    let name = name.trim();
    if name.is_empty() { None } else { Some(name.to_owned()) }
}
