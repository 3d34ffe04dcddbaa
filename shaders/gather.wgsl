// Contacts of the plain solver. Gathers over the 3 runs of the 3×3 cells around a particle, in its level of the grid and in every
// coarser one, and over the cells that it reaches in finer ones, and pushes it out of every particle it overlaps: Jacobi, all from
// the snapshot that the sort made. Each of two live particles takes half of the correction, a live one against a pinned one all of
// it. What of it the displacement cannot hold does not move the particle either: its place without its displacement is where the
// substep began. Where there are no links, walls come next (solve_walls), and it is done here. Joined to the passes that solve
// contacts so. Twin: src/cpu/solve_contacts.rs.

// A particle after its contacts.
fn solved(i: u32) -> Moving {
    let particle = particle_of(particles[i]);
    let before = displacements[i];
    if phase_of(particle.info) != LIVE {
        return Moving(particle, before);
    }
    let gathered = gathered_contacts(i, particle);
    var displacement = held(before + gathered.correction, correction_is_held(gathered.correction));
    var next = with_touching(moved(particle, displacement - before), gathered.touching);
    if params.walls_after_contacts != 0u {
        let correction = wall_correction(next);
        if any(correction != vec2i(0)) {
            next = held_inside(moved(next, correction));
            displacement = held(displacement + correction, false);
        }
    }
    return Moving(next, displacement);
}

struct Gathered {
    correction: vec2i,
    touching: u32,
}

fn gathered_contacts(i: u32, particle: Particle) -> Gathered {
    let own_level = level_of(particle.info);
    var sum = Correction();
    var touching = 0u;
    // No loop where there is one level: software adapters do not unroll it.
    if LEVELS == 1u {
        gather_around(&sum, &touching, i, particle, 0u);
    } else {
        for (var level = 0u; level <= own_level; level++) {
            gather_around(&sum, &touching, i, particle, level);
        }
        for (var level = own_level + 1u; level < LEVELS; level++) {
            let reached = reached_cells(level, particle);
            for (var y = reached.low.y; y <= reached.high.y; y++) {
                for (var part = 0; part < first_run(1); part++) {
                    gather_run(&sum, &touching, particle, reached_run(level, reached, y, part));
                }
            }
        }
    }
    return Gathered(correction_total(sum), touching);
}

// From the cells around the particle's own in a level that is not finer than its own: three runs at a time, which are all of
// them, or half where the grid is folded.
fn gather_around(sum: ptr<function, Correction>, touching: ptr<function, u32>, i: u32, particle: Particle, level: u32) {
    let cell = cell_coords(level, particle.position);
    gather_near(sum, touching, i, particle, level, cell, first_run(-1));
    if FOLDED {
        gather_near(sum, touching, i, particle, level, cell, first_run(-1) + 3);
    }
}

// At first 32 at a time are only asked whether they are near: few are.
fn gather_near(
    sum: ptr<function, Correction>, touching: ptr<function, u32>, i: u32, particle: Particle, level: u32, cell: vec2i, number: i32,
) {
    let a = neighbour_run(level, cell, number).cells;
    let b = neighbour_run(level, cell, number + 1).cells;
    let c = neighbour_run(level, cell, number + 2).cells;
    let first = vec3u(cell_starts[a.x], cell_starts[b.x], cell_starts[c.x]);
    let runs = runs_of(first, vec3u(cell_starts[a.y], cell_starts[b.y], cell_starts[c.y]));
    // The largest disc of the level.
    let largest = 1 << (params.cell_bits - level - 1u);
    let reach = f32(radius_of(particle.info) + largest);
    let far = product(reach, reach);
    for (var begin = 0u; begin < runs.count; begin += 32u) {
        var near = 0u;
        let stop = min(runs.count - begin, 32u);
        for (var k = 0u; k < stop; k++) {
            let j = slot_in(runs, begin + k);
            let d = vec2f(particle.position - particle_of(particles[j]).position);
            near |= select(0u, 1u << k, product(d.x, d.x) + product(d.y, d.y) < far && j != i);
        }
        while near != 0u {
            let j = slot_in(runs, begin + firstTrailingBit(near));
            near &= near - 1u;
            gather_one(sum, touching, particle, particle_of(particles[j]));
        }
    }
}

// From the particles in a run of cells of a finer level.
fn gather_run(sum: ptr<function, Correction>, touching: ptr<function, u32>, particle: Particle, cells: vec2u) {
    let end = cell_starts[cells.y];
    for (var j = cell_starts[cells.x]; j < end; j++) {
        gather_one(sum, touching, particle, particle_of(particles[j]));
    }
}

fn gather_one(sum: ptr<function, Correction>, touching: ptr<function, u32>, particle: Particle, other: Particle) {
    let offset = particle.position - other.position;
    let pair = contact(offset, radius_of(particle.info) + radius_of(other.info));
    let normal = select(pair.normal, coincident_normal(particle.id, other.id), all(offset == vec2i(0)));
    correction_add(sum, select(vec2i(0), push(pair.penetration, normal, other), pair.touches));
    *touching += select(0u, 1u, pair.touches);
}

// The correction by one other particle.
fn push(penetration: f32, normal: vec2f, other: Particle) -> vec2i {
    let share = select(1.0, 2.0, phase_of(other.info) == PINNED);
    let size = product(penetration, product(params.contact_gain, share));
    return vec2i(i32(product(normal.x, size)), i32(product(normal.y, size)));
}
