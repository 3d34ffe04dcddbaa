//! How shaders are built.

use crate::passes::PassKind;

/// How shaders are built.
#[derive(Clone, Debug, Default)]
pub struct GpuOptions {
    /// Build them with all of wgpu's runtime checks (bounds of every access, bounds of every loop).
    pub checked: bool,
    /// Changes to their text, to prove that a comparison catches them. What is changed is built with all checks.
    pub patches: Vec<ShaderPatch>,
}

/// A fault planted in a shader.
#[derive(Clone, Debug)]
pub struct ShaderPatch {
    /// The pass.
    pub pass: PassKind,
    /// Text to replace, everywhere in the joined source.
    pub from: String,
    /// What to put there.
    pub to: String,
}
