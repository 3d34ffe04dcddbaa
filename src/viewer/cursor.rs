//! The circle that shows the tool.

use egui::{Color32, Context, Rect, Stroke};

use super::points::{point, points};
use super::tools::{ToolName, Toolbox};
use crate::picture::view::View;
use crate::world::World;

/// Draws the circle around the cursor while it is over the world, which `area` is in points.
pub fn show(ctx: &Context, area: Rect, world: &World, view: &View, toolbox: &mut Toolbox) {
    let Some(at) = ctx.input(|i| i.pointer.latest_pos()).filter(|&at| area.contains(at) && !ctx.is_pointer_over_egui()) else { return };
    let colour = colour_of(toolbox.selected);
    let Some(setting) = toolbox.setting() else { return };
    let radius = points(ctx, setting.radius * world.frame.steps_per_unit() * view.scale);
    let painter = ctx.layer_painter(egui::LayerId::background()).with_clip_rect(area);
    // A grab may lag behind the cursor: the circle is where it works.
    let centre = toolbox.place().map_or(at, |place| point(ctx, view.pixel_of_steps(place)));
    let held = toolbox.place().is_some();
    let centre = if held && toolbox.selected == ToolName::Grab { centre } else { at };
    if centre.distance(at) > radius {
        painter.line_segment([centre, at], Stroke::new(1.0, colour.gamma_multiply(0.5)));
    }
    if held {
        painter.circle_filled(centre, radius, colour.gamma_multiply(0.10));
    }
    painter.circle_stroke(centre, radius, Stroke::new(if held { 2.0 } else { 1.2 }, colour.gamma_multiply(if held { 0.95 } else { 0.6 })));
    painter.circle_filled(centre, 1.5, colour);
}

fn colour_of(tool: ToolName) -> Color32 {
    match tool {
        ToolName::Attract => Color32::from_rgb(110, 190, 255),
        ToolName::Repel => Color32::from_rgb(255, 140, 90),
        ToolName::Grab => Color32::from_rgb(190, 220, 120),
        ToolName::Pour => Color32::from_rgb(120, 225, 200),
        // The overlay has its own.
        ToolName::Edit => Color32::TRANSPARENT,
        ToolName::Cut => Color32::from_rgb(255, 95, 105),
    }
}
