//! The golden digests, and those of the CPU.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

use jostle::scene::{Overrides, Scene};
use jostle::world::World;
use jostle::{Backend, Simulation};

const PARTICLES: u64 = 2_000;
/// Substeps of the early digest.
const EARLY: u32 = 80;
/// Substeps of the late digest: by then discs have landed, racks are broken and cradles swing.
pub const LATE: u32 = 1_280;
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden_digests.toml");

/// Every scene with its world.
pub fn scenes() -> impl Iterator<Item = (&'static str, World)> {
    let overrides = Overrides { particles: Some(PARTICLES), ..Overrides::default() };
    Scene::names().map(move |name| (name, Scene::find(name).unwrap().build(&overrides).unwrap()))
}

/// A digest as the file has it.
pub fn hex(digest: u64) -> String {
    format!("{digest:#018x}")
}

/// The early and the late digest of a world on the CPU, which is there then.
pub fn cpu(world: &World, threads: usize) -> ([String; 2], Simulation) {
    let mut simulation = Simulation::start(world.clone(), &Backend::cpu(Some(threads))).unwrap();
    let digests = [EARLY, LATE - EARLY].map(|substeps| {
        simulation.step(substeps).unwrap();
        hex(simulation.digest().unwrap())
    });
    (digests, simulation)
}

/// The golden digests of every scene; renewed first where that is asked for.
pub fn golden() -> &'static BTreeMap<String, [String; 2]> {
    static GOLDEN: OnceLock<BTreeMap<String, [String; 2]>> = OnceLock::new();
    GOLDEN.get_or_init(|| {
        if std::env::var("JOSTLE_RENEW_GOLDEN").as_deref() == Ok("1") {
            let mut text = format!("# Digests of each scene with {PARTICLES} particles after {EARLY} and after {LATE} substeps.\n");
            text.push_str("# Renewed by: JOSTLE_RENEW_GOLDEN=1 cargo test --test determinism\n");
            for (name, world) in scenes() {
                let _ = writeln!(text, "{name} = {:?}", cpu(&world, 1).0);
            }
            std::fs::write(FILE, text).unwrap();
        }
        toml::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap()
    })
}
