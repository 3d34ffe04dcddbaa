//! Adapters to test on.

use std::ops::Deref;
use std::sync::Mutex;

use jostle::gpu::Context;
use jostle::gpu::context::{adapters, instance};

use super::skipped::skipped;

/// Sets of devices that no test uses now. Tests that follow each other share one, and the passes that were compiled for it; two at a time
/// do not, as they would wait for each other.
static FREE: Mutex<Vec<Vec<Context>>> = Mutex::new(Vec::new());

/// An open device on every adapter that runs the passes, the fastest first; given back when it is dropped.
pub struct Contexts(Vec<Context>);

/// The first of them.
pub struct FirstContext(Contexts);

/// An open device on every adapter that runs the passes, the fastest first.
///
/// Without one, or where one named in `JOSTLE_REQUIRE_ADAPTERS` (parts of names, separated by commas) is
/// missing, a test fails if `JOSTLE_REQUIRE_GPU` is 1; otherwise it says that it was skipped.
pub fn contexts() -> Contexts {
    let free = FREE.lock().unwrap().pop();
    Contexts(free.unwrap_or_else(opened))
}

/// The adapter to use where one is enough: the first of [`contexts`].
pub fn first_context() -> Option<FirstContext> {
    let all = contexts();
    if all.is_empty() { None } else { Some(FirstContext(all)) }
}

impl Deref for Contexts {
    type Target = [Context];

    fn deref(&self) -> &[Context] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Contexts {
    type Item = &'a Context;
    type IntoIter = std::slice::Iter<'a, Context>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Deref for FirstContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.0[0]
    }
}

impl Drop for Contexts {
    fn drop(&mut self) {
        // What a test that failed has done to them nobody knows.
        if !std::thread::panicking() && !self.is_empty() {
            FREE.lock().unwrap().push(std::mem::take(&mut self.0));
        }
    }
}

fn opened() -> Vec<Context> {
    let mut all: Vec<Context> = adapters(&instance())
        .iter()
        .map(|adapter| Context::open(adapter).unwrap_or_else(|error| panic!("{}: {error}", adapter.get_info().name)))
        .collect();
    all.sort_by_key(|context| (!context.info.is_hardware(), context.info.api == "Gl", is_called(context, "SwiftShader")));
    // Only hardware has the wide workgroups with their barriers: a software adapter runs them as well, slowly.
    if let Some(first) = all.first().filter(|context| !context.info.is_hardware()) {
        let mut wide = first.clone().with_hardware_shape();
        wide.info.name += ", in hardware's shape";
        all.push(wide);
    }
    let wanted = std::env::var("JOSTLE_REQUIRE_ADAPTERS").unwrap_or_default();
    let missing: Vec<&str> = wanted.split(',').filter(|name| !name.is_empty() && !all.iter().any(|c| is_called(c, name))).collect();
    let there: Vec<String> = all.iter().map(|context| context.info.to_string()).collect();
    assert!(missing.is_empty(), "JOSTLE_REQUIRE_ADAPTERS is {wanted}, of which {missing:?} are missing; there are {there:?}");
    if all.is_empty() {
        skipped("there is no adapter (install mesa-vulkan-drivers)");
    }
    all
}

/// A device on the first adapter that takes only so many workgroups in one dimension of a dispatch.
pub fn narrow_context(most_groups: u32) -> Option<Context> {
    limited_context(|limits| wgpu::Limits { max_compute_workgroups_per_dimension: most_groups, ..limits })
}

/// A device on the first adapter with some of its limits lowered.
pub fn limited_context(lowered: impl FnOnce(wgpu::Limits) -> wgpu::Limits) -> Option<Context> {
    let instance = instance();
    let all = adapters(&instance);
    let Some(adapter) = all.first() else {
        skipped("there is no adapter (install mesa-vulkan-drivers)");
        return None;
    };
    let required_limits = lowered(adapter.limits());
    let request = adapter.request_device(&wgpu::DeviceDescriptor { required_limits, ..Default::default() });
    let (device, queue) = pollster::block_on(request).unwrap();
    Some(Context::from_device(device, queue, &adapter.get_info()).unwrap())
}

/// Whether an adapter's name contains this, in any case.
pub fn is_called(context: &Context, name: &str) -> bool {
    context.info.name.to_lowercase().contains(&name.to_lowercase())
}
