//! Convex hulls and convex parts: of random points and outlines, and of every degenerate input that ever broke one.

mod decomposition;
mod planar;
mod spatial;
mod spatial_traps;
mod support;
