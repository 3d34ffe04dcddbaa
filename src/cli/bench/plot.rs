//! Reports as a picture: throughput by the number of particles, and what part of a substep each pass takes.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::combinators::BindKeyPoints;
use plotters::prelude::*;

use super::report::Report;
use crate::cli::error::CliError;
use crate::cli::numbers::grouped;
use crate::files;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Scenes<'a> = BTreeMap<&'a str, Vec<(f64, f64)>>;
type Drawn = Result<(), Box<dyn Error>>;

const WIDTH: u32 = 1000;
/// Height of the chart, at least: more where many scenes are named beside it.
const CHART: u32 = 460;
const NAME: u32 = 18;
const BAR: u32 = 30;
const LINE: u32 = 20;
/// Beside the chart, for the names of scenes.
const NAMES: u32 = 170;
/// Letters of a name that fit there, and in front of a bar.
const SHORT: usize = 18;
const LONG: usize = 33;
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
    let scenes = by_scene(reports);
    let top = CHART.max(60 + NAME * scenes.len() as u32);
    let height = top + 70 + BAR * reports.len() as u32 + legend;
    let root = SVGBackend::with_string(text, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (above, below) = root.split_vertically(top);
    let (chart, beside) = above.split_horizontally(WIDTH - NAMES);
    throughput(&chart, &caption(reports), &scenes)?;
    scene_names(&beside, &scenes)?;
    shares(&below, reports, &names)?;
    root.present()?;
    Ok(())
}

fn throughput(area: &Area<'_>, caption: &str, scenes: &Scenes<'_>) -> Drawn {
    let all = || scenes.values().flatten();
    let [fewest, most] = [all().map(|p| p.0).fold(f64::MAX, f64::min), all().map(|p| p.0).fold(1.0, f64::max)];
    let fastest = all().map(|point| point.1).fold(f64::MIN_POSITIVE, f64::max);
    let sizes = (fewest / 1.6..most * 1.6).log_scale().with_key_points(ticks(all().map(|point| point.0)));
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(sizes, 0.0..1.15 * fastest)?;
    let count = |value: &f64| grouped(value.round() as u64);
    chart
        .configure_mesh()
        .x_desc("particles")
        .y_desc("million particle-substeps per second")
        .x_label_formatter(&count)
        .label_style(("sans-serif", 14))
        .light_line_style(RGBColor(240, 240, 240))
        .draw()?;
    for (place, points) in scenes.values().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        for &point in points {
            chart.plotting_area().draw(&(EmptyElement::at(point) + mark(place)))?;
        }
    }
    Ok(())
}

/// The points of each scene, by ascending number: particles, and millions a second.
fn by_scene(reports: &[Report]) -> Scenes<'_> {
    let mut scenes = Scenes::new();
    for report in reports {
        let point = (report.particles as f64, report.particle_substeps_per_second / 1e6);
        scenes.entry(&report.scene).or_default().push(point);
    }
    scenes.values_mut().for_each(|points| points.sort_by(|a, b| a.0.total_cmp(&b.0)));
    scenes
}

/// Numbers that are named below the chart: those that were measured, but for any that is next to one before.
fn ticks(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = numbers.collect();
    all.sort_by(f64::total_cmp);
    let mut ticks: Vec<f64> = Vec::new();
    for number in all {
        if ticks.last().is_none_or(|last| number > 1.5 * last) {
            ticks.push(number);
        }
    }
    ticks
}

/// The mark of a scene: colours come again after so many, with another one.
fn mark(scene: usize) -> Polygon<(i32, i32)> {
    let corners: &[(i32, i32)] = match scene / COLOURS.len() % 4 {
        0 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        1 => &[(-5, 4), (0, -5), (5, 4)],
        2 => &[(0, -6), (6, 0), (0, 6), (-6, 0)],
        _ => &[(-5, -4), (0, 5), (5, -4)],
    };
    Polygon::new(corners.to_vec(), COLOURS[scene % COLOURS.len()].filled())
}

/// Which mark is which scene.
fn scene_names(area: &Area<'_>, scenes: &Scenes<'_>) -> Drawn {
    let font = ("sans-serif", 14).into_font();
    for (place, scene) in scenes.keys().enumerate() {
        let y = (46 + NAME * place as u32) as i32;
        area.draw(&(EmptyElement::at((10, y)) + mark(place)))?;
        area.draw(&Text::new(shortened(scene, SHORT), (22, y - 7), font.clone()))?;
    }
    Ok(())
}

/// A name of so many letters at most: of a longer one its end, where files differ.
fn shortened(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most { name.to_owned() } else { std::iter::once('…').chain(name.chars().skip(count + 1 - most)).collect() }
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
        area.draw(&Text::new(shortened(&report.label(), LONG), (12, top + 4), font.clone()))?;
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

#[cfg(test)]
mod tests {
    use super::{shortened, ticks};

    #[test]
    fn measured_numbers_are_named_once_and_names_fit() {
        assert_eq!(ticks([1e4, 484.0, 485.0, 1e6, 1e4].into_iter()), [484.0, 1e4, 1e6]);
        assert_eq!((shortened("pile", 6), shortened("a/long/name", 6)), ("pile".into(), "…/name".into()));
    }
}
