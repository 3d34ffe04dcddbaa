//! Arrays for numpy, one a file.

use std::io::{self, Write};

use npyz::{AutoSerialize, WriteOptions, WriterBuilder};

use super::{Points, number_of};
use crate::world::boundaries::BoundaryForce;
use crate::world::forces::ContactForce;

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

/// What is in the name of each file of contacts.
pub const CONTACT_ARRAYS: [&str; 6] = ["pairs", "points", "normals", "forces", "overlaps", "moments"];

/// Writes one of [`CONTACT_ARRAYS`].
pub fn write_contacts(file: &mut dyn Write, array: &str, forces: &[ContactForce]) -> io::Result<()> {
    let count = forces.len() as u64;
    let pairs = |of: fn(&ContactForce) -> [f64; 2]| forces.iter().flat_map(of).collect::<Vec<_>>();
    match array {
        "pairs" => write_array(file, &[count, 2], &forces.iter().flat_map(|force| force.discs).collect::<Vec<_>>()),
        "points" => write_array(file, &[count, 2], &pairs(|force| force.point)),
        "normals" => write_array(file, &[count, 2], &pairs(|force| force.normal)),
        "forces" => write_array(file, &[count, 2], &pairs(|force| [force.normal_force, force.tangent_force])),
        "moments" => write_array(file, &[count], &forces.iter().map(|force| force.moment).collect::<Vec<_>>()),
        _ => write_array(file, &[count], &forces.iter().map(|force| force.overlap).collect::<Vec<_>>()),
    }
}

/// What is in the name of each file of boundaries.
pub const BOUNDARY_ARRAYS: [&str; 6] = ["discs", "boundaries", "points", "normals", "forces", "moments"];

/// Writes one of [`BOUNDARY_ARRAYS`].
pub fn write_boundaries(file: &mut dyn Write, array: &str, forces: &[BoundaryForce]) -> io::Result<()> {
    let count = forces.len() as u64;
    let pairs = |of: fn(&BoundaryForce) -> [f64; 2]| forces.iter().flat_map(of).collect::<Vec<_>>();
    match array {
        "discs" => write_array(file, &[count], &forces.iter().map(|force| force.disc).collect::<Vec<_>>()),
        "boundaries" => write_array(file, &[count], &forces.iter().map(|force| number_of(force.boundary)).collect::<Vec<_>>()),
        "points" => write_array(file, &[count, 2], &pairs(|force| force.point)),
        "normals" => write_array(file, &[count, 2], &pairs(|force| force.normal)),
        "moments" => write_array(file, &[count], &forces.iter().map(|force| force.moment).collect::<Vec<_>>()),
        _ => write_array(file, &[count, 2], &pairs(|force| [force.normal_force, force.tangent_force])),
    }
}

fn write_array<T: AutoSerialize + Copy>(file: &mut dyn Write, shape: &[u64], values: &[T]) -> io::Result<()> {
    let mut writer = WriteOptions::new().default_dtype().shape(shape).writer(file).begin_nd()?;
    writer.extend(values.iter().copied())?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{boundary_forces, forces, points};
    use super::*;

    #[test]
    fn contacts_are_arrays_of_pairs_and_one_of_numbers() {
        let array = |name: &str| {
            let mut bytes = Vec::new();
            write_contacts(&mut bytes, name, &forces()).unwrap();
            bytes
        };
        let values = |name: &str| npyz::NpyFile::new(&array(name)[..]).unwrap().into_vec::<f64>().unwrap();
        let pairs = array("pairs");
        let pairs = npyz::NpyFile::new(&pairs[..]).unwrap();
        assert_eq!(pairs.shape(), [2, 2]);
        assert_eq!(pairs.into_vec::<u32>().unwrap(), [0, 7, 7, 9]);
        assert_eq!(values("points"), [1.5, 2.0, 2.0, 3.0]);
        assert_eq!(values("normals"), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(values("forces"), [7.5, -0.25, 4.0, -0.25]);
        assert_eq!((values("overlaps"), values("moments")), (vec![0.001; 2], vec![0.125; 2]));
    }

    #[test]
    fn boundaries_are_numbers_beside_their_discs() {
        let array = |name: &str| {
            let mut bytes = Vec::new();
            write_boundaries(&mut bytes, name, &boundary_forces()).unwrap();
            bytes
        };
        let values = |name: &str| npyz::NpyFile::new(&array(name)[..]).unwrap().into_vec::<f64>().unwrap();
        assert_eq!(npyz::NpyFile::new(&array("discs")[..]).unwrap().into_vec::<u32>().unwrap(), [0, 7]);
        assert_eq!(npyz::NpyFile::new(&array("boundaries")[..]).unwrap().into_vec::<i32>().unwrap(), [-3, 12]);
        assert_eq!(values("points"), [1.5, 0.0, 2.0, 3.0]);
        assert_eq!(values("normals"), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(values("forces"), [7.5, -0.25, 4.0, 0.5]);
    }

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
