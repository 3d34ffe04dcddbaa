//! Legacy VTK for ParaView: binary poly data, big-endian as the format asks.
//!
//! Source: "VTK File Formats" (legacy formats), <https://docs.vtk.org/en/latest/vtk_file_formats/index.html>.

use std::io::{self, Write};

use super::Points;

/// Writes points with their data, and links as lines.
pub fn write(file: &mut dyn Write, points: &Points) -> io::Result<()> {
    let count = points.ids.len();
    write!(file, "# vtk DataFile Version 3.0\njostle {}\nBINARY\nDATASET POLYDATA\n", env!("CARGO_PKG_VERSION"))?;
    writeln!(file, "POINTS {count} double")?;
    doubles(file, points.positions.iter().flat_map(|&[x, y]| [x, y, 0.0]))?;
    writeln!(file, "VERTICES {count} {}", 2 * count)?;
    integers(file, (0..count as u32).flat_map(|index| [1, index]))?;
    if !points.links.is_empty() {
        writeln!(file, "LINES {} {}", points.links.len(), 3 * points.links.len())?;
        integers(file, points.links.iter().flat_map(|&[a, b]| [2, a, b]))?;
    }
    writeln!(file, "POINT_DATA {count}")?;
    writeln!(file, "VECTORS velocity double")?;
    doubles(file, points.velocities.iter().flat_map(|&[x, y]| [x, y, 0.0]))?;
    writeln!(file, "SCALARS radius double 1\nLOOKUP_TABLE default")?;
    doubles(file, points.radii.iter().copied())?;
    writeln!(file, "SCALARS mass double 1\nLOOKUP_TABLE default")?;
    doubles(file, points.masses.iter().copied())?;
    writeln!(file, "SCALARS angle double 1\nLOOKUP_TABLE default")?;
    doubles(file, points.rotations.iter().map(|rotation| rotation[0]))?;
    writeln!(file, "SCALARS angular_velocity double 1\nLOOKUP_TABLE default")?;
    doubles(file, points.rotations.iter().map(|rotation| rotation[1]))?;
    writeln!(file, "SCALARS id unsigned_int 1\nLOOKUP_TABLE default")?;
    integers(file, points.ids.iter().copied())?;
    writeln!(file, "SCALARS phase unsigned_int 1\nLOOKUP_TABLE default")?;
    integers(file, points.pinned.iter().map(|&pinned| pinned.into()))
}

fn doubles(file: &mut dyn Write, values: impl Iterator<Item = f64>) -> io::Result<()> {
    for value in values {
        file.write_all(&value.to_be_bytes())?;
    }
    file.write_all(b"\n")
}

fn integers(file: &mut dyn Write, values: impl Iterator<Item = u32>) -> io::Result<()> {
    for value in values {
        file.write_all(&value.to_be_bytes())?;
    }
    file.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::super::tests::points;

    /// The bytes behind a line that starts with `keyword`.
    fn after<'a>(bytes: &'a [u8], keyword: &str) -> &'a [u8] {
        let at = bytes.windows(keyword.len()).position(|window| window == keyword.as_bytes()).expect(keyword);
        let line = bytes[at..].iter().position(|&byte| byte == b'\n').unwrap();
        &bytes[at + line + 1..]
    }

    #[test]
    fn points_lines_and_data_stand_where_the_format_says() {
        let points = points();
        let mut bytes = Vec::new();
        super::write(&mut bytes, &points).unwrap();
        assert!(bytes.starts_with(b"# vtk DataFile Version 3.0\n"));
        let x = f64::from_be_bytes(after(&bytes, "POINTS 2 double")[..8].try_into().unwrap());
        assert_eq!(x, points.positions[0][0]);
        assert_eq!(after(&bytes, "LINES 1 3")[..12], [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(after(after(&bytes, "SCALARS id"), "LOOKUP")[..8], [0, 0, 0, 0, 0, 0, 0, 2]);
    }
}
