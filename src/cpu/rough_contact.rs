//! Twin of `rough_sweep.wgsl`, one contact after the other, readable first: what the sweeps in batches have to equal to the last bit.

use super::blocks::{for_each_block, order, rows_of, slots_of};
use super::body::{added, friction_root, mass_of_contact, restitution_root, rough_change, spin_change};
use super::bounce::half_of_contact;
use super::chains::chained_rows;
use super::dim2::{fits, saturated};
use super::exact::{float_of, product};
use super::friction::{held_spin, in_cone, stopping_impulse};
use super::impulse::{Separation, bounces, impulse_change, separating_speed, separation};
use super::rolling::{roll_change, rolling};
use super::rough_sweep::RoughSweep;
use crate::world::body::Body;
use crate::world::contacts::ContactRow;
use crate::world::fixed::LIST_ROWS;
use crate::world::levels::Levels;
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
    /// With which the discs separate.
    pub speed: f32,
    /// Of a substep's gravity along the normal, see `bounce`.
    pub half: f32,
    pub restitution: f32,
    pub bounces: bool,
    /// The discs' speeds are their own, as [`OneByOne::are_at_ease`] has it.
    pub at_ease: bool,
    rubs: bool,
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
pub trait OneByOne: Sync {
    /// Twin of `GIVES_BACK`.
    const GIVES_BACK: bool = false;

    /// Twin of `solved`.
    fn solved(&self, meeting: &Meeting) -> Solved;

    /// A particle.
    ///
    /// # Safety
    /// No other thread writes it.
    unsafe fn particle(&self, i: usize) -> Particle;

    /// Parts two discs, which have these displacements now, as far as `parted` says; `mass` is that of their contact, which
    /// carries `impulse` along its normal now.
    ///
    /// # Safety
    /// No other thread reads or writes them.
    #[inline(always)]
    unsafe fn part(
        &self,
        _discs: [usize; 2],
        _displacements: [Displacement; 2],
        _apart: &Separation,
        _mass: f32,
        _impulse: f32,
        _inverse_masses: [f32; 2],
    ) {
    }

    /// Twin of `are_at_ease`.
    fn are_at_ease(&self, this: &Particle, other: &Particle) -> bool;

    /// Twin of `touched`.
    ///
    /// # Safety
    /// No other thread reads or writes it.
    unsafe fn touched(&self, i: usize, count: u32);
}

impl<K: OneByOne> RoughSweep<'_, K> {
    /// The dispatches block by block, as the shader has them.
    pub fn run_one_by_one(&self) {
        for_each_block(&Levels::new(self.on.params), self.on.cell_starts, self.backwards, |level, block| {
            let end_of_level = level.slots(self.on.cell_starts).end;
            for i in slots_of(level, self.on.cell_starts, block, self.backwards) {
                // SAFETY: `for_each_block` sees to it.
                unsafe {
                    self.contacts_of(i, end_of_level);
                    chained_rows(self.on.chains, i).for_each(|row| self.row(row));
                }
            }
        });
    }

    /// Twin of `sweep_particle`: the contacts that one particle owns with discs of its level.
    ///
    /// # Safety
    /// No other thread reads or writes the particle, its list, or those that it touches.
    #[inline(always)]
    unsafe fn contacts_of(&self, i: usize, end_of_level: u32) {
        // SAFETY: the caller's, all of it: each contact is the particle's with one that it touches.
        unsafe {
            let list: [ContactRow; LIST_ROWS] = std::array::from_fn(|k| self.on.contacts.read(i * LIST_ROWS + k));
            let rows = rows_of(&list, end_of_level);
            if rows.is_empty() {
                return;
            }
            let mut disc = self.disc(i);
            for k in order(rows.len() as u32, self.backwards) {
                let k = rows.start + k as usize;
                disc = self.after_contact(i * LIST_ROWS + k, list[k], Disc { particle: self.kind.particle(i), ..disc });
            }
            self.write(i, &disc);
            self.kind.touched(i, rows.len() as u32);
        }
    }

    /// Twin of `sweep_row`: one contact, whoever owns it.
    ///
    /// # Safety
    /// No other thread reads or writes the contact and its discs.
    unsafe fn row(&self, row: usize) {
        // SAFETY: the caller's, all of it.
        unsafe {
            let i = row / LIST_ROWS;
            let disc = self.after_contact(row, self.on.contacts.read(row), self.disc(i));
            self.write(i, &disc);
            self.kind.touched(i, 1);
        }
    }

    /// Twin of `after_contact`: solves a contact; returns its owner after it.
    ///
    /// # Safety
    /// No other thread reads or writes the contact and its discs.
    #[inline(always)]
    unsafe fn after_contact(&self, row: usize, contact: ContactRow, disc: Disc) -> Disc {
        // SAFETY: the caller's, all of it.
        unsafe {
            let j = contact.partner as usize;
            let other = self.disc(j);
            let apart = separation(&disc.particle, &other.particle);
            let [tangent, roll] = if self.rubs { self.tangents.read(row) } else { [0.0; 2] };
            let meeting = self.meeting(&disc, &other, &apart, [contact.impulse, tangent]);
            let result = self.kind.solved(&meeting);
            let how = rolling(self.on.params, [(&disc.particle, &disc.body), (&other.particle, &other.body)]);
            let roll = how.rolled(self.on.params, K::GIVES_BACK, [contact.impulse, roll], &result);
            self.on.contacts.write(row, ContactRow { impulse: result.impulse[0], ..contact });
            if self.rubs {
                self.tangents.write(row, [result.impulse[1], roll.impulse]);
            }
            let ours = self.driven(disc, result.given, roll.given[0], apart.normal, 1);
            let theirs = self.driven(other, result.given, roll.given[1], apart.normal, -1);
            self.write(j, &theirs);
            let (displacements, inverse_masses) = ([ours, theirs].map(|d| d.displacement), [disc, other].map(|d| d.body.inverse_mass));
            self.kind.part([row / LIST_ROWS, j], displacements, &apart, meeting.mass, result.impulse[0], inverse_masses);
            self.kind.touched(j, 1);
            ours
        }
    }

    /// # Safety
    /// No other thread writes it.
    #[inline(always)]
    unsafe fn disc(&self, i: usize) -> Disc {
        // SAFETY: the caller's, all of it.
        unsafe { Disc { particle: self.kind.particle(i), displacement: self.on.displacements.read(i), body: self.bodies.read(i) } }
    }

    /// # Safety
    /// No other thread reads or writes it.
    #[inline(always)]
    unsafe fn write(&self, i: usize, disc: &Disc) {
        // SAFETY: the caller's, both.
        unsafe {
            self.on.displacements.write(i, disc.displacement);
            if self.rubs {
                self.bodies.at(i).spin = disc.body.spin;
            }
        }
    }

    /// Twin of `meeting`.
    #[inline(always)]
    fn meeting(&self, disc: &Disc, other: &Disc, apart: &Separation, impulse: [f32; 2]) -> Meeting {
        let mass = mass_of_contact(&disc.body, &other.body);
        let speed = separating_speed(disc.displacement, other.displacement, apart.normal);
        let restitution = product(restitution_root(disc.body.surface), restitution_root(other.body.surface));
        let bounces = bounces(self.on.params, restitution, speed, apart.gap, mass, impulse[0]);
        let half = half_of_contact(&disc.particle, &other.particle, apart.normal, self.half_of_gravity);
        let at_ease = self.kind.are_at_ease(&disc.particle, &other.particle);
        let gap = apart.gap;
        if !self.rubs {
            return Meeting { gap, mass, speed, half, restitution, bounces, at_ease, rubs: false, slip: 0.0, friction: 0.0, impulse };
        }
        let tangent = [-apart.normal[1], apart.normal[0]];
        let rims = float_of(disc.body.spin) + float_of(other.body.spin);
        let slip = separating_speed(disc.displacement, other.displacement, tangent) - rims;
        let friction = product(friction_root(disc.body.surface), friction_root(other.body.surface));
        Meeting { gap, mass, speed, half, restitution, bounces, at_ease, rubs: true, slip, friction, impulse }
    }

    /// Twin of `driven`, but for what parts discs ([`OneByOne::part`]): the disc after an impulse, and the other (`side` -1) after
    /// the opposite one.
    #[inline(always)]
    fn driven(&self, disc: Disc, given: [f32; 2], roll: f32, normal: [f32; 2], side: i32) -> Disc {
        if !self.rubs {
            let moved_by = added(disc.displacement, impulse_change(product(given[0], disc.body.inverse_mass), normal), side);
            return Disc { displacement: self.on.counters.held(moved_by, false), ..disc };
        }
        let moved_by = added(disc.displacement, rough_change(given, disc.body.inverse_mass, normal), side);
        let spins = disc.body.spin + spin_change(given[1], disc.body.inverse_mass) + roll_change(roll, disc.body.inverse_mass);
        if !fits(moved_by) || held_spin(spins) != spins {
            self.on.counters.saturated();
        }
        Disc { displacement: saturated(moved_by), body: Body { spin: held_spin(spins), ..disc.body }, ..disc }
    }
}

/// Twin of `rubbed`: a contact that carries `normal` along its normal from now on; rims are stopped as far as Coulomb's cone
/// lets them. The impulse of a bounce rubs by itself and leaves nothing to carry.
#[inline(always)]
pub fn rubbed(m: &Meeting, normal: f32, bounce: f32) -> Solved {
    if !m.rubs {
        return Solved { impulse: [normal, 0.0], given: [normal - m.impulse[0] + bounce, 0.0] };
    }
    let wanted = m.impulse[1] - stopping_impulse(m.mass, m.slip);
    let tangent = in_cone(wanted, product(m.friction, normal));
    let of_bounce = in_cone(wanted - tangent, product(m.friction, bounce));
    Solved { impulse: [normal, tangent], given: [normal - m.impulse[0] + bounce, tangent - m.impulse[1] + of_bounce] }
}

mod tests {
    use bytemuck::cast_slice;

    use super::*;
    use crate::cpu::push_rough_contacts::Push;
    use crate::cpu::relax_rough_contacts::Relax;
    use crate::cpu::start_rough_contacts::Start;
    use crate::cpu::swept::Swept;
    use crate::cpu::test_worlds::{fall, rough_crowd_of};
    use crate::cpu::threads::scattered::Scattered;
    use crate::cpu::{Buffers, CountersCell, CpuSolver};
    use crate::passes::PassKind;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::fixed::MAX_DISPLACEMENT;
    use crate::world::fold::Folding;
    use crate::world::particle::Phase;

    /// Runs some substeps and compares every sweep with the readable one; returns how many discs sweeps changed, and how often one was
    /// held to its range.
    fn compare(world: &World) -> (usize, u64) {
        let mut solver = CpuSolver::new(world, Some(2)).unwrap();
        let mut changed = 0;
        for index in 0..6 {
            let substep = fall(index);
            for step in world.substep_list() {
                let Step::Dispatch(pass) = step else {
                    solver.run_step(step, &substep);
                    continue;
                };
                if index == 4 && pass.kind == PassKind::PushRoughContacts {
                    hurry(&mut solver.buffers);
                }
                let (before, mut b) = (solver.buffers.displacements.clone(), copy_of(&solver.buffers));
                let (params, particles, odd) = (solver.buffers.params.clone(), solver.buffers.particles.clone(), index & 1 != 0);
                match pass.kind {
                    PassKind::StartRoughContacts => b.one_by_one(&solver.buffers, Start { particles: &particles }, odd),
                    PassKind::PushRoughContacts => {
                        let mut particles = particles;
                        let kind = Push { params: &params, particles: Scattered::new(&mut particles), counts: true };
                        b.one_by_one(&solver.buffers, kind, odd);
                        b.particles = particles;
                    }
                    PassKind::RelaxRoughContacts => {
                        b.one_by_one(&solver.buffers, Relax { params: &params, particles: &particles }, !odd);
                    }
                    _ => {
                        solver.run_step(step, &substep);
                        continue;
                    }
                }
                solver.run_step(step, &substep);
                b.compare(&solver.buffers, &format!("{} {index}", pass.name));
                changed += before.iter().zip(&b.displacements).filter(|(a, b)| a != b).count();
            }
        }
        (changed, solver.buffers.counters.get().saturated())
    }

    /// Lets some discs move and turn as fast as they can.
    fn hurry(b: &mut Buffers) {
        let live = (0..b.particles.len()).filter(|&i| b.particles[i].phase() == Phase::Live);
        for i in live.step_by(11) {
            b.displacements[i] = [MAX_DISPLACEMENT - 3, 3 - MAX_DISPLACEMENT];
            b.bodies[i].spin = if i % 2 == 0 { MAX_DISPLACEMENT } else { -MAX_DISPLACEMENT };
        }
    }

    /// What sweeps write.
    struct Copy {
        particles: Vec<Particle>,
        displacements: Vec<Displacement>,
        bodies: Vec<Body>,
        contacts: Vec<ContactRow>,
        tangents: Vec<f32>,
        counters: CountersCell,
    }

    fn copy_of(b: &Buffers) -> Copy {
        let (particles, displacements, bodies) = (b.particles.clone(), b.displacements.clone(), b.bodies.clone());
        let (contacts, tangents, counters) = (b.contacts.all_rows().into_owned(), b.tangents.clone(), CountersCell::new(b.counters.get()));
        Copy { particles, displacements, bodies, contacts, tangents, counters }
    }

    impl Copy {
        fn one_by_one<K: OneByOne>(&mut self, b: &Buffers, kind: K, backwards: bool) {
            let swept = Swept {
                params: &b.params,
                substep: &fall(0),
                displacements: Scattered::new(&mut self.displacements),
                cell_starts: &b.cell_starts,
                contacts: Scattered::new(&mut self.contacts),
                list_starts: &[],
                chains: &b.chains,
                counters: &self.counters,
            };
            RoughSweep::new(kind, swept, &mut self.bodies, &mut self.tangents, backwards, false).run_one_by_one();
        }

        fn compare(&self, b: &Buffers, after: &str) {
            assert!(b.displacements == self.displacements, "displacements after {after}");
            assert!(b.bodies == self.bodies, "bodies after {after}");
            // Bits, since -0 equals 0.
            let contacts = b.contacts.all_rows();
            let [contacts, expected] = [&contacts, &self.contacts[..]].map(cast_slice::<_, u32>);
            assert!(contacts == expected, "impulses after {after}");
            let [tangents, expected] = [&b.tangents, &self.tangents].map(|tangents| cast_slice::<_, u32>(tangents));
            assert!(tangents == expected, "impulses along tangents after {after}");
            assert!(b.particles == self.particles, "touching particles after {after}");
            assert_eq!(b.counters.get(), self.counters.get(), "after {after}");
        }
    }

    #[test]
    fn eight_contacts_of_rough_discs_at_a_time_equal_one_after_the_other_to_the_last_bit() {
        for (sizes, levels, folding) in
            [(1, 1, Folding::Never), (1, 1, Folding::Always), (4, 1, Folding::Never), (5, 3, Folding::Never), (5, 4, Folding::Always)]
        {
            for (frictions, resistance) in [([0.3, 0.0, 1.5], 0.0), ([0.0; 3], 0.0), ([0.3, 0.0, 1.5], 0.4)] {
                let (changed, held) = compare(&rough_crowd_of(frictions, resistance, sizes, levels, folding));
                assert!(changed > 10_000, "only {changed} discs were changed with {sizes} sizes and {levels} levels, {frictions:?}");
                assert!(held > 50, "{held} times a disc was held to its range with {sizes} sizes and {levels} levels, {frictions:?}");
            }
        }
    }
}
