//! Faults of contacts that rest.

use jostle::passes::PassKind;

use crate::common::faint::Discs;
use crate::common::worlds::Mixed;
use crate::common::{faint, worlds};
use crate::planting::{caught, caught_deep, caught_deep_everywhere, caught_in_hardwares_shape, patch, plain};

#[test]
fn a_larger_neighbour_that_is_taken_for_far() {
    let patches = [patch(PassKind::SolveContacts, "f32(radius_of(particle.info) + largest)", "f32(2 * radius_of(particle.info))")];
    caught(&worlds::mixed(Mixed::Plain), &patches, "solve_contacts", "particles_next");
}

#[test]
fn the_same_direction_for_both_discs_in_one_place() {
    let patches = [patch(PassKind::SolveContacts, "this_id < other_id", "true")];
    caught(&plain(worlds::coincident_spec()), &patches, "solve_contacts", "particles_next");
}

#[test]
fn a_wrong_rounding() {
    let patches = [patch(PassKind::SolveContacts, "i32(product(normal.y, size))", "i32(floor(product(normal.y, size)))")];
    let found = caught(&plain(worlds::contacts_spec()), &patches, "solve_contacts", "particles_next");
    assert!(found.is_none_or(|found| found.field == "position.y" || found.field == "info.fraction.y"));
}

/// On every adapter: the CPU has 0 where the GPU keeps numbers that are still normal.
#[test]
fn what_fades_and_does_not_end() {
    let carry = |what| patch(PassKind::CarryLinks, &format!("unless_faint({what})"), &format!("({what})"));
    let impulse = carry("clamp(joint.impulse, -params.most_impulse, params.most_impulse)");
    caught_deep_everywhere(&faint::linked(), &[impulse], "carry_links", "joints", "impulse");
    let mean = carry("whole(joint.mean_impulse + product(JOINT_MEMORY, joint.impulse - joint.mean_impulse))");
    caught_deep_everywhere(&faint::linked(), &[mean], "carry_links", "joints", "mean_impulse");
    let remembered = |kind| [patch(kind, "unless_faint(min(impulse, params.most_impulse))", "min(impulse, params.most_impulse)")];
    let (alike, rough) = (faint::touching(Discs::Alike), faint::touching(Discs::Rough));
    caught_deep_everywhere(&alike, &remembered(PassKind::FindContacts), "find_contacts", "contacts_next", "impulse");
    caught_deep_everywhere(&rough, &remembered(PassKind::FindRoughContacts), "find_rough_contacts", "contacts_next", "impulse");
    let tangent = "clamp(impulse, -params.most_impulse, params.most_impulse)";
    let tangent = [patch(PassKind::CarryTangents, &format!("unless_faint({tangent})"), tangent)];
    caught_deep_everywhere(&faint::pressing(), &tangent, "carry_tangents", "tangents_next", "impulse");
}

/// At a number that is normal on every adapter.
#[test]
fn what_fades_and_ends_elsewhere() {
    let least = |kind, to| [patch(kind, "abs(a) >= FAINTEST", to)];
    for to in ["abs(a) > FAINTEST", "a >= FAINTEST"] {
        caught_deep(&faint::pressing(), &least(PassKind::CarryTangents, to), "carry_tangents", "tangents_next", "impulse");
        caught_deep(&faint::linked(), &least(PassKind::CarryLinks, to), "carry_links", "joints", "impulse");
    }
    let (alike, rough) = (faint::touching(Discs::Alike), faint::touching(Discs::Rough));
    let least = |kind| least(kind, "abs(a) > FAINTEST");
    caught_deep(&alike, &least(PassKind::FindContacts), "find_contacts", "contacts_next", "impulse");
    caught_deep(&rough, &least(PassKind::FindRoughContacts), "find_rough_contacts", "contacts_next", "impulse");
}

#[test]
fn an_impulse_that_is_forgotten() {
    let patches = [patch(PassKind::FindContacts, "return row.impulse;", "return 0.0;")];
    let found = caught(&worlds::contacts(), &patches, "find_contacts", "displacements");
    assert!(found.is_none_or(|found| found.substep > 0 && found.particle.is_some()));
}

#[test]
fn a_contact_that_is_owned_twice() {
    let patches = [patch(PassKind::FindContacts, "!larger && earlier", "!larger")];
    caught(&worlds::polydisperse(), &patches, "find_contacts", "contacts_next");
}

#[test]
fn a_crowd_that_does_not_slow_down() {
    let patches = [patch(PassKind::FindContacts, "slow_down(i, particle, j);", "")];
    caught(&worlds::crowd(), &patches, "find_contacts", "displacements");
}

#[test]
fn a_sweep_in_another_order() {
    let patches = [patch(PassKind::PushContacts, "let place = select(k, count - 1u - k, backwards);", "let place = count - 1u - k;")];
    caught(&worlds::contacts(), &patches, "push_contacts", "particles");
}

#[test]
fn a_list_that_is_swept_from_the_other_end() {
    let ends = ("select(0u, CONTACTS_PER_PARTICLE - 1u, backwards)", "select(CONTACTS_PER_PARTICLE - 1u, 0u, backwards)");
    let ways = ("select(1u, 0xFFFFFFFFu, backwards)", "select(0xFFFFFFFFu, 1u, backwards)");
    for (kind, name, world) in [
        (PassKind::PushContacts, "push_contacts", worlds::contacts()),
        (PassKind::PushRoughContacts, "push_rough_contacts", worlds::rough()),
    ] {
        let patches = [patch(kind, ends.0, ends.1), patch(kind, ways.0, ways.1)];
        caught_in_hardwares_shape(&world, &patches, name, "particles");
    }
}

#[test]
fn a_contact_with_a_coarser_disc_that_is_swept_with_the_others() {
    let patches = [patch(PassKind::RelaxRoughContacts, "partner_of(words) < end_of_level", "partner_of(words) != NO_PARTNER")];
    caught_in_hardwares_shape(&worlds::mixed(Mixed::Rough), &patches, "relax_rough_contacts", "displacements");
}

#[test]
fn discs_that_are_parted_too_far() {
    let patches = [patch(PassKind::PushContacts, ", params.parting_share)", ", 0.501)")];
    caught(&worlds::contacts(), &patches, "push_contacts", "particles");
    let patches = [patch(PassKind::PushRoughContacts, ", params.parting_share)", ", 0.501)")];
    caught(&worlds::rough(), &patches, "push_rough_contacts", "particles");
}

#[test]
fn discs_that_are_parted_though_one_is_far_heavier() {
    let patches = [patch(PassKind::PushRoughContacts, "(near && all", "(all")];
    caught(&worlds::wedged(), &patches, "push_rough_contacts", "particles");
}

#[test]
fn discs_that_are_parted_though_they_are_fast_and_carry_much() {
    for (kind, name, world) in [
        (PassKind::PushContacts, "push_contacts", worlds::contacts()),
        (PassKind::PushRoughContacts, "push_rough_contacts", worlds::rough()),
    ] {
        for condition in ["all(fastest <= vec2i(params.parting_speed))", "impulse <= product(mass, -gap)"] {
            caught(&world, &[patch(kind, condition, "true")], name, "particles");
            caught(&world, &[patch(kind, condition, "false")], name, "particles");
        }
    }
}

#[test]
fn a_disc_that_the_next_contact_sees_where_it_was() {
    let patches = [patch(PassKind::PushContacts, "Pair(put_apart(pair.ours, part),", "Pair(pair.ours,")];
    caught(&worlds::contacts(), &patches, "push_contacts", "particles");
}

#[test]
fn contacts_that_are_counted_though_nobody_sees_it() {
    for (kind, name, world) in [
        (PassKind::PushContacts, "push_contacts", worlds::contacts()),
        (PassKind::PushRoughContacts, "push_rough_contacts", worlds::dull_bodies()),
    ] {
        caught(&world, &[patch(kind, "substep.uncounted == 0u", "true")], name, "particles");
    }
}

#[test]
fn a_relaxation_that_forgets_the_gap() {
    let patches = [patch(PassKind::RelaxContacts, "rebound + max(m.gap, 0.0))), 0.0)", "rebound)), 0.0)")];
    caught(&worlds::contacts(), &patches, "relax_contacts", "displacements");
}

#[test]
fn a_push_without_a_limit() {
    let without = |kind| [patch(kind, "speed - params.push_limit", "speed - 100.0 * params.push_limit")];
    caught(&worlds::crowd(), &without(PassKind::PushContacts), "push_contacts", "displacements");
    caught(&worlds::rough_crowd(), &without(PassKind::PushRoughContacts), "push_rough_contacts", "displacements");
    let limit = "clamp(product(error, JOINT_RATE), -params.push_limit, params.push_limit)";
    caught(&worlds::long_links(), &[patch(PassKind::PushLinks, limit, "product(error, JOINT_RATE)")], "push_links", "displacements");
}
