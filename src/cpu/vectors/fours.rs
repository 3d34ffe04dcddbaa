//! What a pass does with each particle and its displacement, by all threads, with four particles at a time where nothing special
//! happens to any of them, as with nearly all.

use fearless_simd::{Simd, dispatch};

use super::instructions::instructions;
use super::particle_lanes::FOUR;
use crate::cpu::threads::parallel::{for_each_part, task_length};
use crate::world::particle::{Displacement, Particle};

/// What is done with particles and their displacements.
pub trait Each: Sync {
    /// With four. Does nothing and returns false where one of them is a special case.
    fn four<S: Simd>(&self, simd: S, particles: &mut [Particle; FOUR], displacements: &mut [Displacement; FOUR]) -> bool;

    /// With one, whatever it is.
    fn one(&self, particle: &mut Particle, displacement: &mut Displacement);

    /// Whether it is known that nothing is done with some of which none is in the grid.
    fn rests(&self, _outside: &[Particle]) -> bool {
        false
    }
}

/// Does it with all of them. The slices are of the same length.
pub fn for_each(each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement]) {
    debug_assert_eq!(particles.len(), displacements.len());
    let length = task_length(particles.len());
    for_each_part(particles.chunks_mut(length).zip(displacements.chunks_mut(length)), |_, (particles, displacements)| {
        for_each_of_run(each, particles, displacements);
    });
}

/// Does it with all of a run, by this thread.
pub fn for_each_of_run(each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement]) {
    dispatch!(instructions(), simd => for_each_in(simd, each, particles, displacements));
}

#[inline(always)]
fn for_each_in<S: Simd>(simd: S, each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement]) {
    let (fours, left) = particles.as_chunks_mut();
    let (displacement_fours, displacements_left) = displacements.as_chunks_mut();
    for (particles, displacements) in fours.iter_mut().zip(displacement_fours) {
        if !each.four(simd, particles, displacements) && !rest(each, particles) {
            one_by_one(each, particles, displacements);
        }
    }
    one_by_one(each, left, displacements_left);
}

/// Whether these stay as they are, as many do that are not born yet or removed.
#[inline(always)]
fn rest(each: &impl Each, particles: &[Particle; FOUR]) -> bool {
    particles.iter().all(|particle| !particle.in_grid()) && each.rests(particles)
}

#[cold]
#[inline(never)]
fn one_by_one(each: &impl Each, particles: &mut [Particle], displacements: &mut [Displacement]) {
    particles.iter_mut().zip(displacements).for_each(|(particle, displacement)| each.one(particle, displacement));
}

#[cfg(test)]
mod tests {
    use fearless_simd::prelude::*;

    use super::*;
    use crate::cpu::accelerate::Accelerate;
    use crate::cpu::advance::Advance;
    use crate::cpu::advance_bodies::{advance_bodies, advance_each};
    use crate::cpu::batches::Batches;
    use crate::cpu::bounce::Fall;
    use crate::cpu::bounce_off_rough_walls::bounce_off_rough_walls;
    use crate::cpu::bounce_off_walls::bounce_off_walls;
    use crate::cpu::counters::CountersCell;
    use crate::cpu::integrate::Integrate;
    use crate::cpu::motion::Motion;
    use crate::cpu::rough_walls::restitution_at_walls;
    use crate::cpu::stop_at_rough_walls::{one_by_one as one_by_one_at_rough_walls, stop_at_rough_walls};
    use crate::cpu::stop_at_walls::stop_at_walls;
    use crate::cpu::vectors::particle_lanes::Particles;
    use crate::cpu::walls::{bounced, pushed_inside, stopped};
    use crate::world::World;
    use crate::world::body::Body;
    use crate::world::fixed::MAX_DISPLACEMENT;
    use crate::world::params::{Params, Substep};
    use crate::world::particle::{PHASE_SHIFT, Phase, RADIUS_MASK};
    use crate::world::spec::{ParticleSpec, Walls, WorldSpec};

    /// The substep. Of those that are not born yet some are due in it.
    const NOW: u32 = 100;

    /// A world with some walls, and particles all over it: at walls, beyond the open sides, as fast as they can be, of all phases; some
    /// that follow each other are not born, or removed.
    fn start(walls: Walls) -> (World, Vec<Particle>, Vec<Displacement>) {
        let spec = WorldSpec { size: [400.0, 300.0], walls, particles: vec![ParticleSpec::at([5.0; 2], 0.5)], ..WorldSpec::default() };
        let world = World::new(&spec).unwrap();
        let mut state = 1u32;
        let mut number = |below: u32| {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            ((u64::from(state) * u64::from(below)) >> 32) as i32
        };
        let params = world.params();
        let particles = (0..40_000).map(|id| {
            let phase = match id {
                1_000..1_400 => 2 + id / 100 % 2,
                _ if id % 500 == 7 => 1 + id / 500 % 3,
                _ => 0,
            };
            let info = number(1 << 30) as u32 & !RADIUS_MASK | (1 << 18) | phase << PHASE_SHIFT;
            let position = [0, 1].map(|axis| {
                let extent = params.grid_extent[axis];
                let radius = (1 << 18) + 1;
                let edges = [0, extent, params.wall_min[axis] + radius, params.wall_max[axis] - radius];
                if id % 40 == 0 { edges[number(4) as usize] + number(5) - 2 } else { number(extent as u32) }
            });
            Particle { position, info, id }
        });
        let particles: Vec<_> = particles.collect();
        let displacements = (0..40_000).map(|id| match id % 90 {
            0 => [number(3) - 1, number(3) - 1].map(|side| side * (MAX_DISPLACEMENT - number(40))),
            _ => [0; 2].map(|_: i32| number(1 << 11) - (1 << 10)),
        });
        let displacements = displacements.collect();
        (world, particles, displacements)
    }

    /// Compares four at a time with one by one; both have to happen.
    fn compare(pass: &impl Each, particles: &[Particle], displacements: &[Displacement]) {
        let (mut fast, mut fast_displacements) = (particles.to_vec(), displacements.to_vec());
        let (mut slow, mut slow_displacements) = (particles.to_vec(), displacements.to_vec());
        for_each(pass, &mut fast, &mut fast_displacements);
        one_by_one(pass, &mut slow, &mut slow_displacements);
        for i in 0..slow.len() {
            assert_eq!((fast[i], fast_displacements[i]), (slow[i], slow_displacements[i]), "{:?} {:?}", particles[i], displacements[i]);
        }
        let simd = fearless_simd::Level::baseline();
        let fours = fast.chunks_exact_mut(FOUR).zip(fast_displacements.chunks_exact_mut(FOUR));
        let taken = fours.filter_map(|(particles, displacements)| {
            let (particles, displacements) = (particles.try_into().unwrap(), displacements.try_into().unwrap());
            dispatch!(simd, simd => pass.four(simd, particles, displacements)).then_some(())
        });
        let taken = taken.count();
        assert!((1_000..9_990).contains(&taken), "{taken} of 10,000 groups were plain");
    }

    /// The same of the two passes that also have bodies.
    fn compare_rough(params: &Params, substep: &Substep, particles: &[Particle], displacements: &[Displacement]) {
        let params = &Params { wall_friction_root: 0.7, wall_restitution_root: 0.9, ..params.clone() };
        let body = |i: u32| Body {
            inverse_mass: 1.0,
            surface: i << 7,
            spin: (i.wrapping_mul(747_796_405) as i32 >> (i % 30)).clamp(-MAX_DISPLACEMENT, MAX_DISPLACEMENT),
            angle: i,
        };
        let bodies: Vec<_> = (0..particles.len() as u32).map(body).collect();
        let start = || (particles.to_vec(), displacements.to_vec(), bodies.clone());
        let ((mut fast, mut slow), batches) = ((start(), start()), &mut Batches::default());
        bounce_off_rough_walls(params, substep, &fast.0, &mut fast.1, &mut fast.2);
        one_by_one_at_rough_walls(params, substep, &slow.0, &mut slow.1, &mut slow.2, &|particle, body, way| {
            bounced(params, particle, way, Fall::ahead(substep), restitution_at_walls(params, body))
        });
        assert!(fast == slow, "bounce_off_rough_walls");
        stop_at_rough_walls(params, substep, &fast.0, &mut fast.1, &mut fast.2);
        one_by_one_at_rough_walls(params, substep, &slow.0, &mut slow.1, &mut slow.2, &|particle, _, way| stopped(params, particle, way));
        assert!(fast == slow, "stop_at_rough_walls");
        assert!(fast.1 != displacements && fast.2 != bodies);
        advance_bodies(params, substep, &mut fast.0, &mut fast.1, &mut fast.2, batches);
        advance_each(params, substep, &mut slow.0, &mut slow.1, &mut slow.2);
        assert!(fast == slow, "advance_bodies");
    }

    #[test]
    fn four_at_a_time_equal_one_by_one() {
        let low = Walls { left: true, right: false, bottom: true, top: false };
        compare_all(low);
        compare_all(Walls { left: !low.left, right: !low.right, bottom: !low.bottom, top: !low.top });
    }

    fn compare_all(walls: Walls) {
        let (world, particles, displacements) = start(walls);
        let births: Vec<_> = (0..particles.len() as u32).map(|id| NOW + u32::from(id % 9 != 0 || id > 1_200)).collect();
        let (params, births, counters) = (world.params(), &births[..], &CountersCell::default());
        let substep = &Substep { index: NOW, gravity: [300, -70_000].into(), rounding_phase: 0x9E37_79B9, ..Substep::default() };
        for drag_loss in [0, 0x0123_4567] {
            let params = &Params { drag_loss, ..params.clone() };
            let motion = || Motion::new(params, substep, births, counters);
            compare(&Integrate(motion()), &particles, &displacements);
            compare(&Accelerate(motion()), &particles, &displacements);
        }
        compare(&Advance::new(params, substep), &particles, &displacements);
        let inside =
            particles.as_chunks::<FOUR>().0.iter().filter(
                |four| dispatch!(fearless_simd::Level::baseline(), simd => Particles::load(simd, four).are_inside(params).all_true()),
            );
        for particle in inside.flatten() {
            assert_eq!(pushed_inside(params, *particle, [0; 2], counters), (*particle, [0; 2]));
        }
        compare_rough(params, substep, &particles, &displacements);
        let params = &Params { restitution: 0.7, ..params.clone() };
        let (mut thrown, mut left) = (displacements.clone(), displacements.clone());
        bounce_off_walls(params, substep, &particles, &mut thrown);
        stop_at_walls(params, &particles, &mut left);
        for (i, particle) in particles.iter().enumerate().filter(|(_, particle)| particle.phase() == Phase::Live) {
            let way = displacements[i];
            assert_eq!(
                (thrown[i], left[i]),
                (bounced(params, particle, way, Fall::ahead(substep), 0.7), stopped(params, particle, way)),
                "{particle:?} {way:?}"
            );
            (thrown[i], left[i]) = (way, way);
        }
        assert!(thrown == displacements && left == displacements, "who does not live is left alone");
    }
}
