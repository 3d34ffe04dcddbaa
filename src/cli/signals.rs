//! Signals that would leave a file half written behind.

/// From here on, a file that grows past the limit (`ulimit -f`) is an error as a full disk is one, and a process that is
/// interrupted or terminated takes the file along that it was writing aside. Where signals cannot be received, all is
/// as the system has it.
pub fn keep_files_whole() {
    #[cfg(unix)]
    unix::receive();
}

#[cfg(unix)]
mod unix {
    use std::sync::Arc;

    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::{flag, iterator::Signals, low_level};

    use crate::files;

    pub fn receive() {
        let _ = flag::register(SIGXFSZ, Arc::default());
        let Ok(mut ends) = Signals::new([SIGINT, SIGTERM]) else { return };
        let _ = std::thread::Builder::new().name("signals".into()).spawn(move || {
            for signal in ends.forever() {
                // Held to the end of the process, so that no other file is begun.
                let _files = files::remove_aside();
                let _ = low_level::emulate_default_handler(signal);
            }
        });
    }
}
