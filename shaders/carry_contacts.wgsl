// One thread per particle. After a sort outside of any substep: takes the list of its contacts along, with the
// new places of its partners.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> sources: array<u32>;
@group(0) @binding(2) var<storage, read> targets: array<u32>;
@group(0) @binding(3) var<storage, read> contacts: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> contacts_next: array<vec2u>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn carry_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    for (var k = 0u; k < CONTACTS_PER_PARTICLE; k++) {
        var row = contact_of(contacts[sources[i] * CONTACTS_PER_PARTICLE + k]);
        if row.partner != NO_PARTNER {
            row.partner = targets[row.partner];
        }
        contacts_next[i * CONTACTS_PER_PARTICLE + k] = words_of_contact(row);
    }
}
