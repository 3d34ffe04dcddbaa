//! The discs around a crowded cell, one array a value, and what one of the discs in the cell does to them. See `crowds`.

use fearless_simd::prelude::*;

use crate::cpu::contact::coincident_normal;
use crate::cpu::partners::Slots;
use crate::cpu::vectors::disc_arrays::{DiscArrays, Lanes, MAX_LANES, Pairs, each_from, lanes_from, padded};
use crate::cpu::vectors::lanes::{inverse_root, reciprocal};
use crate::world::fixed::LIST_ROWS;
use crate::world::fixed::MAX_IMPULSE;
use crate::world::particle::{Displacement, Particle, Phase};

/// What a disc of a crowd has beside its particle.
pub struct Disc {
    /// Its displacement before contacts gave anything.
    pub before: Displacement,
    /// 0 where it is pinned, 1 where it is alike.
    pub inverse_mass: f32,
    /// How many discs there may be in its crowd.
    pub crowd: f32,
}

/// The discs, in the order in which partners are looked for. In the arrays a few more at the end belong to nobody, so that every group of
/// lanes is whole.
#[derive(Default)]
pub struct Around {
    slots: Vec<usize>,
    labels: Vec<u32>,
    discs: DiscArrays,
    /// Greater than the slot of a disc of the cell where that one comes first in the world, and less where it comes last.
    order: Vec<i32>,
    /// 1 where it is live.
    live: Vec<i32>,
    before: [Vec<i32>; 2],
    inverse_mass: Vec<f32>,
    crowd: Vec<f32>,
    changes: [Vec<i32>; 2],
}

/// A disc of the cell in all lanes.
struct Own<S: Simd> {
    label: u32,
    place: Lanes<S>,
    slot: S::i32s,
    live: S::i32s,
    before: [S::i32s; 2],
    inverse_mass: S::f32s,
    crowd: S::f32s,
}

impl Around {
    /// Takes in the discs of some runs.
    #[inline(always)]
    pub fn load<S: Simd>(&mut self, simd: S, runs: &[Slots], particles: &[Particle], mut disc: impl FnMut(usize) -> Disc) {
        self.slots.clear();
        self.discs.resize(runs.iter().map(|(slots, _)| slots.len()).sum());
        self.labels.clear();
        self.order.clear();
        self.live.clear();
        self.before.iter_mut().for_each(Vec::clear);
        self.inverse_mass.clear();
        self.crowd.clear();
        for (slots, side) in runs {
            self.discs.load(simd, &particles[slots.clone()], self.slots.len());
            for slot in slots.clone() {
                let (particle, Disc { before, inverse_mass, crowd }) = (&particles[slot], disc(slot));
                self.slots.push(slot);
                self.labels.push(particle.label());
                self.order.push(if *side == 0 { slot as i32 } else { i32::MAX * side });
                self.live.push(i32::from(particle.phase() == Phase::Live));
                self.before[0].push(before[0]);
                self.before[1].push(before[1]);
                self.inverse_mass.push(inverse_mass);
                self.crowd.push(crowd);
            }
        }
        self.pad();
    }

    fn pad(&mut self) {
        let length = padded(self.slots.len());
        let Self { order, live, before: [x, y], changes: [change_x, change_y], .. } = self;
        for array in [order, live, x, y] {
            array.resize(length, 0);
        }
        for array in [change_x, change_y] {
            array.clear();
            array.resize(length, 0);
        }
        self.inverse_mass.resize(length, 0.0);
        self.crowd.resize(length, 0.0);
    }

    /// Slots, and the changes of their displacements.
    pub fn changes(&self) -> impl Iterator<Item = (usize, Displacement)> {
        let changes = self.changes[0].iter().zip(&self.changes[1]).map(|(&x, &y)| [x, y]);
        self.slots.iter().copied().zip(changes).filter(|(_, change)| *change != [0, 0])
    }

    /// What the contacts beyond its list change the displacement of a disc of the cell, and those of its partners. `from` is the first
    /// place where there may be one.
    #[inline(always)]
    pub fn slow_down<const ROUGH: bool, S: Simd>(
        &mut self,
        simd: S,
        i: usize,
        particle: &Particle,
        disc: &Disc,
        from: usize,
    ) -> Displacement {
        let own = Own::new(simd, i, particle, disc);
        let (mut met, mut sum) = (0, [S::i32s::splat(simd, 0); 2]);
        for place in (from..self.slots.len()).step_by(S::i32s::LEN) {
            let pairs = own.place.with(&Lanes::load(simd, &self.discs.discs(), place));
            let owned = self.owned(simd, &own, &pairs, place).to_bitmask();
            let beyond = without_first(owned, LIST_ROWS - met);
            met = LIST_ROWS.min(met + owned.count_ones() as usize);
            if beyond != 0 {
                let change = self.meet::<ROUGH, S>(simd, &own, &pairs, place, S::mask32s::from_bitmask(simd, beyond));
                sum = [sum[0] + change[0], sum[1] + change[1]];
            }
        }
        [total::<S>(sum[0]), total::<S>(sum[1])]
    }

    /// [`owns_contact`](crate::cpu::ownership::owns_contact) with a vector's lanes of discs.
    #[inline(always)]
    fn owned<S: Simd>(&self, simd: S, own: &Own<S>, pairs: &Pairs<S>, place: usize) -> S::mask32s {
        let lanes = lanes_from::<S>(place);
        let order = S::i32s::from_slice(simd, &self.order[lanes.clone()]);
        let live = S::i32s::from_slice(simd, &self.live[lanes]) | own.live;
        let radius: S::i32s = own.place.radius.to_int();
        let other: S::i32s = (pairs.reach - own.place.radius).to_int();
        let smaller = (radius * 9).simd_lt(other * 8);
        let larger = (radius * 8).simd_gt(other * 9);
        let are_there = each_from(simd, place).simd_lt(self.slots.len() as i32) & live.simd_gt(0);
        pairs.touch() & (smaller | (order.simd_gt(own.slot) & !larger)) & are_there
    }

    /// What contacts change the displacement of the disc itself; changes those of its partners.
    #[inline(always)]
    fn meet<const ROUGH: bool, S: Simd>(
        &mut self,
        simd: S,
        own: &Own<S>,
        pairs: &Pairs<S>,
        place: usize,
        which: S::mask32s,
    ) -> [S::i32s; 2] {
        let lanes = lanes_from::<S>(place);
        let real = |values: &[f32]| S::f32s::from_slice(simd, &values[lanes.clone()]);
        let integer = |values: &[i32]| S::i32s::from_slice(simd, &values[lanes.clone()]);
        let [nx, ny] = self.normal(simd, own.label, pairs, place, which);
        let way_x: S::f32s = (own.before[0] - integer(&self.before[0])).to_float();
        let way_y: S::f32s = (own.before[1] - integer(&self.before[1])).to_float();
        let speed = way_x * nx + way_y * ny;
        let inverse_mass = real(&self.inverse_mass);
        let masses = own.inverse_mass + inverse_mass;
        let (one, half) = (S::f32s::splat(simd, 1.0), S::f32s::splat(simd, 0.5));
        let mass = if ROUGH { reciprocal(simd, masses) } else { masses.simd_gt(1.0).select(half, one) };
        let crowd = own.crowd.max(real(&self.crowd));
        let impulse = -speed * (mass * inverse_root(simd, crowd * crowd));
        let approach = which & speed.simd_lt(0.0);
        let none = S::i32s::splat(simd, 0);
        let change = |inverse_mass: S::f32s, normal: S::f32s| {
            let held = (impulse * inverse_mass).max(-MAX_IMPULSE).min(MAX_IMPULSE) * normal;
            approach.select((held + half.copysign(held)).to_int::<S::i32s>(), none)
        };
        (integer(&self.changes[0]) - change(inverse_mass, nx)).store_slice(&mut self.changes[0][lanes.clone()]);
        (integer(&self.changes[1]) - change(inverse_mass, ny)).store_slice(&mut self.changes[1][lanes.clone()]);
        [change(own.inverse_mass, nx), change(own.inverse_mass, ny)]
    }

    /// From the others to the disc.
    #[inline(always)]
    fn normal<S: Simd>(&self, simd: S, label: u32, pairs: &Pairs<S>, place: usize, which: S::mask32s) -> [S::f32s; 2] {
        let inverse = inverse_root(simd, pairs.squared_distance);
        let normal = [pairs.offset[0] * inverse, pairs.offset[1] * inverse];
        let coincident = which & pairs.squared_distance.simd_eq(0.0);
        if !coincident.any_true() {
            return normal;
        }
        let mut lanes = [[0.0; MAX_LANES]; 2];
        let of = coincident.to_bitmask();
        for lane in (0..S::i32s::LEN).filter(|lane| of >> lane & 1 == 1) {
            [lanes[0][lane], lanes[1][lane]] = coincident_normal(label, self.labels[place + lane]);
        }
        let instead = |axis: usize| S::f32s::from_slice(simd, &lanes[axis][..S::i32s::LEN]);
        [coincident.select(instead(0), normal[0]), coincident.select(instead(1), normal[1])]
    }
}

impl<S: Simd> Own<S> {
    #[inline(always)]
    fn new(simd: S, slot: usize, particle: &Particle, disc: &Disc) -> Self {
        let [x, y] = particle.position;
        let radius = S::f32s::splat(simd, particle.radius() as f32);
        Self {
            label: particle.label(),
            place: Lanes { position: [S::i32s::splat(simd, x), S::i32s::splat(simd, y)], radius },
            slot: S::i32s::splat(simd, slot as i32),
            live: S::i32s::splat(simd, i32::from(particle.phase() == Phase::Live)),
            before: [S::i32s::splat(simd, disc.before[0]), S::i32s::splat(simd, disc.before[1])],
            inverse_mass: S::f32s::splat(simd, disc.inverse_mass),
            crowd: S::f32s::splat(simd, disc.crowd),
        }
    }
}

/// A mask without its lowest bits.
#[inline(always)]
fn without_first(mut bits: u64, count: usize) -> u64 {
    for _ in 0..count {
        bits &= bits.wrapping_sub(1);
    }
    bits
}

/// The sum of all lanes.
#[inline(always)]
fn total<S: Simd>(lanes: S::i32s) -> i32 {
    let mut each = [0; MAX_LANES];
    lanes.store_slice(&mut each[..S::i32s::LEN]);
    each.iter().fold(0, |sum, term| sum.wrapping_add(*term))
}
