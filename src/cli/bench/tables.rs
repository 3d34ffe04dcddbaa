//! Reports for people.

use super::report::{Report, Spread};
use crate::cli::console::Console;
use crate::cli::error::CliError;
use crate::cli::numbers::{grouped, plural};
use crate::cli::table;

/// Prints where it ran, a line a run, and a line a pass.
pub fn print(console: &Console, reports: &[Report]) -> Result<(), CliError> {
    let Some(first) = reports.first() else { return Ok(()) };
    let place = [first.adapter.name.as_str(), first.adapter.api.as_str(), first.adapter.driver.as_str()];
    let place = place.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let host = &first.host;
    let host =
        [host.cpu.clone(), host.cores.map(|cores| plural(cores as u64, "core")), host.os.clone()].into_iter().flatten().collect::<Vec<_>>();
    console.say(format_args!("jostle {} on {}: {place}", first.version, first.backend))?;
    console.say(format_args!(
        "{}; {} after {} of warm-up\n",
        host.join(", "),
        plural(first.frames.into(), "frame"),
        first.warmup_frames
    ))?;
    console.table(runs(reports))?;
    let copies: Vec<f64> = reports.iter().map(|report| report.copy_gb_per_s).collect();
    console.say(format_args!("\na plain copy moves {:.1} GB/s, read and written", Spread::new(copies).median))?;
    if reports.iter().all(|report| report.passes.is_empty()) {
        return Ok(());
    }
    if reports.iter().any(|report| report.backend == "gpu" && report.pass_clock == "host") {
        console
            .say("passes were timed by the host, which hands over each by itself and waits for it: the adapter has no clock for them")?;
    }
    console.say("")?;
    console.table(passes(reports))
}

/// How many of them are not there yet, where there are any.
fn waiting(unborn: u64) -> String {
    if unborn == 0 { String::new() } else { format!(" ({} unborn)", grouped(unborn)) }
}

fn runs(reports: &[Report]) -> comfy_table::Table {
    let header = [
        "scene",
        "solver",
        "particles",
        "substeps",
        "ms/frame",
        "p10",
        "p90",
        "M particle-substeps/s",
        "filled",
        "contacts",
        "bytes/particle",
        "digest",
    ];
    let mut runs = table::new(&header, &[2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for report in reports {
        runs.add_row([
            report.scene.clone(),
            report.solver.to_owned(),
            grouped(report.particles) + &waiting(report.unborn),
            report.substeps_per_frame.to_string(),
            format!("{:.3}", report.ms_per_frame.median),
            format!("{:.3}", report.ms_per_frame.p10),
            format!("{:.3}", report.ms_per_frame.p90),
            format!("{:.2}", report.particle_substeps_per_second / 1e6),
            format!("{:.1}%", 100.0 * report.packing_fraction),
            format!("{:.2}", report.contacts_per_particle),
            format!("{:.1}", report.bytes_per_particle),
            report.digest.clone(),
        ]);
    }
    runs
}

/// Times are those of one substep.
fn passes(reports: &[Report]) -> comfy_table::Table {
    let mut passes = table::new(&["run", "pass", "ms/substep", "share", "MB", "GB/s", "of copy"], &[2, 3, 4, 5, 6]);
    for report in reports {
        let all: f64 = report.passes.iter().map(|pass| pass.median_ms).sum();
        for (place, pass) in report.passes.iter().enumerate() {
            passes.add_row([
                if place == 0 { report.label() } else { String::new() },
                pass.name.to_owned(),
                format!("{:.4}", pass.median_ms),
                format!("{:.1}%", 100.0 * pass.median_ms / all.max(f64::MIN_POSITIVE)),
                format!("{:.2}", pass.bytes_moved as f64 / 1e6),
                format!("{:.2}", pass.gb_per_s),
                format!("{:.0}%", 100.0 * pass.of_copy),
            ]);
        }
    }
    passes
}
