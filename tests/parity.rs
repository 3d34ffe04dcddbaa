//! The GPU against the CPU twin, exact: pass by pass on worlds that reach every part of the passes, and
//! whole runs of every scene.

mod common;
#[path = "parity/faint.rs"]
mod faint;
#[path = "parity/folds.rs"]
mod folds;
#[path = "parity/hands.rs"]
mod hands;
#[path = "parity/levels.rs"]
mod levels;
#[path = "parity/loops.rs"]
mod loops;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use common::worlds::Heap;
use common::{contexts, first_context, inputs, worlds};
use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::gpu::{Context, GpuOptions};
use jostle::scene::{Overrides, Scene};
use jostle::verify::{Comparison, Options, verify};
use jostle::world::World;
use jostle::world::fold::Folding;
use jostle::world::params::Substep;
use jostle::world::particle::{Displacement, Particle, Phase};
use jostle::world::spec::{ContactSolver, MaterialSpec, ParticleSpec, WorldSpec};
use jostle::world::state::State;

/// Every pass of every substep on every adapter, and the measures in between; on the first one with all checks of shaders, and without where
/// no other runs the same ones. Returns the end of the last run, to see that it reached what it is for.
fn every_pass(world: &World, substeps: u32, inputs: impl Fn(&World, u32, u32) -> Vec<Substep>) -> Option<State> {
    let mut end = None;
    let contexts = contexts();
    for (number, context) in contexts.iter().enumerate() {
        let variants: &[bool] = match number {
            0 if context.info.is_hardware() || contexts.len() < 3 => &[true, false],
            0 => &[true],
            _ => &[false],
        };
        for &checked in variants {
            let options = GpuOptions { checked, ..GpuOptions::default() };
            let mut comparison = Comparison::new(world, context, &options, None).unwrap();
            for first in (0..substeps).step_by(8) {
                let count = (substeps - first).min(8);
                let difference = comparison.run_deep(&inputs(world, first, count)).unwrap();
                assert_eq!(difference, None, "on {}, checked: {checked}: {}", context.info, difference.clone().unwrap());
                let difference = comparison.measure_deep(first + count).unwrap();
                assert_eq!(difference, None, "on {}: {}", context.info, difference.clone().unwrap());
            }
            let report = comparison.report(None);
            assert!(report.identical && report.compared_values > 100 * u64::from(report.particles), "{report:?}");
            end = Some(comparison.cpu().read_state().unwrap().by_id());
        }
    }
    end
}

/// Asserts what a run reached, if there was an adapter to run on.
fn reached(end: Option<State>, what: &str, check: impl Fn(&State) -> bool) {
    if let Some(end) = end {
        assert!(check(&end), "the world does not reach what it is for: {what}; {:?}", end.counters);
    }
}

#[test]
fn contacts_and_walls() {
    let end = every_pass(&worlds::contacts(), 32, inputs::untouched);
    reached(end, "a disc that touches four", |s| s.particles.iter().any(|p| p.touching() >= 4));
}

#[test]
fn discs_that_bounce() {
    // Gravity does not change velocities along x, and walls change only those of the few discs that reach them.
    let collided = |world: &World, s: &State| {
        let velocities = world.start.displacements.iter().zip(&s.displacements);
        velocities.filter(|(before, after)| before[0].unsigned_abs() != after[0].unsigned_abs()).count()
    };
    let world = worlds::bouncing();
    let end = every_pass(&world, 32, inputs::untouched);
    reached(end, "discs that met others", |s| collided(&world, s) > 300);
    let world = worlds::gas();
    let end = every_pass(&world, 64, inputs::untouched);
    reached(end.clone(), "discs that met others", |s| collided(&world, s) > 300);
    let squared = |displacements: &[Displacement]| displacements.iter().flatten().map(|&d| f64::from(d) * f64::from(d)).sum::<f64>();
    reached(end, "bounces that keep speeds", |s| squared(&s.displacements) > 0.95 * squared(&world.start.displacements));
}

#[test]
fn a_grid_of_several_tiles() {
    let end = every_pass(&worlds::wide(), 16, inputs::untouched);
    reached(end, "discs in the last row of tiles", |s| s.particles.iter().any(|p| p.id > 1_200 && p.touching() > 0));
}

/// Where the threads of a workgroup scan a tile together, one of more than four million cells has several strips.
#[test]
fn a_grid_whose_tiles_have_several_strips() {
    let mut random = worlds::Random::new(9);
    let particles = (0..3_000).map(|_| ParticleSpec::at([1.0 + 2_300.0 * random.unit(), 1.0 + 2_300.0 * random.unit()], 0.5));
    let spec = WorldSpec { size: [2_302.0; 2], solver: ContactSolver::Plain, particles: particles.collect(), ..WorldSpec::default() };
    let world = World::new(&spec).unwrap().with_folding(Folding::Never).unwrap();
    let [width, height] = world.params().level(0).size;
    assert!(width * height > 256 * 16 * 1024 + 256 * 1024, "{width} × {height} cells");
    for context in contexts().iter().filter(|context| context.shape().scan_threads > 1) {
        let mut comparison = Comparison::new(&world, context, &GpuOptions::default(), None).unwrap();
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 2)).unwrap(), None, "on {}", context.info);
        assert!(comparison.report(None).compared_values > u64::from(width.unsigned_abs()) * u64::from(height.unsigned_abs()));
    }
}

#[test]
fn dispatches_that_need_two_dimensions() {
    let Some(context) = common::narrow_context(8) else { return };
    let world = worlds::wide();
    let mut comparison = Comparison::new(&world, &context, &GpuOptions::default(), None).unwrap();
    assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 8)).unwrap(), None);
    assert_eq!(comparison.measure_deep(8).unwrap(), None);
}

#[test]
fn links_that_break_and_links_to_pinned_discs() {
    let world = worlds::tearing();
    let before = world.start.link_count();
    let end = every_pass(&world, 48, inputs::untouched);
    reached(end, "broken links, but not all", |s| s.counters.broken > 5 && s.link_count() + s.counters.broken as usize == before);
}

#[test]
fn links_of_the_plain_solver() {
    let end = every_pass(&worlds::plain_tearing(), 48, inputs::with_tools);
    reached(end, "broken links, but not all", |s| s.counters.broken > 5 && s.link_count() > 20);
}

#[test]
fn a_hub_with_many_links() {
    let world = worlds::hub();
    assert!(world.start.links.colour_ends.len() >= 90);
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "links of all kinds at work", |s| {
        s.link_count() == 92 && s.links.joints.iter().filter(|joint| joint.impulse != 0.0).count() == 90
    });
}

#[test]
fn links_that_a_tool_cuts() {
    for inputs in [inputs::with_cuts, inputs::with_strokes] {
        let end = every_pass(&worlds::uncut(), 48, inputs);
        reached(end, "cut links, but not all", |s| s.counters.broken > 20 && s.link_count() > 20);
    }
}

#[test]
fn long_links_that_lose_an_end() {
    let end = every_pass(&worlds::long_links(), 48, inputs::untouched);
    reached(end, "a lost end", |s| s.counters.removed == 1 && s.counters.broken == 1 && s.link_count() == 4);
}

#[test]
fn pinned_discs() {
    let world = worlds::pegs();
    let end = every_pass(&world, 96, inputs::untouched);
    reached(end, "contacts with pegs, which do not move", |s| {
        let fixed = |k: usize| s.particles[k].position == world.start.particles[k].position;
        (0..72).all(fixed) && s.particles[72..].iter().any(|p| p.touching() > 0)
    });
}

#[test]
fn obstacles_that_stay_and_that_move() {
    let world = worlds::obstacles();
    assert_eq!(world.obstacles().mover_count(), 4);
    obstacles_turn_away(&world, 48, 100);
}

#[test]
fn obstacles_of_the_plain_solver_and_of_rough_discs() {
    for (world, substeps, least) in [
        (worlds::plain_obstacles(), 32, 20),
        (worlds::nips(), 64, 2),
        (worlds::rough_obstacles(0.0), 32, 50),
        (worlds::rough_obstacles(0.4), 32, 50),
    ] {
        obstacles_turn_away(&world, substeps, least);
    }
}

/// Every pass, of which at least so many discs end elsewhere than they would without obstacles.
pub fn obstacles_turn_away(world: &World, substeps: u32, least: usize) {
    let end = every_pass(world, substeps, inputs::untouched);
    let elsewhere = end_on_cpu(&world.clone().with_obstacles(&[]).unwrap(), substeps).particles;
    reached(end, "discs that obstacles turn away", |s| differently_placed(&s.particles, &elsewhere) >= least);
}

/// The end of a run on the CPU that nobody touches.
fn end_on_cpu(world: &World, substeps: u32) -> State {
    let mut solver = CpuSolver::new(world, Some(1)).unwrap();
    solver.run(&inputs::untouched(world, 0, substeps)).unwrap();
    solver.read_state().unwrap().by_id()
}

fn differently_placed(some: &[Particle], others: &[Particle]) -> usize {
    assert_eq!(some.len(), others.len());
    some.iter().zip(others).filter(|(a, b)| a.position != b.position).count()
}

#[test]
fn radii_from_one_to_four() {
    let end = every_pass(&worlds::polydisperse(), 32, inputs::untouched);
    reached(end, "crowded contacts", |s| s.particles.iter().any(|p| p.touching() >= 6));
}

#[test]
fn rough_discs_of_three_materials() {
    let end = every_pass(&worlds::rough(), 24, inputs::untouched);
    reached(end, "discs that turn, and contacts that rub", |s| {
        let rubbing = s.tangents.iter().filter(|tangent| **tangent != 0.0).count();
        let turning = s.bodies.iter().filter(|body| body.spin != 0 && body.angle != 0).count();
        rubbing > 30 && turning > 200
    });
}

#[test]
fn rough_discs_that_resist_rolling() {
    for (world, rubs) in [(worlds::resisting(), true), (worlds::resisting_on_ice(), false)] {
        let end = every_pass(&world, 24, inputs::untouched);
        reached(end, "discs that turn, and contacts that rub and resist rolling", |s| {
            let [mut rubbing, mut resisting] = [0; 2];
            for pair in s.tangents.as_chunks::<2>().0 {
                rubbing += usize::from(pair[0] != 0.0);
                resisting += usize::from(pair[1] != 0.0);
            }
            let turning = s.bodies.iter().filter(|body| body.spin != 0 && body.angle != 0).count();
            (rubbing > 30) == rubs && resisting > 30 && turning > 200
        });
    }
}

#[test]
fn discs_of_three_materials_that_do_not_rub() {
    let world = worlds::smooth_bodies();
    assert!(world.is_rough() && !world.rubs());
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "contacts that carry, and nothing along a tangent", |s| {
        let carrying = s.contacts.iter().filter(|contact| contact.impulse > 0.0).count();
        carrying > 20 && s.tangents.is_empty() && s.bodies.iter().all(|body| body.spin == 0)
    });
}

/// What the CPU makes of a world.
fn after_twelve_frames(world: World) -> State {
    let mut solver = CpuSolver::new(&world, Some(2)).unwrap();
    (0..12).for_each(|frame| solver.run(&inputs::untouched(&world, 8 * frame, 8)).unwrap());
    solver.read_state().unwrap().by_id()
}

/// Where a material rubs that nobody has there are tangents, and all of them stay 0.
#[test]
fn discs_that_do_not_rub_move_as_those_that_could() {
    let [without, with] = [worlds::smooth_bodies(), worlds::bodies_that_could_rub()].map(after_twelve_frames);
    assert!(without.tangents.is_empty() && !with.tangents.is_empty() && with.tangents.iter().all(|tangent| *tangent == 0.0));
    assert!(without.particles == with.particles && without.displacements == with.displacements);
    assert!(without.contacts == with.contacts && without.bodies == with.bodies);
}

/// Where no material bounces no disc does, whatever its surface says: shaders have no bounces there.
#[test]
fn discs_bounce_only_where_a_material_does() {
    let end = every_pass(&worlds::dull_bodies_that_say_they_bounce(), 24, inputs::untouched);
    reached(end, "contacts that carry", |s| s.contacts.iter().filter(|contact| contact.impulse > 0.0).count() > 20);
    let [without, with] = [worlds::dull_bodies(), worlds::dull_bodies_that_say_they_bounce()].map(after_twelve_frames);
    assert!(without.particles == with.particles && without.displacements == with.displacements && without.contacts == with.contacts);
}

#[test]
fn a_rough_crowd_and_rough_discs_in_one_place() {
    let world = worlds::rough_crowd();
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "all apart", |s| {
        let places: std::collections::HashSet<_> = s.particles.iter().map(|p| p.position).collect();
        places.len() == s.particles.len()
    });
}

#[test]
fn rough_discs_as_fast_as_can_be() {
    for rolling_resistance in [0.0, 2.0] {
        let end = every_pass(&worlds::rough_saturating(rolling_resistance), 24, inputs::untouched);
        reached(end, "discs that were held", |s| s.counters.saturated() > 0);
    }
}

#[test]
fn rough_links_births_and_removals() {
    let end = every_pass(&worlds::rough_tearing(), 48, inputs::with_tools);
    reached(end, "broken links, removed discs, and some not yet born", |s| {
        s.counters.broken > 5 && s.counters.removed > 0 && s.count(Phase::Unborn) < 40
    });
}

#[test]
fn removal_past_open_sides() {
    let end = every_pass(&worlds::open_sides(), 64, inputs::untouched);
    reached(end, "removed discs, but not all", |s| {
        (20..220).contains(&s.counters.removed) && s.count(Phase::Removed) == s.counters.removed as usize
    });
}

#[test]
fn births_from_emitters() {
    let end = every_pass(&worlds::emitters(), 32, inputs::untouched);
    reached(end, "some born, some not yet", |s| (30..220).contains(&s.count(Phase::Unborn)));
}

/// In hardware's shape a workgroup counts together those of its particles that are not there: here on every adapter.
#[test]
fn discs_that_are_not_there_among_those_that_are() {
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let world = World::new(&WorldSpec { solver, ..worlds::coming_and_going_spec() }).unwrap();
        let waiting = world.start.births.iter().filter(|birth| **birth > 0).count();
        let end = every_pass(&world, 32, inputs::untouched);
        reached(end, "some born and some removed, and whole workgroups that are not there", |s| {
            let (unborn, removed) = (s.count(Phase::Unborn), s.count(Phase::Removed));
            unborn > 4 * 256 && unborn + 100 < waiting && removed > 50 && unborn + removed + 100 < s.particles.len()
        });
        for context in contexts().iter().filter(|context| !context.shape().absent_together) {
            let wide = context.clone().with_hardware_shape();
            let mut comparison = Comparison::new(&world, &wide, &GpuOptions::default(), None).unwrap();
            assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 32)).unwrap(), None, "on {}", wide.info);
            assert_eq!(comparison.measure_deep(32).unwrap(), None, "on {}", wide.info);
        }
    }
}

#[test]
fn drag() {
    let world = worlds::dragged();
    let end = every_pass(&world, 48, inputs::untouched);
    let speed = |s: &State| s.displacements.iter().flatten().map(|d| u64::from(d.unsigned_abs())).sum::<u64>();
    reached(end, "a third slower", |s| 3 * speed(s) < 2 * speed(&world.start));
}

#[test]
fn tools_that_attract_repel_grab_and_cut() {
    let world = worlds::tearing();
    let end = every_pass(&world, 56, inputs::with_tools);
    reached(end, "cut links", |s| s.counters.broken > 20);
    let world = worlds::contacts();
    let end = every_pass(&world, 56, inputs::with_tools);
    let untouched = end_on_cpu(&world, 56).particles;
    reached(end, "discs that tools move", |s| differently_placed(&s.particles, &untouched) > 100);
}

#[test]
fn coincident_discs_with_and_without_links() {
    let world = worlds::coincident();
    let start = world.start.clone();
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "all apart", |s| {
        let places: std::collections::HashSet<_> = s.particles.iter().map(|p| p.position).collect();
        places.len() > start.particles.len() * 9 / 10
    });
}

#[test]
fn five_hundred_discs_in_one_cell() {
    let end = every_pass(&worlds::crowd(), 24, inputs::untouched);
    reached(end, "a full count of contacts", |s| s.particles.iter().any(|p| p.touching() == 7));
}

#[test]
fn discs_several_cells_outside_the_walls() {
    let world = worlds::outside_walls();
    let outside = |s: &State| s.particles.iter().filter(|p| p.position[0] < world.params().wall_min[0]).count();
    assert!(outside(&world.start) > 40);
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "all back inside", |s| outside(s) == 0);
}

#[test]
fn displacements_at_the_limit() {
    for world in [worlds::saturating(), worlds::plain_saturating()] {
        let end = every_pass(&world, 32, inputs::untouched);
        reached(end, "saturation", |s| s.counters.saturated() > 30);
    }
}

#[test]
fn displacements_at_the_limit_far_from_walls() {
    let end = every_pass(&worlds::saturating_far_from_walls(), 8, inputs::untouched);
    reached(end, "saturation", |s| s.counters.saturated() > 5);
}

/// A whole run of every scene by digests, two at a time; panics with the first difference. Golden digests do that on the other adapters.
fn every_scene(particles: u64, substeps: u32) {
    let names = Mutex::new(Scene::names());
    let next = || names.lock().unwrap().next();
    let rest = || {
        let Some(context) = first_context() else { return };
        std::iter::from_fn(next).for_each(|name| whole_run(name, &context, particles, substeps));
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(rest))));
}

fn whole_run(name: &str, context: &Context, particles: u64, substeps: u32) {
    let start = Instant::now();
    let overrides = Overrides { particles: Some(particles), ..Overrides::default() };
    let world = Arc::new(Scene::find(name).unwrap().build(&overrides).unwrap());
    let options = Options { substeps, deep: false, threads: None };
    let report = verify(&world, context, &GpuOptions::default(), &options, &mut |_| {}).unwrap();
    if let Some(difference) = &report.first_difference {
        panic!("{name} on {}: {difference}", context.info);
    }
    // A digest after at least every other substep.
    let words = 6 * world.particle_count() as u64 * u64::from(substeps / 2);
    assert!(report.identical && report.substeps == substeps && report.compared_values >= words, "{report:?}");
    let seconds = start.elapsed().as_secs_f32();
    println!("{name}: {} values over {substeps} substeps on {} in {seconds:.1} s", report.compared_values, context.info);
}

#[test]
fn every_scene_is_identical_over_a_thousand_substeps_on_the_first_adapter() {
    every_scene(500, 1_000);
}

#[test]
fn a_run_with_tools_and_poured_discs_is_identical() {
    for kind in [Heap::Alike, Heap::Rough, Heap::Smooth] {
        poured_run(&worlds::heap(800, kind), kind != Heap::Alike);
    }
}

fn poured_run(world: &World, rough: bool) {
    for context in &contexts() {
        let mut comparison = Comparison::new(world, context, &GpuOptions::default(), None).unwrap();
        let mut count = world.particle_count() as u32;
        for frame in 0..4 {
            let poured: Vec<_> = (0..100)
                .map(|k| {
                    let place = [2.0 + 0.3 * f64::from(k), world.frame().size[1] - 6.0 - f64::from(k % 3)];
                    let material = if rough { (k % 4) as u16 } else { 0 };
                    let disc = ParticleSpec { velocity: [0.0, -30.0], material, ..ParticleSpec::at(place, 0.5) };
                    world.new_particle(count + k, &disc).unwrap()
                })
                .collect();
            comparison.spawn(&poured).unwrap();
            count += 100;
            let difference = comparison.run(&inputs::with_tools(world, 8 * frame, 8)).unwrap();
            assert_eq!(difference, None, "on {}: {}", context.info, difference.clone().unwrap());
        }
        assert_eq!(comparison.compare_states(32).unwrap(), None);
        let report = comparison.report(None);
        assert!(report.identical && report.particles == count && report.substeps == 32, "{report:?}");
    }
}

/// Masses are measured in that of the heaviest disc of the start, and those that join may be heavier.
#[test]
fn what_heavy_discs_that_join_weigh_is_measured_alike() {
    let material = |mass| MaterialSpec { density: 1.0, mass: Some(mass), friction: 0.5, restitution: 0.5 };
    let particles = (0..60).map(|k| ParticleSpec { material: 1, ..ParticleSpec::at([2.0 + f64::from(k), 2.0], 0.5) }).collect();
    let materials = [1.0, 200.0].map(material).to_vec();
    let world = World::new(&WorldSpec { size: [70.0, 40.0], gravity: [0.0; 2], particles, materials, ..WorldSpec::default() }).unwrap();
    let heavy = |k: u32, speed: f64| {
        let disc = ParticleSpec { material: 2, velocity: [speed, -speed], ..ParticleSpec::at([5.0 + 3.0 * f64::from(k), 20.0], 0.5) };
        world.new_particle(60 + k, &disc).unwrap()
    };
    let joining: Vec<_> = (0..10).map(|k| heavy(k, if k < 2 { 30_000.0 } else { 90.0 * f64::from(k) })).collect();
    for context in &contexts() {
        let mut comparison = Comparison::new(&world, context, &GpuOptions::default(), None).unwrap();
        comparison.spawn(&joining).unwrap();
        assert_eq!(comparison.measure_deep(0).unwrap(), None, "on {}", context.info);
        assert_eq!(comparison.run_deep(&inputs::untouched(&world, 0, 4)).unwrap(), None, "on {}", context.info);
        assert_eq!(comparison.measure_deep(4).unwrap(), None, "on {}", context.info);
    }
}
