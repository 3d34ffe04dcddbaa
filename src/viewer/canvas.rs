//! Draws the world: discs as light into a target of half floats, obstacles, links and forces over them, then the backdrop with that light.

use wgpu::util::DeviceExt;

use super::mirror::storage_buffer;
use super::pipeline::{Drawing, Pipeline};
use super::small_discs::Light;
use super::sources::{Forces, Sources};
use super::view_block::{BATCH, ViewBlock};
use crate::gpu::Context;
use crate::picture::Colour;
use crate::picture::palette::Palette;
use crate::solver::SolverError;
use crate::world::fixed::CONTACTS_PER_PARTICLE;

/// Linear light, added up: half floats hold thousands of discs in a pixel.
const LIGHT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;

/// Pipelines and targets of the drawing.
pub struct Canvas {
    discs: Pipeline,
    obstacles: Pipeline,
    links: Pipeline,
    listed_forces: Pipeline,
    gathered_forces: Pipeline,
    backdrop: Pipeline,
    view: wgpu::Buffer,
    quads: wgpu::Buffer,
    light: wgpu::Texture,
    /// Colours by id, where these are shown.
    reveal: Option<wgpu::Buffer>,
    /// What is bound where they are not.
    no_reveal: wgpu::Buffer,
}

impl Canvas {
    /// A canvas for targets of a format.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let view = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("view"),
            size: size_of::<ViewBlock>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self {
            discs: Pipeline::new(device, Drawing::Discs, LIGHT),
            obstacles: Pipeline::new(device, Drawing::Obstacles, LIGHT),
            links: Pipeline::new(device, Drawing::Links, LIGHT),
            listed_forces: Pipeline::new(device, Drawing::ListedForces, LIGHT),
            gathered_forces: Pipeline::new(device, Drawing::GatheredForces, LIGHT),
            backdrop: Pipeline::new(device, Drawing::Backdrop, format),
            view,
            quads: quad_indices(device),
            light: light_target(device, [1, 1]),
            reveal: None,
            no_reveal: device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("no image"),
                size: 16,
                usage: wgpu::BufferUsages::STORAGE,
                mapped_at_creation: false,
            }),
        }
    }

    /// Gets the colours by id ready that a palette shows, if it shows such.
    ///
    /// # Errors
    /// More of them than the adapter binds.
    pub fn prepare(&mut self, context: &Context, palette: &Palette) -> Result<(), SolverError> {
        self.reveal = match &palette.colour {
            Colour::Reveal(reveal) => {
                let colours: &[u8] = bytemuck::cast_slice(reveal.colours());
                let buffer = storage_buffer(context, "the colours of an image", colours.len() as u64)?;
                context.queue.write_buffer(&buffer, 0, colours);
                Some(buffer)
            }
            _ => None,
        };
        Ok(())
    }

    /// Records a whole picture into `target`, which has `size` pixels.
    pub fn draw(
        &mut self,
        context: &Context,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        size: [u32; 2],
        block: &ViewBlock,
        sources: &Sources<'_>,
    ) {
        let device = &context.device;
        if [self.light.width(), self.light.height()] != size {
            self.light = light_target(device, size);
        }
        context.queue.write_buffer(&self.view, 0, bytemuck::bytes_of(block));
        if let Some(light) = sources.light {
            self.upload(context, light);
        }
        let light = self.light.create_view(&Default::default());
        let [params, view] = [sources.params, &self.view].map(|buffer| buffer.as_entire_binding());

        let [particles, displacements, bodies, reveal] =
            [sources.particles, sources.displacements, sources.bodies, self.reveal.as_ref().unwrap_or(&self.no_reveal)]
                .map(|buffer| buffer.as_entire_binding());
        let start = if sources.light.is_some() { wgpu::LoadOp::Load } else { CLEAR };
        let mut pass = pass_on(encoder, "light", &light, start);
        if sources.light.is_none() {
            let group = self.discs.bind(device, &[params.clone(), view.clone(), particles.clone(), displacements, bodies, reveal]);
            self.draw_things(&mut pass, &self.discs, &group, sources.particle_count);
        }
        if sources.piece_count > 0 {
            let [pieces, poses] = [sources.pieces, sources.poses].map(|buffer| buffer.as_entire_binding());
            let group = self.obstacles.bind(device, &[params.clone(), view.clone(), pieces, poses]);
            self.draw_things(&mut pass, &self.obstacles, &group, sources.piece_count);
        }
        // Links would hide an image.
        if sources.link_count > 0 && self.reveal.is_none() {
            let [slots, rows, ends] = [sources.slots, sources.link_rows, sources.link_ends].map(|buffer| buffer.as_entire_binding());
            let group = self.links.bind(device, &[params.clone(), view.clone(), particles.clone(), slots, rows, ends]);
            self.draw_things(&mut pass, &self.links, &group, sources.link_count);
        }
        self.draw_forces(device, &mut pass, [params.clone(), view.clone(), particles], sources);
        drop(pass);

        let group = self.backdrop.bind(device, &[params, view, wgpu::BindingResource::TextureView(&light)]);
        let mut pass = clearing_pass(encoder, "world", target);
        self.backdrop.set(&mut pass, &group);
        pass.draw(0..3, 0..1);
    }

    /// What contacts carry, where that is shown; `shared` are the first bindings.
    fn draw_forces<'b>(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        shared: [wgpu::BindingResource<'b>; 3],
        sources: &Sources<'b>,
    ) {
        let (pipeline, buffer, count) = match sources.forces {
            None => return,
            Some(Forces::Listed(lists)) => (&self.listed_forces, lists, sources.particle_count * CONTACTS_PER_PARTICLE),
            Some(Forces::Gathered(gathered, count)) => (&self.gathered_forces, gathered, count),
        };
        let [params, view, particles] = shared;
        let group = pipeline.bind(device, &[params, view, particles, buffer.as_entire_binding()]);
        self.draw_things(pass, pipeline, &group, count);
    }

    /// Puts light that is drawn already into its target.
    fn upload(&self, context: &Context, light: &Light) {
        let size = self.light.size();
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(size.width * size_of::<[half::f16; 4]>() as u32),
            rows_per_image: None,
        };
        context.queue.write_texture(self.light.as_image_copy(), bytemuck::cast_slice(light.as_flattened()), layout, size);
    }

    /// A quad a thing, in instances of a batch each.
    fn draw_things(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &Pipeline, group: &wgpu::BindGroup, count: u32) {
        pipeline.set(pass, group);
        pass.set_index_buffer(self.quads.slice(..), wgpu::IndexFormat::Uint16);
        pass.draw_indexed(0..QUAD.len() as u32 * count.min(BATCH), 0, 0..count.div_ceil(BATCH));
    }
}

/// Corners of the two triangles of a quad, see `corner` in `draw_view.wgsl`.
const QUAD: [u32; 6] = [0, 1, 2, 2, 1, 3];

/// The quads of a batch: what both triangles share is computed once.
fn quad_indices(device: &wgpu::Device) -> wgpu::Buffer {
    let indices: Vec<u16> = (0..BATCH).flat_map(|thing| QUAD.map(|corner| (4 * thing + corner) as u16)).collect();
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("quads"),
        contents: bytemuck::cast_slice(&indices),
        usage: wgpu::BufferUsages::INDEX,
    })
}

/// Records a picture of nothing.
pub fn clear(encoder: &mut wgpu::CommandEncoder, target: &wgpu::TextureView) {
    clearing_pass(encoder, "nothing yet", target);
}

/// Black with no coverage.
const CLEAR: wgpu::LoadOp<wgpu::Color> = wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT);

/// A pass that starts from black with no coverage.
fn clearing_pass<'a>(encoder: &'a mut wgpu::CommandEncoder, label: &str, view: &wgpu::TextureView) -> wgpu::RenderPass<'a> {
    pass_on(encoder, label, view, CLEAR)
}

fn pass_on<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    label: &str,
    view: &wgpu::TextureView,
    load: wgpu::LoadOp<wgpu::Color>,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
        })],
        ..Default::default()
    })
}

fn light_target(device: &wgpu::Device, size: [u32; 2]) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("light of the discs"),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: LIGHT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

#[cfg(test)]
mod tests;
