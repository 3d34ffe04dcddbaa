// One thread per particle. Takes its body along to the place where the sort put it.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> sources: array<u32>;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read_write> bodies_next: array<Body>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn sort_bodies(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i < params.particle_count {
        bodies_next[i] = bodies[sources[i]];
    }
}
