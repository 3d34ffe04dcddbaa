// One thread per particle. Gives each contact of its list the impulse along the tangent that it had in the last substep;
// contacts_next holds the lists of then. Either of the two discs may have owned the contact.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> sources: array<u32>;
@group(0) @binding(2) var<storage, read> contacts: array<vec2u>;
@group(0) @binding(3) var<storage, read> contacts_next: array<vec2u>;
@group(0) @binding(4) var<storage, read> tangents: array<f32>;
@group(0) @binding(5) var<storage, read_write> tangents_next: array<f32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn carry_tangents(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let first = i * CONTACTS_PER_PARTICLE;
    for (var k = first; k < first + CONTACTS_PER_PARTICLE; k++) {
        var tangent = 0.0;
        let partner = partner_of(contacts[k]);
        if partner != NO_PARTNER {
            let ours = sources[i];
            let theirs = sources[partner];
            tangent = listed_tangent(ours, theirs) + listed_tangent(theirs, ours);
        }
        tangents_next[k] = unless_faint(clamp(tangent, -params.most_impulse, params.most_impulse));
    }
}

// The tangent impulse of a contact in the list that a particle had, both by their places of then; 0 if it is not there.
fn listed_tangent(owner: u32, partner: u32) -> f32 {
    let first = owner * CONTACTS_PER_PARTICLE;
    for (var k = first; k < first + CONTACTS_PER_PARTICLE; k++) {
        if partner_of(contacts_next[k]) == partner {
            return tangents[k];
        }
    }
    return 0.0;
}
