//! What a device is told, written down in wgpu's own format: for wgpu's player, `scripts/webgpu`, and whoever has to show a driver's fault.

use std::path::PathBuf;

use crate::solver::SolverError;

/// The variable that names the folder.
const VARIABLE: &str = "JOSTLE_TRACE";

/// Where what a device is told goes: into the folder that `JOSTLE_TRACE` names, in place of what is called the same there, or nowhere.
///
/// # Errors
/// There is no such folder.
pub fn asked_for(adapter: &wgpu::AdapterInfo) -> Result<wgpu::Trace, SolverError> {
    let Some(folder) = std::env::var_os(VARIABLE).map(PathBuf::from) else { return Ok(wgpu::Trace::Off) };
    if folder.is_dir() {
        return Ok(wgpu::Trace::Directory(folder));
    }
    let reason = format!("{VARIABLE} is {}, which is no folder: make it, or unset the variable", folder.display());
    Err(SolverError::Device { adapter: adapter.name.clone(), reason })
}
