//! How a fault is planted, and what must find it.

use std::collections::BTreeSet;
use std::sync::Mutex;

use jostle::gpu::{Context, GpuOptions, ShaderPatch};
use jostle::passes::PassKind;
use jostle::verify::{Difference, Options, Report, verify};
use jostle::world::World;
use jostle::world::spec::{ContactSolver, WorldSpec};

use crate::common::{contexts, first_context};

pub fn patch(pass: PassKind, from: &str, to: &str) -> ShaderPatch {
    ShaderPatch { pass, from: from.into(), to: to.into() }
}

/// The same with the plain solver, and without links.
pub fn plain(spec: WorldSpec) -> World {
    World::new(&WorldSpec { solver: ContactSolver::Plain, links: Vec::new(), ..spec }).unwrap()
}

/// Enough for a link to break.
pub const SUBSTEPS: u32 = 40;

/// Built with all checks: a fault may send an index anywhere.
pub fn compared(world: &World, context: &Context, patches: &[ShaderPatch], deep: bool) -> Report {
    let options = GpuOptions { checked: true, patches: patches.to_vec() };
    verify(world, context, &options, &Options { substeps: SUBSTEPS, deep, threads: None }, &mut |_| {}).unwrap()
}

/// What was compared without a fault and found sound: once is enough.
static SOUND: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Asserts that the comparison finds nothing without a fault.
fn assert_sound(world: &World, context: &Context, deep: bool) {
    let case = format!("deep: {deep}, {} {:?} {world:?}", context.info.name, context.shape());
    if !SOUND.lock().unwrap().contains(&case) {
        let report = compared(world, context, &[], deep);
        assert!(report.identical && report.first_difference.is_none(), "{report:?}");
        SOUND.lock().unwrap().insert(case);
    }
}

/// Asserts that the comparison finds nothing without the fault, and with it the pass and the buffer: by digest, which leads to a
/// comparison pass by pass. Returns what it found. On one adapter, since what finds it is the same for all; what only some adapters
/// would do is planted by [`caught_deep_everywhere`].
pub fn caught(world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str) -> Option<Difference> {
    let context = first_context()?;
    caught_on(&context, world, patches, pass, buffer)
}

/// As [`caught`], of what only hardware runs: in its shape, whatever the adapter.
pub fn caught_in_hardwares_shape(world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str) {
    if let Some(context) = contexts().iter().find(|context| context.shape().reads_ahead) {
        caught_on(context, world, patches, pass, buffer);
    }
}

fn caught_on(context: &Context, world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str) -> Option<Difference> {
    assert_sound(world, context, false);
    let report = compared(world, context, patches, false);
    assert!(!report.identical, "{pass} not caught on {}", context.info);
    let found = report.first_difference.expect("a report that is not identical has a difference");
    println!("{found}");
    assert_eq!((found.pass, found.buffer), (pass, buffer), "{found}");
    assert_ne!(found.cpu, found.gpu);
    Some(found)
}

/// As [`caught`], of what contacts and links carry, which no digest sees.
pub fn caught_deep(world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str, field: &str) {
    if let Some(context) = first_context() {
        caught_deep_on(&context, world, patches, pass, buffer, field);
    }
}

/// As [`caught_deep`], on every adapter.
pub fn caught_deep_everywhere(world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str, field: &str) {
    contexts().iter().for_each(|context| caught_deep_on(context, world, patches, pass, buffer, field));
}

fn caught_deep_on(context: &Context, world: &World, patches: &[ShaderPatch], pass: &str, buffer: &str, field: &str) {
    assert_sound(world, context, true);
    let found = compared(world, context, patches, true).first_difference;
    let found = found.unwrap_or_else(|| panic!("{pass} not caught on {}", context.info));
    println!("{found}");
    assert_eq!((found.pass, found.buffer, found.field), (pass, buffer, field), "{found}");
}
