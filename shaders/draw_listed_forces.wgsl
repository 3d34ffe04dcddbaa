// Contacts where the GPU backend has them: a list of rows a disc, most of which are not used.
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> contacts: array<vec2u>;

fn force_count() -> u32 {
    return params.particle_count * CONTACTS_PER_PARTICLE;
}

fn force_at(index: u32) -> Force {
    let row = contact_of(contacts[index]);
    return Force(index / CONTACTS_PER_PARTICLE, row.partner, row.impulse);
}
