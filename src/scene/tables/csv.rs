//! A table with named columns.

use super::Table;
use crate::scene::error::SceneError;
use crate::scene::shapes::MAX_SCENE_PARTICLES;
use crate::world::spec::ParticleSpec;

impl Table<'_> {
    /// Columns x and y, and any of vx, vy, radius and pinned, named in the first line.
    pub fn read_csv(&self, model: ParticleSpec) -> Result<Vec<ParticleSpec>, SceneError> {
        let mut reader = ::csv::ReaderBuilder::new().trim(::csv::Trim::All).from_reader(self.content.bytes);
        let headers = reader.headers().map_err(|error| self.error(None, format!("not a valid .csv file: {error}")))?.clone();
        let columns = headers.iter().map(|name| self.column(name)).collect::<Result<Vec<_>, _>>()?;
        for (needed, name) in [(Column::X, "x"), (Column::Y, "y")] {
            if !columns.contains(&needed) {
                return Err(self.error(None, format!("no column `{name}`: the first line names the columns, {COLUMNS}")));
            }
        }
        if let Some(twice) = (1..columns.len()).find(|&index| columns[..index].contains(&columns[index])) {
            return Err(self.error(None, format!("column `{}` stands twice", &headers[twice])));
        }
        let mut particles = Vec::new();
        for (row, record) in (1..).zip(reader.records()) {
            if row > MAX_SCENE_PARTICLES {
                return Err(self.error(Some(row), format!("at most {MAX_SCENE_PARTICLES} particles")));
            }
            let record = record.map_err(|error| self.error(Some(row), error.to_string()))?;
            let mut particle = model;
            for (column, field) in columns.iter().zip(&record) {
                column.set(&mut particle, field).map_err(|allowed| {
                    let name = &headers[columns.iter().position(|other| other == column).unwrap_or_default()];
                    self.error(Some(row), format!("{name} is \"{field}\": allowed is {allowed}"))
                })?;
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
    Pinned,
}

const COLUMNS: &str = "`x`, `y` and, as needed, `vx`, `vy`, `radius`, `pinned`";

impl Column {
    const ALL: [(&'static str, Self); 6] =
        [("x", Self::X), ("y", Self::Y), ("vx", Self::Vx), ("vy", Self::Vy), ("radius", Self::Radius), ("pinned", Self::Pinned)];

    /// Puts a field where it belongs; the error is what is allowed instead.
    fn set(self, particle: &mut ParticleSpec, field: &str) -> Result<(), &'static str> {
        if self == Self::Pinned {
            particle.pinned = match field {
                "0" | "false" => false,
                "1" | "true" => true,
                _ => return Err("0, 1, false or true"),
            };
            return Ok(());
        }
        let number: f64 = field.parse().map_err(|_| "a number")?;
        match self {
            Self::X => particle.position[0] = number,
            Self::Y => particle.position[1] = number,
            Self::Vx => particle.velocity[0] = number,
            Self::Vy => particle.velocity[1] = number,
            Self::Radius | Self::Pinned => particle.radius = number,
        }
        Ok(())
    }
}
