//! One result: every run, any number of threads and every backend give each scene its golden digest.
//!
//! The digests are in `tests/golden_digests.toml`. A change that is meant to change results renews them:
//!
//! ```sh
//! JOSTLE_RENEW_GOLDEN=1 cargo test --test determinism
//! ```

#[cfg(feature = "gpu")]
mod backends;
#[path = "../common/mod.rs"]
mod common;
mod golden;
mod sights;

use std::collections::{BTreeMap, BTreeSet};

use common::worlds;
use golden::{cpu, golden, scenes};
use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::world::state::State;
use sights::assert_sights;

#[test]
fn every_scene_has_golden_digests_of_its_own() {
    let named: Vec<&str> = scenes().map(|(name, _)| name).collect();
    let golden: BTreeMap<_, _> = golden().iter().collect();
    assert!(!named.is_empty());
    assert_eq!(golden.len(), named.len());
    assert!(named.iter().all(|name| golden.contains_key(&name.to_string())));
    let distinct: BTreeSet<_> = golden.values().copied().flatten().collect();
    assert_eq!(distinct.len(), 2 * named.len(), "two scenes with one digest: {golden:?}");
}

/// More than there is work for. WebAssembly has one.
const MANY_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 8 };

#[test]
fn any_number_of_threads_gives_the_golden_digest_which_sees_what_scenes_are_for() {
    for (name, world) in scenes() {
        assert_eq!(cpu(&world, 1).0, golden()[name], "{name} on 1 thread");
        let (digests, simulation) = cpu(&world, MANY_THREADS);
        assert_eq!(digests, golden()[name], "{name} on {MANY_THREADS} threads");
        assert_sights(name, &world, &simulation.state().unwrap());
    }
}

#[test]
fn a_digest_tells_states_apart_by_every_number_of_a_disc() {
    let digest = |change: fn(&mut State)| {
        let mut world = worlds::rough();
        change(world.start_mut());
        CpuSolver::new(&world, Some(1)).unwrap().digest().unwrap()
    };
    let changes: [fn(&mut State); 10] = [
        |_| {},
        |state| state.particles[123].position[0] ^= 1,
        |state| state.particles[123].position[1] ^= 1 << 20,
        |state| state.particles[123].info ^= 1,
        |state| state.displacements[123][0] ^= 1,
        |state| state.displacements[123][1] ^= 1 << 20,
        |state| state.bodies[123].inverse_mass *= 1.000_000_2,
        |state| state.bodies[123].surface ^= 1 << 15,
        |state| state.bodies[123].spin ^= 1,
        |state| state.bodies[123].angle ^= 1 << 31,
    ];
    let digests = BTreeSet::from(changes.map(digest));
    assert_eq!(digests.len(), changes.len(), "two changes with one digest: {digests:x?}");
}
