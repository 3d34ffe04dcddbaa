//! One table for everything that reads tables.

use std::io::{self, Write};

use super::Points;
use crate::world::boundaries::BoundaryForce;
use crate::world::forces::ContactForce;

/// Writes a header and a row a particle. Numbers have as many digits as it takes to read them back exactly.
pub fn write(file: &mut dyn Write, points: &Points) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(["id", "x", "y", "vx", "vy", "radius", "phase", "mass", "angle", "angular_velocity"]).map_err(in_the_system)?;
    for (index, id) in points.ids.iter().enumerate() {
        let ([x, y], [vx, vy]) = (points.positions[index], points.velocities[index]);
        let phase = if points.pinned[index] { "pinned" } else { "live" };
        let [angle, turning] = points.rotations[index];
        let row = (id, x, y, vx, vy, points.radii[index], phase, points.masses[index], angle, turning);
        table.serialize(row).map_err(in_the_system)?;
    }
    table.flush()
}

/// Writes a header and a row a contact, in the same way.
pub fn write_contacts(file: &mut dyn Write, forces: &[ContactForce]) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    let header = ["first", "second", "x", "y", "nx", "ny", "normal_force", "tangent_force", "overlap", "moment"];
    table.write_record(header).map_err(in_the_system)?;
    for force in forces {
        let ([first, second], [x, y], [nx, ny]) = (force.discs, force.point, force.normal);
        let row = (first, second, x, y, nx, ny, force.normal_force, force.tangent_force, force.overlap, force.moment);
        table.serialize(row).map_err(in_the_system)?;
    }
    table.flush()
}

/// Writes a header and a row for each disc and what pushes it, in the same way.
pub fn write_boundaries(file: &mut dyn Write, forces: &[BoundaryForce]) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record(["disc", "boundary", "x", "y", "nx", "ny", "normal_force", "tangent_force", "moment"]).map_err(in_the_system)?;
    for force in forces {
        let ([x, y], [nx, ny]) = (force.point, force.normal);
        let row = (force.disc, force.boundary, x, y, nx, ny, force.normal_force, force.tangent_force, force.moment);
        table.serialize(row).map_err(in_the_system)?;
    }
    table.flush()
}

/// The system's error as it came, with its kind, out of the table's.
fn in_the_system(error: csv::Error) -> io::Error {
    if !error.is_io_error() {
        return error.into();
    }
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{boundary_forces, forces, points};

    #[test]
    fn a_row_of_a_contact_holds_its_discs_place_normal_and_forces() {
        let mut bytes = Vec::new();
        super::write_contacts(&mut bytes, &forces()).unwrap();
        let expected = "first,second,x,y,nx,ny,normal_force,tangent_force,overlap,moment\n\
            0,7,1.5,2.0,0.0,1.0,7.5,-0.25,0.001,0.125\n7,9,2.0,3.0,1.0,0.0,4.0,-0.25,0.001,0.125\n";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }

    #[test]
    fn a_row_of_a_boundary_names_what_pushes() {
        let mut bytes = Vec::new();
        super::write_boundaries(&mut bytes, &boundary_forces()).unwrap();
        let expected = "disc,boundary,x,y,nx,ny,normal_force,tangent_force,moment\n\
            0,bottom,1.5,0.0,0.0,1.0,7.5,-0.25,0.0\n7,obstacle 12,2.0,3.0,1.0,0.0,4.0,0.5,-0.125\n";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }

    #[test]
    fn a_row_holds_id_position_velocity_radius_and_phase() {
        let points = points();
        let mut bytes = Vec::new();
        super::write(&mut bytes, &points).unwrap();
        let mut table = csv::Reader::from_reader(&bytes[..]);
        type Row = (u32, f64, f64, f64, f64, f64, String, f64, f64, f64);
        let rows: Vec<Row> = table.deserialize().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!([rows[1].1, rows[1].2], points.positions[1]);
        assert_eq!((rows[0].0, rows[0].6.as_str()), (0, "live"));
        assert_eq!((rows[1].0, rows[1].6.as_str(), rows[1].7), (2, "pinned", f64::INFINITY));
    }
}
