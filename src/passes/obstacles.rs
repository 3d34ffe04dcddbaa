//! The passes over obstacles.

use super::{Access, Domain, Pass, PassKind, pass};
use crate::slots::Slot;

pass!(
    LEAVE_OBSTACLES,
    LeaveObstacles,
    "leave_obstacles",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, ReadWrite), (CoverStarts, Read), (CoverRows, Read), (Facets, Read), (Poses, Read),]
);
pass!(
    SOLVE_OBSTACLES,
    SolveObstacles,
    "solve_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, ReadWrite),
        (Displacements, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);

/// Declares a pass that stops discs at obstacles: they all bind the same, and those of rough discs bodies as well.
macro_rules! stop {
    ($constant:ident, $kind:ident, $name:literal $(, $bodies:tt)?) => {
        pass!(
            $constant,
            $kind,
            $name,
            Particles,
            [
                (Params, Uniform),
                (Substep, Uniform),
                (Particles, Read),
                (Displacements, ReadWrite),
                $($bodies,)?
                (CoverStarts, Read),
                (CoverRows, Read),
                (Facets, Read),
                (Poses, Read),
                (Counters, Atomic),
            ]
        );
    };
}

stop!(BOUNCE_OFF_OBSTACLES, BounceOffObstacles, "bounce_off_obstacles");
stop!(MEET_OBSTACLES, MeetObstacles, "meet_obstacles");
stop!(STOP_AT_OBSTACLES, StopAtObstacles, "stop_at_obstacles");
stop!(BOUNCE_OFF_ROUGH_OBSTACLES, BounceOffRoughObstacles, "bounce_off_rough_obstacles", (Bodies, ReadWrite));
stop!(MEET_ROUGH_OBSTACLES, MeetRoughObstacles, "meet_rough_obstacles", (Bodies, ReadWrite));
stop!(STOP_AT_ROUGH_OBSTACLES, StopAtRoughObstacles, "stop_at_rough_obstacles", (Bodies, ReadWrite));
