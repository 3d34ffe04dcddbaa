//! Eight links of a colour: no two of them share a disc. Found by `carry_links` and used by all sweeps of the substep, in which discs stay
//! at their slots. The first sweep of each pass finds lengths and directions anew for all of them, between which no disc moves. Only the
//! host has these. They are made of the links and the particles; but while joints wait (see [`LinkBatches`]) what links carry stands in
//! the batches alone.

use bytemuck::cast;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use crate::cpu::impulse::UNITS_PER_STEP;
use crate::cpu::joint::Links;
use crate::cpu::link::link_spans;
use crate::cpu::vectors::lanes::{EIGHT, halves, reciprocal};
use crate::cpu::vectors::link_lanes::Rows;
use crate::world::links::{Joint, LinkRow, LinkRows, NO_PARTNER};
use crate::world::particle::Particle;

/// Numbers of a link that a pass may keep from sweep to sweep.
pub const TERMS: usize = 3;

/// Eight links. A lane that has none of its own repeats another's in all it does.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct LinkBatch {
    /// Slots of the discs at the first ends and at the second ones.
    pub ends: [[u32; EIGHT]; 2],
    /// From the second end to the first.
    pub direction: [[f32; EIGHT]; 2],
    pub inverse_masses: [[f32; EIGHT]; 2],
    pub compliance: [f32; EIGHT],
    /// See [`Stretches::mass`].
    pub mass: [f32; EIGHT],
    pub impulse: [f32; EIGHT],
    pub last_impulse: [f32; EIGHT],
    pub mean_impulse: [f32; EIGHT],
    pub rest_length: [f32; EIGHT],
    /// What the pass makes of [`Stretches`].
    pub terms: [[f32; EIGHT]; TERMS],
    /// One bit a lane: whether it has a link of its own.
    pub used: u8,
}

/// [`Stretch`](crate::cpu::joint::Stretch) of eight links, but for their speeds, and what they carry.
pub struct Stretches<S: Simd> {
    /// Steps.
    pub length: f32x8<S>,
    pub excess: f32x8<S>,
    pub mass: f32x8<S>,
    pub stiff_share: f32x8<S>,
    pub strain: f32x8<S>,
    pub compliance: f32x8<S>,
    pub last_impulse: f32x8<S>,
    pub mean_impulse: f32x8<S>,
}

/// Room for all links in batches, colour by colour.
#[derive(Debug, Default)]
pub struct LinkBatches {
    pub colours: Vec<Vec<LinkBatch>>,
    /// Whether passes leave impulses in the batches alone, since another pass follows before anyone reads the joints.
    pub joints_wait: bool,
}

impl LinkBatches {
    /// Room for links in colours.
    pub fn new(links: &LinkRows) -> Self {
        let batches = links.colours().map(|[_, count]| vec![LinkBatch::NONE; (count as usize).div_ceil(EIGHT)]);
        Self { colours: batches.collect(), joints_wait: false }
    }
}

impl LinkBatch {
    /// With no links.
    pub const NONE: Self = Self {
        ends: [[0; EIGHT]; 2],
        direction: [[0.0; EIGHT]; 2],
        inverse_masses: [[0.0; EIGHT]; 2],
        compliance: [0.0; EIGHT],
        mass: [0.0; EIGHT],
        impulse: [0.0; EIGHT],
        last_impulse: [0.0; EIGHT],
        mean_impulse: [0.0; EIGHT],
        rest_length: [0.0; EIGHT],
        terms: [[0.0; EIGHT]; TERMS],
        used: 0,
    };

    /// Takes up to eight links, those of them that pull at anything: where their ends are, and what they carry. Where none of them
    /// does, nothing but `used` means anything.
    #[inline(always)]
    pub fn find<S: Simd>(&mut self, simd: S, links: &Links<'_>, rows: &[LinkRow], joints: &[Joint]) {
        self.used = 0;
        for (lane, (row, joint)) in rows.iter().zip(joints).enumerate() {
            if row.partner == NO_PARTNER || joint.inverse_masses == [0.0; 2] {
                continue;
            }
            let [first, second] = links.ends(row, joint);
            if links.particles[first].in_grid() && links.particles[second].in_grid() {
                self.used |= 1 << lane;
                (self.ends[0][lane], self.ends[1][lane]) = (first as u32, second as u32);
            }
        }
        match (rows.first_chunk(), joints.first_chunk()) {
            (Some(rows), Some(joints)) if self.used == u8::MAX => self.set_all(simd, rows, joints),
            _ => self.set_used(rows, joints),
        }
        let load = |values| f32x8::load_array_ref(simd, values);
        let inverse = load(&self.inverse_masses[0]) + load(&self.inverse_masses[1]);
        reciprocal(simd, inverse + load(&self.compliance)).store_array(&mut self.mass);
    }

    /// The lanes that have a link of their own, and lets the others repeat one of these.
    #[inline(always)]
    fn set_used(&mut self, rows: &[LinkRow], joints: &[Joint]) {
        for lane in 0..if self.used == 0 { 0 } else { EIGHT } {
            let of = if self.used >> lane & 1 == 1 { lane } else { self.used.trailing_zeros() as usize };
            (self.ends[0][lane], self.ends[1][lane]) = (self.ends[0][of], self.ends[1][of]);
            self.set(lane, &rows[of], &joints[of]);
        }
    }

    /// [`Self::set`] of all lanes: a processor that has written them one by one has to wait before it reads them together.
    #[inline(always)]
    fn set_all<S: Simd>(&mut self, simd: S, rows: &[LinkRow; EIGHT], joints: &[Joint; EIGHT]) {
        let rows = Rows::new(simd, rows);
        rows.elasticity.store_array(&mut self.compliance);
        rows.rest_length.store_array(&mut self.rest_length);
        let [a, b, c, d, e, f, g, h]: [[u64; 3]; EIGHT] = cast(*joints);
        let pairs = |k: usize| halves(simd, [a[k], b[k], c[k], d[k], e[k], f[k], g[k], h[k]]);
        let ([_, impulse], [last, mean], [first, second]) = (pairs(0), pairs(1), pairs(2));
        impulse.bitcast::<f32x8<S>>().store_array(&mut self.impulse);
        last.bitcast::<f32x8<S>>().store_array(&mut self.last_impulse);
        mean.bitcast::<f32x8<S>>().store_array(&mut self.mean_impulse);
        first.bitcast::<f32x8<S>>().store_array(&mut self.inverse_masses[0]);
        second.bitcast::<f32x8<S>>().store_array(&mut self.inverse_masses[1]);
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, row: &LinkRow, joint: &Joint) {
        (self.inverse_masses[0][lane], self.inverse_masses[1][lane]) = (joint.inverse_masses[0], joint.inverse_masses[1]);
        (self.compliance[lane], self.rest_length[lane]) = (row.elasticity, row.rest_length);
        self.impulse[lane] = joint.impulse;
        self.last_impulse[lane] = joint.last_impulse;
        self.mean_impulse[lane] = joint.mean_impulse;
    }

    /// Finds lengths, and directions for the sweeps, once the discs have moved.
    #[inline(always)]
    pub fn stretches<S: Simd>(&mut self, simd: S, particles: &[Particle]) -> Stretches<S> {
        let spans = link_spans(simd, &|i| particles[i as usize], &self.ends);
        spans.direction[0].store_array(&mut self.direction[0]);
        spans.direction[1].store_array(&mut self.direction[1]);
        let load = |values| f32x8::load_array_ref(simd, values);
        let (rest, mass) = (load(&self.rest_length), load(&self.mass));
        let excess = spans.length - rest;
        Stretches {
            length: spans.length,
            excess: excess * UNITS_PER_STEP,
            mass,
            stiff_share: (load(&self.inverse_masses[0]) + load(&self.inverse_masses[1])) * mass,
            strain: excess * reciprocal(simd, rest.max(1.0)),
            compliance: load(&self.compliance),
            last_impulse: load(&self.last_impulse),
            mean_impulse: load(&self.mean_impulse),
        }
    }

    /// Writes what the links carry now.
    #[inline(always)]
    pub fn write_impulses(&self, joints: &mut [Joint]) {
        for (lane, joint) in joints.iter_mut().enumerate() {
            if self.used >> lane & 1 == 1 {
                joint.impulse = self.impulse[lane];
            }
        }
    }
}
