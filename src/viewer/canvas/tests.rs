//! What the shaders draw, against the headless picture.

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
