// One thread per particle, after measure. How many live particles are in an obstacle, and how deep the deepest: see the words of
// src/world/measures.rs.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> cover_starts: array<u32>;
@group(0) @binding(4) var<storage, read> cover_rows: array<vec2u>; // name, facet
@group(0) @binding(5) var<storage, read> facets: array<Facet>;
@group(0) @binding(6) var<storage, read> poses: array<Pose>;
@group(0) @binding(7) var<storage, read_write> measures: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn measure_obstacles(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) != LIVE {
        return;
    }
    let rows = near_rows(coarse_cell(particle.position));
    var nearest = none_near(0u);
    var deepest = 0.0;
    for (var row = 0u; row < rows.count; row++) {
        let number = facet_at(rows, row);
        if number == NO_FACET {
            continue;
        }
        let facet = facets[number];
        if facet.outline != nearest.outline {
            deepest = max(deepest, depth_of(nearest, 0.0));
            nearest = none_near(facet.outline);
        }
        nearest = nearer(nearest, particle.position, radius_of(particle.info), facet);
    }
    deepest = max(deepest, depth_of(nearest, 0.0));
    // What rounding leaves does not count.
    if deepest > params.shallow {
        atomicAdd(&measures[2u * MEASURE_IN_OBSTACLES], 1u);
        let share = product(min(product(deepest, params.cells_per_step), MAX_DEPTH), OVERLAP_UNIT);
        atomicMax(&measures[2u * MEASURE_MAX_DEPTH], u32(share));
    }
}
