// One thread per particle. Contacts, and walls where there are no links: see gather.wgsl.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> particles_next: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn solve_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let next = solved(i);
    particles_next[i] = words_of(next.particle);
    displacements[i] = next.displacement;
}
