// One thread per particle. Moves it by its displacement, no further than the walls, and stops the displacement
// at the walls for the sweep that follows, or lets it bounce.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read_write> displacements: array<vec2i>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn advance(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let before = particle_of(particles[i]);
    if phase_of(before.info) == LIVE {
        let displacement = displacements[i];
        let kept = kept_inside(before, displacement);
        let particle = moved(before, kept);
        particles[i] = words_of(unmarked(particle));
        displacements[i] = rebounded(particle, displacement, fall_at_walls(displacement, kept, substep.gravity), params.restitution);
    }
}
