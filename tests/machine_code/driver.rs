//! The first driver that Vulkan has, for compiling: it hands out its machine code by `VK_KHR_pipeline_executable_properties`.
#![allow(unsafe_code, reason = "Vulkan's functions are foreign ones, and wgpu does not show machine code")]

use std::ffi::CString;

use ash::{khr, vk};

/// What it wants of a GPU is not more than to compile for it.
pub struct Driver {
    /// The GPU.
    pub name: String,
    device: ash::Device,
    executables: khr::pipeline_executable_properties::Device,
}

impl Driver {
    /// Opens it. Nothing that it makes is freed before the process ends.
    pub fn open() -> Result<Self, String> {
        let version = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
        // Compute shaders are compiled for a device whatever its queues can do.
        let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&[1.0])];
        let extensions = [khr::pipeline_executable_properties::NAME.as_ptr()];
        let mut readable = vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
        let mut memory_model = vk::PhysicalDeviceVulkanMemoryModelFeatures::default().vulkan_memory_model(true);
        let create_device = vk::DeviceCreateInfo::default().queue_create_infos(&queues).enabled_extension_names(&extensions);
        let create_device = create_device.push_next(&mut readable).push_next(&mut memory_model);
        let failed = |what: &'static str| move |error| format!("{what}: {error}");
        // SAFETY: what the calls are given lives until they return, and what they make as long as this.
        unsafe {
            let entry = ash::Entry::load().map_err(|error| error.to_string())?;
            let create = vk::InstanceCreateInfo::default().application_info(&version);
            let instance = entry.create_instance(&create, None).map_err(failed("vkCreateInstance"))?;
            let found = instance.enumerate_physical_devices().map_err(failed("vkEnumeratePhysicalDevices"))?;
            let physical = *found.first().ok_or("no GPU")?;
            let properties = instance.get_physical_device_properties(physical);
            let name = properties.device_name_as_c_str().unwrap_or_default().to_string_lossy().into_owned();
            let device = instance.create_device(physical, &create_device, None).map_err(failed("vkCreateDevice"))?;
            let executables = khr::pipeline_executable_properties::Device::new(&instance, &device);
            // Their functions are the library's, which goes with the entry.
            std::mem::forget(entry);
            Ok(Self { name, device, executables })
        }
    }

    /// The machine code of a shader in SPIR-V, as text. Of the buffers of its group 0 it is said whether they are uniform blocks.
    pub fn machine_code(&self, words: &[u32], entry_point: &str, are_uniform: &[bool]) -> String {
        let pipeline = self.compile(words, entry_point, are_uniform).unwrap_or_else(|error| panic!("{entry_point}: {error}"));
        // Of one shader there is one executable.
        let of = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline);
        let executables = &self.executables;
        // SAFETY: the pipeline lives, and each form is given the room that it said it takes.
        let (forms, texts) = unsafe {
            let mut forms = executables.get_pipeline_executable_internal_representations(&of).unwrap();
            let mut texts: Vec<Vec<u8>> = forms.iter().map(|form| vec![0; form.data_size]).collect();
            for (form, text) in forms.iter_mut().zip(&mut texts) {
                form.p_data = text.as_mut_ptr().cast();
            }
            let (get, mut count) = (executables.fp().get_pipeline_executable_internal_representations_khr, forms.len() as u32);
            get(self.device.handle(), &of, &mut count, forms.as_mut_ptr()).result().unwrap();
            (forms, texts)
        };
        let named = forms.iter().map(|form| form.name_as_c_str().unwrap_or_default().to_string_lossy().to_lowercase());
        let code = named.zip(&texts).find(|(name, _)| name.contains("assembly")).map(|(_, text)| text);
        let code = code.map_or(&[][..], Vec::as_slice);
        String::from_utf8_lossy(code).trim_end_matches('\0').to_owned()
    }

    fn compile(&self, words: &[u32], entry_point: &str, are_uniform: &[bool]) -> Result<vk::Pipeline, vk::Result> {
        let device = &self.device;
        let bindings: Vec<_> = (0..).zip(are_uniform).map(|(binding, uniform)| binding_of(binding, *uniform)).collect();
        let name = CString::new(entry_point).unwrap();
        // SAFETY: what the calls are given lives until they return; naga has validated the shader.
        unsafe {
            let group = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            let groups = [device.create_descriptor_set_layout(&group, None)?];
            let layout = device.create_pipeline_layout(&vk::PipelineLayoutCreateInfo::default().set_layouts(&groups), None)?;
            let module = device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(words), None)?;
            let stage = vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE).module(module).name(&name);
            let keep = vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR;
            let create = vk::ComputePipelineCreateInfo::default().flags(keep).stage(stage).layout(layout);
            let pipelines = device.create_compute_pipelines(vk::PipelineCache::null(), &[create], None).map_err(|(_, error)| error)?;
            Ok(pipelines[0])
        }
    }
}

fn binding_of(binding: u32, uniform: bool) -> vk::DescriptorSetLayoutBinding<'static> {
    let kind = if uniform { vk::DescriptorType::UNIFORM_BUFFER } else { vk::DescriptorType::STORAGE_BUFFER };
    let binding = vk::DescriptorSetLayoutBinding::default().binding(binding).descriptor_type(kind);
    binding.descriptor_count(1).stage_flags(vk::ShaderStageFlags::COMPUTE)
}
