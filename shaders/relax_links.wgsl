// One thread per link of a colour. Sweeps after the discs have moved: take away the speed that correcting lengths has given.
// A soft link keeps what it took on towards the impulse that its length asks for.
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
fn relax_links(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    sweep_link(thread_index(id, groups), (substep.index & 1u) == 0u);
}

fn joint_change(joint: Joint, compliance: f32, stretch: Stretch) -> f32 {
    let given = product(compliance, joint.impulse - joint.last_impulse);
    let error = stretch.excess + product(compliance, joint.impulse);
    let rate = product(JOINT_RATE, product(compliance, stretch.mass));
    return -product(stretch.mass, whole(stretch.speed + given) + product(error, rate));
}
