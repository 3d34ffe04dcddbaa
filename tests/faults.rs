//! Faults planted in the shaders: each must be caught, by digest and deep, and the right pass named.

mod common;

use std::sync::Arc;

use common::faint::Discs;
use common::worlds::Mixed;
use common::{contexts, faint, first_context, inputs, worlds};
use jostle::gpu::{Context, GpuOptions, ShaderPatch};
use jostle::passes::PassKind;
use jostle::solver::SolverError;
use jostle::verify::{Comparison, Difference, Options, Report, verify};
use jostle::world::World;
use jostle::world::levels::Leveling;
use jostle::world::spec::ContactSolver;

fn patch(pass: PassKind, from: &str, to: &str) -> ShaderPatch {
    ShaderPatch { pass, from: from.into(), to: to.into() }
}

/// The same world with the plain solver.
fn plain(mut world: World) -> World {
    world.solver = ContactSolver::Plain;
    world.start.contacts.clear();
    world.start.bodies.clear();
    world.start.tangents.clear();
    world
}

/// Enough for a link to break.
const SUBSTEPS: u32 = 40;

/// Built with all checks: a fault may send an index anywhere.
fn compared(world: &World, context: &Context, patches: &[ShaderPatch], deep: bool) -> Report {
    let options = GpuOptions { checked: true, patches: patches.to_vec() };
    verify(&Arc::new(world.clone()), context, &options, &Options { substeps: SUBSTEPS, deep, threads: None }, &mut |_| {}).unwrap()
}

/// Asserts that the comparison finds nothing without the fault, and with it the pass and the buffer, both by digest and deep. Returns
/// what it found. On one adapter, since what finds it is the same for all; what only some adapters would do is planted by
/// [`caught_deep`] on every one.
fn caught(world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str) -> Option<Difference> {
    let context = first_context()?;
    let sound = compared(world, &context, &[], false);
    assert!(sound.identical && sound.first_difference.is_none(), "{sound:?}");
    let mut last = None;
    for deep in [false, true] {
        let report = compared(world, &context, patches, deep);
        assert!(!report.identical, "{pass} not caught on {}, deep: {deep}", context.info);
        let found = report.first_difference.expect("a report that is not identical has a difference");
        println!("{found}");
        assert_eq!((found.pass, found.buffer), (pass, buffer), "deep: {deep}: {found}");
        assert_ne!(found.cpu, found.gpu);
        last = Some(found);
    }
    last
}

/// As [`caught`], of what contacts and links carry, which no digest sees, on every adapter.
fn caught_deep(world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str, field: &str) {
    for context in contexts() {
        let sound = compared(world, &context, &[], true);
        assert!(sound.identical && sound.first_difference.is_none(), "{sound:?}");
        let found = compared(world, &context, patches, true).first_difference;
        let found = found.unwrap_or_else(|| panic!("{pass} not caught on {}", context.info));
        println!("{found}");
        assert_eq!((found.pass, found.buffer, found.field), (pass, buffer, field), "{found}");
    }
}

#[test]
fn a_changed_constant() {
    let patches = [patch(PassKind::SolveContacts, "1.5 - product", "1.49999 - product")];
    let found = caught(&plain(worlds::contacts()), &patches, "solve_contacts", "particles_next");
    assert!(found.is_none_or(|found| found.particle.is_some() && found.field != "id" && found.substep == 0));
}

#[test]
fn a_dropped_neighbour_row() {
    let patches = [patch(PassKind::SolveContacts, "let count = min(middle + counts.z,", "let count = min(middle,")];
    caught(&plain(worlds::contacts()), &patches, "solve_contacts", "particles_next");
}

#[test]
fn a_larger_neighbour_that_is_taken_for_far() {
    let patches = [patch(PassKind::SolveContacts, "f32(radius_of(particle.info) + largest)", "f32(2 * radius_of(particle.info))")];
    caught(&worlds::mixed(Mixed::Plain), &patches, "solve_contacts", "particles_next");
}

#[test]
fn the_same_direction_for_both_discs_in_one_place() {
    let patches = [patch(PassKind::SolveContacts, "this_id < other_id", "true")];
    caught(&plain(worlds::coincident()), &patches, "solve_contacts", "particles_next");
}

#[test]
fn two_swapped_bindings() {
    let swap = |slot: &str, from: u32, to: u32| {
        let line = |binding| format!("@binding({binding}) var<storage, read> {slot}:");
        patch(PassKind::GridScatter, &line(from), &line(to))
    };
    caught(&plain(worlds::contacts()), &[swap("ranks", 3, 4), swap("cell_starts", 4, 3)], "grid_scatter", "particles_next");
}

#[test]
fn a_wrong_rounding() {
    let patches = [patch(PassKind::SolveContacts, "i32(product(normal.y, size))", "i32(floor(product(normal.y, size)))")];
    let found = caught(&plain(worlds::contacts()), &patches, "solve_contacts", "particles_next");
    assert!(found.is_none_or(|found| found.field == "position.y" || found.field == "info.fraction.y"));
}

#[test]
fn a_forgotten_gravity() {
    let patches = [patch(PassKind::Integrate, " + substep.gravity", "")];
    caught(&plain(worlds::contacts()), &patches, "integrate", "particles");
}

#[test]
fn a_birth_one_substep_late() {
    let patches = [patch(PassKind::Integrate, "births[particle.id] <= substep.index", "births[particle.id] < substep.index")];
    let found = caught(&plain(worlds::emitters()), &patches, "integrate", "particles");
    assert!(found.is_none_or(|found| found.substep == 1 && found.particle == Some(0)));
    let patches = [patch(PassKind::SolveAndIntegrate, "births[particle.id] <= substep.index", "births[particle.id] < substep.index")];
    let found = caught(&plain(worlds::emitters()), &patches, "solve_and_integrate", "particles_next");
    // The first half of a frame runs substep by substep.
    assert!(found.is_none_or(|found| found.substep == 5 && found.particle == Some(24)));
}

#[test]
fn a_particle_counted_into_the_wrong_cell() {
    let patches = [patch(PassKind::Accelerate, "position >> cell_bits", "(position + 99999) >> cell_bits")];
    caught(&worlds::contacts(), &patches, "accelerate", "cell_counts");
    let patches = [patch(PassKind::Integrate, "position >> cell_bits", "(position + 99999) >> cell_bits")];
    caught(&plain(worlds::contacts()), &patches, "integrate", "cell_counts");
}

#[test]
fn a_finer_disc_that_a_coarse_one_overlooks() {
    let world = |kind| worlds::mixed(kind).with_levels(Leveling::Exactly(4)).unwrap();
    let short = |pass| [patch(pass, "i32(1u << (params.cell_bits - level) >> 1u)", "0 - 999999")];
    caught(&world(Mixed::Plain), &short(PassKind::SolveContacts), "solve_contacts", "particles_next");
    caught(&world(Mixed::Rough), &short(PassKind::ChainContacts), "chain_contacts", "chains");
    let short = [patch(PassKind::FindContacts, "level <= own_level", "level < own_level")];
    caught(&world(Mixed::Alike), &short, "find_contacts", "displacements");
}

#[test]
fn ranks_given_out_twice() {
    let count = "atomicAdd(&cell_counts[sort_cell(particle)], 1u)";
    let patches = [patch(PassKind::Accelerate, count, &format!("{count} / 2u"))];
    let found = caught(&worlds::contacts(), &patches, "accelerate", "ranks");
    assert!(found.is_none_or(|found| found.field == "rank" && found.particle.is_some()));
    let count = "atomicAdd(&cell_counts[sort_cell(next.particle)], 1u)";
    for (pass, name) in [(PassKind::Integrate, "integrate"), (PassKind::SolveAndIntegrate, "solve_and_integrate")] {
        let patches = [patch(pass, count, &format!("{count} / 2u"))];
        let found = caught(&plain(worlds::contacts()), &patches, name, "ranks");
        assert!(found.is_none_or(|found| found.field == "rank" && found.particle.is_some()));
    }
}

#[test]
fn a_tile_whose_sum_is_off() {
    let patches = [patch(PassKind::GridScanTiles, "var four = vec4u(0u);", "var four = vec4u(1u, 0u, 0u, 0u);")];
    caught(&worlds::wide(), &patches, "grid_scan_tiles", "tile_totals");
}

#[test]
fn counts_that_are_not_cleared() {
    let patches = [patch(PassKind::GridScan, "cell_counts[k] = vec4u(0u);", "")];
    let found = caught(&worlds::contacts(), &patches, "grid_scan", "cell_counts");
    assert!(found.is_none_or(|found| found.substep == 0));
}

#[test]
fn an_output_left_unwritten() {
    let patches = [patch(PassKind::GridScatter, "displacements_next[slot] = displacements[i];", "")];
    caught(&plain(worlds::contacts()), &patches, "grid_scatter", "displacements_next");
}

#[test]
fn a_link_that_ignores_pins() {
    let patches = [patch(PassKind::SolveLinks, "product(row.elasticity, share)", "row.elasticity")];
    caught(&worlds::plain_uncut(), &patches, "solve_links", "particles_next");
}

#[test]
fn a_link_that_breaks_on_one_side_only() {
    let line = "link_rows[k].partner = NO_PARTNER;";
    let patches = [patch(PassKind::SolveLinks, line, &format!("if particle.id < other.id {{ {line} }}"))];
    let found = caught(&worlds::plain_tearing(), &patches, "solve_links", "link_rows");
    assert!(found.is_none_or(|found| found.field == "partner" && found.particle.is_some()));
}

#[test]
fn a_slot_by_id_that_is_off() {
    let patches = [patch(PassKind::FindSlots, "slots[label] = i;", "slots[label] = i ^ u32(label == 3u);")];
    let found = caught(&worlds::uncut(), &patches, "find_slots", "slots");
    assert!(found.is_none_or(|found| found.particle == Some(3)));
}

#[test]
fn a_link_that_breaks_too_late() {
    let patches = [patch(PassKind::CarryLinks, "> row.break_length", "> 1.01 * row.break_length")];
    caught(&worlds::tearing(), &patches, "carry_links", "displacements");
}

#[test]
fn a_mean_that_is_forgotten() {
    let patches = [patch(PassKind::CarryLinks, "joint.mean_impulse + product", "product")];
    let found = caught(&worlds::uncut(), &patches, "carry_links", "joints");
    assert!(found.is_none_or(|found| found.field == "mean_impulse"));
}

/// What the verifier starts again from is the world's, whatever a GPU has made of its links.
#[test]
fn masses_of_a_link_that_change() {
    let patches = [patch(PassKind::CarryLinks, "joints[k] = joint;", "joint.inverse_masses.x += 1.0;\n    joints[k] = joint;")];
    let found = caught(&worlds::uncut(), &patches, "carry_links", "joints");
    assert!(found.is_none_or(|found| found.field.starts_with("inverse_mass")));
}

/// On every adapter: the CPU has 0 where the GPU keeps numbers that are still normal.
#[test]
fn what_fades_and_does_not_end() {
    let carry = |what| patch(PassKind::CarryLinks, &format!("unless_faint({what})"), &format!("({what})"));
    let impulse = carry("clamp(joint.impulse, -params.most_impulse, params.most_impulse)");
    caught_deep(&faint::linked(), &[impulse], "carry_links", "joints", "impulse");
    let mean = carry("joint.mean_impulse + product(JOINT_MEMORY, joint.impulse - joint.mean_impulse)");
    caught_deep(&faint::linked(), &[mean], "carry_links", "joints", "mean_impulse");
    let remembered = |kind| [patch(kind, "unless_faint(min(impulse, params.most_impulse))", "min(impulse, params.most_impulse)")];
    let (alike, rough) = (faint::touching(Discs::Alike), faint::touching(Discs::Rough));
    caught_deep(&alike, &remembered(PassKind::FindContacts), "find_contacts", "contacts_next", "impulse");
    caught_deep(&rough, &remembered(PassKind::FindRoughContacts), "find_rough_contacts", "contacts_next", "impulse");
    let tangent = "clamp(tangent, -params.most_impulse, params.most_impulse)";
    let tangent = [patch(PassKind::CarryTangents, &format!("unless_faint({tangent})"), tangent)];
    caught_deep(&faint::pressing(), &tangent, "carry_tangents", "tangents_next", "impulse");
}

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
fn a_link_pushed_without_its_compliance() {
    let patches = [patch(PassKind::PushLinks, "inverse + row.elasticity", "inverse")];
    caught(&worlds::hub(), &patches, "push_links", "displacements");
}

#[test]
fn a_link_that_moves_a_pinned_disc() {
    let patches = [patch(PassKind::RelaxLinks, "product(impulse, inverse_masses.x)", "impulse")];
    caught(&worlds::hub(), &patches, "relax_links", "displacements");
}

#[test]
fn a_wall_one_step_off() {
    let off = |kind| [patch(kind, "params.wall_min + radius", "params.wall_min + radius + 1")];
    caught(&plain(worlds::contacts()), &off(PassKind::SolveContacts), "solve_contacts", "particles_next");
    caught(&worlds::plain_tearing(), &off(PassKind::SolveWalls), "solve_walls", "particles");
}

#[test]
fn an_event_that_is_not_counted() {
    let patches = [patch(PassKind::Integrate, "count_saturated(1u);", "")];
    let found = caught(&worlds::plain_saturating(), &patches, "integrate", "counters");
    assert!(found.is_none_or(|found| found.field == "saturated"));
}

#[test]
fn a_disc_that_moves_further_than_its_displacement() {
    let patches = [patch(PassKind::SolveContacts, "moved(particle, displacement - before)", "moved(particle, gathered.correction)")];
    // The wall puts the disc that is first to the same place after all, and takes more for it.
    caught(&worlds::plain_saturating(), &patches, "solve_contacts", "displacements");
}

#[test]
fn a_particle_that_is_removed_without_leaving() {
    let patches = [patch(PassKind::Accelerate, "position >= params.grid_extent", "position + (1 << 18u) >= params.grid_extent")];
    let found = caught(&worlds::open_sides(), &patches, "accelerate", "particles");
    assert!(found.is_none_or(|found| found.field == "info.phase"));
}

#[test]
fn an_order_inside_a_cell_that_is_not_that_of_places() {
    let patches = [patch(
        PassKind::GridSort,
        "a.position.y < b.position.y, a.position.x < b.position.x",
        "a.position.x < b.position.x, a.position.y < b.position.y",
    )];
    caught(&worlds::contacts(), &patches, "grid_sort", "particles_next");
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
fn discs_that_are_parted_too_far() {
    let patches = [patch(PassKind::PushContacts, ", params.parting_share)", ", 0.501)")];
    caught(&worlds::contacts(), &patches, "push_contacts", "particles");
    let patches = [patch(PassKind::PushRoughContacts, ", params.parting_share)", ", 0.501)")];
    caught(&worlds::rough(), &patches, "push_rough_contacts", "particles");
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
    let patches = [patch(PassKind::PushContacts, "return parted(ours, part);", "return ours;")];
    caught(&worlds::contacts(), &patches, "push_contacts", "particles");
}

#[test]
fn a_relaxation_that_forgets_the_gap() {
    let patches = [patch(PassKind::RelaxContacts, "rebound + max(m.gap, 0.0)), 0.0)", "rebound), 0.0)")];
    caught(&worlds::contacts(), &patches, "relax_contacts", "displacements");
}

#[test]
fn a_move_that_ends_in_a_wall() {
    let patches =
        [patch(PassKind::Advance, "max(min(displacement, room.high), room.low)", "max(min(displacement, room.high + 1), room.low - 1)")];
    caught(&worlds::contacts(), &patches, "advance", "particles");
}

#[test]
fn a_wall_that_stops_too_late() {
    let patches = [patch(PassKind::StopAtWalls, "min(room.low, vec2i(0)))", "min(room.low, vec2i(0)) - 4096)")];
    caught(&worlds::contacts(), &patches, "stop_at_walls", "displacements");
}

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
fn a_push_without_a_limit() {
    let without = |kind| [patch(kind, "speed - params.push_limit", "speed - 100.0 * params.push_limit")];
    caught(&worlds::crowd(), &without(PassKind::PushContacts), "push_contacts", "displacements");
    caught(&worlds::rough_crowd(), &without(PassKind::PushRoughContacts), "push_rough_contacts", "displacements");
    let limit = "clamp(product(error, JOINT_RATE), -params.push_limit, params.push_limit)";
    caught(&worlds::long_links(), &[patch(PassKind::PushLinks, limit, "product(error, JOINT_RATE)")], "push_links", "displacements");
}

#[test]
fn discs_that_do_not_rub_and_are_solved_otherwise() {
    let patches = [patch(PassKind::RelaxRoughContacts, "vec2f(normal - m.impulse.x + bounce, 0.0)", "vec2f(normal + bounce, 0.0)")];
    caught(&worlds::smooth_bodies(), &patches, "relax_rough_contacts", "displacements");
    let patches = [patch(PassKind::RelaxRoughContacts, "product(given.x, inverse_mass)", "given.x")];
    caught(&worlds::smooth_bodies(), &patches, "relax_rough_contacts", "displacements");
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
        (PassKind::Advance, "y + y - 1.0", "0.5", "advance"),
        (PassKind::PushContacts, "m.half, m.half", "-m.half, m.half", "push_contacts"),
        (PassKind::RelaxContacts, "-m.half, m.half", "m.half, m.half", "relax_contacts"),
    ];
    for (kind, from, to, pass) in other_side {
        caught(&worlds::bouncing(), &[patch(kind, from, to)], pass, "displacements");
    }
    let of_rough = [
        (PassKind::BounceOffRoughWalls, "fall_ahead(substep.gravity),", "NO_FALL,", "bounce_off_rough_walls"),
        (PassKind::AdvanceBodies, "y + y - 1.0", "0.5", "advance_bodies"),
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
        caught(&worlds::rough_obstacles(), &patches, pass, "displacements");
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
        caught(&worlds::rough_obstacles(), &at_obstacles(kind), pass, "displacements");
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
        (stop, "touch.slide - float_of", "touch.slide + float_of"),
        (stop, "motion.spin - 2 * rub", "motion.spin - rub"),
        (bounce, "clamp(wanted, -MAX_IMPULSE, MAX_IMPULSE)", "clamp(wanted, -MAX_IMPULSE / 2.0, MAX_IMPULSE / 2.0)"),
    ];
    for ((kind, pass), from, to) in faults {
        caught(&worlds::rough_obstacles(), &[patch(kind, from, to)], pass, "displacements");
    }
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
    let patches = [patch(PassKind::CarryTangents, "return tangents[k];", "return 0.0;")];
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
    let patches = [patch(PassKind::StopAtRoughWalls, "product(abs(float_of(push)), friction)", "0.0")];
    caught(&worlds::rough(), &patches, "stop_at_rough_walls", "displacements");
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

#[test]
fn a_corner_of_an_obstacle_that_is_forgotten() {
    let patches = [patch(PassKind::MeetObstacles, "corner.time < edge.time", "corner.time > edge.time")];
    caught(&worlds::obstacles(), &patches, "meet_obstacles", "displacements");
    let stays = [patch(PassKind::MeetObstacles, "corner - put(start, after)", "vec2i(0)")];
    caught(&worlds::obstacles(), &stays, "meet_obstacles", "displacements");
}

#[test]
fn an_obstacle_that_takes_rounded_to_the_nearest_and_a_corner_that_holds_by_turns() {
    let rounded = [patch(PassKind::MeetObstacles, "rounded(a + shift)", "rounded(a)")];
    caught(&worlds::obstacles(), &rounded, "meet_obstacles", "displacements");
    let by_turns = [patch(PassKind::MeetObstacles, "slid(left.displacement, left_of(touch.normal), corner)", "left.displacement")];
    caught(&worlds::nips(), &by_turns, "meet_obstacles", "displacements");
    let walls = [patch(PassKind::MeetObstacles, "slid_along_walls(stopped(particle, way), way, corner)", "stopped(particle, way)")];
    caught(&worlds::nips(), &walls, "meet_obstacles", "displacements");
}

#[test]
fn an_obstacle_taken_where_it_was_a_substep_ago() {
    let patches = [patch(PassKind::StopAtObstacles, "stop_disc(i, 1u,", "stop_disc(i, 0u,")];
    caught(&worlds::obstacles(), &patches, "stop_at_obstacles", "displacements");
}

#[test]
fn an_obstacle_that_is_left_too_far() {
    let patches = [patch(PassKind::LeaveObstacles, "min(min(depth_of(nearest), params.most_exit), *room)", "depth_of(nearest) + 2.0")];
    caught(&worlds::obstacles(), &patches, "leave_obstacles", "particles");
}

#[test]
fn a_pose_that_is_rounded_otherwise() {
    let patches = [patch(PassKind::SolveObstacles, "0x80000000u)", "0u)")];
    caught(&worlds::plain_obstacles(), &patches, "solve_obstacles", "particles");
}

#[test]
fn a_digest_of_bodies_that_leaves_the_angle_out() {
    let Some(context) = first_context() else { return };
    let patches = [patch(PassKind::DigestBodies, "mixed(hash, body.angle)", "mixed(hash, 0u)")];
    for deep in [false, true] {
        let found = compared(&worlds::rough(), &context, &patches, deep).first_difference.unwrap();
        assert_eq!((found.pass, found.field), ("digest", "digest"), "{found}");
    }
}

#[test]
fn a_digest_that_hashes_otherwise() {
    let Some(context) = first_context() else { return };
    let patches = [patch(PassKind::Digest, "0x9E3779B1u", "0x9E3779B3u")];
    for deep in [false, true] {
        let found = compared(&worlds::contacts(), &context, &patches, deep).first_difference.unwrap();
        assert_eq!((found.pass, found.field), ("digest", "digest"), "{found}");
    }
}

/// Shows only where substeps follow each other in one submission, as a race between passes would.
#[test]
fn a_fault_that_no_single_pass_shows() {
    let Some(context) = first_context() else { return };
    let moved = "particle = moved(particle, displacement);";
    let patches = [patch(PassKind::Integrate, moved, &format!("{moved} if substep.place == 3u {{ particle.position.x += 5; }}"))];
    let found = compared(&plain(worlds::contacts()), &context, &patches, false).first_difference.unwrap();
    assert_eq!((found.substep, found.pass, found.buffer), (3, "substep", "particles"), "{found}");
    assert!(found.particle.is_some());
}

/// The measure in which a fault of the passes that measure shows.
fn wrong_measure(world: &World, pass: PassKind, from: &str, to: &str) -> Option<&'static str> {
    let context = first_context()?;
    let options = GpuOptions { checked: true, patches: vec![patch(pass, from, to)] };
    let mut comparison = Comparison::new(world, &context, &options, None).unwrap();
    assert_eq!(comparison.run_deep(&inputs::untouched(world, 0, 4)).unwrap(), None);
    let found = comparison.measure_deep(4).unwrap().unwrap();
    assert_eq!((found.pass, found.buffer), ("measure", "measures"), "{found}");
    Some(found.field)
}

#[test]
fn each_wrong_measure_is_named() {
    let (contacts, rough, obstacles) = (worlds::contacts(), worlds::rough(), worlds::obstacles());
    let faults = [
        (&contacts, PassKind::Measure, "touching += times;", "touching += 2u;", "touching"),
        (&contacts, PassKind::Measure, "vec2u(place.x, 0u)", "vec2u(place.x & 0x3FFFFFu, 0u)", "places.x"),
        (&contacts, PassKind::Measure, "- params.wall_min", "- params.wall_min + 1", "places.x"),
        (&rough, PassKind::MeasureBodies, "wide_add(motion, half)", "motion", "energy"),
        (&rough, PassKind::MeasureBodies, "wide_share(vec2u(place.y, 0u), mass)", "vec2u(place.y, 0u)", "moments.y"),
        (&rough, PassKind::MeasureBodies, "vec2u(mass, 0u)", "vec2u(mass / 2u, 0u)", "mass"),
        (&obstacles, PassKind::MeasureObstacles, "select(0.0, nearest.reach", "select(0.0, 9999999.0 + nearest.reach", "in_obstacles"),
    ];
    for (world, pass, from, to, field) in faults {
        let Some(found) = wrong_measure(world, pass, from, to) else { return };
        assert_eq!(found, field, "{to}");
    }
}

/// Compiled passes are shared by everything on a device; a patched one must not be.
#[test]
fn a_fault_stays_where_it_was_planted() {
    let Some(context) = first_context() else { return };
    let world = plain(worlds::contacts());
    let patches = [patch(PassKind::Integrate, " + substep.gravity", "")];
    assert!(compared(&world, &context, &[], false).identical);
    for _ in 0..2 {
        assert!(!compared(&world, &context, &patches, false).identical, "the sound pass was taken for the patched one");
        assert!(compared(&world, &context, &[], false).identical, "the patched pass was kept");
    }
}

#[test]
fn comparing_nothing_is_refused() {
    let Some(context) = first_context() else { return };
    let world = Arc::new(worlds::contacts());
    for deep in [false, true] {
        let options = Options { substeps: 0, deep, threads: None };
        let result = verify(&world, &context, &GpuOptions::default(), &options, &mut |_| {});
        assert!(matches!(result, Err(SolverError::NothingToCompare)));
    }
    let mut comparison = Comparison::new(&world, &context, &GpuOptions::default(), None).unwrap();
    assert!(matches!(comparison.run(&[]), Err(SolverError::NothingToCompare)));
    assert!(matches!(comparison.run_deep(&[]), Err(SolverError::NothingToCompare)));
    assert!(!comparison.report(None).identical, "nothing compared is not identical");
}
