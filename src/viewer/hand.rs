//! A hand that moves an obstacle towards where the mouse wants it, no faster than what is in its way can follow. Its way in
//! some substeps is an obstacle's motion as any other: discs are swept along, and none is passed over.

use crate::world::World;
use crate::world::spec::{ObstacleSpec, Placement};

/// A hand on an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The number of the obstacle.
    pub obstacle: usize,
    /// Where it is to go, from where it was taken.
    pub target: Placement,
    /// Whether the mouse has let go: once it is there, it stays.
    pub released: bool,
    /// From the pivot to the farthest point, scene units.
    far: f64,
}

/// Greatest way of any point in a substep, in largest diameters.
const MAX_CELLS_A_SUBSTEP: f64 = 0.125;

impl Hand {
    /// A hand that has just taken an obstacle.
    pub fn new(obstacle: usize, spec: &ObstacleSpec) -> Self {
        Self { obstacle, target: Placement::default(), released: false, far: reach(spec) }
    }

    /// Where it gets from a place in the next substeps.
    pub fn next(&self, from: Placement, world: &World, substeps: u32) -> Placement {
        let most = MAX_CELLS_A_SUBSTEP * world.frame.cell_edge * f64::from(substeps);
        let way = [0, 1].map(|axis| self.target.offset[axis] - from.offset[axis]);
        let turn = self.target.angle - from.angle;
        // An obstacle may turn by an eighth of a turn in a substep; half of that leaves room for its own motion.
        let turns = turn.abs() / (std::f64::consts::PI / 8.0 * f64::from(substeps));
        let share = ((way[0].hypot(way[1]) + turn.abs() * self.far) / most).max(turns);
        if share <= 1.0 {
            self.target
        } else {
            Placement { offset: [0, 1].map(|axis| from.offset[axis] + way[axis] / share), angle: from.angle + turn / share }
        }
    }
}

/// From the pivot of an obstacle to its farthest point, scene units.
pub fn reach(spec: &ObstacleSpec) -> f64 {
    let pivot = spec.pivot();
    let of_outline = |(corners, radius): (Vec<[f64; 2]>, f64)| {
        corners.iter().map(|corner| (corner[0] - pivot[0]).hypot(corner[1] - pivot[1]) + radius).fold(0.0, f64::max)
    };
    spec.shape.outlines().into_iter().map(of_outline).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::{ObstacleShape, ParticleSpec, WorldSpec};

    #[test]
    fn a_hand_goes_to_its_target_no_faster_than_discs_can_follow() {
        let world = World::new(&WorldSpec { particles: vec![ParticleSpec::at([50.0, 50.0], 0.5)], ..WorldSpec::default() }).unwrap();
        let spec = ObstacleSpec::still(ObstacleShape::Box { centre: [20.0, 20.0], size: [6.0, 8.0], angle: 0.0 });
        let mut hand = Hand::new(0, &spec);
        assert_eq!(hand.far, 5.0);
        hand.target = Placement { offset: [3.0, 4.0], angle: 1.0 };
        let to = hand.next(Placement::default(), &world, 8);
        let moved = to.offset[0].hypot(to.offset[1]) + 5.0 * to.angle;
        assert!((moved - 1.0).abs() < 1e-9, "8 substeps of an eighth of a diameter: {to:?}");
        assert!((to.angle / to.offset[0] - 1.0 / 3.0).abs() < 1e-9, "straight");
        let near = Placement { offset: [2.9, 3.9], angle: 0.95 };
        assert_eq!(hand.next(near, &world, 8), hand.target, "exactly there");
    }
}
