//! One particle as the passes see it.

use bytemuck::{Pod, Zeroable};

use super::body::Body;

/// A displacement per substep, in `2^-4` steps per axis: what Verlet integration has instead of a
/// velocity.
pub type Displacement = [i32; 2];

/// The record that the grid sorts: 16 bytes, one vector load. Equals `Particle` in `dim2.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Particle {
    /// Centre, in steps from the corner of the grid (the lower left end of the margin).
    pub position: [i32; 2],
    /// Radius, fraction of the position, touching particles and [`Phase`], packed: see the constants.
    pub info: u32,
    /// Label: the index in everything that is ordered by id. From `mark_loaded` to the motion of a substep with [`LOADED`].
    pub id: u32,
}

/// Bit 31 of `id`, clear but in the middle of a substep of a world where discs bounce: the particle was given something in this substep,
/// by contacts or links that carry, by walls or by obstacles.
pub const LOADED: u32 = 1 << 31;

/// Bits 0–18 of `info`: radius in steps, less one.
pub const RADIUS_MASK: u32 = (1 << 19) - 1;
/// Bits 19–22 and 23–26 of `info`: fraction of x and of y, in `2^-4` steps.
pub const FRACTION_SHIFT: [u32; 2] = [19, 23];
/// Bits 27–29 of `info`: number of particles touched in the last substep, at most [`MAX_TOUCHING`]; for colour, and for who is wedged. The
/// resting solver may leave them 0 where nobody sees them (`Substep::uncounted`).
pub const TOUCHING_SHIFT: u32 = 27;
/// The count of touching particles stops here.
pub const MAX_TOUCHING: u32 = 7;
/// Bits 30–31 of `info`: the [`Phase`].
pub const PHASE_SHIFT: u32 = 30;

/// Where a particle stands in its life. Everything from `Unborn` on is outside the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Moves and collides.
    #[default]
    Live = 0,
    /// Collides but never moves: infinite mass.
    Pinned = 1,
    /// Waits for its emitter.
    Unborn = 2,
    /// Left the world through an open side, or was removed by hand.
    Removed = 3,
}

impl Phase {
    /// Whether it is in the world: live or pinned.
    pub fn is_in_world(self) -> bool {
        self < Self::Unborn
    }
}

impl Particle {
    /// A particle at a whole step. `radius` is in steps, from 1 to `2^19`.
    ///
    /// # Panics
    /// With any other radius.
    pub fn new(position: [i32; 2], radius: u32, phase: Phase, id: u32) -> Self {
        assert!((1..=RADIUS_MASK + 1).contains(&radius));
        Self { position, info: (radius - 1) | (phase as u32) << PHASE_SHIFT, id }
    }

    /// Radius in steps.
    pub fn radius(&self) -> i32 {
        (self.info & RADIUS_MASK) as i32 + 1
    }

    /// The id without a mark.
    pub fn label(&self) -> u32 {
        self.id & !LOADED
    }

    /// Whether it has the mark [`LOADED`].
    pub fn is_loaded(&self) -> bool {
        self.id & LOADED != 0
    }

    /// The same particle with the mark [`LOADED`].
    #[must_use]
    pub fn marked(self) -> Self {
        Self { id: self.id | LOADED, ..self }
    }

    /// The same particle without it.
    #[must_use]
    pub fn unmarked(self) -> Self {
        Self { id: self.label(), ..self }
    }

    /// The same particle in another place, in whole steps from the corner of the grid.
    #[must_use]
    pub fn moved_to(self, position: [i32; 2]) -> Self {
        let fractions = FRACTION_SHIFT.iter().fold(0, |all, shift| all | 15 << shift);
        Self { position, info: self.info & !fractions, ..self }
    }

    /// Number of particles touched in the last substep, up to [`MAX_TOUCHING`].
    pub fn touching(&self) -> u32 {
        (self.info >> TOUCHING_SHIFT) & MAX_TOUCHING
    }

    /// Where the particle stands in its life.
    pub fn phase(&self) -> Phase {
        match self.info >> PHASE_SHIFT {
            0 => Phase::Live,
            1 => Phase::Pinned,
            2 => Phase::Unborn,
            _ => Phase::Removed,
        }
    }

    /// Whether the particle takes part in the grid: live or pinned.
    pub fn in_grid(&self) -> bool {
        self.info >> PHASE_SHIFT < Phase::Unborn as u32
    }

    /// The same particle in another phase.
    #[must_use]
    pub fn with_phase(self, phase: Phase) -> Self {
        Self { info: (self.info & !(3 << PHASE_SHIFT)) | (phase as u32) << PHASE_SHIFT, ..self }
    }

    /// The same particle with another count of touching particles.
    #[must_use]
    pub fn with_touching(self, count: u32) -> Self {
        let touching = count.min(MAX_TOUCHING);
        Self { info: (self.info & !(MAX_TOUCHING << TOUCHING_SHIFT)) | touching << TOUCHING_SHIFT, ..self }
    }

    /// The coordinate on `axis` in `2^-4` steps, exact.
    pub fn fine(&self, axis: usize) -> i64 {
        let fraction = (self.info >> FRACTION_SHIFT[axis]) & super::fixed::FRACTION_MASK;
        (i64::from(self.position[axis]) << super::fixed::FRACTION_BITS) + i64::from(fraction)
    }
}

/// A particle that joins a simulation: made by [`World::new_particle`](super::World::new_particle), taken by
/// [`Solver::spawn`](crate::Solver::spawn).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewParticle {
    /// Its record.
    pub particle: Particle,
    /// Its first displacement.
    pub displacement: Displacement,
    /// Its body, for worlds where discs have bodies of their own; others do not look at it.
    pub body: Body,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_packed_field_keeps_to_its_bits() {
        for radius in [1, 2, 1 << 18, 1 << 19] {
            for phase in [Phase::Live, Phase::Pinned, Phase::Unborn, Phase::Removed] {
                let particle = Particle::new([-5, 7], radius, phase, 9).with_touching(5);
                assert_eq!(particle.radius(), radius as i32);
                assert_eq!(particle.phase(), phase);
                assert_eq!(particle.touching(), 5);
                assert_eq!(particle.with_touching(99).touching(), MAX_TOUCHING);
                assert_eq!(particle.with_phase(Phase::Live).radius(), radius as i32);
                assert_eq!(particle.fine(0), -80);
                assert!(particle.marked().is_loaded() && !particle.is_loaded());
                assert_eq!((particle.marked().label(), particle.marked().unmarked()), (9, particle));
            }
        }
    }
}
