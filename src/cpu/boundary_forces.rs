//! What walls and obstacles push discs with: they keep nothing of it, so a substep is run pass by pass, and what each pass that stops discs
//! there changes of their displacements is added up.

use std::collections::BTreeMap;

use super::deflection::{By, stopped_and_watched};
use super::dispatch_obstacles::obstacles;
use super::friction::Motion;
use super::obstacle::Obstacles;
use super::obstacle_stops::Stopping;
use super::touch::Touch;
use super::walls::stopped;
use super::{Buffers, CountersCell};
use crate::passes::PassKind;
use crate::steps::Step;
use crate::world::World;
use crate::world::boundaries::{Boundary, BoundaryForce};
use crate::world::params::Substep;
use crate::world::particle::{Displacement, Particle, Phase};

/// What has been found so far of the discs of a world.
pub struct BoundaryForces<'a> {
    world: &'a World,
    found: BTreeMap<(u32, Boundary), Pushed>,
}

/// What one of them did to a disc.
#[derive(Clone, Copy)]
struct Pushed {
    /// In displacement units.
    change: [f64; 2],
    /// By how much it changed the spin, and not by friction: displacement units.
    rolled: f64,
    point: [f64; 2],
    normal: [f64; 2],
    mass: f64,
    radius: f64,
}

impl<'a> BoundaryForces<'a> {
    /// Nothing yet.
    pub fn new(world: &'a World) -> Self {
        Self { world, found: BTreeMap::new() }
    }

    /// Runs a substep, of the resting solver.
    pub fn run(&mut self, buffers: &mut Buffers, list: &[Step], substep: &Substep) {
        buffers.begin_substep(substep.index);
        for (entry, step) in list.iter().enumerate() {
            let kind = if let Step::Dispatch(pass) = step { Some(pass.kind) } else { None };
            kind.into_iter().for_each(|kind| self.find_at_obstacles(buffers, kind, substep));
            let before = kind
                .filter(|&kind| is_at_walls(kind))
                .map(|_| (0..buffers.particles.len()).map(|slot| motion_of(buffers, slot)).collect::<Vec<_>>());
            buffers.run_entry(list, entry, substep);
            before.into_iter().for_each(|before| self.find_at_walls(buffers, &before));
        }
    }

    /// The forces, by the ids of the discs.
    pub fn forces(self) -> Vec<BoundaryForce> {
        let rate = self.world.clock.substeps_per_second;
        let unit = rate * rate / self.world.frame.fine_per_unit();
        let resists = self.world.params.resists_rolling();
        let force = |((disc, boundary), pushed): (_, Pushed)| {
            let ([x, y], [nx, ny]) = (pushed.change.map(|change| change * unit * pushed.mass), pushed.normal);
            let (normal_force, tangent_force) = (x * nx + y * ny, y * nx - x * ny);
            // A solid disc turns half as heavily as it moves.
            let moment = if resists { 0.5 * pushed.mass * pushed.radius * pushed.rolled * unit } else { 0.0 };
            BoundaryForce { disc, boundary, point: pushed.point, normal: pushed.normal, normal_force, tangent_force, moment }
        };
        self.found.into_iter().filter(|(_, pushed)| pushed.change != [0.0; 2]).map(force).collect()
    }

    /// What a pass will take at obstacles: it is done beforehand, and watched.
    fn find_at_obstacles(&mut self, b: &Buffers, kind: PassKind, substep: &Substep) {
        use PassKind::*;
        let stopping = match kind {
            BounceOffObstacles | BounceOffRoughObstacles => Stopping::bouncing_off(substep),
            MeetObstacles | MeetRoughObstacles => Stopping::meeting(),
            StopAtObstacles | StopAtRoughObstacles => Stopping::after_motion(substep),
            _ => return,
        };
        let obstacles = obstacles!(b, substep);
        let not_counted = CountersCell::default();
        for (slot, particle) in b.particles.iter().enumerate() {
            if particle.phase() != Phase::Live {
                continue;
            }
            let body = b.bodies.get(slot);
            let stop = body.map_or_else(|| stopping.of_alike(&b.params), |body| stopping.of_rough(body));
            let motion = motion_of(b, slot);
            let mass = self.world.mass_of(particle, body);
            stopped_and_watched(obstacles, particle, motion, &stop, &not_counted, |by, before, after| {
                let (change, spin) = (difference(before.displacement, after.displacement), f64::from(after.spin) - f64::from(before.spin));
                match by {
                    By::Touch(touch) => self.add_touch(particle, mass, touch, before.displacement, change, Some(spin)),
                    By::End(touch) => self.add_touch(particle, mass, touch, before.displacement, change, None),
                    By::Walls => self.add_walls(particle, mass, before, after),
                    By::Corner(touch, other) => self.add_corner(particle, mass, touch, other, before.displacement, change),
                }
            });
        }
    }

    /// What a pass took at the walls, where discs are after it: one that moves them looks at walls from there.
    fn find_at_walls(&mut self, b: &Buffers, before: &[Motion]) {
        for (slot, (particle, &before)) in b.particles.iter().zip(before).enumerate() {
            let after = motion_of(b, slot);
            if before.displacement != after.displacement {
                let mass = self.world.mass_of(particle, b.bodies.get(slot));
                self.add_walls(particle, mass, before, after);
            }
        }
    }

    /// A touch has changed the displacement of a disc and, where it may have rubbed it, its spin.
    fn add_touch(&mut self, particle: &Particle, mass: f64, touch: &Touch, before: Displacement, change: [f64; 2], spin: Option<f64>) {
        let boundary = Boundary::Obstacle(self.world.obstacles().obstacle_of(touch.outline));
        let frame = &self.world.frame;
        let normal = touch.normal.map(f64::from);
        let (place, radius) = (frame.position_of(particle), frame.length_from_steps(particle.radius()));
        let way = before.map(|before| f64::from(before) * f64::from(touch.time) / frame.fine_per_unit());
        let point = [0, 1].map(|axis| place[axis] + way[axis] - radius * normal[axis]);
        let rolled = rolled(spin, change, normal);
        self.add(particle.id, boundary, Pushed { change, rolled, point, normal, mass, radius });
    }

    /// A touch and another one, or a wall, have: each along its normal.
    fn add_corner(&mut self, particle: &Particle, mass: f64, touch: &Touch, other: Option<&Touch>, before: Displacement, change: [f64; 2]) {
        // Along a wall.
        let axis = usize::from(change[0] != 0.0);
        let across = if axis == 0 { [1.0, 0.0] } else { [0.0, 1.0] };
        let normals = [touch.normal.map(f64::from), other.map_or(across, |other| other.normal.map(f64::from))];
        let shares = shares(change, normals);
        let [first, second] = [0, 1].map(|side| normals[side].map(|part| part * shares[side]));
        self.add_touch(particle, mass, touch, before, first, None);
        match other {
            Some(other) => self.add_touch(particle, mass, other, before, second, None),
            None => self.add_wall(particle, mass, axis, second, None),
        }
    }

    /// Walls of the world have changed the motion of a disc. One that it leads into has done all of it; of two, each what is along
    /// its normal.
    fn add_walls(&mut self, particle: &Particle, mass: f64, before: Motion, after: Motion) {
        let allowed = stopped(&self.world.params, particle, before.displacement);
        let change = difference(before.displacement, after.displacement);
        let spin = Some(f64::from(after.spin) - f64::from(before.spin));
        match [0, 1].map(|axis| allowed[axis] != before.displacement[axis]) {
            [true, false] => self.add_wall(particle, mass, 0, change, spin),
            [false, true] => self.add_wall(particle, mass, 1, change, spin),
            _ => {
                self.add_wall(particle, mass, 0, [change[0], 0.0], None);
                self.add_wall(particle, mass, 1, [0.0, change[1]], None);
            }
        }
    }

    /// A wall across this axis has.
    fn add_wall(&mut self, particle: &Particle, mass: f64, axis: usize, change: [f64; 2], spin: Option<f64>) {
        let frame = &self.world.frame;
        let is_low = change[axis] >= 0.0;
        let boundary = [[Boundary::Right, Boundary::Left], [Boundary::Top, Boundary::Bottom]][axis][usize::from(is_low)];
        let wall = if is_low { self.world.params.wall_min[axis] } else { self.world.params.wall_max[axis] };
        let (mut point, mut normal) = (frame.position_of(particle), [0.0; 2]);
        (point[axis], normal[axis]) = (frame.from_steps(wall), if is_low { 1.0 } else { -1.0 });
        let (rolled, radius) = (rolled(spin, change, normal), frame.length_from_steps(particle.radius()));
        self.add(particle.id, boundary, Pushed { change, rolled, point, normal, mass, radius });
    }

    /// What comes first says where a disc is touched.
    fn add(&mut self, id: u32, boundary: Boundary, pushed: Pushed) {
        if pushed.change != [0.0; 2] {
            let sum = |all: &mut Pushed| {
                all.change = [0, 1].map(|axis| all.change[axis] + pushed.change[axis]);
                all.rolled += pushed.rolled;
            };
            self.found.entry((id, boundary)).and_modify(sum).or_insert(pushed);
        }
    }
}

/// How a disc moves; those that are alike do not turn.
fn motion_of(b: &Buffers, slot: usize) -> Motion {
    Motion { displacement: b.displacements[slot], spin: b.bodies.get(slot).map_or(0, |body| body.spin) }
}

/// What of a change of the spin, if it is known, is not that of the friction, which has changed the displacement along the tangent.
fn rolled(spin: Option<f64>, change: [f64; 2], [nx, ny]: [f64; 2]) -> f64 {
    spin.map_or(0.0, |spin| spin + 2.0 * (change[1] * nx - change[0] * ny))
}

/// What a displacement has gained.
fn difference(before: Displacement, after: Displacement) -> [f64; 2] {
    [0, 1].map(|axis| f64::from(after[axis]) - f64::from(before[axis]))
}

/// By how much of each of two directions a change is made up; of the first alone where they are the same.
fn shares(change: [f64; 2], [first, second]: [[f64; 2]; 2]) -> [f64; 2] {
    let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
    match cross(first, second) {
        0.0 => [change[0] * first[0] + change[1] * first[1], 0.0],
        area => [cross(change, second) / area, cross(first, change) / area],
    }
}

/// Passes that walls change displacements in.
fn is_at_walls(kind: PassKind) -> bool {
    use PassKind::*;
    let alike = matches!(kind, BounceOffWalls | ReboundAtWalls | StopAtWalls | Advance);
    alike || matches!(kind, BounceOffRoughWalls | ReboundAtRoughWalls | StopAtRoughWalls | AdvanceBodies)
}
