//! Twin of `ownership.wgsl`: which of two discs owns their contact, and where it looks for its partners.

use std::ops::Range;

use super::dim2::{NEIGHBOUR_ROWS, cell_coords, neighbour_run, offset};
use super::exact::product;
use crate::world::params::Params;
use crate::world::particle::{Particle, Phase};

/// The slots among which a particle finds the partners of the contacts that it owns, row by row. Twin of `first_row`
/// and `first_partner`: discs of one size look only at those behind them.
#[inline(always)]
pub fn partners(params: &Params, cell_starts: &[u32], i: usize, particle: &Particle) -> [Range<usize>; 3] {
    let cell = cell_coords(params, particle.position);
    NEIGHBOUR_ROWS.map(|row| {
        if row < 0 && params.mixed_radii == 0 {
            return 0..0;
        }
        let cells = neighbour_run(params, cell, row);
        let (first, end) = (cell_starts[cells.start] as usize, cell_starts[cells.end] as usize);
        if row == 0 && params.mixed_radii == 0 { i + 1..end } else { first..end }
    })
}

/// Twin of `owns_contact`: whether `i` and `j` touch and `i` owns the contact.
#[inline(always)]
pub fn owns_contact(i: usize, particle: &Particle, j: usize, other: &Particle) -> bool {
    let radii = [particle.radius(), other.radius()];
    let d = offset(particle.position, other.position).map(|o| o as f32);
    let reach = (radii[0] + radii[1]) as f32;
    let touches = product(d[0], d[0]) + product(d[1], d[1]) < product(reach, reach);
    let smaller = 9 * radii[0] < 8 * radii[1];
    let larger = 8 * radii[0] > 9 * radii[1];
    let owns = smaller | (!larger & (i < j));
    touches & owns & ((particle.phase() == Phase::Live) | (other.phase() == Phase::Live))
}
