// One thread per particle. Adds a hash of the particle to the digest of the substep: two sums of
// 32 bits, so that the order of particles does not matter. digests is zero on entry.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read_write> digests: array<atomic<u32>>;

var<workgroup> low: atomic<u32>;
var<workgroup> high: atomic<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn digest(
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
        atomicAdd(&low, particle_hash(particle, displacements[i], 0x85EBCA6Bu));
        atomicAdd(&high, particle_hash(particle, displacements[i], 0xC2B2AE35u));
    }
    workgroupBarrier();
    if thread == 0u {
        atomicAdd(&digests[2u * substep.place], atomicLoad(&low));
        atomicAdd(&digests[2u * substep.place + 1u], atomicLoad(&high));
    }
}

fn particle_hash(particle: Particle, displacement: vec2i, seed: u32) -> u32 {
    var hash = mixed(seed, particle.id);
    hash = mixed(hash, bitcast<u32>(particle.position.x));
    hash = mixed(hash, bitcast<u32>(particle.position.y));
    hash = mixed(hash, particle.info);
    hash = mixed(hash, bitcast<u32>(displacement.x));
    return mixed(hash, bitcast<u32>(displacement.y));
}
