// Everything that knows that the world has two dimensions: the particle record, its motion, cells
// and neighbour runs. Twin: src/cpu/dim2.rs; layouts: src/world/particle.rs, src/world/links.rs.
// The constants in capitals come from Rust (src/shaders.rs).

struct Particle {
    position: vec2i, // steps from the corner of the grid
    info: u32,       // radius - 1: bits 0-18, fraction of x, y: 19-22, 23-26, touching: 27-29, phase: 30-31
    id: u32,
}

struct LinkRow {
    partner: u32,      // id
    rest_length: f32,  // steps
    elasticity: f32,   // plain: displacement units per step; resting: displacement units per impulse
    break_length: f32, // steps
}

struct Joint {
    id: u32,           // of the first end
    impulse: f32,      // displacement units; pushes apart
    last_impulse: f32, // at the end of the last substep
    mean_impulse: f32, // over the last substeps
    inverse_masses: vec2f, // of both ends
}

struct ContactRow {
    partner: u32,  // slot
    impulse: f32,  // displacement units
}

fn phase_of(info: u32) -> u32 {
    return info >> PHASE_SHIFT;
}

fn radius_of(info: u32) -> i32 {
    return i32(info & RADIUS_MASK) + 1;
}

fn touching_of(info: u32) -> u32 {
    return (info >> TOUCHING_SHIFT) & MAX_TOUCHING;
}

fn with_phase(particle: Particle, phase: u32) -> Particle {
    return Particle(particle.position, (particle.info & ~(3u << PHASE_SHIFT)) | (phase << PHASE_SHIFT), particle.id);
}

fn with_touching(particle: Particle, count: u32) -> Particle {
    let touching = min(count, MAX_TOUCHING) << TOUCHING_SHIFT;
    return Particle(particle.position, (particle.info & ~(MAX_TOUCHING << TOUCHING_SHIFT)) | touching, particle.id);
}

// The particle moved by a displacement; the fraction of a step is carried.
fn moved(particle: Particle, by: vec2i) -> Particle {
    let fine = vec2i((vec2u(particle.info) >> FRACTION_SHIFT) & vec2u(FRACTION_MASK)) + by;
    let fraction = vec2u(fine & vec2i(i32(FRACTION_MASK))) << FRACTION_SHIFT;
    let kept = particle.info & ~((FRACTION_MASK << FRACTION_SHIFT.x) | (FRACTION_MASK << FRACTION_SHIFT.y));
    return Particle(particle.position + (fine >> vec2u(FRACTION_BITS)), kept | fraction.x | fraction.y, particle.id);
}

// A displacement held to the range that fits.
fn saturated(displacement: vec2i) -> vec2i {
    return clamp(displacement, vec2i(-MAX_DISPLACEMENT), vec2i(MAX_DISPLACEMENT));
}

// A sum of corrections in 64 bits, so that no crowd is too dense for it. Integers: the order of the terms is free.
struct Correction {
    low: vec2u,
    high: vec2i,
}

fn correction_add(sum: ptr<function, Correction>, term: vec2i) {
    (*sum).low += vec2u(term);
    (*sum).high += (term >> vec2u(31u)) + select(vec2i(0), vec2i(1), (*sum).low < vec2u(term));
}

// The sum, held to the range of a displacement.
fn correction_total(sum: Correction) -> vec2i {
    let low = vec2i(sum.low);
    let fits = sum.high == (low >> vec2u(31u));
    let held = select(vec2i(MAX_DISPLACEMENT), vec2i(-MAX_DISPLACEMENT), sum.high < vec2i(0));
    return select(held, saturated(low), fits);
}

// Whether a total is at the end of its range, and so counts as held.
fn correction_is_held(total: vec2i) -> bool {
    return any(abs(total) == vec2i(MAX_DISPLACEMENT));
}

// Which of the lower sides (left, bottom) and of the upper sides (right, top) have a wall.
fn low_walls() -> vec2<bool> {
    return vec2<bool>((params.walls & WALL_LEFT) != 0u, (params.walls & WALL_BOTTOM) != 0u);
}

fn high_walls() -> vec2<bool> {
    return vec2<bool>((params.walls & WALL_RIGHT) != 0u, (params.walls & WALL_TOP) != 0u);
}

// The cell of the world that a position is in; outside the grid, the nearest cell of its border. Two particles within a
// cell's edge of each other stay in neighbouring cells, so that no contact outside the grid is missed.
fn world_cell(position: vec2i) -> vec2i {
    return clamp(position >> vec2u(params.cell_bits), vec2i(0), (params.grid_extent >> vec2u(params.cell_bits)) - 1);
}

// Where the grid has that cell. A grid that is folded (src/world/fold.rs) has several far from each other in one place.
fn cell_coords(position: vec2i) -> vec2i {
    let cell = world_cell(position);
    if !FOLDED {
        return cell;
    }
    let size = vec2i(params.grid_size);
    return vec2i(cell.x + (cell.y >> params.fold_bits) * params.fold_shift, cell.y) & (size - 1);
}

fn cell_index(cell: vec2i) -> u32 {
    return u32(cell.y) * params.grid_size.x + u32(cell.x);
}

// The particles of the three cells of a row (-1, 0 or 1) around a cell follow each other: a run. In a folded grid a row goes on
// at its other end, so that there are two runs, the left one first.
struct Run {
    cells: vec2u, // first and end; empty outside the grid
    side: i32,    // -1 where its cells come before the own one, row by row, 1 where they come after; 0 where it is among them
}

// The numbers of the runs of a row are (row << 1) and the next where the grid is folded, else row.
fn first_run(row: i32) -> i32 {
    return select(row, row << 1u, FOLDED);
}

fn neighbour_run(cell: vec2i, run: i32) -> Run {
    if FOLDED {
        return folded_run(cell, run >> 1u, run & 1);
    }
    let y = cell.y + run;
    if y < 0 || y >= i32(params.grid_size.y) {
        return Run(vec2u(0u), run);
    }
    let first = cell_index(vec2i(max(cell.x - 1, 0), y));
    let last = cell_index(vec2i(min(cell.x + 1, i32(params.grid_size.x) - 1), y));
    return Run(vec2u(first, last + 1u), run);
}

fn folded_run(cell: vec2i, row: i32, part: i32) -> Run {
    let size = vec2i(params.grid_size);
    let y = cell.y + row;
    let x = (cell.x + (y >> params.fold_bits) * params.fold_shift) & (size.x - 1);
    let own = select(0, 1, x == 0);
    let side = select(sign(part - own), row, row != 0);
    var first = (x - 1) & (size.x - 1);
    var end = select(min(x + 2, size.x), size.x, x == 0);
    if part == 1 {
        first = 0;
        end = select(select(0, 1, x == size.x - 1), 2, x == 0);
    }
    let row_start = cell_index(vec2i(0, y & (size.y - 1)));
    return Run(vec2u(row_start) + vec2u(vec2i(first, end)), side);
}

// The cell to sort a particle into: its own, or the overflow cell behind the last.
fn sort_cell(particle: Particle) -> u32 {
    return select(cell_index(cell_coords(particle.position)), params.cell_count, phase_of(particle.info) >= UNBORN);
}
