//! Faults of obstacles.

use jostle::passes::PassKind;

use crate::common::worlds;
use crate::planting::{caught, patch};

#[test]
fn an_obstacle_that_rubs_and_bounces_as_another() {
    let bounce = (PassKind::BounceOffRoughObstacles, "bounce_off_rough_obstacles");
    let meet = (PassKind::MeetRoughObstacles, "meet_rough_obstacles");
    let stop = (PassKind::StopAtRoughObstacles, "stop_at_rough_obstacles");
    let faults = [
        (bounce, "touch.roots = facet.roots;", "touch.roots = vec2f(0.7, 0.5);"),
        (stop, "restitution_root(body.surface)", "0.7"),
        (meet, "friction_root(body.surface)", "0.7"),
        (meet, "product(passages.turning.sine, ", "product(0.0, "),
        (stop, "slide - float_of", "slide + float_of"),
        (stop, "motion.spin - rubbed.spin", "motion.spin - rubbed.impulse"),
        (bounce, "clamp(-stopping_impulse(1.0, slip), -MAX_IMPULSE", "clamp(-stopping_impulse(1.0, slip), -MAX_IMPULSE / 2.0"),
        (meet, "rounded(whole(min(limit, MAX_IMPULSE) + shift))", "rounded(min(limit, MAX_IMPULSE))"),
        (meet, "substep.rounding_phase * SECOND_PHASE * SECOND_PHASE", "substep.rounding_phase"),
    ];
    for ((kind, pass), from, to) in faults {
        caught(&worlds::rough_obstacles(0.0), &[patch(kind, from, to)], pass, "displacements");
    }
}

#[test]
fn a_corner_of_an_obstacle_that_is_forgotten() {
    let patches = [patch(PassKind::MeetObstacles, "corner.time < edge.time", "corner.time > edge.time")];
    caught(&worlds::obstacles(), &patches, "meet_obstacles", "displacements");
    let stays = [patch(PassKind::MeetObstacles, "corner - put(start, after)", "vec2i(0)")];
    caught(&worlds::obstacles(), &stays, "meet_obstacles", "displacements");
}

#[test]
fn an_obstacle_that_takes_rounded_to_the_nearest_and_a_corner_that_holds_by_turns() {
    let rounded = [patch(PassKind::MeetObstacles, "let shift = rounding_shift(round);", "let shift = vec2f(0.0);")];
    caught(&worlds::obstacles(), &rounded, "meet_obstacles", "displacements");
    let alike = [patch(PassKind::MeetObstacles, "select(-shift, shift, (round & 1u) == 0u)", "shift")];
    caught(&worlds::nips(), &alike, "meet_obstacles", "displacements");
    let by_turns = [patch(PassKind::MeetObstacles, "slid(left.displacement, left_of(touch.normal), corner, shift)", "left.displacement")];
    caught(&worlds::nips(), &by_turns, "meet_obstacles", "displacements");
    let walls = [patch(PassKind::MeetObstacles, "slid_along_walls(stopped(particle, way), way, corner, shift)", "stopped(particle, way)")];
    caught(&worlds::nips(), &walls, "meet_obstacles", "displacements");
}

#[test]
fn an_obstacle_taken_where_it_was_a_substep_ago() {
    let patches = [patch(PassKind::StopAtObstacles, "stop_disc(i, 1u,", "stop_disc(i, 0u,")];
    caught(&worlds::obstacles(), &patches, "stop_at_obstacles", "displacements");
}

#[test]
fn an_obstacle_that_is_left_too_far() {
    let patches = [patch(
        PassKind::LeaveObstacles,
        "min(min(depth_of(nearest, *gone), params.most_exit), most - *gone)",
        "depth_of(nearest, *gone) + 2.0",
    )];
    caught(&worlds::obstacles(), &patches, "leave_obstacles", "particles");
}

#[test]
fn a_pose_that_is_rounded_otherwise() {
    let patches = [patch(PassKind::SolveObstacles, "0x80000000u)", "0u)")];
    caught(&worlds::plain_obstacles(), &patches, "solve_obstacles", "particles");
}
