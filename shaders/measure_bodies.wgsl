// One thread per particle, after measure. Sums up over the live particles twice the kinetic energy, of motion and rotation (mass
// times the square of the displacement, and half of that of the spin), mass and its moments. Masses in 2^-24 of the heaviest disc's.
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
    // Of the energy, and of the moments and the mass behind it.
    let word = MEASURE_ENERGY + thread;
    if thread < BODY_WORDS {
        atomicStore(&partial[word], 0u);
    }
    workgroupBarrier();
    if i < params.particle_count {
        let particle = particle_of(particles[i]);
        if phase_of(particle.info) == LIVE {
            measure_body(particle, displacements[i], bodies[i]);
        }
    }
    workgroupBarrier();
    if thread < BODY_WORDS {
        publish(word, atomicLoad(&partial[word]));
    }
}

const BODY_WORDS = MEASURE_MASS + 3u - MEASURE_ENERGY;

fn measure_body(particle: Particle, displacement: vec2i, body: Body) {
    let mass = mass_share(body);
    let size = vec2u(abs(displacement));
    let motion = wide_add(wide_square(size.x), wide_square(size.y));
    let rotation = wide_square(u32(abs(body.spin)));
    let half = vec2u((rotation.x >> 1u) | (rotation.y << 31u), rotation.y >> 1u);
    add_wide(MEASURE_ENERGY, wide_share(wide_add(motion, half), mass));
    let place = place_in_world(particle);
    add_wide(MEASURE_MOMENTS, wide_share(vec2u(place.x, 0u), mass));
    add_wide(MEASURE_MOMENTS + 3u, wide_share(vec2u(place.y, 0u), mass));
    add_wide(MEASURE_MASS, vec2u(mass, 0u));
}

// The mass in 2^-24 of that of the heaviest disc.
fn mass_share(body: Body) -> u32 {
    return u32(product(reciprocal(body.inverse_mass), 16777216.0));
}
