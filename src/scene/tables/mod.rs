//! Positions of particles from a file beside the scene: `.npy`, `.csv` or `.bin`.

mod bin;
mod csv;
mod npy;

use super::attached::{Attached, Content};
use super::error::SceneError;
use super::shapes::{Check, MAX_RADIUS};
use crate::world::checks::MIN_LENGTH;
use crate::world::spec::ParticleSpec;
use toml::Spanned;

/// One particle a row; what the file does not say is the model's.
///
/// # Errors
/// A file that cannot be read or is none of these, and the row of a bad number or of a particle outside the world.
pub(super) fn load(
    check: &Check<'_>,
    key: &Spanned<String>,
    attached: &mut Attached,
    model: ParticleSpec,
) -> Result<Vec<ParticleSpec>, SceneError> {
    let path = attached.path_of(key.get_ref());
    let table = |bytes| Table { check, key, content: Content { path: &path, bytes } };
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    let extension = extension.as_ref().and_then(|extension| extension.to_str()).unwrap_or_default();
    if !["npy", "csv", "bin"].contains(&extension) {
        return check.bad(&key.span(), "a file whose name ends in .npy, .csv or .bin");
    }
    let bytes = attached.read(key.get_ref()).map_err(|error| table(&[]).error(None, format!("cannot be read: {error}")))?;
    let table = table(&bytes);
    let particles = match extension {
        "npy" => table.read_npy(model)?,
        "csv" => table.read_csv(model)?,
        _ => table.read_bin(model)?,
    };
    if particles.is_empty() { Err(table.error(None, "no rows: at least one particle is needed")) } else { Ok(particles) }
}

struct Table<'a> {
    check: &'a Check<'a>,
    key: &'a Spanned<String>,
    content: Content<'a>,
}

impl Table<'_> {
    fn error(&self, row: Option<u64>, problem: impl Into<String>) -> SceneError {
        let place = self.check.source.place(&self.key.span());
        SceneError::Table { place, path: self.content.path.display().to_string(), row, problem: problem.into() }
    }

    /// That a file has, behind a header that ends at `start`, as many bytes as that announces, `rows` times two numbers:
    /// fewer were cut off, more would be left out without a word.
    fn check_length(&self, start: u64, rows: u64, bytes_each: u64, way_out: &str) -> Result<(), SceneError> {
        let length = self.content.bytes.len() as u64;
        let (found, expected) = (length.saturating_sub(start), (2 * rows).saturating_mul(bytes_each));
        let what = match found.cmp(&expected) {
            std::cmp::Ordering::Equal => return Ok(()),
            std::cmp::Ordering::Less => "cut short",
            std::cmp::Ordering::Greater => "longer than it says",
        };
        let problem = format!("{what}: {found} bytes of data, where its header announces {expected}, {rows} rows of 2 numbers");
        Err(self.error(None, format!("{problem} ({way_out})")))
    }

    fn checked(&self, row: u64, mut particle: ParticleSpec) -> Result<ParticleSpec, SceneError> {
        let fail = |name: &str, value: f64, allowed: String| Err(self.error(Some(row), format!("{name} is {value}: allowed is {allowed}")));
        let radius = particle.radius;
        if !(MIN_LENGTH..=MAX_RADIUS).contains(&radius) {
            return fail("radius", radius, format!("a number above 0 ({MIN_LENGTH:e} and more), up to {MAX_RADIUS:e}"));
        }
        for (axis, name) in [(0, "x"), (1, "y")] {
            let (value, most) = (particle.position[axis], self.check.size[axis] - radius);
            // What was written of a disc at a wall is rounded to where it could be.
            let rounding = 1e-3 * radius;
            if radius <= most && (radius - rounding..=most + rounding).contains(&value) {
                particle.position[axis] = value.clamp(radius, most);
            } else {
                let allowed = || format!("{radius} to {most}, so that a disc of radius {radius} is inside the world");
                return fail(name, value, self.check.no_place(radius).unwrap_or_else(allowed));
            }
            if !particle.velocity[axis].is_finite() {
                return fail("velocity", particle.velocity[axis], "a finite number".into());
            }
        }
        let [angle, rate] = [particle.angle, particle.angular_velocity].map(f64::from);
        if let Some((name, value)) = [("angle", angle), ("angular_velocity", rate)].into_iter().find(|(_, value)| !value.is_finite()) {
            return fail(name, value, "a finite number, in single precision".into());
        }
        if particle.pinned && rate != 0.0 {
            return fail("angular_velocity", rate, "0 for a pinned particle".into());
        }
        if particle.pinned && particle.velocity != [0.0; 2] {
            return fail("velocity", libm::hypot(particle.velocity[0], particle.velocity[1]), "0 for a pinned particle".into());
        }
        Ok(particle)
    }
}
