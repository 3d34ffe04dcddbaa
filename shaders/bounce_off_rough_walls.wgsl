// One thread per particle. Throws live particles back that would come to a wall fast, and rubs them by that; where discs bounce,
// before contacts give them what they carry.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read_write> bodies: array<Body>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn bounce_off_rough_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE {
        let body = bodies[i];
        let back = bounced(particle, displacements[i], fall_ahead(substep.gravity), restitution_at_walls(body));
        let motion = rubbed_at_walls(body, displacements[i], back, shift_of_phase(substep.rounding_phase));
        displacements[i] = motion.displacement;
        bodies[i].spin = motion.spin;
    }
}
