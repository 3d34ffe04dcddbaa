//! Links that hold, break, are cut and lose an end.

use super::common::{inputs, worlds};
use super::{every_pass, reached};

#[test]
fn links_that_break_and_links_to_pinned_discs() {
    let world = worlds::tearing();
    let before = world.start.link_count();
    let end = every_pass(&world, 48, inputs::untouched);
    reached(end, "broken links, but not all", |s| s.counters.broken > 5 && s.link_count() + s.counters.broken as usize == before);
}

#[test]
fn links_of_the_plain_solver() {
    let end = every_pass(&worlds::plain_tearing(), 48, inputs::with_tools);
    reached(end, "broken links, but not all", |s| s.counters.broken > 5 && s.link_count() > 20);
}

#[test]
fn a_hub_with_many_links() {
    let world = worlds::hub();
    assert!(world.start.links.colour_ends.len() >= 90);
    let end = every_pass(&world, 24, inputs::untouched);
    reached(end, "links of all kinds at work", |s| {
        s.link_count() == 92 && s.links.joints.iter().filter(|joint| joint.impulse != 0.0).count() == 90
    });
}

#[test]
fn links_that_a_tool_cuts() {
    for inputs in [inputs::with_cuts, inputs::with_strokes] {
        let end = every_pass(&worlds::uncut(), 48, inputs);
        reached(end, "cut links, but not all", |s| s.counters.broken > 20 && s.link_count() > 20);
    }
}

#[test]
fn long_links_that_lose_an_end() {
    let end = every_pass(&worlds::long_links(), 48, inputs::untouched);
    reached(end, "a lost end", |s| s.counters.removed == 1 && s.counters.broken == 1 && s.link_count() == 4);
}
