// One thread per link of a colour. Lets links go that are too long, cut or without an end; gives both ends of the others
// the impulse that the link carried in the last substep, along the direction that it has now.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<uniform> link_stage: LinkStage;
@group(0) @binding(3) var<storage, read> particles: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(5) var<storage, read> slots: array<u32>;
@group(0) @binding(6) var<storage, read_write> link_rows: array<LinkRow>;
@group(0) @binding(7) var<storage, read_write> joints: array<Joint>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn carry_links(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let k = row_of(thread_index(id, groups), false);
    if k == NO_PARTNER {
        return;
    }
    let row = link_rows[k];
    var joint = joints[k];
    if row.partner == NO_PARTNER {
        return;
    }
    let i = slots[joint.id];
    let j = slots[row.partner];
    let first = particle_of(particles[i]);
    let second = particle_of(particles[j]);
    let span = link_span(first, second);
    if link_breaks(first, second, row, span.length) {
        link_rows[k].partner = NO_PARTNER;
        joints[k] = Joint(joint.id, 0.0, 0.0, 0.0, joint.inverse_masses);
        atomicAdd(&counters[COUNTER_BROKEN], 1u);
        return;
    }
    if max(phase_of(first.info), phase_of(second.info)) >= UNBORN {
        return;
    }
    joint.impulse = unless_faint(clamp(joint.impulse, -params.most_impulse, params.most_impulse));
    joint.last_impulse = joint.impulse;
    joint.mean_impulse = unless_faint(whole(joint.mean_impulse + product(JOINT_MEMORY, joint.impulse - joint.mean_impulse)));
    joints[k] = joint;
    // Rounded by the phase of the substep: a force of less than half a unit a substep would else be none for ever, and so would the part of
    // a pendulum's pull that leads it back. What a link lacks along itself its sweeps find as speed, but not what it lacks across.
    let shift = shift_of_phase(substep.rounding_phase);
    let first_change = shifted_change(product(joint.impulse, joint.inverse_masses.x), span.direction, shift);
    let second_change = shifted_change(product(joint.impulse, joint.inverse_masses.y), span.direction, shift);
    pull_ends(i, j, first_change, second_change);
}

// As impulse_change, with a shift before rounding: away from zero, so that it does not matter which end is the first.
fn shifted_change(impulse: f32, direction: vec2f, shift: f32) -> vec2i {
    let held = clamp(impulse, -MAX_IMPULSE, MAX_IMPULSE);
    return vec2i(shifted(product(held, direction.x), shift), shifted(product(held, direction.y), shift));
}

fn shifted(a: f32, shift: f32) -> i32 {
    return rounded(whole(a + select(-shift, shift, a >= 0.0)));
}

// Only sweeps change what a link carries.
fn joint_change(joint: Joint, compliance: f32, stretch: Stretch) -> f32 {
    return 0.0;
}
