// One thread per particle. Marks live particles that were given anything in this substep: by contacts or links that carry, by walls
// or by obstacles. The speeds of the others are their own, and they may bounce at once (push_contacts).
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read> displacements_next: array<vec2i>;
@group(0) @binding(4) var<storage, read> sources: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn mark_loaded(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE && any(displacements[i] != displacements_next[sources[i]]) {
        particles[i] = words_of(marked(particle));
    }
}
