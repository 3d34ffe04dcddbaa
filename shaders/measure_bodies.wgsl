// One thread per particle, after measure. Sums up twice the kinetic energy of live particles, of motion and rotation: mass
// times the square of the displacement, and half of that of the spin. Masses in 2^-24 of the heaviest disc's.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read_write> measures: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn measure_bodies(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(id, groups);
    let word = MEASURE_ENERGY + thread;
    if thread < 3u {
        atomicStore(&partial[word], 0u);
    }
    workgroupBarrier();
    if i < params.particle_count && phase_of(particle_of(particles[i]).info) == LIVE {
        let size = vec2u(abs(displacements[i]));
        let motion = wide_add(wide_square(size.x), wide_square(size.y));
        let rotation = wide_square(u32(abs(bodies[i].spin)));
        let half = vec2u((rotation.x >> 1u) | (rotation.y << 31u), rotation.y >> 1u);
        add_wide(MEASURE_ENERGY, wide_share(wide_add(motion, half), mass_share(bodies[i])));
    }
    workgroupBarrier();
    if thread < 3u {
        publish(word, atomicLoad(&partial[word]));
    }
}

// The mass in 2^-24 of that of the heaviest disc.
fn mass_share(body: Body) -> u32 {
    return u32(product(reciprocal(body.inverse_mass), 16777216.0));
}
