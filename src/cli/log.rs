//! `simulate --log`: what is measured on the way, a row of a table each time.

use std::path::PathBuf;

use clap::Args;

use super::console::note;
use super::error::CliError;
use super::numbers::{self, plural};
use super::outputs::ending_in;
use super::summary::Figures;
use crate::Simulation;
use crate::files;

/// Whether measures are written, and how often.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct LogOptions {
    /// Write speeds, energies, overlaps and counts over time to a .csv, at the start, after every frame and at the end
    #[arg(long, value_name = "FILE.csv", value_parser = log_path)]
    pub log: Option<PathBuf>,
    /// A row of it after every so many frames
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::positive_u32, requires = "log")]
    log_every: u32,
}

/// What was measured so far.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    every: u32,
    rows: Vec<Row>,
}

/// Seconds since the start of the scene, what was measured then, ends of contacts of a disc, and times that one was held at the greatest
/// speed.
type Row = (f64, Figures, f64, u64);

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

impl Log {
    /// None where none was asked for.
    pub fn new(options: &LogOptions) -> Option<Self> {
        options.log.clone().map(|path| Self { path, every: options.log_every, rows: Vec::new() })
    }

    /// Adds a row, if one is due after so many frames of this run.
    ///
    /// # Errors
    /// A GPU that was lost.
    pub fn measure(&mut self, simulation: &mut Simulation, frame: u32) -> Result<(), CliError> {
        if frame.is_multiple_of(self.every) { self.add(simulation) } else { Ok(()) }
    }

    /// Adds the last row, unless it is there, and writes the table.
    ///
    /// # Errors
    /// A GPU that was lost; a file that cannot be written.
    pub fn finish(&mut self, simulation: &mut Simulation) -> Result<(), CliError> {
        if self.rows.last().is_none_or(|(seconds, ..)| *seconds < simulation.seconds()) {
            self.add(simulation)?;
        }
        self.write()?;
        note(format_args!("wrote {} ({})", self.path.display(), plural(self.rows.len() as u64, "row")));
        Ok(())
    }

    /// Writes the table as it is.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self) -> Result<(), CliError> {
        let mut table = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let rows = table.write_record(HEADS).and_then(|()| self.rows.iter().try_for_each(|row| table.serialize(row)));
        let text = rows.map_err(std::io::Error::from).and_then(|()| table.into_inner().map_err(|error| error.into_error()));
        Ok(files::write(&self.path, |file| file.write_all(&text?))?)
    }

    fn add(&mut self, simulation: &mut Simulation) -> Result<(), CliError> {
        let (measures, counters) = (simulation.measure()?, simulation.counters()?);
        let figures = Figures::new(simulation.world(), &measures, &counters);
        self.rows.push((simulation.seconds(), figures, measures.contacts_per_particle(), counters.saturated()));
        Ok(())
    }
}

/// A path that ends in `.csv`.
fn log_path(text: &str) -> Result<PathBuf, String> {
    ending_in("csv", text, "a log is a table: use a name that ends in .csv")
}
