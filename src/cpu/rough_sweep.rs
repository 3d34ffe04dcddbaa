//! Twin of `rough_sweep.wgsl`: a sweep over all contacts of rough discs, with masses, restitution and friction of each
//! pair, and impulses along the tangent beside those along the normal.

use super::CountersCell;
use super::blocks::{for_each_block, order, rows_of, slots_of};
use super::body::{
    added, friction_root, held_spin, in_cone, mass_of_contact, restitution_root, rough_change, spin_change, stopping_impulse,
};
use super::chains::chained_rows;
use super::dim2::{fits, saturated};
use super::exact::{float_of, product};
use super::find_contacts::ROWS;
use super::impulse::{Separation, separating_speed, separation};
use super::scattered::Scattered;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::levels::Levels;
use crate::world::params::Params;
use crate::world::particle::{Displacement, Particle};

/// Twin of `Disc`: one end of a contact.
#[derive(Clone, Copy)]
pub struct Disc {
    particle: Particle,
    displacement: Displacement,
    body: Body,
}

/// Twin of `Meeting`: a contact in a sweep. Impulses are along the normal and along the tangent.
pub struct Meeting {
    /// Displacement units.
    pub gap: f32,
    pub mass: f32,
    /// Separating speed after a bounce, if there is one.
    pub speed: f32,
    /// Impulse of the bounce.
    bounce: f32,
    /// Speed of this rim over the other along the tangent.
    slip: f32,
    friction: f32,
    /// What the contact carries.
    pub impulse: [f32; 2],
}

/// Twin of `Solved`: what a contact carries after a sweep, and what its discs get.
pub struct Solved {
    pub impulse: [f32; 2],
    pub given: [f32; 2],
}

/// What a sweep does with one contact, and how it sees particles.
pub trait RoughKind: Sync {
    /// Twin of `solved`.
    fn solved(&self, meeting: &Meeting) -> Solved;

    /// A particle.
    ///
    /// # Safety
    /// No other thread writes it.
    unsafe fn particle(&self, i: usize) -> Particle;

    /// Twin of `touched`.
    ///
    /// # Safety
    /// No other thread reads or writes it.
    unsafe fn touched(&self, i: usize, count: u32);
}

/// What a sweep works on.
pub struct RoughSweep<'a, K> {
    pub kind: K,
    pub params: &'a Params,
    pub cell_starts: &'a [u32],
    pub displacements: Scattered<'a, Displacement>,
    pub bodies: Scattered<'a, Body>,
    pub contacts: Scattered<'a, ContactRow>,
    pub tangents: Scattered<'a, f32>,
    /// Empty where the grid has one level.
    pub chains: &'a [u32],
    pub counters: &'a CountersCell,
    pub backwards: bool,
}

impl<K: RoughKind> RoughSweep<'_, K> {
    /// Twin of the dispatches.
    pub fn run(&self) {
        for_each_block(&Levels::new(self.params), self.backwards, |level, block| {
            let end_of_level = level.slots(self.cell_starts).end;
            for i in slots_of(level, self.cell_starts, block, self.backwards) {
                // SAFETY: `for_each_block` sees to it.
                unsafe {
                    self.contacts_of(i, end_of_level);
                    chained_rows(self.chains, i).for_each(|row| self.row(row));
                }
            }
        });
    }

    /// Twin of `sweep_particle`: the contacts that one particle owns with discs of its level.
    #[inline(always)]
    unsafe fn contacts_of(&self, i: usize, end_of_level: u32) {
        // SAFETY: as in `run`, all of it.
        unsafe {
            let list: [ContactRow; ROWS] = std::array::from_fn(|k| self.contacts.read(i * ROWS + k));
            let rows = rows_of(&list, end_of_level);
            if rows.is_empty() {
                return;
            }
            let mut disc = self.disc(i);
            for k in order(rows.len() as u32, self.backwards) {
                let k = rows.start + k as usize;
                disc = self.after_contact(i * ROWS + k, list[k], disc);
            }
            self.write(i, &disc);
            self.kind.touched(i, rows.len() as u32);
        }
    }

    /// Twin of `sweep_row`: one contact, whoever owns it.
    unsafe fn row(&self, row: usize) {
        // SAFETY: as in `run`, all of it.
        unsafe {
            let i = row / ROWS;
            let disc = self.after_contact(row, self.contacts.read(row), self.disc(i));
            self.write(i, &disc);
            self.kind.touched(i, 1);
        }
    }

    /// Twin of `after_contact`: solves a contact; returns its owner after it.
    #[inline(always)]
    unsafe fn after_contact(&self, row: usize, contact: ContactRow, disc: Disc) -> Disc {
        // SAFETY: as in `run`, all of it.
        unsafe {
            let j = contact.partner as usize;
            let other = self.disc(j);
            let apart = separation(&disc.particle, &other.particle);
            let impulse = [contact.impulse, self.tangents.read(row)];
            let result = self.kind.solved(&self.meeting(&disc, &other, &apart, impulse));
            self.contacts.write(row, ContactRow { impulse: result.impulse[0], ..contact });
            self.tangents.write(row, result.impulse[1]);
            self.write(j, &self.driven(other, result.given, apart.normal, -1));
            self.kind.touched(j, 1);
            self.driven(disc, result.given, apart.normal, 1)
        }
    }

    #[inline(always)]
    unsafe fn disc(&self, i: usize) -> Disc {
        // SAFETY: as in `run`.
        unsafe { Disc { particle: self.kind.particle(i), displacement: self.displacements.read(i), body: self.bodies.read(i) } }
    }

    #[inline(always)]
    unsafe fn write(&self, i: usize, disc: &Disc) {
        // SAFETY: as in `run`.
        unsafe {
            self.displacements.write(i, disc.displacement);
            self.bodies.at(i).spin = disc.body.spin;
        }
    }

    /// Twin of `meeting`.
    #[inline(always)]
    fn meeting(&self, disc: &Disc, other: &Disc, apart: &Separation, impulse: [f32; 2]) -> Meeting {
        let tangent = [-apart.normal[1], apart.normal[0]];
        let mass = mass_of_contact(&disc.body, &other.body);
        let approach = separating_speed(disc.displacement, other.displacement, apart.normal);
        let restitution = product(restitution_root(disc.body.surface), restitution_root(other.body.surface));
        let collides = approach + apart.gap.max(0.0) < 0.0 && approach < -self.params.bounce_speed;
        let speed = if collides && restitution > 0.0 { product(approach, -restitution) } else { approach };
        let rims = float_of(disc.body.spin) + float_of(other.body.spin);
        let slip = separating_speed(disc.displacement, other.displacement, tangent) - rims;
        let friction = product(friction_root(disc.body.surface), friction_root(other.body.surface));
        Meeting { gap: apart.gap, mass, speed, bounce: product(mass, speed - approach), slip, friction, impulse }
    }

    /// Twin of `driven`: the disc after an impulse, and the other (`side` -1) after the opposite one.
    #[inline(always)]
    fn driven(&self, disc: Disc, given: [f32; 2], normal: [f32; 2], side: i32) -> Disc {
        let moved_by = added(disc.displacement, rough_change(given, disc.body.inverse_mass, normal), side);
        let spins = disc.body.spin + spin_change(given[1], disc.body.inverse_mass);
        if !fits(moved_by) || held_spin(spins) != spins {
            self.counters.saturated();
        }
        Disc { displacement: saturated(moved_by), body: Body { spin: held_spin(spins), ..disc.body }, ..disc }
    }
}

/// Twin of `rubbed`: a contact that carries `normal` along its normal from now on; rims are stopped as far as Coulomb's cone
/// lets them. A bounce rubs by itself and leaves nothing to carry.
#[inline(always)]
pub fn rubbed(m: &Meeting, normal: f32) -> Solved {
    let wanted = m.impulse[1] - stopping_impulse(m.mass, m.slip);
    let tangent = in_cone(wanted, product(m.friction, normal));
    let of_bounce = in_cone(wanted - tangent, product(m.friction, m.bounce));
    Solved { impulse: [normal, tangent], given: [normal - m.impulse[0] + m.bounce, tangent - m.impulse[1] + of_bounce] }
}
