//! A table with named columns.

use super::Table;
use crate::scene::error::SceneError;
use crate::scene::shapes::MAX_SCENE_PARTICLES;
use crate::world::spec::ParticleSpec;

impl Table<'_> {
    /// Columns x and y, and any of vx, vy, radius, angle, angular_velocity (in radians), and pinned, or phase in its place, named in the
    /// first line. Those of `simulate --out` that a particle does not start with are not read.
    pub fn read_csv(&self, model: ParticleSpec) -> Result<Vec<ParticleSpec>, SceneError> {
        let mut reader = ::csv::ReaderBuilder::new().trim(::csv::Trim::All).from_reader(self.content.bytes);
        let headers = reader.headers().map_err(|error| self.error(None, format!("not a valid .csv file: {error}")))?.clone();
        let columns = headers.iter().map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        for (needed, name) in [(Column::X, "x"), (Column::Y, "y")] {
            if !columns.contains(&needed) {
                return Err(self.error(None, format!("no column `{name}`: the first line names the columns, {COLUMNS}")));
            }
        }
        let is_twice = |&index: &usize| columns[index] != Column::NotRead && columns[..index].contains(&columns[index]);
        if let Some(twice) = (1..columns.len()).find(is_twice) {
            let first = columns.iter().position(|column| *column == columns[twice]).unwrap_or_default();
            let [first, second] = [first, twice].map(|column| &headers[column]);
            let names = if first == second {
                format!("column `{first}` stands twice")
            } else {
                format!("columns `{first}` and `{second}` say the same")
            };
            return Err(self.error(None, format!("{names}: leave one of them out")));
        }
        let has_velocity = [Column::Vx, Column::Vy].map(|velocity| columns.contains(&velocity));
        let has_rate = columns.contains(&Column::AngularVelocity);
        let mut particles = Vec::new();
        for (row, record) in (1..).zip(reader.records()) {
            if row > MAX_SCENE_PARTICLES {
                return Err(self.error(Some(row), format!("at most {MAX_SCENE_PARTICLES} particles")));
            }
            let record = record.map_err(|error| match error.kind() {
                ::csv::ErrorKind::UnequalLengths { expected_len, len, .. } => self.error(
                    Some(row),
                    format!(
                        "{len} field{}: {expected_len} are needed, one for each column in the first line",
                        if *len == 1 { "" } else { "s" }
                    ),
                ),
                _ => self.error(Some(row), error.to_string()),
            })?;
            let mut particle = model;
            for (column, field) in columns.iter().zip(&record) {
                column.set(&mut particle, field).map_err(|allowed| {
                    let name = &headers[columns.iter().position(|other| other == column).unwrap_or_default()];
                    self.error(Some(row), format!("{name} is \"{field}\": allowed is {allowed}"))
                })?;
            }
            // The table's own is that of all that move.
            for (part, _) in particle.velocity.iter_mut().zip(has_velocity).filter(|(_, has)| particle.pinned && !has) {
                *part = 0.0;
            }
            if particle.pinned && !has_rate {
                particle.angular_velocity = 0.0;
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
}

#[derive(Clone, Copy, PartialEq)]
enum Column {
    X,
    Y,
    Vx,
    Vy,
    Radius,
    Angle,
    AngularVelocity,
    /// In words or as a number.
    Pinned,
    /// What `--out` writes and no particle starts with: masses go by materials.
    NotRead,
}

const COLUMNS: &str = "`x`, `y` and, as needed, `vx`, `vy`, `radius`, `angle`, `angular_velocity`, `pinned` (or `phase`)";

impl Column {
    const ALL: [(&'static str, Self); 11] = [
        ("x", Self::X),
        ("y", Self::Y),
        ("vx", Self::Vx),
        ("vy", Self::Vy),
        ("radius", Self::Radius),
        ("pinned", Self::Pinned),
        ("phase", Self::Pinned),
        ("id", Self::NotRead),
        ("mass", Self::NotRead),
        ("angle", Self::Angle),
        ("angular_velocity", Self::AngularVelocity),
    ];

    /// Puts a field where it belongs; the error is what is allowed instead.
    fn set(self, particle: &mut ParticleSpec, field: &str) -> Result<(), &'static str> {
        let number = || field.parse::<f64>().map_err(|_| "a number");
        match self {
            Self::X => particle.position[0] = number()?,
            Self::Y => particle.position[1] = number()?,
            Self::Vx => particle.velocity[0] = number()?,
            Self::Vy => particle.velocity[1] = number()?,
            Self::Radius => particle.radius = number()?,
            Self::Angle => particle.angle = number()? as f32,
            Self::AngularVelocity => particle.angular_velocity = number()? as f32,
            Self::Pinned => {
                particle.pinned = match field {
                    "0" | "false" | "live" => false,
                    "1" | "true" | "pinned" => true,
                    _ => return Err("0, 1, false, true, live or pinned"),
                }
            }
            Self::NotRead => {}
        }
        Ok(())
    }
}
