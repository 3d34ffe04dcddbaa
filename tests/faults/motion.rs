//! Faults of motion, walls, births and removals.

use jostle::passes::PassKind;

use crate::common::worlds;
use crate::planting::{caught, patch, plain};

#[test]
fn a_changed_constant() {
    let patches = [patch(PassKind::SolveContacts, "1.5 - product", "1.49999 - product")];
    let found = caught(&plain(worlds::contacts_spec()), &patches, "solve_contacts", "particles_next");
    assert!(found.is_none_or(|found| found.particle.is_some() && found.field != "id" && found.substep == 0));
}

#[test]
fn a_forgotten_gravity() {
    let patches = [patch(PassKind::Integrate, " + substep.gravity", "")];
    caught(&plain(worlds::contacts_spec()), &patches, "integrate", "particles");
}

#[test]
fn a_birth_one_substep_late() {
    let patches = [patch(PassKind::Integrate, "births[particle.id] <= substep.index", "births[particle.id] < substep.index")];
    let found = caught(&plain(worlds::emitters_spec()), &patches, "integrate", "particles");
    assert!(found.is_none_or(|found| found.substep == 1 && found.particle == Some(0)));
    let patches = [patch(PassKind::SolveAndIntegrate, "births[particle.id] <= substep.index", "births[particle.id] < substep.index")];
    let found = caught(&plain(worlds::emitters_spec()), &patches, "solve_and_integrate", "particles_next");
    // The first half of a frame runs substep by substep.
    assert!(found.is_none_or(|found| found.substep == 5 && found.particle == Some(24)));
}

#[test]
fn a_wall_one_step_off() {
    let off = |kind| [patch(kind, "params.wall_min + radius", "params.wall_min + radius + 1")];
    caught(&plain(worlds::contacts_spec()), &off(PassKind::SolveContacts), "solve_contacts", "particles_next");
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
