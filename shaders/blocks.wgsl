// The order of a sweep over all contacts: Gauss-Seidel, each contact sees what those before it did. Cells are taken in blocks
// of 2×2, and blocks in four colours, like the squares of a board in two; no two blocks of a colour reach the same
// particle, so that the blocks of a colour are swept at the same time, each by one thread, and the result does
// not depend on threads. One dispatch is one colour. Joined to the passes that bind the stage, with what one particle's
// contacts do (sweep_particle). Twin: src/cpu/sweep.rs.

// How often this thread held a displacement to its range.
var<private> held_times: u32;

// Backwards everything is reversed: colours, cells of a block, slots of a cell, contacts of a particle.
fn sweep_block(index: u32, backwards: bool) {
    let colour = select(stage.index, 3u - stage.index, backwards);
    let odd = vec2u(colour & 1u, colour >> 1u);
    let blocks = (((params.grid_size + 1u) >> vec2u(1u)) + 1u - odd) >> vec2u(1u);
    if index >= blocks.x * blocks.y {
        return;
    }
    // Two cells of a row follow each other, so a block is two runs of slots.
    let cell = 2u * (2u * vec2u(index % blocks.x, index / blocks.x) + odd);
    let lower = block_run(cell);
    let upper = block_run(cell + vec2u(0u, 1u));
    let in_lower = lower.y - lower.x;
    let count = in_lower + upper.y - upper.x;
    for (var k = 0u; k < count; k++) {
        let place = select(k, count - 1u - k, backwards);
        sweep_particle(select(upper.x + place - in_lower, lower.x + place, place < in_lower), backwards);
    }
    if held_times > 0u {
        count_saturated(held_times);
    }
}

// The slots of a cell and of the one to its right: first and end.
fn block_run(cell: vec2u) -> vec2u {
    if cell.y >= params.grid_size.y {
        return vec2u(0u);
    }
    let first = cell_index(vec2i(cell));
    return vec2u(cell_starts[first], cell_starts[first + min(2u, params.grid_size.x - cell.x)]);
}
