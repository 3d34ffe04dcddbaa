//! Discs of several materials, which rub, turn and bounce.

use std::collections::HashSet;

use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::world::World;
use jostle::world::particle::Phase;
use jostle::world::state::State;

use super::common::{inputs, worlds};
use super::{every_pass, reached};

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
        let places: HashSet<_> = s.particles.iter().map(|p| p.position).collect();
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
