// One thread per block of 2×2 cells of a colour. The first sweep of a substep: changes displacements so that
// discs do not approach, bounce, and leave a part of their overlap. The impulse of a contact leaks a little, so
// that a resting contact settles where its overlap is its impulse over the contact stiffness.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> substep: Substep;
@group(0) @binding(2) var<uniform> stage: Stage;
@group(0) @binding(3) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(4) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(5) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(6) var<storage, read_write> contacts: array<ContactRow>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn push_contacts(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    sweep_block(thread_index(id, groups), (substep.index & 1u) != 0u);
}

fn contact_change(apart: Separation, speed: f32, mass: f32, impulse: f32) -> ContactChange {
    let bounces = params.restitution > 0.0 && speed < -params.bounce_speed;
    let bounce = select(0.0, product(product(-1.0 - params.restitution, speed), mass), bounces);
    let rebound = select(speed, product(-params.restitution, speed), bounces);
    let overlap = max(apart.gap, product(apart.reach, -DEEPEST_PUSH));
    let wanted = product(product(mass, params.push_share), rebound + product(overlap, params.push_rate));
    let after = max(impulse - wanted - product(impulse, params.impulse_leak), 0.0);
    return ContactChange(after, after - impulse + bounce);
}

// The contacts of live particles are counted here, for colour.
fn touched(i: u32, count: u32) {
    let particle = particles[i];
    if phase_of(particle.info) == LIVE {
        particles[i].info = with_touching(particle, touching_of(particle.info) + count).info;
    }
}
