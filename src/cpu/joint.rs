//! Twin of `joint.wgsl`, one link after the other, readable first: what the sweeps in batches have to equal to the last bit.

use super::CountersCell;
use super::body::added;
use super::exact::product;
use super::threads::scattered::Scattered;
use crate::world::links::{Joint, LinkRow};
use crate::world::particle::{Displacement, Particle};

/// What passes over links work on, beside the links.
pub struct Links<'a> {
    pub particles: &'a [Particle],
    pub displacements: Scattered<'a, Displacement>,
    pub slots: &'a [u32],
    pub counters: &'a CountersCell,
}

impl Links<'_> {
    /// Slots of both ends of a link that is whole.
    #[inline(always)]
    pub fn ends(&self, row: &LinkRow, joint: &Joint) -> [usize; 2] {
        [joint.id, row.partner].map(|id| self.slots[id as usize] as usize)
    }

    /// Twin of `pull_ends`: gives both ends an impulse along the direction from the second to the first, as `change` makes it one of a
    /// displacement.
    ///
    /// # Safety
    /// No other thread reads or writes the displacements of the ends.
    #[inline(always)]
    pub unsafe fn pull_ends(&self, ends: [usize; 2], joint: &Joint, impulse: f32, change: impl Fn(f32) -> Displacement) {
        for ((end, inverse_mass), side) in ends.into_iter().zip(joint.inverse_masses).zip([1, -1]) {
            let change = change(product(impulse, inverse_mass));
            // SAFETY: the caller's.
            unsafe { self.displacements.write(end, self.counters.held(added(self.displacements.read(end), change, side), false)) };
        }
    }
}

/// Twin of `Stretch`: what a joint sees of its link.
#[cfg(test)]
pub struct Stretch {
    /// With which the ends separate, in displacement units.
    pub speed: f32,
    /// Length over the rest length, in displacement units.
    pub excess: f32,
    /// 1 / (the sum of the inverse masses and the compliance).
    pub mass: f32,
    /// Share of the inverse masses in that sum: 1 for a rigid link.
    pub stiff_share: f32,
    /// Excess over the rest length.
    pub strain: f32,
}

/// What a pass does with one link.
#[cfg(test)]
pub trait OneByOne {
    /// Twin of `joint_change`.
    fn change(&self, joint: &Joint, compliance: f32, stretch: &Stretch) -> f32;
}

#[cfg(test)]
mod tests {
    use bytemuck::cast_slice;

    use super::*;
    use crate::cpu::carry_links::Carry;
    use crate::cpu::exact::reciprocal;
    use crate::cpu::impulse::{UNITS_PER_STEP, impulse_change, separating_speed};
    use crate::cpu::link::link_span;
    use crate::cpu::push_links::Push;
    use crate::cpu::relax_links::Relax;
    use crate::cpu::test_worlds::disorder;
    use crate::cpu::{Buffers, CpuSolver};
    use crate::passes::PassKind;
    use crate::solver::Solver;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::fixed::MAX_DISPLACEMENT;
    use crate::world::links::{LinkRows, NO_PARTNER};
    use crate::world::params::{Substep, ToolKind};
    use crate::world::particle::Phase;
    use crate::world::spec::{LinkSpec, Walls, WorldSpec};

    impl Links<'_> {
        /// Twin of `sweep_link`.
        fn sweep(&self, row: &LinkRow, joint: &mut Joint, kind: &impl OneByOne) {
            if row.partner == NO_PARTNER {
                return;
            }
            let [i, j] = self.ends(row, joint);
            let (first, second) = (&self.particles[i], &self.particles[j]);
            let inverse = joint.inverse_masses[0] + joint.inverse_masses[1];
            if !first.in_grid() || !second.in_grid() || inverse == 0.0 {
                return;
            }
            let span = link_span(first, second);
            // SAFETY: one thread.
            let displacements = unsafe { [self.displacements.read(i), self.displacements.read(j)] };
            let mass = reciprocal(inverse + row.elasticity);
            let stretch = Stretch {
                speed: separating_speed(displacements[0], displacements[1], span.direction),
                excess: product(span.length - row.rest_length, UNITS_PER_STEP),
                mass,
                stiff_share: product(inverse, mass),
                strain: product(span.length - row.rest_length, reciprocal(row.rest_length.max(1.0))),
            };
            let change = kind.change(joint, row.elasticity, &stretch);
            // SAFETY: one thread.
            unsafe { self.pull_ends([i, j], joint, change, |impulse| impulse_change(impulse, span.direction)) };
            joint.impulse += change;
        }
    }

    /// What passes over links write.
    struct Written {
        displacements: Vec<Displacement>,
        links: LinkRows,
        counters: CountersCell,
    }

    impl Written {
        /// Before a pass.
        fn before(b: &Buffers) -> Self {
            let counters = CountersCell::new(b.counters.get());
            Self { displacements: b.displacements.clone(), links: b.links.clone(), counters }
        }

        /// Lets the readable twin of a pass run.
        fn run(&mut self, b: &Buffers, kind: PassKind, substep: &Substep) {
            let displacements = Scattered::new(&mut self.displacements);
            let links = Links { particles: &b.particles, displacements, slots: &b.slots, counters: &self.counters };
            let odd = substep.index & 1 != 0;
            match kind {
                PassKind::PushLinks => {
                    all_stages(b, odd, &mut self.links, |row, joint| links.sweep(row, joint, &Push { params: &b.params }))
                }
                PassKind::RelaxLinks => all_stages(b, !odd, &mut self.links, |row, joint| links.sweep(row, joint, &Relax)),
                _ => {
                    let carry = Carry { params: &b.params, substep, links };
                    // SAFETY: one thread.
                    unsafe { carry.one_by_one(&mut self.links.rows, &mut self.links.joints) };
                }
            }
        }

        fn compare(&self, b: &Buffers, after: &str) {
            assert!(b.displacements == self.displacements, "displacements after {after}");
            assert!(b.links.rows == self.links.rows, "links after {after}");
            // Bits, since -0 equals 0.
            let [joints, expected] = [&b.links.joints, &self.links.joints].map(|joints| cast_slice::<_, u32>(joints));
            assert!(joints == expected, "joints after {after}");
            assert_eq!(b.counters.get(), self.counters.get(), "after {after}");
        }
    }

    fn all_stages(b: &Buffers, backwards: bool, links: &mut LinkRows, one: impl Fn(&LinkRow, &mut Joint)) {
        for stage in &b.link_stages {
            let [first, count] = if backwards { *stage.reversed } else { *stage.ahead }.map(|number| number as usize);
            (first..first + count).for_each(|k| one(&links.rows[k], &mut links.joints[k]));
        }
    }

    /// A net of discs that are linked in disorder: some pinned, some coincident, some unborn, some about to leave; links of all lengths,
    /// soft and rigid, some of which break. Half of the net has no long ones, which are a special case.
    fn tangle() -> World {
        let particles = disorder(60);
        let links = (0..1_990u32).flat_map(|id| {
            let distant = if id < 1_000 { id + 2 } else { (id * 7 + 3) % 2_000 };
            let ends = [(id + 1, 1.0), ((id + 45) % 2_000, 2.0), (distant, 10.0)];
            ends.map(|(other, length)| LinkSpec {
                compliance: f64::from(id % 3) * 1e-3,
                break_length: (id % 30 == 7).then_some(length * 2.0),
                ..LinkSpec::between([id, other], length)
            })
        });
        let links = links.filter(|link| link.ends[0] != link.ends[1]).collect();
        let walls = Walls { right: false, ..WorldSpec::default().walls };
        World::new(&WorldSpec { size: [60.0; 2], walls, particles, links, ..WorldSpec::default() }).unwrap()
    }

    #[test]
    fn eight_links_at_a_time_equal_one_after_the_other_to_the_last_bit() {
        let world = tangle();
        let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
        for index in 0..8 {
            let mut substep = Substep { index, gravity: [3_000, -9_001].into(), ..Substep::default() };
            if index == 5 {
                let (middle, radius) = (solver.buffers.particles[1_000].position, 1 << 15);
                (substep.tool_kind, substep.tool_position) = (ToolKind::Cut as u32, middle.into());
                (substep.tool_radius, substep.tool_inverse_area) = (radius, 1.0 / (radius as f32).powi(2));
            }
            for step in world.substep_list() {
                let before = Written::before(&solver.buffers);
                let Some((pass, mut expected)) = pass_over_links(step).map(|pass| (pass, before)) else {
                    solver.run_step(step, &substep);
                    continue;
                };
                if index == 6 && pass == PassKind::PushLinks {
                    hurry(&mut solver.buffers);
                    expected = Written::before(&solver.buffers);
                }
                expected.run(&solver.buffers, pass, &substep);
                solver.run_step(step, &substep);
                expected.compare(&solver.buffers, &format!("{pass:?} {index}"));
            }
        }
        let counters = solver.counters().unwrap();
        assert!(counters.broken > 100 && counters.removed > 10 && counters.saturated() > 100, "{counters:?}");
    }

    fn pass_over_links(step: Step) -> Option<PassKind> {
        let Step::Dispatch(pass) = step else { return None };
        [PassKind::CarryLinks, PassKind::PushLinks, PassKind::RelaxLinks].contains(&pass.kind).then_some(pass.kind)
    }

    /// Lets some discs move as fast as they can.
    fn hurry(b: &mut Buffers) {
        let live = (0..b.particles.len()).filter(|&i| b.particles[i].phase() == Phase::Live);
        for i in live.step_by(11) {
            b.displacements[i] = [MAX_DISPLACEMENT - 3, 3 - MAX_DISPLACEMENT];
        }
    }
}
