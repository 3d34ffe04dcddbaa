//! The values of one dispatch of a pass that has several in a substep.

use encase::ShaderType;

use crate::world::pair::Pair;

/// Which of the dispatches of one pass this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ShaderType)]
pub struct Stage {
    /// From 0 to one less than the pass has.
    pub index: u32,
}

/// Which links one dispatch of a pass over links takes: first and count, as the substep has it or turned round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ShaderType)]
pub struct LinkStage {
    /// In even substeps when pushing, in odd ones when relaxing.
    pub ahead: Pair<u32>,
    /// In the other substeps.
    pub reversed: Pair<u32>,
}

impl LinkStage {
    /// Most threads that the dispatch takes.
    pub fn threads(&self) -> u32 {
        self.ahead[1].max(self.reversed[1])
    }
}
