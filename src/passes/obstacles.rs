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
    MEET_OBSTACLES,
    MeetObstacles,
    "meet_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
pass!(
    BOUNCE_OFF_OBSTACLES,
    BounceOffObstacles,
    "bounce_off_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
pass!(
    STOP_AT_OBSTACLES,
    StopAtObstacles,
    "stop_at_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
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
pass!(
    BOUNCE_OFF_ROUGH_OBSTACLES,
    BounceOffRoughObstacles,
    "bounce_off_rough_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
pass!(
    MEET_ROUGH_OBSTACLES,
    MeetRoughObstacles,
    "meet_rough_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
pass!(
    STOP_AT_ROUGH_OBSTACLES,
    StopAtRoughObstacles,
    "stop_at_rough_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Counters, Atomic),
    ]
);
