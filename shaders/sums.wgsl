// Sums and maxima over all particles: a workgroup's first, then all. Joined to the passes that bind measures.

var<workgroup> partial: array<atomic<u32>, MEASURE_WORDS>;

// 64-bit numbers as (low, high).
fn wide_square(a: u32) -> vec2u {
    return vec2u(a * a, multiply_add_high(a, a, 0u));
}

fn wide_add(a: vec2u, b: vec2u) -> vec2u {
    let low = a.x + b.x;
    return vec2u(low, a.y + b.y + select(0u, 1u, low < b.x));
}

// Adds a 64-bit number to three words of 22 bits each, so that a workgroup's sums stay within 32.
fn add_wide(word: u32, value: vec2u) {
    atomicAdd(&partial[word], value.x & 0x3FFFFFu);
    atomicAdd(&partial[word + 1u], ((value.x >> 22u) | (value.y << 10u)) & 0x3FFFFFu);
    atomicAdd(&partial[word + 2u], value.y >> 12u);
}

// a · share / 2^24, rounded down; the greatest number where that is more.
fn wide_share(a: vec2u, share: u32) -> vec2u {
    let middle = wide_add(vec2u(multiply_add_high(a.x, share, 0u), 0u), vec2u(a.y * share, multiply_add_high(a.y, share, 0u)));
    let result = vec2u(((a.x * share) >> 24u) | (middle.x << 8u), (middle.x >> 24u) | (middle.y << 8u));
    return select(result, vec2u(0xFFFFFFFFu), middle.y >> 24u != 0u);
}

// Steps right of and above the lower left corner of the world; 0 beyond.
fn place_in_world(particle: Particle) -> vec2u {
    return vec2u(max(particle.position, params.wall_min) - params.wall_min);
}

fn publish(word: u32, value: u32) {
    if word == MEASURE_MAX_OVERLAP || word == MEASURE_MAX_SPEED {
        atomicMax(&measures[2u * word], value);
    } else {
        let before = atomicAdd(&measures[2u * word], value);
        if before + value < before {
            atomicAdd(&measures[2u * word + 1u], 1u);
        }
    }
}
