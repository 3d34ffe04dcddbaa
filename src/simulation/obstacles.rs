//! The obstacles of a simulation: others in their place, and one that a hand moves.

use std::sync::Arc;

use super::{Simulation, SimulationError};
use crate::solver::SolverError;
use crate::world::obstacles::Obstacles;
use crate::world::spec::Placement;
use crate::world::{World, WorldError};

impl Simulation {
    /// The obstacles that there are now.
    pub fn obstacles(&self) -> &Arc<Obstacles> {
        &self.world.obstacles
    }

    /// Where an obstacle is now, in scene units: how far from where it was made, and by what angle it has turned about its pivot.
    ///
    /// # Errors
    /// [`WorldError::NoObstacle`].
    pub fn placement(&self, obstacle: usize) -> Result<Placement, SimulationError> {
        let obstacles = self.obstacles();
        match obstacles.specs().len() {
            count if obstacle < count => Ok(obstacles.placement(obstacle, self.substep_count)),
            count => Err(WorldError::NoObstacle { obstacle, count }.into()),
        }
    }

    /// Replaces the obstacles from the next substep on. Discs in what was not there before are put out of it, by a quarter of a
    /// cell a substep. [`World::obstacles_of`] makes obstacles of [`ObstacleSpec`](crate::world::spec::ObstacleSpec)s. Those that move are
    /// where they would be had they moved from the start of the scene on: a [`Rail`](crate::world::obstacles::rail::Rail) is a function of
    /// its time.
    ///
    /// # Errors
    /// [`WorldError::OthersObstacles`]: those of a world with other steps, substeps or materials. More
    /// obstacles than the backend can hold. Either leaves those that there are. What those that move may come to later is found as
    /// they go: see [`Self::step_frame`].
    pub fn set_obstacles(&mut self, obstacles: Obstacles) -> Result<(), SimulationError> {
        let obstacles = Arc::new(obstacles);
        self.solver.set_obstacles(&obstacles).map_err(|error| match error {
            SolverError::OthersObstacles => WorldError::OthersObstacles.into(),
            other => SimulationError::from(other),
        })?;
        self.world = Arc::new(World::clone(&self.world).with_these_obstacles(obstacles));
        Ok(())
    }

    /// Moves an obstacle on by hand, to be somewhere else at the end of the next frame: a paddle, a lift, a door, whatever a player or a
    /// program moves. It goes there from where it is in a straight line, stays there, and discs on its way are swept along. To be called
    /// once a frame, before [`Self::step_frame`].
    ///
    /// `to` says how far it is then from where it was made, and by what angle it has turned about its pivot; if it is on a rail as well, what
    /// that does comes on top. Only an obstacle that was made [in a hand](crate::world::spec::ObstacleSpec::in_hand) is moved so; any other is
    /// taken into one by [`Self::set_obstacles`], given all [specs](Obstacles::specs) with that one's in a hand.
    ///
    /// ```
    /// use jostle::world::World;
    /// use jostle::world::spec::{ObstacleShape, ObstacleSpec, ParticleSpec, Placement, WorldSpec};
    /// use jostle::{Backend, Simulation};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let paddle = ObstacleShape::Box { centre: [10.0, 2.0], size: [4.0, 1.0], angle: 0.0 };
    /// let world = World::new(&WorldSpec {
    ///     size: [20.0, 20.0],
    ///     particles: vec![ParticleSpec::at([10.0, 3.0], 0.5)],
    ///     obstacles: vec![ObstacleSpec::still(paddle).in_hand(0.0)],
    ///     ..WorldSpec::default()
    /// })?;
    /// let mut simulation = Simulation::start(world, &Backend::cpu(Some(1)))?;
    /// for frame in 1..=30 {
    ///     let height = 0.1 * f64::from(frame); // what the player wants
    ///     simulation.steer(0, Placement { offset: [0.0, height], angle: 0.0 })?;
    ///     simulation.step_frame()?;
    /// }
    /// let [x, y] = simulation.positions()?[0];
    /// assert!((x - 10.0).abs() < 0.01 && (y - 6.0).abs() < 0.01, "lifted from 3 to 6: {y}");
    /// assert_eq!(simulation.obstacles().placement(0, simulation.substep_count()).offset, [0.0, 3.0]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// No disc is passed over however fast it goes, but one that cannot give way ends up inside of it, or beyond it if it is thin. Heaps
    /// follow up to some eighth of the largest diameter a substep, which the hand of the window keeps to.
    ///
    /// # Errors
    /// [`WorldError::NoObstacle`] and [`WorldError::NotInHand`]; a
    /// place so far off that it would have to be faster than a [`Rail`](crate::world::spec::Rail) may, or that is no number: then it goes on
    /// as it did. Else as for [`Self::set_obstacles`].
    pub fn steer(&mut self, obstacle: usize, to: Placement) -> Result<(), SimulationError> {
        self.steer_within(obstacle, to, self.world.clock.substeps)
    }

    /// The same, to be there after so many substeps: for games whose pictures are not as long as the frames of the world.
    ///
    /// # Errors
    /// As for [`Self::steer`]; 0 substeps.
    pub fn steer_within(&mut self, obstacle: usize, to: Placement, substeps: u32) -> Result<(), SimulationError> {
        let end = (f64::from(self.substep_count) + f64::from(substeps)) / self.world.clock.substeps_per_second;
        let steered = self.world.obstacles.steered(obstacle, to, [self.seconds(), end])?;
        self.set_obstacles(steered)
    }
}
