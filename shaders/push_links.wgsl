// One thread per link of a colour. The first sweeps of a substep: change displacements so that the ends of a link separate
// no faster than its compliance allows, and so that a part of the error of its length goes. What a link carries beyond its mean
// leaks a little, which damps waves; what it carries for long does not, so that a rigid link keeps its length. The further a link
// is from its length, the more of that leaks as well: a net that cannot have its lengths would wind itself up without end.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<uniform> link_stage: LinkStage;
@group(0) @binding(3) var<storage, read> particles: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(5) var<storage, read> slots: array<u32>;
@group(0) @binding(6) var<storage, read> link_rows: array<LinkRow>;
@group(0) @binding(7) var<storage, read_write> joints: array<Joint>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn push_links(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    sweep_link(thread_index(id, groups), (substep.index & 1u) != 0u);
}

fn joint_change(joint: Joint, compliance: f32, stretch: Stretch) -> f32 {
    let given = product(compliance, joint.impulse - joint.last_impulse);
    let error = stretch.excess + product(compliance, joint.last_impulse);
    let push = clamp(product(error, JOINT_RATE), -params.push_limit, params.push_limit);
    let wanted = product(stretch.mass, whole(stretch.speed + given) + push);
    let kept = product(joint.mean_impulse, max(whole(1.0 - abs(product(stretch.strain, STRAINS_PER_LIMIT))), 0.0));
    let leak = product(product(JOINT_LEAK, stretch.stiff_share), joint.impulse - kept);
    return whole(-wanted - leak);
}
