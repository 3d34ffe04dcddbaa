// One thread per particle. Gathers over the 3 runs of its 3×3 cells and pushes itself out of every
// particle it overlaps: Jacobi, all from the snapshot that the sort made. Each of two live particles
// takes half of the correction, a live one against a pinned one all of it. What of it the displacement cannot
// hold does not move the particle either: its place without its displacement is where the substep began. Where there are no
// links, walls come next (solve_walls), and it is done here.
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

// The fast way, right unless another particle has the same centre or a sum might not fit. The particle
// itself is one of its neighbours: at no distance, with a normal of zero.
fn gathered_contacts(particle: Particle) -> Gathered {
    let cell = cell_coords(particle.position);
    let radius = radius_of(particle.info);
    var sum = vec2i(0);
    var touching = 0u;
    var coincident = 0u;
    for (var run = first_run(-1); run < first_run(2); run++) {
        let cells = neighbour_run(cell, run).cells;
        let end = cell_starts[cells.y];
        for (var j = cell_starts[cells.x]; j < end; j++) {
            let other = particles[j];
            let offset = particle.position - other.position;
            let pair = contact(offset, radius + radius_of(other.info));
            sum += select(vec2i(0), push(pair.penetration, pair.normal, other), pair.touches);
            touching += select(0u, 1u, pair.touches);
            coincident += select(0u, 1u, all(offset == vec2i(0)));
        }
    }
    if coincident > 1u || touching - 1u > MOST_CONTACTS {
        return gathered_with_care(particle);
    }
    return Gathered(sum, touching - 1u);
}

// As gathered_contacts, for any neighbours.
fn gathered_with_care(particle: Particle) -> Gathered {
    let cell = cell_coords(particle.position);
    let radius = radius_of(particle.info);
    var sum = Correction();
    var touching = 0u;
    for (var run = first_run(-1); run < first_run(2); run++) {
        let cells = neighbour_run(cell, run).cells;
        let end = cell_starts[cells.y];
        for (var j = cell_starts[cells.x]; j < end; j++) {
            let other = particles[j];
            let offset = particle.position - other.position;
            let pair = contact(offset, radius + radius_of(other.info));
            if pair.touches && other.id != particle.id {
                let normal = select(pair.normal, coincident_normal(particle.id, other.id), all(offset == vec2i(0)));
                correction_add(&sum, push(pair.penetration, normal, other));
                touching++;
            }
        }
    }
    return Gathered(correction_total(sum), touching);
}

// The correction by one other particle.
fn push(penetration: f32, normal: vec2f, other: Particle) -> vec2i {
    let share = select(1.0, 2.0, phase_of(other.info) == PINNED);
    let size = product(penetration, product(params.contact_gain, share));
    return vec2i(i32(product(normal.x, size)), i32(product(normal.y, size)));
}
