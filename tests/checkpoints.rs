//! A simulation that goes on from a checkpoint comes to the same bits as one that was never stopped; a file that is no checkpoint, or
//! not a whole one, is refused.

mod common;

use std::io::{Cursor, Read, Write};
use std::sync::Arc;

use common::contexts;
use common::inputs::untouched;
use jostle::checkpoint::CheckpointError;
use jostle::gpu::GpuOptions;
use jostle::scene::{Edit, Overrides, Scene, SceneError};
use jostle::verify::Comparison;
use jostle::world::World;
use jostle::world::spec::{ContactSolver, Fall, LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, Walls, WorldSpec};
use jostle::{Backend, Checkpoint, Simulation, Snapshot};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

const NAME: &str = "here.jostle";
/// An odd number, which leaves pairs of buffers and alternating sweeps the other way round.
const BEFORE: u32 = 77;
const AFTER: u32 = 40;

fn cpu(threads: usize) -> Backend {
    Backend::cpu(Some(threads))
}

fn start(scene: &Scene, overrides: &Overrides, backend: &Backend) -> Simulation {
    Simulation::start(scene.build(overrides).unwrap(), backend).unwrap()
}

fn written(simulation: &Simulation, scene: &Scene, overrides: &Overrides) -> Vec<u8> {
    let mut bytes = Vec::new();
    Checkpoint::of(simulation, scene, overrides).unwrap().write(&mut bytes).unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<Scene, SceneError> {
    Ok(Checkpoint::read(NAME, Cursor::new(bytes))?.into_scene())
}

fn asked(particles: u64) -> Overrides {
    Overrides { particles: Some(particles), ..Overrides::default() }
}

/// A scene after [`BEFORE`] substeps in a file, and the simulation that wrote it [`AFTER`] substeps later.
fn stopped(scene: &Scene, overrides: &Overrides, disturb: impl Fn(&mut Simulation)) -> (Vec<u8>, Simulation) {
    let mut simulation = start(scene, overrides, &cpu(2));
    simulation.step(BEFORE).unwrap();
    disturb(&mut simulation);
    let file = written(&simulation, scene, overrides);
    simulation.step(AFTER).unwrap();
    (file, simulation)
}

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

#[test]
fn what_a_checkpoint_keeps_cannot_be_asked_for() {
    let (file, _) = stopped(&Scene::find("gas").unwrap(), &asked(300), |_| {});
    let resumed = read(&file).unwrap();
    let changes = [
        ("particles", asked(300)),
        ("substeps", Overrides { substeps: Some(8), ..Overrides::default() }),
        ("seed", Overrides { seed: Some(1), ..Overrides::default() }),
        ("solver", Overrides { solver: Some(ContactSolver::Resting), ..Overrides::default() }),
    ];
    for (name, overrides) in changes {
        let Err(SceneError::Checkpoint(CheckpointError::Kept { name: kept, .. })) = resumed.build(&overrides) else {
            panic!("{name} was changed");
        };
        assert_eq!(kept, name);
    }
}

#[test]
fn a_file_that_was_cut_or_changed_anywhere_is_refused() {
    let (file, _) = stopped(&Scene::find("cloth").unwrap(), &asked(120), |_| {});
    for length in (0..file.len()).step_by(97) {
        assert!(read(&file[..length]).is_err(), "the first {length} bytes of {} are a checkpoint", file.len());
    }
    let whole = written(&start(&read(&file).unwrap(), &Overrides::default(), &cpu(1)), &read(&file).unwrap(), &Overrides::default());
    for place in (0..file.len()).step_by(11) {
        let mut changed = file.clone();
        changed[place] ^= 0x10;
        // What says when an entry was written, and the like, is read by nobody.
        let Ok(scene) = read(&changed) else { continue };
        let world = scene.build(&Overrides::default()).unwrap();
        let again = Simulation::start(world, &cpu(1)).unwrap();
        assert!(written(&again, &scene, &Overrides::default()) == whole, "byte {place} was changed, and nobody noticed");
    }
}

/// The file with an entry changed and its checksum right.
fn with_entry(file: &[u8], name: &str, change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let mut from = ZipArchive::new(Cursor::new(file)).unwrap();
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..from.len() {
        let mut entry = from.by_index(index).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let entry_name = entry.name().unwrap().into_owned();
        if entry_name == name {
            change(&mut bytes);
        }
        to.start_file(entry_name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored)).unwrap();
        to.write_all(&bytes).unwrap();
    }
    to.finish().unwrap().into_inner()
}

#[test]
fn what_somebody_wrote_by_hand_is_refused_with_its_place() {
    let (file, _) = stopped(&Scene::find("cloth").unwrap(), &asked(120), |_| {});
    let refused = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let built = read(&with_entry(&file, name, change)).and_then(|scene| scene.build(&Overrides::default()));
        let error = built.err().unwrap_or_else(|| panic!("a changed {name} is taken")).to_string();
        assert!(error.starts_with(NAME), "{error}");
        error
    };
    assert!(read(&with_entry(&file, "", |_| {})).is_ok());
    let replace = |from: &'static str, to: &'static str| {
        move |bytes: &mut Vec<u8>| *bytes = String::from_utf8(bytes.clone()).unwrap().replace(from, to).into_bytes()
    };
    let error = refused("checkpoint.toml", &replace("format = 1", "format = 2"));
    assert!(error.contains("has format 2") && error.contains("go on with jostle 0."), "{error}");
    assert!(refused("checkpoint.toml", &replace("substeps = ", "steps = ")).contains("substeps"));
    assert!(refused("scene.toml", &replace("[world]", "[word]")).contains("did you mean \"world\""));
    assert!(refused("checkpoint.toml", &replace("particles = 120", "particles = 130")).contains("is of another world"));
    assert!(refused("checkpoint.toml", &replace("world = \"0x", "world = \"")).contains("`world` is"));
    // A file of a version before says nothing of its world.
    let of_before = |bytes: &mut Vec<u8>| {
        let text = String::from_utf8(bytes.clone()).unwrap().replace("particles = 120", "particles = 130");
        *bytes = text.lines().filter(|line| !line.starts_with("world = ")).map(|line| format!("{line}\n")).collect::<String>().into_bytes();
    };
    assert!(refused("checkpoint.toml", &of_before).contains("does not fit the scene"));
    assert!(refused("checkpoint.toml", &replace("files = []", "files = [\"a\"]")).contains("files/0"));
    assert!(refused("checkpoint.toml", &replace("format = 1", "format = 3\nnew = 1")).contains("has format 3"));
    // The data of an array of this size begins behind a header of 128 bytes.
    let word = |place: usize, word: u32| move |bytes: &mut Vec<u8>| bytes[128 + 4 * place..][..4].copy_from_slice(&word.to_le_bytes());
    assert!(refused("particles.npy", &word(3, 1)).contains("id 1 is there twice"));
    assert!(refused("particles.npy", &word(1, 0x8000_0000)).contains("-2147483648 steps"));
    assert!(refused("displacements.npy", &word(0, 0x7FFF_FFFF)).contains("a displacement of 2147483647"));
    assert!(refused("contacts.npy", &word(1, f32::NAN.to_bits())).contains("carries NaN"));
    assert!(refused("link_rows.npy", &word(1, 0)).contains("other links"));
    assert!(refused("link_rows.npy", &word(0, 119)).contains("other links"));
    assert!(refused("counters.npy", &|bytes| bytes.truncate(128)).contains("counters.npy"));
    let no_row = |bytes: &mut Vec<u8>| {
        replace_bytes(b"(1, 4", b"(0, 4")(bytes);
        bytes.truncate(128);
    };
    assert!(refused("counters.npy", &no_row).contains("0 rows: one is needed"));
    assert!(refused("joints.npy", &word(1, f32::INFINITY.to_bits())).contains("a joint carries"));
    assert!(refused("particles.npy", &|bytes| bytes.truncate(bytes.len() - 4)).contains("rows of 4 are needed"));
    assert!(refused("particles.npy", &|bytes| bytes.clear()).contains("particles.npy"));
    assert!(refused("particles.npy", &replace_bytes(b"<u4", b"<f4")).contains("allowed is uint32"));
    assert!(refused("particles.npy", &replace_bytes(b"False", b"True ")).contains("Fortran"));
}

/// A small file that would take any amount of memory.
#[test]
fn entries_that_share_their_bytes_are_refused() {
    let (file, _) = stopped(&Scene::find("gas").unwrap(), &asked(300), |_| {});
    let central = file.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let end = file.windows(4).rposition(|window| window == b"PK\x05\x06").unwrap();
    // Every entry of the list again and again under other names, and all at the same places.
    let (mut bomb, times) = (file[..central].to_vec(), 20u16);
    for time in 0..times {
        let mut entries = file[central..end].to_vec();
        let names: Vec<_> = (0..entries.len() - 4).filter(|&place| &entries[place..place + 4] == b".npy").collect();
        names.iter().filter(|_| time > 0).for_each(|&place| entries[place + 1..place + 4].copy_from_slice(format!("{time:03}").as_bytes()));
        bomb.extend(entries);
    }
    let count = u16::from_le_bytes([file[end + 8], file[end + 9]]) * times;
    let size = (end - central) as u32 * u32::from(times);
    bomb.extend(&file[end..end + 8]);
    bomb.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    bomb.extend(size.to_le_bytes());
    bomb.extend(&file[end + 16..]);
    let error = read(&bomb).map(drop).unwrap_err().to_string();
    assert!(error.contains("larger together than the file"), "{error}");
}

fn replace_bytes(from: &'static [u8], to: &'static [u8]) -> impl Fn(&mut Vec<u8>) {
    move |bytes| {
        let place = bytes.windows(from.len()).position(|window| window == from).expect("it is there");
        bytes[place..place + to.len()].copy_from_slice(to);
    }
}

/// What it would go on from would be another world.
#[test]
fn a_checkpoint_of_another_scene_or_with_other_overrides_is_refused() {
    let pile = Scene::find("pile").unwrap();
    let made = Overrides { substeps: Some(16), ..asked(500) };
    let simulation = start(&pile, &made, &cpu(1));
    assert!(Checkpoint::of(&simulation, &pile, &made).is_ok());
    let solver = Overrides { solver: Some(ContactSolver::Plain), ..made };
    for (scene, overrides) in [("pile", asked(500)), ("pile", Overrides { particles: Some(900), ..made }), ("dam", made), ("pile", solver)]
    {
        let refused = Checkpoint::of(&simulation, &Scene::find(scene).unwrap(), &overrides).err().unwrap().to_string();
        assert!(refused.contains(&format!("not made from the scene {scene}")), "{refused}");
    }
}

/// A checkpoint with the gravity or the obstacles of the file would go on to other bits.
#[test]
fn a_checkpoint_is_refused_where_the_scene_has_not_what_the_simulation_has_by_now() {
    let (drum, made) = (Scene::find("drum").unwrap(), asked(300));
    let mut simulation = start(&drum, &made, &cpu(1));
    let of = |simulation: &Simulation, scene: &Scene| Checkpoint::of(simulation, scene, &made).map(drop).map_err(|error| error.to_string());
    let fall = Fall { gravity: [1.0, -9.0], drag: 0.5 };
    simulation.set_gravity(fall.gravity).unwrap();
    simulation.set_drag(fall.drag).unwrap();
    assert!(of(&simulation, &drum).unwrap_err().contains("gravity and drag of the simulation are not those of the scene drum"));
    let leaning = drum.with_fall(fall, &made).unwrap();
    assert_eq!(of(&simulation, &leaning), Ok(()));
    let circle = ObstacleSpec::still(ObstacleShape::Circle { centre: [50.0, 50.0], radius: 2.0 });
    let (edited, _) = leaning.edited(Edit::Add(&circle), &made).unwrap();
    let obstacles = simulation.world().obstacles_of(&edited.obstacles(&made).unwrap()).unwrap();
    simulation.set_obstacles(obstacles).unwrap();
    assert!(of(&simulation, &leaning).unwrap_err().contains("obstacles of the simulation are not those of the scene drum"));
    assert_eq!(of(&simulation, &edited), Ok(()));
}

/// Written by the library, as whole as by the program.
#[test]
fn what_is_saved_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (pile, made) = (Scene::find("pile").unwrap(), asked(300));
    let mut simulation = start(&pile, &made, &cpu(1));
    simulation.step(50).unwrap();
    let [scene, state] = ["scene.jostle", "state.jostle"].map(|name| folder.path().join(name));
    Checkpoint::of(&simulation, &pile, &made).unwrap().save(&scene).unwrap();
    Snapshot::of(&simulation).unwrap().save(&state).unwrap();
    assert_eq!(Checkpoint::open(&scene).unwrap().substeps(), 50);
    assert_eq!(Snapshot::open(&state).unwrap(), Snapshot::of(&simulation).unwrap());
    assert_eq!(Snapshot::open(&scene).unwrap(), Snapshot::of(&simulation).unwrap());
    assert!(Snapshot::open(&folder.path().join("none")).unwrap_err().to_string().contains("cannot read the checkpoint"));
}

/// A world made in code: linked, rough, with an emitter's births, an open side and discs that joined.
#[test]
fn a_snapshot_goes_on_in_the_world_made_again_and_in_no_other() {
    let particles = (0..60).map(|k| {
        let place = [1.0 + 1.2 * f64::from(k % 10), 2.0 + 1.2 * f64::from(k / 10)];
        ParticleSpec { birth: u32::from(k > 50) * 40, material: u16::from(k % 2 == 0), ..ParticleSpec::at(place, 0.5) }
    });
    let spec = WorldSpec {
        size: [14.0, 12.0],
        walls: Walls { right: false, ..Walls::CLOSED },
        materials: vec![MaterialSpec { density: 2.0, mass: None, friction: 0.4, restitution: 0.2 }],
        links: vec![LinkSpec::between([0, 1], 1.2), LinkSpec { break_length: Some(1.5), ..LinkSpec::between([3, 4], 1.2) }],
        particles: particles.collect(),
        ..WorldSpec::default()
    };
    let (made, backend) = (|spec: &WorldSpec| World::new(spec).unwrap(), Backend::cpu(Some(2)));
    let mut simulation = Simulation::start(made(&spec), &backend).unwrap();
    simulation.step(30).unwrap();
    simulation.spawn(&[ParticleSpec { material: 1, ..ParticleSpec::at([7.0, 11.0], 0.5) }]).unwrap();
    simulation.step(300).unwrap();
    let mut file = Cursor::new(Vec::new());
    let written = Snapshot::of(&simulation).unwrap();
    written.write(&mut file).unwrap();
    simulation.step(100).unwrap();

    let snapshot = Snapshot::read("spray.state", file.clone()).unwrap();
    assert_eq!(snapshot, written);
    assert_ne!(snapshot, Snapshot::of(&simulation).unwrap());
    assert_eq!((snapshot.substeps(), snapshot.state().particles.len()), (330, 61));
    let mut other = Simulation::start(snapshot.resume(made(&spec)).unwrap(), &backend).unwrap();
    other.step(100).unwrap();
    assert_eq!((other.substep_count(), other.digest().unwrap()), (430, simulation.digest().unwrap()));
    // From there once more.
    let again = Snapshot::of(&other).unwrap().resume(made(&spec)).unwrap();
    assert_eq!(Simulation::start(again, &backend).unwrap().digest().unwrap(), simulation.digest().unwrap());

    // And in place, back and on again.
    for _ in 0..2 {
        simulation.restore(&snapshot).unwrap();
        assert_eq!(simulation.substep_count(), 330);
        let measured = simulation.measure().unwrap();
        simulation.step(100).unwrap();
        assert_eq!(simulation.digest().unwrap(), other.digest().unwrap());
        assert_ne!(simulation.measure().unwrap(), measured);
    }
    let early = Snapshot::of(&Simulation::start(made(&spec), &backend).unwrap()).unwrap();
    // To before a disc had joined, and to after that again.
    let late = simulation.digest().unwrap();
    simulation.restore(&early).unwrap();
    assert_eq!((simulation.particle_count(), simulation.substep_count()), (60, 0));
    simulation.step(100).unwrap();
    let mut from_start = Simulation::start(made(&spec), &backend).unwrap();
    from_start.step(100).unwrap();
    assert_eq!(simulation.digest().unwrap(), from_start.digest().unwrap());
    simulation.restore(&snapshot).unwrap();
    simulation.step(100).unwrap();
    assert_eq!((simulation.particle_count(), simulation.substep_count(), simulation.digest().unwrap()), (61, 430, late));
    // So does one that itself went on from there.
    other.restore(&early).unwrap();
    other.step(100).unwrap();
    assert_eq!((other.particle_count(), other.digest().unwrap()), (60, from_start.digest().unwrap()));
    // As many, of which the last is another one.
    simulation.restore(&early).unwrap();
    let smaller = ParticleSpec::at([11.0, 10.0], 0.5 * spec.particles[0].radius);
    simulation.spawn(&[smaller]).unwrap();
    let with_smaller = Snapshot::of(&simulation).unwrap();
    simulation.restore(&early).unwrap();
    simulation.spawn(&[ParticleSpec { radius: spec.particles[0].radius, ..smaller }]).unwrap();
    simulation.restore(&with_smaller).unwrap();
    assert_eq!(Snapshot::of(&simulation).unwrap(), with_smaller);

    let changes: [&dyn Fn(&mut WorldSpec); 3] =
        [&|spec| spec.frame_rate = 30.0, &|spec| spec.particles[59].birth = 41, &|spec| spec.links[1].break_length = None];
    for change in changes {
        let mut spec = spec.clone();
        change(&mut spec);
        let refused = snapshot.resume(made(&spec)).unwrap_err();
        assert!(
            matches!(refused, CheckpointError::OtherWorld { .. }) && refused.to_string().starts_with("spray.state is of another world")
        );
    }
    let refused = Checkpoint::read("spray.state", file).unwrap_err().to_string();
    assert!(refused.starts_with("spray.state has no scene"), "{refused}");
}

/// More discs may leave than there are, where they are put back by hand.
#[test]
fn counts_of_what_happened_may_be_greater_than_what_there_is() {
    let particles = vec![ParticleSpec::at([5.0, 5.0], 0.5), ParticleSpec::at([7.0, 5.0], 0.5)];
    let spec = WorldSpec { size: [10.0, 10.0], particles, ..WorldSpec::default() };
    let mut simulation = Simulation::start(World::new(&spec).unwrap(), &Backend::cpu(Some(1))).unwrap();
    let start = simulation.state().unwrap();
    for _ in 0..3 {
        simulation.remove(&[0]).unwrap();
        let mut state = simulation.state().unwrap();
        state.particles.clone_from(&start.particles);
        simulation.set_state(&state).unwrap();
    }
    let world = Snapshot::of(&simulation).unwrap().resume(World::new(&spec).unwrap()).unwrap();
    let other = Simulation::start(world, &Backend::cpu(Some(1))).unwrap();
    assert_eq!(other.counters().unwrap().removed, 3);
    let births = jostle::world::state::State { births: vec![1, 1], ..start };
    assert!(simulation.set_state(&births).unwrap_err().to_string().contains("other births"));
}
