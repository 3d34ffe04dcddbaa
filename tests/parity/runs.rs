//! Whole runs by digests, and runs that discs join.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use jostle::gpu::{Context, GpuOptions};
use jostle::scene::{Overrides, Scene};
use jostle::verify::{Comparison, Options, verify};
use jostle::world::World;
use jostle::world::spec::{MaterialSpec, ParticleSpec, WorldSpec};

use super::common::worlds::Heap;
use super::common::{contexts, first_context, inputs, worlds};

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
