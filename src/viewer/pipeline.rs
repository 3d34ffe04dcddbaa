//! Shaders and pipelines of the drawing.

use crate::shaders::{SHARED, Shape, constants};

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Discs, as light.
    Discs,
    /// Obstacles, over that light.
    Obstacles,
    /// Links, as lines over both.
    Links,
    /// What contacts carry, as lines over all of these, from the lists of the GPU backend.
    ListedForces,
    /// The same from contacts that the host has gathered.
    GatheredForces,
    /// The world, with the light of the discs.
    Backdrop,
}

impl Drawing {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Discs, Self::Obstacles, Self::Links, Self::ListedForces, Self::GatheredForces, Self::Backdrop];

    /// Name of the entry points, before `_vertex` and `_fragment`.
    fn name(self) -> &'static str {
        match self {
            Self::Discs => "disc",
            Self::Obstacles => "obstacle",
            Self::Links => "link",
            Self::ListedForces | Self::GatheredForces => "force",
            Self::Backdrop => "backdrop",
        }
    }

    fn wgsl(self) -> &'static str {
        match self {
            Self::Discs => concat!(include_str!("../../shaders/body.wgsl"), include_str!("../../shaders/draw_discs.wgsl")),
            Self::Obstacles => include_str!("../../shaders/draw_obstacles.wgsl"),
            Self::Links => concat!(include_str!("../../shaders/draw_lines.wgsl"), include_str!("../../shaders/draw_links.wgsl")),
            Self::ListedForces => concat!(
                include_str!("../../shaders/draw_lines.wgsl"),
                include_str!("../../shaders/draw_listed_forces.wgsl"),
                include_str!("../../shaders/draw_forces.wgsl")
            ),
            Self::GatheredForces => concat!(
                include_str!("../../shaders/draw_lines.wgsl"),
                include_str!("../../shaders/draw_gathered_forces.wgsl"),
                include_str!("../../shaders/draw_forces.wgsl")
            ),
            Self::Backdrop => include_str!("../../shaders/draw_backdrop.wgsl"),
        }
    }

    /// Storage buffers after the two uniform blocks; the backdrop has a texture there.
    fn storage_count(self) -> u32 {
        match self {
            Self::Discs => 4,
            Self::Obstacles | Self::ListedForces | Self::GatheredForces => 2,
            Self::Links => 4,
            Self::Backdrop => 0,
        }
    }

    fn blend(self) -> Option<wgpu::BlendState> {
        let add = wgpu::BlendComponent { src_factor: wgpu::BlendFactor::One, dst_factor: wgpu::BlendFactor::One, ..Default::default() };
        match self {
            Self::Discs => Some(wgpu::BlendState { color: add, alpha: add }),
            Self::Obstacles | Self::Links | Self::ListedForces | Self::GatheredForces => {
                Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING)
            }
            Self::Backdrop => None,
        }
    }
}

/// The whole source of a drawing: the shared files of the passes, the view and the drawing.
pub fn source(drawing: Drawing) -> String {
    let mut text = constants(Shape::HARDWARE);
    for part in SHARED.iter().map(|(_, text)| *text).chain([include_str!("../../shaders/draw_view.wgsl"), drawing.wgsl()]) {
        text.push_str(part);
        text.push('\n');
    }
    text
}

/// A pipeline with its layout.
pub struct Pipeline {
    drawing: Drawing,
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
}

impl Pipeline {
    /// The pipeline of a drawing for targets of a format.
    pub fn new(device: &wgpu::Device, drawing: Drawing, format: wgpu::TextureFormat) -> Self {
        let label = Some(drawing.name());
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries(drawing) });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module =
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source: wgpu::ShaderSource::Wgsl(source(drawing).into()) });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label,
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some(&format!("{}_vertex", drawing.name())),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(&format!("{}_fragment", drawing.name())),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState { format, blend: drawing.blend(), write_mask: wgpu::ColorWrites::ALL })],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self { drawing, pipeline, layout }
    }

    /// Binds the two uniform blocks and what follows them, in the order of the shader.
    pub fn bind(&self, device: &wgpu::Device, resources: &[wgpu::BindingResource<'_>]) -> wgpu::BindGroup {
        let entries: Vec<_> =
            (0..).zip(resources).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() }).collect();
        device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(self.drawing.name()), layout: &self.layout, entries: &entries })
    }

    /// Makes it the one that is drawn next.
    pub fn set(&self, pass: &mut wgpu::RenderPass<'_>, group: &wgpu::BindGroup) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, group, &[]);
    }
}

fn entries(drawing: Drawing) -> Vec<wgpu::BindGroupLayoutEntry> {
    let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
    let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
    let uniform = (both, buffer(wgpu::BufferBindingType::Uniform));
    let storage = (wgpu::ShaderStages::VERTEX, buffer(wgpu::BufferBindingType::Storage { read_only: true }));
    let light = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: false },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let mut all = vec![uniform, uniform];
    all.extend((0..drawing.storage_count()).map(|_| storage));
    if drawing == Drawing::Backdrop {
        all.push((wgpu::ShaderStages::FRAGMENT, light));
    }
    (0..).zip(all).map(|(binding, (visibility, ty))| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None }).collect()
}

#[cfg(test)]
#[path = "../../tests/common/languages.rs"]
mod languages;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_shader_is_valid_and_has_its_entry_points() {
        for drawing in Drawing::ALL {
            let module = naga::front::wgsl::parse_str(&source(drawing)).unwrap_or_else(|error| panic!("{drawing:?}: {error}"));
            let info = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty())
                .validate(&module)
                .unwrap_or_else(|error| panic!("{drawing:?}: {error:?}"));
            super::languages::write_everywhere(&module, &info).unwrap_or_else(|error| panic!("{drawing:?}: {error}"));
            let mut names: Vec<_> = module.entry_points.iter().map(|entry| entry.name.clone()).collect();
            names.sort();
            assert_eq!(names, ["fragment", "vertex"].map(|stage| format!("{}_{stage}", drawing.name())));
        }
    }
}
