// Which contacts of discs of finer levels a disc is the partner in: a chain through the rows of their lists. Joined to the passes
// that bind chains. Twin: src/cpu/chains.rs.

// Where the first row of a disc's chain stands.
fn chain_of(i: u32) -> u32 {
    return i * (CONTACTS_PER_PARTICLE + 1u);
}

// Where the row after one in its chain stands.
fn link_of(row: u32) -> u32 {
    return row + row / CONTACTS_PER_PARTICLE + 1u;
}

// The slots of the discs of a level: first and end.
fn level_slots(level: u32) -> vec2u {
    if LEVELS == 1u {
        return vec2u(0u, NO_PARTNER);
    }
    let size = grid_size(level);
    return vec2u(cell_starts[first_cell(level)], cell_starts[first_cell(level) + size.x * size.y]);
}
