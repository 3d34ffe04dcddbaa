// One thread per particle. Keeps live particles inside the walls of the world; what a wall moves, it
// takes from the displacement, as everything does that moves a particle. Without links solve_contacts does it.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn solve_walls(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
    let i = thread_index(id, groups);
    if i >= params.particle_count {
        return;
    }
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) != LIVE {
        return;
    }
    let correction = wall_correction(particle);
    if any(correction != vec2i(0)) {
        particles[i] = words_of(held_inside(moved(particle, correction)));
        displacements[i] = held(displacements[i] + correction, false);
    }
}
