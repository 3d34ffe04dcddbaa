//! The start of a world in fixed point.

use rayon::prelude::*;

use super::WorldError;
use super::body::{self, Body};
use super::clock::{self, Clock};
use super::fixed;
use super::frame::Frame;
use super::links::{Joint, LinkRow, LinkRows};
use super::particle::{Displacement, Particle, Phase};
use super::spec::{ContactSolver, LinkSpec, MaterialSpec, ParticleSpec, WorldSpec};
use super::state::State;

/// The state before the first substep. `materials` are there where discs have bodies of their own.
///
/// # Errors
/// A particle that is faster than a displacement can hold.
pub(super) fn state(
    spec: &WorldSpec,
    frame: &Frame,
    clock: &Clock,
    materials: Option<&[MaterialSpec]>,
    heaviest: f64,
) -> Result<State, WorldError> {
    // The fastest first, so that the way out of its error is one for all.
    let by_speed = |a: &(usize, &ParticleSpec), b: &(usize, &ParticleSpec)| greatest(a.1.velocity).total_cmp(&greatest(b.1.velocity));
    if let Some((id, fastest)) = spec.particles.iter().enumerate().rev().max_by(by_speed) {
        fixed_displacement(clock, frame, id as u32, fastest.velocity)?;
    }
    Ok(State {
        particles: numbered(&spec.particles).map(|(id, p)| fixed_particle(frame, id, p)).collect(),
        displacements: numbered(&spec.particles)
            .map(|(id, p)| fixed_displacement(clock, frame, id, p.velocity))
            .collect::<Result<_, _>>()?,
        births: if spec.particles.iter().any(|p| p.birth > 0) { spec.particles.iter().map(|p| p.birth).collect() } else { Vec::new() },
        links: fixed_links(frame, clock, spec, heaviest),
        bodies: materials.map_or_else(|| Ok(Vec::new()), |materials| bodies(spec, frame, clock, materials, heaviest))?,
        ..State::default()
    })
}

fn bodies(spec: &WorldSpec, frame: &Frame, clock: &Clock, materials: &[MaterialSpec], heaviest: f64) -> Result<Vec<Body>, WorldError> {
    let body = |(id, particle): (usize, &ParticleSpec)| {
        Ok(Body {
            spin: fixed_spin(clock, frame, id as u32, particle.radius, particle.angular_velocity.into())?,
            ..Body::new(materials, particle, heaviest)
        })
    };
    spec.particles.iter().enumerate().map(body).collect()
}

/// Whether any discs of these materials rub.
pub(super) fn rub(materials: Option<&[MaterialSpec]>) -> bool {
    materials.into_iter().flatten().any(|material| material.friction > 0.0)
}

/// Particles with their ids, for all threads.
pub(super) fn numbered(particles: &[ParticleSpec]) -> impl IndexedParallelIterator<Item = (u32, &ParticleSpec)> {
    particles.par_iter().enumerate().map(|(id, particle)| (id as u32, particle))
}

/// Mass of the heaviest disc that moves, or of one of the largest radius that may join, where discs have masses of their own and none is too
/// light for that; of the heaviest where none moves. What masses are measured in.
pub(super) fn heaviest(spec: &WorldSpec) -> Result<f64, WorldError> {
    let (lightest, heaviest) = spec.masses(false).fold((f64::MAX, 0.0f64), |(low, high), mass| (low.min(mass), high.max(mass)));
    // The plain solver takes all masses for equal.
    if spec.solver == ContactSolver::Resting && heaviest > body::MAX_MASS_RATIO * lightest {
        return Err(WorldError::Masses { lightest, heaviest, limit: body::MAX_MASS_RATIO });
    }
    let may_join = spec.largest_radius.map_or(0.0, |radius| spec.material(0).mass_of(radius).min(body::MAX_MASS_RATIO * lightest));
    let heaviest = if spec.particles.is_empty() || spec.is_rough() { heaviest.max(may_join) } else { heaviest };
    if heaviest > 0.0 {
        return Ok(heaviest);
    }
    Ok(spec.masses(true).reduce(f64::max).filter(|&mass| mass > 0.0).unwrap_or(1.0))
}

/// A particle in fixed point.
pub(super) fn fixed_particle(frame: &Frame, id: u32, spec: &ParticleSpec) -> Particle {
    let phase = match (spec.pinned, spec.birth) {
        (_, 1..) => Phase::Unborn,
        (true, 0) => Phase::Pinned,
        (false, 0) => Phase::Live,
    };
    Particle::new(frame.position_to_steps(spec.position), frame.radius_to_steps(spec.radius), phase, id)
}

/// A velocity as a displacement per substep.
///
/// # Errors
/// One that is faster than a displacement can hold.
pub(super) fn fixed_displacement(clock: &Clock, frame: &Frame, id: u32, velocity: [f64; 2]) -> Result<Displacement, WorldError> {
    let fine = velocity.map(|v| (v / clock.substeps_per_second * frame.fine_per_unit()).round());
    let limit = f64::from(fixed::MAX_DISPLACEMENT);
    match greatest(fine) > limit {
        false => Ok(fine.map(|v| v as i32)),
        true => {
            let value = if fine[0].abs() < fine[1].abs() { velocity[1] } else { velocity[0] };
            let most = limit / frame.fine_per_unit() * clock.substeps_per_second;
            let way_out = clock::finer_substeps(clock.substeps, value.abs() / most);
            let allowed = format!("up to {} units/s with this substep (slower discs, or {way_out})", clock::readable_limit(most));
            Err(WorldError::Particle { id, name: "velocity", value, allowed })
        }
    }
}

/// An angular velocity as what the rim moves round the centre in a substep.
///
/// # Errors
/// One whose rim is faster than a displacement can hold.
pub(super) fn fixed_spin(clock: &Clock, frame: &Frame, id: u32, radius: f64, rate: f64) -> Result<i32, WorldError> {
    let limit = f64::from(fixed::MAX_DISPLACEMENT);
    let per_rate = radius / clock.substeps_per_second * frame.fine_per_unit();
    let spin = (rate * per_rate).round();
    if spin.abs() <= limit {
        return Ok(spin as i32);
    }
    let way_out = clock::finer_substeps(clock.substeps, (spin / limit).abs());
    let allowed =
        format!("up to {} radians/s with this radius and substep (slower ones, or {way_out})", clock::readable_limit(limit / per_rate));
    Err(WorldError::Particle { id, name: "angular_velocity", value: rate, allowed })
}

/// The greatest size of a part.
fn greatest(parts: [f64; 2]) -> f64 {
    parts[0].abs().max(parts[1].abs())
}

/// Links of a particle pull on it at the same time from one snapshot. With `g` the gain per unit of
/// error at each end, the motion of displacement-form Verlet is stable while `g · λ ≤ 4/3`, λ the
/// greatest eigenvalue of the link Laplacian; λ is at most twice the greatest number of links at a
/// particle. `1.2 / 2 / max(degree)` per link keeps inside that bound for any net.
const STABLE_LINK_GAIN: f64 = 0.6;

fn fixed_links(frame: &Frame, clock: &Clock, spec: &WorldSpec, heaviest: f64) -> LinkRows {
    match spec.solver {
        ContactSolver::Plain => plain_links(frame, spec),
        ContactSolver::Resting => resting_links(frame, clock, spec, heaviest),
    }
}

/// A link that gives way so far for its impulse carries nothing that a displacement feels: softer ones are taken for it, so that
/// nothing overflows.
const SOFTEST: f64 = super::links::GREATEST as f64;

/// Each link once, in colours. A force f lengthens a link by compliance · f, an impulse p of one substep h by
/// compliance / h² · p, with masses in units of the heaviest (Macklin et al. 2016).
fn resting_links(frame: &Frame, clock: &Clock, spec: &WorldSpec, heaviest: f64) -> LinkRows {
    let row = |link: &LinkSpec| {
        let elasticity = link.compliance * heaviest * clock.substeps_per_second * clock.substeps_per_second;
        link_row(frame, link, link.ends[1], elasticity.min(SOFTEST))
    };
    let inverse_mass = |id: u32| {
        let end = &spec.particles[id as usize];
        body::inverse_mass(&spec.material(end.material), end, heaviest)
    };
    let links: Vec<_> = spec.links.iter().map(|link| (Joint::new(link.ends[0], link.ends.map(inverse_mass)), row(link))).collect();
    LinkRows::coloured(spec.particles.len(), &links)
}

fn plain_links(frame: &Frame, spec: &WorldSpec) -> LinkRows {
    let mut degree = vec![0u32; spec.particles.len()];
    for id in spec.links.iter().flat_map(|link| link.ends) {
        degree[id as usize] += 1;
    }
    let row = |link: &LinkSpec, partner: u32| {
        let degree = link.ends.map(|id| degree[id as usize]).into_iter().max().unwrap_or(1);
        let gain = STABLE_LINK_GAIN * link.stiffness / f64::from(degree);
        link_row(frame, link, partner, gain * f64::from(1u32 << fixed::FRACTION_BITS))
    };
    let ends: Vec<_> =
        spec.links.iter().flat_map(|link| [(link.ends[0], row(link, link.ends[1])), (link.ends[1], row(link, link.ends[0]))]).collect();
    LinkRows::new(spec.particles.len(), &ends)
}

/// A link as one of its ends has it, with numbers that every adapter takes for what they are.
fn link_row(frame: &Frame, link: &LinkSpec, partner: u32, elasticity: f64) -> LinkRow {
    let steps = |length: f64| fixed::unless_faint(length * frame.steps_per_unit());
    LinkRow {
        partner,
        rest_length: steps(link.rest_length),
        elasticity: fixed::unless_faint(elasticity),
        break_length: link.break_length.map_or(f32::MAX, |length| steps(length).max(fixed::FAINTEST)),
    }
}
