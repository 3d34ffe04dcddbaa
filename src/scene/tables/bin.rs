//! The start files that other engines were measured with: N as `u32` and the edge of a square box as `f32`, then N times
//! x and y as `f32`, all little-endian, in scene units.

use super::Table;
use crate::scene::error::SceneError;
use crate::scene::shapes::MAX_SCENE_PARTICLES;
use crate::world::spec::ParticleSpec;

/// Bytes of N and the edge.
const HEADER: usize = 8;

/// The way out of a file that is not one whole start.
const WRITE_AGAIN: &str = "write it again: N as u32 and the edge of the box as f32, then x and y of each as f32, little-endian";

impl Table<'_> {
    /// The edge tells only that this may be such a file: the scene says how large its world is.
    pub fn read_bin(&self, model: ParticleSpec) -> Result<Vec<ParticleSpec>, SceneError> {
        let Some((header, numbers)) = self.content.bytes.split_at_checked(HEADER) else {
            let problem = format!("ends after {} bytes, inside its header of {HEADER}", self.content.bytes.len());
            return Err(self.error(None, format!("{problem} ({WRITE_AGAIN})")));
        };
        let word = |k: usize| [header[k], header[k + 1], header[k + 2], header[k + 3]];
        let rows = u64::from(u32::from_le_bytes(word(0)));
        if rows > MAX_SCENE_PARTICLES {
            return Err(self.error(None, format!("{rows} rows: at most {MAX_SCENE_PARTICLES} particles")));
        }
        self.check_length(HEADER as u64, rows, 4, WRITE_AGAIN)?;
        let edge = f32::from_le_bytes(word(4));
        if !(edge.is_finite() && edge > 0.0) {
            return Err(self.error(None, format!("the edge of its box is {edge}: allowed is a number above 0 ({WRITE_AGAIN})")));
        }
        let positions = numbers
            .as_chunks::<8>()
            .0
            .iter()
            .map(|&[a, b, c, d, e, f, g, h]| [f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h])].map(f64::from));
        (1..).zip(positions).map(|(row, position)| self.checked(row, ParticleSpec { position, ..model })).collect()
    }
}
