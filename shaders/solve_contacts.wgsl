// One thread per particle. Gathers over the 3 runs of its 3×3 cells and pushes itself out of every
// particle it overlaps: Jacobi, all from the snapshot that the sort made. Each of two live particles
// takes half of the correction, a live one against a pinned one all of it.
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
    let cell = cell_coords(particle.position);
    let radius = radius_of(particle.info);
    var sum = Correction();
    var touching = 0u;
    for (var row = -1; row <= 1; row++) {
        let cells = neighbour_run(cell, row);
        let end = cell_starts[cells.y];
        for (var j = cell_starts[cells.x]; j < end; j++) {
            let other = particles[j];
            let offset = particle.position - other.position;
            let reach = radius + radius_of(other.info);
            if any(abs(offset) >= vec2i(reach)) || j == i {
                continue;
            }
            let pair = contact(offset, reach, particle.id, other.id);
            if pair.touches {
                let share = select(1.0, 2.0, phase_of(other.info) == PINNED);
                let push = product(pair.penetration, product(params.contact_gain, share));
                correction_add(&sum, vec2i(i32(product(pair.normal.x, push)), i32(product(pair.normal.y, push))));
                touching++;
            }
        }
    }
    let correction = correction_total(sum);
    let wanted = displacements[i] + correction;
    let displacement = saturated(wanted);
    if any(displacement != wanted) {
        atomicAdd(&counters[COUNTER_SATURATED], 1u);
    }
    particles_next[i] = with_touching(moved(particle, correction), touching);
    displacements_next[i] = displacement;
}
