//! Files that are no checkpoints, or not whole ones, and checkpoints that would go on to something else.

use std::io::{Cursor, Read, Write};

use jostle::checkpoint::CheckpointError;
use jostle::scene::{Edit, Overrides, Scene, SceneError};
use jostle::world::spec::{ContactSolver, Fall, ObstacleShape, ObstacleSpec};
use jostle::{Checkpoint, Simulation};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::{NAME, asked, cpu, read, start, stopped, written};

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
    assert!(refused("checkpoint.toml", &of_before).contains("does not fit its world"));
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
