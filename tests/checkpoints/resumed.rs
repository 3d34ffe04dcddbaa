//! What goes on from a checkpoint goes on to the same bits: scenes, what joined them, and what they read from files.

use std::sync::Arc;

use jostle::gpu::GpuOptions;
use jostle::scene::{Edit, Overrides, Scene};
use jostle::verify::Comparison;
use jostle::world::spec::{ContactSolver, ObstacleShape, ObstacleSpec, ParticleSpec};
use jostle::{Backend, Simulation};

use super::common::contexts;
use super::common::inputs::untouched;
use super::{AFTER, BEFORE, asked, cpu, read, start, stopped, written};

/// Everything that is compared: the whole state, and time.
fn seen(simulation: &mut Simulation, overrides: &Overrides, scene: &Scene) -> (u64, u32, Vec<u8>) {
    (simulation.digest().unwrap(), simulation.substep_count(), written(simulation, scene, overrides))
}

fn assert_goes_on(name: &str, overrides: &Overrides, disturb: impl Fn(&mut Simulation)) {
    let scene = Scene::find(name).unwrap();
    let (file, mut simulation) = stopped(&scene, overrides, disturb);
    let resumed = read(&file).unwrap();
    let expected = seen(&mut simulation, &Overrides::default(), &resumed);
    for threads in [1, 3] {
        let mut other = start(&resumed, &Overrides::default(), &cpu(threads));
        assert_eq!(written(&other, &resumed, &Overrides::default()), file, "{name}: a checkpoint of a checkpoint is another file");
        other.step(AFTER).unwrap();
        assert!(seen(&mut other, &Overrides::default(), &resumed) == expected, "{name} goes another way on {threads} threads");
    }
}

#[test]
fn every_scene_goes_on_to_the_same_bits() {
    for name in Scene::names() {
        assert_goes_on(name, &asked(1_000), |_| {});
    }
    let overrides = Overrides { seed: Some(9), substeps: Some(5), solver: Some(ContactSolver::Plain), ..asked(700) };
    for name in ["pile", "cloth", "soft_squares", "rain"] {
        assert_goes_on(name, &overrides, |_| {});
    }
}

#[test]
fn discs_that_joined_go_on_too() {
    let poured = |simulation: &mut Simulation| {
        let size = simulation.world().frame().size;
        let disc = |k: u32| ParticleSpec::at([size[0] * f64::from(k % 30 + 1) / 32.0, size[1] - 2.0 - f64::from(k / 30)], 0.4);
        simulation.spawn(&(0..600).map(disc).collect::<Vec<_>>()).unwrap();
        simulation.step(3).unwrap();
    };
    assert_goes_on("pile", &asked(500), poured);
    assert_goes_on("cloth", &Overrides { solver: Some(ContactSolver::Plain), ..asked(500) }, poured);
    assert_goes_on("avalanche", &asked(300), poured);
}

/// In crowds that lists do not hold, what a fold brings together counts: the grid has to be the same, however it grew.
#[test]
fn discs_that_joined_a_folded_grid_in_two_goes_go_on_too() {
    let text = "[world]\nsize = [100_000, 100_000]\ngravity = [0, 0]\n\n[[disc]]\nat = [50, 50]\nradius = 16\n\n[[lattice]]\n\
                from = [1000, 1000]\nto = [3000, 3000]\ncount = 3000\nradius = 0.5\n";
    let (scene, overrides) = (Scene::from_toml("folded", text, None).unwrap(), Overrides::default());
    let mut running = start(&scene, &overrides, &cpu(2));
    let place = |i: u32| {
        let (crowd, k) = (f64::from(i / 20), f64::from(i % 20));
        [5000.0 + 16_180.34 * crowd % 90_000.0 + k, 5000.0 + 27_182.8 * crowd % 90_000.0 + 7.0 * k % 20.0]
    };
    for ids in [0..300, 300..1000] {
        running.spawn(&ids.map(|i| ParticleSpec::at(place(i), 16.0)).collect::<Vec<_>>()).unwrap();
    }
    let mut resumed = start(&read(&written(&running, &scene, &overrides)).unwrap(), &overrides, &cpu(2));
    running.step(2).unwrap();
    resumed.step(2).unwrap();
    assert_eq!(running.digest().unwrap(), resumed.digest().unwrap());
}

#[test]
fn every_gpu_goes_on_as_the_cpu_does() {
    for context in &contexts() {
        for name in ["pile", "cloth", "drum", "rain", "polydisperse"] {
            let scene = Scene::find(name).unwrap();
            let (file, mut simulation) = stopped(&scene, &asked(1_000), |_| {});
            let resumed = read(&file).unwrap();
            let world = resumed.build(&Overrides::default()).unwrap();
            let mut other = Simulation::start(world, &Backend::Gpu(context.clone())).unwrap();
            other.step(AFTER).unwrap();
            let expected = seen(&mut simulation, &Overrides::default(), &resumed);
            assert!(seen(&mut other, &Overrides::default(), &resumed) == expected, "{name} goes another way on {}", context.info);
        }
    }
}

/// The ends of links are found by the ids of the scene, and discs that joined have others.
#[test]
fn each_pass_is_equal_where_discs_had_joined_linked_ones() {
    for solver in [ContactSolver::Resting, ContactSolver::Plain] {
        let overrides = Overrides { solver: Some(solver), ..asked(400) };
        let (file, _) = stopped(&Scene::find("cloth").unwrap(), &overrides, |simulation| {
            let top = simulation.world().frame().size[1] - 2.0;
            simulation.spawn(&(0..40).map(|k| ParticleSpec::at([2.0 + f64::from(k), top], 0.4)).collect::<Vec<_>>()).unwrap();
        });
        let world = Arc::new(read(&file).unwrap().build(&Overrides::default()).unwrap());
        for context in &contexts() {
            let mut comparison = Comparison::new(&world, context, &GpuOptions::default(), None).unwrap();
            assert_eq!(comparison.run_deep(&untouched(&world, BEFORE, 2)).unwrap(), None, "on {}", context.info);
        }
    }
}

/// As where an obstacle was moved in the window while the scene ran.
#[test]
fn obstacles_may_stand_where_discs_started() {
    let scene = Scene::find("dam").unwrap();
    let mut simulation = start(&scene, &asked(500), &cpu(2));
    simulation.step(2_000).unwrap();
    let world = simulation.world().clone();
    let top = |places: &[[f64; 2]]| places.iter().copied().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
    let (started, now) = (top(&start(&scene, &asked(500), &cpu(1)).positions().unwrap()), simulation.positions().unwrap());
    assert!(top(&now)[1] < started[1] - 5.0, "the column has fallen");
    let stone = ObstacleSpec::still(ObstacleShape::Box { centre: started, size: [4.0; 2], angle: 0.3 });
    let (edited, _) = scene.edited(Edit::Add(&stone), &asked(500)).unwrap();
    assert!(edited.build(&asked(500)).is_err());
    simulation.set_obstacles(world.obstacles_of(&edited.obstacles(&asked(500)).unwrap()).unwrap()).unwrap();
    let file = written(&simulation, &edited, &asked(500));
    simulation.step(AFTER).unwrap();
    let mut other = start(&read(&file).unwrap(), &Overrides::default(), &cpu(1));
    other.step(AFTER).unwrap();
    assert_eq!(other.digest().unwrap(), simulation.digest().unwrap());
}

/// A disc follows a box to where that stood at the start, which is no longer inside of it.
#[test]
fn what_is_measured_first_has_obstacles_where_they_are_now() {
    let text = "[world]\nsize = [60, 20]\ngravity = [0, 0]\n[[disc]]\nat = [14.9, 10]\nradius = 0.5\nvelocity = [50, 0]\n\
                [[obstacle]]\nbox = { at = [20, 10], size = [6, 6] }\nvelocity = [50, 0]\n";
    let scene = Scene::from_toml("followed", text, None).unwrap();
    let (file, _) = stopped(&scene, &Overrides::default(), |simulation| {
        assert!((22.5..23.0).contains(&simulation.positions().unwrap()[0][0]));
    });
    let world = read(&file).unwrap().build(&Overrides::default()).unwrap();
    let contexts = contexts();
    let gpus = contexts.iter().cloned().map(Backend::Gpu);
    for backend in gpus.chain([cpu(1)]) {
        let measures = Simulation::start(world.clone(), &backend).unwrap().measure().unwrap();
        assert_eq!((measures.live, measures.in_obstacles), (1, 0));
    }
}

#[test]
fn files_that_the_scene_names_are_in_the_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("discs.csv"), "x,y,vx\n3,3,1\n5,3.5,-1\n8,9,0\n").unwrap();
    let path = folder.path().join("named.toml");
    let text = "[world]\nsize = [20, 20]\n[[particles]]\nfile = \"discs.csv\"\nradius = 0.5\n[[link]]\nends = [0, 1]\n";
    std::fs::write(&path, text).unwrap();
    let scene = Scene::find(path.to_str().unwrap()).unwrap();
    std::fs::write(folder.path().join("discs.csv"), "changed since").unwrap();
    let (file, mut simulation) = stopped(&scene, &Overrides::default(), |_| {});
    drop(folder);
    let mut other = start(&read(&file).unwrap(), &Overrides::default(), &cpu(1));
    other.step(AFTER).unwrap();
    assert_eq!(other.digest().unwrap(), simulation.digest().unwrap());
}

/// A box that turns so fast that only a scene of more particles than the file's may have so few substeps.
#[test]
fn a_scene_that_only_its_overrides_make_possible_goes_on_too() {
    let text = "[world]\nsize = [40, 40]\n[[block]]\nfrom = [2, 2]\nto = [38, 14]\n[[obstacle]]\n\
                box = { at = [20, 30], size = [6, 1] }\nturn_rate = 15000\n";
    let scene = Scene::from_toml("turn", text, None).unwrap();
    let overrides = Overrides { substeps: Some(4), ..asked(8_000) };
    let (file, mut simulation) = stopped(&scene, &overrides, |_| {});
    let resumed = read(&file).unwrap();
    assert_eq!(resumed.default_particles() as usize, simulation.world().particle_count());
    let mut other = start(&resumed, &Overrides::default(), &cpu(1));
    other.step(AFTER).unwrap();
    assert_eq!(other.digest().unwrap(), simulation.digest().unwrap());
}
