//! The passes that measure and compare; none is part of a substep, but digests while verifying.

use super::{Access, Domain, Pass, PassKind, pass};
use crate::slots::Slot;

pass!(
    MEASURE_OBSTACLES,
    MeasureObstacles,
    "measure_obstacles",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (CoverStarts, Read),
        (CoverRows, Read),
        (Facets, Read),
        (Poses, Read),
        (Measures, Atomic),
    ]
);
pass!(
    DIGEST_BODIES,
    DigestBodies,
    "digest_bodies",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Bodies, Read), (Digests, Atomic),]
);
pass!(
    MEASURE,
    Measure,
    "measure",
    Particles,
    [(Params, Uniform), (Particles, Read), (Displacements, Read), (CellStarts, Read), (Measures, Atomic),]
);
pass!(
    MEASURE_BODIES,
    MeasureBodies,
    "measure_bodies",
    Particles,
    [(Params, Uniform), (Particles, Read), (Displacements, Read), (Bodies, Read), (Measures, Atomic),]
);
pass!(
    DIGEST,
    Digest,
    "digest",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Displacements, Read), (Digests, Atomic),]
);
