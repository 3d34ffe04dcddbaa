//! Particles that are not there: not born yet, or removed. Every pass goes over all particles, and an emitter may hold a million of which
//! a few have come out. So between substeps those outside the grid are laid aside, and come back when they are due. Only the host does
//! this, only where substeps run as a whole, and not where there are links, which find their ends by slot.

use std::cmp::Reverse;

use super::Buffers;
use crate::world::body::Body;
use crate::world::particle::{Displacement, Particle, Phase};

/// What belongs to some particles, in one order; no bodies where all discs are alike.
#[derive(Debug, Default)]
pub struct Records {
    pub particles: Vec<Particle>,
    pub displacements: Vec<Displacement>,
    pub bodies: Vec<Body>,
}

/// Those that were laid aside.
#[derive(Debug, Default)]
pub struct Absent {
    /// In descending order of birth: the next to be born is the last.
    unborn: Records,
    removed: Records,
}

impl Absent {
    /// Those of both kinds.
    pub fn all(&self) -> [&Records; 2] {
        [&self.unborn, &self.removed]
    }

    /// How many are not born yet, and how many were removed.
    pub fn counts(&self) -> [usize; 2] {
        self.all().map(|records| records.particles.len())
    }

    /// All of them.
    pub fn count(&self) -> usize {
        self.counts().iter().sum()
    }

    /// Takes in some that are outside the grid.
    fn take(&mut self, records: &Records, births: &[u32]) {
        let unborn = self.unborn.particles.len();
        for place in 0..records.particles.len() {
            debug_assert!(!records.particles[place].in_grid());
            let is_unborn = records.particles[place].phase() == Phase::Unborn;
            if is_unborn { &mut self.unborn } else { &mut self.removed }.extend_with(records, place..place + 1);
        }
        if self.unborn.particles.len() > unborn {
            self.unborn.sort_by_key(|particle| Reverse(births[particle.id as usize]));
        }
    }

    /// Those who are born up to a substep; they are no longer here.
    fn due(&mut self, births: &[u32], index: u32) -> Records {
        let particles = &self.unborn.particles;
        let due = particles.iter().rev().take_while(|particle| births[particle.id as usize] <= index).count();
        self.unborn.split_off(particles.len() - due)
    }
}

impl Records {
    /// Adds those at some places of others.
    fn extend_with(&mut self, others: &Self, places: std::ops::Range<usize>) {
        self.particles.extend_from_slice(&others.particles[places.clone()]);
        self.displacements.extend_from_slice(&others.displacements[places.clone()]);
        if !others.bodies.is_empty() {
            self.bodies.extend_from_slice(&others.bodies[places]);
        }
    }

    /// Those from a place on; the others stay.
    fn split_off(&mut self, place: usize) -> Self {
        split_off(&mut self.particles, &mut self.displacements, &mut self.bodies, place)
    }

    fn sort_by_key<K: Ord>(&mut self, key: impl Fn(&Particle) -> K) {
        if self.particles.is_sorted_by_key(&key) {
            return;
        }
        let all = std::mem::take(self);
        let mut places: Vec<usize> = (0..all.particles.len()).collect();
        places.sort_by_key(|&place| key(&all.particles[place]));
        places.into_iter().for_each(|place| self.extend_with(&all, place..place + 1));
    }
}

/// What belongs to particles from a place on; the rest stays.
fn split_off(particles: &mut Vec<Particle>, displacements: &mut Vec<Displacement>, bodies: &mut Vec<Body>, place: usize) -> Records {
    Records {
        particles: particles.split_off(place),
        displacements: displacements.split_off(place),
        bodies: bodies.split_off(place.min(bodies.len())),
    }
}

/// Some records, then others.
fn present_and<T: Copy>(present: &[T], [unborn, removed]: [&[T]; 2]) -> Vec<T> {
    [present, unborn, removed].concat()
}

impl Buffers {
    /// Particles, those included that are laid aside.
    pub fn particle_count(&self) -> usize {
        self.particles.len() + self.absent.count()
    }

    /// The particles, those included that are laid aside, which come last. The other records of particles are in the same order.
    pub fn all_particles(&self) -> Vec<Particle> {
        present_and(&self.particles, self.absent.all().map(|records| &records.particles[..]))
    }

    /// Their displacements.
    pub fn all_displacements(&self) -> Vec<Displacement> {
        present_and(&self.displacements, self.absent.all().map(|records| &records.displacements[..]))
    }

    /// Their bodies.
    pub fn all_bodies(&self) -> Vec<Body> {
        present_and(&self.bodies, self.absent.all().map(|records| &records.bodies[..]))
    }

    /// To be called before a substep that runs as a whole: lays aside those that the last substep found outside the grid, and takes back
    /// those that are due.
    pub fn begin_substep(&mut self, index: u32) {
        if !self.slots.is_empty() {
            return;
        }
        let (before, in_grid) = (self.particles.len(), self.count_in_grid());
        if self.outside_is_idle() && in_grid < before {
            let outside = split_off(&mut self.particles, &mut self.displacements, &mut self.bodies, in_grid);
            self.absent.take(&outside, &self.births);
        }
        let due = self.absent.due(&self.births, index);
        self.extend_with(&due);
        if self.particles.len() != before || !due.particles.is_empty() {
            self.fit_particles();
        }
    }

    /// Takes all back who were laid aside.
    pub fn gather(&mut self) {
        let Absent { unborn, removed } = std::mem::take(&mut self.absent);
        [unborn, removed].iter().for_each(|records| self.extend_with(records));
        self.fit_particles();
    }

    fn extend_with(&mut self, records: &Records) {
        self.particles.extend_from_slice(&records.particles);
        self.displacements.extend_from_slice(&records.displacements);
        self.bodies.extend_from_slice(&records.bodies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::solver::Solver;
    use crate::world::World;
    use crate::world::levels::Leveling;
    use crate::world::params::Substep;
    use crate::world::spec::{ContactSolver, ObstacleShape, ObstacleSpec, ParticleSpec, Walls, WorldSpec};

    /// Discs that come in no order of their ids, some of them together, on a floor from which they fall at both sides.
    fn world(solver: ContactSolver, friction: f64, rolling_resistance: f64, levels: u32) -> World {
        let particle = |id: u32| {
            let turn = id * 7 % 300;
            let place = [4.0 + f64::from(turn % 5) * 1.7, 16.0 + f64::from(turn % 3)];
            let velocity = [f64::from(id % 7) * 20.0 - 60.0, -40.0];
            let radius = if levels == 1 || id.is_multiple_of(3) { 0.5 } else { 0.2 };
            let birth = if turn < 20 { 0 } else { turn / 4 };
            ParticleSpec { velocity, birth, ..ParticleSpec::at(place, radius) }
        };
        let peg = ObstacleSpec::still(ObstacleShape::Circle { centre: [8.0, 8.0], radius: 1.0 });
        let spec = WorldSpec {
            size: [16.0, 20.0],
            margin: 1,
            walls: Walls { left: false, right: false, bottom: true, top: false },
            solver,
            friction,
            rolling_resistance,
            particles: (0..300).map(particle).collect(),
            obstacles: if levels > 1 { Vec::new() } else { vec![peg] },
            ..WorldSpec::default()
        };
        World::new(&spec).unwrap().with_levels(Leveling::Exactly(levels)).unwrap()
    }

    fn substep(index: u32) -> Substep {
        Substep { index, gravity: [0, -40_000].into(), ..Substep::default() }
    }

    fn assert_same(laid_aside: &mut CpuSolver, all: &mut CpuSolver, index: u32) {
        let [one, other] = [&*laid_aside, all].map(|solver| solver.read_state().unwrap().by_id());
        assert!(one.particles == other.particles && one.displacements == other.displacements && one.bodies == other.bodies, "{index}");
        assert!(one.contacts == other.contacts && one.tangents == other.tangents && one.counters == other.counters, "{index}");
        assert_eq!(laid_aside.digest().unwrap(), all.digest().unwrap(), "{index}");
        let now = |solver: &mut CpuSolver| (solver.measure().unwrap(), solver.read_state().unwrap().by_id().particles);
        assert!(now(laid_aside) == now(all), "{index}");
    }

    /// Both ways, with what may happen between substeps: a disc joins, and a state is put back, each right before a substep.
    #[test]
    fn who_is_laid_aside_makes_no_difference() {
        use ContactSolver::{Plain, Resting};
        for (solver, friction, resistance, levels) in [
            (Plain, 0.0, 0.0, 1),
            (Plain, 0.0, 0.0, 2),
            (Resting, 0.0, 0.0, 1),
            (Resting, 0.0, 0.0, 2),
            (Resting, 0.5, 0.0, 1),
            (Resting, 0.5, 0.0, 2),
            (Resting, 0.5, 0.2, 2),
        ] {
            let world = world(solver, friction, resistance, levels);
            let [mut laid_aside, mut all] = [(); 2].map(|()| CpuSolver::new(&world, Some(2)).unwrap());
            let (mut most, mut index) = ([0; 2], 0);
            for run in 0..40 {
                let substeps: Vec<_> = (index..index + 1 + run % 5).map(substep).collect();
                index += substeps.len() as u32;
                let pass_by_pass = |solver: &mut CpuSolver| {
                    for substep in &substeps {
                        world.substep_list().into_iter().for_each(|step| solver.run_step(step, substep));
                    }
                };
                pass_by_pass(&mut all);
                // As when it is compared pass by pass in between: then all are there.
                if run == 15 {
                    pass_by_pass(&mut laid_aside)
                } else {
                    laid_aside.run(&substeps).unwrap()
                }
                assert_eq!(all.buffers.absent.count(), 0);
                let absent = laid_aside.buffers.absent.counts();
                most = [0, 1].map(|kind| most[kind].max(absent[kind]));
                assert_same(&mut laid_aside, &mut all, index);
                if run == 12 {
                    let id = laid_aside.buffers.particle_count() as u32;
                    let new = world.new_particle(id, &ParticleSpec::at([8.0, 15.0], 0.5)).unwrap();
                    [&mut laid_aside, &mut all].into_iter().for_each(|solver| solver.spawn(&[new]).unwrap());
                }
                if run == 20 {
                    // Those outside the grid stand among the others in it.
                    let state = laid_aside.read_state().unwrap().by_id();
                    [&mut laid_aside, &mut all].into_iter().for_each(|solver| solver.write_state(&state).unwrap());
                    assert_eq!(laid_aside.buffers.particles.len(), 301);
                }
            }
            let unborn = all.buffers.particles.iter().filter(|particle| particle.phase() == Phase::Unborn).count();
            assert!(most[0] > 200 && most[1] > 20 && unborn == 0, "{most:?} were laid aside, {unborn} were not born");
        }
    }

    /// A disc is taken out of a state whose contacts name it, and another one comes to the same place, after measuring has sorted both.
    #[test]
    fn who_comes_is_not_taken_for_one_that_was_removed() {
        let particle = |(y, birth)| ParticleSpec { birth, ..ParticleSpec::at([3.0, y], 0.5) };
        let particles = [(0.5, 0), (1.499, 0), (1.499, 40)].map(particle).to_vec();
        let world = World::new(&WorldSpec { size: [6.0; 2], margin: 1, particles, ..WorldSpec::default() }).unwrap();
        let [mut laid_aside, mut all] = [(); 2].map(|()| CpuSolver::new(&world, Some(1)).unwrap());
        laid_aside.run(&(0..40).map(substep).collect::<Vec<_>>()).unwrap();
        let mut state = laid_aside.read_state().unwrap().by_id();
        assert!(state.contacts.iter().any(|row| row.is_loaded()));
        state.particles[1] = state.particles[1].with_phase(Phase::Removed);
        for solver in [&mut laid_aside, &mut all] {
            solver.write_state(&state).unwrap();
            solver.measure().unwrap();
        }
        laid_aside.run(&[substep(40)]).unwrap();
        world.substep_list().into_iter().for_each(|step| all.run_step(step, &substep(40)));
        assert_same(&mut laid_aside, &mut all, 40);
        assert_eq!(laid_aside.measure().unwrap().live, 2);
    }

    /// A world of which all are absent, before and after.
    #[test]
    fn a_world_may_be_empty_for_a_while() {
        for (solver, friction) in [(ContactSolver::Plain, 0.0), (ContactSolver::Resting, 0.0), (ContactSolver::Resting, 0.5)] {
            let particle = |id: u32| ParticleSpec { birth: 9 + id / 5, velocity: [-9_000.0, 0.0], ..ParticleSpec::at([3.0, 3.0], 0.5) };
            let walls = Walls { left: false, ..Walls::CLOSED };
            let spec = WorldSpec {
                size: [6.0; 2],
                margin: 1,
                walls,
                solver,
                friction,
                particles: (0..10).map(particle).collect(),
                ..WorldSpec::default()
            };
            let mut solver = CpuSolver::new(&World::new(&spec).unwrap(), Some(2)).unwrap();
            let counts: Vec<_> = (0..30)
                .map(|index| {
                    solver.run(&[substep(index)]).unwrap();
                    solver.buffers.particles.len()
                })
                .collect();
            let measures = solver.measure().unwrap();
            assert_eq!((measures.live, measures.removed), (0, 10));
            assert!(counts[2] == 0 && counts[9] == 5 && counts[29] == 0, "{counts:?} were there");
        }
    }
}
