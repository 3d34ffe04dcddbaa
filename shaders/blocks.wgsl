// The order of a sweep over all contacts: Gauss-Seidel, each contact sees what those before it did. Cells are taken in blocks
// of 2×2, and blocks in four colours, like the squares of a board in two; no two blocks of a colour reach the same
// particle, so that the blocks of a colour are swept at the same time, each by one thread, and the result does
// not depend on threads. One dispatch is one colour of one level of the grid, the finest level first: it has the contacts of its discs
// with each other and with finer ones. Joined to the passes that bind the stage, with how the list of one particle is swept
// (lists.wgsl). Loops with much in them ask at their end whether they go on, see ARCHITECTURE.md. Twin: src/cpu/blocks.rs.

// How often this thread held a displacement to its range.
var<private> held_times: u32;

// Backwards everything is reversed but the order of levels and of chains: colours, cells of a block, slots of a cell, contacts of
// a particle.
fn sweep_block(index: u32, backwards: bool) {
    let level = select(LEVELS - 1u - (stage.index >> 2u), 0u, LEVELS == 1u);
    let colour = select(stage.index & 3u, 3u - (stage.index & 3u), backwards);
    let odd = vec2u(colour & 1u, colour >> 1u);
    let blocks = (((grid_size(level) + 1u) >> vec2u(1u)) + 1u - odd) >> vec2u(1u);
    if index >= blocks.x * blocks.y {
        return;
    }
    // Two cells of a row follow each other, so a block is two runs of slots.
    let cell = 2u * (2u * vec2u(index % blocks.x, index / blocks.x) + odd);
    let lower = block_run(level, cell);
    let upper = block_run(level, cell + vec2u(0u, 1u));
    let end_of_level = level_slots(level).y;
    let in_lower = lower.y - lower.x;
    let count = in_lower + upper.y - upper.x;
    var k = 0u;
    loop {
        if k < count {
            let place = select(k, count - 1u - k, backwards);
            let i = select(upper.x + place - in_lower, lower.x + place, place < in_lower);
            sweep_disc(i, end_of_level, backwards);
            k++;
        }
        if k >= count {
            break;
        }
    }
    if held_times > 0u {
        count_saturated(held_times);
    }
}

// The contacts that a disc owns with discs of its level, and then those with finer ones.
fn sweep_disc(i: u32, end_of_level: u32, backwards: bool) {
    if LEVELS > 1u && !READS_AHEAD {
        sweep_rows(i, end_of_level, backwards);
        return;
    }
    sweep_particle(i, end_of_level, backwards);
    if LEVELS > 1u {
        sweep_chain(i);
    }
}

// The contacts of a disc with finer ones, which own them.
fn sweep_chain(i: u32) {
    var row = chains[chain_of(i)];
    while row != NO_PARTNER {
        sweep_row(row);
        row = chains[link_of(row)];
    }
}

// As sweep_particle and sweep_chain, the rows of the disc and then those of its chain in one loop: software adapters go through each
// loop at least once.
fn sweep_rows(i: u32, end_of_level: u32, backwards: bool) {
    var own = rows_of(i, end_of_level);
    var chained = chains[chain_of(i)];
    loop {
        var row = chained;
        if own.x < own.y {
            row = select(own.x, own.y - 1u, backwards);
            own = select(vec2u(row + 1u, own.y), vec2u(own.x, row), backwards);
        } else if chained != NO_PARTNER {
            chained = chains[link_of(chained)];
        }
        if row != NO_PARTNER {
            sweep_row(row);
        }
        if own.x == own.y && chained == NO_PARTNER {
            break;
        }
    }
}

// The rows of a particle's list but those of partners on coarser levels, which come first: first and end.
fn rows_of(i: u32, end_of_level: u32) -> vec2u {
    let all = (i + 1u) * CONTACTS_PER_PARTICLE;
    var first = i * CONTACTS_PER_PARTICLE;
    if LEVELS > 1u {
        while first < all && partner_of(contacts[first]) >= end_of_level && partner_of(contacts[first]) != NO_PARTNER {
            first++;
        }
    }
    var end = first;
    while end < all && partner_of(contacts[end]) != NO_PARTNER {
        end++;
    }
    return vec2u(first, end);
}

// The slots of a cell of a level and of the one to its right: first and end.
fn block_run(level: u32, cell: vec2u) -> vec2u {
    let size = grid_size(level);
    if cell.y >= size.y {
        return vec2u(0u);
    }
    let first = cell_index(level, vec2i(cell));
    return vec2u(cell_starts[first], cell_starts[first + min(2u, size.x - cell.x)]);
}
