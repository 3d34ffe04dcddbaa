// One thread per particle. Gives each contact of its list the impulses along the tangent, and against rolling, that it had in the last
// substep; contacts_next holds the lists of then. Either of the two discs may have owned the contact.
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
        var carried = vec2f(0.0);
        let partner = partner_of(contacts[k]);
        if partner != NO_PARTNER {
            let ours = sources[i];
            let theirs = sources[partner];
            let before = listed_tangent(ours, theirs);
            let turned_round = listed_tangent(theirs, ours);
            // The other disc turns the other way.
            carried = vec2f(before.x + turned_round.x, before.y - turned_round.y);
        }
        tangents_next[k * TANGENT_WORDS] = carried_on(carried.x);
        if RESISTS_ROLLING {
            tangents_next[k * TANGENT_WORDS + 1u] = carried_on(carried.y);
        }
    }
}

fn carried_on(impulse: f32) -> f32 {
    return unless_faint(clamp(impulse, -params.most_impulse, params.most_impulse));
}

// The impulses along the tangent and against rolling of a contact in the list that a particle had, both by their places of then; 0 if it is
// not there.
fn listed_tangent(owner: u32, partner: u32) -> vec2f {
    let first = owner * CONTACTS_PER_PARTICLE;
    for (var k = first; k < first + CONTACTS_PER_PARTICLE; k++) {
        if partner_of(contacts_next[k]) == partner {
            if RESISTS_ROLLING {
                return vec2f(tangents[k * TANGENT_WORDS], tangents[k * TANGENT_WORDS + 1u]);
            }
            return vec2f(tangents[k * TANGENT_WORDS], 0.0);
        }
    }
    return vec2f(0.0);
}
