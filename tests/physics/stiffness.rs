//! Links are stiff: they keep their length under load, whatever the number of substeps.

use jostle::scene::{Overrides, Scene};
use jostle::world::World;
use jostle::world::spec::{LinkSpec, MaterialSpec, ParticleSpec, WorldSpec};
use jostle::{Backend, Simulation};

use crate::support::{distance, moving, on_cpu, period, pinned, still_world, track};

/// Mean and greatest lengthening of links, as a fraction of their rest length.
fn strains(simulation: &mut Simulation, links: &[LinkSpec]) -> [f64; 2] {
    let places = simulation.positions().unwrap();
    let strain = |link: &LinkSpec| distance(places[link.ends[0] as usize], places[link.ends[1] as usize]) / link.rest_length - 1.0;
    let mean = links.iter().map(strain).sum::<f64>() / links.len() as f64;
    [mean, links.iter().map(|link| strain(link).abs()).fold(0.0, f64::max)]
}

/// A chain of `count` discs that hangs from a pinned one.
fn chain(count: u32, substeps: u32, compliance: f64) -> WorldSpec {
    let height = 1.2 * f64::from(count) + 5.0;
    let place = |i: u32| [10.0, height - 2.0 - 1.2 * f64::from(i)];
    let particles = (0..=count).map(|i| if i == 0 { pinned(place(0)) } else { moving(place(i), [0.0; 2]) }).collect();
    let links = (0..count).map(|i| LinkSpec { compliance, ..LinkSpec::between([i, i + 1], 1.2) }).collect();
    WorldSpec { gravity: [0.0, -10.0], substeps, links, ..still_world([20.0, height], particles) }
}

/// A force of less than half a displacement unit a substep pulls, too: the period is what mass and compliance say, however short substeps
/// are.
#[test]
fn the_softest_links_pull_whatever_the_number_of_substeps() {
    for substeps in [8, 16, 64, 128] {
        let links = vec![LinkSpec { compliance: 10.0, ..LinkSpec::between([0, 1], 10.0) }];
        let spec = WorldSpec { substeps, links, ..still_world([100.0; 2], vec![pinned([50.0, 80.0]), moving([50.0, 69.0], [0.0; 2])]) };
        let mut simulation = on_cpu(&spec);
        simulation.step(600 * substeps).unwrap();
        // A disc of density 1 after ten seconds of its period of 17.6 s.
        let mass = std::f64::consts::FRAC_PI_4;
        let expected = 70.0 - (10.0 / (10.0 * mass).sqrt()).cos();
        let [_, y] = simulation.positions().unwrap()[1];
        assert!((y - expected).abs() < 0.03, "at {y}, not {expected}, with {substeps} substeps");
    }
}

/// The part of a rigid link's pull that leads a pendulum back is less than a displacement unit a substep where swings are small, substeps
/// short, or units coarse, as with a large disc somewhere.
#[test]
fn a_pendulum_swings_in_its_own_period_however_little() {
    for (degrees, substeps, largest, tolerance) in [(2.0, 8, 0.5, 0.001), (2.0, 64, 0.5, 0.01), (5.0, 8, 20.0, 0.01), (2.0, 8, 50.0, 0.03)]
    {
        let amplitude = f64::to_radians(degrees);
        let at = |angle: f64| [200.0 + 10.0 * angle.sin(), 50.0 - 10.0 * angle.cos()];
        let large = ParticleSpec { pinned: true, ..ParticleSpec::at([300.0, 300.0], largest) };
        let particles = vec![pinned([200.0, 50.0]), moving(at(amplitude), [0.0; 2]), large];
        let spec = WorldSpec {
            gravity: [0.0, -10.0],
            substeps,
            links: vec![LinkSpec::between([0, 1], 10.0)],
            ..still_world([400.0; 2], particles)
        };
        let expected = std::f64::consts::TAU * (1.0 + amplitude * amplitude / 16.0);
        let case = format!("{degrees}° with {substeps} substeps and a disc of radius {largest}");
        let track = track(&mut on_cpu(&spec), 1200, 1, 0);
        let period = period(&track, 200.0).unwrap_or_else(|| panic!("{case} hangs still"));
        println!("{case}: {period} s instead of {expected}");
        assert!((period / expected - 1.0).abs() < tolerance, "{case}: {period} s instead of {expected}");
    }
}

/// The weight is one disc that weighs as much as the whole chain.
#[test]
fn a_chain_of_a_hundred_discs_with_one_as_heavy_as_all_at_its_end_stretches_by_less_than_one_percent() {
    let mut spec = chain(100, 8, 0.0);
    spec.materials = vec![MaterialSpec { density: 100.0, ..MaterialSpec::default() }];
    spec.particles[100].material = 1;
    let mut simulation = on_cpu(&spec);
    let mut worst = 0.0f64;
    for _ in 0..600 {
        simulation.step(8).unwrap();
        worst = worst.max(strains(&mut simulation, &spec.links)[1]);
    }
    let [mean, most] = strains(&mut simulation, &spec.links);
    println!("heavy end: {worst:.5} at most on the way, after 10 s {most:.6}, mean {mean:.6}");
    assert!(worst < 0.01, "a link was off by {worst:.4} of its length");
    assert!(most < 0.002, "after 10 s a link is off by {most:.5} of its length");
}

/// The weight are a hundred more discs of the chain itself: 200 hang, and the upper hundred links are looked at.
#[test]
fn a_chain_of_a_hundred_discs_with_a_weight_of_a_hundred_stretches_by_less_than_one_percent() {
    let spec = chain(200, 8, 0.0);
    let mut simulation = on_cpu(&spec);
    let mut worst = 0.0f64;
    for _ in 0..600 {
        simulation.step(8).unwrap();
        worst = worst.max(strains(&mut simulation, &spec.links[..100])[1]);
    }
    let [mean, most] = strains(&mut simulation, &spec.links[..100]);
    println!("chain: {worst:.5} at most on the way, after 10 s {most:.6}, mean {mean:.6}");
    assert!(worst < 0.01, "a link was off by {worst:.4} of its length");
    assert!(most < 0.002, "after 10 s a link is off by {most:.5} of its length");
    let speed = simulation.measure().unwrap().max_speed(simulation.world().frame(), 480.0);
    assert!(speed < 0.05, "it rests, at {speed} units/s");
}

/// A hundred discs hang on one, each on a link of its own.
#[test]
fn a_chain_bears_a_hub_with_a_hundred_links() {
    let mut spec = chain(100, 8, 0.0);
    spec.size = [140.0, 200.0];
    for particle in &mut spec.particles {
        particle.position = [particle.position[0] + 60.0, particle.position[1] + 72.0];
    }
    let [x, y] = spec.particles[100].position;
    for k in 0..100u32 {
        let way = [1.2 * (f64::from(k) - 49.5), -60.0];
        spec.particles.push(moving([x + way[0], y + way[1]], [0.0; 2]));
        spec.links.push(LinkSpec::between([100, 101 + k], libm::hypot(way[0], way[1])));
    }
    let mut simulation = on_cpu(&WorldSpec { drag: 0.3, ..spec.clone() });
    let mut worst = 0.0f64;
    for _ in 0..300 {
        simulation.step(8).unwrap();
        worst = worst.max(strains(&mut simulation, &spec.links)[1]);
    }
    println!("hub: {worst:.5}");
    assert!(worst < 0.01, "a link was off by {worst:.4} of its length");
}

/// A cloth of 60 × 60 discs, taut between its upper corners.
fn cloth(substeps: u32) -> WorldSpec {
    let text = "[world]\nsize = [80, 110]\ndrag = 0.3\n[[cloth]]\nfrom = [6, 40]\nto = [72, 106]\nspacing = 1.1\npinned = \"corners\"\n";
    let spec = Scene::from_toml("cloth", text, None).unwrap().world_spec(&Overrides::default()).unwrap();
    assert_eq!((spec.particles.len(), spec.links.len()), (3600, 2 * 60 * 59));
    WorldSpec { substeps, ..spec }
}

/// Asserts of a cloth how far its links are off their length at most, in any frame of so many seconds, and how far one may be at the end.
fn assert_stiff_cloth(substeps: u32, seconds: u32, on_the_way: f64, at_the_end: f64) {
    let spec = cloth(substeps);
    let mut simulation = on_cpu(&spec);
    let mut most = 0.0;
    for frame in 1..=60 * seconds {
        simulation.step(substeps).unwrap();
        most = strains(&mut simulation, &spec.links)[1];
        assert!(most < on_the_way, "{substeps} substeps: a link is off by {most:.4} of its length in frame {frame}");
    }
    assert!(most < at_the_end, "{substeps} substeps: a link is off by {most:.4} of its length after {seconds} s");
}

/// It falls, is held up by its corners in the second second, and swings; then it hangs.
#[test]
fn a_cloth_hung_at_two_corners_stretches_by_eleven_percent_for_a_moment_and_less_than_three_once_it_hangs() {
    assert_stiff_cloth(8, 10, 0.11, 0.03);
}

/// The stretch is what sweeps cannot pass on in a substep: with four times as many it is a sixth. Two seconds have the worst of it.
#[test]
fn a_cloth_with_more_substeps_stretches_by_less_than_two_percent_at_any_time() {
    assert_stiff_cloth(32, 2, 0.02, 0.02);
}

/// A weight on a spring: it comes to rest where its weight over the stiffness says.
#[test]
fn a_compliant_link_gives_as_much_whatever_the_number_of_substeps() {
    let stretch = |substeps| {
        let mut spec = chain(20, substeps, 1e-3);
        spec.drag = 3.0;
        let mut simulation = on_cpu(&spec);
        simulation.step(60 * 12 * substeps).unwrap();
        let places = simulation.positions().unwrap();
        distance(places[0], places[20]) - 20.0 * 1.2
    };
    // Link i carries 20 - i discs of density 1.
    let expected = 1e-3 * 10.0 * 210.0 * std::f64::consts::FRAC_PI_4;
    for substeps in [4, 8, 16] {
        let found = stretch(substeps);
        println!("{substeps} substeps: {found:.4} of {expected}");
        assert!((found / expected - 1.0).abs() < 0.02, "{found} instead of {expected} with {substeps} substeps");
    }
}

/// A spring swings with the period that its compliance gives: 2π √(m · compliance).
#[test]
fn a_soft_link_swings_in_its_own_period() {
    let spec = WorldSpec {
        links: vec![LinkSpec { compliance: 0.01, ..LinkSpec::between([0, 1], 5.0) }],
        ..still_world([30.0, 30.0], vec![pinned([10.0, 10.0]), moving([15.5, 10.0], [0.0; 2])])
    };
    let mut simulation = on_cpu(&WorldSpec { substeps: 16, ..spec });
    let mut crossings = Vec::new();
    let mut last = 0.5;
    for substep in 0..1920 {
        simulation.step(1).unwrap();
        let x = simulation.positions().unwrap()[1][0] - 15.0;
        if last > 0.0 && x <= 0.0 {
            crossings.push(f64::from(substep) / 960.0);
        }
        last = x;
    }
    let period = (crossings[2] - crossings[0]) / 2.0;
    let expected = std::f64::consts::TAU * (0.01 * std::f64::consts::FRAC_PI_4).sqrt();
    println!("period {period:.4} of {expected:.4}");
    assert!((period / expected - 1.0).abs() < 0.02, "{period} s instead of {expected}");
}

/// Links of all kinds in empty space: the sum of all displacements stays as it is.
#[test]
fn links_keep_momentum_to_the_last_bit() {
    let mut spec = chain(60, 8, 0.0);
    spec.particles[0] = moving(spec.particles[0].position, [0.0; 2]);
    spec.gravity = [0.0; 2];
    for (k, particle) in spec.particles.iter_mut().enumerate() {
        particle.velocity = [if k % 3 == 0 { 2.0 } else { -1.0 }, if k % 5 == 0 { -3.0 } else { 1.5 }];
    }
    for (k, link) in spec.links.iter_mut().enumerate() {
        link.compliance = [0.0, 1e-4, 1e-2][k % 3];
    }
    let mut simulation = on_cpu(&spec);
    let momentum = |simulation: &Simulation| {
        let state = simulation.state().unwrap();
        [0, 1].map(|axis| state.displacements.iter().map(|d| i64::from(d[axis])).sum::<i64>())
    };
    let before = momentum(&simulation);
    simulation.step(240).unwrap();
    assert_eq!(momentum(&simulation), before);
    assert!(simulation.state().unwrap().links.joints.iter().all(|joint| joint.impulse != 0.0));
}

/// Five squares of 6 × 6 discs on top of each other.
#[test]
fn soft_squares_stand_five_high() {
    let text = "[world]\nsize = [40, 50]\n[[soft_squares]]\nfrom = [17, 0]\nto = [23.1, 34]\nsize = [6, 6]\ngap = 0.01\n";
    let world = Scene::from_toml("tower", text, None).unwrap().build(&Overrides::default()).unwrap();
    assert_eq!(world.particle_count(), 5 * 36);
    let mut simulation = Simulation::start(world, &Backend::cpu(Some(2))).unwrap();
    let start = simulation.positions().unwrap();
    simulation.step(10 * 480).unwrap();
    let end = simulation.positions().unwrap();
    let moved = start.iter().zip(&end).map(|(a, b)| distance(*a, *b)).fold(0.0, f64::max);
    let speed = simulation.measure().unwrap().max_speed(simulation.world().frame(), 480.0);
    println!("tower: moved {moved:.4}, {speed:.5} units/s");
    // Without friction the lowest discs of a square slide into the hollows of the one below, half a diameter to a side.
    assert!(moved < 0.8 && speed < 0.02, "it stands: moved by {moved}, at {speed} units/s");
}

#[test]
fn a_particle_with_too_many_links_is_refused_by_the_resting_solver() {
    let particles: Vec<_> =
        (0..514).map(|k| ParticleSpec::at([1.0 + f64::from(k % 32) * 2.0, 1.0 + f64::from(k / 32) * 2.0], 0.5)).collect();
    let links: Vec<_> = (1..=513).map(|k| LinkSpec::between([0, k], 1.0)).collect();
    let spec = WorldSpec { links, ..still_world([100.0, 100.0], particles) };
    let error = World::new(&spec).unwrap_err().to_string();
    assert!(error.contains("particle 0 has 513 links") && error.contains("512"), "{error}");
    assert!(World::new(&WorldSpec { links: spec.links[..512].to_vec(), ..spec.clone() }).is_ok());
    assert!(World::new(&WorldSpec { solver: jostle::world::spec::ContactSolver::Plain, ..spec }).is_ok());
}

/// Lengths that cannot be had: a disc between two pins that are too far apart, and a triangle whose sides do not close. What a link
/// carries has to stay bounded, or they wind themselves up and burst.
#[test]
fn links_that_cannot_have_their_length_do_not_burst() {
    let taut = WorldSpec {
        gravity: [0.0, -10.0],
        links: vec![LinkSpec::between([0, 1], 8.0), LinkSpec::between([1, 2], 8.0)],
        ..still_world([60.0, 60.0], vec![pinned([20.0, 30.0]), moving([30.0, 30.0], [0.0; 2]), pinned([40.0, 30.0])])
    };
    let discs = [[30.0, 30.0], [32.0, 30.0], [31.0, 31.0]].map(|place| moving(place, [0.0; 2])).to_vec();
    let triangle = WorldSpec {
        links: vec![LinkSpec::between([0, 1], 6.0), LinkSpec::between([1, 2], 1.4), LinkSpec::between([2, 0], 1.4)],
        ..still_world([60.0, 60.0], discs)
    };
    let text = "[world]\nsize = [60, 60]\n[[rope]]\nfrom = [5, 30]\nto = [55, 30]\nslack = 0.5\n";
    let rope = Scene::from_toml("rope", text, None).unwrap().world_spec(&Overrides::default()).unwrap();
    for (name, spec) in [("taut", taut), ("triangle", triangle), ("rope", rope)] {
        let mut simulation = on_cpu(&spec);
        let mut fastest = 0.0f64;
        simulation.step(4_800).unwrap();
        for _ in 0..60 {
            simulation.step(240).unwrap();
            fastest = fastest.max(simulation.velocities().unwrap().iter().map(|v| v[0].hypot(v[1])).fold(0.0, f64::max));
        }
        println!("{name}: {fastest}");
        assert!(fastest < 12.0, "{name}: {fastest} units/s after ten seconds");
    }
}
