//! Positions of particles from a `.npy` or a `.csv` file.

use super::error::SceneError;
use super::shapes::{Check, MAX_SCENE_PARTICLES};
use crate::world::spec::ParticleSpec;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};
use toml::Spanned;

/// One particle a row; what the file does not say is the model's.
///
/// # Errors
/// A file that cannot be read or is neither, and the row of a bad number or of a particle outside the world.
pub(super) fn load(
    check: &Check<'_>,
    key: &Spanned<String>,
    base_dir: Option<&Path>,
    model: ParticleSpec,
) -> Result<Vec<ParticleSpec>, SceneError> {
    let path = base_dir.unwrap_or(Path::new("")).join(key.get_ref());
    let table = Table { check, key, path };
    let extension = table.path.extension().map(|extension| extension.to_ascii_lowercase());
    let particles = match extension.as_ref().and_then(|extension| extension.to_str()) {
        Some("npy") => table.read_npy(model)?,
        Some("csv") => table.read_csv(model)?,
        _ => return check.bad(&key.span(), "a file whose name ends in .npy or .csv"),
    };
    if particles.is_empty() { Err(table.error(None, "no rows: at least one particle is needed")) } else { Ok(particles) }
}

/// The way out of a file that is not one whole array.
/// Longest header, in bytes, and most brackets in it: numpy writes 118 bytes and two brackets.
const MOST_HEADER: u32 = 1024;
const MOST_BRACKETS: usize = 4;

const SAVE_AGAIN: &str = "save the array again, e.g. with numpy.save";

struct Table<'a> {
    check: &'a Check<'a>,
    key: &'a Spanned<String>,
    path: PathBuf,
}

impl Table<'_> {
    fn error(&self, row: Option<u64>, problem: impl Into<String>) -> SceneError {
        let place = self.check.source.place(&self.key.span());
        SceneError::Table { place, path: self.path.display().to_string(), row, problem: problem.into() }
    }

    fn open(&self) -> Result<BufReader<File>, SceneError> {
        let unreadable = |error: std::io::Error| self.error(None, format!("cannot be read: {error}"));
        // Asked before: opening a folder succeeds on some systems, and opening a pipe waits for its writer.
        if !std::fs::metadata(&self.path).map_err(unreadable)?.is_file() {
            return Err(self.error(None, "not a file"));
        }
        File::open(&self.path).map(BufReader::new).map_err(unreadable)
    }

    /// An `n × 2` array of `float32` or `float64`, in C or Fortran order.
    fn read_npy(&self, model: ParticleSpec) -> Result<Vec<ParticleSpec>, SceneError> {
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

    /// The array, if behind its header there are as many bytes as that announces: fewer were cut off, more would be
    /// left out without a word.
    fn whole(&self, npy: npyz::NpyFile<BufReader<File>>, rows: u64) -> Result<npyz::NpyFile<BufReader<File>>, SceneError> {
        let (header, mut file) = (npy.header().clone(), npy.into_inner());
        let unreadable = |error: std::io::Error| self.error(None, format!("cannot be read: {error}"));
        let start = file.stream_position().map_err(unreadable)?;
        let found = file.get_ref().metadata().map_err(unreadable)?.len().saturating_sub(start);
        // Numbers that have no size of their own are refused with their type.
        let size = header.dtype().num_bytes().map(|bytes| bytes as u64);
        match size.map(|bytes| (2 * rows).saturating_mul(bytes)) {
            Some(expected) if found != expected => {
                let what = if found < expected { "cut short" } else { "longer than it says" };
                let problem = format!("{what}: {found} bytes of data, where its header announces {expected}, {rows} rows of 2 numbers");
                Err(self.error(None, format!("{problem} ({SAVE_AGAIN})")))
            }
            _ => Ok(npyz::NpyFile::with_header(header, file)),
        }
    }

    /// Columns x and y, and any of vx, vy, radius and pinned, named in the first line.
    fn read_csv(&self, model: ParticleSpec) -> Result<Vec<ParticleSpec>, SceneError> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(self.open()?);
        let headers = reader.headers().map_err(|error| self.error(None, format!("not a valid .csv file: {error}")))?.clone();
        let columns = headers.iter().map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        for (needed, name) in [(Column::X, "x"), (Column::Y, "y")] {
            if !columns.contains(&needed) {
                return Err(self.error(None, format!("no column `{name}`: the first line names the columns, {COLUMNS}")));
            }
        }
        if let Some(twice) = (1..columns.len()).find(|&index| columns[..index].contains(&columns[index])) {
            return Err(self.error(None, format!("column `{}` stands twice", &headers[twice])));
        }
        let mut particles = Vec::new();
        for (row, record) in (1..).zip(reader.records()) {
            if row > MAX_SCENE_PARTICLES {
                return Err(self.error(Some(row), format!("at most {MAX_SCENE_PARTICLES} particles")));
            }
            let record = record.map_err(|error| self.error(Some(row), error.to_string()))?;
            let mut particle = model;
            for (column, field) in columns.iter().zip(&record) {
                column.set(&mut particle, field).map_err(|allowed| {
                    let name = &headers[columns.iter().position(|other| other == column).unwrap_or_default()];
                    self.error(Some(row), format!("{name} is \"{field}\": allowed is {allowed}"))
                })?;
            }
            particles.push(self.checked(row, particle)?);
        }
        Ok(particles)
    }

    fn column(&self, name: &str) -> Result<Column, SceneError> {
        Column::ALL
            .into_iter()
            .find(|&(known, _)| known == name)
            .map(|(_, column)| column)
            .ok_or_else(|| self.error(None, format!("unknown column `{name}`: allowed are {COLUMNS}")))
    }

    fn checked(&self, row: u64, particle: ParticleSpec) -> Result<ParticleSpec, SceneError> {
        let fail = |name: &str, value: f64, allowed: String| Err(self.error(Some(row), format!("{name} is {value}: allowed is {allowed}")));
        let radius = particle.radius;
        if !(radius > 0.0 && radius <= 1e6) {
            return fail("radius", radius, "a number above 0, up to 1e6".into());
        }
        for (axis, name) in [(0, "x"), (1, "y")] {
            let (value, most) = (particle.position[axis], self.check.size[axis] - radius);
            if !(radius..=most).contains(&value) {
                return fail(name, value, format!("{radius} to {most}, so that a disc of radius {radius} is inside the world"));
            }
            if !particle.velocity[axis].is_finite() {
                return fail("velocity", particle.velocity[axis], "a finite number".into());
            }
        }
        if particle.pinned && particle.velocity != [0.0; 2] {
            return fail("velocity", libm::hypot(particle.velocity[0], particle.velocity[1]), "0 for a pinned particle".into());
        }
        Ok(particle)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Column {
    X,
    Y,
    Vx,
    Vy,
    Radius,
    Pinned,
}

const COLUMNS: &str = "`x`, `y` and, as needed, `vx`, `vy`, `radius`, `pinned`";

impl Column {
    const ALL: [(&'static str, Self); 6] =
        [("x", Self::X), ("y", Self::Y), ("vx", Self::Vx), ("vy", Self::Vy), ("radius", Self::Radius), ("pinned", Self::Pinned)];

    /// Puts a field where it belongs; the error is what is allowed instead.
    fn set(self, particle: &mut ParticleSpec, field: &str) -> Result<(), &'static str> {
        if self == Self::Pinned {
            particle.pinned = match field {
                "0" | "false" => false,
                "1" | "true" => true,
                _ => return Err("0, 1, false or true"),
            };
            return Ok(());
        }
        let number: f64 = field.parse().map_err(|_| "a number")?;
        match self {
            Self::X => particle.position[0] = number,
            Self::Y => particle.position[1] = number,
            Self::Vx => particle.velocity[0] = number,
            Self::Vy => particle.velocity[1] = number,
            Self::Radius | Self::Pinned => particle.radius = number,
        }
        Ok(())
    }
}
