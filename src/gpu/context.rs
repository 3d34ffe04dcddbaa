//! An open device.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub use super::adapters::{Instances, Selected, Selection, adapters, describe, instance, instance_on, way_out};
use super::adapters::{ends_loops, missing};
use super::compiled::Cache;
use crate::shaders::Shape;
use crate::solver::{BackendInfo, SolverError};

/// A wait that ends sooner without an end of what it waits for has failed.
const SHORTEST_TIMEOUT: Duration = Duration::from_secs(1);

/// What is submitted to hardware takes a small part of this: one that lets somebody wait for longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// An open device with what the backend needs to know of its adapter. Cheap to clone; clones share the passes that were
/// compiled for the device.
#[derive(Clone)]
pub struct Context {
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// Adapter and driver, as reports show them.
    pub info: BackendInfo,
    pub(crate) shape: Shape,
    /// Its system may end work that takes long without a word: see `submissions.rs`.
    pub(super) ends_unseen: bool,
    /// It does so after some tenths of a second.
    pub(super) ends_soon: bool,
    error: Arc<Mutex<Option<String>>>,
    /// What was compiled for the device.
    pub(super) compiled: Arc<Cache>,
    /// What keeps it from one process to the next: only where the command line or the window asks for it.
    #[cfg(feature = "cli")]
    pub(super) pipeline_file: Option<Arc<super::pipeline_cache::PipelineFile>>,
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("info", &self.info).field("shape", &self.shape).finish_non_exhaustive()
    }
}

/// Keeps the first of the errors that a device reports.
fn keep_first(kept: &Mutex<Option<String>>, reason: String) {
    if let Ok(mut first) = kept.lock() {
        first.get_or_insert(reason);
    }
}

impl Context {
    /// How passes are cut into threads here.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The same device with passes cut as for hardware: a software adapter runs them as well, slowly.
    #[must_use]
    pub fn with_hardware_shape(mut self) -> Self {
        self.shape = Shape { ends_loops: self.shape.ends_loops, ..Shape::HARDWARE };
        self
    }

    /// Bytes of the largest buffer that a shader can bind whole.
    pub fn largest_binding(&self) -> u64 {
        let limits = self.device.limits();
        limits.max_buffer_size.min(limits.max_storage_buffer_binding_size)
    }

    /// Opens the adapter that `selection` describes, or the best there is.
    ///
    /// # Errors
    /// No adapter fits, or its driver refuses.
    pub fn new(instances: &Instances, selection: Selection<'_>) -> Result<Self, SolverError> {
        Self::open(&instances.select(selection)?.adapter)
    }

    /// Opens an adapter with all of its own limits.
    ///
    /// # Errors
    /// A limit too low for the passes, or a driver that refuses.
    pub fn open(adapter: &wgpu::Adapter) -> Result<Self, SolverError> {
        let (info, required_limits) = (adapter.get_info(), Self::required_limits(adapter)?);
        let request = adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("jostle"),
            required_features: adapter.features() & (wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::PIPELINE_CACHE),
            required_limits,
            #[cfg(feature = "trace")]
            trace: super::trace::asked_for(&info)?,
            ..Default::default()
        });
        let (device, queue) =
            pollster::block_on(request).map_err(|error| SolverError::Device { adapter: info.name.clone(), reason: error.to_string() })?;
        let context = Self::from_device(device, queue, &info)?;
        context.keep_errors();
        Ok(context)
    }

    /// The limits with which somebody else has to open a device for [`Self::from_device`]: all that the adapter has, without which fewer
    /// particles fit. wgpu's default ones are too low.
    ///
    /// # Errors
    /// An adapter with a limit too low for the passes.
    pub fn required_limits(adapter: &wgpu::Adapter) -> Result<wgpu::Limits, SolverError> {
        let (info, limits) = (adapter.get_info(), adapter.limits());
        match missing(&info, &limits) {
            Some((name, limit, needed)) => Err(SolverError::Limit { name, limit, needed, adapter: info.name }),
            None => Ok(limits),
        }
    }

    /// Uses a device that somebody else opened with [these limits](Self::required_limits), whose handlers of errors stay theirs (wgpu's own
    /// panics): what they are told of a device that was lost they have to [report](Self::report).
    ///
    /// # Errors
    /// A limit too low for the passes: they bind up to nine storage buffers, on llvmpipe ten.
    pub fn from_device(device: wgpu::Device, queue: wgpu::Queue, info: &wgpu::AdapterInfo) -> Result<Self, SolverError> {
        let limits = device.limits();
        if let Some((name, limit, needed)) = missing(info, &limits) {
            let adapter = format!("the device that was opened on {}", info.name);
            return Err(SolverError::Limit { name, limit, needed, adapter });
        }
        let shape = if info.device_type == wgpu::DeviceType::Cpu { Shape::SOFTWARE } else { Shape::of_hardware(info.subgroup_min_size) };
        let shape = if shape.workgroup_size > limits.max_compute_invocations_per_workgroup { Shape::SOFTWARE } else { shape };
        let shape = Shape { ends_loops: ends_loops(info), ..shape };
        Ok(Self {
            device,
            queue,
            info: describe(info),
            shape,
            ends_unseen: matches!(info.backend, wgpu::Backend::Metal | wgpu::Backend::Dx12),
            ends_soon: info.backend == wgpu::Backend::Metal,
            error: Arc::default(),
            compiled: Arc::default(),
            #[cfg(feature = "cli")]
            pipeline_file: None,
        })
    }

    /// From here on, an error that nobody waits for is logged and kept, for [`Self::check`].
    fn keep_errors(&self) {
        let sink = self.error.clone();
        self.device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            tracing::error!(%error, "the GPU reports an error");
            keep_first(&sink, error.to_string());
        }));
        let sink = self.error.clone();
        self.device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                keep_first(&sink, format!("device lost: {message}"));
            }
        });
    }

    /// Tells what a handler of a device that [somebody else opened](Self::from_device) was told. From then on every call that may find the
    /// device lost fails with the first that was reported.
    pub fn report(&self, reason: &str) {
        keep_first(&self.error, reason.to_owned());
    }

    /// Makes something on the device. What fails (no memory, say) fails here and harms nothing else.
    ///
    /// # Errors
    /// The device's error, or that of `make`.
    pub(crate) fn make<T>(&self, make: impl FnOnce() -> Result<T, SolverError>) -> Result<T, SolverError> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        // A driver's compiler that refuses a shader.
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let made = make();
        let failed = [internal.pop(), validation.pop(), memory.pop()].map(pollster::block_on);
        match failed.into_iter().flatten().next() {
            None => made,
            Some(error) => Err(made.err().unwrap_or_else(|| self.failed(&error))),
        }
    }

    /// The first error that the device reported, if any.
    ///
    /// # Errors
    /// That error.
    pub fn check(&self) -> Result<(), SolverError> {
        match self.error.lock().ok().and_then(|error| error.clone()) {
            None => Ok(()),
            Some(reason) => Err(self.lost(reason)),
        }
    }

    /// What an error says that somebody waited for.
    fn failed(&self, error: &wgpu::Error) -> SolverError {
        match error {
            wgpu::Error::OutOfMemory { .. } => SolverError::OutOfMemory { adapter: self.info.name.clone(), reason: error.to_string() },
            other => self.lost(other),
        }
    }

    /// An error of this device.
    pub(crate) fn lost(&self, reason: impl ToString) -> SolverError {
        SolverError::Lost { adapter: self.info.name.clone(), reason: reason.to_string() }
    }

    /// Waits for everything submitted.
    ///
    /// # Errors
    /// A device that was lost.
    pub fn wait(&self) -> Result<(), SolverError> {
        self.poll(wgpu::PollType::wait_indefinitely())
    }

    /// Waits for a submission.
    ///
    /// # Errors
    /// A device that was lost.
    pub(super) fn wait_for(&self, submission: wgpu::SubmissionIndex) -> Result<(), SolverError> {
        self.poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: None })
    }

    fn poll(&self, what: wgpu::PollType) -> Result<(), SolverError> {
        let first = Instant::now();
        loop {
            self.check()?;
            let start = Instant::now();
            // wgpu 30 panics where a driver says that the device was lost meanwhile (its `PollError` has no such case).
            let polled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.device.poll(what.clone())));
            match polled.map_err(|panic| self.lost(waited_in_vain(&*panic)))? {
                Ok(_) => return self.check(),
                // OpenGL waits for some two seconds at most, however long it is told to; what comes sooner is a wait that failed.
                Err(wgpu::PollError::Timeout)
                    if start.elapsed() > SHORTEST_TIMEOUT && (first.elapsed() < PATIENCE || !self.info.is_hardware()) => {}
                Err(error) => return Err(self.lost(error)),
            }
        }
    }
}

/// What a wait says that ended in a panic: with its words, since it may be one of whoever has the same device.
fn waited_in_vain(panic: &dyn std::any::Any) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!(
        "it was lost while it was waited for, or what waited with it panicked{}",
        words.map(|words| format!(": {words}")).unwrap_or_default()
    )
}

#[cfg(all(test, feature = "viewer"))]
impl Context {
    /// The best adapter there is, for a test that draws. Without one the test is skipped, loudly, or fails with
    /// `JOSTLE_REQUIRE_GPU=1`.
    pub(crate) fn for_test() -> Option<Self> {
        match Self::new(&instance(), Selection::default()) {
            Ok(context) => Some(context),
            Err(error) => {
                assert!(std::env::var("JOSTLE_REQUIRE_GPU").as_deref() != Ok("1"), "nothing was tested: {error}");
                // Past the test harness, which keeps what tests that pass print to itself.
                let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("SKIPPED: no adapter to draw with: {error}\n"));
                None
            }
        }
    }
}
