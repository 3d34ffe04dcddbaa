//! Faults of discs that have bodies: masses, surfaces and rotations.

use jostle::passes::PassKind;

use crate::common::worlds;
use crate::planting::{caught, patch};

#[test]
fn discs_that_do_not_rub_and_are_solved_otherwise() {
    let patches = [patch(PassKind::RelaxRoughContacts, "vec2f(whole(normal - m.impulse.x) + bounce, 0.0)", "vec2f(normal + bounce, 0.0)")];
    caught(&worlds::smooth_bodies(), &patches, "relax_rough_contacts", "displacements");
    let patches = [patch(PassKind::RelaxRoughContacts, "product(given.x, inverse_mass)", "given.x")];
    caught(&worlds::smooth_bodies(), &patches, "relax_rough_contacts", "displacements");
}

#[test]
fn a_body_that_stays_behind() {
    let patches = [patch(PassKind::SortBodies, "bodies[sources[i]]", "bodies[i]")];
    let found = caught(&worlds::rough(), &patches, "sort_bodies", "bodies_next");
    assert!(found.is_none_or(|found| found.field == "inverse_mass" && found.particle.is_some()));
}

#[test]
fn an_impulse_of_a_rough_contact_that_is_forgotten() {
    let patches = [patch(PassKind::FindRoughContacts, "return row.impulse;", "return 0.0;")];
    let found = caught(&worlds::rough(), &patches, "find_rough_contacts", "contacts_next");
    assert!(found.is_none_or(|found| found.substep > 0 && found.field == "impulse"));
}

#[test]
fn a_rough_crowd_that_does_not_slow_down() {
    let patches = [patch(PassKind::FindRoughContacts, "slow_down(i, particle, j);", "")];
    caught(&worlds::rough_crowd(), &patches, "find_rough_contacts", "displacements");
}

#[test]
fn an_impulse_along_the_tangent_that_is_forgotten() {
    let patches = [patch(PassKind::CarryTangents, "return vec2f(tangents[k * TANGENT_WORDS], 0.0);", "return vec2f(0.0);")];
    let found = caught(&worlds::rough(), &patches, "carry_tangents", "tangents_next");
    assert!(found.is_none_or(|found| found.substep > 0 && found.field == "impulse" && found.particle.is_some()));
}

#[test]
fn a_start_without_its_tangents() {
    let patches = [patch(PassKind::StartRoughContacts, "Solved(m.impulse, m.impulse)", "Solved(m.impulse, vec2f(m.impulse.x, 0.0))")];
    caught(&worlds::rough(), &patches, "start_rough_contacts", "displacements");
}

#[test]
fn a_wall_that_does_not_rub() {
    let patches = [patch(PassKind::StopAtRoughWalls, "vec2f(product(size, limits.x), product(size, limits.y))", "vec2f(0.0)")];
    caught(&worlds::rough(), &patches, "stop_at_rough_walls", "displacements");
    let nearest = [patch(PassKind::AdvanceBodies, "rounded(whole(min(limit, MAX_IMPULSE) + shift))", "rounded(min(limit, MAX_IMPULSE))")];
    caught(&worlds::rough(), &nearest, "advance_bodies", "displacements");
}

#[test]
fn rolling_that_is_resisted_otherwise() {
    let other_way_round = [patch(PassKind::CarryTangents, "before.y - turned_round.y", "before.y + turned_round.y")];
    caught(&worlds::resisting(), &other_way_round, "carry_tangents", "tangents_next");
    let not_given_back = [patch(PassKind::StartRoughContacts, "const GIVES_BACK = true;", "const GIVES_BACK = false;")];
    caught(&worlds::resisting(), &not_given_back, "start_rough_contacts", "bodies");
    for (from, to) in [
        ("product(how.coupling, result.given.y)", "0.0"),
        ("product(given, how.shares.x), -product(given, how.shares.y)", "product(given, how.shares.y), -product(given, how.shares.x)"),
        ("product(params.rolling_resistance, result.impulse.x)", "product(params.rolling_resistance, result.impulse.x) + 1.0"),
    ] {
        caught(&worlds::resisting(), &[patch(PassKind::PushRoughContacts, from, to)], "push_rough_contacts", "bodies");
    }
    let one_after_the_other = [patch(PassKind::StopAtRoughWalls, "whole(slip + wanted)", "slip")];
    caught(&worlds::resisting(), &one_after_the_other, "stop_at_rough_walls", "displacements");
    let as_if_it_stood = [patch(PassKind::StopAtRoughObstacles, "motion.spin, touch.turn,", "motion.spin, 0.0,")];
    caught(&worlds::rough_obstacles(0.4), &as_if_it_stood, "stop_at_rough_obstacles", "displacements");
}

#[test]
fn a_cone_that_is_too_wide() {
    let patches = [patch(PassKind::PushRoughContacts, "product(m.friction, normal)", "product(m.friction, normal + 1.0)")];
    caught(&worlds::rough(), &patches, "push_rough_contacts", "displacements");
}

#[test]
fn a_mass_that_is_taken_for_another() {
    let patches = [patch(PassKind::RelaxRoughContacts, "this_one.inverse_mass + other.inverse_mass", "2.0 * other.inverse_mass")];
    caught(&worlds::rough(), &patches, "relax_rough_contacts", "displacements");
}

#[test]
fn a_disc_that_does_not_turn() {
    let patches = [patch(PassKind::AdvanceBodies, "body.angle + turn_of", "body.angle + 0u * turn_of")];
    let found = caught(&worlds::rough(), &patches, "advance_bodies", "bodies");
    assert!(found.is_none_or(|found| found.field == "angle"));
}
