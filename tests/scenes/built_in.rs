//! The built-in scenes: what each promises, at any size.

use super::*;

/// The greatest overlap of two particles, in diameters of the smaller; those of one emitter row by birth.
fn greatest_overlap(spec: &WorldSpec) -> f64 {
    let edge = spec.particles.iter().fold(0.0f64, |edge, p| edge.max(2.0 * p.radius));
    let cell = |p: [f64; 2]| p.map(|x| (x / edge) as i64);
    let mut cells: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
    let born = |id: &usize| spec.particles[*id].birth == 0;
    for id in (0..spec.particles.len()).filter(born) {
        cells.entry(cell(spec.particles[id].position)).or_default().push(id);
    }
    let mut greatest = 0.0f64;
    for (&[x, y], ids) in &cells {
        for near in [[0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]] {
            let Some(others) = cells.get(&[x + near[0], y + near[1]]) else { continue };
            for &a in ids {
                for &b in others.iter().filter(|&&b| near != [0, 0] || b > a) {
                    let (a, b) = (spec.particles[a], spec.particles[b]);
                    let distance = (a.position[0] - b.position[0]).hypot(a.position[1] - b.position[1]);
                    greatest = greatest.max((a.radius + b.radius - distance) / (2.0 * a.radius.min(b.radius)));
                }
            }
        }
    }
    greatest
}

pub(super) fn assert_sane(name: &str, spec: &WorldSpec) {
    for (id, p) in spec.particles.iter().enumerate() {
        let inside = (0..2).all(|axis| p.position[axis] >= p.radius - 1e-9 && p.position[axis] <= spec.size[axis] - p.radius + 1e-9);
        assert!(inside, "{name}: particle {id} is outside of {:?}: {p:?}", spec.size);
    }
    for link in &spec.links {
        let [a, b] = link.ends.map(|id| spec.particles[id as usize].position);
        let length = (a[0] - b[0]).hypot(a[1] - b[1]);
        assert!((0.9..1.1).contains(&(length / link.rest_length)), "{name}: {link:?} starts {length} long");
    }
    if name != "overfull" {
        let overlap = greatest_overlap(spec);
        assert!(overlap <= 0.02, "{name} at {}: particles overlap by {overlap} of a diameter", spec.particles.len());
    }
}

#[test]
fn the_overlap_check_sees_an_overlap_across_cells() {
    let scene = |x: f64| {
        let text = format!("[world]\nsize = [20, 20]\n[[disc]]\nat = [4.98, 4.98]\n[[disc]]\nat = [{x}, 4.98]\n");
        Scene::from_toml("two.toml", &text, None).unwrap().world_spec(&Overrides::default()).unwrap()
    };
    assert!((greatest_overlap(&scene(5.88)) - 0.1).abs() < 1e-9);
    assert!(greatest_overlap(&scene(5.99)) <= 0.0);
}

#[test]
fn built_in_scenes_are_found_by_name_with_pile_first() {
    let names: Vec<_> = Scene::names().collect();
    assert_eq!(names[0], "pile");
    for name in [
        "dam",
        "gas",
        "billiard",
        "cloth",
        "ropes",
        "soft_squares",
        "tower",
        "newton",
        "rain",
        "polydisperse",
        "overfull",
        "settled",
        "repose",
        "avalanche",
        "hourglass",
        "drum",
        "tumbler",
        "pachinko",
        "sieve",
        "jet",
        "letters",
    ] {
        assert!(names.contains(&name), "{name} is missing");
    }
    for name in names {
        let scene = Scene::find(name).unwrap();
        assert_eq!(scene.name(), name);
        // Some show what few discs do.
        let few =
            ["billiard", "repose", "avalanche", "newton", "tower", "hourglass", "drum", "tumbler", "pachinko", "sieve", "jet", "letters"];
        let fewest = if few.contains(&name) { 300 } else { 10_000 };
        assert!(!scene.description().is_empty() && scene.default_particles() >= fewest, "{name}");
    }
}

#[test]
fn built_in_scenes_are_sane_as_they_stand() {
    for name in Scene::names() {
        let scene = Scene::find(name).unwrap();
        let spec = scene.world_spec(&Overrides::default()).unwrap();
        assert_eq!(spec.particles.len() as u64, scene.default_particles(), "{name}");
        assert_sane(name, &spec);
        assert_eq!(scene.build(&Overrides::default()).unwrap().particle_count(), spec.particles.len());
    }
}

#[test]
fn built_in_scenes_have_exactly_the_number_asked_for() {
    for name in Scene::names() {
        let scene = Scene::find(name).unwrap();
        // Of fewer, the blocks that fall on the cloth have no room.
        for count in [if name == "cloth" { 120 } else { 100 }, 121, 300, 1_999, 5_000, 200_000] {
            let spec = scene.world_spec(&particles(count)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(spec.particles.len() as u64, count, "{name}");
            assert_sane(name, &spec);
            scene.build(&particles(count)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn a_million_particles_keep_the_shape_of_the_scene() {
    for name in ["pile", "rain", "ropes", "soft_squares"] {
        let scene = Scene::find(name).unwrap();
        let [small, large] =
            [None, Some(1_000_000)].map(|particles| scene.world_spec(&Overrides { particles, ..Overrides::default() }).unwrap());
        let fill = |spec: &WorldSpec| spec.particles.iter().map(|p| p.radius * p.radius).sum::<f64>() / (spec.size[0] * spec.size[1]);
        let centre = |spec: &WorldSpec| {
            [0, 1].map(|axis| spec.particles.iter().map(|p| p.position[axis]).sum::<f64>() / spec.particles.len() as f64 / spec.size[axis])
        };
        assert!((fill(&large) / fill(&small) - 1.0).abs() < 0.05, "{name}: {} and {}", fill(&small), fill(&large));
        let (a, b) = (centre(&small), centre(&large));
        assert!((a[0] - b[0]).abs() < 0.02 && (a[1] - b[1]).abs() < 0.02, "{name}: {a:?} and {b:?}");
    }
}

#[test]
fn structures_keep_their_size_when_repeated_and_grow_when_not() {
    let ropes = Scene::find("ropes").unwrap();
    let pinned = |count| ropes.world_spec(&particles(count)).unwrap().particles.iter().filter(|p| p.pinned).count() as f64;
    assert!((pinned(400_000) / pinned(100_000) - 4.0).abs() < 0.4, "as many more ropes as discs");
    let pendulums = ropes.world_spec(&Overrides::default()).unwrap().particles.iter().filter(|p| p.radius == 2.0).count();
    assert!(pendulums >= 20, "{pendulums} pendulums");
    let cloth = Scene::find("cloth").unwrap();
    let links = |count| cloth.world_spec(&particles(count)).unwrap().links.len() as f64;
    assert!((links(400_000) / links(100_000) - 4.0).abs() < 0.1, "a cloth twice as wide and high");
}

#[test]
fn the_seed_decides_everything_random_and_nothing_else() {
    for name in ["pile", "gas", "polydisperse", "rain"] {
        let scene = Scene::find(name).unwrap();
        let [first, again, other] = [7, 7, 8].map(|number| scene.world_spec(&seed(number)).unwrap());
        assert!(first.particles == again.particles, "{name}");
        assert!(first.particles != other.particles, "{name}");
        assert_eq!((first.size, first.links.len()), (other.size, other.links.len()), "{name}");
    }
}

#[test]
fn settled_fills_a_box_whose_side_is_the_root_of_1_6_times_the_count() {
    let spec = Scene::find("settled").unwrap().world_spec(&particles(100_000)).unwrap();
    assert!((spec.size[0] - 400.0).abs() < 0.001 && (spec.size[1] - 400.0).abs() < 0.001, "{:?}", spec.size);
    let top = spec.particles.iter().fold(0.0f64, |top, p| top.max(p.position[1])) / 400.0;
    assert!((0.53..0.58).contains(&top), "filled to {top}");
    assert_eq!(spec.gravity, [0.0, -10.0]);
}

#[test]
fn overfull_holds_500_discs_in_the_place_of_one() {
    for count in [10_000, 100_000] {
        let spec = Scene::find("overfull").unwrap().world_spec(&particles(count)).unwrap();
        let centre = spec.particles.last().unwrap().position;
        let near = spec.particles.iter().filter(|p| (0..2).all(|axis| (p.position[axis] - centre[axis]).abs() <= 0.1)).count();
        assert!((500..=502).contains(&near), "{near}");
    }
}

#[test]
fn discs_of_an_emitter_come_out_without_overlap() {
    let scene = Scene::find("rain").unwrap();
    for substeps in [4, 8, 16] {
        let spec = scene.world_spec(&Overrides { substeps: Some(substeps), ..particles(30_000) }).unwrap();
        let rate = spec.frame_rate * f64::from(substeps);
        let mut born: Vec<_> = spec.particles.iter().filter(|p| p.velocity != [0.0; 2]).copied().collect();
        let last = born.iter().map(|p| p.birth).max().unwrap();
        assert!(f64::from(last) / rate > 5.0, "pours over time");
        // Every disc where it is when the last of the early rows comes out, falling freely.
        born.retain(|p| f64::from(p.birth) / rate < 1.0);
        let now = born.iter().map(|p| p.birth).max().unwrap();
        for p in &mut born {
            let t = f64::from(now - p.birth) / rate;
            p.position[0] += p.velocity[0] * t;
            p.position[1] += p.velocity[1] * t - 5.0 * t * t + 1000.0;
            p.birth = 0;
        }
        assert!(born.len() > 500, "{}", born.len());
        let flying = WorldSpec { particles: born, ..spec };
        assert!(greatest_overlap(&flying) <= 0.02, "{substeps} substeps: {}", greatest_overlap(&flying));
    }
}

#[test]
fn outlines_hold_the_discs_of_their_area() {
    for (outline, share) in [("rectangle", 1.0), ("triangle", 0.5), ("ellipse", std::f64::consts::FRAC_PI_4)] {
        let text = format!("[world]\nsize = [300, 200]\n[[block]]\nfrom = [0, 0]\nto = [300, 200]\nspacing = 1\noutline = \"{outline}\"\n");
        let spec = Scene::from_toml("outline.toml", &text, None).unwrap().world_spec(&Overrides::default()).unwrap();
        let expected = share * 300.0 * 200.0 / 0.75f64.sqrt();
        assert!((spec.particles.len() as f64 / expected - 1.0).abs() < 0.015, "{outline}: {} of {expected}", spec.particles.len());
        assert_sane(outline, &spec);
    }
}

#[test]
fn discs_near_the_edge_stay_inside_a_smaller_world() {
    let text =
        "[world]\nsize = [200, 200]\n[[disc]]\nat = [2, 198]\nradius = 2\n[[lattice]]\nfrom = [60, 60]\nto = [200, 140]\ncount = 5_000\n";
    let spec = Scene::from_toml("edge.toml", text, None).unwrap().world_spec(&particles(200)).unwrap();
    assert_sane("edge", &spec);
}

// Errors: the file, the line, the key, the value and what is allowed.
