//! The gather of [`solve_contacts`](super::solve_contacts) with four neighbours at a time. The same operations in
//! the same order on each lane as the readable twin has them on one neighbour, so the same bits; sums are of
//! integers, so their order is free.
//!
//! Most neighbours of a cell do not touch, in no order that a processor could predict. So there is no branch on
//! it: what does not touch gets a push of zero. The particle itself is one of its neighbours, at no distance, and
//! gets a push of zero as well. The two rare cases that need more are left to the readable twin.

use bytemuck::cast;
use wide::{f32x4, i32x4, u32x4};

use super::dim2::{NEIGHBOUR_ROWS, cell_coords, neighbour_run};
use super::solve_contacts;
use crate::world::fixed::MOST_CONTACTS;
use crate::world::params::Params;
use crate::world::particle::{Displacement, PHASE_SHIFT, Particle, Phase, RADIUS_MASK};

const LANES: usize = 4;

/// What stays the same over the neighbours of one particle.
struct Own {
    x: i32x4,
    y: i32x4,
    radius: i32x4,
    gain: f32x4,
}

/// Sums over the neighbours of one particle. Counts are negative: a comparison gives -1.
#[derive(Clone, Copy, Default)]
struct Sums {
    x: i32x4,
    y: i32x4,
    touching: i32x4,
    coincident: i32x4,
}

/// The sum of the corrections of particle `i`, and how many particles it touches.
#[inline(always)]
pub fn gathered(params: &Params, particles: &[Particle], cell_starts: &[u32], i: usize) -> (Displacement, u32) {
    let particle = &particles[i];
    let own = Own {
        x: i32x4::splat(particle.position[0]),
        y: i32x4::splat(particle.position[1]),
        radius: i32x4::splat(particle.radius() + 1),
        gain: f32x4::splat(params.contact_gain),
    };
    let mut sums = Sums::default();
    let cell = cell_coords(params, particle.position);
    for row in NEIGHBOUR_ROWS {
        let cells = neighbour_run(params, cell, row);
        let (mut j, end) = (cell_starts[cells.start] as usize, cell_starts[cells.end] as usize);
        while j < end {
            add_four(&own, particles, j, end, &mut sums);
            j += LANES;
        }
    }
    let (coincident, touching) = (-sums.coincident.reduce_add(), -sums.touching.reduce_add());
    if coincident > 1 || touching - 1 > MOST_CONTACTS as i32 {
        return readable(params, particles, cell_starts, i);
    }
    ([sums.x.reduce_add(), sums.y.reduce_add()], touching as u32 - 1)
}

#[cold]
#[inline(never)]
fn readable(params: &Params, particles: &[Particle], cell_starts: &[u32], i: usize) -> (Displacement, u32) {
    solve_contacts::gathered(params, particles, cell_starts, i)
}

/// Adds the neighbours `j..j + 4` below `end`.
#[inline(always)]
fn add_four(own: &Own, particles: &[Particle], j: usize, end: usize, sums: &mut Sums) {
    let [x, y, info] = transposed(particles, j, end);
    let inside: f32x4 = cast(i32x4::new([0, 1, 2, 3]).simd_lt(i32x4::splat((end - j) as i32)));

    let dx = f32x4::from_i32x4(own.x - x);
    let dy = f32x4::from_i32x4(own.y - y);
    let reach = f32x4::from_i32x4((info & i32x4::splat(RADIUS_MASK as i32)) + own.radius);
    let d2 = dx * dx + dy * dy;
    let touches = d2.simd_lt(reach * reach) & inside;
    sums.touching += cast::<f32x4, i32x4>(touches);
    sums.coincident += cast::<f32x4, i32x4>(d2.simd_eq(f32x4::splat(0.0)) & inside);

    let inverse = inverse_root(d2);
    let penetration = (reach - d2 * inverse).fast_max(f32x4::splat(0.0));
    let phase: i32x4 = cast(cast::<i32x4, u32x4>(info) >> PHASE_SHIFT);
    let pinned: f32x4 = cast(phase.simd_eq(i32x4::splat(Phase::Pinned as i32)));
    let push = (penetration * (own.gain + (own.gain & pinned))) & touches;
    sums.x += (dx * inverse * push).fast_trunc_int();
    sums.y += (dy * inverse * push).fast_trunc_int();
}

/// The records `j..j + 4` as vectors of x, of y and of info; what is not below `end` may be anything.
#[inline(always)]
fn transposed(particles: &[Particle], j: usize, end: usize) -> [i32x4; 3] {
    let records = match particles.get(j..j + LANES) {
        Some(records) => [records[0], records[1], records[2], records[3]],
        None => last_records(&particles[j..end]),
    };
    let [x, y, info, _] = f32x4::transpose(records.map(cast::<Particle, f32x4>));
    [cast(x), cast(y), cast(info)]
}

#[cold]
#[inline(never)]
fn last_records(records: &[Particle]) -> [Particle; LANES] {
    std::array::from_fn(|lane| records[lane.min(records.len() - 1)])
}

/// [`inverse_root`](super::exact::inverse_root) of four numbers.
#[inline(always)]
fn inverse_root(x: f32x4) -> f32x4 {
    let guess: f32x4 = cast(u32x4::splat(0x5F1F_FFF9) - (cast::<f32x4, u32x4>(x) >> 1u32));
    let y = f32x4::splat(0.703_952_25) * guess * (f32x4::splat(2.389_244_6) - x * guess * guess);
    y * (f32x4::splat(1.5) - f32x4::splat(0.5) * x * y * y)
}
