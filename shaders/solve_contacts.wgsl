// One thread per particle. Gathers over the 3 runs of the 3×3 cells around it, in its level of the grid and in every coarser one,
// and over the cells that it reaches in finer ones, and pushes itself out of every particle it overlaps: Jacobi, all from the
// snapshot that the sort made. Each of two live particles takes half of the correction, a live one against a pinned one all of
// it. What of it the displacement cannot hold does not move the particle either: its place without its displacement is where the
// substep began. Where there are no links, walls come next (solve_walls), and it is done here.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> particles_next: array<Particle>;
@group(0) @binding(5) var<storage, read_write> displacements_next: array<vec2i>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn solve_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particles[i];
    if phase_of(particle.info) != LIVE {
        particles_next[i] = particle;
        displacements_next[i] = displacements[i];
        return;
    }
    let gathered = gathered_contacts(particle);
    var displacement = held(displacements[i] + gathered.correction, correction_is_held(gathered.correction));
    var next = with_touching(moved(particle, displacement - displacements[i]), gathered.touching);
    if params.walls_after_contacts != 0u {
        let correction = wall_correction(next);
        if any(correction != vec2i(0)) {
            next = held_inside(moved(next, correction));
            displacement = held(displacement + correction, false);
        }
    }
    particles_next[i] = next;
    displacements_next[i] = displacement;
}

struct Gathered {
    correction: vec2i,
    touching: u32,
}

// What is gathered the fast way.
struct Sums {
    correction: vec2i,
    touching: u32,
    coincident: u32,
}

// The fast way, right unless another particle has the same centre or a sum might not fit. The particle
// itself is one of its neighbours: at no distance, with a normal of zero.
fn gathered_contacts(particle: Particle) -> Gathered {
    let own_level = level_of(particle.info);
    var sums = Sums();
    // No loop where there is one level: software adapters do not unroll it.
    if LEVELS == 1u {
        gather_around(&sums, particle, 0u);
    } else {
        for (var level = 0u; level <= own_level; level++) {
            gather_around(&sums, particle, level);
        }
        for (var level = own_level + 1u; level < LEVELS; level++) {
            let reached = reached_cells(level, particle);
            for (var y = reached.low.y; y <= reached.high.y; y++) {
                for (var part = 0; part < first_run(1); part++) {
                    gather(&sums, particle, reached_run(level, reached, y, part));
                }
            }
        }
    }
    if sums.coincident > 1u || sums.touching - 1u > MOST_CONTACTS {
        return gathered_with_care(particle);
    }
    return Gathered(sums.correction, sums.touching - 1u);
}

fn gather_around(sums: ptr<function, Sums>, particle: Particle, level: u32) {
    let cell = cell_coords(level, particle.position);
    if FOLDED {
        for (var run = first_run(-1); run < first_run(2); run++) {
            gather(sums, particle, neighbour_run(level, cell, run).cells);
        }
        return;
    }
    // One loop over all three runs: lanes that have few in one and many in another do not wait for each other.
    let below = neighbour_run(level, cell, -1).cells;
    let beside = neighbour_run(level, cell, 0).cells;
    let above = neighbour_run(level, cell, 1).cells;
    let first = vec3u(cell_starts[below.x], cell_starts[beside.x], cell_starts[above.x]);
    let end = vec3u(cell_starts[below.y], cell_starts[beside.y], cell_starts[above.y]);
    let counts = end - first;
    let middle = counts.x + counts.y;
    let count = middle + counts.z;
    let radius = radius_of(particle.info);
    for (var k = 0u; k < count; k++) {
        let run_offset = select(select(first.z - middle, first.y - counts.x, k < middle), first.x, k < counts.x);
        gather_one(sums, particle, radius, particles[run_offset + k]);
    }
}

// From the particles in a run of cells.
fn gather(sums: ptr<function, Sums>, particle: Particle, cells: vec2u) {
    let radius = radius_of(particle.info);
    let end = cell_starts[cells.y];
    for (var j = cell_starts[cells.x]; j < end; j++) {
        gather_one(sums, particle, radius, particles[j]);
    }
}

fn gather_one(sums: ptr<function, Sums>, particle: Particle, radius: i32, other: Particle) {
    let offset = particle.position - other.position;
    let pair = contact(offset, radius + radius_of(other.info));
    (*sums).correction += select(vec2i(0), push(pair.penetration, pair.normal, other), pair.touches);
    (*sums).touching += select(0u, 1u, pair.touches);
    (*sums).coincident += select(0u, 1u, all(offset == vec2i(0)));
}

// As gathered_contacts, for any neighbours.
fn gathered_with_care(particle: Particle) -> Gathered {
    let own_level = level_of(particle.info);
    var sum = Correction();
    var touching = 0u;
    if LEVELS == 1u {
        touching = gather_around_with_care(&sum, particle, 0u);
    } else {
        for (var level = 0u; level <= own_level; level++) {
            touching += gather_around_with_care(&sum, particle, level);
        }
        for (var level = own_level + 1u; level < LEVELS; level++) {
            let reached = reached_cells(level, particle);
            for (var y = reached.low.y; y <= reached.high.y; y++) {
                for (var part = 0; part < first_run(1); part++) {
                    touching += gather_with_care(&sum, particle, reached_run(level, reached, y, part));
                }
            }
        }
    }
    return Gathered(correction_total(sum), touching);
}

fn gather_around_with_care(sum: ptr<function, Correction>, particle: Particle, level: u32) -> u32 {
    let cell = cell_coords(level, particle.position);
    var touching = 0u;
    for (var run = first_run(-1); run < first_run(2); run++) {
        touching += gather_with_care(sum, particle, neighbour_run(level, cell, run).cells);
    }
    return touching;
}

// From the particles in a run of cells; returns how many it touches.
fn gather_with_care(sum: ptr<function, Correction>, particle: Particle, cells: vec2u) -> u32 {
    let radius = radius_of(particle.info);
    let end = cell_starts[cells.y];
    var touching = 0u;
    for (var j = cell_starts[cells.x]; j < end; j++) {
        let other = particles[j];
        let offset = particle.position - other.position;
        let pair = contact(offset, radius + radius_of(other.info));
        if pair.touches && other.id != particle.id {
            let normal = select(pair.normal, coincident_normal(particle.id, other.id), all(offset == vec2i(0)));
            correction_add(sum, push(pair.penetration, normal, other));
            touching++;
        }
    }
    return touching;
}

// The correction by one other particle.
fn push(penetration: f32, normal: vec2f, other: Particle) -> vec2i {
    let share = select(1.0, 2.0, phase_of(other.info) == PINNED);
    let size = product(penetration, product(params.contact_gain, share));
    return vec2i(i32(product(normal.x, size)), i32(product(normal.y, size)));
}
