//! What a scene as a whole must keep to, beyond the ranges of its single values.

use super::error::SceneError;
use super::file::File;
use super::scale::Scale;
use super::shapes::{MAX_RADIUS, Shape};
use super::source::{Source, Span};
use super::values::Spread;
use crate::world::spec::{ParticleSpec, Walls, WorldSpec};
use crate::world::{World, WorldError};

/// The settings within their ranges, as a world of one particle tells.
pub(super) fn check_world(source: &Source, file: &File, settings: &WorldSpec) -> Result<(), SceneError> {
    let [width, height] = settings.size;
    // As large as fits the world, so that only the settings can be wrong.
    let radius = width.min(height) / 2.0;
    let particle = ParticleSpec::at([width / 2.0, height / 2.0], if radius > 0.0 { radius } else { 1.0 });
    match World::new(&WorldSpec { particles: vec![particle], ..settings.clone() }) {
        // Judged with the scene's own radii, below.
        Ok(_) | Err(WorldError::TooFine { .. } | WorldError::TooManyCells { .. } | WorldError::Gravity { .. }) => Ok(()),
        Err(error) => Err(file.refused(error, source)),
    }
}

/// Opposite sides are at least the largest diameter apart. Radii that are no radii are refused with their shape.
pub(super) fn check_sides(source: &Source, file: &File) -> Result<(), SceneError> {
    let radii = file.shapes().into_iter().map(|(shape, _)| shape.radii().high).filter(|radius| (0.0..=MAX_RADIUS).contains(radius));
    let largest = 2.0 * radii.fold(0.0, f64::max);
    let size = &file.world.get_ref().size;
    if size.get_ref().iter().all(|&length| length >= largest) {
        return Ok(());
    }
    Err(source
        .bad(&size.span(), format!("at least {largest} each, the largest diameter of the scene, so that opposite walls do not overlap")))
}

/// What a closed world holds is smaller than the world: emitters could pour more than that. Discs given one by one may well overlap.
pub(super) fn check_room(source: &Source, file: &File) -> Result<(), SceneError> {
    let spec = file.spec();
    let counts: Vec<_> = file.shapes().into_iter().map(|(shape, _)| shape.sites(Scale::ONE)).collect();
    let share = share_of_room(file, spec.size, &counts);
    if spec.walls != Walls::CLOSED || share <= 1.0 {
        return Ok(());
    }
    let allowed = format!("a larger world, an open side, or fewer discs: all together cover {:.0} % of this closed one", 100.0 * share);
    Err(source.bad(&file.world.get_ref().size.span(), allowed))
}

/// The area of so many discs of each shape together over that of a world of this size.
pub(super) fn share_of_room(file: &File, size: [f64; 2], counts: &[u64]) -> f64 {
    let area = |((shape, _), &count): ((&dyn Shape, Span), &u64)| {
        let Spread { low, high } = shape.radii();
        // The mean of r² over a uniform range.
        count as f64 * std::f64::consts::PI * (low * low + low * high + high * high) / 3.0
    };
    file.shapes().into_iter().zip(counts).map(area).sum::<f64>() / (size[0] * size[1])
}

/// The smallest and the largest radius; the largest is 0 where there is nothing.
pub(super) fn radii(file: &File, explicit: &[ParticleSpec]) -> Spread {
    let shapes = file.shapes();
    let all = shapes.iter().map(|(shape, _)| shape.radii()).chain(explicit.iter().map(|particle| Spread::just(particle.radius)));
    all.fold(Spread { low: f64::MAX, high: 0.0 }, |all, one| Spread { low: all.low.min(one.low), high: all.high.max(one.high) })
}

/// Fixed point can hold the scene's smallest and largest radius in a world with these settings. Nothing is placed for that.
pub(super) fn check_radii(file: &File, explicit: &[ParticleSpec], settings: &WorldSpec) -> Result<(), WorldError> {
    let Spread { low, high } = radii(file, explicit);
    if high == 0.0 {
        return Ok(());
    }
    let centre = settings.size.map(|length| length / 2.0);
    let particles = vec![ParticleSpec::at(centre, low), ParticleSpec::at(centre, high)];
    World::new(&WorldSpec { particles, links: Vec::new(), obstacles: Vec::new(), materials: settings.materials.clone(), ..*settings })
        .map(|_| ())
}
