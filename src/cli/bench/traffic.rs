//! The least bytes that a pass can move, from its declaration.
//!
//! Each buffer that a pass binds counts once in each direction that it is used in: read, written, or
//! both (`ReadWrite`, `Atomic`). A cache cannot do better; a pass that reads neighbours again and again
//! moves more where the cache does not hold them. Buffers whose size does not grow with the scene
//! (constants, counters, sums) count nothing.

use crate::passes::{self, Access, Pass, Slot, Step};
use crate::world::World;
use crate::world::links::LinkRow;
use crate::world::particle::{Displacement, Particle};

/// Bytes in one substep by the name of the pass, over all its dispatches.
pub fn bytes_by_pass(world: &World) -> Vec<(&'static str, u64)> {
    let link_iterations = if world.start.links.is_empty() { 0 } else { world.link_iterations };
    let mut all: Vec<(&'static str, u64)> = Vec::new();
    for step in passes::substep(link_iterations) {
        let Step::Dispatch(pass) = step else { continue };
        let bytes = bytes_of(pass, world);
        match all.iter_mut().find(|(name, _)| *name == pass.name) {
            Some((_, sum)) => *sum += bytes,
            None => all.push((pass.name, bytes)),
        }
    }
    all
}

fn bytes_of(pass: &Pass, world: &World) -> u64 {
    let directions = |access| match access {
        Access::Uniform => 0,
        Access::Read | Access::Write => 1,
        Access::ReadWrite | Access::Atomic => 2,
    };
    pass.bindings.iter().map(|&(slot, access)| directions(access) * slot_bytes(slot, world)).sum()
}

/// Bytes of the elements of a buffer that the scene uses.
fn slot_bytes(slot: Slot, world: &World) -> u64 {
    let (particles, links) = (world.particle_count(), &world.start.links);
    let (count, size) = match slot {
        Slot::Particles | Slot::ParticlesNext => (particles, size_of::<Particle>()),
        Slot::Displacements | Slot::DisplacementsNext => (particles, size_of::<Displacement>()),
        Slot::CellCounts => (world.params.count_length() as usize, 4),
        Slot::TileTotals => (world.params.tile_count() as usize, 4),
        Slot::CellStarts => (world.params.count_length() as usize + 1, 4),
        Slot::Ranks => (particles, 4),
        Slot::Slots => (if links.is_empty() { 0 } else { particles }, 4),
        Slot::Births => (world.start.births.len(), 4),
        Slot::LinkStarts => (links.starts.len(), 4),
        Slot::LinkRows => (links.rows.len(), size_of::<LinkRow>()),
        Slot::Params | Slot::Substep | Slot::Counters | Slot::Measures | Slot::Digests => (0, 0),
    };
    (count * size) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::{LinkSpec, ParticleSpec, WorldSpec};

    fn world(linked: bool) -> World {
        let links = vec![LinkSpec { ends: [0, 1], rest_length: 1.0, stiffness: 1.0, break_length: None }];
        let spec = WorldSpec {
            particles: (0..100).map(|i| ParticleSpec::at([f64::from(i) + 0.5, 0.5], 0.5)).collect(),
            links: if linked { links } else { Vec::new() },
            ..WorldSpec::default()
        };
        World::new(&spec).unwrap()
    }

    #[test]
    fn a_pass_moves_each_bound_element_once_in_each_direction() {
        let moved = bytes_by_pass(&world(false));
        let of = |name| moved.iter().find(|(pass, _)| *pass == name).map(|&(_, bytes)| bytes);
        // Records of 16 bytes and displacements of 8, read and written.
        assert_eq!(of("solve_walls"), Some(100 * 2 * (16 + 8)));
        assert_eq!(of("solve_links"), None);
    }

    #[test]
    fn links_count_in_every_iteration() {
        let world = world(true);
        let moved = bytes_by_pass(&world);
        let bytes = moved.iter().find(|(pass, _)| *pass == "solve_links").unwrap().1;
        let once = 100 * (2 * (16 + 8) + 4) + 101 * 4 + 2 * 2 * 16;
        assert_eq!(bytes, u64::from(world.link_iterations) * once);
    }
}
