//! A virtual display, and the program on it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use jostle::gpu::{Context, Selection, context::instance};

use crate::skipped::skipped;

/// How many discs scenes have.
pub const PARTICLES: &str = "5k";

/// A virtual display that goes when this does.
pub struct Display {
    server: Child,
    pub name: String,
}

impl Display {
    /// Starts a display on a free number; `None` where Xvfb, xdotool or an adapter is missing.
    pub fn start() -> Option<Self> {
        let skipped = |what: &str| skipped(&format!("the window cannot be tested: {what}"));
        if let Err(error) = Context::new(&instance(), Selection::default()) {
            skipped(&error.to_string());
            return None;
        }
        if Command::new("xdotool").arg("help").output().is_err() {
            skipped("xdotool is not installed");
            return None;
        }
        // When the last program leaves, a display starts anew, and refuses the next one meanwhile: not so with -noreset.
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut server) = server else {
            skipped("Xvfb is not installed");
            return None;
        };
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Self { server, name: format!(":{}", number.trim()) })
    }

    /// The program on this display, with every driver that the test has: with Chromium's SwiftShader among them it must
    /// keep to the others.
    pub fn jostle(&self, arguments: &[&str]) -> Child {
        self.jostle_with("pile", "gpu", arguments)
    }

    pub fn jostle_with(&self, scene: &str, backend: &str, arguments: &[&str]) -> Child {
        self.start_program(&[&["run", scene, "--particles", PARTICLES, "--backend", backend], arguments].concat())
    }

    pub fn start_program(&self, arguments: &[&str]) -> Child {
        self.program(arguments).spawn().unwrap()
    }

    pub fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jostle"));
        command.env("JOSTLE_PIPELINE_CACHE", "off");
        command.args(arguments).env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    pub fn xdotool(&self, arguments: &[&str]) -> Output {
        // What waits for a window that never comes waits for ever.
        let output = Command::new("timeout").args(["120", "xdotool"]).args(arguments).env("DISPLAY", &self.name).output().unwrap();
        assert!(output.status.success(), "xdotool {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Waits for the program's window, and returns its number.
    pub fn window(&self) -> String {
        let output = self.xdotool(&["search", "--sync", "--onlyvisible", "--name", "^jostle"]);
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_string()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to end.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Waits for the program to end; one that hangs is ended and fails the test.
pub fn ended(child: Child) -> ExitStatus {
    let id = child.id();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut child = child;
        sender.send(child.wait().unwrap())
    });
    receiver.recv_timeout(Duration::from_secs(300)).unwrap_or_else(|_| {
        let _ = Command::new("kill").arg(id.to_string()).status();
        panic!("the window did not close");
    })
}

/// Asks the program's window to close, and waits until the program has ended well.
pub fn close(display: &Display, child: Child) {
    let window = display.window();
    // Older versions of xdotool cannot ask a window to close; the keys can.
    let asked = Command::new("xdotool").args(["windowquit", &window]).env("DISPLAY", &display.name).output().unwrap();
    if !asked.status.success() {
        display.xdotool(&["windowfocus", "--sync", &window, "key", "ctrl+q"]);
    }
    assert!(ended(child).success());
}
