//! Tables of particles beside a scene file: CSV, NPY and the start files of other engines.

use super::built_in::assert_sane;
use super::*;

pub(super) fn folder_with(name: &str, bytes: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), bytes).unwrap();
    folder
}

pub(super) fn with_table(name: &str, bytes: &[u8]) -> Result<WorldSpec, SceneError> {
    let folder = folder_with(name, bytes);
    let text = format!("{WORLD}[[particles]]\nfile = \"{name}\"\nradius = 0.25\n");
    Scene::from_toml("bad.toml", &text, Some(folder.path()))?.world_spec(&Overrides::default())
}

#[track_caller]
fn assert_table_error(name: &str, bytes: &[u8], at_row: Option<u64>, parts: &[&str]) {
    let error = with_table(name, bytes).unwrap_err();
    let SceneError::Table { place, path, row, .. } = &error else { panic!("{error}") };
    assert_eq!((place.at.map(|[line, _]| line), place.key.as_str(), *row), (Some(4), "particles[0].file", at_row), "{error}");
    assert!(path.ends_with(name), "{path}");
    for part in parts {
        assert!(error.to_string().contains(part), "\"{part}\" is not in: {error}");
    }
}

pub(super) fn npy<T: npyz::AutoSerialize + Copy>(shape: &[u64], order: npyz::Order, numbers: &[T]) -> Vec<u8> {
    use npyz::WriterBuilder;
    let mut bytes = Vec::new();
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(shape).order(order).writer(&mut bytes).begin_nd().unwrap();
    writer.extend(numbers.iter().copied()).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn npy_files_of_both_precisions_and_orders_give_their_positions() {
    let wanted = [[1.5, 2.5], [3.25, 4.75], [99.0, 70.0]];
    let rows = [1.5, 2.5, 3.25, 4.75, 99.0, 70.0];
    let columns = [1.5, 3.25, 99.0, 2.5, 4.75, 70.0];
    let files = [
        npy(&[3, 2], npyz::Order::C, &rows),
        npy(&[3, 2], npyz::Order::Fortran, &columns),
        npy(&[3, 2], npyz::Order::C, &rows.map(|x| x as f32)),
    ];
    for bytes in files {
        let spec = with_table("cloud.npy", &bytes).unwrap();
        assert_eq!(spec.particles.iter().map(|p| p.position).collect::<Vec<_>>(), wanted);
        assert!(spec.particles.iter().all(|p| p.radius == 0.25 && !p.pinned));
    }
}

#[test]
fn csv_files_give_every_column_they_have() {
    // The velocity of a table is that of those that move.
    let moving = "velocity = [2, 0]\n";
    let folder = folder_with("cloud.csv", b"x,y,pinned\n5,5,0\n15,5,1\n");
    let scene =
        Scene::from_toml("table.toml", &format!("{WORLD}[[particles]]\nfile = \"cloud.csv\"\n{moving}"), Some(folder.path())).unwrap();
    let velocities: Vec<_> = scene.world_spec(&Overrides::default()).unwrap().particles.iter().map(|disc| disc.velocity).collect();
    assert_eq!(velocities, [[2.0, 0.0], [0.0; 2]]);
    let spec = with_table("cloud.csv", b"y, x, vx, pinned, radius\n1, 2, 3, false, 0.5\n4, 5, 0, 1, 0.75\n").unwrap();
    let [first, second] = spec.particles[..] else { panic!("{:?}", spec.particles) };
    assert_eq!((first.position, first.velocity, first.radius, first.pinned), ([2.0, 1.0], [3.0, 0.0], 0.5, false));
    assert_eq!((second.position, second.velocity, second.radius, second.pinned), ([5.0, 4.0], [0.0, 0.0], 0.75, true));
}

/// A pinned disc has none of the table's velocity, also along an axis that has a column.
#[test]
fn csv_files_may_give_one_axis_of_velocities() {
    let folder = folder_with("cloud.csv", b"x,y,vx,pinned\n5,5,0,1\n15,5,3,0\n");
    let text = format!("{WORLD}[[particles]]\nvelocity = [1, 2]\nfile = \"cloud.csv\"\n");
    let world = Scene::from_toml("axis.toml", &text, Some(folder.path())).unwrap().build(&Overrides::default()).unwrap();
    let moves = |k: usize| world.start.displacements[k].map(|part| part != 0);
    assert_eq!([moves(0), moves(1)], [[false, false], [true, true]]);
}

/// With all columns that `simulate --out` writes; those that no particle starts with are not read.
#[test]
fn csv_files_that_jostle_wrote_can_be_read() {
    let text = b"id,x,y,vx,vy,radius,phase,mass,angle,angular_velocity\n7,1.5,2,3,4,0.5,live,1,0.25,6\n9,5,4,0,0,0.75,pinned,inf,0,0\n";
    let spec = with_table("cloud.csv", text).unwrap();
    let [first, second] = spec.particles[..] else { panic!("{:?}", spec.particles) };
    assert_eq!((first.position, first.velocity, first.radius, first.pinned), ([1.5, 2.0], [3.0, 4.0], 0.5, false));
    assert_eq!((first.angle, first.angular_velocity), (0.25, 6.0));
    assert_eq!((second.position, second.radius, second.pinned), ([5.0, 4.0], 0.75, true));
    assert_table_error("a.csv", b"x,y,angle\n1,2,nan\n", Some(1), &["angle is NaN", "a finite number"]);
    assert_table_error("a.csv", b"x,y,angular_velocity,pinned\n1,2,3,1\n", Some(1), &["angular_velocity is 3", "0 for a pinned"]);
    assert_table_error("a.csv", b"x,y,phase\n1,2,live\n3,4,unborn\n", Some(2), &["phase is \"unborn\"", "live or pinned"]);
    assert_table_error("a.csv", b"x,y,phase,pinned\n1,2,live,0\n", None, &["columns `phase` and `pinned` say the same", "leave one"]);
}

#[test]
fn malformed_tables_are_refused_at_their_row() {
    assert_table_error("a.csv", b"x,y\n1,2\n3,four\n", Some(2), &["y is \"four\"", "a number"]);
    assert_table_error("a.csv", b"x,y\n1,2\n3\n", Some(2), &["1 field: 2 are needed"]);
    assert_table_error("a.csv", b"x,y\n1,2\n5,nan\n", Some(2), &["y is NaN"]);
    assert_table_error("a.csv", b"x,y\n1,2\n500,2\n", Some(2), &["x is 500", "0.25 to 99.75"]);
    assert_table_error("a.csv", b"x,y,radius\n1,2,-3\n", Some(1), &["radius is -3"]);
    assert_table_error("a.csv", b"x,y,radius\n5,5,300\n", Some(1), &["no place for a disc of radius 300", "of 600 each way"]);
    assert_table_error("a.csv", b"x,y,pinned\n1,2,maybe\n", Some(1), &["pinned is \"maybe\"", "true"]);
    assert_table_error("a.csv", b"x,y,vx\n1,2,inf\n", Some(1), &["velocity is inf"]);
    assert_table_error("a.csv", b"x,y,vy,pinned\n1,2,3,1\n", Some(1), &["velocity is 3", "pinned"]);
    assert_table_error("a.csv", b"x,z\n1,2\n", None, &["unknown column `z`", "`radius`"]);
    assert_table_error("a.csv", b"x\n1\n", None, &["no column `y`"]);
    assert_table_error("a.csv", b"x,y,x\n1,2,3\n", None, &["stands twice"]);
    assert_table_error("a.csv", b"x,y\n", None, &["no rows"]);
    assert_table_error("a.npy", b"not a table", None, &["not a valid .npy file"]);
    assert_table_error("a.npy", &npy(&[2, 3], npyz::Order::C, &[1.0; 6]), None, &["[2, 3]", "[n, 2]"]);
    assert_table_error("a.npy", &npy(&[2, 2], npyz::Order::C, &[1i32; 4]), None, &["float32 and float64"]);
    assert_table_error("a.npy", &npy(&[2, 2], npyz::Order::C, &[1.0, 1.0, 1.0, f64::NAN]), Some(2), &["y is NaN"]);
}

#[test]
fn an_npy_file_holds_exactly_what_its_header_announces() {
    let whole = npy(&[2, 2], npyz::Order::C, &[1.0f64; 4]);
    assert!(with_table("a.npy", &whole).is_ok());
    let again = "numpy.save";
    let announced = "announces 32, 2 rows of 2 numbers";
    assert_table_error("a.npy", &whole[..whole.len() - 8], None, &["cut short: 24 bytes of data", announced, again]);
    assert_table_error("a.npy", &whole[..whole.len() - 32], None, &["cut short: 0 bytes of data", announced, again]);
    assert_table_error("a.npy", &[&whole[..], &[0]].concat(), None, &["longer than it says: 33 bytes of data", announced, again]);
    assert_table_error("a.npy", &[&whole[..], &whole].concat(), None, &["longer than it says", announced, again]);
    let single = npy(&[2, 2], npyz::Order::Fortran, &[1.0f32; 4]);
    assert_table_error("a.npy", &single[..single.len() - 1], None, &["cut short: 15 bytes of data", "announces 16", again]);
    assert_table_error("a.npy", &whole[..40], None, &["ends after 40 bytes, inside its header", again]);
    for (header, said) in [("{".repeat(54), "54 brackets"), ("(".repeat(60_000), "60000 bytes")] {
        let length = (header.len() as u16).to_le_bytes();
        let nested = [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes()].concat();
        assert_table_error("a.npy", &nested, None, &["a header of", said, again]);
    }
    let long = "{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775808, 4), }\n";
    let long = [b"\x93NUMPY\x01\x00", &(long.len() as u16).to_le_bytes()[..], long.as_bytes()].concat();
    assert_table_error("a.npy", &long, None, &["a number of more than 9 digits", again]);
    assert_table_error("a.npy", b"", None, &["empty, where a header and an array are expected", again]);
}

/// A start file of the benchmarks that compare engines.
pub(super) fn bin(count: u32, edge: f32, numbers: &[f32]) -> Vec<u8> {
    let words = [count, edge.to_bits()].into_iter().chain(numbers.iter().map(|number| number.to_bits()));
    words.flat_map(u32::to_le_bytes).collect()
}

#[test]
fn bin_files_give_their_positions_in_the_world_of_the_scene() {
    let spec = with_table("pile.bin", &bin(3, 126.0, &[1.5, 2.5, 3.25, 4.75, 99.0, 70.0])).unwrap();
    assert_eq!(spec.particles.iter().map(|p| p.position).collect::<Vec<_>>(), [[1.5, 2.5], [3.25, 4.75], [99.0, 70.0]]);
    assert!(spec.particles.iter().all(|p| p.radius == 0.25 && p.velocity == [0.0; 2] && !p.pinned));
    assert_eq!(spec.size, [100.0, 80.0]);
}

#[test]
fn a_bin_file_holds_exactly_what_it_announces() {
    let whole = bin(2, 50.0, &[1.0, 2.0, 3.0, 4.0]);
    let again = "N as u32";
    assert_table_error("a.bin", b"", None, &["ends after 0 bytes, inside its header of 8", again]);
    assert_table_error("a.bin", &whole[..7], None, &["ends after 7 bytes", again]);
    assert_table_error("a.bin", &whole[..8], None, &["cut short: 0 bytes of data", "announces 16, 2 rows", again]);
    assert_table_error("a.bin", &whole[..23], None, &["cut short: 15 bytes of data", again]);
    assert_table_error("a.bin", &[&whole[..], &[0]].concat(), None, &["longer than it says: 17 bytes of data", again]);
    assert_table_error("a.bin", &bin(u32::MAX, 50.0, &[1.0; 4]), None, &["4294967295 rows", "at most 100000000"]);
    assert_table_error("a.bin", &bin(0, 50.0, &[]), None, &["no rows"]);
    for edge in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_table_error("a.bin", &bin(1, edge, &[1.0; 2]), None, &[&format!("its box is {edge}"), "above 0"]);
    }
    assert_table_error("a.bin", &bin(2, 50.0, &[1.0, 1.0, 1.0, f32::NAN]), Some(2), &["y is NaN"]);
    assert_table_error("a.bin", &bin(2, 50.0, &[1.0, 1.0, f32::INFINITY, 1.0]), Some(2), &["x is inf"]);
    assert_table_error("a.bin", &bin(1, 50.0, &[99.9, 1.0]), Some(1), &["x is 99.9", "0.25 to 99.75"]);
}

#[test]
fn tables_that_are_not_there_are_refused() {
    let scene = |file: &str| format!("{WORLD}[[particles]]\nfile = \"{file}\"\n");
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("folder.csv")).unwrap();
    for (file, said) in [("gone.npy", "cannot be read"), ("folder.csv", "")] {
        let error = Scene::from_toml("bad.toml", &scene(file), Some(folder.path())).unwrap_err();
        assert!(matches!(&error, SceneError::Table { row: None, .. }), "{error}");
        assert!(error.to_string().contains(said) && place(&error).at.is_some_and(|[line, _]| line == 4), "{error}");
    }
    assert_error("[[particles]]\nfile = \"cloud.txt\"\n", 2, "particles[0].file", &["cloud.txt", ".npy, .csv or .bin"]);
    assert_error("[[particles]]\nfile = \"a.csv\"\nlist = []\n", 2, "particles[0].file", &["not both"]);
}

#[test]
fn a_scene_file_finds_its_tables_beside_itself_and_is_named_after_the_file() {
    let folder = folder_with("cloud.csv", b"x,y\n1,2\n");
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, format!("description = \"Mine\"\n{WORLD}[[particles]]\nfile = \"cloud.csv\"\n")).unwrap();
    let scene = Scene::find(path.to_str().unwrap()).unwrap();
    assert_eq!((scene.name(), scene.description(), scene.default_particles()), ("mine", "Mine", 1));
}

#[test]
fn particles_given_one_by_one_come_first_and_cannot_be_scaled() {
    let text = format!(
        "{WORLD}[[disc]]\nat = [50, 50]\n[[particles]]\nlist = [{{ at = [5, 5], pinned = true }}, {{ at = [7, 5], radius = 0.6 }}]\n\
         [[link]]\nends = [0, 1]\nbreak_length = 3\n"
    );
    let scene = Scene::from_toml("few.toml", &text, None).unwrap();
    let spec = scene.world_spec(&Overrides::default()).unwrap();
    assert_eq!(
        spec.particles.iter().map(|p| (p.position[0], p.radius, p.pinned)).collect::<Vec<_>>(),
        [(5.0, 0.5, true), (7.0, 0.6, false), (50.0, 0.5, false)]
    );
    assert_eq!((spec.links.len(), spec.links[0].rest_length, spec.links[0].break_length), (1, 2.0, Some(3.0)));
    let error = scene.world_spec(&particles(10)).unwrap_err();
    assert_eq!(error.to_string(), "few.toml: 10 particles: particles given one by one cannot be scaled: this scene has 3");
    assert!(scene.world_spec(&particles(3)).is_ok());
}

#[test]
fn shapes_that_cannot_have_the_number_say_which_is_nearest() {
    let scene = Scene::from_toml("two.toml", &format!("{WORLD}[[disc]]\nat = [5, 5]\n[[disc]]\nat = [9, 5]\n"), None).unwrap();
    let error = scene.world_spec(&particles(3)).unwrap_err();
    assert_eq!(error.to_string(), "two.toml: 3 particles: the nearest that the shapes of this scene allow is 2");
}

#[test]
fn structures_alone_scale_too() {
    let cloth = "[[cloth]]\nfrom = [5, 5]\nto = [95, 75]\ndiagonals = true\n";
    let squares = "[[soft_squares]]\nfrom = [0, 0]\nto = [100, 80]\nsize = [6, 6]\n";
    for shape in [cloth, squares] {
        let scene = Scene::from_toml("one.toml", &format!("{WORLD}{shape}"), None).unwrap();
        for count in [100, 777, 50_000] {
            let spec = scene.world_spec(&particles(count)).unwrap();
            assert_eq!(spec.particles.len() as u64, count);
            assert_sane("one", &spec);
        }
    }
    let ropes = "[[rope]]\nfrom = [5, 70]\nto = [15, 70]\nrepeat = { to = [99, 79], step = [12, 2] }\n";
    let scene = Scene::from_toml("ropes.toml", &format!("{WORLD}{ropes}"), None).unwrap();
    let count = scene.world_spec(&particles(50_000)).unwrap().particles.len();
    assert!((49_000..=51_000).contains(&count), "{count}");
}

// Nothing panics.

/// As a table, or as its place alone; what is wrong is named where it stands, in either.
#[test]
fn a_particle_of_a_list_is_a_table_or_its_place() {
    let spec = |list: &str| {
        let text = format!("{WORLD}[[particles]]\nradius = 0.75\nvelocity = [1, 2]\nlist = [{list}]\n");
        Scene::from_toml("mine.toml", &text, None).unwrap().world_spec(&Overrides::default()).unwrap().particles
    };
    assert_eq!(
        spec("[5, 6], { at = [9, 6], radius = 0.5 }, [12.5, 6]"),
        spec("{ at = [5, 6] }, { at = [9, 6], radius = 0.5 }, { at = [12.5, 6] }")
    );
    let wrong = |item: &str, key: &str, parts: &[&str]| {
        assert_error(&format!("[[particles]]\nlist = [[5, 6],\n{item}]\n"), 3, key, parts);
    };
    wrong("[200, 6]", "particles[0].list[1]", &["inside the world"]);
    wrong("{ at = [200, 6] }", "particles[0].list[1].at", &["inside the world"]);
    wrong("{ at = [5, 6], radius = 300 }", "particles[0].list[1].at", &["no place for a disc of radius 300", "of 600 each way"]);
    wrong("[5]", "particles[0].list[1]", &["exactly two numbers"]);
    wrong("[5, 6, 7]", "particles[0].list[1]", &["exactly two numbers"]);
    wrong("[5, \"6\"]", "particles[0].list[1][1]", &["a number"]);
    wrong("7", "particles[0].list[1]", &["[x, y] or a table"]);
    wrong("{ ta = [5, 6] }", "particles[0].list[1].ta", &["did you mean \"at\"?"]);
    wrong("{ at = [5, 6], radius = \"r\" }", "particles[0].list[1].radius", &["a number"]);
}
