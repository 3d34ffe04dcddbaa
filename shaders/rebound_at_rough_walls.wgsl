// One thread per particle, where discs bounce, between the sweeps that relax. Throws live particles back that would come to a wall
// fast, stops the others there, and rubs both by that. As if nothing fell, as in rebound_at_walls.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read_write> bodies: array<Body>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn rebound_at_rough_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE {
        let body = bodies[i];
        let left = rebounded(particle, displacements[i], NO_FALL, restitution_at_walls(body));
        let motion = rubbed_at_walls(body, displacements[i], left, shift_of_phase(substep.rounding_phase));
        displacements[i] = motion.displacement;
        bodies[i].spin = motion.spin;
    }
}
