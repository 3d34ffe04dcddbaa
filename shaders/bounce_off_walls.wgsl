// One thread per particle. Throws live particles back that would come to a wall fast; where discs bounce, before contacts give
// them what they carry.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn bounce_off_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE {
        displacements[i] = bounced(particle, displacements[i], fall_ahead(substep.gravity), params.restitution);
    }
}
