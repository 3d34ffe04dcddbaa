//! Tools under the mouse. They reach the simulation as integers, one [`Tool`] for each substep: the cursor's
//! way since the last picture is spread evenly over its substeps, so that neither a fast hand nor a slow
//! machine changes what the passes compute from them.

use super::cut;
use crate::world::World;
use crate::world::fixed::{FRACTION_BITS, MAX_DISPLACEMENT, TOOL_SHIFT};
use crate::world::params::ToolKind;
use crate::world::tool::{Tool, field_strength, held_to_grid};

/// What the left button does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolName {
    /// Pulls particles to the cursor.
    #[default]
    Attract,
    /// Pushes them away.
    Repel,
    /// Takes them along.
    Grab,
    /// Lets new ones fall.
    Pour,
    /// Breaks links.
    Cut,
    /// Moves, turns and draws obstacles.
    Edit,
}

impl ToolName {
    /// All of them, in the order of their keys 1 to 6.
    pub const ALL: [Self; 6] = [Self::Attract, Self::Repel, Self::Grab, Self::Pour, Self::Cut, Self::Edit];

    /// The word on its button.
    pub fn label(self) -> &'static str {
        match self {
            Self::Attract => "Attract",
            Self::Repel => "Repel",
            Self::Grab => "Grab",
            Self::Pour => "Pour",
            Self::Cut => "Cut",
            Self::Edit => "Edit",
        }
    }

    /// What its strength means, with the least and the greatest; `None` where it has none.
    pub fn strength(self) -> Option<(&'static str, std::ops::RangeInclusive<f64>)> {
        match self {
            Self::Attract | Self::Repel => Some((" g", 1.0..=50.0)),
            Self::Pour => Some((" rows/s", 2.0..=60.0)),
            Self::Grab | Self::Cut | Self::Edit => None,
        }
    }
}

/// Size and strength of one tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Radius in scene units.
    pub radius: f64,
    /// See [`ToolName::strength`]: the greatest acceleration of a field in multiples of gravity, or rows
    /// poured in a second of simulated time.
    pub strength: f64,
}

/// The tools, their settings, and the one that is held.
#[derive(Clone, Debug, Default)]
pub struct Toolbox {
    /// The tool of the left button.
    pub selected: ToolName,
    settings: Vec<Setting>,
    /// See [`Self::radii`].
    radii: [f64; 2],
    /// Where the held tool is, in steps.
    held: Option<[f64; 2]>,
    /// The pixel at which it was taken.
    press: Option<[f64; 2]>,
    /// Substeps since it is held.
    pub held_substeps: u32,
}

/// Greatest way of a grab in one substep, in cells: what it carries must not jump over others.
const GRAB_CELLS: f64 = 0.15;

/// Acceleration that counts as one g in a world without gravity: through the shorter side in so many seconds.
const WEIGHTLESS_SECONDS: f64 = 4.0;

impl Toolbox {
    /// Tools of a size that suits a world.
    pub fn fit(&mut self, world: &World) {
        self.radii = Self::radii(world);
        let [least, most] = self.radii;
        let radius = |share: f64| (share * most).clamp(least, most);
        self.settings = ToolName::ALL
            .map(|tool| match tool {
                ToolName::Attract => Setting { radius: radius(0.4), strength: 10.0 },
                ToolName::Repel => Setting { radius: radius(0.3), strength: 15.0 },
                ToolName::Grab => Setting { radius: radius(0.16), strength: 1.0 },
                ToolName::Pour => Setting { radius: radius(0.16), strength: 20.0 },
                ToolName::Cut | ToolName::Edit => Setting { radius: radius(0.05), strength: 1.0 },
            })
            .to_vec();
        self.release();
    }

    /// The least and the greatest radius that makes sense in a world, in scene units.
    pub fn radii(world: &World) -> [f64; 2] {
        let most = world.frame.size[0].min(world.frame.size[1]) / 2.0;
        [world.frame.cell_edge.min(most), most]
    }

    /// Size and strength of the selected tool; none before the first world is there.
    pub fn setting(&mut self) -> Option<&mut Setting> {
        self.settings.get_mut(self.selected as usize)
    }

    /// Makes the selected tool larger or smaller, as far as makes sense in the world.
    pub fn scale_radius(&mut self, factor: f64) {
        let [least, most] = self.radii;
        if let Some(setting) = self.setting() {
            setting.radius = (setting.radius * factor).clamp(least, most);
        }
    }

    /// Takes the tool at a pixel and a place in steps, if it is not held already since then: one stroke is not joined to the next.
    pub fn take(&mut self, press: [f64; 2], place: [f64; 2]) {
        if self.press != Some(press) {
            self.release();
            (self.press, self.held) = (Some(press), Some(place));
        }
    }

    /// Lets go.
    pub fn release(&mut self) {
        (self.press, self.held) = (None, None);
        self.held_substeps = 0;
    }

    /// Most substeps that may run together: what is poured comes where a frame begins, counted from when the tool was taken. A
    /// frame has `substeps`.
    pub fn rest_of_run(&self, substeps: u32) -> u32 {
        if self.selected == ToolName::Pour { substeps - self.held_substeps % substeps } else { u32::MAX }
    }

    /// Where the tool is, in steps: a grab may lag behind the cursor, and a long cut.
    pub fn place(&self) -> Option<[f64; 2]> {
        self.held
    }

    /// Whether a cut is still to go on to `target` (steps), held or not: what was drawn is cut.
    pub fn is_behind(&self, target: [f64; 2]) -> bool {
        let held = self.held.filter(|_| self.selected == ToolName::Cut);
        held.is_some_and(|place| (0..2).any(|axis| (place[axis] - target[axis]).abs() > 1.0))
    }

    /// The tool in each of the next `substeps`, on its way to `target` (steps). Pouring is no tool of a substep.
    pub fn substeps(&mut self, world: &World, target: [f64; 2], substeps: u32) -> Vec<Tool> {
        let Some(&setting) = self.settings.get(self.selected as usize) else { return vec![Tool::default(); substeps as usize] };
        let from = self.held.unwrap_or(target);
        let longest = match self.selected {
            ToolName::Grab => GRAB_CELLS * f64::from(1u32 << world.frame.cell_bits),
            ToolName::Cut => cut::LONGEST,
            _ => f64::INFINITY,
        };
        let target = towards(from, target, longest * f64::from(substeps));
        self.held = Some(target);
        self.held_substeps = self.held_substeps.wrapping_add(substeps);
        let at = |k: u32| {
            let part = f64::from(k) / f64::from(substeps);
            [0, 1].map(|axis| from[axis] + (target[axis] - from[axis]) * part)
        };
        let radius = ((setting.radius * world.frame.steps_per_unit()) as i64 >> TOOL_SHIFT).clamp(1, i64::from(i32::MAX)) as i32;
        let kind = match self.selected {
            ToolName::Attract | ToolName::Repel => ToolKind::Field,
            ToolName::Grab => ToolKind::Grab,
            ToolName::Cut => ToolKind::Cut,
            ToolName::Pour | ToolName::Edit => ToolKind::None,
        };
        let sign = if self.selected == ToolName::Repel { -1.0 } else { 1.0 };
        let strength = (sign * field_strength(pull(world, setting.strength), radius)) as f32;
        (0..substeps)
            .map(|k| {
                let way = [at(k), at(k + 1)];
                let way = if kind == ToolKind::Cut { cut::inside(world, way) } else { Some(way.map(|end| held_to_grid(world, end))) };
                let Some([position, next]) = way else { return Tool::default() };
                let motion = [0, 1].map(|axis| next[axis] - position[axis]);
                let motion = if kind == ToolKind::Cut { motion } else { motion.map(|d| d.clamp(-MAX_MOTION, MAX_MOTION) << FRACTION_BITS) };
                Tool { kind, position, motion, radius, strength }
            })
            .collect()
    }

    /// Size and strength of the pouring tool.
    pub fn pouring(&self) -> Option<Setting> {
        self.settings.get(ToolName::Pour as usize).copied()
    }
}

/// Longest way of a tool in a substep, in steps.
const MAX_MOTION: i32 = MAX_DISPLACEMENT >> FRACTION_BITS;

/// From one point towards another, at most `most` far.
fn towards(from: [f64; 2], to: [f64; 2], most: f64) -> [f64; 2] {
    let way = [to[0] - from[0], to[1] - from[1]];
    let part = (most / way[0].hypot(way[1])).min(1.0);
    if part < 1.0 { [from[0] + way[0] * part, from[1] + way[1] * part] } else { to }
}

/// The greatest pull of a field that accelerates by `g` times gravity, in displacement units a substep.
fn pull(world: &World, g: f64) -> f64 {
    let [x, y] = world.clock.mean_gravity();
    let frames = world.clock.substeps_per_second * WEIGHTLESS_SECONDS;
    let weightless = world.frame.size[0].min(world.frame.size[1]) * world.frame.fine_per_unit() / (frames * frames);
    g * x.hypot(y).max(weightless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    fn world() -> World {
        World::new(&WorldSpec { particles: vec![ParticleSpec::at([50.0, 50.0], 0.5)], ..WorldSpec::default() }).unwrap()
    }

    fn toolbox(world: &World, selected: ToolName) -> Toolbox {
        let mut toolbox = Toolbox { selected, ..Toolbox::default() };
        toolbox.fit(world);
        toolbox
    }

    fn steps(world: &World, position: [f64; 2]) -> [f64; 2] {
        world.frame.position_to_steps(position).map(f64::from)
    }

    #[test]
    fn the_way_of_the_cursor_is_spread_over_the_substeps_and_lost_nowhere() {
        let world = world();
        let mut toolbox = toolbox(&world, ToolName::Grab);
        let (from, to) = (steps(&world, [50.0, 50.0]), steps(&world, [50.7, 49.1]));
        assert!(toolbox.substeps(&world, from, 8).iter().all(|tool| tool.motion == [0, 0]), "a press moves nothing");
        let tools = toolbox.substeps(&world, to, 8);
        for pair in tools.windows(2) {
            let moved = [0, 1].map(|axis| pair[0].position[axis] + (pair[0].motion[axis] >> FRACTION_BITS));
            assert_eq!(pair[1].position, moved, "each substep starts where the last one ended");
        }
        let total = [0, 1].map(|axis| tools.iter().map(|tool| i64::from(tool.motion[axis]) >> FRACTION_BITS).sum::<i64>());
        assert_eq!(total, [0, 1].map(|axis| to[axis] as i64 - from[axis] as i64));
        let ways = tools.iter().map(|tool| tool.motion[0] >> FRACTION_BITS);
        assert!(ways.clone().max().unwrap() - ways.min().unwrap() <= 1, "evenly");
    }

    #[test]
    fn tools_grow_and_shrink_as_far_as_makes_sense_in_the_world() {
        let world = world();
        let mut toolbox = toolbox(&world, ToolName::Pour);
        let [least, most] = Toolbox::radii(&world);
        for (factor, end) in [(1.25, most), (0.8, least)] {
            (0..200).for_each(|_| toolbox.scale_radius(factor));
            assert_eq!(toolbox.setting().unwrap().radius, end);
        }
    }

    #[test]
    fn a_grab_lags_behind_a_fast_hand_and_a_field_does_not() {
        let world = world();
        let (from, to) = (steps(&world, [10.0, 10.0]), steps(&world, [90.0, 10.0]));
        let mut grab = toolbox(&world, ToolName::Grab);
        grab.substeps(&world, from, 8);
        let most = (GRAB_CELLS * f64::from(1u32 << world.frame.cell_bits)) as i32 + 1;
        assert!(grab.substeps(&world, to, 8).iter().all(|tool| tool.motion[0] >> FRACTION_BITS <= most));
        assert!(grab.place().unwrap()[0] < to[0]);
        let mut attract = toolbox(&world, ToolName::Attract);
        attract.substeps(&world, from, 8);
        attract.substeps(&world, to, 8);
        assert_eq!(attract.place(), Some(to));
    }

    #[test]
    fn a_field_pulls_with_the_multiple_of_gravity_that_was_asked_for() {
        let world = world();
        let mut toolbox = toolbox(&world, ToolName::Attract);
        toolbox.setting().unwrap().strength = 7.0;
        let tool = toolbox.substeps(&world, steps(&world, [50.0, 50.0]), 8)[0];
        let distance = f64::from(tool.radius) / 3f64.sqrt();
        let pull = distance * (1.0 - 1.0 / 3.0) * f64::from(tool.strength);
        let gravity = world.clock.mean_gravity()[1].abs();
        assert!((pull / gravity - 7.0).abs() < 1e-3, "{}", pull / gravity);
        toolbox.selected = ToolName::Repel;
        assert!(toolbox.substeps(&world, steps(&world, [50.0, 50.0]), 8)[0].strength < 0.0);
    }

    #[test]
    fn a_cursor_far_outside_stays_where_differences_fit() {
        let world = world();
        let mut toolbox = toolbox(&world, ToolName::Attract);
        let tools = toolbox.substeps(&world, [-1e18, 1e18], 8);
        assert!(tools.iter().all(|tool| tool.position == [0, world.params.grid_extent[1]]));
    }
}
