// One thread per particle, between the sweeps that relax. Takes from the displacements of live particles what would move them
// into a wall, or lets them bounce, and rubs what it stops.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read_write> bodies: array<Body>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn bounce_off_rough_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE {
        let body = bodies[i];
        let motion = stopped_and_rubbed(particle, body, displacements[i], restitution_at_walls(body));
        displacements[i] = motion.displacement;
        bodies[i].spin = motion.spin;
    }
}
