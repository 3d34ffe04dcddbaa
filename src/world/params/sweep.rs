//! Constants of the sweeps over contacts, see `docs/solver.md`.

/// Share of an overlap that the first sweep turns into speed (β).
pub const PUSH_RATE: f64 = 0.03;
/// The greatest such speed that a contact carries nothing against, in largest diameters a frame: so it does not go with the number of
/// substeps. Overlaps up to a quarter of a diameter stay below it with eight.
pub const PUSH_LIMIT: f64 = 1.0 / 16.0;
/// Impulse of a resting contact over its overlap, both in displacement units (k).
pub const STIFFNESS: f64 = 1.75;
/// Over-relaxation of the later sweeps.
pub const RELAX_GAIN: f64 = 1.2;
/// What a resting contact loses of its impulse in the first sweep makes up for the overlap: κ = β / 2k.
pub const IMPULSE_LEAK: f64 = PUSH_RATE / (2.0 * STIFFNESS);
/// Share of a deep overlap that is taken out of positions.
pub const PARTING_SHARE: f32 = 0.5;
/// Discs are parted that are slower than what gravity gives in so many substeps.
pub const PARTING_SUBSTEPS: f64 = 64.0;
/// A collision bounces if it is faster than what gravity gives in so many substeps.
pub const BOUNCE_SUBSTEPS: f64 = 8.0;

/// How deep discs may go into each other before they bounce, in smallest diameters. Where heaps lie less is better, since what is
/// pressed must not be pressed further to bounce later; a gas keeps its energy only with more.
pub fn deepest_bounce(gravity: [f64; 2]) -> f32 {
    if gravity == [0.0; 2] { 0.5 } else { 0.25 }
}
