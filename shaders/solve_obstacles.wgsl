// One thread per particle, with the plain solver. Takes back what of the last motion of a live particle led through or into an
// obstacle, wherever that moved meanwhile; its displacement changes as it does.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> cover_starts: array<u32>;
@group(0) @binding(5) var<storage, read> cover_rows: array<vec2u>; // name, facet
@group(0) @binding(6) var<storage, read> facets: array<Facet>;
@group(0) @binding(7) var<storage, read> poses: array<Pose>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn solve_obstacles(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) != LIVE {
        return;
    }
    let displacement = displacements[i];
    let start = moved(particle, -displacement);
    let stop = Stop(0u, NO_FALL, vec2f(0.0));
    let way = stopped_at_obstacles(start, Motion(displacement, 0), stop).displacement;
    if any(way != displacement) {
        particles[i] = words_of(moved(start, way));
        displacements[i] = way;
    }
}
