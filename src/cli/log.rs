//! `simulate --log` and `--track`: what is measured on the way, and where some discs are, as tables with rows each time.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::console::note;
use super::error::CliError;
use super::ids::{Ids, ids};
use super::numbers::{grouped, plural};
use super::outputs::ending_in;
use super::summary::Figures;
use super::times::{Time, positive_time};
use crate::Simulation;
use crate::files;
use crate::simulation::Disc;

/// Which tables are written, and how often they get rows.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct LogOptions {
    /// Write speeds, energies, overlaps and counts over time to a .csv, at the start, after every frame (or as --log-every says) and at the end
    #[arg(long, value_name = "FILE.csv", value_parser = log_path, group = "over_time")]
    pub log: Option<PathBuf>,
    /// Write where the discs of --track-ids are over time to a .csv, likewise
    #[arg(long, value_name = "FILE.csv", value_parser = log_path, group = "over_time", requires = "track_ids")]
    pub track: Option<PathBuf>,
    /// Discs to track, by their ids: 7, or several, e.g. 0,7,20..30, up to 1,000
    #[arg(long, value_name = "IDS", value_parser = ids, requires = "track")]
    track_ids: Option<Ids>,
    /// Rows of both after every so many frames or seconds
    #[arg(long, value_name = "N|Ns", default_value = "1", value_parser = positive_time, requires = "over_time")]
    pub log_every: Time,
}

/// What was measured so far.
#[derive(Debug)]
pub struct Log {
    every: u32,
    /// Seconds since the start of the scene, as of the last rows.
    seconds: Option<f64>,
    figures: Option<Table<FiguresRow>>,
    track: Option<Table<TrackRow>>,
    /// Discs that are tracked.
    ids: Vec<u32>,
}

/// Seconds since the start of the scene, what was measured then, ends of contacts of a disc, and times that one was held at the greatest
/// speed.
type FiguresRow = (f64, Figures, f64, u64);

/// Seconds, the id of a disc, its place, its velocity, its angle and the rate of that.
type TrackRow = (f64, u32, [f64; 2], [f64; 2], f64, f64);

/// What the columns are called, by the names of the summary where that has them; they stay as they are.
const HEADS: [&str; 14] = [
    "seconds",
    "live",
    "pinned",
    "unborn",
    "removed",
    "broken",
    "rms_speed",
    "max_speed",
    "kinetic_energy",
    "potential_energy",
    "mean_overlap",
    "max_overlap",
    "contacts_per_particle",
    "saturated",
];

/// The same of discs that are tracked.
const TRACK_HEADS: [&str; 8] = ["seconds", "id", "x", "y", "vx", "vy", "angle", "angular_velocity"];

impl Log {
    /// Tables without rows, to get some every so many frames; none where none was asked for.
    ///
    /// # Errors
    /// A disc to track that there is not.
    pub fn new(options: &LogOptions, every: u32, simulation: &Simulation) -> Result<Option<Self>, CliError> {
        let (count, ids) = (simulation.particle_count(), options.track_ids.clone().unwrap_or_default().0);
        if let Some(id) = ids.iter().find(|id| **id >= count) {
            let (id, last) = (grouped((*id).into()), grouped(count.saturating_sub(1).into()));
            return Err(CliError::Usage(format!("--track-ids: there is no disc {id}: their ids are 0 to {last}")));
        }
        let figures = options.log.clone().map(|path| Table::new(path, &HEADS));
        let track = options.track.clone().map(|path| Table::new(path, &TRACK_HEADS));
        let is_asked = figures.is_some() || track.is_some();
        Ok(is_asked.then_some(Self { every, seconds: None, figures, track, ids }))
    }

    /// Adds rows, if they are due after so many frames of this run.
    ///
    /// # Errors
    /// A GPU that was lost.
    pub fn measure(&mut self, simulation: &mut Simulation, frame: u32) -> Result<(), CliError> {
        if frame.is_multiple_of(self.every) { self.add(simulation) } else { Ok(()) }
    }

    /// Adds the last rows, unless they are there, and writes the tables.
    ///
    /// # Errors
    /// A GPU that was lost; a file that cannot be written.
    pub fn finish(&mut self, simulation: &mut Simulation) -> Result<(), CliError> {
        if self.seconds.is_none_or(|seconds| seconds < simulation.seconds()) {
            self.add(simulation)?;
        }
        self.write()?;
        self.figures.iter().for_each(Table::tell);
        self.track.iter().for_each(Table::tell);
        Ok(())
    }

    /// Writes the tables as they are.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn write(&self) -> Result<(), CliError> {
        // Both that can be, whatever becomes of one.
        let [figures, track] = [self.figures.as_ref().map_or(Ok(()), Table::write), self.track.as_ref().map_or(Ok(()), Table::write)];
        figures.and(track)
    }

    fn add(&mut self, simulation: &mut Simulation) -> Result<(), CliError> {
        let seconds = simulation.seconds();
        if let Some(table) = &mut self.figures {
            let (measures, counters) = (simulation.measure()?, simulation.counters()?);
            let figures = Figures::new(simulation.world(), &measures, &counters);
            table.rows.push((seconds, figures, measures.contacts_per_particle(), counters.saturated()));
        }
        if let Some(table) = &mut self.track {
            let discs = simulation.discs()?;
            let in_world = self.ids.iter().map(|&id| (id, &discs[id as usize])).filter(|(_, disc)| disc.phase.is_in_world());
            let row = |(id, disc): (u32, &Disc)| (seconds, id, disc.position, disc.velocity, disc.angle, disc.angular_velocity);
            table.rows.extend(in_world.map(row));
        }
        self.seconds = Some(seconds);
        Ok(())
    }
}

/// A file with a header and rows.
#[derive(Debug)]
struct Table<R> {
    path: PathBuf,
    heads: &'static [&'static str],
    rows: Vec<R>,
}

impl<R: Serialize> Table<R> {
    fn new(path: PathBuf, heads: &'static [&'static str]) -> Self {
        Self { path, heads, rows: Vec::new() }
    }

    fn write(&self) -> Result<(), CliError> {
        let mut table = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let rows = table.write_record(self.heads).and_then(|()| self.rows.iter().try_for_each(|row| table.serialize(row)));
        let text = rows.map_err(std::io::Error::from).and_then(|()| table.into_inner().map_err(|error| error.into_error()));
        Ok(files::write(&self.path, |file| file.write_all(&text?))?)
    }

    fn tell(&self) {
        note(format_args!("wrote {} ({})", self.path.display(), plural(self.rows.len() as u64, "row")));
    }
}

/// A path that ends in `.csv`.
fn log_path(text: &str) -> Result<PathBuf, String> {
    ending_in("csv", text, "this is a table: use a name that ends in .csv")
}
