// One thread per particle. Gives both discs of each contact that it owns the impulse that the contact had in the
// last substep, along the normal that it has now. Integer sums: their order is free.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> contacts: array<ContactRow>;
@group(0) @binding(3) var<storage, read_write> displacements: array<atomic<i32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn warm_start(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particles[i];
    var sum = vec2i(0);
    for (var k = i * CONTACTS_PER_PARTICLE; k < (i + 1u) * CONTACTS_PER_PARTICLE; k++) {
        let row = contacts[k];
        if row.partner == NO_PARTNER {
            break;
        }
        if row.impulse > 0.0 {
            let j = row.partner & ~CROWDED;
            let other = particles[j];
            let change = impulse_change(row.impulse, separation(particle, other).normal);
            sum += change;
            add_change(j, other, -change);
        }
    }
    add_change(i, particle, sum);
}

fn add_change(i: u32, particle: Particle, change: vec2i) {
    if phase_of(particle.info) == LIVE && any(change != vec2i(0)) {
        atomicAdd(&displacements[2u * i], change.x);
        atomicAdd(&displacements[2u * i + 1u], change.y);
    }
}
