// One thread per particle. Lists the contacts that it owns (see ownership.wgsl), each with the impulse that it had in
// the last substep. What a list cannot hold, in a crowd of overlapping discs, is solved here and now: those discs lose
// a share of their approach. Displacements change by integer sums, their order is free; those before are read where
// the sort left them.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> displacements: array<atomic<i32>>;
@group(0) @binding(3) var<storage, read> displacements_next: array<vec2i>;
@group(0) @binding(4) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(6) var<storage, read> sources: array<u32>;
@group(0) @binding(7) var<storage, read> contacts: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> contacts_next: array<vec2u>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn find_rough_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    list_contacts(i, particle);
}

fn impulse_of_listed(i: u32, particle: Particle, j: u32) -> f32 {
    return remembered_impulse(i, j);
}

// A contact that no list holds: all such contacts of a crowd at the same time (Jacobi). The share of the approach that
// each takes is so small that together they take no more than all of it.
fn slow_down(i: u32, particle: Particle, j: u32) {
    let other = particle_of(particles[j]);
    let normal = separation(particle, other).normal;
    let speed = separating_speed(displacements_next[sources[i]], displacements_next[sources[j]], normal);
    if speed < 0.0 {
        let share = share_in_crowd(particle, other, mass_of_contact(bodies[i], bodies[j]));
        let impulse = vec2f(product(-speed, share), 0.0);
        add_change(i, rough_change(impulse, bodies[i].inverse_mass, normal));
        add_change(j, -rough_change(impulse, bodies[j].inverse_mass, normal));
    }
}

fn add_change(i: u32, change: vec2i) {
    if any(change != vec2i(0)) {
        atomicAdd(&displacements[2u * i], change.x);
        atomicAdd(&displacements[2u * i + 1u], change.y);
    }
}
