//! The lists of passes: a substep, measuring, the digest. Both backends run them entry by entry.

use crate::passes::*;
use crate::world::obstacles::Obstacles;
use crate::world::spec::ContactSolver;

/// One entry in a list.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Run a pass.
    Dispatch(&'static Pass),
    /// What was written next becomes the current snapshot.
    Swap(Doubled),
}

use Step::{Dispatch, Swap};

/// What of a world decides which passes it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// How contacts are solved.
    pub solver: ContactSolver,
    /// Whether discs have bodies of their own.
    pub rough: bool,
    /// Whether contacts turn any of these: see [`World::rubs`](crate::world::World::rubs).
    pub rubs: bool,
    /// Whether the grid has several levels.
    pub levels: bool,
    /// Passes over the links, 0 where there are none; the resting solver sweeps so often in each.
    pub link_iterations: u32,
    /// Whether there are obstacles.
    pub obstacles: bool,
    /// Whether walls throw discs back.
    pub walls_bounce: bool,
    /// Whether obstacles do.
    pub obstacles_bounce: bool,
    /// Whether discs throw each other back.
    pub discs_bounce: bool,
    /// Whether particles are let out after the start.
    pub emits: bool,
}

/// After a pass that wrote the next particles and their next displacements.
const MOVED: [Step; 2] = [Swap(Doubled::Particles), Swap(Doubled::Displacements)];

/// Sums up the particles of each cell. `cell_counts` is zero afterwards, as before they were counted.
const SCAN: [Step; 2] = [Dispatch(&GRID_SCAN_TILES), Dispatch(&GRID_SCAN)];

/// Counts the particles of each cell and sums up.
const COUNT: [Step; 3] = [Dispatch(&GRID_COUNT), SCAN[0], SCAN[1]];

/// Sorts the particles by cell.
const GRID: [Step; 3] = [Dispatch(&GRID_SCATTER), MOVED[0], MOVED[1]];

/// Sorts the particles by cell and place.
const SORT: [Step; 4] = [Dispatch(&GRID_PLACE), Dispatch(&GRID_SORT), MOVED[0], MOVED[1]];

/// Takes bodies along with a sort.
const SORT_ROUGH: [Step; 2] = [Dispatch(&SORT_BODIES), Swap(Doubled::Bodies)];

/// Takes along what contacts carry along their tangents, after their lists.
const CARRY: [Step; 2] = [Dispatch(&CARRY_TANGENTS), Swap(Doubled::Tangents)];

/// All lists of a world.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// One substep.
    pub substep: Vec<Step>,
    /// Measuring.
    pub measuring: Vec<Step>,
    /// The digest.
    pub digest: Vec<Step>,
    /// What stands for the end of one substep and the start of the next where both run after each other, if anything does.
    pub bridge: Option<Bridge>,
}

/// Entries that stand for the last ones of a substep and the first ones of the next.
#[derive(Clone, Copy, Debug)]
pub struct Bridge {
    /// They have the values of the second one.
    pub steps: [Step; 2],
    last: usize,
    first: usize,
}

/// Contacts and the motion that follows them in one pass, which also knows how that changes the sums of tiles.
const BRIDGE: Bridge = Bridge { steps: [Dispatch(&SOLVE_AND_INTEGRATE), Swap(Doubled::Particles)], last: 2, first: 2 };

impl Lists {
    /// The entries of each of so many substeps that run after each other.
    pub fn of_each(&self, count: u32) -> Vec<Vec<Step>> {
        let mut all: Vec<Vec<Step>> = Vec::new();
        for _ in 0..count {
            let own = match (&self.bridge, all.last_mut()) {
                (Some(bridge), Some(before)) => {
                    before.truncate(before.len() - bridge.last);
                    bridge.steps.iter().chain(&self.substep[bridge.first..]).copied().collect()
                }
                _ => self.substep.clone(),
            };
            all.push(own);
        }
        all
    }

    /// The same as one list, each entry with the place of its substep among them.
    pub fn run(&self, count: u32) -> Vec<(u32, Step)> {
        (0..).zip(self.of_each(count)).flat_map(|(place, own)| own.into_iter().map(move |step| (place, step))).collect()
    }
}

impl Parts {
    /// The same with other obstacles.
    pub(crate) fn with_obstacles(self, obstacles: &Obstacles) -> Self {
        Self { obstacles: !obstacles.is_empty(), obstacles_bounce: self.discs_bounce && obstacles.bounce(), ..self }
    }

    /// All lists.
    pub fn lists(self) -> Lists {
        Lists { substep: self.substep(), measuring: self.measuring(), digest: self.digest(), bridge: self.bridge() }
    }

    /// One substep.
    pub fn substep(self) -> Vec<Step> {
        match self.solver {
            ContactSolver::Plain => self.plain(),
            ContactSolver::Resting => self.resting(),
        }
    }

    /// Whether solve_contacts is also to do what solve_walls does: nothing stands between them.
    pub(crate) fn walls_after_contacts(self) -> bool {
        self.link_iterations == 0
    }

    /// Where contacts are the last of a substep and motion is the first of the next, one pass does both.
    fn bridge(self) -> Option<Bridge> {
        let plain = self.solver == ContactSolver::Plain;
        (plain && self.walls_after_contacts() && !self.obstacles).then_some(BRIDGE)
    }

    /// Verlet integration and relaxed Jacobi.
    fn plain(self) -> Vec<Step> {
        let mut steps = Vec::new();
        steps.extend(self.at_obstacles(&LEAVE_OBSTACLES));
        steps.push(Dispatch(&INTEGRATE));
        steps.extend(SCAN);
        steps.extend(GRID);
        steps.extend([Dispatch(&SOLVE_CONTACTS), Swap(Doubled::Particles)]);
        steps.extend((0..self.link_iterations).flat_map(|_| [Dispatch(&SOLVE_LINKS), MOVED[0], MOVED[1]]));
        if !self.walls_after_contacts() {
            steps.push(Dispatch(&SOLVE_WALLS));
        }
        steps.extend(self.at_obstacles(&SOLVE_OBSTACLES));
        steps
    }

    /// A soft step with warm-started impulses: one sweep that also pushes, motion, two sweeps that relax; links before
    /// contacts. Walls and obstacles stop what leads into them before every sweep, and obstacles once more before motion:
    /// nothing may pass through them. Discs bounce when their speed is their own, not what contacts gave them to begin with: those that
    /// carry nothing before motion, others after it; off walls and obstacles before contacts give them anything.
    fn resting(self) -> Vec<Step> {
        let either = |alike: &'static Pass, of_rough: &'static Pass| Dispatch(if self.rough { of_rough } else { alike });
        let stop = either(&STOP_AT_WALLS, &STOP_AT_ROUGH_WALLS);
        let bounce = either(&BOUNCE_OFF_WALLS, &BOUNCE_OFF_ROUGH_WALLS);
        let rebound = either(&REBOUND_AT_WALLS, &REBOUND_AT_ROUGH_WALLS);
        let relax = either(&RELAX_CONTACTS, &RELAX_ROUGH_CONTACTS);
        let bounce_off_obstacles = either(&BOUNCE_OFF_OBSTACLES, &BOUNCE_OFF_ROUGH_OBSTACLES);
        let meet_obstacles = self.obstacles.then_some(either(&MEET_OBSTACLES, &MEET_ROUGH_OBSTACLES));
        let stop_at_obstacles = self.obstacles.then_some(either(&STOP_AT_OBSTACLES, &STOP_AT_ROUGH_OBSTACLES));
        let links = |pass| (self.link_iterations > 0).then_some(Dispatch(pass));
        let mut steps = Vec::new();
        steps.extend(self.at_obstacles(&LEAVE_OBSTACLES));
        steps.push(Dispatch(&ACCELERATE));
        steps.extend(SCAN);
        steps.extend(SORT);
        if self.rough {
            steps.extend(SORT_ROUGH);
        }
        steps.extend(self.walls_bounce.then_some(bounce));
        steps.extend(self.obstacles_bounce.then_some(bounce_off_obstacles));
        steps.extend([either(&FIND_CONTACTS, &FIND_ROUGH_CONTACTS), Swap(Doubled::Contacts)]);
        steps.extend(self.levels.then_some(Dispatch(&CHAIN_CONTACTS)));
        steps.extend(self.carry());
        steps.extend(self.rough.then_some(Dispatch(&START_ROUGH_CONTACTS)));
        steps.extend(links(&FIND_SLOTS).into_iter().chain(links(&CARRY_LINKS)));
        steps.push(stop);
        steps.extend(meet_obstacles);
        steps.extend(links(&PUSH_LINKS));
        steps.extend(self.discs_bounce.then_some(Dispatch(&MARK_LOADED)));
        steps.push(either(&PUSH_CONTACTS, &PUSH_ROUGH_CONTACTS));
        steps.extend(meet_obstacles);
        steps.push(either(&ADVANCE, &ADVANCE_BODIES));
        steps.extend(stop_at_obstacles);
        steps.extend(links(&RELAX_LINKS));
        steps.push(relax);
        steps.push(if self.walls_bounce { rebound } else { stop });
        steps.extend(stop_at_obstacles);
        steps.extend(links(&RELAX_LINKS));
        steps.push(relax);
        steps
    }

    fn carry(self) -> impl Iterator<Item = Step> {
        CARRY.into_iter().filter(move |_| self.rubs)
    }

    fn at_obstacles(self, pass: &'static Pass) -> Option<Step> {
        self.obstacles.then_some(Dispatch(pass))
    }

    /// The digest of the state.
    pub fn digest(self) -> Vec<Step> {
        let bodies = self.rough.then_some(Dispatch(&DIGEST_BODIES));
        [Dispatch(&DIGEST)].into_iter().chain(bodies).collect()
    }

    /// Measuring: sorts the current state, so that overlaps are found where the particles are now.
    pub fn measuring(self) -> Vec<Step> {
        let mut steps = COUNT.to_vec();
        match self.solver {
            ContactSolver::Plain => steps.extend(GRID),
            ContactSolver::Resting => {
                steps.extend(SORT);
                steps.extend([Dispatch(&CARRY_CONTACTS), Swap(Doubled::Contacts)]);
                steps.extend((self.link_iterations > 0).then_some(Dispatch(&FIND_SLOTS)));
            }
        }
        if self.rough {
            steps.extend(SORT_ROUGH.into_iter().chain(self.carry()));
        }
        steps.push(Dispatch(&MEASURE));
        steps.extend(self.rough.then_some(Dispatch(&MEASURE_BODIES)));
        steps.extend(self.at_obstacles(&MEASURE_OBSTACLES));
        steps
    }
}
