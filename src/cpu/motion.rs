//! Twin of `motion.wgsl`: what changes a displacement before anything is touched.

use fearless_simd::prelude::*;
use fearless_simd::{i32x4, u32x4};

use super::CountersCell;
use super::dim2::{fits, offset, saturated, sum};
use super::exact::{multiply_add_high, product};
use super::vectors::particle_lanes::Displacements;
use crate::world::fixed::TOOL_SHIFT;
use crate::world::params::{Params, Substep, ToolKind};
use crate::world::particle::{Displacement, Particle, Phase};
use crate::world::spec::Walls;

/// What sets particles in motion in a substep.
pub struct Motion<'a> {
    pub params: &'a Params,
    pub substep: &'a Substep,
    pub births: &'a [u32],
    pub counters: &'a CountersCell,
    /// Whether [`accelerated`] does nothing but what [`Self::fallen`] does.
    pub falls_only: bool,
}

impl<'a> Motion<'a> {
    pub fn new(params: &'a Params, substep: &'a Substep, births: &'a [u32], counters: &'a CountersCell) -> Self {
        Self { params, substep, births, counters, falls_only: !tool_moves(substep) }
    }

    /// A particle that moves, born in this substep if its time has come; `None` if it does not move.
    #[inline(always)]
    pub fn live(&self, particle: &Particle) -> Option<Particle> {
        match particle.phase() {
            Phase::Unborn if self.births[particle.id as usize] <= self.substep.index => Some(particle.with_phase(Phase::Live)),
            Phase::Live => Some(*particle),
            _ => None,
        }
    }

    /// Whether all of some that are outside the grid stay there.
    #[inline(always)]
    pub fn stay_outside(&self, outside: &[Particle]) -> bool {
        outside.iter().all(|particle| self.live(particle).is_none())
    }

    /// Displacements of four after drag and gravity, which may be beyond their range.
    #[inline(always)]
    pub fn fallen<S: Simd>(&self, simd: S, [x, y]: Displacements<S>) -> Displacements<S> {
        let (loss, gravity) = (self.params.drag_loss, self.substep.gravity);
        if loss == 0 {
            return [x + gravity[0], y + gravity[1]];
        }
        let phase = self.substep.rounding_phase;
        [damped_four(simd, x, loss, phase) + gravity[0], damped_four(simd, y, loss, phase) + gravity[1]]
    }

    /// Its displacement after drag, gravity and the tool, held to its range.
    #[inline(always)]
    pub fn accelerated(&self, particle: &Particle, displacement: Displacement) -> Displacement {
        let acceleration = accelerated(self.params, self.substep, particle.position, displacement);
        self.counters.held(acceleration.displacement, acceleration.held)
    }

    /// Removes a particle.
    pub fn removed(&self, particle: &Particle) -> (Particle, Displacement) {
        self.counters.removed();
        (particle.with_phase(Phase::Removed), [0, 0])
    }
}

/// Twin of `Acceleration`.
pub struct Acceleration {
    /// The displacement of this substep.
    pub displacement: Displacement,
    /// Whether it would have been faster than can be held.
    pub held: bool,
}

/// Twin of `accelerated`: drag, gravity and the tool.
#[inline(always)]
pub fn accelerated(params: &Params, substep: &Substep, position: [i32; 2], displacement: Displacement) -> Acceleration {
    let fallen = sum(damped(params, substep, displacement), *substep.gravity);
    Acceleration { displacement: tool_applied(substep, position, saturated(fallen)), held: !fits(fallen) }
}

/// Drag takes a fixed share of the displacement, rounded down after adding a phase that is spread evenly
/// over the substeps: on average exact, so that slow particles keep slowing down.
#[inline(always)]
fn damped(params: &Params, substep: &Substep, displacement: Displacement) -> Displacement {
    if params.drag_loss == 0 {
        return displacement;
    }
    displacement.map(|d| {
        let loss = multiply_add_high(d.unsigned_abs(), params.drag_loss, substep.rounding_phase) as i32;
        d - d.signum() * loss
    })
}

/// [`damped`] on one axis of four.
#[inline(always)]
fn damped_four<S: Simd>(simd: S, d: i32x4<S>, loss: u32, phase: u32) -> i32x4<S> {
    let size = d.abs().bitcast::<u32x4<S>>();
    let loss = u32x4::from_fn(simd, |lane| multiply_add_high(size[lane], loss, phase)).bitcast::<i32x4<S>>();
    d.simd_lt(0).select(d + loss, d - loss)
}

/// A field pulls with strength · d · (1 − d²/R²), d the way to its centre. A grab moves everything inside
/// as it moves itself.
#[inline(always)]
fn tool_applied(substep: &Substep, position: [i32; 2], displacement: Displacement) -> Displacement {
    if !tool_moves(substep) {
        return displacement;
    }
    let way = offset(*substep.tool_position, position).map(|d| d >> TOOL_SHIFT);
    if way.iter().any(|d| d.abs() > substep.tool_radius) {
        return displacement;
    }
    let d = way.map(|d| d as f32);
    let near = 1.0 - product(product(d[0], d[0]) + product(d[1], d[1]), substep.tool_inverse_area);
    if near <= 0.0 {
        return displacement;
    }
    if substep.tool_kind == ToolKind::Grab as u32 {
        return *substep.tool_motion;
    }
    let strength = product(near, substep.tool_strength);
    sum(displacement, d.map(|d| product(d, strength) as i32))
}

/// Whether there is a tool that moves particles.
#[inline(always)]
fn tool_moves(substep: &Substep) -> bool {
    substep.tool_kind != ToolKind::None as u32 && substep.tool_kind != ToolKind::Cut as u32
}

#[inline(always)]
pub fn outside_margin(params: &Params, position: [i32; 2]) -> bool {
    let inside = |axis: usize| (0..params.grid_extent[axis]).contains(&position[axis]);
    if inside(0) && inside(1) {
        return false;
    }
    let sides = [position[0] < 0, position[0] >= params.grid_extent[0], position[1] < 0, position[1] >= params.grid_extent[1]];
    sides.into_iter().zip(Walls::SIDES).any(|(outside, wall)| outside && params.walls & wall == 0)
}
