//! What a hand does to a world that runs: one tool in each substep.
//!
//! ```
//! use jostle::world::tool::Tool;
//! use jostle::{Backend, Scene, Simulation, scene::Overrides};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let overrides = Overrides { particles: Some(500), ..Overrides::default() };
//! let world = Scene::find("pile")?.build(&overrides)?;
//! let [x, y] = world.frame().size.map(|length| length / 2.0);
//! let pull = Tool::field(&world, [x, y], x, 200.0)?;
//! let mut simulation = Simulation::start(world, &Backend::cpu(None))?;
//! simulation.step_with(&[pull; 80])?;
//! # Ok(())
//! # }
//! ```

use super::error::short;
use super::fixed::{FRACTION_BITS, MAX_DISPLACEMENT, TOOL_SHIFT};
use super::params::ToolKind;
use super::{World, WorldError};

/// A tool during one substep, in the fixed point that the passes take. [`Tool::field`], [`Tool::grab`] and [`Tool::cut`] make one of
/// scene units, of the world that they are given: in another it does the same number of steps, and is elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tool {
    /// What it does.
    pub kind: ToolKind,
    /// Centre in steps.
    pub position: [i32; 2],
    /// Motion in this substep in displacement units; of a cut in steps, since it may go far.
    pub motion: [i32; 2],
    /// Radius in `2^8` steps.
    pub radius: i32,
    /// Displacement units per `2^8` steps of distance; negative pushes. Held to what converts to an integer.
    pub strength: f32,
}

/// Largest radius of a tool, in `2^8` steps: the whole range of coordinates, and still exact in `f32`.
pub(super) const MAX_TOOL_RADIUS: i32 = 1 << 23;

/// Most that a field adds to a displacement in one substep.
pub(super) const MAX_TOOL_PULL: f64 = 268_435_456.0;

/// A field `s · d (1 - d²/R²)` is strongest at `d = R / √3`, where it is `2 / (3 √3) · s R`.
const FIELD_PEAK: f64 = 0.384_900_179_459_750_5;

/// Most of its distance that a field pulls a particle at its centre in one substep; far below what would swing up.
const STIFFEST_FIELD: f64 = 0.05;

impl Tool {
    /// Pulls the particles within `radius` of `centre` towards it, or pushes them away where `acceleration` is negative. A particle at the
    /// distance d is pulled by s · d (1 − d²/R²): not at all at the centre and at the radius R, and by `acceleration` (units/s²) at R / √3,
    /// where it is strongest.
    ///
    /// # Errors
    /// A centre outside the world and its margin; a radius below `2^8` steps, or larger than any world; an acceleration that would take a
    /// particle near the centre more than a twentieth of its distance in one substep.
    pub fn field(world: &World, centre: [f64; 2], radius: f64, acceleration: f64) -> Result<Self, WorldError> {
        let (position, radius) = (place(world, centre)?, tool_radius(world, radius)?);
        let fine = acceleration / acceleration_of(world, 1.0);
        let most = stiffest() * FIELD_PEAK * f64::from(radius);
        if !(-most..=most).contains(&fine) {
            let limit = acceleration_of(world, most);
            let allowed = format!("up to {} units/s² with this radius and this substep, or as much away", short(limit));
            return Err(WorldError::Tool { name: "acceleration", value: acceleration, allowed });
        }
        Ok(Self { kind: ToolKind::Field, position, motion: [0; 2], radius, strength: field_strength(fine, radius) as f32 })
    }

    /// Takes the particles within `radius` of `from` along to `to`; those that it lets go after the substep keep that motion. In a substep
    /// it should go less than a fifth of a diameter, or what it carries jumps over others.
    ///
    /// # Errors
    /// An end outside the world and its margin; a way longer than a displacement holds (64 of the largest diameters, and more in
    /// large worlds); a radius as for [`Tool::field`].
    pub fn grab(world: &World, from: [f64; 2], to: [f64; 2], radius: f64) -> Result<Self, WorldError> {
        let (position, motion) = way(world, from, to, MAX_DISPLACEMENT >> FRACTION_BITS)?;
        let motion = motion.map(|steps| steps << FRACTION_BITS);
        Ok(Self { kind: ToolKind::Grab, position, motion, radius: tool_radius(world, radius)?, strength: 0.0 })
    }

    /// Breaks the links whose middle is within `radius` of the line between `from` and `to`.
    ///
    /// # Errors
    /// An end outside the world and its margin; a way longer than a thousand of the largest diameters (more in large worlds); a
    /// radius as for [`Tool::field`].
    pub fn cut(world: &World, from: [f64; 2], to: [f64; 2], radius: f64) -> Result<Self, WorldError> {
        let (position, motion) = way(world, from, to, MAX_DISPLACEMENT)?;
        Ok(Self { kind: ToolKind::Cut, position, motion, radius: tool_radius(world, radius)?, strength: 0.0 })
    }
}

/// The strength of a field of this radius (`2^8` steps) whose greatest pull is so many displacement units a substep.
pub(crate) fn field_strength(pull: f64, radius: i32) -> f64 {
    (pull / (FIELD_PEAK * f64::from(radius))).min(stiffest())
}

/// The greatest strength of a field, in displacement units per `2^8` steps.
fn stiffest() -> f64 {
    STIFFEST_FIELD * f64::from(1u32 << (TOOL_SHIFT + FRACTION_BITS))
}

/// In units/s², what adds so many displacement units a substep.
fn acceleration_of(world: &World, pull: f64) -> f64 {
    pull / world.frame.fine_per_unit() * world.clock.substeps_per_second.powi(2)
}

/// Nearest step to a place in steps, held to the grid: from there no difference to a particle overflows.
pub(crate) fn held_to_grid(world: &World, place: [f64; 2]) -> [i32; 2] {
    [0, 1].map(|axis| place[axis].round().clamp(0.0, f64::from(world.params.grid_extent[axis])) as i32)
}

/// A place in scene units in steps.
fn place(world: &World, place: [f64; 2]) -> Result<[i32; 2], WorldError> {
    for (axis, name) in [(0, "x"), (1, "y")] {
        let (value, margin) = (place[axis], f64::from(world.frame.margin) * world.frame.cell_edge);
        let most = world.frame.size[axis] + margin;
        if !(-margin..=most).contains(&value) {
            let allowed = format!("-{} to {}, inside the world and its margin", short(margin), short(most));
            return Err(WorldError::Tool { name, value, allowed });
        }
    }
    Ok(held_to_grid(world, place.map(|coordinate| world.frame.exact_steps(coordinate))))
}

/// Where a tool is in steps, and how far it goes; at most so many steps along each axis.
fn way(world: &World, from: [f64; 2], to: [f64; 2], most: i32) -> Result<([i32; 2], [i32; 2]), WorldError> {
    let ends = [place(world, from)?, place(world, to)?];
    let motion = [0, 1].map(|axis| ends[1][axis] - ends[0][axis]);
    match motion.into_iter().position(|steps| steps.abs() > most) {
        None => Ok((ends[0], motion)),
        Some(axis) => {
            let limit = world.frame.length_from_steps(most);
            let allowed = format!("up to {} units along each axis in one substep (go on in the next)", short(limit));
            Err(WorldError::Tool { name: "way", value: to[axis] - from[axis], allowed })
        }
    }
}

/// A radius in scene units in `2^8` steps.
fn tool_radius(world: &World, radius: f64) -> Result<i32, WorldError> {
    let unit = f64::from(1u32 << TOOL_SHIFT) / world.frame.steps_per_unit();
    let most = f64::from(MAX_TOOL_RADIUS) * unit;
    if !(unit..=most).contains(&radius) {
        return Err(WorldError::Tool { name: "radius", value: radius, allowed: format!("{unit:e} to {} units", short(most)) });
    }
    Ok((radius / unit).round() as i32)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Simulation;
    use crate::cpu::CpuSolver;
    use crate::world::spec::{LinkSpec, ParticleSpec, WorldSpec};

    /// Three discs in a row, linked, with nothing that moves them.
    fn world() -> World {
        let particles = [46.0, 50.0, 54.0].map(|x| ParticleSpec::at([x, 50.0], 0.5)).to_vec();
        let link = |a, b| LinkSpec { ends: [a, b], rest_length: 4.0, stiffness: 1.0, compliance: 0.0, break_length: None };
        let links = vec![link(0, 1), link(1, 2)];
        World::new(&WorldSpec { gravity: [0.0; 2], particles, links, ..WorldSpec::default() }).unwrap()
    }

    fn after(world: &World, tools: &[Tool]) -> Simulation {
        let world = Arc::new(world.clone());
        let mut simulation = Simulation::new(world.clone(), Box::new(CpuSolver::new(&world, Some(1)).unwrap())).unwrap();
        simulation.step_with(tools).unwrap();
        simulation
    }

    #[test]
    fn a_field_accelerates_as_was_asked_where_it_is_strongest() {
        let particles = vec![ParticleSpec::at([50.0, 50.0], 0.5)];
        let world = World::new(&WorldSpec { gravity: [0.0; 2], particles, ..WorldSpec::default() }).unwrap();
        let radius = 9.0;
        for acceleration in [30.0, -30.0] {
            let field = Tool::field(&world, [50.0, 50.0 + radius / 3f64.sqrt()], radius, acceleration).unwrap();
            let speed = after(&world, &[field]).velocities().unwrap()[0][1];
            let expected = acceleration / world.clock.substeps_per_second;
            assert!((speed - expected).abs() < 1e-3 * expected.abs(), "{speed} instead of {expected}");
        }
    }

    #[test]
    fn a_grab_carries_to_where_it_goes_and_leaves_the_rest() {
        let world = World::new(&WorldSpec { links: vec![], ..spec_of(&[48.0, 54.0]) }).unwrap();
        let places = after(&world, &[Tool::grab(&world, [48.0, 50.0], [48.1, 49.9], 2.0).unwrap()]).positions().unwrap();
        assert!((places[0][0] - 48.1).abs() < 1e-5 && (places[0][1] - 49.9).abs() < 1e-5, "{places:?}");
        assert_eq!(places[1], [54.0, 50.0]);
    }

    fn spec_of(columns: &[f64]) -> WorldSpec {
        let particles = columns.iter().map(|&x| ParticleSpec::at([x, 50.0], 0.5)).collect();
        WorldSpec { gravity: [0.0; 2], particles, ..WorldSpec::default() }
    }

    #[test]
    fn a_cut_breaks_what_it_crosses() {
        let world = world();
        let cut = Tool::cut(&world, [48.0, 40.0], [48.0, 60.0], 0.5).unwrap();
        let state = after(&world, &[cut]).state().unwrap();
        assert_eq!(state.links.pairs().map(|(a, b)| [a.min(b), a.max(b)]).collect::<Vec<_>>(), [[1, 2]]);
    }

    #[test]
    fn numbers_that_no_tool_can_have_are_refused_with_their_range() {
        let world = world();
        let (inside, nan) = ([50.0; 2], f64::NAN);
        let refused = [
            (Tool::field(&world, [nan, 50.0], 5.0, 1.0), "x is NaN"),
            (Tool::field(&world, [50.0, 103.0], 5.0, 1.0), "y is 103: allowed is -2.00 to 102"),
            (Tool::field(&world, inside, 0.0, 1.0), "radius is 0"),
            (Tool::field(&world, inside, f64::INFINITY, 1.0), "radius is inf"),
            (Tool::field(&world, inside, 5.0, nan), "acceleration is NaN"),
            (Tool::field(&world, inside, 5.0, -1e9), "acceleration is -1000000000: allowed is up to 2"),
            (Tool::grab(&world, [5.0, 50.0], [95.0, 50.0], 1.0), "way is 90: allowed is up to 63.9"),
            (Tool::cut(&world, inside, [50.0, -3.0], 1.0), "y is -3"),
        ];
        for (tool, part) in refused {
            let said = tool.unwrap_err().to_string();
            assert!(said.starts_with("the tool's ") && said.contains(part), "{said:?} says {part:?}");
        }
        assert!(Tool::cut(&world, [-2.0, -2.0], [102.0, 102.0], 1.0).is_ok());
        assert!(Tool::grab(&world, [5.0, 50.0], [68.9, 50.0], 1.0).is_ok());
    }
}
