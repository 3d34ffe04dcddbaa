// The number of a thread or of a tile in a dispatch that may use two dimensions (one holds 65,535 workgroups).

fn thread_index(id: vec3u, groups: vec3u) -> u32 {
    return id.y * groups.x * WORKGROUP_SIZE + id.x;
}

// The same in a sweep over blocks of cells.
fn block_index(id: vec3u, groups: vec3u) -> u32 {
    return id.y * groups.x * SWEEP_WORKGROUP + id.x;
}

// A place of workgroup memory that another thread writes. What is added is 0, which no compiler knows: those of Apple take a barrier for
// something that touches no workgroup memory, and leave out what a thread writes that it does not read itself (gfx-rs/wgpu#4500).
fn elsewhere(place: u32) -> u32 {
    return place ^ params.zero;
}

// Counts and starts of cells in vectors of four: those of all cells, of the overflow cell and at least one behind it, the end.
fn count_fours() -> u32 {
    return (params.cell_count + 5u) / 4u;
}

// The tile of a cell. Its length is a power of two.
fn tile_of(cell: u32) -> u32 {
    return cell >> firstTrailingBit(params.tile_length);
}

// The tile of a thread of a scan, of which SCAN_THREADS share one.
fn tile_index(group: vec3u, groups: vec3u, thread: u32) -> u32 {
    return (group.y * groups.x + group.x) * SCAN_TILES + thread / SCAN_THREADS;
}
