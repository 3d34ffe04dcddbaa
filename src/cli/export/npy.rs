//! Arrays for numpy, one a file.

use std::io::{self, Write};

use npyz::{AutoSerialize, WriteOptions, WriterBuilder};

use super::Points;

/// What is in the name of each file.
pub const ARRAYS: [&str; 6] = ["positions", "velocities", "radii", "masses", "rotations", "ids"];

/// Writes one of [`ARRAYS`].
pub fn write(file: &mut dyn Write, array: &str, points: &Points) -> io::Result<()> {
    let count = points.ids.len() as u64;
    match array {
        "positions" => write_array(file, &[count, 2], points.positions.as_flattened()),
        "velocities" => write_array(file, &[count, 2], points.velocities.as_flattened()),
        "masses" => write_array(file, &[count], &points.masses),
        "rotations" => write_array(file, &[count, 2], points.rotations.as_flattened()),
        "radii" => write_array(file, &[count], &points.radii),
        _ => write_array(file, &[count], &points.ids),
    }
}

fn write_array<T: AutoSerialize + Copy>(file: &mut dyn Write, shape: &[u64], values: &[T]) -> io::Result<()> {
    let mut writer = WriteOptions::new().default_dtype().shape(shape).writer(file).begin_nd()?;
    writer.extend(values.iter().copied())?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::super::tests::points;
    use super::*;

    #[test]
    fn what_is_written_can_be_read_with_its_shape() {
        let points = points();
        let mut bytes = Vec::new();
        write_array(&mut bytes, &[2, 2], points.positions.as_flattened()).unwrap();
        let file = npyz::NpyFile::new(&bytes[..]).unwrap();
        assert_eq!(file.shape(), [2, 2]);
        assert_eq!(file.into_vec::<f64>().unwrap(), points.positions.as_flattened());
    }
}
