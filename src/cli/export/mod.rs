//! Particles, the forces between them, and what walls and obstacles push them with, as files for other programs.

mod csv;
mod npy;
mod vtk;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::error::CliError;
use super::numbered::numbered;
use crate::Simulation;
use crate::files;
use crate::world::World;
use crate::world::boundaries::Boundary;
use crate::world::forces::{ContactForce, LinkForce};
use crate::world::particle::Phase;
use crate::world::state::State;

/// A file to write, in the format that its ending names.
#[derive(Clone, Debug)]
pub struct Export {
    path: PathBuf,
    format: Format,
    content: Content,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Particles,
    Contacts,
    Boundaries,
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
    /// How hard each of them pulls; empty with the plain solver.
    tensions: Vec<f64>,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ending = Path::new(text).extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("npy") => Ok(Self::Npy),
            Some("csv") => Ok(Self::Csv),
            Some("vtk") => Ok(Self::Vtk),
            Some(other) => Err(format!("nothing is written as .{other}: use .npy, .csv or .vtk")),
            None => Err("the ending tells the format: use .npy, .csv or .vtk".into()),
        }
    }
}

impl Export {
    /// The particles, as a file whose ending names the format.
    pub fn particles(text: &str) -> Result<Self, String> {
        Ok(Self { path: text.into(), format: text.parse()?, content: Content::Particles })
    }

    /// The contacts that carry anything, likewise.
    pub fn contacts(text: &str) -> Result<Self, String> {
        Ok(Self { content: Content::Contacts, ..Self::particles(text)? })
    }

    /// What walls and obstacles push discs with, likewise.
    pub fn boundaries(text: &str) -> Result<Self, String> {
        Ok(Self { content: Content::Boundaries, ..Self::particles(text)? })
    }

    /// The same with the number of a frame in the name, in the place of a run of `#`, with at least so many digits; none without one.
    pub fn of_frame(&self, frame: u32, digits: usize) -> Option<Self> {
        Some(Self { path: numbered(&self.path, frame, digits)?, ..self.clone() })
    }

    /// Writes what it is of a simulation, whose state this is.
    pub fn write(&self, simulation: &Simulation, state: &State) -> Result<(), CliError> {
        let world = simulation.world();
        match self.content {
            Content::Particles => {
                let points = Points::new(world, state);
                self.write_files(|file, number| match self.format {
                    Format::Npy => npy::write(file, npy::ARRAYS[number], &points),
                    Format::Csv => csv::write(file, &points),
                    Format::Vtk => vtk::write(file, &points),
                })
            }
            Content::Contacts => {
                let forces = world.contact_forces(state);
                self.write_files(|file, number| match self.format {
                    Format::Npy => npy::write_contacts(file, npy::CONTACT_ARRAYS[number], &forces),
                    Format::Csv => csv::write_contacts(file, &forces),
                    Format::Vtk => {
                        let centres = |force: &ContactForce| force.discs.map(|id| world.frame.position_of(&state.particles[id as usize]));
                        vtk::write_contacts(file, &forces, centres)
                    }
                })
            }
            Content::Boundaries => {
                let forces = simulation.boundary_forces_of(state.clone())?;
                self.write_files(|file, number| match self.format {
                    Format::Npy => npy::write_boundaries(file, npy::BOUNDARY_ARRAYS[number], &forces),
                    Format::Csv => csv::write_boundaries(file, &forces),
                    Format::Vtk => vtk::write_boundaries(file, &forces),
                })
            }
        }
    }

    /// Writes each of the files, which are known by their numbers.
    fn write_files(&self, write: impl Fn(&mut dyn Write, usize) -> io::Result<()>) -> Result<(), CliError> {
        let write = |(number, path): (usize, &PathBuf)| files::write(path, |file| write(file, number));
        // All that can be, whatever becomes of one of them.
        let written: Vec<_> = self.paths().iter().enumerate().map(write).collect();
        Ok(written.into_iter().collect::<Result<_, _>>()?)
    }

    /// The files that it writes.
    pub fn paths(&self) -> Vec<PathBuf> {
        let arrays: &[&str] = match (self.format, self.content) {
            (Format::Csv | Format::Vtk, _) => return vec![self.path.clone()],
            (Format::Npy, Content::Particles) => &npy::ARRAYS,
            (Format::Npy, Content::Contacts) => &npy::CONTACT_ARRAYS,
            (Format::Npy, Content::Boundaries) => &npy::BOUNDARY_ARRAYS,
        };
        arrays.iter().map(|array| named(&self.path, array)).collect()
    }
}

/// A boundary as a number: an obstacle by its own, from 0; walls below that, left, right, bottom and top from -1 down.
fn number_of(boundary: Boundary) -> i32 {
    match boundary {
        Boundary::Obstacle(number) => number as i32,
        Boundary::Left => -1,
        Boundary::Right => -2,
        Boundary::Bottom => -3,
        Boundary::Top => -4,
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
            let body = state.bodies.get(index);
            points.masses.push(world.mass_of(particle, body));
            points.rotations.push(body.map_or([0.0; 2], |body| [body.radians(), world.angular_velocity_of(particle, body)]));
        }
        let ends = |a: u32, b: u32| Some([index_of[a as usize]?, index_of[b as usize]?]);
        points.links = state.links.pairs().filter_map(|(a, b)| ends(a, b)).collect();
        // In the same order.
        let tension = |force: LinkForce| ends(force.discs[0], force.discs[1]).map(|_| force.tension);
        points.tensions = world.link_forces(state).into_iter().filter_map(tension).collect();
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::boundaries::BoundaryForce;
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

    /// Two contacts of three discs.
    pub(super) fn forces() -> [ContactForce; 2] {
        let (discs, point, normal) = ([0, 7], [1.5, 2.0], [0.0, 1.0]);
        let force = ContactForce { discs, point, normal, overlap: 0.001, normal_force: 7.5, tangent_force: -0.25, moment: 0.125 };
        [force, ContactForce { discs: [7, 9], point: [2.0, 3.0], normal: [1.0, 0.0], normal_force: 4.0, ..force }]
    }

    /// A disc on the ground, and one at an obstacle.
    pub(super) fn boundary_forces() -> [BoundaryForce; 2] {
        let force = BoundaryForce {
            disc: 0,
            boundary: Boundary::Bottom,
            point: [1.5, 0.0],
            normal: [0.0, 1.0],
            normal_force: 7.5,
            tangent_force: -0.25,
            moment: 0.0,
        };
        let other = BoundaryForce { disc: 7, boundary: Boundary::Obstacle(12), point: [2.0, 3.0], normal: [1.0, 0.0], ..force };
        [force, BoundaryForce { normal_force: 4.0, tangent_force: 0.5, moment: -0.125, ..other }]
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
        assert_eq!(Export::particles("runs/dam.npy").unwrap().paths()[0], PathBuf::from("runs/dam.positions.npy"));
        assert_eq!(Export::contacts("runs/dam.npy").unwrap().paths()[0], PathBuf::from("runs/dam.pairs.npy"));
        for text in ["dam", "dam.txt", ""] {
            assert!(Export::contacts(text).unwrap_err().contains(".npy, .csv or .vtk"));
        }
    }
}
