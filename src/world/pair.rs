//! A pair of numbers that goes into a uniform block as a WGSL vector (an array would be padded there).

/// `[x, y]` for a [`Params`](super::params::Params) or [`Substep`](super::params::Substep) field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair<T>(pub [T; 2]);

impl<T> std::ops::Deref for Pair<T> {
    type Target = [T; 2];

    fn deref(&self) -> &[T; 2] {
        &self.0
    }
}

impl<T> AsRef<[T; 2]> for Pair<T> {
    fn as_ref(&self) -> &[T; 2] {
        &self.0
    }
}

impl<T> AsMut<[T; 2]> for Pair<T> {
    fn as_mut(&mut self) -> &mut [T; 2] {
        &mut self.0
    }
}

impl<T> From<[T; 2]> for Pair<T> {
    fn from(pair: [T; 2]) -> Self {
        Self(pair)
    }
}

encase::impl_vector!(2, Pair<u32>, u32; using AsRef AsMut From);
encase::impl_vector!(2, Pair<i32>, i32; using AsRef AsMut From);
