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
use common::inputs::untouched;
use jostle::cpu::CpuSolver;
use jostle::gpu::{Context, GpuSolver};
use jostle::scene::{Overrides, Scene};
use jostle::world::World;
use jostle::{Simulation, Solver};

const PARTICLES: u64 = 2_000;
/// Substeps of the early digest.
const EARLY: u32 = 80;
/// Substeps of the late digest: by then discs have landed, racks are broken and cradles swing.
const LATE: u32 = 1_280;
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden_digests.toml");

fn scenes() -> impl Iterator<Item = (&'static str, Arc<World>)> {
    let overrides = Overrides { particles: Some(PARTICLES), ..Overrides::default() };
    Scene::names().map(move |name| (name, Arc::new(Scene::find(name).unwrap().build(&overrides).unwrap())))
}

fn hex(digest: u64) -> String {
    format!("{digest:#018x}")
}

/// The early and the late digest of a world on the CPU.
fn cpu(world: &Arc<World>, threads: usize) -> [String; 2] {
    let mut simulation = Simulation::new(world.clone(), Box::new(CpuSolver::new(world, Some(threads)).unwrap()));
    [EARLY, LATE - EARLY].map(|substeps| {
        simulation.step(substeps).unwrap();
        hex(simulation.digest().unwrap())
    })
}

/// The same on a GPU, which takes over from the CPU for as many substeps at the end.
fn gpu(world: &Arc<World>, context: &Context) -> [String; 2] {
    let joins = LATE - EARLY;
    let mut simulation = Simulation::new(world.clone(), Box::new(CpuSolver::new(world, None).unwrap()));
    simulation.step(joins).unwrap();
    let mut solver = GpuSolver::new(context, world).unwrap();
    solver.run(&untouched(world, 0, EARLY)).unwrap();
    let early = solver.digest().unwrap();
    solver.write_state(&simulation.solver().read_state().unwrap()).unwrap();
    solver.run(&untouched(world, joins, EARLY)).unwrap();
    [early, solver.digest().unwrap()].map(hex)
}

/// The golden digests of every scene; renewed first where that is asked for.
fn golden() -> &'static BTreeMap<String, [String; 2]> {
    static GOLDEN: OnceLock<BTreeMap<String, [String; 2]>> = OnceLock::new();
    GOLDEN.get_or_init(|| {
        if std::env::var("JOSTLE_RENEW_GOLDEN").as_deref() == Ok("1") {
            let mut text = format!("# Digests of each scene with {PARTICLES} particles after {EARLY} and after {LATE} substeps.\n");
            text.push_str("# Renewed by: JOSTLE_RENEW_GOLDEN=1 cargo test --test determinism\n");
            for (name, world) in scenes() {
                let _ = writeln!(text, "{name} = {:?}", cpu(&world, 1));
            }
            std::fs::write(FILE, text).unwrap();
        }
        toml::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap()
    })
}

#[test]
fn every_scene_has_golden_digests_of_its_own() {
    let named: Vec<&str> = scenes().map(|(name, _)| name).collect();
    let golden: BTreeMap<_, _> = golden().iter().collect();
    assert!(!named.is_empty());
    assert_eq!(golden.len(), named.len());
    assert!(named.iter().all(|name| golden.contains_key(&name.to_string())));
    let distinct: std::collections::BTreeSet<_> = golden.values().copied().flatten().collect();
    assert_eq!(distinct.len(), 2 * named.len(), "two scenes with one digest: {golden:?}");
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
            assert_eq!(gpu(&world, &context), golden()[name], "{name} on {}", context.info);
        }
    }
}

/// What a scene is for happens before its late digest.
#[test]
fn late_digests_see_contacts_links_and_spins() {
    for (name, world) in scenes() {
        let mut simulation = Simulation::new(world.clone(), Box::new(CpuSolver::new(&world, None).unwrap()));
        simulation.step(LATE).unwrap();
        let state = simulation.solver().read_state().unwrap();
        let count = |what: &str, found: usize, least: usize| assert!(found >= least, "{name}: {found} {what}");
        let at_rest = |displacement: &&[i32; 2]| **displacement == [0, 0];
        count("discs move", PARTICLES as usize - state.displacements.iter().filter(at_rest).count(), 100);
        let spread_out = ["gas", "jet", "billiard"].contains(&name);
        count("discs touch", state.particles.iter().filter(|p| p.touching() > 0).count(), if spread_out { 0 } else { 50 });
        let turning = ["repose", "avalanche", "tumbler"].contains(&name);
        count("discs turn", state.bodies.iter().filter(|body| body.spin != 0).count(), if turning { 50 } else { 0 });
        let joints = &state.links.joints;
        count("links are loaded", joints.iter().filter(|joint| joint.impulse != 0.0).count(), joints.len() / 2);
    }
}

#[test]
fn a_digest_tells_states_apart() {
    let (_, world) = scenes().next().unwrap();
    let mut nudged = World::clone(&world);
    nudged.start.displacements[1234][0] ^= 1;
    assert_ne!(cpu(&Arc::new(nudged), 2), cpu(&world, 2));
}
