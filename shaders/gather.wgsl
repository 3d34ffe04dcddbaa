// Contacts of the plain solver. Gathers over the 3 runs of the 3×3 cells around a particle (of several levels those that it reaches),
// in its level of the grid and in every coarser one, and over the cells that it reaches in finer ones, and pushes it out of every
// particle it overlaps: Jacobi, all from the snapshot that the sort made. Each of two live particles takes half of the correction, a
// live one against a pinned one all of it. What of it the displacement cannot hold does not move the particle either: its place without
// its displacement is where the substep began. Where there are no links, walls come next (solve_walls), and it is done here. Joined to
// the passes that solve contacts so. Loops ask at their end whether they go on, see ARCHITECTURE.md. Twin: src/cpu/solve_contacts.rs.

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
        var level = 0u;
        loop {
            if level <= own_level {
                gather_around(&sum, &touching, i, particle, level);
                level++;
            }
            if level > own_level {
                break;
            }
        }
        loop {
            if level < LEVELS {
                gather_below(&sum, &touching, particle, level);
                level++;
            }
            if level >= LEVELS {
                break;
            }
        }
    }
    return Gathered(correction_total(sum), touching);
}

// From the cells around the particle's own in a level that is not finer than its own: three runs at a time, which are all of
// them, or half where the grid is folded.
fn gather_around(sum: ptr<function, Correction>, touching: ptr<function, u32>, i: u32, particle: Particle, level: u32) {
    let around = cells_around(level, particle);
    gather_near(sum, touching, i, particle, level, around, first_run(-1));
    if FOLDED {
        gather_near(sum, touching, i, particle, level, around, first_run(-1) + 3);
    }
}

// At first 32 at a time are only asked whether they are near: few are.
fn gather_near(
    sum: ptr<function, Correction>, touching: ptr<function, u32>, i: u32, particle: Particle, level: u32, around: Around, number: i32,
) {
    let a = run_around(level, around, number).cells;
    let b = run_around(level, around, number + 1).cells;
    let c = run_around(level, around, number + 2).cells;
    let first = vec3u(cell_starts[a.x], cell_starts[b.x], cell_starts[c.x]);
    let runs = runs_of(first, vec3u(cell_starts[a.y], cell_starts[b.y], cell_starts[c.y]));
    // The largest disc of the level.
    let largest = 1 << (params.cell_bits - level - 1u);
    let reach = f32(radius_of(particle.info) + largest);
    let far = product(reach, reach);
    var begin = 0u;
    loop {
        if begin < runs.count {
            let end = min(runs.count, begin + 32u);
            var near = 0u;
            var k = begin;
            loop {
                if k < end {
                    let j = slot_in(runs, k);
                    let d = vec2f(particle.position - particle_of(particles[j]).position);
                    near |= select(0u, 1u << (k - begin), product(d.x, d.x) + product(d.y, d.y) < far && j != i);
                    k++;
                }
                if k >= end {
                    break;
                }
            }
            loop {
                if near != 0u {
                    let j = slot_in(runs, begin + firstTrailingBit(near));
                    near &= near - 1u;
                    gather_one(sum, touching, particle, particle_of(particles[j]));
                }
                if near == 0u {
                    break;
                }
            }
            begin += 32u;
        }
        if begin >= runs.count {
            break;
        }
    }
}

// From the cells of a finer level that the particle reaches.
fn gather_below(sum: ptr<function, Correction>, touching: ptr<function, u32>, particle: Particle, level: u32) {
    let reached = reached_cells(level, particle);
    var y = reached.low.y;
    loop {
        if y <= reached.high.y {
            gather_run(sum, touching, particle, reached_run(level, reached, y, 0));
            if FOLDED {
                gather_run(sum, touching, particle, reached_run(level, reached, y, 1));
            }
            y++;
        }
        if y > reached.high.y {
            break;
        }
    }
}

// From one run of them.
fn gather_run(sum: ptr<function, Correction>, touching: ptr<function, u32>, particle: Particle, cells: vec2u) {
    let end = cell_starts[cells.y];
    var j = cell_starts[cells.x];
    loop {
        if j < end {
            gather_one(sum, touching, particle, particle_of(particles[j]));
            j++;
        }
        if j >= end {
            break;
        }
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
