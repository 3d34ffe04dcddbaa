//! Particles that start inside an obstacle.

use rayon::prelude::*;

use super::cover::{COARSENESS, Cover, size};
use super::facet::{Facet, NO_MOVER, Pose};
use super::inside::{EdgesByHeight, encloses};
use super::near_outline::is_too_large;
use crate::world::frame::Frame;
use crate::world::particle::{Particle, Phase};

/// The first particle that may move and whose centre is inside an outline, and the number of the outline.
/// `still` is the cover of the facets that stay.
pub(super) fn find(facets: &[Facet], poses: &[Pose], still: &Cover, particles: &[Particle], frame: &Frame) -> Option<(u32, u32)> {
    if facets.is_empty() {
        return None;
    }
    let placed: Vec<Facet> = facets.iter().map(|facet| placed(facet, poses)).collect();
    let of_all = (!poses.is_empty()).then(|| Cover::new(&placed, &[], frame));
    let cover = of_all.as_ref().unwrap_or(still);
    // Their insides are in no row.
    let is_large = |own: &&[Facet]| own[0].radius == 0.0 && is_too_large(own, 0, frame);
    let large: Vec<_> =
        placed.chunk_by(|a, b| a.outline == b.outline).filter(is_large).map(|own| (own[0].outline, EdgesByHeight::new(own))).collect();
    let outline_at = |particle: &Particle| {
        let last = size(frame);
        let cell = [0, 1].map(|axis| ((particle.position[axis] >> (frame.cell_bits + COARSENESS)).max(0) as u32).min(last[axis] - 1));
        let point = particle.position.map(f64::from);
        let mut before = None;
        for row in cover.still_of(cell) {
            let outline = placed[row as usize].outline;
            if before.replace(outline) == Some(outline) {
                continue;
            }
            let own = |facets: &[Facet]| {
                facets.partition_point(|facet| facet.outline < outline)..facets.partition_point(|facet| facet.outline <= outline)
            };
            // What is grown is a point or a segment, with no inside.
            if placed[row as usize].radius == 0.0 && encloses(&placed[own(&placed)], point) {
                return Some((particle.id, outline));
            }
        }
        large.iter().find(|(_, edges)| edges.enclose(point)).map(|&(outline, _)| (particle.id, outline))
    };
    let may_move = |particle: &&Particle| matches!(particle.phase(), Phase::Live | Phase::Unborn);
    particles.par_iter().filter(may_move).find_map_first(outline_at)
}

/// A facet where it is at the first of these poses, as if it stayed there.
fn placed(facet: &Facet, poses: &[Pose]) -> Facet {
    if facet.mover == NO_MOVER {
        return *facet;
    }
    let pose = &poses[facet.mover as usize];
    let [cos, sin] = pose.direction.map(f64::from);
    let turned = |[x, y]: [f64; 2]| [cos * x - sin * y, sin * x + cos * y];
    let start = turned(facet.start.map(f64::from));
    Facet {
        // Far outside of the world a sum may wrap, as it does in the passes: it stays outside.
        start: [0, 1].map(|axis| (start[axis].round() as i32).wrapping_add(pose.translation[axis])),
        along: turned(facet.along.map(f64::from)).map(|part| part as f32),
        mover: NO_MOVER,
        ..*facet
    }
}
