//! The greatest resident memory of this process.

/// Starts counting anew, where the system can: Linux does on a 5 in `clear_refs` (proc(5)). Where it
/// cannot, the peak is that of the process so far.
pub fn reset_peak() {
    if cfg!(target_os = "linux")
        && let Err(error) = std::fs::write("/proc/self/clear_refs", "5")
    {
        tracing::debug!(%error, "the peak of memory cannot be reset");
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
