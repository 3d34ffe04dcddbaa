//! The passes of the plain solver.

use super::{Access, Domain, Pass, PassKind, pass};
use crate::slots::Slot;

pass!(
    INTEGRATE,
    Integrate,
    "integrate",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, ReadWrite),
        (Displacements, ReadWrite),
        (Births, Read),
        (Counters, Atomic),
        (CellCounts, Atomic),
        (Ranks, Write),
    ]
);
pass!(
    SOLVE_CONTACTS,
    SolveContacts,
    "solve_contacts",
    Particles,
    [(Params, Uniform), (Particles, Read), (CellStarts, Read), (ParticlesNext, Write), (Displacements, ReadWrite), (Counters, Atomic),]
);
pass!(
    SOLVE_AND_INTEGRATE,
    SolveAndIntegrate,
    "solve_and_integrate",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (CellStarts, Read),
        (Births, Read),
        (ParticlesNext, Write),
        (Displacements, ReadWrite),
        (Counters, Atomic),
        (CellCounts, Atomic),
        (Ranks, Write),
        (TileTotals, Atomic),
    ]
);
pass!(
    SOLVE_LINKS,
    SolveLinks,
    "solve_links",
    Particles,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Particles, Read),
        (Displacements, Read),
        (Slots, Read),
        (LinkStarts, Read),
        (LinkRows, ReadWrite),
        (ParticlesNext, Write),
        (DisplacementsNext, Write),
        (Counters, Atomic),
    ]
);
pass!(
    SOLVE_WALLS,
    SolveWalls,
    "solve_walls",
    Particles,
    [(Params, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite), (Counters, Atomic),]
);
