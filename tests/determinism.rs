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
use std::sync::OnceLock;

use common::contexts;
use common::inputs::untouched;
use common::worlds;
use jostle::cpu::CpuSolver;
use jostle::gpu::{Context, GpuSolver};
use jostle::scene::{Overrides, Scene};
use jostle::world::World;
use jostle::world::contacts::ContactRow;
use jostle::world::particle::{Displacement, Particle, Phase};
use jostle::world::state::State;
use jostle::{Backend, Simulation, Solver};

const PARTICLES: u64 = 2_000;
/// Substeps of the early digest.
const EARLY: u32 = 80;
/// Substeps of the late digest: by then discs have landed, racks are broken and cradles swing.
const LATE: u32 = 1_280;
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden_digests.toml");

fn scenes() -> impl Iterator<Item = (&'static str, World)> {
    let overrides = Overrides { particles: Some(PARTICLES), ..Overrides::default() };
    Scene::names().map(move |name| (name, Scene::find(name).unwrap().build(&overrides).unwrap()))
}

fn hex(digest: u64) -> String {
    format!("{digest:#018x}")
}

/// The early and the late digest of a world on the CPU, which is there then.
fn cpu(world: &World, threads: usize) -> ([String; 2], Simulation) {
    let mut simulation = Simulation::start(world.clone(), &Backend::cpu(Some(threads))).unwrap();
    let digests = [EARLY, LATE - EARLY].map(|substeps| {
        simulation.step(substeps).unwrap();
        hex(simulation.digest().unwrap())
    });
    (digests, simulation)
}

/// Substeps of GPUs, at the start and before the late digest: between them they leave the work to the CPU.
const SHORT: u32 = 32;

/// The digest after the first substeps, and the state before the last, on a thread a core of the CPU.
fn ends_of_the_gap(world: &World) -> (u64, State) {
    let mut simulation = Simulation::start(world.clone(), &Backend::cpu(None)).unwrap();
    simulation.step(SHORT).unwrap();
    let first = simulation.digest().unwrap();
    simulation.step(LATE - 2 * SHORT).unwrap();
    (first, simulation.solver().read_state().unwrap())
}

/// The digest after the first substeps and the late digest, on a GPU.
fn gpu(world: &World, context: &Context, before_the_last: &State) -> [u64; 2] {
    let mut solver = GpuSolver::new(context, world).unwrap();
    solver.run(&untouched(world, 0, SHORT)).unwrap();
    let first = solver.digest().unwrap();
    solver.write_state(before_the_last).unwrap();
    solver.run(&untouched(world, LATE - SHORT, SHORT)).unwrap();
    [first, solver.digest().unwrap()]
}

/// The golden digests of every scene; renewed first where that is asked for.
fn golden() -> &'static BTreeMap<String, [String; 2]> {
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
fn any_number_of_threads_gives_the_golden_digest_which_sees_what_scenes_are_for() {
    for (name, world) in scenes() {
        assert_eq!(cpu(&world, 1).0, golden()[name], "{name} on 1 thread");
        let (digests, simulation) = cpu(&world, 8);
        assert_eq!(digests, golden()[name], "{name} on 8 threads");
        assert_sights(name, &world, &simulation.state().unwrap());
    }
}

/// The CPU and these adapters.
fn backends(contexts: &[Context]) -> impl Iterator<Item = Backend> {
    std::iter::once(Backend::cpu(None)).chain(contexts.iter().cloned().map(Backend::Gpu))
}

/// Contacts are counted where somebody sees it: in the last of the substeps that are run at once, and in all where discs bounce.
#[test]
fn substeps_may_be_run_at_once_or_one_by_one() {
    let worlds = [worlds::contacts(), worlds::bouncing(), worlds::dull_bodies(), worlds::leaving(0.0), worlds::leaving(0.4)];
    let contexts = contexts();
    for world in worlds {
        let simulations = |()| backends(&contexts).map(|backend| Simulation::start(world.clone(), &backend).unwrap()).collect::<Vec<_>>();
        let [mut at_once, mut one_by_one, mut digesting] = [(); 3].map(simulations);
        for ((at_once, one_by_one), digesting) in at_once.iter_mut().zip(&mut one_by_one).zip(&mut digesting) {
            at_once.step(13).unwrap();
            at_once.step(8).unwrap();
            (0..21).for_each(|_| one_by_one.step(1).unwrap());
            let digests = digesting.step_digesting(21).unwrap();
            let states = [at_once.state().unwrap(), one_by_one.state().unwrap()];
            assert!(states[0].particles.iter().filter(|particle| particle.phase() == Phase::Live && particle.touching() > 1).count() > 50);
            assert!(states[0].particles == states[1].particles, "{}", at_once.solver().backend());
            assert_eq!(digests[20], at_once.digest().unwrap());
        }
    }
}

/// The start tells nothing of what contacts carry, so nothing may be left of what they carried before.
#[test]
fn a_solver_that_is_given_the_start_again_starts_again() {
    let world = worlds::rough();
    assert!(world.rubs() && world.start.contacts.is_empty() && world.start.tangents.is_empty());
    for backend in backends(&contexts()) {
        let mut solver = backend.solver(&world).unwrap();
        let [first, again] = [(); 2].map(|()| {
            solver.write_state(&world.start).unwrap();
            let state = solver.read_state().unwrap();
            assert!(state.contacts.iter().all(|row| *row == ContactRow::NONE) && state.tangents.iter().all(|tangent| *tangent == 0.0));
            solver.run(&untouched(&world, 0, 41)).unwrap();
            solver.digest().unwrap()
        });
        assert_eq!(first, again, "{}", solver.backend());
    }
}

#[test]
fn every_adapter_gives_the_golden_digest() {
    let contexts = contexts();
    for (name, world) in scenes().filter(|_| !contexts.is_empty()) {
        let (first, before_the_last) = ends_of_the_gap(&world);
        // A thread an adapter: a small world does not keep all cores busy.
        std::thread::scope(|scope| {
            for context in &contexts {
                scope.spawn(|| {
                    let [at_first, late] = gpu(&world, context, &before_the_last);
                    assert_eq!((at_first, hex(late)), (first, golden()[name][1].clone()), "{name} on {}", context.info);
                });
            }
        });
    }
}

/// What a scene is for happens before its late digest, and not before the scene runs.
fn assert_sights(name: &str, world: &World, late: &State) {
    let start = Simulation::start(world.clone(), &Backend::cpu(Some(1))).unwrap().state().unwrap();
    for (what, least, count) in sights(name, world) {
        let [before, found] = [&start, late].map(|state| count(&start, state));
        println!("{name}: {found} {what}, {before} at the start");
        assert!(found >= least, "{name}: {found} {what}");
        assert!(before < least, "{name}: {before} {what} at the start");
    }
}

/// Counts something in a state that is seen with the one of the start; both are by id.
type Count = fn(&State, &State) -> usize;

/// What there is to see in a scene: in words, how many there are at least at the late digest, and how to count them.
fn sights(name: &str, world: &World) -> Vec<(&'static str, usize, Count)> {
    let mut sights: Vec<(&str, usize, Count)> = vec![("discs that move otherwise", 100, changed)];
    match name {
        // Nothing but a collision bends the way of a disc there.
        "gas" => sights.push(("discs that collided", 1_900, collided)),
        "billiard" => {
            sights.push(("discs that are a tenth of a diameter from where they were", 1_800, |then, now| away(then, now, 0.1)));
            sights.push(("discs that are a diameter from where they were", 200, |then, now| away(then, now, 1.0)));
        }
        // What met no plate has left: it flies 3,000 diameters by then.
        "jet" => sights.push(("discs that plates stopped", 100, slowed)),
        _ => {}
    }
    if !["billiard", "jet"].contains(&name) {
        sights.push(("discs that touch", 50, |_, now| now.particles.iter().filter(|p| p.in_grid() && p.touching() > 0).count()));
    }
    if ["repose", "avalanche", "tumbler"].contains(&name) {
        sights.push(("discs that turn", 50, |_, now| now.bodies.iter().filter(|body| body.spin != 0).count()));
    }
    if !world.start.links.joints.is_empty() {
        let loaded: Count = |_, now| now.links.joints.iter().filter(|joint| joint.impulse != 0.0).count();
        sights.push(("links that are loaded", world.start.links.joints.len() / 2, loaded));
    }
    sights
}

/// How many discs of a state, with what they had been, are like this: a disc then and now, and its displacements.
fn those(then: &State, now: &State, like: impl Fn([&Particle; 2], [&Displacement; 2]) -> bool) -> usize {
    let particles = then.particles.iter().zip(&now.particles).map(|(then, now)| [then, now]);
    let displacements = then.displacements.iter().zip(&now.displacements).map(|(then, now)| [then, now]);
    particles.zip(displacements).filter(|&(p, d)| p[1].in_grid() && like(p, d)).count()
}

fn changed(then: &State, now: &State) -> usize {
    those(then, now, |_, [then, now]| then != now)
}

/// Discs with another speed on an axis: a wall only turns it round.
fn collided(then: &State, now: &State) -> usize {
    those(then, now, |_, [then, now]| then.map(i32::unsigned_abs) != now.map(i32::unsigned_abs))
}

/// Discs with less than half of the speed to the right that they had.
fn slowed(then: &State, now: &State) -> usize {
    those(then, now, |_, [then, now]| 2 * now[0] < then[0])
}

/// Discs that are more than so many diameters from where they were.
fn away(then: &State, now: &State, diameters: f64) -> usize {
    those(then, now, |[then, now], _| {
        let [x, y] = [0, 1].map(|axis| f64::from(now.position[axis] - then.position[axis]));
        x.hypot(y) > diameters * f64::from(2 * then.radius())
    })
}

#[test]
fn a_digest_tells_states_apart_by_every_number_of_a_disc() {
    let digest = |change: fn(&mut State)| {
        let mut world = worlds::rough();
        change(world.start_mut());
        CpuSolver::new(&world, Some(2)).unwrap().digest().unwrap()
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
    let digests = std::collections::BTreeSet::from(changes.map(digest));
    assert_eq!(digests.len(), changes.len(), "two changes with one digest: {digests:x?}");
}
