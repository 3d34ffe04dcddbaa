//! The keys of the links inside a shape.

use super::super::error::SceneError;
use super::super::values::{Optional, or};
use super::Check;
use crate::world::spec::LinkSpec;

/// What a shape says about its links.
pub struct Links<'a> {
    pub stiffness: &'a Optional<f64>,
    pub compliance: &'a Optional<f64>,
    /// In rest lengths.
    pub break_length: &'a Optional<f64>,
}

impl Links<'_> {
    pub fn check(&self, check: &Check<'_>) -> Result<(), SceneError> {
        check.elasticity(self.stiffness, self.compliance)?;
        match self.break_length {
            Some(key) => check.require(key, *key.get_ref() > 1.0 && *key.get_ref() <= 1e6, "above 1, up to 1e6, in rest lengths"),
            None => Ok(()),
        }
    }

    /// One of them.
    pub fn spec(&self, ends: [u32; 2], rest_length: f64) -> LinkSpec {
        let break_length = self.break_length.as_ref().map(|key| key.get_ref() * rest_length);
        LinkSpec { ends, rest_length, stiffness: or(self.stiffness, 1.0), compliance: or(self.compliance, 0.0), break_length }
    }
}
