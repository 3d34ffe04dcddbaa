//! Reports as a picture: throughput by the number of particles, and what part of a substep each pass takes.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::report::Report;
use crate::cli::error::CliError;
use crate::cli::numbers::grouped;
use crate::files;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

const WIDTH: u32 = 1000;
const CHART: u32 = 460;
const BAR: u32 = 30;
const LINE: u32 = 20;
/// Passes that have a colour of their own; the others of a run are one part.
const SHOWN: usize = 9;

/// Distinct also where colours are hard to tell apart (Okabe and Ito 2008).
const COLOURS: [RGBColor; 9] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
    RGBColor(240, 228, 66),
    RGBColor(120, 94, 240),
    RGBColor(120, 120, 120),
];

/// Writes the picture.
///
/// # Errors
/// A file that cannot be written.
pub fn write(path: &Path, reports: &[Report]) -> Result<(), CliError> {
    let mut text = String::new();
    draw(&mut text, reports).map_err(|error| CliError::Failed(format!("the plot cannot be drawn: {error}")))?;
    Ok(files::write(path, |file| file.write_all(text.as_bytes()))?)
}

fn draw(text: &mut String, reports: &[Report]) -> Drawn {
    let names = shown_passes(reports);
    let legend = LINE * names.len().div_ceil(3) as u32;
    let height = CHART + 70 + BAR * reports.len() as u32 + legend;
    let root = SVGBackend::with_string(text, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (above, below) = root.split_vertically(CHART);
    throughput(&above, reports)?;
    shares(&below, reports, &names)?;
    root.present()?;
    Ok(())
}

fn throughput(area: &Area<'_>, reports: &[Report]) -> Drawn {
    let mut scenes: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for report in reports {
        let point = (report.particles as f64, report.particle_substeps_per_second / 1e6);
        scenes.entry(&report.scene).or_default().push(point);
    }
    let all = || scenes.values().flatten();
    let [fewest, most] = [all().map(|p| p.0).fold(f64::MAX, f64::min), all().map(|p| p.0).fold(1.0, f64::max)];
    let fastest = all().map(|point| point.1).fold(f64::MIN_POSITIVE, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(caption(reports), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((fewest / 1.6..most * 1.6).log_scale(), 0.0..1.15 * fastest)?;
    let count = |value: &f64| grouped(value.round() as u64);
    chart
        .configure_mesh()
        .x_desc("particles")
        .y_desc("million particle-substeps per second")
        .x_label_formatter(&count)
        .label_style(("sans-serif", 14))
        .light_line_style(RGBColor(240, 240, 240))
        .draw()?;
    for (place, (scene, points)) in scenes.iter_mut().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(*scene)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 4, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 14))
        .draw()?;
    Ok(())
}

/// What was measured where.
fn caption(reports: &[Report]) -> String {
    let Some(first) = reports.first() else { return String::new() };
    let solvers: BTreeSet<&str> = reports.iter().map(|report| report.solver).collect();
    let solvers = solvers.into_iter().collect::<Vec<_>>().join(" and ");
    let cpu = first.host.cpu.as_ref().map_or(String::new(), |cpu| format!(" ({cpu})"));
    format!("{}{cpu}, {solvers} solver, jostle {}", first.adapter.name, first.version)
}

/// The passes that take most of all runs together.
fn shown_passes(reports: &[Report]) -> Vec<&'static str> {
    let mut sums: BTreeMap<&'static str, f64> = BTreeMap::new();
    for report in reports {
        let all: f64 = report.passes.iter().map(|pass| pass.median_ms).sum();
        for pass in &report.passes {
            *sums.entry(pass.name).or_default() += pass.median_ms / all.max(f64::MIN_POSITIVE);
        }
    }
    let mut names: Vec<_> = sums.into_iter().collect();
    names.sort_by(|a, b| b.1.total_cmp(&a.1));
    names.into_iter().take(SHOWN - 1).map(|(name, _)| name).collect()
}

/// A bar a run, and what its colours mean below.
fn shares(area: &Area<'_>, reports: &[Report], names: &[&'static str]) -> Drawn {
    let font = ("sans-serif", 14).into_font();
    let title = ("sans-serif", 16).into_font();
    area.draw(&Text::new("Share of a substep", (12, 10), title))?;
    let (left, right) = (230, WIDTH as i32 - 20);
    for (row, report) in (0..).zip(reports) {
        let top = 40 + BAR as i32 * row;
        area.draw(&Text::new(report.label(), (12, top + 4), font.clone()))?;
        let all: f64 = report.passes.iter().map(|pass| pass.median_ms).sum();
        let of = |name: &str| report.passes.iter().filter(|pass| pass.name == name).map(|pass| pass.median_ms).sum::<f64>();
        let mut done = 0.0;
        let rest = all - names.iter().map(|name| of(name)).sum::<f64>();
        for (place, part) in names.iter().map(|name| of(name)).chain([rest]).enumerate() {
            let at = |milliseconds: f64| left + (f64::from(right - left) * milliseconds / all.max(f64::MIN_POSITIVE)) as i32;
            let bar = [(at(done), top), (at(done + part), top + BAR as i32 - 8)];
            area.draw(&Rectangle::new(bar, COLOURS[place.min(SHOWN - 1)].filled()))?;
            done += part;
        }
    }
    let top = 52 + BAR as i32 * reports.len() as i32;
    for (place, name) in names.iter().copied().chain(["others"]).enumerate() {
        let (x, y) = (left + 250 * (place as i32 % 3), top + LINE as i32 * (place as i32 / 3));
        area.draw(&Rectangle::new([(x, y), (x + 12, y + 12)], COLOURS[place.min(SHOWN - 1)].filled()))?;
        area.draw(&Text::new(name, (x + 18, y), font.clone()))?;
    }
    Ok(())
}
