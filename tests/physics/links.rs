//! Links hold their length, and break once.

use jostle::Simulation;
use jostle::scene::{Overrides, Scene};
use jostle::world::spec::{LinkSpec, ParticleSpec, Walls, WorldSpec};

use crate::support::{distance, everywhere, in_world, moving, on_cpu, pinned, still_world};

/// Greatest deviation of a link from its rest length, as a fraction of it.
fn greatest_strain(simulation: &mut Simulation, spec: &WorldSpec) -> f64 {
    let places = simulation.positions().unwrap();
    let strain = |link: &LinkSpec| {
        let [a, b] = link.ends.map(|id| places[id as usize]);
        (distance(a, b) / link.rest_length - 1.0).abs()
    };
    spec.links.iter().map(strain).fold(0.0, f64::max)
}

/// A rope of `count` discs 1.2 apart that hangs from a pinned one.
fn rope(count: u32) -> WorldSpec {
    let place = |i: u32| [30.0, 55.0 - 1.2 * f64::from(i)];
    let particles = (0..=count).map(|i| if i == 0 { pinned(place(0)) } else { moving(place(i), [0.0; 2]) }).collect();
    let links = (0..count).map(|i| LinkSpec::between([i, i + 1], 1.2)).collect();
    WorldSpec { gravity: [0.0, -10.0], drag: 1.0, links, ..still_world([60.0, 60.0], particles) }
}

/// Adds five more discs that hang side by side on the last of a rope, as a load.
fn with_load(mut spec: WorldSpec) -> WorldSpec {
    let last = spec.particles.len() as u32 - 1;
    let [x, y] = spec.particles[last as usize].position;
    for i in 0..5 {
        spec.particles.push(moving([x + 1.3 * (f64::from(i) - 2.0), y - 4.0], [0.0; 2]));
        spec.links.push(LinkSpec::between([last, last + 1 + i], (1.3 * (f64::from(i) - 2.0)).hypot(4.0)));
    }
    spec
}

#[test]
fn a_rope_of_twenty_discs_keeps_its_length_under_load() {
    let spec = with_load(rope(20));
    everywhere(&spec, |simulation| {
        let mut worst = 0.0f64;
        for _ in 0..100 {
            simulation.step(12).unwrap();
            worst = worst.max(greatest_strain(simulation, &spec));
        }
        assert!(worst < 0.01, "a link was off by {worst:.4} of its length");
        assert!(worst > 1e-5, "the rope bears its load");
        assert_eq!(simulation.counters().unwrap().broken, 0);
    });
}

/// The same rope let go from the horizontal, through its fastest passage.
#[test]
fn a_swinging_rope_keeps_its_length() {
    let mut spec = rope(20);
    for (i, particle) in (0..).zip(&mut spec.particles) {
        particle.position = [30.0 - 1.2 * f64::from(i), 55.0];
    }
    let mut simulation = on_cpu(&WorldSpec { drag: 0.0, ..spec.clone() });
    let mut worst = 0.0f64;
    for _ in 0..90 {
        simulation.step(16).unwrap();
        worst = worst.max(greatest_strain(&mut simulation, &spec));
    }
    assert!(worst < 0.02, "a link was off by {worst:.4} of its length");
    assert!(simulation.positions().unwrap()[20][0] > 32.0, "it swung through to the other side");
}

/// A block of 6 × 6 discs linked right, up and along both diagonals, at rest on the floor.
#[test]
fn a_soft_square_at_rest_keeps_its_shape() {
    let id = |x: u32, y: u32| y * 6 + x;
    let places = (0..36).map(|i| [10.0 + 1.2 * f64::from(i % 6), 0.5 + 1.2 * f64::from(i / 6)]);
    let particles = places.map(|place| moving(place, [0.0; 2])).collect();
    let mut links = Vec::new();
    for y in 0..6 {
        for x in 0..6 {
            let mut add = |to: Option<u32>, length| links.extend(to.map(|to| LinkSpec::between([id(x, y), to], length)));
            add((x < 5).then(|| id(x + 1, y)), 1.2);
            add((y < 5).then(|| id(x, y + 1)), 1.2);
            add((x < 5 && y < 5).then(|| id(x + 1, y + 1)), 1.2 * 2f64.sqrt());
            add((x > 0 && y < 5).then(|| id(x - 1, y + 1)), 1.2 * 2f64.sqrt());
        }
    }
    let spec = WorldSpec { gravity: [0.0, -10.0], links, ..still_world([30.0, 30.0], particles) };
    let mut simulation = on_cpu(&spec);
    simulation.step(1_920).unwrap();
    let strain = greatest_strain(&mut simulation, &spec);
    assert!((1e-6..0.01).contains(&strain), "a link is off by {strain:.5} of its length");
    let speed = simulation.measure().unwrap().max_speed(simulation.world().frame(), 480.0);
    assert!(speed < 0.05, "it rests, at {speed} units/s");
}

#[test]
fn a_link_breaks_beyond_its_break_length_and_is_counted_once() {
    let breaking = |ends| LinkSpec { compliance: 1.0, break_length: Some(3.0), ..LinkSpec::between(ends, 2.0) };
    // Three links share a disc; the one in the middle is pulled apart, the others move along.
    let particles = vec![
        moving([20.0, 20.0], [-6.0, 0.0]),
        moving([22.0, 20.0], [6.0, 0.0]),
        moving([18.0, 20.0], [-6.0, 0.0]),
        moving([20.0, 22.0], [-6.0, 0.0]),
    ];
    let links = vec![breaking([1, 0]), breaking([0, 2]), breaking([3, 0])];
    everywhere(&WorldSpec { links, ..still_world([40.0, 40.0], particles) }, |simulation| {
        let mut broke_at = None;
        for substep in 0..120 {
            let before = simulation.positions().unwrap();
            simulation.step(1).unwrap();
            let state = simulation.state().unwrap();
            let gone = !state.links.pairs().any(|pair| pair == (0, 1));
            assert_eq!(state.counters.broken, u32::from(gone));
            assert_eq!(state.link_count(), 3 - usize::from(gone));
            // The length is checked at the start of a substep.
            assert_eq!(distance(before[0], before[1]) > 3.0, gone, "in substep {substep}");
            if gone && broke_at.is_none() {
                broke_at = Some(substep);
            }
        }
        assert!(broke_at.is_some());
        let pairs: Vec<_> = simulation.state().unwrap().links.pairs().collect();
        assert_eq!(pairs, [(0, 2), (0, 3)]);
    });
}

#[test]
fn a_link_exactly_as_long_as_its_break_length_holds() {
    let strained = |length| {
        let particles = vec![pinned([10.0, 10.0]), pinned([10.0 + length, 10.0])];
        let links = vec![LinkSpec { break_length: Some(3.0), ..LinkSpec::between([0, 1], 2.0) }];
        let mut simulation = on_cpu(&WorldSpec { links, ..still_world([40.0, 40.0], particles) });
        simulation.step(8).unwrap();
        simulation.counters().unwrap().broken
    };
    assert_eq!([strained(3.0 - 1e-5), strained(3.0), strained(3.0 + 1e-5)], [0, 0, 1]);
}

/// A link whose end leaves the world goes with it; one that waits for an end to be let out does not.
#[test]
fn a_link_goes_with_an_end_that_leaves_the_world() {
    let leaving = moving([2.0, 20.0], [-60.0, 0.0]);
    let waiting = ParticleSpec { birth: 10_000, ..ParticleSpec::at([30.0, 30.0], 0.5) };
    let particles = vec![leaving, ParticleSpec { position: [2.0, 23.0], ..leaving }, pinned([30.0, 20.0]), waiting];
    let links = vec![
        LinkSpec::between([0, 1], 3.0),
        LinkSpec { compliance: 100.0, ..LinkSpec::between([1, 2], 28.0) },
        LinkSpec::between([2, 3], 1.0),
    ];
    everywhere(&WorldSpec { walls: Walls::OPEN, links, ..still_world([40.0, 40.0], particles.clone()) }, |simulation| {
        simulation.step(240).unwrap();
        let state = simulation.state().unwrap();
        assert_eq!((state.counters.removed, state.counters.broken), (2, 2));
        assert_eq!(state.links.pairs().collect::<Vec<_>>(), [(2, 3)]);
    });
}

/// The scene `cloth` with a million links and more, until discs have fallen on it: nothing gets faster than by falling through the
/// whole world, and next to all links hold.
#[test]
#[ignore = "minutes"]
fn a_cloth_with_a_million_links_is_stable() {
    let scene = Scene::find("cloth").unwrap().build(&Overrides { particles: Some(700_000), ..Overrides::default() }).unwrap();
    let (count, links) = (scene.particle_count(), scene.start.links.once().count());
    assert!(links >= 1_000_000, "{links} links between {count} discs");
    let height = f64::from(scene.params().wall_max[1] - scene.params().wall_min[1]) / scene.frame().steps_per_unit();
    // The fastest discs of the scene start with 40 units/s.
    let by_falling = (40.0 * 40.0 + 2.0 * 10.0 * height).sqrt();
    let mut simulation = in_world(scene);
    let (mut fastest, mut touching) = (0.0f64, 0);
    for _ in 0..16 {
        simulation.step(40).unwrap();
        let measures = simulation.measure().unwrap();
        fastest = fastest.max(measures.max_speed(simulation.world().frame(), 480.0));
        touching = touching.max(measures.touching);
        assert!(fastest < by_falling, "{fastest} units/s after {} s", simulation.seconds());
        assert_eq!(measures.outside, 0);
    }
    let broken = simulation.counters().unwrap().broken;
    println!("{links} links between {count} discs: {broken} broken, up to {fastest} units/s and {touching} ends of contacts");
    assert!(touching > 1_000 && f64::from(broken) < 0.001 * links as f64, "{broken} of {links} links are gone, {touching}");
}

/// Links that hardly fit between a pinned disc and the walls, and whose ends weigh sixteen times as much as others, start far from
/// their lengths: they hum, and calm down. Without a limit of what pushes they get more and more, five hundred units/s and more.
#[test]
fn links_that_jam_get_no_speed_from_nowhere() {
    for substeps in [8, 32] {
        let large = ParticleSpec::at([14.0, 20.0], 2.0);
        let particles = vec![pinned([10.0, 20.0]), moving([12.0, 20.0], [0.0; 2]), large, moving([11.0, 24.0], [0.0; 2])];
        let links = vec![LinkSpec::between([0, 1], 2.0), LinkSpec::between([1, 2], 2.5), LinkSpec::between([2, 3], 40.0)];
        let gravity = [0.0, -10.0];
        let mut simulation = on_cpu(&WorldSpec { gravity, substeps, links, ..still_world([40.0, 40.0], particles) });
        let mut fastest = |seconds: u32| {
            let mut speed = || {
                simulation.step(6 * substeps).unwrap();
                simulation.measure().unwrap().max_speed(simulation.world().frame(), 60.0 * f64::from(substeps))
            };
            (0..10 * seconds).map(|_| speed()).fold(0.0, f64::max)
        };
        let (early, _, late) = (fastest(10), fastest(90), fastest(60));
        // The long link is pushed by at most 3.75 largest diameters a second, so by 15 units/s, and bends round the others as it gets there.
        assert!(early > 5.0 && early < 100.0 && late < 0.7 * early, "{substeps} substeps: {early} units/s at first, {late} at last");
    }
}
