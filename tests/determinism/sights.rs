//! What there is to see in each scene, so that its digest is one of what it is for.

use jostle::world::World;
use jostle::world::particle::{Displacement, Particle};
use jostle::world::state::State;
use jostle::{Backend, Simulation};

/// What a scene is for happens before its late digest, and not before the scene runs.
pub fn assert_sights(name: &str, world: &World, late: &State) {
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
