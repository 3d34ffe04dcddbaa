//! The files that a run writes on its way: those of one option, each in its frame.

use super::console::note;
use super::error::CliError;
use super::export::Export;
use super::numbered::MAX_FILES;
use super::numbers::{grouped, plural};
use crate::Simulation;

/// Files by frames, ascending.
pub struct Series {
    /// What the name of each is made of.
    out: Option<Export>,
    /// Digits of its number, where the name has a place for one.
    digits: usize,
    files: Vec<(u32, Export)>,
    /// The numbers of those that were written.
    written: Vec<usize>,
}

impl Series {
    /// What `option` has written of a run of so many frames: nothing, once at the end, or also at the start and after every so many.
    pub fn new(option: &str, out: Option<&Export>, frames: u32, every: Option<u32>) -> Result<Self, CliError> {
        let files = match (out, every) {
            (None, _) => Vec::new(),
            (Some(out), None) => vec![(frames, of_frame(out, frames, digits(frames)))],
            (Some(out), Some(every)) => numbered(option, out, frames, every)?,
        };
        Ok(Self { out: out.cloned(), digits: digits(frames), files, written: Vec::new() })
    }

    /// The run ends with this frame, before all are written.
    pub fn end_at(&mut self, frame: u32) {
        self.files.retain(|(at, _)| *at <= frame);
        if self.files.last().is_none_or(|(at, _)| *at < frame) {
            self.files.extend(self.out.as_ref().map(|out| (frame, of_frame(out, frame, self.digits))));
        }
    }

    /// The last file is not written after all, unless it already is.
    pub fn spare_last(&mut self) {
        if self.written.last().is_none_or(|&number| number + 1 < self.files.len()) {
            self.files.pop();
        }
    }

    /// All files.
    pub fn paths(&self) -> Vec<std::path::PathBuf> {
        self.files.iter().flat_map(|(_, out)| out.paths()).collect()
    }

    /// The number of the file of this frame, unless it is there.
    fn due(&self, frame: u32) -> Option<usize> {
        self.files.binary_search_by_key(&frame, |(at, _)| *at).ok().filter(|number| self.written.last() != Some(number))
    }

    /// Names the files that were written, of many frames those of the first and of the last.
    pub fn tell(&self) {
        let names = |&number: &usize| self.files[number].1.paths().into_iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        match &self.written[..] {
            [] => {}
            [only] => names(only).iter().for_each(|name| note(format_args!("wrote {name}"))),
            [first, .., last] => {
                for (from, to) in names(first).iter().zip(names(last)) {
                    note(format_args!("wrote {}, {from} to {to}", plural(self.written.len() as u64, "file")));
                }
            }
        }
    }
}

/// Writes what is due in a frame, all that can be; returns what went wrong.
pub fn write_due(all: &mut [Series], simulation: &Simulation, frame: u32) -> Vec<CliError> {
    if all.iter().all(|series| series.due(frame).is_none()) {
        return Vec::new();
    }
    let state = match simulation.state() {
        Ok(state) => state,
        Err(error) => return vec![error.into()],
    };
    let mut errors = Vec::new();
    for series in all {
        let Some(number) = series.due(frame) else { continue };
        match series.files[number].1.write(simulation, &state) {
            Ok(()) => series.written.push(number),
            Err(error) => errors.push(error),
        }
    }
    errors
}

fn numbered(option: &str, out: &Export, frames: u32, every: u32) -> Result<Vec<(u32, Export)>, CliError> {
    let count = (frames.div_ceil(every) as usize + 1) * out.paths().len();
    if count > MAX_FILES {
        let least = u64::from(frames).div_ceil((MAX_FILES / out.paths().len() - 1) as u64);
        let (count, most, least) = (grouped(count as u64), grouped(MAX_FILES as u64), grouped(least));
        return Err(CliError::Usage(format!("--out-every {every} asks for {count} files: at most {most} (--out-every {least} or more)")));
    }
    let file = |frame| Some((frame, out.of_frame(frame, digits(frames))?));
    (0..frames).step_by(every as usize).chain([frames]).map(file).collect::<Option<_>>().ok_or_else(|| {
        CliError::Usage(format!("--out-every writes many files: write # in the name of {option} for the frame, e.g. dam-####.vtk"))
    })
}

/// The file of a frame; the same of each where the name has no place for its number.
fn of_frame(out: &Export, frame: u32, digits: usize) -> Export {
    out.of_frame(frame, digits).unwrap_or_else(|| out.clone())
}

/// So many that names sort by number.
fn digits(frames: u32) -> usize {
    frames.to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_ends_early_has_its_last_file_there() {
        let ended = |name: &str, every, frame| {
            let out = Export::particles(name).unwrap();
            let mut series = Series::new("--out", Some(&out), 100, every).unwrap();
            series.end_at(frame);
            series.paths().iter().map(|path| path.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(ended("a.csv", None, 7), ["a.csv"]);
        assert_eq!((ended("a#.csv", None, 7), ended("a#.csv", None, 100)), (vec!["a007.csv".into()], vec!["a100.csv".into()]));
        assert_eq!(ended("a#.csv", Some(10), 23), ["a000.csv", "a010.csv", "a020.csv", "a023.csv"]);
        assert_eq!(ended("a#.csv", Some(10), 20), ["a000.csv", "a010.csv", "a020.csv"]);
    }

    #[test]
    fn a_file_that_is_there_is_not_spared() {
        let out = Export::particles("a#.csv").unwrap();
        let mut series = Series::new("--out", Some(&out), 100, Some(10)).unwrap();
        series.end_at(20);
        for (written, files) in [(vec![0, 1, 2], 3), (vec![0, 1], 2)] {
            series.written = written;
            series.spare_last();
            assert_eq!(series.files.len(), files);
            series.tell();
        }
    }
}
