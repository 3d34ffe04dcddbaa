//! Eight contacts of rough discs, of which none reaches what another does.

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8, u32x8};

use super::gaps::Gaps;
use super::{Batch, EIGHT};
use crate::cpu::carry_tangents::carried_on;
use crate::cpu::lists::row_of;
use crate::cpu::memory::Memory;
use crate::cpu::rough_sweep::Tangents;
use crate::cpu::threads::scattered::Scattered;
use crate::cpu::vectors::lanes::{columns, reciprocal};
use crate::world::body::{Body, FRICTION_UNIT, RESTITUTION_UNIT};
use crate::world::contacts::ContactRow;
use crate::world::particle::Particle;

/// Eight contacts. A lane that has none of its own repeats another's in all it does.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct RoughBatch {
    pub owners: [u32; EIGHT],
    pub partners: [u32; EIGHT],
    /// Of each its place in the list of its owner.
    pub places: [u8; EIGHT],
    /// Along the normal and along the tangent, as in the lists.
    pub impulses: [[f32; EIGHT]; 2],
    pub gaps: Gaps,
    /// Of the owners and of the partners.
    pub inverse_masses: [[f32; EIGHT]; 2],
    /// Of the contacts.
    pub mass: [f32; EIGHT],
    pub friction: [f32; EIGHT],
    pub restitution: [f32; EIGHT],
    /// One bit a lane: whether its discs overlap so deeply that they may be parted.
    pub deep: u8,
    /// One bit a lane, where discs bounce: whether its discs are at ease in this sweep.
    pub at_ease: u8,
    /// One bit a lane: whether it has a contact of its own.
    pub used: u8,
}

impl Batch for RoughBatch {
    const NONE: Self = Self {
        owners: [0; EIGHT],
        partners: [0; EIGHT],
        places: [0; EIGHT],
        impulses: [[0.0; EIGHT]; 2],
        gaps: Gaps::NONE,
        inverse_masses: [[0.0; EIGHT]; 2],
        mass: [0.0; EIGHT],
        friction: [0.0; EIGHT],
        restitution: [0.0; EIGHT],
        deep: 0,
        at_ease: 0,
        used: u8::MAX,
    };

    /// There is enough to compute of a batch of these: two groups took a few percent longer.
    const MOST_GROUPS: usize = 1;

    #[inline(always)]
    fn used(&mut self) -> &mut u8 {
        &mut self.used
    }

    /// What they carry along their tangents is still to be set.
    #[inline(always)]
    fn set_all<S: Simd>(&mut self, simd: S, rows: [ContactRow; EIGHT], owners: [u32; EIGHT], places: [u8; EIGHT]) {
        let (partners, impulses) = columns(simd, rows);
        partners.store_array(&mut self.partners);
        impulses.store_array(&mut self.impulses[0]);
        (self.owners, self.places) = (owners, places);
    }

    #[inline(always)]
    fn go_on(&mut self, memory: &Memory) {
        let [normal, tangent] = &mut self.impulses;
        normal.iter_mut().for_each(|impulse| *impulse = memory.carried(*impulse));
        tangent.iter_mut().for_each(|impulse| *impulse = carried_on(*impulse, memory.most_impulse));
    }

    #[inline(always)]
    fn repeat(&mut self, lane: usize, of: usize) {
        self.set(lane, self.owners[of], self.partners[of], self.places[of], [self.impulses[0][of], self.impulses[1][of]]);
    }

    #[inline(always)]
    fn separate<S: Simd>(&mut self, simd: S, of: &impl Fn(u32) -> Particle) -> bool {
        let found = self.gaps.find(simd, of, [&self.owners, &self.partners]);
        self.deep = found.deep;
        found.touching == u8::MAX
    }
}

impl RoughBatch {
    /// Sets the contact of a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, owner: u32, partner: u32, place: u8, [normal, tangent]: [f32; 2]) {
        self.owners[lane] = owner;
        self.partners[lane] = partner;
        self.places[lane] = place;
        self.impulses[0][lane] = normal;
        self.impulses[1][lane] = tangent;
    }

    /// Takes what the contacts carry along their tangents from the lists.
    ///
    /// # Safety
    /// No other thread writes the lists of the owners.
    #[inline(always)]
    pub unsafe fn read_tangents(&mut self, tangents: &Tangents<'_>) {
        for lane in 0..EIGHT {
            // SAFETY: the caller's.
            self.impulses[1][lane] = unsafe { tangents.read(self.row(lane)) }[0];
        }
    }

    /// Number of a lane's contact among the rows of all lists.
    #[inline(always)]
    pub fn row(&self, lane: usize) -> usize {
        row_of(self.owners[lane], self.places[lane])
    }

    /// Finds out about masses and surfaces, which stay what they are: `mass_of_contact`, and of two surfaces the geometric means.
    ///
    /// # Safety
    /// No other thread writes the bodies of these discs.
    #[inline(always)]
    pub unsafe fn find_materials<S: Simd>(&mut self, simd: S, bodies: &Scattered<'_, Body>) {
        let [mut inverse_masses, mut frictions, mut restitutions] = [[f32x8::splat(simd, 0.0); 2]; 3];
        for (side, discs) in [&self.owners, &self.partners].into_iter().enumerate() {
            let (mut surfaces, mut masses) = ([0; EIGHT], [0.0; EIGHT]);
            for lane in 0..EIGHT {
                // SAFETY: the caller's.
                let body = unsafe { bodies.read(discs[lane] as usize) };
                (surfaces[lane], masses[lane]) = (body.surface, body.inverse_mass);
            }
            let surfaces = u32x8::load_array(simd, surfaces);
            inverse_masses[side] = f32x8::load_array(simd, masses);
            inverse_masses[side].store_array(&mut self.inverse_masses[side]);
            frictions[side] = (surfaces & 0xFFFF).bitcast::<i32x8<S>>().to_float::<f32x8<S>>() * FRICTION_UNIT as f32;
            restitutions[side] = (surfaces >> 16).bitcast::<i32x8<S>>().to_float::<f32x8<S>>() * RESTITUTION_UNIT as f32;
        }
        reciprocal(simd, inverse_masses[0] + inverse_masses[1]).store_array(&mut self.mass);
        (frictions[0] * frictions[1]).store_array(&mut self.friction);
        (restitutions[0] * restitutions[1]).store_array(&mut self.restitution);
    }
}
