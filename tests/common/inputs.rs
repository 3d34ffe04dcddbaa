//! Tools under a mouse that moves in circles.

use jostle::world::World;
use jostle::world::fixed::TOOL_SHIFT;
use jostle::world::params::{Substep, ToolKind};
use jostle::world::tool::Tool;

/// The substeps from `first` on, without a tool.
pub fn untouched(world: &World, first: u32, count: u32) -> Vec<Substep> {
    inputs(world, first, count, |_| Tool::default())
}

/// The substeps from `first` on, with a tool that changes every 10: attract, repel, grab, cut, none.
pub fn with_tools(world: &World, first: u32, count: u32) -> Vec<Substep> {
    inputs(world, first, count, |index| tool(world, index))
}

/// The substeps from `first` on, with a narrow cut through the world.
pub fn with_cuts(world: &World, first: u32, count: u32) -> Vec<Substep> {
    let cut = |index| {
        let tool = tool(world, index);
        Tool { kind: ToolKind::Cut, radius: tool.radius / 8, motion: way(world, index), ..tool }
    };
    inputs(world, first, count, cut)
}

/// The substeps from `first` on, with a cut from one place to another in every fourth.
pub fn with_strokes(world: &World, first: u32, count: u32) -> Vec<Substep> {
    let place = |k: u32| {
        let share = [0.618, 0.414].map(|step: f64| 0.2 + 0.4 * (step * f64::from(k)).fract());
        world.frame().position_to_steps([0, 1].map(|axis| world.frame().size[axis] * share[axis]))
    };
    let stroke = |index: u32| {
        let (from, to) = (place(2 * index), place(2 * index + 1));
        let motion = [0, 1].map(|axis| to[axis] - from[axis]);
        let kind = if index.is_multiple_of(4) { ToolKind::Cut } else { ToolKind::None };
        Tool { kind, position: from, motion, radius: tool(world, index).radius / 8, strength: 0.0 }
    };
    inputs(world, first, count, stroke)
}

/// As a simulation hands them to its backend: contacts are counted in the last.
fn inputs(world: &World, first: u32, count: u32, tool: impl Fn(u32) -> Tool) -> Vec<Substep> {
    let mut all: Vec<_> = (first..first + count).map(|index| world.clock().substep(index, &tool(index))).collect();
    Substep::count_in_last(&mut all);
    all
}

/// Where the tool is in this substep.
fn place(world: &World, index: u32) -> [i32; 2] {
    let size = world.frame().size;
    let angle = 0.1 * f64::from(index);
    world.frame().position_to_steps([size[0] * (0.5 + 0.3 * libm::cos(angle)), size[1] * (0.4 + 0.3 * libm::sin(angle))])
}

/// How far it has moved since the last one.
fn way(world: &World, index: u32) -> [i32; 2] {
    let (from, to) = (place(world, index.saturating_sub(1)), place(world, index));
    [0, 1].map(|axis| to[axis] - from[axis])
}

fn tool(world: &World, index: u32) -> Tool {
    let way = way(world, index);
    let radius = world.frame().size[0].min(world.frame().size[1]) * 0.25 * world.frame().steps_per_unit();
    // A field that moves a disc by 1 % of its distance in a substep; a displacement unit is 2^-4 steps.
    let strength = 0.01 * f64::from(1u32 << TOOL_SHIFT) * 16.0;
    let (kind, strength) = match index / 10 % 5 {
        0 => (ToolKind::Field, strength),
        1 => (ToolKind::Field, -strength),
        2 => (ToolKind::Grab, 0.0),
        3 => (ToolKind::Cut, 0.0),
        _ => (ToolKind::None, 0.0),
    };
    // A cut's is in steps.
    let motion = if kind == ToolKind::Cut { way } else { way.map(|d| d << 4) };
    Tool { kind, position: place(world, index), motion, radius: radius as i32 >> TOOL_SHIFT, strength: strength as f32 }
}
