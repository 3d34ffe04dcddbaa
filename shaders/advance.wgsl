// One thread per particle. Moves it by its displacement, no further than the walls, and stops the displacement
// at the walls for the sweep that follows.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> displacements: array<vec2i>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn advance(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    if phase_of(particle_of(particles[i]).info) == LIVE {
        let particle = moved(particle_of(particles[i]), kept_inside(particle_of(particles[i]), displacements[i]));
        particles[i] = words_of(particle);
        displacements[i] = stopped(particle, displacements[i]);
    }
}
