//! An array of positions that numpy saved.

use super::Table;
use crate::npy_header;
use crate::scene::error::SceneError;
use crate::scene::shapes::MAX_SCENE_PARTICLES;
use crate::world::spec::ParticleSpec;

/// The way out of a file that is not one whole array.
const SAVE_AGAIN: &str = "save the array again, e.g. with numpy.save";

impl Table<'_> {
    /// An `n × 2` array of `float32` or `float64`, in C or Fortran order.
    pub fn read_npy(&self, model: ParticleSpec) -> Result<Vec<ParticleSpec>, SceneError> {
        let malformed = |error: std::io::Error| self.error(None, format!("not a valid .npy file: {error} ({SAVE_AGAIN})"));
        npy_header::check(self.content.bytes).map_err(|problem| self.error(None, format!("{problem} ({SAVE_AGAIN})")))?;
        let mut data = self.content.bytes;
        let header = npyz::NpyHeader::from_reader(&mut data).map_err(|error| self.bad_header(&error))?;
        let start = (self.content.bytes.len() - data.len()) as u64;
        let npy = npyz::NpyFile::with_header(header, data);
        let (shape, order) = (npy.shape().to_vec(), npy.order());
        let [rows, 2] = shape[..] else {
            return Err(self.error(None, format!("an array of shape {shape:?}: allowed is [n, 2], x and y of each particle")));
        };
        if rows > MAX_SCENE_PARTICLES {
            return Err(self.error(None, format!("{rows} rows: at most {MAX_SCENE_PARTICLES} particles")));
        }
        // Numbers that have no size of their own are refused with their type.
        if let Some(size) = npy.dtype().num_bytes() {
            self.check_length(start, rows, size as u64, SAVE_AGAIN)?;
        }
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

    /// What is wrong with a file whose header cannot be read.
    fn bad_header(&self, error: &std::io::Error) -> SceneError {
        let length = self.content.bytes.len();
        let problem = match error.kind() {
            _ if length == 0 => "empty, where a header and an array are expected".to_owned(),
            std::io::ErrorKind::UnexpectedEof => format!("ends after {length} bytes, inside its header"),
            _ => format!("not a valid .npy file: {error}"),
        };
        self.error(None, format!("{problem} ({SAVE_AGAIN})"))
    }
}
