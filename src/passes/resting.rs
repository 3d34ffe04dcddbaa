//! The passes of the resting solver, but for those that only rough discs have.

use super::{Access, Domain, Pass, PassKind, pass};
use crate::slots::Slot;

pass!(
    ACCELERATE,
    Accelerate,
    "accelerate",
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
    FIND_CONTACTS,
    FindContacts,
    "find_contacts",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Atomic),
        (DisplacementsNext, Read),
        (CellStarts, Read),
        (Sources, Read),
        (Contacts, Read),
        (ContactsNext, Write),
    ]
);
pass!(
    CHAIN_CONTACTS,
    ChainContacts,
    "chain_contacts",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (CellStarts, Read), (Contacts, Read), (Chains, Write),]
);
pass!(
    CARRY_CONTACTS,
    CarryContacts,
    "carry_contacts",
    Particles,
    [(Params, Uniform), (Sources, Read), (Targets, Read), (Contacts, Read), (ContactsNext, Write),]
);
pass!(
    CARRY_LINKS,
    CarryLinks,
    "carry_links",
    Links,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (LinkStage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Slots, Read),
        (LinkRows, ReadWrite),
        (Joints, ReadWrite),
        (Counters, Atomic),
    ]
);
pass!(
    PUSH_LINKS,
    PushLinks,
    "push_links",
    Links,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (LinkStage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Slots, Read),
        (LinkRows, Read),
        (Joints, ReadWrite),
        (Counters, Atomic),
    ]
);
pass!(
    RELAX_LINKS,
    RelaxLinks,
    "relax_links",
    Links,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (LinkStage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (Slots, Read),
        (LinkRows, Read),
        (Joints, ReadWrite),
        (Counters, Atomic),
    ]
);
pass!(STOP_AT_WALLS, StopAtWalls, "stop_at_walls", Particles, [(Params, Uniform), (Particles, Read), (Displacements, ReadWrite),]);
pass!(
    BOUNCE_OFF_WALLS,
    BounceOffWalls,
    "bounce_off_walls",
    Particles,
    [(Params, Uniform), (Substep, Uniform), (Particles, Read), (Displacements, ReadWrite),]
);
pass!(REBOUND_AT_WALLS, ReboundAtWalls, "rebound_at_walls", Particles, [(Params, Uniform), (Particles, Read), (Displacements, ReadWrite),]);
pass!(
    MARK_LOADED,
    MarkLoaded,
    "mark_loaded",
    Particles,
    [(Params, Uniform), (Particles, ReadWrite), (Displacements, Read), (DisplacementsNext, Read), (Sources, Read),]
);
pass!(
    PUSH_CONTACTS,
    PushContacts,
    "push_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, ReadWrite),
        (Displacements, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
pass!(ADVANCE, Advance, "advance", Particles, [(Params, Uniform), (Substep, Uniform), (Particles, ReadWrite), (Displacements, ReadWrite),]);
pass!(
    RELAX_CONTACTS,
    RelaxContacts,
    "relax_contacts",
    Blocks,
    [
        (Params, Uniform),
        (Substep, Uniform),
        (Stage, Uniform),
        (Particles, Read),
        (Displacements, ReadWrite),
        (CellStarts, Read),
        (Contacts, ReadWrite),
        (Chains, Read),
        (Counters, Atomic),
    ]
);
