//! What a world is made from, in scene units: the border between scene files (or a caller's own
//! code) and fixed point.

mod contact_solver;
mod walls;

use serde::{Deserialize, Serialize};

pub use self::contact_solver::{ContactSolver, ParseSolverError};
pub use self::walls::Walls;
pub use super::obstacles::rail::{Key, Oscillation, Placement, Rail};
pub use super::obstacles::spec::{ObstacleShape, ObstacleSpec};

/// The share of an overlap that the plain solver takes away unless told otherwise: stable in heaps, as all of it (1) is not.
pub(super) const DEFAULT_RELAXATION: f64 = 0.36;

/// Ids count from 0 in the order of [`WorldSpec::particles`].
///
/// It can be kept in any format of `serde`, such as JSON: fields that are left out there are those of [`Self::default`], and unknown ones are
/// refused; [`World::new`](super::World::new) checks the numbers. What is to be read as the same numbers to the last bit, so that a snapshot
/// goes on in it, is written by a format that keeps them: with `serde_json` that takes its feature `float_roundtrip`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldSpec {
    /// Width and height; the world is `[0, width] × [0, height]`, y up. 1e-30 to 1e9, and no side shorter than the largest diameter.
    pub size: [f64; 2],
    /// Which sides have a wall.
    pub walls: Walls,
    /// Cells around the world before a particle that left through an open side is removed; 1 to 1024.
    pub margin: u32,
    /// Acceleration, units/s², each up to 1e9.
    pub gravity: [f64; 2],
    /// Air drag: the rate at which speed decays, 1/s, 0 to 1e6. 0 is none.
    pub drag: f64,
    /// Frames in a second of simulated time, 0.001 to 1e6.
    pub frame_rate: f64,
    /// Substeps in a frame, 1 to 1024 ([`MAX_SUBSTEPS`](super::clock::MAX_SUBSTEPS)).
    pub substeps: u32,
    /// How contacts are solved.
    pub solver: ContactSolver,
    /// Share of an overlap that one substep of the plain solver takes away, both sides together, above 0 and up to 1; the resting solver
    /// takes the default only.
    pub relaxation: f64,
    /// Speed after a collision over the speed before, 0 to 1: of the walls, and of discs and obstacles of material 0. Of two surfaces the
    /// geometric mean counts. The plain solver has none.
    pub restitution: f64,
    /// Coefficient of Coulomb friction, static and kinetic, 0 to 100: of the walls, and of discs and obstacles of material 0. Of two
    /// surfaces the geometric mean counts. The plain solver has none.
    pub friction: f64,
    /// Coefficient of rolling resistance, 0 to 100, of all discs with each other, with walls and with obstacles: what presses two of them
    /// together can hold up to a moment of so much times the force times the radius, of two discs times their reduced radius,
    /// `r₁ r₂ / (r₁ + r₂)`, against their turning over each other. The plain solver has none.
    pub rolling_resistance: f64,
    /// Mass per area of discs of material 0, 1e-12 to 1e12, as of others; of the discs that move the heaviest weighs at most 1e6 times
    /// ([`MAX_MASS_RATIO`](super::body::MAX_MASS_RATIO)) the lightest. 1 with the plain solver.
    pub density: f64,
    /// Materials from number 1 on, 65,535 at most; none with the plain solver. Where the particles of the start are all alike, those that
    /// [join](crate::Simulation::spawn) later can be of none of them, unless [`Self::own_bodies`]: see [`Self::particles`].
    pub materials: Vec<MaterialSpec>,
    /// Passes over the links in each substep, 1 to 4; with the resting solver sweeps over them before each of its three sweeps
    /// over contacts, 2 to 4.
    pub link_iterations: u32,
    /// The particles, up to [`MAX_PARTICLES`](super::MAX_PARTICLES); none only where [`Self::largest_radius`] is given.
    ///
    /// Where all of these are alike, without friction and rolling resistance, with the restitution of the world, and those that move of one
    /// mass, discs have no masses and surfaces of their own: each that joins later has the mass of these, whatever its radius, and is
    /// refused if it is of a material other than 0. [`Self::own_bodies`] changes that, or one among these that moves and weighs more or
    /// less, or has another surface, even if it is not [born](ParticleSpec::birth) yet ([`Self::is_rough`]).
    pub particles: Vec<ParticleSpec>,
    /// Radius of the largest disc that may [join](crate::Simulation::spawn) later, scene units, 1e-30 to 1e9; the largest of
    /// [`Self::particles`] counts where it is larger, and alone by default.
    ///
    /// The grid is made for discs of the start: its cells are as wide as the largest disc that there may be, and stay as they are. Where far
    /// smaller ones join a world that begins with none [`World::with_levels`](super::World::with_levels) makes it fast. The speed of impact
    /// from which discs that bounce may pass into each other goes by the smallest disc of the start, or by this one.
    pub largest_radius: Option<f64>,
    /// Discs have masses and surfaces of their own even where all of these are alike: for worlds that others [join](crate::Simulation::spawn)
    /// later. It takes some time and memory; false by default, and with the plain solver. A world that begins without discs has such if it has
    /// friction, rolling resistance or materials; else each that joins weighs as much as one of the [largest radius](Self::largest_radius).
    pub own_bodies: bool,
    /// The links, at most half of [`MAX_PARTICLES`](super::MAX_PARTICLES); with the resting solver at most 512 at a particle
    /// ([`MAX_LINKS_AT_PARTICLE`](super::MAX_LINKS_AT_PARTICLE)).
    pub links: Vec<LinkSpec>,
    /// The obstacles.
    pub obstacles: Vec<ObstacleSpec>,
}

/// What pulls on discs wherever they are, and what slows them: the part of a world that may change while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// As [`WorldSpec::gravity`].
    pub gravity: [f64; 2],
    /// As [`WorldSpec::drag`].
    pub drag: f64,
}

/// What discs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct MaterialSpec {
    /// Mass per area, 1e-12 to 1e12.
    pub density: f64,
    /// Mass of each disc, whatever its radius, 1e-12 to 1e12; `None` goes by density and area.
    pub mass: Option<f64>,
    /// As [`WorldSpec::friction`].
    pub friction: f64,
    /// As [`WorldSpec::restitution`].
    pub restitution: f64,
}

impl Default for MaterialSpec {
    /// Of density 1, smooth, and without bounces.
    fn default() -> Self {
        Self { density: 1.0, mass: None, friction: 0.0, restitution: 0.0 }
    }
}

impl MaterialSpec {
    /// Mass of a disc of this radius.
    pub fn mass_of(&self, radius: f64) -> f64 {
        self.mass.unwrap_or(self.density * std::f64::consts::PI * radius * radius)
    }
}

/// One particle.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ParticleSpec {
    /// Centre, scene units, inside the world. A disc that sticks out of a wall is pushed in by it.
    pub position: [f64; 2],
    /// Velocity, units/s: at most some 64 of the largest diameters in a substep.
    #[serde(default)]
    pub velocity: [f64; 2],
    /// Radius, scene units, 1e-30 to 1e9.
    pub radius: f64,
    /// How far it is turned, radians, counter-clockwise.
    #[serde(default)]
    pub angle: f32,
    /// How fast it turns, radians/s, counter-clockwise: its rim at most some 64 of the largest diameters in a substep; 0 with the plain solver.
    #[serde(default)]
    pub angular_velocity: f32,
    /// Infinite mass: it collides and never moves, so that its velocities have to be 0.
    #[serde(default)]
    pub pinned: bool,
    /// Number of its material: 0 is the world's own, 1 the first of [`WorldSpec::materials`].
    #[serde(default)]
    pub material: u16,
    /// Substep in which an emitter lets it out; 0 is from the start. A pinned one, and one that [joins](crate::Simulation::spawn), has 0.
    #[serde(default)]
    pub birth: u32,
}

impl ParticleSpec {
    /// A particle at rest, there from the start.
    pub fn at(position: [f64; 2], radius: f64) -> Self {
        Self { position, velocity: [0.0; 2], radius, angle: 0.0, angular_velocity: 0.0, pinned: false, material: 0, birth: 0 }
    }

    /// Whether it is turned, or turns.
    pub(super) fn is_turned(&self) -> bool {
        self.angle != 0.0 || self.angular_velocity != 0.0
    }
}

/// One link between two particles.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LinkSpec {
    /// Ids of the ends: two particles of the start.
    pub ends: [u32; 2],
    /// Length at rest, scene units, 0 to the width and height of the world together.
    pub rest_length: f64,
    /// Share of the stable gain that the plain solver uses, above 0 and up to 1; 1 with the resting solver.
    #[serde(default = "full_stiffness")]
    pub stiffness: f64,
    /// Scene units of lengthening per unit of force (mass × units/s²) with the resting solver, 0 to 1e6
    /// ([`MAX_COMPLIANCE`](super::MAX_COMPLIANCE)); 0 is rigid. 0 with the plain solver.
    #[serde(default)]
    pub compliance: f64,
    /// Length beyond which the link is gone, scene units, above the rest length and up to twice the width and height of the world
    /// together; `None` never breaks.
    #[serde(default)]
    pub break_length: Option<f64>,
}

/// Of a link that does not say it.
fn full_stiffness() -> f64 {
    1.0
}

impl LinkSpec {
    /// A link that never breaks and gives as little as its solver can.
    pub fn between(ends: [u32; 2], rest_length: f64) -> Self {
        Self { ends, rest_length, stiffness: 1.0, compliance: 0.0, break_length: None }
    }
}

impl WorldSpec {
    /// Its gravity and drag.
    pub fn fall(&self) -> Fall {
        Fall { gravity: self.gravity, drag: self.drag }
    }

    /// A material by its number. One that is not there is the world's own.
    pub fn material(&self, number: u16) -> MaterialSpec {
        let own = MaterialSpec { density: self.density, mass: None, friction: self.friction, restitution: self.restitution };
        usize::from(number).checked_sub(1).and_then(|index| self.materials.get(index)).copied().unwrap_or(own)
    }

    /// Whether a disc has a body of its own: it was asked for, or it rubs, resists rolling, is turned, bounces otherwise than the walls, or
    /// weighs more or less than others. Worlds without such discs pay nothing for them.
    pub fn is_rough(&self) -> bool {
        let differs = |particle: &ParticleSpec| {
            let material = self.material(particle.material);
            material.friction > 0.0 || material.restitution != self.restitution || particle.is_turned()
        };
        let mut masses = self.masses(false);
        let first = masses.next();
        let may_rub = self.particles.is_empty() && (self.friction > 0.0 || !self.materials.is_empty());
        let resists = self.rolling_resistance > 0.0;
        self.solver == ContactSolver::Resting
            && (self.own_bodies || resists || may_rub || self.particles.iter().any(differs) || masses.any(|mass| Some(mass) != first))
    }

    /// Radii of the smallest of its particles and of the largest that there may ever be; the same where it begins without any.
    pub(super) fn radii(&self) -> [f64; 2] {
        let largest = self.particles.iter().map(|particle| particle.radius).chain(self.largest_radius).fold(0.0, f64::max);
        [self.particles.iter().map(|particle| particle.radius).fold(largest, f64::min), largest]
    }

    /// Masses of the particles that move, or those that the pinned ones would have.
    pub(super) fn masses(&self, pinned: bool) -> impl Iterator<Item = f64> {
        let wanted = self.particles.iter().filter(move |particle| particle.pinned == pinned);
        wanted.map(|particle| self.material(particle.material).mass_of(particle.radius))
    }
}

impl Default for WorldSpec {
    fn default() -> Self {
        Self {
            size: [100.0, 100.0],
            walls: Walls::CLOSED,
            margin: 2,
            gravity: [0.0, -10.0],
            drag: 0.0,
            frame_rate: 60.0,
            substeps: 8,
            solver: ContactSolver::Resting,
            relaxation: DEFAULT_RELAXATION,
            restitution: 0.0,
            friction: 0.0,
            rolling_resistance: 0.0,
            density: 1.0,
            materials: Vec::new(),
            link_iterations: 2,
            particles: Vec::new(),
            largest_radius: None,
            own_bodies: false,
            links: Vec::new(),
            obstacles: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_kept_as_it_is_and_read_with_its_defaults() {
        let rail =
            Rail { sway: Some(Oscillation { by: [1.0, 0.5], period: 2.0, phase: 0.25 }), keys: vec![Key::default()], ..Rail::default() };
        let shape = ObstacleShape::Polygon { corners: vec![[0.1, 0.2], [3.0, 0.0], [1.0, 2.0]] };
        let spec = WorldSpec {
            walls: Walls { top: false, ..Walls::CLOSED },
            solver: ContactSolver::Plain,
            materials: vec![MaterialSpec { mass: Some(2.0), ..MaterialSpec::default() }],
            particles: vec![ParticleSpec { angle: 0.1, birth: 7, ..ParticleSpec::at([0.1, 0.3], 0.5) }],
            links: vec![LinkSpec { break_length: Some(3.0), ..LinkSpec::between([0, 1], 1.1) }],
            obstacles: vec![
                ObstacleSpec::moving(shape, rail),
                ObstacleSpec::still(ObstacleShape::Circle { centre: [1.0; 2], radius: 2.0 }).in_hand(0.5),
            ],
            ..WorldSpec::default()
        };
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<WorldSpec>(&text).unwrap(), spec);
        let short = r#"{ "particles": [{ "position": [1, 2], "radius": 0.5 }, { "position": [3, 2], "radius": 0.5, "pinned": true }],
            "links": [{ "ends": [0, 1], "rest_length": 2 }],
            "obstacles": [{ "shape": { "box": { "centre": [4, 1], "size": [2, 1], "angle": 0 } } }] }"#;
        let expected = WorldSpec {
            particles: vec![ParticleSpec::at([1.0, 2.0], 0.5), ParticleSpec { pinned: true, ..ParticleSpec::at([3.0, 2.0], 0.5) }],
            links: vec![LinkSpec::between([0, 1], 2.0)],
            obstacles: vec![ObstacleSpec::still(ObstacleShape::Box { centre: [4.0, 1.0], size: [2.0, 1.0], angle: 0.0 })],
            ..WorldSpec::default()
        };
        assert_eq!(serde_json::from_str::<WorldSpec>(short).unwrap(), expected);
        let wrong = serde_json::from_str::<WorldSpec>(r#"{ "frictoin": 0.5 }"#).unwrap_err().to_string();
        assert!(wrong.contains("frictoin"), "{wrong}");
    }
}
