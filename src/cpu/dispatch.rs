//! Who runs a pass: the functions of `dispatch_*`, each of which has a group of passes with the buffers that they work on. The groups are
//! nearly those of the tables in `src/passes`.

use super::Buffers;
use crate::passes::PassKind;
use crate::world::params::Substep;

impl Buffers {
    /// Runs a pass. The compiler asks for every pass here, and a function that does not know one that it is given panics.
    pub(super) fn dispatch(&mut self, kind: PassKind, substep: &Substep) {
        use PassKind::*;
        match kind {
            GridCount | GridScanTiles | GridScan | GridScatter | GridPlace | GridSort | SortBodies | FindSlots => self.sort(kind),
            Integrate | SolveContacts | SolveAndIntegrate | SolveLinks | SolveWalls => self.solve_plainly(kind, substep),
            Accelerate | Advance | AdvanceBodies => self.move_discs(kind, substep),
            BounceOffWalls | ReboundAtWalls | StopAtWalls => self.stop_at_walls(kind, substep),
            BounceOffRoughWalls | ReboundAtRoughWalls | StopAtRoughWalls => self.stop_at_rough_walls(kind, substep),
            FindContacts | FindRoughContacts => self.find_contacts(kind),
            ChainContacts | CarryContacts | CarryTangents | MarkLoaded => self.follow_contacts(kind, substep),
            PushContacts | RelaxContacts => self.sweep(kind, substep),
            StartRoughContacts | PushRoughContacts | RelaxRoughContacts => self.sweep_rough(kind, substep),
            CarryLinks | PushLinks | RelaxLinks => self.sweep_links(kind, substep),
            LeaveObstacles | SolveObstacles | MeasureObstacles => self.over_obstacles(kind, substep),
            BounceOffObstacles | MeetObstacles | StopAtObstacles => self.stop_at_obstacles(kind, substep),
            BounceOffRoughObstacles | MeetRoughObstacles | StopAtRoughObstacles => self.stop_at_rough_obstacles(kind, substep),
            Measure | MeasureBodies | Digest | DigestBodies => self.report(kind),
        }
    }
}

/// For a function that is given a pass of another one.
pub(super) fn is_of_another_group(kind: PassKind) -> ! {
    unreachable!("{kind:?} is not a pass of this group")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cpu::CpuSolver;
    use crate::passes::PASSES;
    use crate::steps::Step;
    use crate::world::World;
    use crate::world::levels::Leveling;
    use crate::world::spec::{ContactSolver, LinkSpec, MaterialSpec, ObstacleShape, ObstacleSpec, ParticleSpec, WorldSpec};

    /// A few discs of two sizes and one mass, with a peg and in a chain, or with neither.
    fn world(solver: ContactSolver, friction: f64, is_linked: bool) -> World {
        const RADII: [f64; 2] = [0.5, 0.2];
        let (restitution, levels, material) = if solver == ContactSolver::Resting { (0.5, 2, 1) } else { (0.0, 1, 0) };
        let of_one_mass = MaterialSpec { density: 1.0, mass: Some(1.0), friction, restitution };
        let place = |id: u32| [1.0 + f64::from(id % 8), 1.0 + f64::from(id / 8)];
        let particle = |id: u32| ParticleSpec { material, ..ParticleSpec::at(place(id), RADII[id as usize % 2]) };
        let links = if is_linked { (0..7).map(|id| LinkSpec::between([id, id + 1], 1.0)).collect() } else { Vec::new() };
        let peg = ObstacleSpec::still(ObstacleShape::Circle { centre: [12.0, 4.0], radius: 1.0 });
        let spec = WorldSpec {
            size: [16.0; 2],
            solver,
            restitution,
            particles: (0..40).map(particle).collect(),
            materials: vec![of_one_mass; material as usize],
            obstacles: if is_linked { vec![peg] } else { Vec::new() },
            links,
            ..WorldSpec::default()
        };
        World::new(&spec).unwrap().with_levels(Leveling::Exactly(levels)).unwrap()
    }

    #[test]
    fn every_pass_is_known_to_the_function_that_runs_it() {
        use ContactSolver::{Plain, Resting};
        let mut left: BTreeSet<PassKind> = PASSES.iter().map(|pass| pass.kind).collect();
        for (solver, friction, is_linked) in [(Plain, 0.0, true), (Plain, 0.0, false), (Resting, 0.0, true), (Resting, 0.5, true)] {
            let world = world(solver, friction, is_linked);
            let (mut solver, lists) = (CpuSolver::new(&world, Some(1)).unwrap(), world.parts().lists());
            let substeps = lists.run(2).into_iter().map(|(_, step)| step);
            for step in substeps.chain(lists.measuring).chain(lists.digest) {
                if let Step::Dispatch(pass) = step {
                    left.remove(&pass.kind);
                }
                solver.run_step(step, &Substep::default());
            }
        }
        assert!(left.is_empty(), "{left:?} did not run");
    }
}
