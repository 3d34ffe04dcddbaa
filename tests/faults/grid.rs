//! Faults of the grid and of the sort.

use jostle::gpu::GpuOptions;
use jostle::passes::PassKind;
use jostle::verify::Comparison;
use jostle::world::World;
use jostle::world::levels::Leveling;
use jostle::world::spec::WorldSpec;

use crate::common::worlds::Mixed;
use crate::common::{contexts, worlds};
use crate::planting::{caught, caught_in_hardwares_shape, patch, plain};

#[test]
fn a_dropped_neighbour_row() {
    let patches = [patch(PassKind::SolveContacts, "let count = min(middle + counts.z,", "let count = min(middle,")];
    caught(&plain(worlds::contacts_spec()), &patches, "solve_contacts", "particles_next");
}

#[test]
fn two_swapped_bindings() {
    let swap = |slot: &str, from: u32, to: u32| {
        let line = |binding| format!("@binding({binding}) var<storage, read> {slot}:");
        patch(PassKind::GridScatter, &line(from), &line(to))
    };
    caught(&plain(worlds::contacts_spec()), &[swap("ranks", 3, 4), swap("cell_starts", 4, 3)], "grid_scatter", "particles_next");
}

#[test]
fn a_particle_counted_into_the_wrong_cell() {
    let patches = [patch(PassKind::Accelerate, "position >> cell_bits", "(position + 99999) >> cell_bits")];
    caught(&worlds::contacts(), &patches, "accelerate", "cell_counts");
    let patches = [patch(PassKind::Integrate, "position >> cell_bits", "(position + 99999) >> cell_bits")];
    caught(&plain(worlds::contacts_spec()), &patches, "integrate", "cell_counts");
}

#[test]
fn a_finer_disc_that_a_coarse_one_overlooks() {
    let world = |kind| worlds::mixed(kind).with_levels(Leveling::Exactly(4)).unwrap();
    let short = |pass| [patch(pass, "i32((1u << (params.cell_bits - level)) >> 1u)", "0 - 999999")];
    caught(&world(Mixed::Plain), &short(PassKind::SolveContacts), "solve_contacts", "particles_next");
    caught(&world(Mixed::Rough), &short(PassKind::ChainContacts), "chain_contacts", "chains");
    let short = [patch(PassKind::FindContacts, "level > own_level", "level >= own_level")];
    caught(&world(Mixed::Alike), &short, "find_contacts", "displacements");
}

#[test]
fn ranks_given_out_twice() {
    let count = "atomicAdd(&cell_counts[cell], 1u)";
    for (world, pass, name) in counting(worlds::contacts_spec()) {
        let patches = [patch(pass, count, &format!("{count} / 2u"))];
        let found = caught(&world, &patches, name, "ranks");
        assert!(found.is_none_or(|found| found.field == "rank" && found.particle.is_some()));
    }
}

/// The passes of a substep that count discs, each in a world that has it.
fn counting(spec: WorldSpec) -> [(World, PassKind, &'static str); 3] {
    [
        (World::new(&spec).unwrap(), PassKind::Accelerate, "accelerate"),
        (plain(spec.clone()), PassKind::Integrate, "integrate"),
        (plain(spec), PassKind::SolveAndIntegrate, "solve_and_integrate"),
    ]
}

#[test]
fn discs_that_are_not_there_and_are_counted_apart_from_those_of_other_workgroups() {
    for (world, pass, name) in counting(worlds::coming_and_going_spec()) {
        let apart = [patch(pass, "rank += atomicLoad(&absent);", "")];
        caught_in_hardwares_shape(&world, &apart, name, "ranks");
        let lost = [patch(pass, "atomicAdd(&cell_counts[params.cell_count], count)", "atomicAdd(&cell_counts[params.cell_count], 1u)")];
        caught_in_hardwares_shape(&world, &lost, name, "cell_counts");
    }
    // Where the world is measured.
    for context in contexts().iter().filter(|context| context.shape().absent_together) {
        let patches = vec![patch(PassKind::GridCount, "rank += atomicLoad(&absent);", "")];
        let options = GpuOptions { checked: true, patches };
        let mut comparison = Comparison::new(&worlds::coming_and_going(), context, &options, None).unwrap();
        let found = comparison.measure_deep(0).unwrap().expect("not caught");
        assert_eq!((found.pass, found.buffer), ("grid_count", "ranks"), "{found}");
    }
}

#[test]
fn a_tile_whose_sum_is_off() {
    let patches = [patch(PassKind::GridScanTiles, "var four = vec4u(0u);", "var four = vec4u(1u, 0u, 0u, 0u);")];
    caught(&worlds::wide(), &patches, "grid_scan_tiles", "tile_totals");
}

#[test]
fn a_particle_that_changes_its_tile_and_stays_in_the_old_one() {
    let patches = [patch(PassKind::SolveAndIntegrate, "atomicSub(&tile_totals[before], 1u);", "")];
    caught(&plain(worlds::wide_spec()), &patches, "solve_and_integrate", "tile_totals");
}

#[test]
fn starts_that_are_off_where_a_tile_has_no_particles() {
    let patches = [patch(PassKind::GridScan, "cell_starts[k] = vec4u(start);", "cell_starts[k] = vec4u(0u);")];
    caught(&worlds::wide(), &patches, "grid_scan", "cell_starts");
}

#[test]
fn strips_of_a_tile_that_start_where_it_does() {
    let patches = [patch(PassKind::GridScan, "starts_from(before, runs.all)", "vec4u(before)")];
    caught_in_hardwares_shape(&worlds::wide(), &patches, "grid_scan", "cell_starts");
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
    caught(&plain(worlds::contacts_spec()), &patches, "grid_scatter", "displacements_next");
}

#[test]
fn a_slot_by_id_that_is_off() {
    let patches = [patch(PassKind::FindSlots, "slots[label] = i;", "slots[label] = i ^ u32(label == 3u);")];
    let found = caught(&worlds::uncut(), &patches, "find_slots", "slots");
    assert!(found.is_none_or(|found| found.particle == Some(3)));
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
