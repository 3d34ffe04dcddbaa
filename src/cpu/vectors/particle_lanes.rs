//! Four particles, one vector a value: what the passes do with one of them, to the same bits.

use bytemuck::{cast_mut, cast_ref};
use fearless_simd::prelude::*;
use fearless_simd::{i32x4, mask32x4, u32x4};

use crate::world::fixed::{FRACTION_BITS, FRACTION_MASK, MAX_DISPLACEMENT};
use crate::world::params::Params;
use crate::world::particle::{
    Displacement, FRACTION_SHIFT, LOADED, MAX_TOUCHING, PHASE_SHIFT, Particle, Phase, RADIUS_MASK, TOUCHING_SHIFT,
};

/// Particles at a time.
pub const FOUR: usize = 4;

/// Four particles.
#[derive(Clone, Copy)]
pub struct Particles<S: Simd> {
    pub position: [i32x4<S>; 2],
    pub info: u32x4<S>,
    pub id: u32x4<S>,
}

/// Four displacements.
pub type Displacements<S> = [i32x4<S>; 2];

impl<S: Simd> Particles<S> {
    #[inline(always)]
    pub fn load(simd: S, particles: &[Particle; FOUR]) -> Self {
        let [x, y, info, id] = simd.load_four_interleaved_u32x4(cast_ref(particles));
        Self { position: [x.bitcast(), y.bitcast()], info, id }
    }

    #[inline(always)]
    pub fn store(self, simd: S, particles: &mut [Particle; FOUR]) {
        let [x, y] = self.position.map(|axis| axis.bitcast());
        simd.store_four_interleaved_u32x4([x, y, self.info, self.id], cast_mut(particles));
    }

    /// Which of them are in a phase.
    #[inline(always)]
    pub fn are(&self, phase: Phase) -> mask32x4<S> {
        (self.info >> PHASE_SHIFT).simd_eq(phase as u32)
    }

    /// Radii in steps.
    #[inline(always)]
    pub fn radius(&self) -> i32x4<S> {
        (self.info & RADIUS_MASK).bitcast::<i32x4<S>>() + 1
    }

    /// [`moved`](crate::cpu::dim2::moved) of each.
    #[inline(always)]
    pub fn moved(mut self, by: Displacements<S>) -> Self {
        let [x, y] = FRACTION_SHIFT;
        let fine_x = ((self.info >> x) & FRACTION_MASK).bitcast::<i32x4<S>>() + by[0];
        let fine_y = ((self.info >> y) & FRACTION_MASK).bitcast::<i32x4<S>>() + by[1];
        self.position[0] += fine_x >> FRACTION_BITS;
        self.position[1] += fine_y >> FRACTION_BITS;
        let others = self.info & !(FRACTION_MASK << x | FRACTION_MASK << y);
        let [fine_x, fine_y] = [fine_x.bitcast::<u32x4<S>>(), fine_y.bitcast()];
        self.info = others | (fine_x & FRACTION_MASK) << x | (fine_y & FRACTION_MASK) << y;
        self
    }

    /// [`Particle::unmarked`] of each.
    #[inline(always)]
    pub fn unmarked(mut self) -> Self {
        self.id &= !LOADED;
        self
    }

    /// [`Particle::with_touching`] of each.
    #[inline(always)]
    pub fn with_touching(mut self, count: u32x4<S>) -> Self {
        self.info = (self.info & !(MAX_TOUCHING << TOUCHING_SHIFT)) | count.min(MAX_TOUCHING) << TOUCHING_SHIFT;
        self
    }

    /// Which of them have their centre in the grid, of which this is the extent in steps.
    #[inline(always)]
    pub fn are_in(&self, extent: [i32; 2]) -> mask32x4<S> {
        let [x, y] = self.position;
        x.simd_ge(0) & x.simd_lt(extent[0]) & y.simd_ge(0) & y.simd_lt(extent[1])
    }

    /// Which of them are so far from all walls that a displacement leads into none of them: as `is_clear` in `walls`.
    #[inline(always)]
    pub fn are_clear(&self, params: &Params, displacement: Displacements<S>) -> mask32x4<S> {
        let (radius, [x, y]) = (self.radius(), self.position);
        let (min, max) = (params.wall_min, params.wall_max);
        let along_x = is_clear(radius - x + min[0], max[0] - radius - x, displacement[0] >> FRACTION_BITS);
        along_x & is_clear(radius - y + min[1], max[1] - radius - y, displacement[1] >> FRACTION_BITS)
    }

    /// Which of them are so far inside of the walls that no wall corrects them.
    #[inline(always)]
    pub fn are_inside(&self, params: &Params) -> mask32x4<S> {
        let radius = self.radius();
        let ([x, y], low, high) = (self.position, params.wall_min, params.wall_max);
        let above = (radius - x + low[0]).simd_le(0) & (radius - y + low[1]).simd_le(0);
        above & (high[0] - radius - x).simd_gt(0) & (high[1] - radius - y).simd_gt(0)
    }
}

/// On one axis: whether so many steps lead to no wall, from the steps to the nearest and the farthest place inside.
#[inline(always)]
fn is_clear<S: Simd>(low: i32x4<S>, high: i32x4<S>, steps: i32x4<S>) -> mask32x4<S> {
    let reach = (MAX_DISPLACEMENT >> FRACTION_BITS) - 1;
    let slow = steps.simd_lt(reach) & steps.simd_gt(-reach);
    slow & low.simd_le(0) & low.simd_lt(steps) & (steps + 1).simd_lt(high) & high.simd_gt(0)
}

/// Four displacements from an array.
#[inline(always)]
pub fn load<S: Simd>(simd: S, displacements: &[Displacement; FOUR]) -> Displacements<S> {
    let [low, high]: &[[i32; 4]; 2] = cast_ref(displacements);
    let (low, high) = (i32x4::load_array_ref(simd, low), i32x4::load_array_ref(simd, high));
    [low.unzip_low(high), low.unzip_high(high)]
}

/// Four displacements to an array.
#[inline(always)]
pub fn store<S: Simd>(values: Displacements<S>, displacements: &mut [Displacement; FOUR]) {
    let [low, high]: &mut [[i32; 4]; 2] = cast_mut(displacements);
    let [x, y] = values;
    x.zip_low(y).store_array(low);
    x.zip_high(y).store_array(high);
}

/// Which displacements are inside their range.
#[inline(always)]
pub fn fit<S: Simd>(values: Displacements<S>) -> mask32x4<S> {
    let [x, y] = values;
    let low = x.simd_ge(-MAX_DISPLACEMENT) & y.simd_ge(-MAX_DISPLACEMENT);
    low & x.simd_le(MAX_DISPLACEMENT) & y.simd_le(MAX_DISPLACEMENT)
}
