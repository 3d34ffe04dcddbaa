//! Finding an adapter. OpenGL is asked last, and only where nothing else has one of hardware that fits: the same card
//! mostly shows through another interface as well, with higher limits, and to start OpenGL takes as long as all the others.

use std::cell::OnceCell;

use crate::backend::named;
use crate::solver::{BackendInfo, SolverError};

/// The graphics interfaces of this machine in the order of preference, each started when it is first asked.
pub struct Instances {
    groups: Vec<(wgpu::Backends, OnceCell<wgpu::Instance>)>,
    make: Box<dyn Fn(wgpu::Backends) -> wgpu::Instance>,
}

impl std::fmt::Debug for Instances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instances").field("groups", &self.groups).finish_non_exhaustive()
    }
}

/// Makes the surface of a window on an instance.
pub type MakeSurface<'a> = &'a dyn Fn(&wgpu::Instance) -> Result<wgpu::Surface<'static>, wgpu::CreateSurfaceError>;

/// Which adapter to use.
#[derive(Clone, Copy, Default)]
pub struct Selection<'a> {
    /// A part of its name, driver, kind or interface, in any case; or its number in the list of adapters.
    pub text: Option<&'a str>,
    /// For a window that it must be able to draw on.
    pub surface: Option<MakeSurface<'a>>,
}

impl std::fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Selection").field("text", &self.text).finish_non_exhaustive()
    }
}

/// An adapter that fits a [`Selection`].
#[derive(Debug)]
pub struct Selected {
    /// The adapter.
    pub adapter: wgpu::Adapter,
    /// Where it belongs to.
    pub instance: wgpu::Instance,
    /// The surface that was asked for.
    pub surface: Option<wgpu::Surface<'static>>,
}

/// All interfaces; `WGPU_BACKEND` narrows them.
pub fn instance() -> Instances {
    Instances::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env)
}

/// As [`instance`], for adapters that draw on a display (OpenGL asks for it).
pub fn instance_on(display: impl wgpu::wgt::WgpuHasDisplayHandle + Clone) -> Instances {
    Instances::new(move || wgpu::InstanceDescriptor::new_with_display_handle_from_env(Box::new(display.clone())))
}

/// Adapters that can run the passes, OpenGL's last, in each part hardware first, then in the order of the system.
pub fn adapters(instances: &Instances) -> Vec<wgpu::Adapter> {
    instances.in_order().flat_map(adapters_of).collect()
}

impl Instances {
    fn new(descriptor: impl Fn() -> wgpu::InstanceDescriptor + 'static) -> Self {
        let groups = match wgpu::Backends::from_env() {
            Some(chosen) => vec![chosen],
            None => vec![wgpu::Backends::PRIMARY, wgpu::Backends::SECONDARY],
        };
        Self {
            groups: groups.into_iter().map(|backends| (backends, OnceCell::new())).collect(),
            make: Box::new(move |backends| wgpu::Instance::new(wgpu::InstanceDescriptor { backends, ..descriptor() })),
        }
    }

    fn in_order(&self) -> impl Iterator<Item = &wgpu::Instance> {
        self.groups.iter().map(|(backends, made)| made.get_or_init(|| (self.make)(*backends)))
    }

    /// Whether there is an adapter of this number.
    fn has(&self, number: usize) -> bool {
        self.in_order().flat_map(adapters_of).nth(number).is_some()
    }

    /// The adapter that `selection` describes, or the best there is: hardware rather than software.
    ///
    /// # Errors
    /// No adapter fits.
    pub fn select(&self, selection: Selection<'_>) -> Result<Selected, SolverError> {
        let mut seen = Vec::new();
        let mut trouble = String::new();
        let mut software = None;
        // A number that no adapter has may be a word of a name.
        let text = named(selection.text);
        let number = text.and_then(|text| text.parse().ok()).filter(|&number| self.has(number));
        for instance in self.in_order() {
            let mut adapters: Vec<_> = (seen.len()..).zip(adapters_of(instance)).collect();
            seen.extend(adapters.iter().map(|(_, adapter)| describe(&adapter.get_info())));
            adapters.retain(|(_, adapter)| software.is_none() || !is_software(adapter));
            // Without an adapter there is nothing to draw with either.
            let surface = match selection.surface.filter(|_| !adapters.is_empty()).map(|make| make(instance)).transpose() {
                Ok(surface) => surface,
                Err(error) => {
                    trouble = format!(" (no surface: {error})");
                    continue;
                }
            };
            let fits = |(index, adapter): &(usize, wgpu::Adapter)| {
                number.map_or_else(|| text.is_none_or(|text| is_called(&seen[*index], text)), |number| number == *index)
                    && surface.as_ref().is_none_or(|surface| can_draw_on(adapter, surface))
            };
            if let Some((_, adapter)) = adapters.into_iter().find(fits) {
                let is_last_resort = text.is_none() && is_software(&adapter);
                let selected = Selected { adapter, instance: instance.clone(), surface };
                if !is_last_resort {
                    return Ok(selected);
                }
                software = Some(selected);
            }
        }
        if let Some(selected) = software {
            return Ok(selected);
        }
        let names: Vec<String> = seen.iter().map(BackendInfo::to_string).collect();
        let wanted = text.map_or(String::new(), |text| format!(" matches \"{text}\""));
        let there = if names.is_empty() { String::new() } else { format!("; there are: {}", names.join(", ")) };
        let narrowed = std::env::var("WGPU_BACKEND").map_or(String::new(), |interfaces| format!(" with WGPU_BACKEND={interfaces}"));
        let way_out = match (names.is_empty(), selection.surface) {
            (true, _) => way_out(),
            (false, None) => "name one of them, or use the CPU (--backend cpu)".into(),
            (false, Some(_)) => "a window needs one that draws on this display".into(),
        };
        Err(SolverError::NoAdapter { detail: format!("{wanted}{narrowed}{trouble}{there} ({way_out})") })
    }
}

/// What to do where there is no adapter.
pub fn way_out() -> String {
    match std::env::var("WGPU_BACKEND") {
        Ok(named) if wgpu::Backends::from_env().is_none_or(|known| known.is_empty()) => {
            format!("WGPU_BACKEND is \"{named}\", allowed are vulkan, dx12, metal and gl: leave it out, or use the CPU (--backend cpu)")
        }
        Ok(named) => format!("WGPU_BACKEND={named} leaves out other interfaces: leave it out, or use the CPU (--backend cpu)"),
        Err(_) if cfg!(windows) => "install the newest driver of the GPU, or use the CPU (--backend cpu)".into(),
        Err(_) if cfg!(target_os = "macos") => "use the CPU (--backend cpu)".into(),
        Err(_) => "install a Vulkan driver, e.g. mesa-vulkan-drivers, or use the CPU (--backend cpu)".into(),
    }
}

fn is_software(adapter: &wgpu::Adapter) -> bool {
    adapter.get_info().device_type == wgpu::DeviceType::Cpu
}

fn adapters_of(instance: &wgpu::Instance) -> Vec<wgpu::Adapter> {
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    adapters.retain(|adapter| {
        let info = adapter.get_info();
        let (info, lack) = (describe(&info), missing(&info, &adapter.limits()));
        match lack {
            Some((limit, has, needed)) => tracing::info!(adapter = %info, limit, has, needed, "an adapter is left out"),
            None => tracing::debug!(adapter = %info, "an adapter fits"),
        }
        lack.is_none()
    });
    adapters.sort_by_key(|adapter| {
        let info = adapter.get_info();
        let kind = match info.device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Other => 3,
            wgpu::DeviceType::Cpu => 4,
        };
        // WGPU_BACKEND may have put both into one part.
        (info.backend == wgpu::Backend::Gl, kind)
    });
    adapters
}

/// Whether an adapter can draw on a window. SwiftShader is not even asked: the one in Chromium knows no surfaces of X11,
/// and where another driver has brought one it crashes when it is asked about it.
fn can_draw_on(adapter: &wgpu::Adapter, surface: &wgpu::Surface<'_>) -> bool {
    !adapter.get_info().name.contains("SwiftShader") && adapter.is_surface_supported(surface)
}

/// Whether an adapter ends the loops of a thread after so many rounds, without a word: Mesa's llvmpipe after 65,535 of all its loops
/// together.
pub(super) fn ends_loops(info: &wgpu::AdapterInfo) -> bool {
    info.name.contains("llvmpipe")
}

/// What of the passes' needs these limits of an adapter lack: a limit, its value, and what is needed.
pub(super) fn missing(info: &wgpu::AdapterInfo, limits: &wgpu::Limits) -> Option<(&'static str, u64, u64)> {
    let storage_buffers = if ends_loops(info) { 10 } else { 9 };
    let needs = [
        ("max_storage_buffers_per_shader_stage", limits.max_storage_buffers_per_shader_stage, storage_buffers),
        ("max_compute_invocations_per_workgroup", limits.max_compute_invocations_per_workgroup, 64),
        ("max_compute_workgroups_per_dimension", limits.max_compute_workgroups_per_dimension, 1),
    ];
    needs.into_iter().find(|&(_, has, needed)| has < needed).map(|(name, has, needed)| (name, u64::from(has), needed.into()))
}

/// An adapter as reports show it.
pub fn describe(info: &wgpu::AdapterInfo) -> BackendInfo {
    BackendInfo {
        backend: "gpu",
        name: info.name.clone(),
        driver: [info.driver.as_str(), info.driver_info.as_str()].join(" ").trim().to_string(),
        kind: format!("{:?}", info.device_type),
        api: format!("{:?}", info.backend),
    }
}

/// Whether a user's words are of an adapter's; a number is a whole word of its name, as that of a model.
fn is_called(info: &BackendInfo, text: &str) -> bool {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return info.name.split(|c: char| c.is_whitespace() || c == '(' || c == ',').any(|word| word == text);
    }
    let all = format!("{} {} {} {}", info.name, info.driver, info.kind, info.api).to_lowercase();
    all.contains(&text.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adapter_is_found_by_its_number_and_by_its_name_and_no_other_is() {
        let instances = instance();
        let all: Vec<_> = adapters(&instances).iter().map(wgpu::Adapter::get_info).collect();
        if all.is_empty() {
            assert!(std::env::var("JOSTLE_REQUIRE_GPU").as_deref() != Ok("1"), "there is no adapter");
            // Past the test harness, which keeps what tests that pass print to itself.
            let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("SKIPPED: there is no adapter\n"));
        }
        let selected = |text: &str| instances.select(Selection { text: Some(text), surface: None });
        for (index, info) in all.iter().enumerate() {
            assert_eq!(&selected(&index.to_string()).unwrap().adapter.get_info(), info);
            let named = selected(&info.name.to_uppercase()).unwrap().adapter.get_info();
            assert_eq!(Some(&named), all.iter().find(|other| other.name == info.name), "the first of that name");
        }
        assert!(all.is_sorted_by_key(|info| info.backend == wgpu::Backend::Gl), "OpenGL comes last: {all:?}");
        let best = instances.select(Selection { text: None, surface: None }).map(|best| best.adapter.get_info());
        assert_eq!(selected("").map(|best| best.adapter.get_info()), best, "an empty text names none");
        // A number that none of them has is a word of a name.
        assert!(selected(&all.len().to_string()).is_err(), "a digit of a version");
        for part in all.iter().flat_map(|info| info.name.split(' ')) {
            if part.parse::<usize>().is_ok_and(|number| number >= all.len()) {
                assert!(selected(part).unwrap().adapter.get_info().name.contains(part), "{part}");
            }
        }
        for wrong in ["987654321", "no such adapter"] {
            let error = selected(wrong).err().unwrap().to_string();
            assert!(error.contains(wrong) && all.iter().all(|info| error.contains(&info.name)), "{error}");
        }
    }
}
