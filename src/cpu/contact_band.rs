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

use super::dim2::{Run, cell_coords, cell_index, is_at_a_fold, neighbour_run, neighbour_runs};
use super::halo::halo;
use super::places::Places;
use crate::world::fixed::MOST_CONTACTS;
use crate::world::levels::Level;
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

    /// Sums up the corrections of the particles in a patch of cells of a level by each other and by those around, to be had from
    /// [`Self::correction`]. A patch is a run of cells or, in a folded grid, runs of the same columns of rows that follow each
    /// other, as many as a slab has.
    ///
    /// # Panics
    /// If they are more than [`MOST_IN_BAND`].
    pub fn gather(&mut self, params: &Params, level: &Level, particles: &[Particle], cell_starts: &[u32], patch: &[Range<usize>]) {
        let places = Places::new(level, cell_starts, patch);
        match level.fold_bits {
            0 => self.gather_in::<false>(params, level, particles, &places, patch),
            _ => self.gather_in::<true>(params, level, particles, &places, patch),
        }
    }

    fn gather_in<const FOLDED: bool>(
        &mut self,
        params: &Params,
        level: &Level,
        particles: &[Particle],
        places: &Places<'_>,
        patch: &[Range<usize>],
    ) {
        for segment in places.segments() {
            self.load(params, &particles[segment.first as usize..segment.end as usize], segment.place);
        }
        // From cell to cell by the particles in them, so that empty cells cost nothing.
        let mut next = 0;
        while next < places.count {
            let cell = cell_coords(level, [self.x[next], self.y[next]]);
            let index = cell_index(level, cell);
            let members = next..places.of::<FOLDED>(index..index + 1).end;
            next = members.end;
            if FOLDED && is_at_a_fold(level, cell) {
                let mut ahead = neighbour_runs(level, cell);
                ahead.iter_mut().for_each(|run| run.cells = places.of::<FOLDED>(run.cells.clone()));
                members.for_each(|place| self.meet_ahead(place, &ahead));
                continue;
            }
            let along = places.of::<FOLDED>(neighbour_run(level, cell, 0));
            let above = places.of::<FOLDED>(neighbour_run(level, cell, 1));
            for place in members {
                let own = self.own(place);
                let mut sum = Pushes::default();
                self.meet(&own, place + 1..along.end, &mut sum);
                self.meet(&own, above.clone(), &mut sum);
                self.add(place, &sum);
            }
        }
        for i in halo(level, patch).into_iter().flat_map(|cells| places.slots(cells)) {
            let particle = &particles[i as usize];
            let own = Own::new(particle.position, particle.radius() as f32, gain(params, particle));
            let cell = cell_coords(level, particle.position);
            if FOLDED && is_at_a_fold(level, cell) {
                for run in &neighbour_runs(level, cell) {
                    self.meet(&own, places.of::<FOLDED>(run.cells.clone()), &mut Pushes::default());
                }
                continue;
            }
            for row in [-1, 0, 1] {
                self.meet(&own, places.of::<FOLDED>(neighbour_run(level, cell, row)), &mut Pushes::default());
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

    /// One particle meets those that come after it, in runs of places.
    #[inline(always)]
    fn meet_ahead(&mut self, place: usize, runs: &[Run; 6]) {
        let own = self.own(place);
        let mut sum = Pushes::default();
        for Run { cells: places, side } in runs.iter().filter(|run| run.side >= 0) {
            let first = if *side == 0 { place + 1 } else { places.start };
            self.meet(&own, first..places.end, &mut sum);
        }
        self.add(place, &sum);
    }

    fn load(&mut self, params: &Params, particles: &[Particle], first: usize) {
        for (place, particle) in (first..).zip(particles) {
            [self.x[place], self.y[place]] = particle.position;
            self.radius[place] = particle.radius() as f32;
            self.gain[place] = gain(params, particle);
        }
        for sums in [&mut self.push_x, &mut self.push_y, &mut self.touching] {
            sums[first..first + particles.len()].fill(0);
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
