//! The sides of a world.

use serde::{Deserialize, Serialize};

/// Sides with a wall; the others are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Walls {
    /// At x = 0.
    pub left: bool,
    /// At x = width.
    pub right: bool,
    /// At y = 0.
    pub bottom: bool,
    /// At y = height.
    pub top: bool,
}

impl Default for Walls {
    /// [`Self::CLOSED`].
    fn default() -> Self {
        Self::CLOSED
    }
}

impl Walls {
    /// A wall on every side.
    pub const CLOSED: Self = Self { left: true, right: true, bottom: true, top: true };
    /// No walls.
    pub const OPEN: Self = Self { left: false, right: false, bottom: false, top: false };

    /// The bit of the left side in `Params::walls`.
    pub const LEFT: u32 = 1;
    /// The bit of the right side.
    pub const RIGHT: u32 = 2;
    /// The bit of the bottom: [`Self::LEFT`] of the other axis.
    pub const BOTTOM: u32 = 4;
    /// The bit of the top.
    pub const TOP: u32 = 8;
    /// The bits in the order of the sides.
    pub const SIDES: [u32; 4] = [Self::LEFT, Self::RIGHT, Self::BOTTOM, Self::TOP];

    /// Left, right, bottom, top.
    pub fn as_array(self) -> [bool; 4] {
        [self.left, self.right, self.bottom, self.top]
    }

    /// One bit a side.
    pub fn bits(self) -> u32 {
        self.as_array().into_iter().zip(Self::SIDES).map(|(wall, bit)| if wall { bit } else { 0 }).sum()
    }
}
