// Everything that knows that the world has two dimensions: the particle record, its motion, cells
// and neighbour runs. Twin: src/cpu/dim2.rs; layouts: src/world/particle.rs, src/world/links.rs.
// The constants in capitals come from Rust (src/shaders.rs).

struct Particle {
    position: vec2i, // steps from the corner of the grid
    info: u32,       // radius - 1: bits 0-18, fraction of x, y: 19-22, 23-26, touching: 27-29, phase: 30-31
    id: u32,         // with LOADED: bit 31, from mark_loaded to the motion of a substep
}

// A particle and its displacement.
struct Moving {
    particle: Particle,
    displacement: vec2i, // displacement units
}

// Stored particles are read and written as one vector each: software adapters would else go through all lanes once a member.
fn particle_of(words: vec4i) -> Particle {
    return Particle(words.xy, u32(words.z), u32(words.w));
}

fn words_of(particle: Particle) -> vec4i {
    return vec4i(particle.position, i32(particle.info), i32(particle.id));
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

// Stored contacts, too.
fn contact_of(words: vec2u) -> ContactRow {
    return ContactRow(words.x, bitcast<f32>(words.y));
}

fn words_of_contact(row: ContactRow) -> vec2u {
    return vec2u(row.partner, bitcast<u32>(row.impulse));
}

fn partner_of(words: vec2u) -> u32 {
    return words.x;
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

fn label_of(particle: Particle) -> u32 {
    return particle.id & ~LOADED;
}

fn is_loaded(particle: Particle) -> bool {
    return (particle.id & LOADED) != 0u;
}

fn marked(particle: Particle) -> Particle {
    return Particle(particle.position, particle.info, particle.id | LOADED);
}

fn unmarked(particle: Particle) -> Particle {
    return Particle(particle.position, particle.info, label_of(particle));
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

// The number of the level of the grid (src/world/levels.rs) that a particle is in: 0 has the cells that the largest disc needs,
// each further one cells of half the edge.
fn level_of(info: u32) -> u32 {
    let radius_bits = 32u - countLeadingZeros(info & RADIUS_MASK);
    return select(min(max(params.cell_bits, 1u + radius_bits) - 1u - radius_bits, LEVELS - 1u), 0u, LEVELS == 1u);
}

// Columns and rows of a level.
fn grid_size(level: u32) -> vec2u {
    return params.grid_size << vec2u(level);
}

// The number of the first cell of a level: behind those of all finer ones.
fn first_cell(level: u32) -> u32 {
    return params.grid_size.x * params.grid_size.y * (((1u << (2u * LEVELS)) - (4u << (2u * level))) / 3u);
}

// The cell of the world that a position is in; outside the grid, the nearest cell of its border. Two particles within a
// cell's edge of each other stay in neighbouring cells, so that no contact outside the grid is missed.
fn world_cell(level: u32, position: vec2i) -> vec2i {
    let cell_bits = vec2u(params.cell_bits - level);
    return clamp(position >> cell_bits, vec2i(0), (params.grid_extent >> cell_bits) - 1);
}

// Where the grid has that cell. A grid that is folded (src/world/fold.rs) has several far from each other in one place.
fn cell_coords(level: u32, position: vec2i) -> vec2i {
    let cell = world_cell(level, position);
    if !FOLDED {
        return cell;
    }
    return vec2i(folded_column(level, cell), cell.y & (vec2i(grid_size(level)).y - 1));
}

// The column of a folded grid that has a cell of the world.
fn folded_column(level: u32, cell: vec2i) -> i32 {
    let shift = params.fold_shift << level;
    return (cell.x + (cell.y >> (params.fold_bits + level)) * shift) & (vec2i(grid_size(level)).x - 1);
}

fn cell_index(level: u32, cell: vec2i) -> u32 {
    return first_cell(level) + u32(cell.y) * grid_size(level).x + u32(cell.x);
}

// The particles of the three cells of a row (-1, 0 or 1) around a cell follow each other: a run. In a folded grid a row goes on
// at its other end, so that there are two runs, the left one first.
struct Run {
    cells: vec2u, // first and end; empty outside the grid
    side: i32,    // -1 where its cells come before the own one, row by row, 1 where they come after; 0 where it is among them
}

// Three runs of slots as one: threads that have few in one run and many in another do not wait for each other.
struct Runs {
    ends: vec2u,    // where the numbers of the first and of the second run end
    offsets: vec3u, // from numbers to slots
    count: u32,
}

// None where a run ends before it begins, and no more than all particles: where a grid is wrong, the loop over it ends soon.
fn runs_of(first: vec3u, ends: vec3u) -> Runs {
    let counts = max(ends, first) - first;
    let middle = counts.x + counts.y;
    let count = min(middle + counts.z, params.particle_count);
    return Runs(vec2u(counts.x, middle), vec3u(first.x, first.y - counts.x, first.z - middle), count);
}

fn slot_in(runs: Runs, number: u32) -> u32 {
    return number + select(select(runs.offsets.z, runs.offsets.y, number < runs.ends.y), runs.offsets.x, number < runs.ends.x);
}

// The numbers of the runs of a row are (row << 1) and the next where the grid is folded, else row.
fn first_run(row: i32) -> i32 {
    return select(row, row << 1u, FOLDED);
}

fn neighbour_run(level: u32, cell: vec2i, run: i32) -> Run {
    if FOLDED {
        return folded_run(level, cell, run >> 1u, run & 1);
    }
    let size = vec2i(grid_size(level));
    let y = cell.y + run;
    if y < 0 || y >= size.y {
        return Run(vec2u(0u), run);
    }
    let first = cell_index(level, vec2i(max(cell.x - 1, 0), y));
    let last = cell_index(level, vec2i(min(cell.x + 1, size.x - 1), y));
    return Run(vec2u(first, last + 1u), run);
}

fn folded_run(level: u32, cell: vec2i, row: i32, part: i32) -> Run {
    let size = vec2i(grid_size(level));
    let y = cell.y + row;
    let x = folded_column(level, vec2i(cell.x, y));
    let own = select(0, 1, x == 0);
    let side = select(sign(part - own), row, row != 0);
    var first = (x - 1) & (size.x - 1);
    var end = select(min(x + 2, size.x), size.x, x == 0);
    if part == 1 {
        first = 0;
        end = select(select(0, 1, x == size.x - 1), 2, x == 0);
    }
    let row_start = cell_index(level, vec2i(0, y & (size.y - 1)));
    return Run(vec2u(row_start) + vec2u(vec2i(first, end)), side);
}

// The cells of a level in which discs may touch a particle: the lowest and the highest, of the world.
struct Reached {
    low: vec2i,
    high: vec2i,
}

fn reached_cells(level: u32, particle: Particle) -> Reached {
    let inside = clamp(particle.position, vec2i(0), params.grid_extent);
    return reached_from(level, inside, inside, radius_of(particle.info));
}

// The same for particles of a radius anywhere between two positions of the world.
fn reached_from(level: u32, low: vec2i, high: vec2i, radius: i32) -> Reached {
    let reach = radius + i32((1u << (params.cell_bits - level)) >> 1u);
    return Reached(world_cell(level, low - reach), world_cell(level, high + reach));
}

// Of a row of them, first and end of a run: there are first_run(1) runs.
fn reached_run(level: u32, reached: Reached, y: i32, part: i32) -> vec2u {
    let count = reached.high.x - reached.low.x + 1;
    if !FOLDED {
        let first = cell_index(level, vec2i(reached.low.x, y));
        return vec2u(first, first + u32(count));
    }
    let size = vec2i(grid_size(level));
    let x = folded_column(level, vec2i(reached.low.x, y));
    let row_start = cell_index(level, vec2i(0, y & (size.y - 1)));
    let columns = select(vec2i(x, min(x + count, size.x)), vec2i(0, max(x + count - size.x, 0)), part == 1);
    return vec2u(row_start) + vec2u(columns);
}

// Where a particle looks for others in a level that is not finer than its own.
struct Around {
    cell: vec2i,       // its own, in the grid
    world_cell: vec2i, // and in the world
    reached: Reached,  // in its row, the one below and the one above: it is no larger than a cell
}

fn cells_around(level: u32, particle: Particle) -> Around {
    return Around(cell_coords(level, particle.position), world_cell(level, particle.position), reached_cells(level, particle));
}

// The run with a number, as of neighbour_run, around a particle. Where the grid has several levels it leaves out the cells around its own
// that it does not reach: of coarser levels a third to five ninths.
fn run_around(level: u32, around: Around, number: i32) -> Run {
    if LEVELS == 1u {
        return neighbour_run(level, around.cell, number);
    }
    let part = select(0, number & 1, FOLDED);
    let row = select(number, number >> 1u, FOLDED);
    let y = around.world_cell.y + row;
    let is_reached = y >= around.reached.low.y && y <= around.reached.high.y;
    let cells = select(vec2u(0u), reached_run(level, around.reached, y, part), is_reached);
    if !FOLDED || row != 0 {
        return Run(cells, row);
    }
    let own = select(0, 1, around.cell.x < folded_column(level, vec2i(around.reached.low.x, y)));
    return Run(cells, sign(part - own));
}

// The cell to sort a particle into: its own, or the overflow cell behind the last.
fn sort_cell(particle: Particle) -> u32 {
    let level = level_of(particle.info);
    return select(cell_index(level, cell_coords(level, particle.position)), params.cell_count, phase_of(particle.info) >= UNBORN);
}
