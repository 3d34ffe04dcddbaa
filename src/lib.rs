//! jostle: a GPU particle collision simulator whose results equal a CPU reference bit for bit.
//!
//! Discs that collide, stack, hang on links and leave through open sides, a million at a time. WGSL compute
//! passes run on any GPU through wgpu; every pass has a twin in plain Rust, and the two agree on every bit, on
//! every adapter, after any number of substeps.
//!
//! # A tour
//!
//! A [`Scene`] describes what there is, in units of its own. It builds a [`World`](world::World), which is the
//! same in fixed point. A [`Backend`] runs it as a [`Simulation`]:
//!
//! ```
//! use jostle::{Backend, Scene, Simulation, scene::Overrides};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let scene = Scene::find("pile")?;
//! let world = scene.build(&Overrides { particles: Some(500), ..Overrides::default() })?;
//! let backend = Backend::cpu(None); // `auto` takes a GPU made of hardware where there is one
//! let mut simulation = Simulation::start(world, &backend)?;
//! for _ in 0..10 {
//!     simulation.step_frame()?; // 1/60 s in 8 substeps, unless the scene says otherwise
//! }
//! let positions = simulation.positions()?; // scene units, by particle id
//! assert_eq!(positions.len(), 500);
//! println!("{:016x} after {:.2} s", simulation.digest()?, simulation.seconds());
//! # Ok(())
//! # }
//! ```
//!
//! The digest does not depend on the order in which threads found the particles, nor on the backend: print it
//! here, run the same on another machine, and compare. Another version of jostle may come to other bits.
//!
//! Without optimisations the CPU backend is a hundred times slower. Where a program is built without them itself, `opt-level = 3` below
//! `[profile.dev.package."*"]` in its `Cargo.toml` has what it depends on built with them.
//!
//! ## Without a scene file
//!
//! A [`WorldSpec`](world::spec::WorldSpec) says the same in Rust. Two discs on a rod, swinging from a pin:
//!
//! ```
//! use jostle::world::World;
//! use jostle::world::spec::{LinkSpec, ParticleSpec, WorldSpec};
//! use jostle::{Backend, Simulation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let world = World::new(&WorldSpec {
//!     size: [20.0, 20.0],
//!     particles: vec![
//!         ParticleSpec { pinned: true, ..ParticleSpec::at([10.0, 15.0], 0.5) },
//!         ParticleSpec::at([12.0, 15.0], 0.5),
//!         ParticleSpec::at([14.0, 15.0], 0.5),
//!     ],
//!     links: vec![LinkSpec::between([0, 1], 2.0), LinkSpec::between([1, 2], 2.0)],
//!     ..WorldSpec::default()
//! })?;
//! let backend = Backend::cpu(Some(1));
//! let mut simulation = Simulation::start(world, &backend)?;
//! simulation.step(480)?; // one second in substeps
//! let [pin, .., tip] = simulation.positions()?[..] else { unreachable!() };
//! assert_eq!(pin, [10.0, 15.0]);
//! let length = ((tip[0] - pin[0]).powi(2) + (tip[1] - pin[1]).powi(2)).sqrt();
//! assert!(length < 4.05, "the rods keep their length: {length}");
//! # Ok(())
//! # }
//! ```
//!
//! Obstacles that move, discs that come later, and what there is to read: lengths in the units of the world, angles in radians, times in
//! seconds.
//!
//! ```
//! use jostle::world::World;
//! use jostle::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, Rail, WorldSpec};
//! use jostle::{Backend, Simulation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let floor = ObstacleSpec::still(ObstacleShape::Box { centre: [10.0, 2.0], size: [16.0, 1.0], angle: 0.0 });
//! let world = World::new(&WorldSpec {
//!     size: [20.0, 20.0],
//!     friction: 0.5,
//!     particles: vec![ParticleSpec::at([10.0, 10.0], 0.5)],
//!     obstacles: vec![floor.clone()],
//!     ..WorldSpec::default()
//! })?;
//! let mut simulation = Simulation::start(world, &Backend::cpu(Some(1)))?;
//! let id = simulation.spawn(&[ParticleSpec::at([5.0, 3.5], 0.5)])?; // no larger than the largest of the start, or `largest_radius`
//! // What turns needs a pivot.
//! let blade = ObstacleSpec::moving(
//!     ObstacleShape::Box { centre: [13.0, 6.0], size: [6.0, 0.2], angle: 0.0 },
//!     Rail { pivot: [13.0, 6.0], turn_rate: 1.0, ..Rail::default() },
//! );
//! let obstacles = simulation.world().obstacles_of(&[floor, blade])?;
//! simulation.set_obstacles(obstacles)?;
//! simulation.step(960)?; // two seconds
//! let disc = simulation.discs()?[id as usize];
//! assert!((disc.position[1] - 3.0).abs() < 0.01, "it lies on the floor: {:?}", disc.position);
//! let fastest = simulation.max_speed()?; // units/s
//! for force in simulation.contact_forces()? {
//!     println!("{:?} press each other with {}", force.discs, force.normal_force);
//! }
//! # assert!(fastest < 20.0);
//! # Ok(())
//! # }
//! ```
//!
//! ## What to ask a simulation
//!
//! [`Simulation::measure`] gives speeds, overlaps and contacts; [`Simulation::counters`] what was removed, broken
//! or held at the greatest speed (nothing is ever dropped silently); [`Simulation::discs`] where all of them are, how fast, how large, and
//! which of them are in the world, [`Simulation::discs_in`] those of a region; [`Simulation::state`] the raw fixed-point state by id;
//! [`Simulation::contact_forces`] and [`Simulation::link_forces`] what holds it together, [`Simulation::boundary_forces`] what walls and
//! obstacles push it with.
//!
//! ## What to tell it
//!
//! Where a paddle, a lift or a door is to be at the end of the next frame ([`Simulation::steer`]: an obstacle that was made [in a
//! hand](world::spec::ObstacleSpec::in_hand) goes there, and takes along what is in its way), other obstacles
//! ([`Simulation::set_obstacles`]), more particles ([`Simulation::spawn`]) and fewer ([`Simulation::remove`]), other velocities
//! ([`Simulation::set_velocities`]), places ([`Simulation::set_positions`]) or rotations ([`Simulation::set_rotations`]), which of them
//! are pinned ([`Simulation::pin`], [`Simulation::release`]), another state ([`Simulation::set_state`]), gravity and drag
//! ([`Simulation::set_gravity`], [`Simulation::set_drag`]), and a tool that attracts, repels, grabs or cuts in each substep
//! ([`Simulation::step_with`],
//! [`world::tool::Tool`]). Each does the same on every backend.
//!
#![cfg_attr(feature = "gpu", doc = include_str!("gpu/tour.md"))]
//!
//! # How it is laid out
//!
//! [`world`] holds the number system and host data, [`passes`] and [`slots`] the tables of passes and of their buffers,
//! [`steps`] the lists of passes, [`cpu`] and `gpu` the two backends behind [`Solver`], [`scene`] the files. [`geometry`] is a
//! toolbox of its own: collision queries for convex shapes in two and three dimensions. Cargo features: `viewer` (the
//! window), `cli` (the commands) and `gpu` (the GPU backend and `verify`) are on by default. A library user wants the last of them,
//! `jostle = { git = "URL", default-features = false, features = ["gpu"] }`, or none: scenes, the CPU backend and [`geometry`]
//! need no wgpu, and compile for WebAssembly. `trace` is for who looks for a driver's fault: with it `JOSTLE_TRACE` names a folder for what
//! devices that this crate opens are told.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod backend;
pub mod checkpoint;
#[cfg(feature = "cli")]
pub mod cli;
#[allow(unsafe_code, reason = "threads write to scattered places of one buffer, see `threads/scattered.rs`")]
pub mod cpu;
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "the library only writes checkpoints"))]
mod files;
pub mod geometry;
#[cfg(feature = "gpu")]
pub mod gpu;
mod npy_header;
pub mod passes;
#[cfg(feature = "cli")]
pub mod picture;
pub mod scene;
pub mod shaders;
#[cfg(feature = "viewer")]
pub mod shapes;
pub mod simulation;
pub mod sizes;
pub mod slots;
pub mod solver;
pub mod steps;
mod text_file;
#[cfg(feature = "cli")]
mod thousands;
#[cfg(feature = "gpu")]
pub mod verify;
#[cfg(feature = "viewer")]
pub mod viewer;
pub mod world;

pub use backend::{Backend, BackendChoice};
pub use checkpoint::{Checkpoint, Snapshot};
#[cfg(feature = "cli")]
pub use image;
pub use scene::Scene;
pub use simulation::Simulation;
pub use solver::Solver;
/// The version that devices and buffers are of.
#[cfg(feature = "gpu")]
pub use wgpu;

/// The README's program, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
