// One thread per particle. Puts live particles that are in an obstacle a way out of it, obstacle by obstacle, before the grid
// is made. They get no speed from that.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> cover_starts: array<u32>;
@group(0) @binding(4) var<storage, read> cover_rows: array<vec2u>; // name, facet
@group(0) @binding(5) var<storage, read> facets: array<Facet>;
@group(0) @binding(6) var<storage, read> poses: array<Pose>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn leave_obstacles(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    var particle = particle_of(particles[i]);
    if phase_of(particle.info) != LIVE {
        return;
    }
    let rows = near_rows(coarse_cell(particle.position));
    // No further than its own radius in all, so that it is not put through something else.
    let most = whole(f32(radius_of(particle.info)) - EXIT_MARGIN);
    var gone = 0.0;
    var nearest = none_near(0u);
    for (var row = 0u; row < rows.count; row++) {
        let number = facet_at(rows, row);
        if number == NO_FACET {
            continue;
        }
        let facet = facets[number];
        if facet.outline != nearest.outline {
            particle = put_out(particle, nearest, most, &gone);
            nearest = none_near(facet.outline);
        }
        nearest = nearer(nearest, particle.position, radius_of(particle.info), facet);
    }
    particles[i] = words_of(put_out(particle, nearest, most, &gone));
}

// The particle out of the outline, or a part of a cell nearer to that: who is deep inside others would be thrown at them. It is `gone` so
// far from where rows were looked up, of at most `most`, and as much less of what moves is known from there. So walls stop it, and what
// is in one comes out of it in its own time: that would be a way that is not counted.
fn put_out(particle: Particle, nearest: Nearest, most: f32, gone: ptr<function, f32>) -> Particle {
    let steps = whole(min(min(depth_of(nearest, *gone), params.most_exit), most - *gone));
    if steps <= 1.0 {
        return particle;
    }
    *gone = whole(*gone + steps);
    let out = way_out(nearest);
    let size = product(steps, UNITS_PER_STEP);
    return moved(particle, stopped(particle, vec2i(rounded(product(size, out.x)), rounded(product(size, out.y)))));
}
