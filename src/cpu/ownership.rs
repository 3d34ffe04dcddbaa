//! Twin of `ownership.wgsl`: which of two discs owns their contact. (`partners` has where it looks for its partners.)

use super::dim2::offset;
use super::exact::product;
use crate::world::particle::{Particle, Phase};

/// Twin of `owns_contact`, the readable one: whether `i` and `j`, which is in a run at that side, touch and `i` owns the contact.
#[inline(always)]
pub fn owns_contact(i: usize, particle: &Particle, j: usize, other: &Particle, side: i32) -> bool {
    let radii = [particle.radius(), other.radius()];
    let d = offset(particle.position, other.position).map(|o| o as f32);
    let reach = (radii[0] + radii[1]) as f32;
    let touches = product(d[0], d[0]) + product(d[1], d[1]) < product(reach, reach);
    let smaller = 9 * radii[0] < 8 * radii[1];
    let larger = 8 * radii[0] > 9 * radii[1];
    let earlier = if side == 0 { i < j } else { side > 0 };
    let owns = smaller | (!larger & earlier);
    touches & owns & ((particle.phase() == Phase::Live) | (other.phase() == Phase::Live))
}
