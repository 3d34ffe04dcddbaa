//! The uniform block of the drawing shaders.

use bytemuck::{Pod, Zeroable};

use crate::picture::backdrop::{INSIDE, OUTSIDE, WALL};
use crate::picture::line::{OPACITY, SLACK, TAUT};
use crate::picture::obstacle::{EDGE, SOLID};
use crate::picture::palette::{LENGTH, Palette, linear};
use crate::picture::{disc, forces, view::View};

/// Equals `View` in `draw_view.wgsl`, field by field.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct ViewBlock {
    /// Whole steps of what shows at `middle`.
    pub centre: [i32; 2],
    /// The rest of it.
    pub fraction: [f32; 2],
    /// See [`View::middle`].
    pub middle: [f32; 2],
    /// Pixels of the target.
    pub size: [f32; 2],
    /// Pixels per step.
    pub scale: f32,
    /// See [`Palette::offset`].
    pub value_offset: f32,
    /// See [`Palette::scale`].
    pub value_scale: f32,
    /// See [`disc::far_gain`].
    pub far_gain: f32,
    /// The number of the [`Colour`](crate::picture::Colour).
    pub colour: u32,
    /// 1 where the target takes sRGB values as they are.
    pub encode: u32,
    /// Things that one instance draws.
    pub batch: u32,
    /// How many links there are.
    pub thing_count: u32,
    /// Lines of what contacts carry: linear, and [`Palette::full_impulse`].
    pub force: [f32; 4],
    /// Pinned particles, linear.
    pub pinned: [f32; 4],
    /// Around the world, linear.
    pub outside: [f32; 4],
    /// Inside the world, linear.
    pub inside: [f32; 4],
    /// Walls, linear.
    pub wall: [f32; 4],
    /// Links at rest: linear, and opacity.
    pub slack: [f32; 4],
    /// Links about to break: linear, and opacity.
    pub taut: [f32; 4],
    /// What the edge of an obstacle encloses, linear.
    pub solid: [f32; 4],
    /// Edges of obstacles, linear.
    pub edge: [f32; 4],
    /// See [`Palette::table`].
    pub palette: [[f32; 4]; LENGTH],
}

/// Things that one instance of a draw call draws: the numbers of their vertices, four each, fit 16 bits, without the greatest, which
/// Metal takes for the end of a strip.
pub const BATCH: u32 = (1 << 14) - 1;

impl ViewBlock {
    /// The block of a view.
    pub fn new(view: &View, palette: &Palette, link_count: u32, encode: bool) -> Self {
        let centre = view.centre.map(f64::floor);
        Self {
            centre: centre.map(|x| x as i32),
            fraction: [0, 1].map(|axis| (view.centre[axis] - centre[axis]) as f32),
            middle: view.middle.map(|x| x as f32),
            size: view.size.map(|x| x as f32),
            scale: view.scale as f32,
            value_offset: palette.offset,
            value_scale: palette.scale,
            far_gain: disc::far_gain(palette.largest_radius * view.scale),
            colour: palette.colour.number(),
            encode: u32::from(encode),
            batch: BATCH,
            thing_count: link_count,
            force: with_last(linear(forces::COLOUR), palette.full_impulse.unwrap_or(1.0)),
            pinned: palette.pinned,
            outside: linear(OUTSIDE),
            inside: linear(INSIDE),
            wall: linear(WALL),
            slack: line_colour(SLACK, palette.brightness()),
            taut: line_colour(TAUT, palette.brightness()),
            solid: linear(SOLID),
            edge: linear(EDGE),
            palette: palette.table,
        }
    }
}

/// A link's colour, so bright, and its opacity.
fn line_colour(srgb: u32, brightness: f32) -> [f32; 4] {
    with_last(linear(srgb).map(|c| c * brightness), OPACITY)
}

/// A colour with a number in the place of its opacity.
fn with_last([r, g, b, _]: [f32; 4], last: f32) -> [f32; 4] {
    [r, g, b, last]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::pipeline::{Drawing, source};

    /// Offsets as `repr(C)` has them, in the order of the fields.
    macro_rules! offsets {
        ($($field:ident),*) => { vec![$((stringify!($field), std::mem::offset_of!(ViewBlock, $field) as u32)),*] };
    }

    #[test]
    fn the_block_has_the_layout_of_the_shaders_struct() {
        let module = naga::front::wgsl::parse_str(&source(Drawing::Discs)).unwrap();
        let (_, view) = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some("View")).unwrap();
        let naga::TypeInner::Struct { members, span } = &view.inner else { panic!("View is a struct") };
        let theirs: Vec<_> = members.iter().map(|member| (member.name.as_deref().unwrap(), member.offset)).collect();
        let ours = offsets![
            centre,
            fraction,
            middle,
            size,
            scale,
            value_offset,
            value_scale,
            far_gain,
            colour,
            encode,
            batch,
            thing_count,
            force,
            pinned,
            outside,
            inside,
            wall,
            slack,
            taut,
            solid,
            edge,
            palette
        ];
        assert_eq!(theirs, ours);
        assert_eq!(*span as usize, size_of::<ViewBlock>());
    }
}
