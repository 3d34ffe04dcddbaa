// One thread per particle, where discs bounce, between the sweeps that relax. Throws live particles back that would come to a wall
// fast, and stops the others there. As if nothing fell: a sweep has just given them their speeds.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> displacements: array<vec2i>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn rebound_at_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE {
        displacements[i] = rebounded(particle, displacements[i], NO_FALL, params.restitution);
    }
}
