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
mod tests {
    use super::*;
    use std::sync::Arc;

    use image::RgbaImage;

    use crate::Backend;
    use crate::picture::{self, ForceLines, Reveal, Show, view::View};
    use crate::scene::{Overrides, Scene};
    use crate::viewer::loading::Request;
    use crate::viewer::screenshot::Screenshot;
    use crate::viewer::session::Session;
    use crate::viewer::small_discs;
    use crate::viewer::tools::Toolbox;
    use crate::world::World;
    use crate::world::particle::Phase;
    use crate::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};

    const SIZE: [u32; 2] = [400, 300];

    /// Half a percent: adapters differ in how precisely they place the corners of a slanted line.
    const MAX_DIFFERENT: usize = (SIZE[0] * SIZE[1] / 200) as usize;

    /// Largest difference of a channel, and how many pixels differ by more than the rounding of half floats and
    /// the precision with which adapters place the corners of a slanted line.
    fn difference(a: &image::RgbaImage, b: &image::RgbaImage) -> (u8, usize) {
        assert_eq!(a.dimensions(), b.dimensions());
        let worst = a.pixels().zip(b.pixels()).map(|(a, b)| (0..3).map(|c| a.0[c].abs_diff(b.0[c])).max().unwrap_or(0));
        (worst.clone().max().unwrap_or(0), worst.filter(|&d| d > 16).count())
    }

    #[test]
    fn the_shaders_draw_what_the_headless_picture_shows_from_either_backend_near_and_far() {
        let Some(context) = Context::for_test() else { return };
        for backend in [Backend::Gpu(context.clone()), Backend::cpu(Some(2))] {
            let show = |colour, forces: bool| Show { colour, forces: forces.then(ForceLines::default), ..Show::default() };
            for (scene, show) in [
                ("soft_squares", show(Colour::Speed, false)),
                ("cloth", show(Colour::Id, false)),
                ("repose", show(Colour::Contacts, true)),
                ("polydisperse", show(Colour::Radius, true)),
            ] {
                let overrides = Overrides { particles: Some(2000), ..Overrides::default() };
                let request = Request { scene: Scene::find(scene).unwrap(), overrides, suggested: None };
                let world = request.scene.build(&overrides).unwrap();
                assert_pictures_agree(&context, &backend, request, world, show);
            }
            let request = Request { scene: Scene::find("pile").unwrap(), overrides: Overrides::default(), suggested: None };
            assert_pictures_agree(&context, &backend, request.clone(), among_obstacles(), show(Colour::Speed, true));
            let lines_seen = assert_pictures_agree(&context, &backend, request.clone(), pressed(), show(Colour::Id, true));
            assert!(lines_seen > 1, "{lines_seen}");
            let mut cloth = request.clone();
            (cloth.scene, cloth.overrides.particles) = (Scene::find("cloth").unwrap(), Some(2000));
            let world = cloth.scene.build(&cloth.overrides).unwrap();
            let reveal = Colour::Reveal(Arc::new(Reveal::new(&world.start.particles, 0, &stripes())));
            assert_pictures_agree(&context, &backend, cloth, world, show(reveal, true));
            // More colours than discs, none for some of them.
            let world = among_obstacles();
            let (mut particles, image) = (world.start.particles.clone(), stripes());
            (0..9).for_each(|k| particles[k] = particles[k].with_phase(Phase::Removed));
            let reveal = Colour::Reveal(Arc::new(Reveal::new(&particles, 0, &image)));
            assert_pictures_agree(&context, &backend, request, world, show(reveal, true));
        }
    }

    /// An image whose colours go through all of three channels.
    fn stripes() -> RgbaImage {
        RgbaImage::from_fn(160, 160, |x, y| image::Rgba([x as u8, (90 + (x + y) / 2) as u8, 255 - y as u8, 255]))
    }

    /// Discs among obstacles of every shape, still and moving.
    fn among_obstacles() -> World {
        let particles = (0..200).map(|k| ParticleSpec::at([2.0 + 1.8 * f64::from(k % 20), 22.0 + 0.6 * f64::from(k / 20)], 0.25)).collect();
        let corners = vec![[2.0, 1.0], [14.0, 1.0], [14.0, 9.0], [11.0, 9.0], [10.0, 3.0], [6.0, 3.0], [4.0, 8.0]];
        let rail = Rail { pivot: [28.0, 8.0], velocity: [2.0, 1.0], turn_rate: 3.0, ..Rail::default() };
        let obstacles = vec![
            ObstacleSpec::still(ObstacleShape::Circle { centre: [20.0, 15.0], radius: 1.5 }),
            ObstacleSpec::still(ObstacleShape::Polygon { corners: corners.clone() }),
            ObstacleSpec::still(ObstacleShape::Wall { points: vec![[1.0, 19.0], [12.0, 14.0], [15.0, 16.0]], thickness: 0.05 }),
            ObstacleSpec::moving(ObstacleShape::Box { centre: [28.0, 8.0], size: [12.0, 1.0], angle: 0.3 }, rail.clone()),
            ObstacleSpec::moving(ObstacleShape::Capsule { ends: [[24.0, 12.0], [32.0, 14.0]], radius: 0.7 }, rail),
        ];
        World::new(&WorldSpec { size: [40.0, 30.0], gravity: [0.0, -10.0], particles, obstacles, ..WorldSpec::default() }).unwrap()
    }

    /// Discs that lie in a box from side to side, in a few rows that press the lowest.
    fn pressed() -> World {
        let disc = |k: u32| ParticleSpec::at([0.6 + 0.5 * f64::from(k / 39 % 2) + 1.01 * f64::from(k % 39), 0.5 + f64::from(k / 39)], 0.5);
        World::new(&WorldSpec { size: [40.0, 8.0], gravity: [0.0, -10.0], particles: (0..234).map(disc).collect(), ..WorldSpec::default() })
            .unwrap()
    }

    /// Draws a running session with the shaders and on the CPU, near and far. Returns how many of the pictures have forces to be seen.
    fn assert_pictures_agree(context: &Context, backend: &Backend, request: Request, world: World, show: Show) -> usize {
        let format = wgpu::TextureFormat::Rgba8Unorm;
        let mut canvas = Canvas::new(&context.device, format);
        let built = request.overrides;
        let mut session = Session::new(request, (world, built), backend, context).unwrap();
        let scene = session.request.scene.name().to_owned();
        // Few discs cost little, and it takes a while until they press each other.
        let frames = if session.world.particle_count() < 500 { 20 } else { 8 };
        (0..frames).for_each(|_| session.run(&mut Toolbox::default(), None, 8, false).unwrap());
        let state = session.state().unwrap();
        let palette = Palette::new(&session.world, &show);
        canvas.prepare(context, &palette).unwrap();
        let mut view = View::fit(&session.world.params, SIZE.map(f64::from), [0.0, 0.0, 400.0, 300.0]);
        let mut lines_seen = 0;
        for zoom in [0.2, 5.0, 8.0] {
            view.scale *= zoom;
            let block = ViewBlock::new(&view, &palette, session.link_count(), true);
            let draw = |show: &Show| picture::draw(&session.world, &state, session.substep_count(), &view, SIZE, show);
            let expected = draw(&show);
            if palette.shows_forces() {
                let thin = Show { forces: Some(ForceLines { full: Some(1e12) }), ..show.clone() };
                lines_seen += usize::from(difference(&expected, &draw(&thin)).1 > 4 * MAX_DIFFERENT);
            }
            let by_host = session.on_host().map(|solver| small_discs::light(solver, &view, &palette, SIZE));
            for light in std::iter::once(None).chain(by_host.map(Some)) {
                let way = if light.is_some() { "by the host" } else { "by shaders" };
                let screenshot = Screenshot::new(&context.device, format, SIZE);
                let mut encoder = context.device.create_command_encoder(&Default::default());
                let sources = session.sources(context, light.as_ref(), palette.shows_forces()).unwrap();
                canvas.draw(context, &mut encoder, &screenshot.view(), SIZE, &block, &sources);
                context.queue.submit([encoder.finish()]);
                let drawn = screenshot.read(context).unwrap();
                let (worst, count) = difference(&drawn, &expected);
                let bright = if palette.shows_forces() { 45 } else { 80 };
                assert!(drawn.pixels().any(|pixel| pixel.0[1] > bright), "{scene} × {zoom} {way}: something is drawn");
                assert!(count < MAX_DIFFERENT, "{scene} × {zoom} {way}: {count} pixels differ, by up to {worst}");
            }
        }
        lines_seen
    }
}
