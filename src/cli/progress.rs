//! Progress bars, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` units called `unit`, on standard error. Shows nothing where that is not a terminal.
pub fn bar(label: &str, length: u64, unit: &str) -> ProgressBar {
    let template = format!("{{msg}} {{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style).with_message(label.to_owned())
}
