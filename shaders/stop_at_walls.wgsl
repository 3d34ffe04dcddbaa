// One thread per particle. Takes from the displacements of live particles what would move them into a wall; before
// sweeps, so that they start from what the walls allow. Nothing bounces here: contacts have given discs what they carry, and a
// wall would throw back the load of a heap.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> displacements: array<vec2i>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn stop_at_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    let before = displacements[i];
    let stop = stopped(particle, before);
    // Most are far from walls.
    if phase_of(particle.info) == LIVE && any(stop != before) {
        displacements[i] = stop;
    }
}
