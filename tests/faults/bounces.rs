//! Faults of bounces.

use jostle::passes::PassKind;

use crate::common::worlds;
use crate::planting::{caught, patch};

#[test]
fn discs_that_are_stopped_before_they_bounce() {
    let patches = [patch(PassKind::PushContacts, "hit && (m.at_ease || just_met(m.speed, m.gap))", "hit && m.at_ease")];
    caught(&worlds::bouncing(), &patches, "push_contacts", "displacements");
}

#[test]
fn another_depth_to_which_discs_go_before_they_bounce() {
    let patches = [patch(PassKind::PushContacts, "-gap - speed <= params.deepest_bounce", "-gap - speed <= 0.0")];
    caught(&worlds::bouncing(), &patches, "push_contacts", "displacements");
}

#[test]
fn free_discs_that_do_not_bounce_at_once() {
    let patches = [patch(PassKind::PushContacts, "params.restitution), hit && m.at_ease)", "params.restitution), false)")];
    caught(&worlds::bouncing(), &patches, "push_contacts", "displacements");
    let patches = [patch(PassKind::PushRoughContacts, "let thrown = m.bounces && m.at_ease;", "let thrown = false;")];
    caught(&worlds::rough(), &patches, "push_rough_contacts", "particles");
}

#[test]
fn discs_that_carry_a_load_and_are_not_marked() {
    let patches = [patch(PassKind::MarkLoaded, "words_of(marked(particle))", "words_of(particle)")];
    caught(&worlds::bouncing(), &patches, "mark_loaded", "particles");
}

#[test]
fn marks_that_stay() {
    let patches = [patch(PassKind::Advance, "words_of(unmarked(particle))", "words_of(particle)")];
    caught(&worlds::bouncing(), &patches, "advance", "particles");
    let patches = [patch(PassKind::AdvanceBodies, "words_of(unmarked(particle))", "words_of(particle)")];
    caught(&worlds::rough(), &patches, "advance_bodies", "particles");
}

#[test]
fn slow_discs_that_bounce() {
    for (kind, name) in [(PassKind::PushContacts, "push_contacts"), (PassKind::RelaxContacts, "relax_contacts")] {
        let patches = [patch(kind, "speed < -params.bounce_speed", "true")];
        caught(&worlds::bouncing(), &patches, name, "displacements");
    }
}

#[test]
fn wedged_discs_that_bounce() {
    let loose = |kind| [patch(kind, "loose || -gap <= params.wedged_bounce", "true || -gap <= params.wedged_bounce")];
    caught(&worlds::bouncing(), &loose(PassKind::RelaxContacts), "relax_contacts", "displacements");
    caught(&worlds::rough(), &loose(PassKind::RelaxRoughContacts), "relax_rough_contacts", "displacements");
}

#[test]
fn discs_inside_each_other_that_bounce() {
    let patches = [patch(PassKind::RelaxContacts, "product(FRESH_SUBSTEPS, -speed) >= -gap && ", "")];
    caught(&worlds::bouncing(), &patches, "relax_contacts", "displacements");
}

#[test]
fn a_contact_that_bounces_under_a_load() {
    let patches = [patch(PassKind::RelaxRoughContacts, "product(BOUNCE_LOAD, impulse)", "0.0 * impulse")];
    caught(&worlds::rough(), &patches, "relax_rough_contacts", "displacements");
}

#[test]
fn rough_discs_that_are_stopped_before_they_bounce() {
    let patches = [patch(PassKind::PushRoughContacts, "if m.bounces && !m.at_ease && just_met(m.speed, m.gap) {", "if false {")];
    caught(&worlds::rough(), &patches, "push_rough_contacts", "particles");
}

#[test]
fn a_wall_that_does_not_throw_back() {
    let before_motion = [patch(PassKind::BounceOffWalls, "params.restitution)", "0.0)")];
    caught(&worlds::bouncing(), &before_motion, "bounce_off_walls", "displacements");
    for (kind, pass) in [(PassKind::Advance, "advance"), (PassKind::ReboundAtWalls, "rebound_at_walls")] {
        caught(&worlds::bouncing(), &[patch(kind, "params.restitution)", "0.0)")], pass, "displacements");
    }
}

#[test]
fn a_rough_wall_that_does_not_throw_back() {
    let passes = [
        (PassKind::BounceOffRoughWalls, "bounce_off_rough_walls"),
        (PassKind::AdvanceBodies, "advance_bodies"),
        (PassKind::ReboundAtRoughWalls, "rebound_at_rough_walls"),
    ];
    for (kind, pass) in passes {
        caught(&worlds::rough(), &[patch(kind, "restitution_at_walls(body))", "0.0)")], pass, "displacements");
    }
}

#[test]
fn a_wall_that_throws_back_what_is_slow() {
    let slow = |kind| [patch(kind, "abs(displacement) > i32(params.bounce_speed)", "abs(displacement) > 0")];
    caught(&worlds::lying(0.0), &slow(PassKind::BounceOffWalls), "bounce_off_walls", "displacements");
    caught(&worlds::lying(0.3), &slow(PassKind::BounceOffRoughWalls), "bounce_off_rough_walls", "displacements");
}

/// Half of the gravity is forgotten, or taken for that of the other side of the motion.
#[test]
fn a_bounce_with_the_speed_of_another_time() {
    let other_side = [
        (PassKind::BounceOffWalls, "fall_ahead(substep.gravity),", "fall_behind(substep.gravity),", "bounce_off_walls"),
        (PassKind::Advance, "whole(y + y) - 1.0", "0.5", "advance"),
        (PassKind::PushContacts, "m.half, m.half", "-m.half, m.half", "push_contacts"),
        (PassKind::RelaxContacts, "-m.half, m.half", "m.half, m.half", "relax_contacts"),
    ];
    for (kind, from, to, pass) in other_side {
        caught(&worlds::bouncing(), &[patch(kind, from, to)], pass, "displacements");
    }
    let of_rough = [
        (PassKind::BounceOffRoughWalls, "fall_ahead(substep.gravity),", "NO_FALL,", "bounce_off_rough_walls"),
        (PassKind::AdvanceBodies, "whole(y + y) - 1.0", "0.5", "advance_bodies"),
        (PassKind::PushRoughContacts, "m.half, m.half", "-m.half, m.half", "push_rough_contacts"),
        (PassKind::RelaxRoughContacts, "select(-along, along, ours)", "select(along, -along, ours)", "relax_rough_contacts"),
    ];
    for (kind, from, to, pass) in of_rough {
        caught(&worlds::rough(), &[patch(kind, from, to)], pass, "displacements");
    }
    for (kind, pass) in [(PassKind::BounceOffObstacles, "bounce_off_obstacles"), (PassKind::StopAtObstacles, "stop_at_obstacles")] {
        let patches = [patch(kind, "along_of(stop.fall.lead, touch.normal)", "-along_of(stop.fall.lead, touch.normal)")];
        caught(&worlds::obstacles(), &patches, pass, "displacements");
    }
    let rough =
        [(PassKind::BounceOffRoughObstacles, "bounce_off_rough_obstacles"), (PassKind::StopAtRoughObstacles, "stop_at_rough_obstacles")];
    for (kind, pass) in rough {
        let patches = [patch(kind, "along_of(stop.fall.lead, touch.normal)", "0.0")];
        caught(&worlds::rough_obstacles(0.0), &patches, pass, "displacements");
    }
}

/// From where a disc turns round to what it hits gravity is forgotten.
#[test]
fn a_bounce_with_the_speed_of_another_place() {
    let at_walls = "gained(fall.half.y, float_of(way.y))";
    let of_contacts = "gained(half, -max(gap, speed))";
    let (soon, now) = (worlds::bouncing_soon(), worlds::bouncing());
    let alike = [
        (&soon, PassKind::BounceOffWalls, at_walls, "bounce_off_walls"),
        (&soon, PassKind::Advance, at_walls, "advance"),
        (&now, PassKind::PushContacts, of_contacts, "push_contacts"),
        (&now, PassKind::RelaxContacts, of_contacts, "relax_contacts"),
    ];
    for (world, kind, gain, pass) in alike {
        caught(world, &[patch(kind, gain, "0.0")], pass, "displacements");
    }
    let rough = [
        (PassKind::BounceOffRoughWalls, at_walls, "bounce_off_rough_walls"),
        (PassKind::AdvanceBodies, at_walls, "advance_bodies"),
        (PassKind::PushRoughContacts, of_contacts, "push_rough_contacts"),
        (PassKind::RelaxRoughContacts, of_contacts, "relax_rough_contacts"),
    ];
    for (kind, gain, pass) in rough {
        caught(&worlds::rough(), &[patch(kind, gain, "0.0")], pass, "displacements");
    }
    let at_obstacles = |kind| [patch(kind, "product(touch.time, touch.approach));\n    let back", "0.0);\n    let back")];
    for (kind, pass) in [(PassKind::BounceOffObstacles, "bounce_off_obstacles"), (PassKind::StopAtObstacles, "stop_at_obstacles")] {
        caught(&worlds::obstacles(), &at_obstacles(kind), pass, "displacements");
    }
    let rough =
        [(PassKind::BounceOffRoughObstacles, "bounce_off_rough_obstacles"), (PassKind::StopAtRoughObstacles, "stop_at_rough_obstacles")];
    for (kind, pass) in rough {
        caught(&worlds::rough_obstacles(0.0), &at_obstacles(kind), pass, "displacements");
    }
}

#[test]
fn an_obstacle_that_does_not_throw_back() {
    for (kind, pass) in [(PassKind::BounceOffObstacles, "bounce_off_obstacles"), (PassKind::StopAtObstacles, "stop_at_obstacles")] {
        caught(&worlds::obstacles(), &[patch(kind, "params.wall_restitution_root", "0.0")], pass, "displacements");
        let slow = [patch(kind, "-touch.approach > params.bounce_speed", "-touch.approach > 0.0")];
        caught(&worlds::lying(0.0), &slow, pass, "displacements");
    }
}
