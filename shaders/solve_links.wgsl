// One thread per particle. Gathers over its own links (compressed rows by id) and moves its end of each
// towards the rest length, from the snapshot in `particles`; as in solve_contacts no further than its
// displacement can hold. Both ends see the same length, so a link breaks on both sides in the same substep;
// the end with the lower id counts it. The loop asks at its end whether it goes on, see ARCHITECTURE.md.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> slots: array<u32>;
@group(0) @binding(5) var<storage, read> link_starts: array<u32>;
@group(0) @binding(6) var<storage, read_write> link_rows: array<LinkRow>;
@group(0) @binding(7) var<storage, read_write> particles_next: array<vec4i>;
@group(0) @binding(8) var<storage, read_write> displacements_next: array<vec2i>;
@group(0) @binding(9) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn solve_links(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    let rows = rows_of(particle.id);
    var sum = Correction();
    var k = rows.x;
    loop {
        if k < rows.y {
            let row = link_rows[k];
            if row.partner != NO_PARTNER {
                let other = particle_of(particles[slots[row.partner]]);
                let span = link_span(particle, other);
                if link_breaks(particle, other, row, span.length) {
                    link_rows[k].partner = NO_PARTNER;
                    if particle.id < other.id {
                        atomicAdd(&counters[COUNTER_BROKEN], 1u);
                    }
                } else {
                    correction_add(&sum, link_correction(particle, other, row, span));
                }
            }
            k++;
        }
        if k >= rows.y {
            break;
        }
    }
    let correction = correction_total(sum);
    let displacement = held(displacements[i] + correction, correction_is_held(correction));
    particles_next[i] = words_of(moved(particle, displacement - displacements[i]));
    displacements_next[i] = displacement;
}

// First row and end; particles spawned later than the scene have none.
fn rows_of(id: u32) -> vec2u {
    if id + 1u >= arrayLength(&link_starts) {
        return vec2u(0u);
    }
    return vec2u(link_starts[id], link_starts[id + 1u]);
}

fn link_correction(particle: Particle, other: Particle, row: LinkRow, span: Span) -> vec2i {
    if phase_of(particle.info) != LIVE || phase_of(other.info) == UNBORN {
        return vec2i(0);
    }
    let share = select(1.0, 2.0, phase_of(other.info) == PINNED);
    let push = clamp(product(row.rest_length - span.length, product(row.elasticity, share)), -MAX_LINK_CORRECTION, MAX_LINK_CORRECTION);
    return vec2i(i32(product(span.direction.x, push)), i32(product(span.direction.y, push)));
}
