//! The corrections of all particles in a run of cells, each pair of them computed once: what the readable twin in
//! `solve_contacts` does particle by particle, faster and to the same bits. A pair pushes its two particles by
//! opposite amounts, exactly; sums are of integers, so their order is free.
//!
//! Each particle meets the ones behind it in the order of the grid, four at a time. Most neighbours do not
//! touch, in no order that a processor could predict, so there is no branch on it: what does not touch gets a
//! push of zero. The same operations in the same order on each lane as the readable twin has them on one pair.

use std::ops::Range;

use bytemuck::allocation::zeroed_box;
use bytemuck::{Zeroable, cast};
use wide::{f32x4, i32x4, u32x4};

use super::dim2::{NEIGHBOUR_ROWS, cell_coords, cell_index, neighbour_run};
use crate::world::fixed::MOST_CONTACTS;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle, Phase};

/// Particles computed at a time.
const LANES: usize = 4;

/// Most particles in a band: what it needs of them fits the second cache of a core.
pub const MOST_IN_BAND: usize = 1 << 14;

const LENGTH: usize = MOST_IN_BAND + LANES;

/// What a coincident pair adds to the touching particles of its two beyond one: enough to be seen.
const COINCIDENT: i32 = MOST_CONTACTS as i32;

/// The particles of a band, one array a value, and the sums of what pushes them. A few more at the end belong to
/// nobody, so that every group of lanes is whole.
#[derive(Zeroable)]
pub struct Band {
    x: [i32; LENGTH],
    y: [i32; LENGTH],
    radius: [f32; LENGTH],
    gain: [f32; LENGTH],
    push_x: [i32; LENGTH],
    push_y: [i32; LENGTH],
    /// Negative: a comparison gives -1.
    touching: [i32; LENGTH],
}

/// The particle that meets others.
struct Own {
    x: i32x4,
    y: i32x4,
    radius: f32x4,
    gain: f32x4,
}

/// What four others do to the particle that meets them; they get the opposite.
#[derive(Clone, Copy, Default)]
struct Pushes {
    x: i32x4,
    y: i32x4,
    touching: i32x4,
}

impl Band {
    /// An empty band.
    pub fn new() -> Box<Self> {
        zeroed_box()
    }

    /// Sums up the corrections of the particles in `cells`, to be had from [`Self::correction`].
    ///
    /// # Panics
    /// If they are more than [`MOST_IN_BAND`].
    pub fn gather(&mut self, params: &Params, particles: &[Particle], cell_starts: &[u32], cells: Range<usize>) {
        let (first, end) = (cell_starts[cells.start], cell_starts[cells.end]);
        self.load(params, &particles[first as usize..end as usize]);
        let places = |cells: Range<usize>| {
            let place = |cell: usize| (cell_starts[cell].clamp(first, end) - first) as usize;
            place(cells.start)..place(cells.end)
        };
        // From cell to cell by the particles in them, so that empty cells cost nothing.
        let mut next = 0;
        while next < (end - first) as usize {
            let cell = cell_coords(params, [self.x[next], self.y[next]]);
            let index = cell_index(params, cell) as usize;
            let members = next..places(index..index + 1).end;
            next = members.end;
            let along = places(neighbour_run(params, cell, 0));
            let above = places(neighbour_run(params, cell, 1));
            for place in members {
                let own = self.own(place);
                let mut sum = Pushes::default();
                self.meet(&own, place + 1..along.end, &mut sum);
                self.meet(&own, above.clone(), &mut sum);
                self.add(place, &sum);
            }
        }
        for i in halo(params, &cells).into_iter().flat_map(|cells| cell_starts[cells.start]..cell_starts[cells.end]) {
            let particle = &particles[i as usize];
            let own = Own::new(particle.position, particle.radius() as f32, gain(params, particle));
            let cell = cell_coords(params, particle.position);
            for row in NEIGHBOUR_ROWS {
                self.meet(&own, places(neighbour_run(params, cell, row)), &mut Pushes::default());
            }
        }
    }

    /// The correction of a particle by its place in the band, and how many particles it touches; `None` where that
    /// takes more care: a coincident pair, or a crowd whose sum may not fit.
    #[inline(always)]
    pub fn correction(&self, place: usize) -> Option<(Displacement, u32)> {
        let touching = self.touching[place].wrapping_neg() as u32;
        (touching <= MOST_CONTACTS).then(|| ([self.push_x[place], self.push_y[place]], touching))
    }

    fn load(&mut self, params: &Params, particles: &[Particle]) {
        for (place, particle) in particles.iter().enumerate() {
            [self.x[place], self.y[place]] = particle.position;
            self.radius[place] = particle.radius() as f32;
            self.gain[place] = gain(params, particle);
        }
        for sums in [&mut self.push_x, &mut self.push_y, &mut self.touching] {
            sums[..particles.len()].fill(0);
        }
    }

    #[inline(always)]
    fn own(&self, place: usize) -> Own {
        Own::new([self.x[place], self.y[place]], self.radius[place], self.gain[place])
    }

    /// One particle meets those at some places. `sum` is what they do to it.
    #[inline(always)]
    fn meet(&mut self, own: &Own, mut places: Range<usize>, sum: &mut Pushes) {
        while places.start < places.end {
            self.meet_four(own, places.start, places.end, sum);
            places.start += LANES;
        }
    }

    /// As [`Self::meet`] for `place..place + 4` below `end`.
    #[inline(always)]
    fn meet_four(&mut self, own: &Own, place: usize, end: usize, sum: &mut Pushes) {
        assert!(place <= MOST_IN_BAND); // so that none of the accesses below needs a check
        let inside: f32x4 = cast(i32x4::new([0, 1, 2, 3]).simd_lt(i32x4::splat((end - place) as i32)));
        let dx = f32x4::from_i32x4(own.x - four_of::<i32, i32x4>(&self.x, place));
        let dy = f32x4::from_i32x4(own.y - four_of::<i32, i32x4>(&self.y, place));
        let reach = own.radius + four_of::<f32, f32x4>(&self.radius, place);
        let d2 = dx * dx + dy * dy;
        let touches = d2.simd_lt(reach * reach) & inside;

        let inverse = inverse_root(d2);
        let penetration = (reach - d2 * inverse).fast_max(f32x4::splat(0.0));
        // A pinned one of the two leaves all of the push to the other, whose own gain is the smaller.
        let gain = own.gain.fast_max(four_of(&self.gain, place));
        let push = (penetration * gain) & touches;
        let coincident: i32x4 = cast(d2.simd_eq(f32x4::splat(0.0)) & touches);
        let pushes = Pushes {
            x: (dx * inverse * push).fast_trunc_int(),
            y: (dy * inverse * push).fast_trunc_int(),
            touching: cast::<f32x4, i32x4>(touches) - (coincident & i32x4::splat(COINCIDENT)),
        };
        sum.x += pushes.x;
        sum.y += pushes.y;
        sum.touching += pushes.touching;
        add_four(&mut self.push_x, place, -pushes.x);
        add_four(&mut self.push_y, place, -pushes.y);
        add_four(&mut self.touching, place, pushes.touching);
    }

    #[inline(always)]
    fn add(&mut self, place: usize, sum: &Pushes) {
        self.push_x[place] = self.push_x[place].wrapping_add(sum.x.reduce_add());
        self.push_y[place] = self.push_y[place].wrapping_add(sum.y.reduce_add());
        self.touching[place] = self.touching[place].wrapping_add(sum.touching.reduce_add());
    }
}

impl Own {
    #[inline(always)]
    fn new(position: [i32; 2], radius: f32, gain: f32) -> Self {
        Self { x: i32x4::splat(position[0]), y: i32x4::splat(position[1]), radius: f32x4::splat(radius), gain: f32x4::splat(gain) }
    }
}

/// What a particle makes of a pair's gain: a pinned one doubles it.
#[inline(always)]
fn gain(params: &Params, particle: &Particle) -> f32 {
    if particle.phase() == Phase::Pinned { params.contact_gain * 2.0 } else { params.contact_gain }
}

/// The cells outside of `cells` with neighbours inside, as four runs (some empty), none overlapping.
fn halo(params: &Params, cells: &Range<usize>) -> [Range<usize>; 4] {
    let (width, all) = (params.grid_size[0] as usize, params.cell_count as usize);
    // The row below reaches up to the last cell's neighbour there, the row above down to the first one's.
    let below = cells.start.saturating_sub(width + 1)..cells.start.min((cells.end + 1).saturating_sub(width));
    let above = cells.end.max((cells.start + width).saturating_sub(1))..all.min(cells.end + width + 1);
    let before = below.end.max(cells.start.saturating_sub(1))..cells.start;
    let after = cells.end..above.start.min(all.min(cells.end + 1));
    [below, before, after, above].map(|run| run.start.min(run.end)..run.end)
}

/// Four values from an array, at `place`.
#[inline(always)]
fn four_of<T: Copy, V: From<[T; LANES]>>(values: &[T; LENGTH], place: usize) -> V {
    V::from(std::array::from_fn(|lane| values[place + lane]))
}

#[inline(always)]
fn add_four(sums: &mut [i32; LENGTH], place: usize, terms: i32x4) {
    let total = four_of::<i32, i32x4>(sums, place) + terms;
    sums[place..place + LANES].copy_from_slice(&total.to_array());
}

/// [`inverse_root`](super::exact::inverse_root) of four numbers.
#[inline(always)]
fn inverse_root(x: f32x4) -> f32x4 {
    let guess: f32x4 = cast(u32x4::splat(0x5F1F_FFF9) - (cast::<f32x4, u32x4>(x) >> 1u32));
    let y = f32x4::splat(0.703_952_25) * guess * (f32x4::splat(2.389_244_6) - x * guess * guess);
    y * (f32x4::splat(1.5) - f32x4::splat(0.5) * x * y * y)
}
