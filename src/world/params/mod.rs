//! The uniform blocks: constants of a world, and the values of one substep and of one dispatch.
//! Equal to the structs in `shaders/params.wgsl`, field by field (checked by `tests/shaders.rs`).

mod stages;
mod substep;
mod sweep;

use encase::ShaderType;

use super::fold::{self, Fold};
use super::frame::MAX_CELLS;
use super::levels::{Census, Level, cells_per_coarsest};
use super::obstacles::Obstacles;
use super::obstacles::reached::KNOWN_DEPTH;
use super::particle::{Particle, Phase};
use super::{
    clock::Clock,
    fixed::{FRACTION_BITS, MAX_DISPLACEMENT, unless_faint},
    frame::Frame,
    pair::Pair,
    spec::{Walls, WorldSpec},
};

pub use stages::{LinkStage, Stage};
pub use substep::{Substep, ToolKind};

/// What stays the same from substep to substep.
#[derive(Clone, Debug, Default, PartialEq, ShaderType)]
pub struct Params {
    /// Particles in the buffers, the unborn and the removed ones included.
    pub particle_count: u32,
    /// Cells of all levels of the grid, folded or not, without the overflow cell that follows them.
    pub cell_count: u32,
    /// One cell of level 0 is `2^cell_bits` steps.
    pub cell_bits: u32,
    /// Always 0, which only the host knows: the barrier against contraction (see `exact.wgsl`).
    pub zero: u32,
    /// Columns and rows of level 0 of the grid: those of the world's cells, or fewer where it is folded (see [`fold`]).
    pub grid_size: Pair<u32>,
    /// By how many columns a slab of a folded grid starts after the one below it.
    pub fold_shift: i32,
    /// Rows of a folded grid as a power of two; 0 where the grid is not folded.
    pub fold_bits: u32,
    /// Levels of the grid, see [`levels`](super::levels).
    pub levels: u32,
    /// Counts that one tile of the scan sums: a power of two, and at least four.
    pub tile_length: u32,
    /// A bit a side with a wall: left 1, right 2, bottom 4, top 8.
    pub walls: u32,
    /// Lower left corner of the world in steps.
    pub wall_min: Pair<i32>,
    /// Upper right corner of the world in steps.
    pub wall_max: Pair<i32>,
    /// Upper right corner of the world's cells in steps; the lower left is 0.
    pub grid_extent: Pair<i32>,
    /// Correction of each of two live particles per overlap, in displacement units per step.
    pub contact_gain: f32,
    /// What drag takes from a displacement in one substep, as a fraction of `2^32`.
    pub drag_loss: u32,
    /// 1 where a disc is smaller than the largest that there may be, so that a contact's owner may come before or after its partner.
    pub mixed_radii: u32,
    /// Share of an overlap that the first sweep of a substep turns into speed.
    pub push_rate: f32,
    /// Weight of speed and overlap in the first sweep: what the leak leaves.
    pub push_share: f32,
    /// Greatest speed that the first sweep gives what overlaps beyond what its contact carries, or the error of a link: displacement
    /// units.
    pub push_limit: f32,
    /// Share of its impulse that a contact loses in the first sweep.
    pub impulse_leak: f32,
    /// Over-relaxation of the later sweeps.
    pub relax_gain: f32,
    /// Share of a deep overlap that is taken out of positions. 0 where there are obstacles: nothing moves there but on a way that
    /// they have looked at.
    pub parting_share: f32,
    /// Displacement on each axis up to which discs are parted.
    pub parting_speed: i32,
    /// Greatest impulse that is carried over to the next substep: a largest diameter a substep.
    pub most_impulse: f32,
    /// Speed after a collision over the speed before, 0 to 1.
    pub restitution: f32,
    /// Displacement up to which a collision does not bounce.
    pub bounce_speed: f32,
    /// How deep discs may go into each other before they bounce, in displacement units: a quarter of the smallest diameter of the start,
    /// or half of it where nothing falls.
    pub deepest_bounce: f32,
    /// Overlap up to which discs bounce that are wedged and met a while ago, in displacement units: a twentieth of that diameter.
    pub wedged_bounce: f32,
    /// Root of the friction coefficient of the world's own material, of which walls are.
    pub wall_friction_root: f32,
    /// Root of the restitution of the world's own material: of the walls, and of discs that are all alike.
    pub wall_restitution_root: f32,
    /// Coefficient of rolling resistance.
    pub rolling_resistance: f32,
    /// Places of the cover's table of obstacles that stay, as a power of two (see `world/obstacles/cover.rs`).
    pub still_bits: u32,
    /// The shift of that table.
    pub still_shift: u32,
    /// Places of the cover's table of those that move, as a power of two; 0 where none does.
    pub moving_bits: u32,
    /// The shift of that table.
    pub moving_shift: u32,
    /// Obstacles that move.
    pub mover_count: u32,
    /// By how much the sides of obstacles reach beyond their corners, in steps, so that rounding leaves no gap.
    pub facet_overhang: f32,
    /// How far inside a moving obstacle discs are found, in steps: less than its rows reach.
    pub known_depth: f32,
    /// Cells in a step.
    pub cells_per_step: f32,
    /// Most that a disc is put out of an obstacle in a substep, in steps.
    pub most_exit: f32,
    /// Depth in an obstacle up to which a disc does not count as inside, in steps.
    pub shallow: f32,
    /// 1 where nothing comes between contacts and walls in a substep of the plain solver: there are no links. Solvers set it with
    /// their lists of passes.
    pub walls_after_contacts: u32,
    /// 1 where discs bounce: a material of the world gives back some speed. Elsewhere no surface of a body does, whatever it says.
    pub discs_bounce: u32,
}

impl Params {
    /// What depends on obstacles.
    pub(crate) fn set_obstacles(&mut self, obstacles: &Obstacles) {
        self.mover_count = obstacles.mover_count();
        let [still, moving] = obstacles.still().tables;
        (self.still_bits, self.still_shift) = (still.bits, still.shift);
        (self.moving_bits, self.moving_shift) = (moving.bits, moving.shift);
        self.parting_share = if obstacles.is_empty() { sweep::PARTING_SHARE } else { 0.0 };
    }

    /// Those of a world before its obstacles are known, and before any particle was [admitted](Self::admit).
    pub(super) fn new(frame: &Frame, spec: &WorldSpec, clock: &Clock, smallest_diameter: f32) -> Self {
        let cell = (1u32 << frame.cell_bits) as f32;
        let largest_diameter = f64::from(1u32 << (frame.cell_bits + FRACTION_BITS));
        let params = Self {
            particle_count: spec.particles.len() as u32,
            cell_bits: frame.cell_bits,
            tile_length: 4096,
            walls: spec.walls.bits(),
            wall_min: frame.position_to_steps([0.0; 2]).into(),
            wall_max: frame.position_to_steps(frame.size).into(),
            grid_extent: frame.cells.map(|cells| (cells << frame.cell_bits) as i32).into(),
            contact_gain: (0.5 * spec.relaxation * f64::from(1u32 << FRACTION_BITS)) as f32,
            push_rate: sweep::PUSH_RATE as f32,
            push_share: (1.0 - sweep::IMPULSE_LEAK) as f32,
            push_limit: (sweep::PUSH_LIMIT * largest_diameter / f64::from(spec.substeps)) as f32,
            impulse_leak: sweep::IMPULSE_LEAK as f32,
            relax_gain: sweep::RELAX_GAIN as f32,
            most_impulse: largest_diameter as f32,
            restitution: unless_faint(spec.restitution),
            wedged_bounce: 0.05 * smallest_diameter,
            wall_friction_root: unless_faint(libm::sqrt(spec.friction)),
            wall_restitution_root: unless_faint(libm::sqrt(spec.restitution)),
            rolling_resistance: unless_faint(spec.rolling_resistance),
            facet_overhang: cell / 4096.0,
            known_depth: KNOWN_DEPTH as f32 * cell,
            cells_per_step: 1.0 / cell,
            most_exit: 0.25 * cell,
            shallow: cell / 256.0,
            ..Self::default().with_grid_of(frame)
        };
        params.with_fall(clock, smallest_diameter)
    }

    /// The same with what goes by gravity and drag; the smallest diameter of the start is in displacement units.
    pub(super) fn with_fall(self, clock: &Clock, smallest_diameter: f32) -> Self {
        let gravity = clock.mean_gravity();
        let most = f64::from(MAX_DISPLACEMENT);
        let gained_in = |substeps: f64| substeps * libm::hypot(gravity[0], gravity[1]);
        Self {
            drag_loss: clock.drag_loss,
            parting_speed: gained_in(sweep::PARTING_SUBSTEPS).min(most) as i32,
            bounce_speed: gained_in(sweep::BOUNCE_SUBSTEPS).ceil().min(most) as f32,
            deepest_bounce: sweep::deepest_bounce(gravity) * smallest_diameter,
            ..self
        }
    }

    /// Takes over what goes by gravity and drag from the constants of the same world with others.
    pub(crate) fn set_fall(&mut self, other: &Self) {
        let Self { drag_loss, parting_speed, bounce_speed, deepest_bounce, .. } = *other;
        (self.drag_loss, self.parting_speed) = (drag_loss, parting_speed);
        (self.bounce_speed, self.deepest_bounce) = (bounce_speed, deepest_bounce);
    }

    /// Whether the same goes by gravity and drag, in the same world.
    pub(crate) fn falls_as(&self, other: &Self) -> bool {
        let by_fall = |params: &Self| (params.drag_loss, params.parting_speed, params.bounce_speed, params.deepest_bounce);
        by_fall(self) == by_fall(other)
    }

    /// The same with the grid of a frame.
    pub(super) fn with_grid_of(&self, frame: &Frame) -> Self {
        self.with_grid(frame.grid_size(), frame.levels, frame.fold)
    }

    fn with_grid(&self, grid_size: [u32; 2], levels: u32, fold: Option<Fold>) -> Self {
        Self {
            cell_count: grid_size.iter().product::<u32>() * cells_per_coarsest(levels) as u32,
            levels,
            grid_size: grid_size.into(),
            fold_shift: fold.map_or(0, |fold| fold.shift as i32),
            fold_bits: fold.map_or(0, |_| fold::ROW_BITS),
            ..self.clone()
        }
    }

    /// The same with a larger grid, if it is folded for fewer particles than there are to be. Both backends ask this when particles
    /// join, so that they have the same grid. It keeps its levels.
    pub(crate) fn with_grid_for(&self, census: &Census) -> Option<Self> {
        let needed = census.demand(self.levels);
        if self.fold_bits == 0 || needed <= u64::from(self.grid_size[0] * self.grid_size[1]) {
            return None;
        }
        let cells = self.grid_extent.map(|extent| u64::from((extent >> self.cell_bits) as u32));
        let fold = Fold::with_columns(self.grid_size[0]).grown(cells, needed, self.levels, MAX_CELLS)?;
        let grid_size = fold.map_or(cells.map(|cells| cells as u32), Fold::grid_size);
        Some(self.with_grid(grid_size, self.levels, fold))
    }

    /// Counts in the grid's histogram: every cell, the overflow cell, one whose start is where that ends, and so many that scans can
    /// take four at a time.
    pub fn count_length(&self) -> u32 {
        (self.cell_count + 2).next_multiple_of(4)
    }

    /// Whether contacts, walls and obstacles resist that discs roll.
    pub(crate) fn resists_rolling(&self) -> bool {
        self.rolling_resistance > 0.0
    }

    /// Takes notice of a particle, of the start or one that joins: of another radius than the largest, all partners are looked for
    /// everywhere.
    pub(crate) fn admit(&mut self, particle: &Particle) {
        self.mixed_radii |= u32::from(particle.radius() != self.largest_radius());
    }

    /// The largest radius that a cell holds, in steps: that of all discs where they are alike.
    pub(crate) fn largest_radius(&self) -> i32 {
        1 << (self.cell_bits - 1)
    }

    /// Whether there is a wall on the left (axis 0), or at the bottom (axis 1).
    #[inline(always)]
    pub(crate) fn has_low_wall(&self, axis: usize) -> bool {
        self.walls & (Walls::LEFT << (2 * axis)) != 0
    }

    /// Whether there is a wall on the right (axis 0), or at the top (axis 1).
    #[inline(always)]
    pub(crate) fn has_high_wall(&self, axis: usize) -> bool {
        self.walls & (Walls::RIGHT << (2 * axis)) != 0
    }

    /// Whether the centre of a particle that was not removed is outside of the walls.
    pub(crate) fn is_outside(&self, particle: &Particle) -> bool {
        let is_inside = |axis: usize| (self.wall_min[axis]..=self.wall_max[axis]).contains(&particle.position[axis]);
        particle.phase() != Phase::Removed && !(is_inside(0) && is_inside(1))
    }

    /// Whether there are walls all around.
    pub(crate) fn is_closed(&self) -> bool {
        self.walls == Walls::CLOSED.bits()
    }

    /// A level of the grid.
    pub fn level(&self, number: u32) -> Level {
        let size = self.grid_size.map(|cells| cells << number);
        let cell_bits = self.cell_bits - number;
        // Behind the cells of all finer levels.
        let finer = cells_per_coarsest(self.levels) - cells_per_coarsest(number + 1);
        Level {
            first_cell: (u64::from(self.grid_size[0] * self.grid_size[1]) * finer) as u32,
            cell_bits,
            size: size.map(|cells| cells as i32),
            world_size: self.grid_extent.map(|extent| extent >> cell_bits),
            fold_shift: self.fold_shift << number,
            fold_bits: if self.fold_bits == 0 { 0 } else { self.fold_bits + number },
        }
    }

    /// Most blocks of 2×2 cells of one colour in a level.
    pub fn blocks_of_a_colour(&self, level: u32) -> u32 {
        self.grid_size.map(|cells| (cells << level).div_ceil(4)).iter().product()
    }

    /// Tiles of the scan.
    pub fn tile_count(&self) -> u32 {
        self.count_length().div_ceil(self.tile_length)
    }
}
