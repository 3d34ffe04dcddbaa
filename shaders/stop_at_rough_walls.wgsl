// One thread per particle. Takes from the displacements of live particles what would move them into a wall, and rubs what it
// stops; before every sweep, so that it starts from what the walls allow.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read_write> bodies: array<Body>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn stop_at_rough_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    let before = displacements[i];
    let stop = stopped(particle, before);
    // Most are far from walls.
    if phase_of(particle.info) == LIVE && any(stop != before) {
        let motion = rubbed_at_walls(bodies[i], before, stop, shift_of_phase(substep.rounding_phase));
        displacements[i] = motion.displacement;
        bodies[i].spin = motion.spin;
    }
}
