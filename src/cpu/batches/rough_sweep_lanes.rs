//! A sweep over contacts of rough discs in batches of eight: what the readable twin in `rough_contact` does block by block, faster and
//! to the same bits.

use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8, mask32x8};

use super::rolling_batch::RollingBatch;
use super::rough_batch::RoughBatch;
use super::{Colour, EIGHT};
use crate::cpu::dim2::{fits, saturated};
use crate::cpu::friction::held_spin;
use crate::cpu::impulse::bounces_eight;
use crate::cpu::rough_sweep::{RoughKind, RoughSweep};
use crate::cpu::vectors::lanes::{each, gather, held_impulse, mask_of, rounded};
use crate::world::body::ONE_THIRD;
use crate::world::fixed::MAX_DISPLACEMENT;
use crate::world::particle::Displacement;

/// `Meeting` in `rough_contact` of eight contacts.
pub struct Meetings<S: Simd> {
    pub gap: f32x8<S>,
    pub mass: f32x8<S>,
    pub speed: f32x8<S>,
    pub half: f32x8<S>,
    pub restitution: f32x8<S>,
    pub bounces: mask32x8<S>,
    pub at_ease: mask32x8<S>,
    rubs: bool,
    slip: f32x8<S>,
    friction: f32x8<S>,
    pub impulse: [f32x8<S>; 2],
}

/// `Solved` in `rough_contact` of eight contacts.
pub struct Solved<S: Simd> {
    pub impulse: [f32x8<S>; 2],
    pub given: [f32x8<S>; 2],
}

/// Eight discs in motion.
struct Moving<S: Simd> {
    displacement: [i32x8<S>; 2],
    spin: i32x8<S>,
}

impl<K: RoughKind> RoughSweep<'_, K> {
    /// The contacts of one colour in a row of blocks, in their order or the other way round; `waits` writes nothing into lists. Takes and
    /// returns whether discs of the row were parted.
    ///
    /// # Safety
    /// No other thread reads or writes what they reach.
    #[inline(always)]
    pub unsafe fn solve_batches<S: Simd>(
        &self,
        simd: S,
        colour: &mut Colour<RoughBatch>,
        reversed: bool,
        waits: bool,
        mut parted: bool,
    ) -> bool {
        let count = colour.batches.len();
        for k in 0..count {
            let k = if reversed { count - 1 - k } else { k };
            let batch = &mut colour.batches[k];
            // SAFETY: the caller's.
            unsafe {
                if parted {
                    self.kind.separate(simd, batch);
                }
                self.solve_batch(simd, batch, colour.rolling.get_mut(k), waits);
                parted |= self.kind.part_batch(batch, &self.on.displacements);
            }
        }
        parted
    }

    /// Eight contacts, of sixteen discs.
    ///
    /// # Safety
    /// No other thread reads or writes its discs.
    #[inline(always)]
    unsafe fn solve_batch<S: Simd>(&self, simd: S, batch: &mut RoughBatch, mut rolling: Option<&mut RollingBatch>, waits: bool) {
        // SAFETY: the caller's.
        unsafe {
            let (ours, theirs) = (self.moving(simd, &batch.owners), self.moving(simd, &batch.partners));
            let solved = self.kind.solved(&self.meetings(simd, batch, &ours, &theirs));
            let spins = [ours.spin, theirs.spin];
            let mut ours = self.all_driven(simd, batch, &ours, &solved.given, 0);
            let mut theirs = self.all_driven(simd, batch, &theirs, &solved.given, 1);
            if let Some(rolling) = &mut rolling {
                let resistance = K::CHANGES.then_some(self.on.params.rolling_resistance);
                let [our_roll, their_roll] = rolling.rolled(simd, batch, spins, &solved, resistance);
                ours.spin += our_roll;
                theirs.spin += their_roll;
            }
            self.write_all(batch, ours, theirs);
            solved.impulse[0].store_array(&mut batch.impulses[0]);
            solved.impulse[1].store_array(&mut batch.impulses[1]);
            for lane in 0..if waits { 0 } else { EIGHT } {
                let row = batch.row(lane);
                self.on.contacts.at(row).impulse = batch.impulses[0][lane];
                if self.rubs {
                    self.tangents.write(row, [batch.impulses[1][lane], rolling.as_ref().map_or(0.0, |rolling| rolling.impulses[lane])]);
                }
            }
        }
    }

    /// Eight discs.
    ///
    /// # Safety
    /// No other thread writes them.
    #[inline(always)]
    unsafe fn moving<S: Simd>(&self, simd: S, discs: &[u32; EIGHT]) -> Moving<S> {
        // SAFETY: the caller's.
        let spin_of = |i: u32| unsafe { self.bodies.read(i as usize).spin };
        // Written out: numbers of a loop go through memory, and a processor waits for those.
        let [a, b, c, d, e, f, g, h] = *discs;
        let spin = match self.rubs {
            true => [spin_of(a), spin_of(b), spin_of(c), spin_of(d), spin_of(e), spin_of(f), spin_of(g), spin_of(h)],
            false => [0; EIGHT],
        };
        // SAFETY: the caller's.
        Moving { displacement: unsafe { gather(simd, &self.on.displacements, discs) }, spin: i32x8::load_array(simd, spin) }
    }

    /// `meeting` of eight contacts.
    #[inline(always)]
    fn meetings<S: Simd>(&self, simd: S, batch: &RoughBatch, ours: &Moving<S>, theirs: &Moving<S>) -> Meetings<S> {
        let load = |values| f32x8::load_array_ref(simd, values);
        let ([normal_x, normal_y], gap, mass) = (batch.gaps.normal(simd), batch.gaps.gap(simd), load(&batch.mass));
        let x: f32x8<S> = (ours.displacement[0] - theirs.displacement[0]).to_float();
        let y: f32x8<S> = (ours.displacement[1] - theirs.displacement[1]).to_float();
        let speed = x * normal_x + y * normal_y;
        let restitution = load(&batch.restitution);
        let impulse = [load(&batch.impulses[0]), load(&batch.impulses[1])];
        let bounces = bounces_eight(self.on.params, restitution, speed, gap, mass, impulse[0]);
        let along = normal_x * self.half_of_gravity[0] + normal_y * self.half_of_gravity[1];
        let none = f32x8::splat(simd, 0.0);
        let our_half = load(&batch.inverse_masses[0]).simd_eq(0.0).select(none, along);
        let their_half = load(&batch.inverse_masses[1]).simd_eq(0.0).select(none, along);
        let (half, at_ease) = (our_half - their_half, mask_of(simd, batch.at_ease));
        let (mut slip, mut friction) = (none, none);
        if self.rubs {
            let rims = ours.spin.to_float::<f32x8<S>>() + theirs.spin.to_float::<f32x8<S>>();
            (slip, friction) = (x * -normal_y + y * normal_x - rims, load(&batch.friction));
        }
        Meetings { gap, mass, speed, half, restitution, bounces, at_ease, rubs: self.rubs, slip, friction, impulse }
    }

    /// `driven` of eight discs, of which `side` says whether they are owners or partners.
    #[inline(always)]
    fn all_driven<S: Simd>(&self, simd: S, batch: &RoughBatch, discs: &Moving<S>, given: &[f32x8<S>; 2], side: usize) -> Moving<S> {
        let ([normal_x, normal_y], inverse_mass) = (batch.gaps.normal(simd), f32x8::load_array_ref(simd, &batch.inverse_masses[side]));
        let along = held_impulse(given[0] * inverse_mass);
        let (mut x, mut y, mut spin) = (along * normal_x, along * normal_y, discs.spin);
        if self.rubs {
            let across = held_impulse(given[1] * inverse_mass);
            (x, y) = (x - across * normal_y, y + across * normal_x);
            spin -= rounded(held_impulse(inverse_mass * 2.0 * given[1]));
        }
        let ([x, y], [before_x, before_y]) = ([rounded(x), rounded(y)], discs.displacement);
        let displacement = if side == 0 { [before_x + x, before_y + y] } else { [before_x - x, before_y - y] };
        Moving { displacement, spin }
    }

    /// Holds eight owners and eight partners to their ranges and writes them.
    ///
    /// # Safety
    /// No other thread reads or writes them.
    #[inline(always)]
    unsafe fn write_all<S: Simd>(&self, batch: &RoughBatch, ours: Moving<S>, theirs: Moving<S>) {
        for (discs, moving) in [(&batch.owners, ours), (&batch.partners, theirs)] {
            let ([x, y], most) = (moving.displacement, MAX_DISPLACEMENT);
            let too_fast = x.simd_gt(most) | x.simd_lt(-most) | y.simd_gt(most) | y.simd_lt(-most);
            let too_fast = too_fast | moving.spin.simd_gt(most) | moving.spin.simd_lt(-most);
            let (mut wanted, mut spins) = (each([x, y]), moving.spin.to_array());
            if too_fast.any_true() {
                self.hold_one_by_one(batch, &mut wanted, &mut spins);
            }
            for lane in 0..EIGHT {
                let i = discs[lane] as usize;
                // SAFETY: the caller's.
                unsafe {
                    self.on.displacements.write(i, wanted[lane]);
                    if self.rubs {
                        self.bodies.at(i).spin = spins[lane];
                    }
                }
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn hold_one_by_one(&self, batch: &RoughBatch, wanted: &mut [Displacement; EIGHT], spins: &mut [i32; EIGHT]) {
        for (lane, (wanted, spin)) in wanted.iter_mut().zip(spins).enumerate() {
            let held = held_spin(*spin);
            if batch.used >> lane & 1 == 1 && (!fits(*wanted) || held != *spin) {
                self.on.counters.saturated();
            }
            (*wanted, *spin) = (saturated(*wanted), held);
        }
    }
}

/// `rubbed` in `rough_contact` of eight contacts.
#[inline(always)]
pub fn rubbed<S: Simd>(m: &Meetings<S>, normal: f32x8<S>, bounce: f32x8<S>) -> Solved<S> {
    if !m.rubs {
        let none = f32x8::splat(normal.token(), 0.0);
        return Solved { impulse: [normal, none], given: [normal - m.impulse[0] + bounce, none] };
    }
    let wanted = m.impulse[1] - m.mass * ONE_THIRD * m.slip;
    let tangent = in_cone(wanted, m.friction * normal);
    let of_bounce = in_cone(wanted - tangent, m.friction * bounce);
    Solved { impulse: [normal, tangent], given: [normal - m.impulse[0] + bounce, tangent - m.impulse[1] + of_bounce] }
}

/// [`in_cone`](crate::cpu::friction::in_cone) of eight impulses.
#[inline(always)]
pub fn in_cone<S: Simd>(impulse: f32x8<S>, limit: f32x8<S>) -> f32x8<S> {
    let none = f32x8::splat(impulse.token(), 0.0);
    limit.simd_eq(none).select(none, impulse.min(limit).max(-limit))
}
