//! The passes of the resting solver for rough discs: those with masses, friction and spin.

use super::{Access, Domain, Pass, PassKind, pass};
use crate::slots::Slot;

pass!(
    FIND_ROUGH_CONTACTS,
    FindRoughContacts,
    "find_rough_contacts",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Atomic),
        (DisplacementsNext, Read),
        (Bodies, Read),
        (CellStarts, Read),
        (Sources, Read),
        (Contacts, Read),
        (ContactsNext, Write),
    ]
);
pass!(
    CARRY_TANGENTS,
    CarryTangents,
    "carry_tangents",
    Particles,
    [(Params, Uniform), (Sources, Read), (Contacts, Read), (ContactsNext, Read), (Tangents, Read), (TangentsNext, Write),]
);
pass!(
    START_ROUGH_CONTACTS,
    StartRoughContacts,
    "start_rough_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Tangents, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(
    STOP_AT_ROUGH_WALLS,
    StopAtRoughWalls,
    "stop_at_rough_walls",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Displacements, ReadWrite), (Bodies, ReadWrite),]
);
pass!(
    BOUNCE_OFF_ROUGH_WALLS,
    BounceOffRoughWalls,
    "bounce_off_rough_walls",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Displacements, ReadWrite), (Bodies, ReadWrite),]
);
pass!(
    REBOUND_AT_ROUGH_WALLS,
    ReboundAtRoughWalls,
    "rebound_at_rough_walls",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Displacements, ReadWrite), (Bodies, ReadWrite),]
);
pass!(
    PUSH_ROUGH_CONTACTS,
    PushRoughContacts,
    "push_rough_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, ReadWrite),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Tangents, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(
    ADVANCE_BODIES,
    AdvanceBodies,
    "advance_bodies",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite), (Bodies, ReadWrite),]
);
pass!(
    RELAX_ROUGH_CONTACTS,
    RelaxRoughContacts,
    "relax_rough_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Bodies, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Tangents, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
