//! Which vector instructions the passes use: the best that the processor has. Their results do not depend on it.
//!
//! What computes with vectors has to be inlined into `dispatch!`, or each of its operations is a call, several times as slow. So
//! functions with vectors say `#[inline(always)]`. `for_each` and `map` are inlined with their closures as the compiler sees fit: where
//! it did not, there is a loop, or the closure says `#[inline(always)]`, too. docs/performance.md says how to see what was not inlined.

use fearless_simd::Level;

/// The instructions to use.
#[inline(always)]
pub fn instructions() -> Level {
    #[cfg(test)]
    if let Some(limit) = *tests::LIMIT.read().unwrap() {
        return limit;
    }
    Level::new()
}

#[cfg(test)]
mod tests {
    use std::sync::RwLock;

    use super::*;
    use crate::cpu::CpuSolver;
    use crate::solver::Solver;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::levels::Leveling;
    use crate::world::params::Substep;
    use crate::world::spec::{ContactSolver, LinkSpec, ParticleSpec, WorldSpec};

    /// What to use instead. Other tests that run at the same time use it too, and must not notice.
    pub static LIMIT: RwLock<Option<Level>> = RwLock::new(None);

    /// All that this processor has.
    fn all() -> Vec<Level> {
        let best = Level::new();
        let mut all = vec![Level::baseline()];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(best.as_sse4_2().map(Level::Sse4_2));
            all.extend(best.as_avx2().map(Level::Avx2));
        }
        all.push(best);
        all
    }

    /// A heap between walls of which some are pinned, of one size or of several.
    fn world(solver: ContactSolver, sizes: u32, folding: Folding) -> World {
        let particles = (0..1_500).map(|id| {
            let place = [0.7 + 1.3 * f64::from(id % 40), 0.7 + 1.1 * f64::from(id / 40)];
            let radius = 0.5 / f64::from(1 + id % 7 % sizes);
            let velocity = if id % 11 == 3 { [0.0; 2] } else { [f64::from(id % 5), -9.0] };
            ParticleSpec { pinned: id % 11 == 3, velocity, ..ParticleSpec::at(place, radius) }
        });
        let links = (0..1_499).filter(|id| id % 40 < 12).map(|id| LinkSpec::between([id, id + 1], 1.3)).collect();
        let spec = WorldSpec { size: [54.0, 45.0], solver, particles: particles.collect(), links, ..WorldSpec::default() };
        let world = World::new(&spec).unwrap().with_levels(Leveling::Exactly(sizes.min(2))).unwrap();
        world.with_folding(folding).unwrap()
    }

    #[test]
    fn all_instructions_give_the_same_bits() {
        for (solver, sizes, folding) in [
            (ContactSolver::Plain, 1, Folding::Never),
            (ContactSolver::Plain, 3, Folding::Always),
            (ContactSolver::Resting, 1, Folding::Never),
            (ContactSolver::Resting, 1, Folding::Always),
            (ContactSolver::Resting, 3, Folding::Never),
        ] {
            let world = world(solver, sizes, folding);
            let substeps: Vec<_> = (0..120).map(|index| Substep { index, gravity: [0, -20_000].into(), ..Substep::default() }).collect();
            let digests = all().into_iter().map(|level| {
                *LIMIT.write().unwrap() = Some(level);
                let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
                solver.run(&substeps).unwrap();
                assert!(solver.measure().unwrap().touching > 500, "too few touch");
                (solver.digest().unwrap(), level)
            });
            let digests: Vec<_> = digests.collect();
            *LIMIT.write().unwrap() = None;
            for (digest, level) in &digests {
                assert_eq!(*digest, digests[0].0, "{level:?}, {solver:?}, {sizes} sizes, {folding:?}");
            }
        }
    }
}
