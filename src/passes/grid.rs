//! The passes that sort particles into the grid.

use super::{Access, Domain, Pass, PassKind, pass};
use crate::slots::Slot;

pass!(GRID_COUNT, GridCount, "grid_count", Particles, [(Params, Uniform), (Particles, Read), (CellCounts, Atomic), (Ranks, Write),]);
pass!(GRID_SCAN_TILES, GridScanTiles, "grid_scan_tiles", Tiles, [(Params, Uniform), (CellCounts, Read), (TileTotals, Write),]);
pass!(GRID_SCAN, GridScan, "grid_scan", Tiles, [(Params, Uniform), (CellCounts, ReadWrite), (TileTotals, Read), (CellStarts, Write),]);
pass!(
    GRID_SCATTER,
    GridScatter,
    "grid_scatter",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Read),
        (Ranks, Read),
        (CellStarts, Read),
        (ParticlesNext, Write),
        (DisplacementsNext, Write),
        (Slots, Write),
    ]
);
pass!(
    GRID_PLACE,
    GridPlace,
    "grid_place",
    Particles,
    [(Params, Uniform), (Particles, Read), (Ranks, Read), (CellStarts, Read), (Order, Write),]
);
pass!(
    GRID_SORT,
    GridSort,
    "grid_sort",
    Particles,
    [
        (Params, Uniform),
        (Particles, Read),
        (Displacements, Read),
        (Order, Read),
        (CellStarts, Read),
        (ParticlesNext, Write),
        (DisplacementsNext, Write),
        (Sources, Write),
        (Targets, Write),
    ]
);
pass!(FIND_SLOTS, FindSlots, "find_slots", Particles, [(Params, Uniform), (Particles, Read), (Slots, Write),]);
pass!(SORT_BODIES, SortBodies, "sort_bodies", Particles, [(Params, Uniform), (Sources, Read), (Bodies, Read), (BodiesNext, Write),]);
