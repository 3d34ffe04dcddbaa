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
}

struct Pose {
    translation: vec2i, // steps
    turn: vec2i,        // cosine and sine in 2^-31
    direction: vec2f,   // the same
}

// The rows that a coarse cell may have in a table of the cover (src/world/obstacles/cover.rs): those with its name.
struct CoverRun {
    row: u32,
    end: u32,
    name: u32,
}

// Tables of the cover: of what stays, and of what moves where anything does.
fn table_count() -> u32 {
    return select(1u, 2u, params.moving_bits > 0u);
}

fn cover_run(cell: vec2u, table: u32) -> CoverRun {
    let moving = table == 1u;
    let bits = select(params.still_bits, params.moving_bits, moving);
    let shift = select(params.still_shift, params.moving_shift, moving);
    let first = select(0u, (1u << params.still_bits) + 1u, moving);
    let place = first + ((cell.x + ((cell.y * shift) >> (32u - bits))) & ((1u << bits) - 1u));
    return CoverRun(cover_starts[place], cover_starts[place + 1u], (cell.y << NAME_BITS) | (cell.x >> bits));
}

// The coarse cell of a position: its rows list the facets that a disc there could touch.
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

// a · share / 2^31, to the nearest.
fn share_of(a: i32, share: i32) -> i32 {
    let size = i32(multiply_add_high(u32(abs(a)), u32(abs(share)) << 1u, 0x80000000u));
    return select(size, -size, (a < 0) != (share < 0));
}

// A vector turned by the angle of a direction.
fn turned(v: vec2f, direction: vec2f) -> vec2f {
    let x = product(v.x, direction.x) - product(v.y, direction.y);
    return vec2f(x, product(v.x, direction.y) + product(v.y, direction.x));
}

fn along_of(a: vec2f, b: vec2f) -> f32 {
    return product(a.x, b.x) + product(a.y, b.y);
}

// Whether the start of a facet can be touched as a corner.
fn has_corner(facet: Facet) -> bool {
    return facet.length == 0.0 || any(facet.before != vec2f(0.0));
}
