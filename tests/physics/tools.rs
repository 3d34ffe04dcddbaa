//! What the mouse does to the particles near it.

use jostle::Simulation;
use jostle::world::fixed::TOOL_SHIFT;
use jostle::world::params::ToolKind;
use jostle::world::spec::{LinkSpec, WorldSpec};
use jostle::world::tool::Tool;

use crate::support::{distance, everywhere, fine_positions, moving, still_world, tool};

const CENTRE: [f64; 2] = [20.0, 20.0];
const RADIUS: f64 = 6.0;

/// Discs on a wide lattice about the tool, some inside its radius, some outside; none touch.
fn lattice() -> WorldSpec {
    let particles = (0..81).map(|i| moving([12.1 + 2.0 * f64::from(i % 9), 12.2 + 2.0 * f64::from(i / 9)], [0.0; 2])).collect();
    still_world([40.0, 40.0], particles)
}

/// Whether each disc is inside the tool, at the start.
fn inside(simulation: &mut Simulation) -> Vec<bool> {
    let inside: Vec<_> = simulation.positions().unwrap().iter().map(|&place| distance(place, CENTRE) < RADIUS).collect();
    assert!(inside.contains(&true) && inside.contains(&false));
    inside
}

/// One substep moves a disc by strength · d · (1 − d²/R²), d the way to the tool's centre.
#[test]
fn a_field_pulls_by_its_law_and_leaves_the_rest_alone() {
    for strength in [0.5f32, -0.5] {
        everywhere(&lattice(), |simulation| {
            let world = simulation.world().clone();
            let start = simulation.positions().unwrap();
            let inside = inside(simulation);
            simulation.step_with(&[Tool { strength, ..tool(&world, ToolKind::Field, CENTRE, RADIUS) }]).unwrap();
            let displacements = simulation.state().unwrap().displacements;
            for id in 0..start.len() {
                let d = distance(start[id], CENTRE);
                let share = if inside[id] { 1.0 - d * d / (RADIUS * RADIUS) } else { 0.0 };
                for axis in 0..2 {
                    let way = (CENTRE[axis] - start[id][axis]) * world.frame().steps_per_unit() / f64::from(1 << TOOL_SHIFT);
                    let expected = f64::from(strength) * way * share;
                    let got = f64::from(displacements[id][axis]);
                    assert!(
                        (got - expected).abs() <= 1.0 + 1e-3 * (f64::from(strength) * way).abs(),
                        "disc {id}: {got} instead of {expected}"
                    );
                    assert!(inside[id] || got == 0.0);
                }
            }
        });
    }
}

#[test]
fn attract_pulls_towards_its_centre_and_repel_pushes_away() {
    for strength in [0.3, -0.3] {
        everywhere(&lattice(), |simulation| {
            let world = simulation.world().clone();
            let start = simulation.positions().unwrap();
            let inside = inside(simulation);
            simulation.step_with(&[Tool { strength, ..tool(&world, ToolKind::Field, CENTRE, RADIUS) }; 20]).unwrap();
            for (id, &place) in simulation.positions().unwrap().iter().enumerate() {
                let closer = distance(start[id], CENTRE) - distance(place, CENTRE);
                assert!(if inside[id] { closer * f64::from(strength) > 0.0 } else { place == start[id] }, "disc {id}: {closer}");
            }
        });
    }
}

/// Everything inside moves as the tool does, exactly, and keeps that motion when it is let go.
#[test]
fn grab_carries_what_is_inside() {
    everywhere(&lattice(), |simulation| {
        let world = simulation.world().clone();
        let start = fine_positions(simulation);
        let inside = inside(simulation);
        let motions = [[150_000, 0], [150_000, -50_000], [-30_000, 70_001]];
        let mut held = tool(&world, ToolKind::Grab, CENTRE, RADIUS);
        let mut carried = [0i64; 2];
        for motion in motions {
            held.motion = motion;
            simulation.step_with(&[held]).unwrap();
            (0..2).for_each(|axis| carried[axis] += i64::from(motion[axis]));
            held.position = [0, 1].map(|axis| world.frame().position_to_steps(CENTRE)[axis] + (carried[axis] >> 4) as i32);
        }
        let state = simulation.state().unwrap();
        for (id, place) in fine_positions(simulation).iter().enumerate() {
            let way = [0, 1].map(|axis| place[axis] - start[id][axis]);
            assert_eq!(way, if inside[id] { carried } else { [0; 2] }, "disc {id}");
            assert_eq!(state.displacements[id], if inside[id] { motions[2] } else { [0; 2] });
        }
        simulation.step(1).unwrap();
        assert_eq!(simulation.state().unwrap().displacements, state.displacements);
    });
}

/// Links right and up over the lattice.
fn net() -> WorldSpec {
    let mut spec = lattice();
    spec.links = (0..81u32)
        .flat_map(|id| {
            [(id % 9 < 8).then(|| LinkSpec::between([id, id + 1], 2.0)), (id / 9 < 8).then(|| LinkSpec::between([id, id + 9], 2.0))]
        })
        .flatten()
        .collect();
    spec
}

/// Those whose middle is inside the tool go, at both ends, in one substep of this motion (scene units).
fn assert_cut(centre: [f64; 2], radius: f64, motion: [f64; 2]) {
    let spec = net();
    let place = |id: u32| spec.particles[id as usize].position;
    let pairs: Vec<_> = spec.links.iter().map(|link| (link.ends[0], link.ends[1])).collect();
    let beside = |&(a, b): &(u32, u32)| {
        let middle = [0, 1].map(|axis| (place(a)[axis] + place(b)[axis]) / 2.0);
        let (along, length2) = (0..2).fold((0.0, 0.0), |(along, length2), axis| {
            (along + (middle[axis] - centre[axis]) * motion[axis], length2 + motion[axis] * motion[axis])
        });
        let share = if length2 > 0.0 { (along / length2).clamp(0.0, 1.0) } else { 0.0 };
        distance(middle, [0, 1].map(|axis| centre[axis] + share * motion[axis]))
    };
    assert!(pairs.iter().all(|pair| (beside(pair) - radius).abs() > 0.001), "no link is where rounding decides");
    let mut kept: Vec<_> = pairs.iter().copied().filter(|pair| beside(pair) > radius).collect();
    kept.sort_unstable();
    assert!(kept.len() > 20 && kept.len() < pairs.len() - 5, "{} of {}", kept.len(), pairs.len());
    everywhere(&spec, |simulation| {
        let world = simulation.world().clone();
        let motion = motion.map(|way| (way * world.frame().steps_per_unit()).round() as i32);
        simulation.step_with(&[Tool { motion, ..tool(&world, ToolKind::Cut, centre, radius) }]).unwrap();
        let state = simulation.state().unwrap();
        let mut left: Vec<_> = state.links.pairs().collect();
        left.sort_unstable();
        assert_eq!(left, kept, "{motion:?}");
        assert_eq!(state.link_count(), kept.len());
        assert_eq!(state.counters.broken as usize, pairs.len() - kept.len());
    });
}

#[test]
fn cut_breaks_the_links_inside_and_no_other() {
    assert_cut(CENTRE, RADIUS, [0.0; 2]);
}

/// However far the tool moves in one substep, and whichever way.
#[test]
fn a_fast_cut_breaks_every_link_on_its_way_and_no_other() {
    for (centre, motion) in [
        ([13.0, 13.4], [12.5, 15.1]),
        ([27.3, 14.0], [-14.1, 9.2]),
        ([15.9, 27.1], [3.3, -30.0]),
        ([24.1, 24.9], [-16.0, -3.0]),
        ([-4.0, 20.3], [43.0, 0.0]),
        // Links are right before its start and right behind its end.
        ([14.2, 13.3], [5.8, 5.8]),
    ] {
        assert_cut(centre, 1.3, motion);
    }
}
