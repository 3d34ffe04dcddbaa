//! The bytes that a pass moves, from its declaration.
//!
//! Each buffer that a pass binds counts once in each direction that it is used in: read, written, or
//! both (`ReadWrite`, `Atomic`). A pass that reads neighbours again and again moves more where the cache does not hold them; one that
//! writes only what it changes moves less. Buffers whose size does not grow with the scene
//! (constants, counters, sums) count nothing.

use crate::passes::{Access, PASSES, Pass, Slot};
use crate::sizes::{Length, Sizes};
use crate::solver::Span;
use crate::world::World;

/// Bytes by the name of the pass, over all its dispatches, of what ran in some spans over so many particles.
pub fn bytes_by_pass(world: &World, particles: u64, spans: &[Span]) -> Vec<(&'static str, u64)> {
    let sizes = Sizes { particles, ..world.sizes() };
    let bytes = |pass: &&Pass| {
        let count = spans.iter().filter(|span| span.name == pass.name).count() as u64;
        (count > 0).then(|| (pass.name, count * bytes_of(pass, &sizes)))
    };
    PASSES.iter().filter_map(bytes).collect()
}

fn bytes_of(pass: &Pass, sizes: &Sizes) -> u64 {
    let grows = |slot: &Slot| !matches!(slot.row().length, Length::Fixed(_));
    let directions = |access| match access {
        Access::Uniform => 0,
        Access::Read | Access::Write => 1,
        Access::ReadWrite | Access::Atomic => 2,
    };
    pass.bindings.iter().filter(|(slot, _)| grows(slot)).map(|&(slot, access)| directions(access) * slot.bytes(sizes)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::Step;
    use crate::world::spec::{ContactSolver, LinkSpec, ParticleSpec, WorldSpec};

    fn world(linked: bool) -> World {
        let links = vec![LinkSpec { ends: [0, 1], rest_length: 1.0, stiffness: 1.0, compliance: 0.0, break_length: None }];
        let spec = WorldSpec {
            particles: (0..100).map(|i| ParticleSpec::at([f64::from(i) + 0.5, 0.5], 0.5)).collect(),
            links: if linked { links } else { Vec::new() },
            solver: ContactSolver::Plain,
            ..WorldSpec::default()
        };
        World::new(&spec).unwrap()
    }

    /// Of a substep of that world.
    fn bytes_of_substep(world: &World) -> Vec<(&'static str, u64)> {
        let span = |step| match step {
            Step::Dispatch(pass) => Some(Span { name: pass.name, substep: 0, start: 0.0, milliseconds: 1.0 }),
            Step::Swap(_) => None,
        };
        bytes_by_pass(world, 100, &world.substep_list().into_iter().filter_map(span).collect::<Vec<_>>())
    }

    #[test]
    fn a_pass_moves_each_bound_element_once_in_each_direction() {
        let of = |linked, name| bytes_of_substep(&world(linked)).iter().find(|(pass, _)| *pass == name).map(|&(_, bytes)| bytes);
        // Records of 16 bytes and displacements of 8, read and written.
        assert_eq!(of(true, "solve_walls"), Some(100 * 2 * (16 + 8)));
        // Without links contacts and walls are one pass.
        assert_eq!((of(false, "solve_walls"), of(false, "solve_links")), (None, None));
    }

    #[test]
    fn links_count_in_every_iteration() {
        let world = world(true);
        let moved = bytes_of_substep(&world);
        let bytes = moved.iter().find(|(pass, _)| *pass == "solve_links").unwrap().1;
        let once = 100 * (2 * (16 + 8) + 4) + 101 * 4 + 2 * 2 * 16;
        assert_eq!(bytes, u64::from(world.link_iterations) * once);
    }
}
