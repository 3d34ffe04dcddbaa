//! The disc that somebody asked about: what it is, what it does and what presses it, as of the substep in which they asked.

use egui::{Color32, Rect, Stroke, Ui};
use rayon::prelude::*;

use super::ViewerError;
use super::open::Open;
use super::points::{point, points};
use super::readings::table;
use super::session::Session;
use crate::picture::scale::short;
use crate::picture::view::View;
use crate::thousands::{grouped, plural};
use crate::world::World;
use crate::world::particle::{Particle, Phase};
use crate::world::state::State;

/// A disc, and what there is to tell of it.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// Its id.
    pub id: u32,
    /// Substeps since the start, as it was looked at.
    substep: u32,
    /// Where it was then, and its radius, in steps; none where it was not in the world.
    ring: Option<([i32; 2], i32)>,
    rows: Vec<(&'static str, String)>,
}

/// The disc that a place (in steps) is in; of several the one with the place nearest to its middle, in radii.
pub fn disc_at(state: &State, place: [f64; 2]) -> Option<u32> {
    let radii_from = |particle: &Particle| {
        let [x, y] = [0, 1].map(|axis| f64::from(particle.position[axis]) - place[axis]);
        (x * x + y * y).sqrt() / f64::from(particle.radius())
    };
    let all = state.particles.par_iter().filter(|particle| particle.in_grid());
    let around = all.map(|particle| (radii_from(particle), particle.id)).filter(|&(radii, _)| radii <= 1.0);
    around.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

impl Inspected {
    /// What a disc is like in a state, which is by id, so many substeps after the start.
    pub fn new(world: &World, state: &State, id: u32, substep: u32) -> Self {
        let (particle, body) = (&state.particles[id as usize], state.bodies.get(id as usize));
        let place = world.frame.position_of(particle);
        let radius = world.frame.length_from_steps(particle.radius());
        // To a thousandth of the disc, whatever the unit is.
        let decimals = (3.0 - (2.0 * radius).log10()).ceil().clamp(0.0, 12.0) as usize;
        let mass = match particle.phase() {
            Phase::Pinned => "pinned".into(),
            _ => short(world.mass_of(particle, body)),
        };
        let velocity = world.velocity_of(state.displacements[id as usize]);
        let mut rows = vec![
            ("disc", grouped(id.into())),
            ("at", format!("{:.4} s", world.clock.seconds(substep))),
            ("place", format!("{:.decimals$}, {:.decimals$}", place[0], place[1])),
            ("velocity", format!("{}, {} units/s", short(velocity[0]), short(velocity[1]))),
            ("speed", format!("{} units/s", short(libm::hypot(velocity[0], velocity[1])))),
            ("radius", short(radius)),
            ("mass", mass),
        ];
        match particle.phase() {
            Phase::Live | Phase::Pinned => {}
            Phase::Unborn => rows.push(("", "not born yet".into())),
            Phase::Removed => rows.push(("", "left the world".into())),
        }
        if let Some(body) = body.filter(|_| world.rubs()) {
            rows.push(("turned by", format!("{:.1}°", body.radians().to_degrees())));
            rows.push(("turns with", format!("{} rad/s", short(world.angular_velocity_of(particle, body)))));
        }
        // Of pinned ones nobody counts that.
        if particle.phase() == Phase::Live {
            rows.push(("touches", particle.touching().to_string()));
        }
        let forces = world.contact_forces_of(state, id);
        if let Some(greatest) = forces.iter().map(|force| force.normal_force).max_by(f64::total_cmp) {
            rows.push(("pressed by", plural(forces.len() as u64, "disc")));
            rows.push(("with at most", format!("{} m·l/s²", short(greatest))));
        }
        let mut links = state.links.pairs().peekable();
        if links.peek().is_some() {
            rows.push(("links", links.filter(|&(a, b)| a == id || b == id).count().to_string()));
        }
        Self { id, substep, ring: particle.in_grid().then(|| (particle.position, particle.radius())), rows }
    }

    /// All that there is to tell.
    pub fn show(&self, ui: &mut Ui) {
        table(ui, "disc", self.rows.clone());
    }

    /// A ring around it in the picture of the world, which `area` is in points, while it is still where it was.
    pub fn show_ring(&self, ctx: &egui::Context, area: Rect, session: &Session, view: &View) {
        let Some((place, radius)) = self.ring.filter(|_| self.substep == session.substep_count()) else { return };
        let painter = ctx.layer_painter(egui::LayerId::background()).with_clip_rect(area);
        let (centre, radius) = (point(ctx, view.pixel_of(place)), points(ctx, f64::from(radius) * view.scale));
        painter.circle_stroke(centre, radius + 3.0, Stroke::new(2.0, Color32::WHITE));
    }
}

impl Session {
    /// Tells of the disc at a place, in steps, from now on, or of none; while the simulation is away, once it is back.
    ///
    /// # Errors
    /// A device that was lost, or no memory to read what there is.
    pub fn inspect(&mut self, place: Option<[f64; 2]>) -> Result<(), ViewerError> {
        (self.inspected, self.asked_about) = (None, place.filter(|_| self.is_away()));
        let Some(place) = place.filter(|_| !self.is_away()) else { return Ok(()) };
        self.look(|state| disc_at(state, place))
    }

    /// Looks at the disc again that somebody asked about.
    ///
    /// # Errors
    /// As for [`Self::inspect`].
    pub fn inspect_again(&mut self) -> Result<(), ViewerError> {
        let Some(id) = self.inspected.as_ref().map(|disc| disc.id) else { return Ok(()) };
        self.look(|_| Some(id))
    }

    /// Looks at the disc that `find` names in the state, which is by id.
    fn look(&mut self, find: impl FnOnce(&State) -> Option<u32>) -> Result<(), ViewerError> {
        let state = self.state()?;
        let (world, substep) = (&self.world, self.simulation.substep_count());
        self.inspected = find(&state).map(|id| Inspected::new(world, &state, id, substep));
        Ok(())
    }
}

impl Open {
    /// Tells of the disc at a pixel, from now on.
    pub(super) fn inspect(&mut self, pixel: Option<[f64; 2]>) -> Result<(), ViewerError> {
        let place = pixel.map(|pixel| self.camera.view.steps_at(pixel));
        self.repaint_now();
        let inspected = self.session.as_mut().map_or(Ok(()), |session| session.inspect(place));
        self.tell(inspected)
    }
}

#[cfg(test)]
mod tests {
    use super::super::seen::{Screen, says};
    use super::super::testing::session_of;
    use super::super::tools::Toolbox;
    use super::*;
    use crate::backend::Backend;
    use crate::gpu::Context;
    use crate::simulation::Simulation;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// A small disc falls, and a pinned one carries a large one; steps of a unit.
    fn lying() -> (World, State) {
        let particles = vec![
            ParticleSpec { velocity: [3.0, -4.0], ..ParticleSpec::at([5.0, 15.0], 0.25) },
            ParticleSpec { pinned: true, ..ParticleSpec::at([10.0, 9.0], 0.5) },
            ParticleSpec::at([10.0, 9.99], 0.5),
        ];
        let world = World::new(&WorldSpec { size: [20.0; 2], particles, ..WorldSpec::default() }).unwrap();
        let mut simulation = Simulation::start(world.clone(), &Backend::cpu(Some(1))).unwrap();
        simulation.step(40).unwrap();
        (world, simulation.state().unwrap())
    }

    #[test]
    fn the_disc_under_the_mouse_is_the_one_with_its_middle_nearest() {
        let (world, state) = lying();
        let at = |place: [f64; 2]| disc_at(&state, place.map(|coordinate| world.frame.exact_steps(coordinate)));
        let [x, y] = world.frame.position_of(&state.particles[0]);
        assert_eq!(
            [at([x + 0.24, y]), at([x + 0.26, y]), at([10.0, 9.0]), at([10.0, 9.4]), at([10.0, 9.6])],
            [Some(0), None, Some(1), Some(1), Some(2)]
        );
    }

    #[test]
    fn a_disc_that_is_asked_about_is_told_of_as_soon_as_the_simulation_is_back_and_again_after_a_step() {
        let Some(context) = Context::for_test() else { return };
        let (world, _) = lying();
        let place = Some([10.0, 9.0].map(|coordinate| world.frame.exact_steps(coordinate)));
        let mut session = session_of(world, &context);
        let told = |session: &Session| session.inspected.as_ref().map(|disc| (disc.id, disc.substep));
        session.run_beside(&mut Toolbox::default(), None, 3, false).unwrap();
        session.inspect(place).unwrap();
        assert_eq!(told(&session), None, "nobody waits");
        while session.is_busy() {
            std::thread::yield_now();
        }
        session.catch_up().unwrap();
        assert_eq!(told(&session), Some((1, 3)));
        session.run(&mut Toolbox::default(), None, 2, false).unwrap();
        assert_eq!(told(&session), Some((1, 3)), "as of then");
        session.inspect_again().unwrap();
        assert_eq!(told(&session), Some((1, 5)));
        for place in [Some([0.0; 2]), None] {
            session.inspect(place).unwrap();
            assert_eq!(told(&session), None);
        }
    }

    #[test]
    fn what_is_told_is_of_that_disc() {
        let (world, state) = lying();
        let told = |id| {
            let disc = Inspected::new(&world, &state, id, 40);
            let texts = Screen::new(egui::vec2(400.0, 600.0)).draw(Vec::new(), |ui| disc.show(ui));
            assert!(says(&texts, "0.0833 s"), "{texts:?}");
            let told = move |name: &str| texts.iter().position(|(text, _)| text == name).map(|place| texts[place + 1].0.clone());
            assert_eq!(told("disc"), Some(id.to_string()));
            told
        };
        let [falls, pinned, lies] = [0, 1, 2].map(told);
        assert_eq!([falls("pressed by"), pinned("pressed by"), lies("pressed by")], [None, Some("1 disc".into()), Some("1 disc".into())]);
        assert_eq!([falls("touches"), pinned("touches"), lies("touches")], [Some("0".into()), None, Some("1".into())]);
        assert_eq!([falls("radius"), pinned("mass"), pinned("place")].map(Option::unwrap), ["0.250", "pinned", "10.000, 9.000"]);
        // By its area, and after a twelfth of a second by g = 10; the other's weight on the pinned one.
        assert!(falls("velocity").is_some_and(|velocity| velocity.starts_with("3.000, -4.83")), "{:?}", falls("velocity"));
        let mass = short(std::f64::consts::PI / 16.0);
        assert_eq!(falls("mass"), Some(mass));
        let weight: f64 = pinned("with at most").unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!((weight / (10.0 * std::f64::consts::PI / 4.0) - 1.0).abs() < 0.05, "{weight}");
    }
}
