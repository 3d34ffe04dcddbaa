//! Legacy VTK for ParaView: binary poly data, big-endian as the format asks.
//!
//! Source: "VTK File Formats" (legacy formats), <https://docs.vtk.org/en/latest/vtk_file_formats/index.html>.

use std::io::{self, Write};

use super::{Points, number_of};
use crate::world::boundaries::BoundaryForce;
use crate::world::forces::ContactForce;

/// Writes points with their data, and links as lines with theirs.
pub fn write(file: &mut dyn Write, points: &Points) -> io::Result<()> {
    let count = points.ids.len();
    start(file, &points.positions)?;
    writeln!(file, "VERTICES {count} {}", 2 * count)?;
    integers(file, (0..count as u32).flat_map(|index| [1, index]))?;
    lines(file, points.links.iter().copied())?;
    if !points.tensions.is_empty() {
        // The points are cells, too, and come first.
        writeln!(file, "CELL_DATA {}", count + points.links.len())?;
        scalars(file, "tension", std::iter::repeat_n(0.0, count).chain(points.tensions.iter().copied()))?;
    }
    writeln!(file, "POINT_DATA {count}")?;
    writeln!(file, "VECTORS velocity double")?;
    doubles(file, points.velocities.iter().flat_map(|&[x, y]| [x, y, 0.0]))?;
    scalars(file, "radius", points.radii.iter().copied())?;
    scalars(file, "mass", points.masses.iter().copied())?;
    scalars(file, "angle", points.rotations.iter().map(|rotation| rotation[0]))?;
    scalars(file, "angular_velocity", points.rotations.iter().map(|rotation| rotation[1]))?;
    numbers(file, "id", points.ids.iter().copied())?;
    numbers(file, "phase", points.pinned.iter().map(|&pinned| pinned.into()))
}

/// Writes contacts as lines from centre to centre, which are force chains. No two share a point, so that the data of each can be those of
/// its points, by which ParaView colours lines and makes tubes of them.
pub fn write_contacts(file: &mut dyn Write, forces: &[ContactForce], centres: impl Fn(&ContactForce) -> [[f64; 2]; 2]) -> io::Result<()> {
    let twice = |of: fn(&ContactForce) -> f64| forces.iter().map(of).flat_map(|value| [value; 2]);
    start(file, &forces.iter().flat_map(centres).collect::<Vec<_>>())?;
    lines(file, (0..forces.len() as u32).map(|line| [2 * line, 2 * line + 1]))?;
    writeln!(file, "POINT_DATA {}", 2 * forces.len())?;
    scalars(file, "normal_force", twice(|force| force.normal_force))?;
    scalars(file, "tangent_force", twice(|force| force.tangent_force))?;
    scalars(file, "overlap", twice(|force| force.overlap))?;
    scalars(file, "moment", twice(|force| force.moment))?;
    numbers(file, "id", forces.iter().flat_map(|force| force.discs))
}

/// Writes the places where walls and obstacles push discs, with the force that each disc gets.
pub fn write_boundaries(file: &mut dyn Write, forces: &[BoundaryForce]) -> io::Result<()> {
    let count = forces.len();
    start(file, &forces.iter().map(|force| force.point).collect::<Vec<_>>())?;
    writeln!(file, "VERTICES {count} {}", 2 * count)?;
    integers(file, (0..count as u32).flat_map(|index| [1, index]))?;
    writeln!(file, "POINT_DATA {count}")?;
    writeln!(file, "VECTORS force double")?;
    doubles(file, forces.iter().map(BoundaryForce::force).flat_map(|[x, y]| [x, y, 0.0]))?;
    scalars(file, "normal_force", forces.iter().map(|force| force.normal_force))?;
    scalars(file, "tangent_force", forces.iter().map(|force| force.tangent_force))?;
    scalars(file, "moment", forces.iter().map(|force| force.moment))?;
    numbers(file, "id", forces.iter().map(|force| force.disc))?;
    scalars(file, "boundary", forces.iter().map(|force| number_of(force.boundary).into()))
}

fn start(file: &mut dyn Write, points: &[[f64; 2]]) -> io::Result<()> {
    write!(file, "# vtk DataFile Version 3.0\njostle {}\nBINARY\nDATASET POLYDATA\n", env!("CARGO_PKG_VERSION"))?;
    writeln!(file, "POINTS {} double", points.len())?;
    doubles(file, points.iter().flat_map(|&[x, y]| [x, y, 0.0]))
}

/// Lines between pairs of points, unless there are none.
fn lines(file: &mut dyn Write, ends: impl ExactSizeIterator<Item = [u32; 2]>) -> io::Result<()> {
    if ends.len() == 0 {
        return Ok(());
    }
    writeln!(file, "LINES {} {}", ends.len(), 3 * ends.len())?;
    integers(file, ends.flat_map(|[a, b]| [2, a, b]))
}

fn scalars(file: &mut dyn Write, name: &str, values: impl Iterator<Item = f64>) -> io::Result<()> {
    writeln!(file, "SCALARS {name} double 1\nLOOKUP_TABLE default")?;
    doubles(file, values)
}

fn numbers(file: &mut dyn Write, name: &str, values: impl Iterator<Item = u32>) -> io::Result<()> {
    writeln!(file, "SCALARS {name} unsigned_int 1\nLOOKUP_TABLE default")?;
    integers(file, values)
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
    use super::super::tests::{boundary_forces, forces, points};

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

    #[test]
    fn contacts_are_lines_whose_data_both_ends_have() {
        let mut bytes = Vec::new();
        super::write_contacts(&mut bytes, &forces(), |force| [force.point, [f64::from(force.discs[1]), 0.0]]).unwrap();
        let doubles = |keyword: &str, count: usize| -> Vec<f64> {
            let data = after(after(&bytes, keyword), "LOOKUP").chunks_exact(8).take(count);
            data.map(|value| f64::from_be_bytes(value.try_into().unwrap())).collect()
        };
        let x = f64::from_be_bytes(after(&bytes, "POINTS 4 double")[24..32].try_into().unwrap());
        assert_eq!(x, 7.0, "the second end of the first line");
        assert_eq!(after(&bytes, "LINES 2 6")[12..24], [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3]);
        assert_eq!(doubles("SCALARS normal_force", 4), [7.5, 7.5, 4.0, 4.0]);
        assert_eq!(after(after(&bytes, "SCALARS id"), "LOOKUP")[..16], [0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0, 9]);
    }

    #[test]
    fn boundaries_are_points_with_forces() {
        let mut bytes = Vec::new();
        super::write_boundaries(&mut bytes, &boundary_forces()).unwrap();
        let doubles = |from: &[u8], count: usize| -> Vec<f64> {
            from.chunks_exact(8).take(count).map(|value| f64::from_be_bytes(value.try_into().unwrap())).collect()
        };
        assert_eq!(doubles(after(&bytes, "POINTS 2 double"), 6), [1.5, 0.0, 0.0, 2.0, 3.0, 0.0]);
        assert_eq!(doubles(after(&bytes, "VECTORS force"), 6), [0.25, 7.5, 0.0, 4.0, 0.5, 0.0]);
        assert_eq!(doubles(after(after(&bytes, "SCALARS boundary"), "LOOKUP"), 2), [-3.0, 12.0]);
    }

    #[test]
    fn links_have_their_tension_behind_the_points() {
        let points = super::Points { tensions: vec![2.5], ..points() };
        let mut bytes = Vec::new();
        super::write(&mut bytes, &points).unwrap();
        let data = after(after(after(&bytes, "CELL_DATA 3"), "SCALARS tension"), "LOOKUP");
        let values = data.chunks_exact(8).take(3).map(|value| f64::from_be_bytes(value.try_into().unwrap()));
        assert_eq!(values.collect::<Vec<_>>(), [0.0, 0.0, 2.5]);
    }
}
