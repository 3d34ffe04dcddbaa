//! Signals: none leaves a file half written behind, and a long run can end with what it has come to.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst};
#[cfg(feature = "viewer")]
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::console::note;
use crate::files;
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Whether a run would end after its frame if it was asked to.
static LISTENING: AtomicBool = AtomicBool::new(false);
/// The signal by which it was; 0 if it was not.
static ASKED: AtomicI32 = AtomicI32::new(0);
/// What wakes a run that waits for something else then.
#[cfg(feature = "viewer")]
static WAKE: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// From here on, a file that grows past the limit (`ulimit -f`) is an error as a full disk is one, and a process that is
/// interrupted, terminated or left by its terminal takes the file along that it was writing aside. Where signals cannot be received, all is
/// as the system has it.
pub fn keep_files_whole() {
    system::receive();
}

/// A run that ends after its frame, as if it was its last one, when it is interrupted or terminated for the first time; for the second
/// time the process ends at once. Both come twice where a shell and a wrapper pass the same on: a repetition is not the second time.
pub struct Ending(());

impl Ending {
    /// From here on, until it is dropped.
    pub fn listen() -> Self {
        LISTENING.store(true, SeqCst);
        Self(())
    }

    /// Whether the run is to end.
    pub fn asked(&self) -> bool {
        ASKED.load(SeqCst) != 0
    }

    /// Ends the process as the signal would have ended it, if there was one: whoever waits for it learns of that.
    #[cfg(feature = "viewer")]
    pub fn end_as_asked(&self) {
        match ASKED.load(SeqCst) {
            0 => {}
            signal => end_by(signal),
        }
    }
}

/// Has a run that is asked to end woken by this.
#[cfg(feature = "viewer")]
pub fn wake_by(wake: Box<dyn Fn() + Send>) {
    *WAKE.lock().unwrap_or_else(PoisonError::into_inner) = Some(wake);
}

impl Drop for Ending {
    fn drop(&mut self) {
        LISTENING.store(false, SeqCst);
    }
}

/// What comes so soon after the first signal is the same one.
const REPETITION: Duration = Duration::from_millis(500);

/// This signal has come; `asked` is when a run was asked to end, if it was.
fn hear(asked: &mut Option<Instant>, signal: i32) {
    if asked.is_some_and(|first| first.elapsed() < REPETITION) {
        return;
    }
    if !LISTENING.load(SeqCst) || asked.is_some() {
        return end_by(signal);
    }
    *asked = Some(Instant::now());
    ASKED.store(signal, SeqCst);
    // Below the bar, where there is one.
    let below = if std::io::IsTerminal::is_terminal(&std::io::stderr()) { "\n" } else { "" };
    note(format_args!("{below}ending after this frame; once more ends at once"));
    #[cfg(feature = "viewer")]
    WAKE.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|wake| wake());
}

/// Ends the process by this signal.
fn end_by(signal: i32) {
    // Held to the end of the process, so that no other file is begun.
    let _files = files::remove_aside();
    system::end_by(signal);
}

#[cfg(unix)]
mod unix {
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::{flag, iterator::Signals, low_level};

    use super::hear;

    /// Those of these signals that whoever started the process does not have it ignore, as a shell does with those in the background, and
    /// `nohup`. Where that is not said, a closed terminal may have been meant to leave it alone.
    fn heeded(signals: [i32; 3]) -> impl Iterator<Item = i32> {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
        signals.into_iter().filter(move |&signal| ignored.map_or(signal != SIGHUP, |mask| mask >> (signal - 1) & 1 == 0))
    }

    pub fn receive() {
        let _ = flag::register(SIGXFSZ, Arc::default());
        let Ok(mut ends) = Signals::new(heeded([SIGHUP, SIGINT, SIGTERM])) else { return };
        let _ = std::thread::Builder::new().name("signals".into()).spawn(move || {
            let mut asked = None;
            ends.forever().for_each(|signal| hear(&mut asked, signal));
        });
    }

    /// Ends the process as the system ends one that does not receive this signal.
    pub fn end_by(signal: i32) {
        let _ = low_level::emulate_default_handler(signal);
    }
}

#[cfg(windows)]
mod windows {
    use super::hear;

    /// What a process ends with that Ctrl-C ended: `STATUS_CONTROL_C_EXIT`.
    const CONTROL_C: i32 = 0xC000_013A_u32 as i32;

    /// Ctrl-C and Ctrl-Break. Of a console that is closed they tell as well, but the system does not wait until a run has ended.
    pub fn receive() {
        let mut asked = None;
        let _ = ctrlc::set_handler(move || hear(&mut asked, CONTROL_C));
    }

    /// Ends the process as the system ends one that does not receive Ctrl-C.
    pub fn end_by(signal: i32) {
        std::process::exit(signal);
    }
}
