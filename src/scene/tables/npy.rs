//! An array of positions that numpy saved.

use super::Table;
use crate::scene::error::SceneError;
use crate::scene::shapes::MAX_SCENE_PARTICLES;
use crate::world::spec::ParticleSpec;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek};

/// Longest header, in bytes, and most brackets in it: numpy writes 118 bytes and two brackets.
const MOST_HEADER: u32 = 1024;
const MOST_BRACKETS: usize = 4;

/// The way out of a file that is not one whole array.
const SAVE_AGAIN: &str = "save the array again, e.g. with numpy.save";

impl Table<'_> {
    /// An `n × 2` array of `float32` or `float64`, in C or Fortran order.
    pub fn read_npy(&self, model: ParticleSpec) -> Result<Vec<ParticleSpec>, SceneError> {
        let malformed = |error: std::io::Error| self.error(None, format!("not a valid .npy file: {error} ({SAVE_AGAIN})"));
        let mut file = self.open()?;
        self.check_header(file.fill_buf().map_err(malformed)?)?;
        let header = npyz::NpyHeader::from_reader(&mut file).map_err(|error| self.bad_header(&file, &error))?;
        let npy = npyz::NpyFile::with_header(header, file);
        let (shape, order) = (npy.shape().to_vec(), npy.order());
        let [rows, 2] = shape[..] else {
            return Err(self.error(None, format!("an array of shape {shape:?}: allowed is [n, 2], x and y of each particle")));
        };
        if rows > MAX_SCENE_PARTICLES {
            return Err(self.error(None, format!("{rows} rows: at most {MAX_SCENE_PARTICLES} particles")));
        }
        let npy = self.whole(npy, rows)?;
        let numbers: Result<Vec<f64>, std::io::Error> = match npy.try_data::<f64>() {
            Ok(data) => data.collect(),
            Err(npy) => match npy.try_data::<f32>() {
                Ok(data) => data.map(|number| number.map(f64::from)).collect(),
                Err(npy) => {
                    let problem = format!("numbers of type {}: allowed are float32 and float64", npy.dtype().descr());
                    return Err(self.error(None, problem));
                }
            },
        };
        let numbers = numbers.map_err(malformed)?;
        let rows = rows as usize;
        let at = |row: usize| match order {
            npyz::Order::C => [numbers[2 * row], numbers[2 * row + 1]],
            npyz::Order::Fortran => [numbers[row], numbers[rows + row]],
        };
        (0..rows).map(|row| self.checked(row as u64 + 1, ParticleSpec { position: at(row), ..model })).collect()
    }

    /// That the header, by the first bytes of its file, is as short and flat as that of an array of numbers: a
    /// dictionary with one tuple. What parses it takes several times longer with every bracket inside another.
    fn check_header(&self, start: &[u8]) -> Result<(), SceneError> {
        // Six bytes that name the format, two of its version, then the length in two bytes, or in four since version 2.
        let length = match *start {
            _ if !start.starts_with(b"\x93NUMPY") => return Ok(()),
            [_, _, _, _, _, _, 1, _, a, b, ..] => u32::from(u16::from_le_bytes([a, b])),
            [_, _, _, _, _, _, _, _, a, b, c, d, ..] => u32::from_le_bytes([a, b, c, d]),
            _ => return Ok(()),
        };
        let brackets = start.iter().skip(10).take(length as usize).filter(|&byte| b"{[(".contains(byte)).count();
        if length <= MOST_HEADER && brackets <= MOST_BRACKETS {
            return Ok(());
        }
        let problem =
            format!("a header of {length} bytes with {brackets} brackets, where an array of two columns of numbers has a short one");
        Err(self.error(None, format!("{problem} ({SAVE_AGAIN})")))
    }

    /// What is wrong with a file whose header cannot be read.
    fn bad_header(&self, file: &BufReader<File>, error: &std::io::Error) -> SceneError {
        let length = file.get_ref().metadata().map_or(0, |metadata| metadata.len());
        let problem = match error.kind() {
            _ if length == 0 => "empty, where a header and an array are expected".to_owned(),
            std::io::ErrorKind::UnexpectedEof => format!("ends after {length} bytes, inside its header"),
            _ => format!("not a valid .npy file: {error}"),
        };
        self.error(None, format!("{problem} ({SAVE_AGAIN})"))
    }

    /// The array, if it is as long as its header announces.
    fn whole(&self, npy: npyz::NpyFile<BufReader<File>>, rows: u64) -> Result<npyz::NpyFile<BufReader<File>>, SceneError> {
        let (header, mut file) = (npy.header().clone(), npy.into_inner());
        let start = file.stream_position().map_err(|error| self.unreadable(&error))?;
        // Numbers that have no size of their own are refused with their type.
        if let Some(size) = header.dtype().num_bytes() {
            self.check_length(&file, start, rows, size as u64, SAVE_AGAIN)?;
        }
        Ok(npyz::NpyFile::with_header(header, file))
    }
}
