// Obstacles as the passes see them: facets of outlines, and where moving ones are. Joined to the passes that bind facets.
// Twin: src/cpu/obstacle.rs; records: src/world/obstacles/facet.rs.

struct Facet {
    start: vec2i,   // steps: from the pivot of its mover, or in the world where it stays
    along: vec2f,   // unit vector to its end; zero for a lone point
    before: vec2f,  // unit vector of the edge that ends where this starts; zero where the start is no corner
    length: f32,    // steps
    radius: f32,    // steps
    outline: u32,
    mover: u32,
    roots: vec2f, // of its friction and restitution
}

struct Pose {
    translation: vec2i, // steps
    turn: vec2i,        // cosine and sine in 2^-31
    direction: vec2f,   // the same
}

// The rows in the places of a coarse cell, of what stays and behind them of what moves (src/world/obstacles/cover.rs): those with its
// names are its own. One list, for one loop: there are adapters that run the inside of every loop at least once.
struct NearRows {
    first: vec2u,
    name: vec2u,
    still_count: u32,
    count: u32,
}

fn near_rows(cell: vec2u) -> NearRows {
    let still = cover_place(cell, params.still_bits, params.still_shift);
    var first = vec2u(cover_starts[still], 0u);
    var count = vec2u(cover_starts[still + 1u] - first.x, 0u);
    if params.moving_bits > 0u {
        let moving = (1u << params.still_bits) + 1u + cover_place(cell, params.moving_bits, params.moving_shift);
        first.y = cover_starts[moving];
        count.y = cover_starts[moving + 1u] - first.y;
    }
    let names = vec2u(cell.x >> params.still_bits, cell.x >> params.moving_bits);
    return NearRows(first, vec2u(cell.y << NAME_BITS) | names, count.x, count.x + count.y);
}

// The place of a coarse cell in a table of the cover.
fn cover_place(cell: vec2u, bits: u32, shift: u32) -> u32 {
    return (cell.x + ((cell.y * shift) >> (32u - bits))) & ((1u << bits) - 1u);
}

// The facet of a row of a list, or NO_FACET where the row is another cell's.
fn facet_at(rows: NearRows, k: u32) -> u32 {
    let moving = k >= rows.still_count;
    let row = cover_rows[select(rows.first.x, rows.first.y - rows.still_count, moving) + k];
    return select(NO_FACET, row.y, row.x == select(rows.name.x, rows.name.y, moving));
}

// The coarse cell of a position: its rows list the facets that a disc there could touch, in the order of their numbers.
fn coarse_cell(position: vec2i) -> vec2u {
    return vec2u(world_cell(0u, position) >> vec2u(COARSENESS));
}

fn pose_of(mover: u32, which: u32) -> Pose {
    return poses[(substep.place * POSES + which) * params.mover_count + mover];
}

// A position in the frame of an obstacle.
fn seen_from(position: vec2i, pose: Pose) -> vec2i {
    let d = position - pose.translation;
    return vec2i(share_of(d.x, pose.turn.x) + share_of(d.y, pose.turn.y), share_of(d.y, pose.turn.x) - share_of(d.x, pose.turn.y));
}

// Where a place in the frame of an obstacle is in the world.
fn put(place: vec2i, pose: Pose) -> vec2i {
    let x = share_of(place.x, pose.turn.x) - share_of(place.y, pose.turn.y);
    return pose.translation + vec2i(x, share_of(place.x, pose.turn.y) + share_of(place.y, pose.turn.x));
}

// a · share / 2^31, to the nearest.
fn share_of(a: i32, share: i32) -> i32 {
    let size = i32(multiply_add_high(u32(abs(a)), u32(abs(share)) << 1u, 0x80000000u));
    return select(size, -size, (a < 0) != (share < 0));
}

// A vector turned by the angle of a direction.
fn turned(v: vec2f, direction: vec2f) -> vec2f {
    let x = whole(product(v.x, direction.x) - product(v.y, direction.y));
    return vec2f(x, whole(product(v.x, direction.y) + product(v.y, direction.x)));
}

fn floats_of(v: vec2i) -> vec2f {
    return vec2f(float_of(v.x), float_of(v.y));
}

fn both_whole(v: vec2f) -> vec2f {
    return vec2f(whole(v.x), whole(v.y));
}

fn left_of(v: vec2f) -> vec2f {
    return vec2f(-v.y, v.x);
}

fn along_of(a: vec2f, b: vec2f) -> f32 {
    return whole(product(a.x, b.x) + product(a.y, b.y));
}

// Whether the start of a facet can be touched as a corner.
fn has_corner(facet: Facet) -> bool {
    return facet.length == 0.0 || any(facet.before != vec2f(0.0));
}
