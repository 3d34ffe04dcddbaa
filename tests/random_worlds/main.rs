//! Worlds that nobody thought of, on every adapter and on the CPU in every way that it can go, to the same bits.
//!
//! ```sh
//! cargo test --test random_worlds                                  # a few, the same ones each time, on one adapter each
//! JOSTLE_WORLDS=5000..5100 cargo test --test random_worlds         # others, for as long as it takes
//! JOSTLE_WORLDS=5123..5124 cargo test --test random_worlds         # one that failed
//! ```
//!
//! Compiled passes are kept, of every kind that a world has: a thousand worlds on llvmpipe need some ten gigabytes, so take fewer at a time.
//! Without the feature `gpu` the CPU alone is checked, with which `scripts/sanitize` looks for data races.

#[cfg(feature = "gpu")]
mod adapters;
#[path = "../common/mod.rs"]
mod common;
mod generator;

use std::ops::Range;

use common::inputs;
use jostle::Solver;
use jostle::cpu::CpuSolver;
use jostle::world::World;
use jostle::world::params::Substep;

/// Substeps of each world.
const SUBSTEPS: u32 = 24;

/// The numbers in `JOSTLE_WORLDS`.
fn wanted() -> Option<Range<u64>> {
    let wanted = std::env::var("JOSTLE_WORLDS").ok()?;
    let numbers = wanted.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    Some(numbers.unwrap_or_else(|| panic!("JOSTLE_WORLDS is \"{wanted}\": allowed is a range, as 0..100")))
}

/// Calls `check` with each world and its substeps, half of them with tools; sees to it that not too many were refused.
fn for_each_world(by_itself: Range<u64>, check: impl Fn(u64, &World, &[Substep])) {
    let numbers = wanted().unwrap_or(by_itself);
    let total = numbers.end.saturating_sub(numbers.start);
    let mut checked = 0;
    for number in numbers {
        let Some(world) = generator::world(number) else { continue };
        let substeps = if number.is_multiple_of(2) { inputs::untouched } else { inputs::with_tools };
        check(number, &world, &substeps(&world, 0, SUBSTEPS));
        checked += 1;
    }
    assert!(2 * checked >= total, "{checked} of {total} worlds are allowed");
}

#[test]
fn the_cpu_agrees_with_itself_however_it_goes() {
    for_each_world(100..150, |number, world, substeps| {
        let new = |threads| CpuSolver::new(world, Some(threads)).unwrap();
        let mut whole = new(1);
        whole.run(substeps).unwrap();
        let expected = whole.digest().unwrap();
        let say = |way: &str, solver: &mut CpuSolver| {
            assert_eq!(solver.digest().unwrap(), expected, "world {number}, {way}");
        };

        let mut threads = new(3);
        threads.run(substeps).unwrap();
        say("three threads", &mut threads);

        let mut steps = new(2);
        for step in substeps {
            steps.run(std::slice::from_ref(step)).unwrap();
        }
        say("one by one", &mut steps);

        let mut timed = new(2);
        timed.run_timed(substeps).unwrap();
        say("timed", &mut timed);

        let (first, rest) = substeps.split_at(substeps.len() / 2);
        let (mut before, mut after) = (new(2), new(2));
        before.run(first).unwrap();
        after.write_state(&before.read_state().unwrap()).unwrap();
        after.run(rest).unwrap();
        say("read and written", &mut after);
    });
}
