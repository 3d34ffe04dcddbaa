//! The greatest resident memory of this process.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether something was measured before in this process.
static MEASURED: AtomicBool = AtomicBool::new(false);

/// Starts counting anew, where the system can: Linux does on a 5 in `clear_refs` (proc(5)). Returns whether the peak is that of what
/// follows: where it cannot be reset, that is so for the first time only.
pub fn reset_peak() -> bool {
    let is_first = !MEASURED.swap(true, Relaxed);
    if !cfg!(target_os = "linux") {
        return true;
    }
    let reset = std::fs::write("/proc/self/clear_refs", "5");
    reset.is_ok() || {
        tracing::debug!("the peak of memory cannot be reset");
        is_first
    }
}

/// Bytes, from `VmHWM` of `/proc/self/status`; `None` on other systems than Linux.
pub fn peak() -> Option<u64> {
    if cfg!(target_os = "linux") { parse(&std::fs::read_to_string("/proc/self/status").ok()?) } else { None }
}

fn parse(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_peak_is_read_in_bytes() {
        assert_eq!(super::parse("Name:\tjostle\nVmPeak:\t  99 kB\nVmHWM:\t   1024 kB\n"), Some(1 << 20));
        assert_eq!(super::parse("Name:\tjostle\n"), None);
    }
}
