//! Faults of links.

use jostle::passes::PassKind;

use crate::common::worlds;
use crate::planting::{caught, patch};

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
fn a_link_that_breaks_too_late() {
    let patches = [patch(PassKind::CarryLinks, "> row.break_length", "> 1.01 * row.break_length")];
    caught(&worlds::tearing(), &patches, "carry_links", "displacements");
}

#[test]
fn a_link_whose_pull_is_rounded_to_the_nearest() {
    let patches = [patch(PassKind::CarryLinks, "shift_of_phase(substep.rounding_phase)", "0.0")];
    caught(&worlds::coincident(), &patches, "carry_links", "displacements");
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

#[test]
fn a_link_pushed_without_its_compliance() {
    let patches = [patch(PassKind::PushLinks, "inverse + row.elasticity", "inverse")];
    caught(&worlds::hub(), &patches, "push_links", "displacements");
}

#[test]
fn a_link_that_moves_a_pinned_disc() {
    let patches = [patch(PassKind::RelaxLinks, "product(change, joint.inverse_masses.x)", "change")];
    caught(&worlds::hub(), &patches, "relax_links", "displacements");
}
