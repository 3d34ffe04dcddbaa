//! Particles as files for other programs.

mod csv;
mod npy;
mod vtk;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::error::CliError;
use super::numbered::numbered;
use crate::files;
use crate::world::World;
use crate::world::body::Body;
use crate::world::particle::Phase;
use crate::world::state::State;

/// A file to write, in the format that its ending names.
#[derive(Clone, Debug)]
pub struct Export {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Npy,
    Csv,
    Vtk,
}

/// The particles inside the world in scene units, by id.
#[derive(Debug, Default)]
struct Points {
    ids: Vec<u32>,
    positions: Vec<[f64; 2]>,
    /// Units per second.
    velocities: Vec<[f64; 2]>,
    radii: Vec<f64>,
    /// Infinite for pinned ones.
    masses: Vec<f64>,
    /// Angle in radians and angular velocity in radians per second.
    rotations: Vec<[f64; 2]>,
    pinned: Vec<bool>,
    /// Links that hold, as indices into the arrays above.
    links: Vec<[u32; 2]>,
}

impl FromStr for Export {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let format = match ending.as_deref() {
            Some("npy") => Format::Npy,
            Some("csv") => Format::Csv,
            Some("vtk") => Format::Vtk,
            Some(other) => return Err(format!("nothing is written as .{other}: use .npy, .csv or .vtk")),
            None => return Err("the ending tells the format: use .npy, .csv or .vtk".into()),
        };
        Ok(Self { path, format })
    }
}

impl Export {
    /// The same with the number of a frame in the name, in the place of a run of `#`, with at least so many digits; none without one.
    pub fn of_frame(&self, frame: u32, digits: usize) -> Option<Self> {
        Some(Self { path: numbered(&self.path, frame, digits)?, format: self.format })
    }

    /// Writes the particles of a state, which is by id.
    pub fn write(&self, world: &World, state: &State) -> Result<(), CliError> {
        let points = Points::new(world, state);
        let write = |(number, path): (usize, &PathBuf)| {
            files::write(path, |file| match self.format {
                Format::Npy => npy::write(file, npy::ARRAYS[number], &points),
                Format::Csv => csv::write(file, &points),
                Format::Vtk => vtk::write(file, &points),
            })
        };
        // All that can be, whatever becomes of one of them.
        let written: Vec<_> = self.paths().iter().enumerate().map(write).collect();
        Ok(written.into_iter().collect::<Result<_, _>>()?)
    }

    /// The files that it writes.
    pub fn paths(&self) -> Vec<PathBuf> {
        match self.format {
            Format::Npy => npy::ARRAYS.iter().map(|array| named(&self.path, array)).collect(),
            Format::Csv | Format::Vtk => vec![self.path.clone()],
        }
    }
}

/// `dam.npy` as `dam.positions.npy`.
fn named(path: &Path, array: &str) -> PathBuf {
    path.with_extension(format!("{array}.npy"))
}

impl Points {
    fn new(world: &World, state: &State) -> Self {
        let mut points = Self::default();
        let mut index_of = vec![None; state.particles.len()];
        let all = state.particles.iter().zip(&state.displacements).enumerate();
        for (index, (particle, &displacement)) in all.filter(|(_, (particle, _))| particle.in_grid()) {
            index_of[particle.id as usize] = Some(points.ids.len() as u32);
            points.ids.push(particle.id);
            points.positions.push(world.frame.position_of(particle));
            points.velocities.push(world.velocity_of(displacement));
            points.radii.push(world.frame.length_from_steps(particle.radius()));
            points.pinned.push(particle.phase() == Phase::Pinned);
            let body = state.bodies.get(index).copied().unwrap_or(Body { inverse_mass: 1.0, ..Body::default() });
            let is_pinned = particle.phase() == Phase::Pinned;
            points.masses.push(if is_pinned { f64::INFINITY } else { world.heaviest / f64::from(body.inverse_mass) });
            points.rotations.push([body.radians(), world.angular_velocity_of(particle, &body)]);
        }
        let ends = |(a, b): (u32, u32)| Some([index_of[a as usize]?, index_of[b as usize]?]);
        points.links = state.links.pairs().filter_map(ends).collect();
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::{LinkSpec, ParticleSpec, WorldSpec};

    /// Three particles, of which the one in the middle of the list waits to be born; a link past it.
    pub(super) fn points() -> Points {
        let unborn = ParticleSpec { birth: 99, ..ParticleSpec::at([9.0, 9.0], 0.5) };
        let spec = WorldSpec {
            particles: vec![
                ParticleSpec { velocity: [1.0, -2.0], ..ParticleSpec::at([1.5, 2.5], 0.5) },
                unborn,
                ParticleSpec { pinned: true, ..ParticleSpec::at([3.25, 2.5], 0.25) },
            ],
            links: vec![LinkSpec { ends: [0, 2], rest_length: 1.5, stiffness: 1.0, compliance: 0.0, break_length: None }],
            ..WorldSpec::default()
        };
        let world = World::new(&spec).unwrap();
        Points::new(&world, &world.start)
    }

    #[test]
    fn only_particles_inside_the_world_are_points_and_links_follow_them() {
        let points = points();
        assert_eq!(points.ids, [0, 2]);
        assert_eq!(points.pinned, [false, true]);
        assert_eq!(points.links, [[0, 1]]);
        assert_eq!(points.radii, [0.5, 0.25]);
        assert!((points.positions[1][0] - 3.25).abs() < 1e-6);
        assert!((points.velocities[0][1] + 2.0).abs() < 1e-4);
        assert!((points.masses[0] - std::f64::consts::FRAC_PI_4).abs() < 1e-6 && points.masses[1].is_infinite());
    }

    #[test]
    fn the_ending_tells_the_format_and_names_the_arrays() {
        let export: Export = "runs/dam.npy".parse().unwrap();
        assert_eq!(export.paths()[0], PathBuf::from("runs/dam.positions.npy"));
        for text in ["dam", "dam.txt", ""] {
            assert!(text.parse::<Export>().unwrap_err().contains(".npy, .csv or .vtk"));
        }
    }
}
