//! Twin of `depth.wgsl`: how deep a disc is in an outline, and which way is out.

use super::dim2::offset;
use super::exact::{float_of, inverse_root, product};
use super::obstacle::{Obstacles, along_of, seen_from, turned};
use crate::world::fixed::obstacle::FAR;
use crate::world::obstacles::facet::{Facet, NO_MOVER};
use crate::world::particle::Particle;

/// Twin of `Nearest`: what of an outline is nearest to a centre.
#[derive(Clone, Copy)]
pub struct Nearest {
    outline: u32,
    mover: u32,
    /// Steps.
    distance: f32,
    /// The radius of the disc and what the outline is grown by, in steps.
    reach: f32,
    /// What of the outline is nearer than this, in steps, is in the rows.
    known: f32,
    /// Whether the centre is inside the outline.
    inside: bool,
    /// Way out, in the frame of the mover.
    normal: [f32; 2],
}

/// Goes over the outlines that are near a particle, each with what of it is nearest; `each` may move the particle.
pub fn for_each_outline(obstacles: &Obstacles<'_>, particle: &mut Particle, mut each: impl FnMut(&mut Particle, &Nearest)) {
    let mut nearest = none_near(0);
    for facet in obstacles.facets_of(obstacles.coarse_cell(particle.position)) {
        if facet.outline != nearest.outline {
            each(particle, &nearest);
            nearest = none_near(facet.outline);
        }
        nearest = nearer(obstacles, nearest, particle.position, particle.radius(), facet);
    }
    each(particle, &nearest);
}

/// Twin of `none_near`.
fn none_near(outline: u32) -> Nearest {
    Nearest { outline, mover: NO_MOVER, distance: FAR, reach: 0.0, known: FAR, inside: false, normal: [0.0, 1.0] }
}

/// Twin of `nearer`: of an outline, one facet more.
fn nearer(obstacles: &Obstacles<'_>, nearest: Nearest, position: [i32; 2], radius: i32, facet: &Facet) -> Nearest {
    let place = offset(place_in(obstacles, facet, position), facet.start).map(float_of);
    let reach = radius as f32 + facet.radius;
    let known = if facet.mover == NO_MOVER { FAR } else { facet.radius + obstacles.params.known_depth };
    let mut best = nearest;
    let near = |distance: f32, inside: bool, normal: [f32; 2]| Nearest {
        outline: facet.outline,
        mover: facet.mover,
        distance,
        reach,
        known,
        inside,
        normal,
    };
    let foot = along_of(place, facet.along);
    let normal = [facet.along[1], -facet.along[0]];
    let height = along_of(place, normal);
    let overhang = obstacles.params.facet_overhang;
    let beside = foot < -overhang || foot > facet.length + overhang;
    let behind = facet.radius > 0.0 && height < 0.0;
    if facet.length > 0.0 && !beside && !behind && height.abs() < best.distance {
        best = near(height.abs(), height < 0.0, normal);
    }
    let size = along_of(place, place);
    if facet.has_corner() {
        let inverse = inverse_root(size);
        let distance = product(size, inverse);
        if distance < best.distance {
            let inside = product(facet.before[0], facet.along[1]) - product(facet.before[1], facet.along[0]) < 0.0;
            let out = if inside { -inverse } else { inverse };
            let away = if size == 0.0 { [0.0, 1.0] } else { place.map(|part| product(part, out)) };
            best = near(distance, inside, away);
        }
    }
    best
}

/// Twin of `place_in`.
fn place_in(obstacles: &Obstacles<'_>, facet: &Facet, position: [i32; 2]) -> [i32; 2] {
    if facet.mover == NO_MOVER { position } else { seen_from(position, obstacles.pose_of(facet.mover, 0)) }
}

impl Nearest {
    /// Twin of `depth_of`: how deep a disc is in the obstacle, in steps; not above 0 where it is outside. It has moved by `gone` steps from
    /// where the rows were looked up: as much less is known.
    pub fn depth(&self, gone: f32) -> f32 {
        if self.distance >= self.known - gone {
            return 0.0;
        }
        self.reach + if self.inside { self.distance } else { -self.distance }
    }

    /// Twin of `way_out`: in the world.
    pub fn way_out(&self, obstacles: &Obstacles<'_>) -> [f32; 2] {
        if self.mover == NO_MOVER { self.normal } else { turned(self.normal, obstacles.pose_of(self.mover, 0).direction) }
    }
}
