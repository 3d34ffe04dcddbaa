//! Twin of `push_contacts.wgsl`: the first sweep of a substep.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;

use super::batches::alike_batch::AlikeBatch;
use super::batches::parting::{part, part_batch};
use super::batches::{Batch, Batches, EIGHT, Row};
use super::bounce::{thrown_apart, thrown_apart_eight};
use super::exact::product;
use super::impulse::{Separation, after_push, after_push_eight, are_free, bounces, bounces_eight, just_met, just_met_eight, may_part};
use super::sweep::{Kind, Meeting, Meetings, Solved, SolvedEight, Sweep};
use super::swept::Swept;
use super::threads::scattered::Scattered;
use crate::world::params::Params;
use crate::world::particle::{Displacement, MAX_TOUCHING, Particle, Phase, TOUCHING_SHIFT};

pub(super) struct Push<'a> {
    params: &'a Params,
    particles: Scattered<'a, Particle>,
    counts: bool,
}

/// Twin of the entry point.
pub fn push_contacts(swept: Swept<'_>, particles: &mut [Particle], batches: &Batches<AlikeBatch>) {
    Push::sweep(swept, Scattered::new(particles), batches.lists_wait).run(batches);
}

impl<'a> Push<'a> {
    /// The sweep; see `Batches` for `lists_wait`.
    pub fn sweep(swept: Swept<'a>, particles: Scattered<'a, Particle>, lists_wait: bool) -> Sweep<'a, Self> {
        let kind = Self { params: swept.params, particles, counts: swept.counts_contacts() };
        Sweep::new(kind, swept, swept.is_odd(), lists_wait)
    }
}

impl Kind for Push<'_> {
    #[inline(always)]
    fn solved(&self, m: &Meeting) -> Solved {
        let p = self.params;
        let after = after_push(p, m.mass, m.speed, m.gap, m.impulse);
        let hit = bounces(p, p.restitution, m.speed, m.gap, m.mass, m.impulse);
        let kept = if hit && (m.at_ease || just_met(p, m.speed, m.gap)) { m.impulse } else { after };
        let rebound = if hit && m.at_ease { thrown_apart(m.speed, m.gap, m.half, m.half, p.restitution) } else { m.speed };
        Solved { impulse: kept, given: kept - m.impulse + product(m.mass, rebound - m.speed) }
    }

    #[inline(always)]
    fn are_at_ease(&self, this: &Particle, other: &Particle) -> bool {
        are_free(this, other)
    }

    #[inline(always)]
    fn solved_eight<S: Simd>(&self, m: &Meetings<S>) -> SolvedEight<S> {
        let p = self.params;
        let (mut kept, mut rebound) = (after_push_eight(p, m.mass, m.speed, m.gap, m.impulse), m.speed);
        if p.restitution > 0.0 {
            let restitution = f32x8::splat(m.speed.token(), p.restitution);
            let hit = bounces_eight(p, restitution, m.speed, m.gap, m.mass, m.impulse);
            kept = (hit & (m.at_ease | just_met_eight(p, m.speed, m.gap))).select(m.impulse, kept);
            rebound = (hit & m.at_ease).select(thrown_apart_eight(m.speed, m.gap, m.half, m.half, restitution), m.speed);
        }
        SolvedEight { impulse: kept, given: kept - m.impulse + m.mass * (rebound - m.speed) }
    }

    #[inline(always)]
    unsafe fn prepare<S: Simd>(&self, simd: S, row: &mut Row<AlikeBatch>) {
        // SAFETY: the caller's.
        row.separate_if_moved(simd, &|i| unsafe { self.particles.read(i as usize) });
        for batch in row.all() {
            if self.counts {
                // SAFETY: the caller's.
                unsafe { count_contacts(&self.particles, [&batch.owners, &batch.partners], batch.used) };
            }
            if self.params.restitution > 0.0 {
                // SAFETY: the caller's.
                let of = |i: u32| unsafe { self.particles.read(i as usize) };
                batch.at_ease = lanes_at_ease(of, [&batch.owners, &batch.partners], are_free);
            }
        }
    }

    #[inline(always)]
    unsafe fn separate<S: Simd>(&self, simd: S, batch: &mut AlikeBatch) {
        // SAFETY: the caller's.
        batch.separate(simd, &|i| unsafe { self.particles.read(i as usize) });
    }

    #[inline(always)]
    unsafe fn part_batch(&self, batch: &AlikeBatch, displacements: &Scattered<'_, Displacement>) -> bool {
        let any = batch.deep != 0 && self.params.parting_share > 0.0;
        // SAFETY: the caller's.
        any && unsafe { part_batch(self.params, &self.particles, displacements, batch) }
    }

    #[inline(always)]
    unsafe fn part(&self, discs: [usize; 2], displacements: [Displacement; 2], apart: &Separation, mass: f32, impulse: f32) {
        if may_part(self.params, true, displacements, apart.gap, mass, impulse) {
            // SAFETY: the caller's.
            unsafe { part(self.params, &self.particles, discs, apart, mass) };
        }
    }

    #[inline(always)]
    unsafe fn particle(&self, i: usize) -> Particle {
        // SAFETY: the caller's.
        unsafe { self.particles.read(i) }
    }

    /// The contacts of live particles are counted here: for colour, and where discs bounce for who is wedged.
    #[inline(always)]
    unsafe fn touched(&self, i: usize, count: u32) {
        // SAFETY: the caller's.
        unsafe {
            let particle = self.particles.read(i);
            if self.counts && particle.phase() == Phase::Live {
                self.particles.write(i, particle.with_touching(particle.touching() + count));
            }
        }
    }
}

/// What `touched` does for the contacts of a batch, but for lanes that repeat another's.
///
/// # Safety
/// No other thread reads or writes these particles.
#[inline(always)]
pub unsafe fn count_contacts(particles: &Scattered<'_, Particle>, discs: [&[u32; EIGHT]; 2], used: u8) {
    for lane in 0..EIGHT {
        let count = u32::from(used) >> lane & 1;
        for discs in discs {
            // SAFETY: the caller's.
            let info = unsafe { &mut particles.at(discs[lane] as usize).info };
            // A phase other than live stands above a full count.
            *info += (u32::from(*info >> TOUCHING_SHIFT < MAX_TOUCHING) & count) << TOUCHING_SHIFT;
        }
    }
}

/// Which contacts of a batch are of two discs that are at ease in a sweep: one bit a lane.
#[inline(always)]
pub fn lanes_at_ease(
    of: impl Fn(u32) -> Particle,
    [owners, partners]: [&[u32; EIGHT]; 2],
    are_at_ease: impl Fn(&Particle, &Particle) -> bool,
) -> u8 {
    (0..EIGHT).fold(0, |lanes, lane| lanes | u8::from(are_at_ease(&of(owners[lane]), &of(partners[lane]))) << lane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::relax_contacts::Relax;
    use crate::cpu::test_worlds::fall;
    use crate::cpu::{Buffers, CountersCell, CpuSolver};
    use crate::passes::PassKind;
    use crate::scene::random::Random;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::contacts::ContactRow;
    use crate::world::params::Substep;
    use crate::world::spec::{MaterialSpec, ParticleSpec, WorldSpec};

    /// A crowd in motion: mixed radii, some pinned, some coincident, some far too close, some of which bounce.
    fn crowd() -> World {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let particles = (0..2_500)
            .map(|id| {
                let position = if id % 50 == 0 { [7.25, 9.5] } else { [number() * 40.0, number() * 40.0] };
                let velocity = if id % 9 == 0 { [0.0; 2] } else { [number() * 40.0 - 20.0, number() * 40.0 - 20.0] };
                ParticleSpec { velocity, pinned: id % 9 == 0, material: 1, ..ParticleSpec::at(position, 0.3 + 0.2 * number()) }
            })
            .collect();
        // All of one mass: no bodies.
        let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution: 0.5 }];
        World::new(&WorldSpec { size: [40.0; 2], restitution: 0.5, particles, materials, ..WorldSpec::default() }).unwrap()
    }

    #[test]
    fn eight_contacts_at_a_time_equal_one_after_the_other_to_the_last_bit() {
        let world = crowd();
        let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
        let mut changed = 0;
        for index in 0..6 {
            let substep = fall(index);
            for step in world.substep_list() {
                let Step::Dispatch(pass) = step else {
                    solver.run_step(step, &substep);
                    continue;
                };
                let b = &solver.buffers;
                let (mut particles, mut displacements) = (b.particles.clone(), b.displacements.clone());
                let mut contacts = b.contacts.all_rows().into_owned();
                match pass.kind {
                    PassKind::PushContacts => {
                        let kind = Push { params: &b.params, particles: Scattered::new(&mut particles), counts: true };
                        one_by_one(b, kind, index & 1 != 0, &mut displacements, &mut contacts);
                    }
                    PassKind::RelaxContacts => {
                        let kind = Relax { params: &b.params, particles: Scattered::new(&mut particles) };
                        one_by_one(b, kind, index & 1 == 0, &mut displacements, &mut contacts);
                    }
                    _ => {
                        solver.run_step(step, &substep);
                        continue;
                    }
                }
                changed += displacements.iter().zip(&b.displacements).filter(|(a, b)| a != b).count();
                solver.run_step(step, &substep);
                let b = &solver.buffers;
                assert!(b.displacements == displacements, "displacements of {} {index}", pass.name);
                assert!(*b.contacts.all_rows() == contacts, "impulses of {} {index}", pass.name);
                assert!(b.particles == particles, "touching particles of {} {index}", pass.name);
            }
        }
        assert!(changed > 15_000, "only {changed} discs were pushed");
    }

    /// The rows of blocks at the floor and at the ceiling are taken at the same time, and neither may wait for the other: this ends.
    #[test]
    fn discs_are_parted_at_the_floor_and_at_the_ceiling_at_the_same_time() {
        let place = |k: u32| [0.5 + 0.7 * f64::from(k / 4), [0.5, 0.9, 39.1, 39.5][k as usize % 4]];
        for friction in [0.0, 0.5] {
            let particles = (0..4_000).map(|k| ParticleSpec::at(place(k), 0.5)).collect();
            let spec = WorldSpec { size: [720.0, 40.0], margin: 1, friction, gravity: [0.0; 2], particles, ..WorldSpec::default() };
            let world = World::new(&spec).unwrap();
            assert!(world.params.level(0).block_rows() % 2 == 1);
            let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
            for index in 0..100 {
                let substep = Substep { index, ..Substep::default() };
                world.substep_list().into_iter().for_each(|step| solver.run_step(step, &substep));
            }
        }
    }

    /// The sweep as the shader has it: colour by colour, block by block.
    fn one_by_one<K: Kind>(b: &Buffers, kind: K, backwards: bool, displacements: &mut [Displacement], contacts: &mut [ContactRow]) {
        let swept = Swept {
            params: &b.params,
            substep: &fall(0),
            displacements: Scattered::new(displacements),
            cell_starts: &b.cell_starts,
            contacts: Scattered::new(contacts),
            list_starts: &[],
            chains: &b.chains,
            counters: &CountersCell::default(),
        };
        let sweep = Sweep::new(kind, swept, backwards, false);
        let level = b.params.level(0);
        let blocks = level.size.map(|cells| (cells as u32).div_ceil(2));
        for stage in 0..4 {
            let colour = if sweep.backwards { 3 - stage } else { stage };
            for y in (colour >> 1..blocks[1]).step_by(2) {
                for x in (colour & 1..blocks[0]).step_by(2) {
                    // SAFETY: there is no other thread.
                    unsafe { sweep.block(&level, [x, y]) };
                }
            }
        }
    }
}
