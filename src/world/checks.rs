//! What a world can be made of, and what not: each number outside its range gets an error with its name, value and range.

use rayon::prelude::*;

use super::spec::{ContactSolver, DEFAULT_RELAXATION, Fall, ParticleSpec, WorldSpec};
use super::start::numbered;
use super::{MAX_PARTICLES, WorldError, body, clock};

/// Lengths between these have areas, masses and energies that a float holds.
pub(crate) const MIN_LENGTH: f64 = 1e-30;
const MAX_LENGTH: f64 = 1e9;

/// Whether a world can have these settings and materials.
pub(super) fn check_settings(spec: &WorldSpec) -> Result<(), WorldError> {
    let within = |name, value: f64, ok: bool, allowed| {
        if value.is_finite() && ok { Ok(()) } else { Err(WorldError::Setting { name, value, allowed }) }
    };
    for length in spec.size {
        within("size", length, (MIN_LENGTH..=MAX_LENGTH).contains(&length), "above 0 (1e-30 and more), up to 1e9")?;
    }
    check_fall(spec.fall())?;
    within("margin", f64::from(spec.margin), (1..=1024).contains(&spec.margin), "1 to 1024 cells")?;
    within("frame_rate", spec.frame_rate, (0.001..=1e6).contains(&spec.frame_rate), "0.001 to 1e6 frames per second")?;
    within("substeps", f64::from(spec.substeps), (1..=clock::MAX_SUBSTEPS).contains(&spec.substeps), "1 to 1024")?;
    within("relaxation", spec.relaxation, spec.relaxation > 0.0 && spec.relaxation <= 1.0, "above 0, up to 1")?;
    let relaxes = spec.solver == ContactSolver::Plain || spec.relaxation == DEFAULT_RELAXATION;
    within("relaxation", spec.relaxation, relaxes, "0.36 with the resting solver, which has no use for it (the plain one has)")?;
    within("restitution", spec.restitution, (0.0..=1.0).contains(&spec.restitution), "0 to 1")?;
    within("friction", spec.friction, (0.0..=body::MAX_FRICTION).contains(&spec.friction), "0 to 100")?;
    let resistances = 0.0..=body::MAX_FRICTION;
    within("rolling_resistance", spec.rolling_resistance, resistances.contains(&spec.rolling_resistance), "0 to 100")?;
    within("density", spec.density, MASSES.contains(&spec.density), "1e-12 to 1e12")?;
    let lengths = MIN_LENGTH..=MAX_LENGTH;
    let largest = spec.largest_radius.unwrap_or(1.0);
    within("largest_radius", largest, lengths.contains(&largest), "above 0 (1e-30 and more), up to 1e9")?;
    check_materials(spec)?;
    if spec.solver == ContactSolver::Plain {
        check_plain(spec)?;
    }
    // Swept in one direction, a hub with many links heats up.
    let (least, allowed) = match spec.solver {
        ContactSolver::Plain => (1, "1 to 4"),
        ContactSolver::Resting => (2, "2 to 4 with the resting solver, which sweeps there and back"),
    };
    within("link_iterations", f64::from(spec.link_iterations), (least..=4).contains(&spec.link_iterations), allowed)
}

/// Whether a world can have this gravity and drag.
pub(super) fn check_fall(fall: Fall) -> Result<(), WorldError> {
    let within = |name, value, ok, allowed| if ok { Ok(()) } else { Err(WorldError::Setting { name, value, allowed }) };
    for g in fall.gravity {
        within("gravity", g, g.is_finite() && g.abs() <= 1e9, "a finite number up to 1e9")?;
    }
    within("drag", fall.drag, (0.0..=1e6).contains(&fall.drag), "0 to 1e6 per second")
}

/// Most materials of a world: a particle names its own by 16 bits, of which 0 is the world's.
const MAX_MATERIALS: usize = u16::MAX as usize;

/// Densities and masses.
pub const MASSES: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

fn check_materials(spec: &WorldSpec) -> Result<(), WorldError> {
    let count = spec.materials.len();
    if count > MAX_MATERIALS {
        return Err(WorldError::Setting { name: "material", value: count as f64, allowed: "at most 65535 materials" });
    }
    for (number, material) in (1..).zip(&spec.materials) {
        let within = |name, value: f64, range: std::ops::RangeInclusive<f64>, allowed| {
            if range.contains(&value) { Ok(()) } else { Err(WorldError::Material { number, name, value, allowed }) }
        };
        within("density", material.density, MASSES, "1e-12 to 1e12")?;
        within("mass", material.mass.unwrap_or(1.0), MASSES, "1e-12 to 1e12")?;
        within("friction", material.friction, 0.0..=body::MAX_FRICTION, "0 to 100")?;
        within("restitution", material.restitution, 0.0..=1.0, "0 to 1")?;
    }
    Ok(())
}

/// What the plain solver has not.
fn check_plain(spec: &WorldSpec) -> Result<(), WorldError> {
    let refused = |name, value: f64, wanted: f64, allowed| {
        if value == wanted { Ok(()) } else { Err(WorldError::Setting { name, value, allowed }) }
    };
    refused("restitution", spec.restitution, 0.0, "0 with the plain solver, where nothing bounces (the resting solver has it)")?;
    refused("friction", spec.friction, 0.0, "0 with the plain solver, where nothing rubs (the resting solver has it)")?;
    refused(
        "rolling_resistance",
        spec.rolling_resistance,
        0.0,
        "0 with the plain solver, where nothing turns (the resting solver has it)",
    )?;
    refused("density", spec.density, 1.0, "1 with the plain solver, where all weigh the same (the resting solver has it)")?;
    refused(
        "material",
        spec.materials.len() as f64,
        0.0,
        "no materials with the plain solver, where all are alike (the resting solver has them)",
    )
}

/// Whether opposite sides are at least so far apart: as the largest disc, which is inside of all walls at once.
pub(crate) fn check_sides(size: [f64; 2], diameter: f64) -> Result<(), WorldError> {
    match size.into_iter().find(|&length| length < diameter) {
        Some(length) => Err(WorldError::Narrow { length, diameter }),
        None => Ok(()),
    }
}

/// Whether particles are inside the world, with materials that there are.
pub(super) fn check_particles(spec: &WorldSpec) -> Result<(), WorldError> {
    let count = spec.particles.len() as u64;
    if count == 0 && spec.largest_radius.is_none() {
        return Err(WorldError::Empty);
    }
    if count > MAX_PARTICLES {
        return Err(WorldError::TooManyParticles { count, limit: MAX_PARTICLES });
    }
    let check = |(id, particle): (u32, &ParticleSpec)| {
        check_particle(id, particle, spec.size, spec.materials.len())?;
        match spec.solver {
            ContactSolver::Plain => check_unturned(id, particle, "with the plain solver, where nothing turns (the resting solver has it)"),
            ContactSolver::Resting => Ok(()),
        }
    };
    numbered(&spec.particles).find_map_first(|particle| check(particle).err()).map_or(Ok(()), Err)
}

/// Whether a particle that is to be there is inside the world.
pub(super) fn check_place(id: u32, position: [f64; 2], size: [f64; 2]) -> Result<(), WorldError> {
    match [("x", 0), ("y", 1)].into_iter().find(|&(_, axis)| !(0.0..=size[axis]).contains(&position[axis])) {
        Some((name, axis)) => {
            let allowed = format!("0 to {}, inside the world", size[axis]);
            Err(WorldError::Particle { id, name, value: position[axis], allowed })
        }
        None => Ok(()),
    }
}

/// Whether there is the material of a particle.
pub(super) fn check_material(id: u32, material: u16, materials: usize) -> Result<(), WorldError> {
    if usize::from(material) <= materials {
        return Ok(());
    }
    let allowed = format!("0 to {materials}, the number of materials");
    Err(WorldError::Particle { id, name: "material", value: f64::from(material), allowed })
}

/// Whether a particle is inside the world, with a material that there is.
pub(super) fn check_particle(id: u32, particle: &ParticleSpec, size: [f64; 2], materials: usize) -> Result<(), WorldError> {
    let fail = |name, value, allowed: String| Err(WorldError::Particle { id, name, value, allowed });
    if !(MIN_LENGTH..=MAX_LENGTH).contains(&particle.radius) {
        return fail("radius", particle.radius, format!("above 0 ({MIN_LENGTH:e} and more), up to {MAX_LENGTH:e}"));
    }
    check_place(id, particle.position, size)?;
    if let Some(part) = particle.velocity.into_iter().find(|part| !part.is_finite()) {
        return fail("velocity", part, "a finite number".into());
    }
    if let Some(velocity) = particle.velocity.into_iter().find(|part| particle.pinned && *part != 0.0) {
        return fail("velocity", velocity, "0 for a pinned particle, which never moves".into());
    }
    let [angle, rate] = [particle.angle, particle.angular_velocity].map(f64::from);
    if let Some((name, value)) = [("angle", angle), ("angular_velocity", rate)].into_iter().find(|(_, value)| !value.is_finite()) {
        return fail(name, value, "a finite number".into());
    }
    if particle.pinned && rate != 0.0 {
        return fail("angular_velocity", rate, "0 for a pinned particle, which never turns".into());
    }
    check_material(id, particle.material, materials)?;
    if particle.pinned && particle.birth > 0 {
        return fail("birth", f64::from(particle.birth), "0 for a pinned particle".into());
    }
    Ok(())
}

/// Whether a particle is not turned, where nothing is; `why` that is so.
pub(super) fn check_unturned(id: u32, particle: &ParticleSpec, why: &str) -> Result<(), WorldError> {
    let [angle, rate] = [particle.angle, particle.angular_velocity].map(f64::from);
    match [("angle", angle), ("angular_velocity", rate)].into_iter().find(|&(_, value)| value != 0.0) {
        Some((name, value)) => Err(WorldError::Particle { id, name, value, allowed: format!("0 {why}") }),
        None => Ok(()),
    }
}

/// Greatest compliance of a link, units of length per unit of force.
pub const MAX_COMPLIANCE: f64 = 1e6;

/// Most links at one particle with the resting solver: each takes a colour of its own, and every colour a dispatch.
pub const MAX_LINKS_AT_PARTICLE: u32 = 512;

/// No particle has more links than there may be colours for.
fn check_hubs(spec: &WorldSpec) -> Result<(), WorldError> {
    let mut counts = vec![0u32; spec.particles.len()];
    spec.links.iter().flat_map(|link| link.ends).for_each(|id| counts[id as usize] += 1);
    match (0..).zip(counts).find(|&(_, count)| count > MAX_LINKS_AT_PARTICLE) {
        Some((id, count)) if spec.solver == ContactSolver::Resting => Err(WorldError::Hub { id, count, limit: MAX_LINKS_AT_PARTICLE }),
        _ => Ok(()),
    }
}

/// Whether links lead from particle to particle, with numbers that make sense.
pub(super) fn check_links(spec: &WorldSpec) -> Result<(), WorldError> {
    let count = spec.particles.len();
    for (index, link) in spec.links.iter().enumerate() {
        let fail = |name, value, allowed: String| Err(WorldError::Link { index, name, value, allowed });
        for id in link.ends {
            if id as usize >= count {
                let allowed = match count {
                    0 => "a particle of the start, of which there are none".into(),
                    _ => format!("0 to {}, an id of a particle", count - 1),
                };
                return fail("end", f64::from(id), allowed);
            }
        }
        if link.ends[0] == link.ends[1] {
            return fail("end", f64::from(link.ends[1]), "another particle than the first end".into());
        }
        let longest = spec.size[0] + spec.size[1];
        if !(0.0..=longest).contains(&link.rest_length) {
            let allowed = format!("0 to {longest} units, width and height of the world together");
            return fail("rest_length", link.rest_length, allowed);
        }
        let resting = spec.solver == ContactSolver::Resting;
        if resting && link.stiffness != 1.0 {
            return fail("stiffness", link.stiffness, "1 with the resting solver, whose links have a compliance instead".into());
        }
        if !(link.stiffness > 0.0 && link.stiffness <= 1.0) {
            return fail("stiffness", link.stiffness, "above 0, up to 1".into());
        }
        if !resting && link.compliance != 0.0 {
            return fail("compliance", link.compliance, "0 with the plain solver, whose links have a stiffness instead".into());
        }
        if !(0.0..=MAX_COMPLIANCE).contains(&link.compliance) {
            return fail("compliance", link.compliance, format!("0 to {MAX_COMPLIANCE}, units of length per unit of force"));
        }
        if let Some(length) = link.break_length
            && !(length > link.rest_length && length <= 2.0 * longest)
        {
            let (most, rest) = (2.0 * longest, link.rest_length);
            let in_lengths = if rest > 0.0 { format!(", {} rest lengths", most / rest) } else { String::new() };
            let allowed = format!("above the rest length, {rest}, up to {most} units{in_lengths} (none at all never breaks)");
            return fail("break_length", length, allowed);
        }
    }
    // Each end has a row.
    let (count, limit) = (spec.links.len() as u64, MAX_PARTICLES / 2);
    if count > limit {
        return Err(WorldError::TooManyLinks { count, limit });
    }
    check_hubs(spec)
}
