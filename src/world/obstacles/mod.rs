//! Obstacles: solids that discs collide with and that nothing pushes; still, or moved on rails.
//!
//! An obstacle is one or several closed outlines, grown by a radius; outlines are cut into [`facet`]s, which is all
//! that the passes see. A disc on its way is stopped by the first facet that it touches, seen from the obstacle's own
//! frame: so nothing passes through a plate however thin, fast or turned. Which facets a disc could touch, [`cover`] says;
//! where a moving obstacle is, its [`rail`] does.

mod buried;
pub mod cover;
pub mod facet;
mod inside;
mod inside_rows;
mod near_outline;
mod outline;
pub mod rail;
pub(super) mod reached;
pub mod spec;

use std::sync::Arc;

use cover::Cover;
use facet::{Facet, NO_MOVER, Pose};
use outline::Outline;
use rail::Rail;
use spec::ObstacleSpec;

use super::error::{WorldError, short};
use super::frame::Frame;
use super::particle::Particle;

/// Poses of every mover in a substep: before the motion of the particles, after it, and after the next.
pub const POSES: u32 = 3;

/// The obstacles of a world, in fixed point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacles {
    specs: Vec<ObstacleSpec>,
    /// Rails of the obstacles that move, in the order of their number as movers.
    movers: Vec<rail::FixedRail>,
    made: Arc<Made>,
}

/// What no hand changes: shared by obstacles that are but moved on.
#[derive(Clone, Debug, Default, PartialEq)]
struct Made {
    /// Those of still obstacles first.
    facets: Vec<Facet>,
    /// By outline, the obstacle that it is of.
    obstacle_of: Vec<usize>,
    /// Of the obstacles that stay.
    still: Cover,
    /// None where there are no obstacles, which fit all worlds.
    basis: Option<Basis>,
    substeps_per_second: f64,
    /// No point of an obstacle may be faster, units/s.
    most_speed: f64,
}

/// What a world makes its obstacles by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Basis {
    /// The map to steps.
    frame: Frame,
    substeps_per_second: f64,
    /// Of each material the roots of friction and restitution.
    surfaces: Vec<[f32; 2]>,
}

impl Basis {
    pub fn new(frame: &Frame, substeps_per_second: f64, surfaces: &[[f32; 2]]) -> Self {
        Self { frame: frame.undivided(), substeps_per_second, surfaces: surfaces.to_vec() }
    }
}

/// Most cells that a point of an obstacle moves in a substep: as many as a disc.
const MAX_CELLS: f64 = 64.0;

/// Most pairs of a facet and a coarse cell that it reaches or may be the nearest of: up to some gigabytes while rows are made.
const MAX_COVERED: u64 = 1 << 27;

/// Refuses an obstacle that is faster on a rail than the fastest disc. A rail that leads exactly so far may be rounded to be faster.
fn check_speed(obstacle: usize, spec: &ObstacleSpec, rail: &Rail, most: f64) -> Result<(), WorldError> {
    let corners = spec.shape.outlines();
    let from_pivot = |corner: &[f64; 2]| libm::hypot(corner[0] - rail.pivot[0], corner[1] - rail.pivot[1]);
    let far = corners.iter().flat_map(|(corners, _)| corners).map(from_pivot).fold(0.0, f64::max);
    let value = rail.fastest(far);
    if value <= most * (1.0 + 1e-9) {
        return Ok(());
    }
    let allowed = format!("up to {} units/s, {MAX_CELLS} largest diameters in a substep (slower, or more substeps)", short(most));
    Err(WorldError::Obstacle { obstacle, name: "speed", value, allowed })
}

impl Obstacles {
    /// Checks obstacles and turns them into fixed point. `surfaces` has the roots of friction and restitution of each material.
    ///
    /// # Errors
    /// [`WorldError::Obstacle`], with the number of the obstacle: each number outside its range, a motion faster than substeps can follow
    /// (see [`ObstacleShape`](spec::ObstacleShape) and [`Rail`] for the limits), a material that is none of `surfaces`.
    /// [`WorldError::CrossedOutline`]: an outline that crosses or touches itself. [`WorldError::ThinOutline`]: one that does so where corners
    /// are rounded to steps. [`WorldError::CoverTooLarge`]: so many or so large ones
    /// that there are more than 2²⁷ pairs of a piece of an outline and a coarse cell of the grid that it reaches.
    pub fn new(specs: &[ObstacleSpec], frame: &Frame, substeps_per_second: f64, surfaces: &[[f32; 2]]) -> Result<Self, WorldError> {
        if specs.is_empty() {
            return Ok(Self::default());
        }
        let most_speed = MAX_CELLS * frame.cell_edge * substeps_per_second;
        let mut outlines = Vec::new();
        let mut movers = Vec::new();
        for (index, spec) in specs.iter().enumerate() {
            spec.check(index, substeps_per_second, surfaces.len())?;
            let mover = spec.rail.moves().then(|| {
                movers.push(rail::FixedRail::new(&spec.rail, frame));
                movers.len() as u32 - 1
            });
            check_speed(index, spec, &spec.rail, most_speed)?;
            outlines.extend(Outline::all_of(index, spec, mover.unwrap_or(NO_MOVER), frame)?.into_iter().map(|outline| (index, outline)));
        }
        // Still ones first, so that where nothing moves the cover is made once.
        outlines.sort_by_key(|(_, outline)| outline.mover != NO_MOVER);
        let facets: Vec<Facet> = (0..)
            .zip(&outlines)
            .flat_map(|(number, (obstacle, outline))| outline.facets(number, surfaces[usize::from(specs[*obstacle].material)]))
            .collect();
        let obstacle_of = outlines.iter().map(|(obstacle, _)| *obstacle).collect();
        let poses = poses(&movers, substeps_per_second, [0]);
        let turns: Vec<f64> =
            specs.iter().filter(|spec| spec.rail.moves()).map(|spec| spec.rail.fastest_turn() / substeps_per_second).collect();
        let swept = cover::cells_swept(&facets, &poses, &turns, frame);
        let inside = near_outline::pairs_inside(&facets, frame);
        let cells = cover::cells_reached(&facets, &poses, frame) + swept + inside;
        if cells > MAX_COVERED {
            return Err(WorldError::CoverTooLarge { cells, limit: MAX_COVERED });
        }
        let still = Cover::new(&facets, &poses, frame);
        let basis = Some(Basis::new(frame, substeps_per_second, surfaces));
        let made = Made { facets, obstacle_of, still, basis, substeps_per_second, most_speed };
        Ok(Self { specs: specs.to_vec(), movers, made: Arc::new(made) })
    }

    /// Whether they were made for a world with these steps and materials. In another its discs would meet them elsewhere, later, or as if
    /// they were of something else.
    pub(crate) fn are_of(&self, basis: &Basis) -> bool {
        self.made.basis.as_ref().is_none_or(|own| own == basis)
    }

    /// Whether a hand has moved one on to the other, if anything has.
    pub(crate) fn are_moved_on(&self, before: &Self) -> bool {
        Arc::ptr_eq(&self.made, &before.made)
    }

    /// Moves on an obstacle that was made [in a hand](ObstacleSpec::in_hand): from the first place to the second, times in
    /// seconds. What moves it besides, if it is on a rail as well, comes on top.
    ///
    /// The first place and its time are where and when the hand is now: [`Simulation::steer`](crate::Simulation::steer) sees to that. With
    /// any other the obstacle jumps there, between two substeps, like one that is put in the place of another: nothing is swept along, discs
    /// that lay on it are in the air, or inside of it and are put out wherever its surface is nearest, by a quarter of a cell a substep.
    ///
    /// # Errors
    /// [`WorldError::NoObstacle`] and [`WorldError::NotInHand`]. [`WorldError::Obstacle`]: numbers that are not finite or above 1e9 (angles as
    /// degrees), a second place that is not later, or one so far from the first that the hand would move or turn it faster than a [`Rail`]
    /// may. Then it stays as it was.
    pub fn steer(&mut self, obstacle: usize, hand: [rail::Key; 2]) -> Result<(), WorldError> {
        let spec = self.in_hand(obstacle)?;
        let by_hand = Rail { pivot: spec.rail.pivot, hand: Some(hand), ..Rail::default() };
        by_hand.check(obstacle, self.made.substeps_per_second)?;
        check_speed(obstacle, spec, &by_hand, self.made.most_speed)?;
        let mover = self.specs[..obstacle].iter().filter(|spec| spec.rail.moves()).count();
        self.specs[obstacle].rail.hand = Some(hand);
        self.movers[mover].steer(hand);
        Ok(())
    }

    /// An obstacle that a hand may move.
    fn in_hand(&self, obstacle: usize) -> Result<&ObstacleSpec, WorldError> {
        match self.specs.get(obstacle) {
            None => Err(WorldError::NoObstacle { obstacle, count: self.specs.len() }),
            Some(spec) if spec.rail.hand.is_none() => Err(WorldError::NotInHand { obstacle }),
            Some(spec) => Ok(spec),
        }
    }

    /// The same, moved on from where the hand has it after some seconds to where it is to have it later.
    pub(crate) fn steered(&self, obstacle: usize, to: rail::Placement, times: [f64; 2]) -> Result<Self, WorldError> {
        let from = self.in_hand(obstacle)?.rail.by_hand(times[0]);
        let key = |time, at: rail::Placement| rail::Key { time, offset: at.offset, angle: at.angle };
        let mut steered = self.clone();
        steered.steer(obstacle, [key(times[0], from), key(times[1], to)])?;
        Ok(steered)
    }

    /// What they were made from.
    pub fn specs(&self) -> &[ObstacleSpec] {
        &self.specs
    }

    /// The number of the obstacle that an outline is of.
    pub(crate) fn obstacle_of(&self, outline: u32) -> usize {
        self.made.obstacle_of[outline as usize]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.specs.is_empty()
    }

    /// Whether one of them throws discs back.
    pub fn bounce(&self) -> bool {
        self.facets().iter().any(|facet| facet.roots[1] > 0.0)
    }

    /// How many move.
    pub fn mover_count(&self) -> u32 {
        self.movers.len() as u32
    }

    /// All facets, still ones first.
    pub fn facets(&self) -> &[Facet] {
        &self.made.facets
    }

    /// [`POSES`] of every mover for each of these substeps: before and after the motion of the particles, and a substep later.
    pub fn poses(&self, substeps: impl IntoIterator<Item = u32>) -> Vec<Pose> {
        poses(&self.movers, self.made.substeps_per_second, substeps)
    }

    /// Where there may be something to touch of the obstacles that move, while they go through these [`Self::poses`]: changes that
    /// in a cover that began as the one of what [stays](Self::still).
    pub fn place_movers(&self, cover: &mut Cover, poses: &[Pose], frame: &Frame) {
        if !self.movers.is_empty() {
            cover.place_moving(self.facets(), poses, self.movers.len(), frame);
        }
    }

    /// Where there may be something to touch of the obstacles that stay.
    pub fn still(&self) -> &Cover {
        &self.made.still
    }

    /// Refuses particles whose centre starts inside an obstacle; those that only stick out of one are put out.
    pub(super) fn check_start(&self, particles: &[Particle], frame: &Frame) -> Result<(), WorldError> {
        let poses = self.poses([0]);
        match buried::find(self.facets(), &poses, self.still(), particles, frame) {
            Some((id, outline)) => Err(WorldError::Buried { id, obstacle: self.obstacle_of(outline) }),
            None => Ok(()),
        }
    }

    /// Where an obstacle is at the start of a substep, in scene units: how far it moved, and by what angle it turned about the
    /// pivot of its rail.
    ///
    /// # Panics
    /// If there is no such obstacle.
    pub fn placement(&self, obstacle: usize, substep: u32) -> rail::Placement {
        self.specs[obstacle].rail.placement(f64::from(substep) / self.made.substeps_per_second)
    }
}

/// See [`Obstacles::poses`].
fn poses(movers: &[rail::FixedRail], substeps_per_second: f64, substeps: impl IntoIterator<Item = u32>) -> Vec<Pose> {
    let at = |index: u32| movers.iter().map(move |rail| rail.pose(f64::from(index) / substeps_per_second));
    substeps.into_iter().flat_map(|index| (0..POSES).flat_map(move |later| at(index.wrapping_add(later)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    /// Backends make all of them anew where this is not told.
    #[test]
    fn what_a_hand_moves_on_shares_all_else() {
        let circle = spec::ObstacleShape::Circle { centre: [5.0, 5.0], radius: 1.0 };
        let specs = [ObstacleSpec::still(circle).in_hand(0.0)];
        let particles = vec![ParticleSpec::at([2.0; 2], 0.5)];
        let world = World::new(&WorldSpec { size: [10.0; 2], particles, obstacles: specs.to_vec(), ..WorldSpec::default() }).unwrap();
        let to = rail::Placement { offset: [0.1, 0.0], angle: 0.0 };
        let steered = world.obstacles.steered(0, to, [0.0, 1.0]).unwrap();
        assert!(steered.are_moved_on(&world.obstacles) && steered != *world.obstacles);
        assert!(!world.obstacles_of(&specs).unwrap().are_moved_on(&world.obstacles), "made anew");
    }
}
