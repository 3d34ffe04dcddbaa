// One thread per particle. Adds a hash of its body to the digest of the substep, after digest.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read_write> digests: array<atomic<u32>>;

var<workgroup> low: atomic<u32>;
var<workgroup> high: atomic<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn digest_bodies(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(id, groups);
    if thread == 0u {
        atomicStore(&low, 0u);
        atomicStore(&high, 0u);
    }
    workgroupBarrier();
    if i < params.particle_count {
        let particle = particle_of(particles[i]);
        atomicAdd(&low, body_hash(particle.id, bodies[i], 0x85EBCA6Bu));
        atomicAdd(&high, body_hash(particle.id, bodies[i], 0xC2B2AE35u));
    }
    workgroupBarrier();
    if thread == 0u {
        atomicAdd(&digests[2u * substep.place], atomicLoad(&low));
        atomicAdd(&digests[2u * substep.place + 1u], atomicLoad(&high));
    }
}

fn body_hash(id: u32, body: Body, seed: u32) -> u32 {
    var hash = mixed(seed, id);
    hash = mixed(hash, bitcast<u32>(body.inverse_mass));
    hash = mixed(hash, body.surface);
    hash = mixed(hash, bitcast<u32>(body.spin));
    return mixed(hash, body.angle);
}
