// One thread per particle, on particles in cell order with their cell_starts. Sums and maxima over all
// particles for people to look at; never part of a substep. measures is zero on entry: for each word
// of src/world/measures.rs a 64-bit sum (low, high), or a maximum in the low half.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> particles: array<vec4i>;
@group(0) @binding(2) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(3) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> measures: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn measure(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(id, groups);
    if thread < MEASURE_WORDS {
        atomicStore(&partial[thread], 0u);
    }
    workgroupBarrier();
    if i < params.particle_count {
        measure_particle(i);
    }
    workgroupBarrier();
    if thread < MEASURE_WORDS {
        publish(thread, atomicLoad(&partial[thread]));
    }
}

fn measure_particle(i: u32) {
    let particle = particle_of(particles[i]);
    let phase = phase_of(particle.info);
    atomicAdd(&partial[MEASURE_PHASES + phase], 1u);
    if phase >= UNBORN {
        return;
    }
    if phase == LIVE {
        if outside_walls(particle) {
            atomicAdd(&partial[MEASURE_OUTSIDE], 1u);
        }
        let size = vec2u(abs(displacements[i]));
        let x = wide_square(size.x);
        let y = wide_square(size.y);
        let speed_squared = wide_add(x, y);
        atomicMax(&partial[MEASURE_MAX_SPEED], compact(speed_squared));
        add_wide(MEASURE_SPEED_SQUARED, speed_squared);
        let place = place_in_world(particle);
        add_wide(MEASURE_PLACES, vec2u(place.x, 0u));
        add_wide(MEASURE_PLACES + 3u, vec2u(place.y, 0u));
    }
    measure_contacts(i, particle, phase);
}

fn measure_contacts(i: u32, particle: Particle, phase: u32) {
    let own_level = level_of(particle.info);
    let radius = radius_of(particle.info);
    var touching = 0u;
    var overlap = vec2u(0u);
    for (var level = 0u; level <= own_level; level++) {
        let cell = cell_coords(level, particle.position);
        // A disc of a coarser level does not look at finer ones.
        let times = select(1u, 2u, level < own_level);
        for (var run = first_run(-1); run < first_run(2); run++) {
            let cells = neighbour_run(level, cell, run).cells;
            let end = cell_starts[cells.y];
            for (var j = cell_starts[cells.x]; j < end; j++) {
                let other = particle_of(particles[j]);
                let offset = particle.position - other.position;
                let reach = radius + radius_of(other.info);
                if any(abs(offset) >= vec2i(reach)) || j == i || (phase == PINNED && phase_of(other.info) == PINNED) {
                    continue;
                }
                let pair = contact(offset, reach);
                if pair.touches {
                    touching += times;
                    let share = u32(product(product(pair.penetration, inverse_root(product(f32(reach), f32(reach)))), OVERLAP_UNIT));
                    atomicMax(&partial[MEASURE_MAX_OVERLAP], share);
                    overlap = wide_add(overlap, vec2u(share * times, 0u));
                }
            }
        }
    }
    atomicAdd(&partial[MEASURE_TOUCHING], touching);
    add_wide(MEASURE_OVERLAP, overlap);
}

fn outside_walls(particle: Particle) -> bool {
    let radius = radius_of(particle.info);
    let low = particle.position - radius < params.wall_min;
    let high = particle.position + radius > params.wall_max;
    return any(low & low_walls()) || any(high & high_walls());
}

// A 64-bit number as its length in bits and the 26 bits below the leading one: order is kept.
fn compact(value: vec2u) -> u32 {
    let length = select(64u - countLeadingZeros(value.y), 32u - countLeadingZeros(value.x), value.y == 0u);
    if length == 0u {
        return 0u;
    }
    // Shift the leading one to bit 63, drop it, keep the next 26.
    let shift = 64u - length;
    var top = value.x;
    if shift < 32u {
        top = (value.y << shift) | select(value.x >> (32u - shift), 0u, shift == 0u);
    } else {
        top = value.x << (shift - 32u);
    }
    return (length << 26u) | ((top << 1u) >> 6u);
}
