// One thread per particle. Moves it by its displacement, no further than the walls, turns it by its spin, and stops and
// rubs it at the walls for the sweep that follows, or lets it bounce.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read_write> bodies: array<Body>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn advance_bodies(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let before = particle_of(particles[i]);
    if phase_of(before.info) == LIVE {
        let body = bodies[i];
        let displacement = displacements[i];
        let kept = kept_inside(before, displacement);
        let particle = moved(before, kept);
        let stop = rebounded(particle, displacement, fall_at_walls(displacement, kept, substep.gravity), restitution_at_walls(body));
        let motion = rubbed_at_walls(body, displacement, stop, shift_of_phase(substep.rounding_phase));
        particles[i] = words_of(unmarked(particle));
        displacements[i] = motion.displacement;
        let angle = body.angle + turn_of(body.spin, radius_of(particle.info));
        bodies[i] = Body(body.inverse_mass, body.surface, motion.spin, angle);
    }
}
