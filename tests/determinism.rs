//! One result: every run, any number of threads and every backend give each scene its golden digest.
//!
//! The digests are in `tests/golden_digests.toml`. A change that is meant to change results renews them:
//!
//! ```sh
//! JOSTLE_RENEW_GOLDEN=1 cargo test --test determinism
//! ```

mod common;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use common::contexts;
use jostle::cpu::CpuSolver;
use jostle::gpu::GpuSolver;
use jostle::scene::{Overrides, Scene};
use jostle::world::World;
use jostle::{Simulation, Solver};

const PARTICLES: u64 = 2_000;
const SUBSTEPS: u32 = 160;
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden_digests.toml");

fn scenes() -> impl Iterator<Item = (&'static str, Arc<World>)> {
    let overrides = Overrides { particles: Some(PARTICLES), ..Overrides::default() };
    Scene::names().map(move |name| (name, Arc::new(Scene::find(name).unwrap().build(&overrides).unwrap())))
}

/// Digest of a world after [`SUBSTEPS`], in hex.
fn run(world: &Arc<World>, solver: impl Solver + 'static) -> String {
    let mut simulation = Simulation::new(world.clone(), Box::new(solver));
    simulation.step(SUBSTEPS).unwrap();
    format!("{:#018x}", simulation.digest().unwrap())
}

fn cpu(world: &Arc<World>, threads: usize) -> String {
    run(world, CpuSolver::new(world, Some(threads)).unwrap())
}

/// The golden digest of every scene; renewed first where that is asked for.
fn golden() -> &'static BTreeMap<String, String> {
    static GOLDEN: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    GOLDEN.get_or_init(|| {
        if std::env::var("JOSTLE_RENEW_GOLDEN").as_deref() == Ok("1") {
            let mut text = format!("# Digest of each scene with {PARTICLES} particles after {SUBSTEPS} substeps.\n");
            text.push_str("# Renewed by: JOSTLE_RENEW_GOLDEN=1 cargo test --test determinism\n");
            for (name, world) in scenes() {
                let _ = writeln!(text, "{name} = \"{}\"", cpu(&world, 1));
            }
            std::fs::write(FILE, text).unwrap();
        }
        toml::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap()
    })
}

#[test]
fn every_scene_has_a_golden_digest_of_its_own() {
    let named: Vec<&str> = scenes().map(|(name, _)| name).collect();
    let golden: BTreeMap<_, _> = golden().iter().collect();
    assert!(!named.is_empty());
    assert_eq!(golden.len(), named.len());
    assert!(named.iter().all(|name| golden.contains_key(&name.to_string())));
    let distinct: std::collections::BTreeSet<_> = golden.values().collect();
    assert_eq!(distinct.len(), named.len(), "two scenes with one digest: {golden:?}");
}

#[test]
fn any_number_of_threads_gives_the_golden_digest() {
    for (name, world) in scenes() {
        for threads in [1, 2, 8] {
            assert_eq!(cpu(&world, threads), golden()[name], "{name} on {threads} threads");
        }
    }
}

#[test]
fn every_adapter_gives_the_golden_digest() {
    for context in contexts() {
        for (name, world) in scenes() {
            let gpu = GpuSolver::new(&context, &world).unwrap();
            assert_eq!(run(&world, gpu), golden()[name], "{name} on {}", context.info);
        }
    }
}

#[test]
fn a_digest_tells_states_apart() {
    let (_, world) = scenes().next().unwrap();
    let mut nudged = World::clone(&world);
    nudged.start.displacements[1234][0] ^= 1;
    assert_ne!(cpu(&Arc::new(nudged), 2), cpu(&world, 2));
}
