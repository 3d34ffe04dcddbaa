// One thread per particle. Tells by id where the sort put each particle, for links.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> slots: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn find_slots(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let label = particle_of(particles[i]).id;
    if label < arrayLength(&slots) {
        slots[label] = i;
    }
}
