// Arithmetic that gives the same bits on every adapter. WGSL gives division, roots and most builtin
// functions a tolerance, and lets a compiler fuse or reassociate products and sums; so state is
// computed with integers, + and - on f32 (of no open sums, see whole), comparisons, and the functions of this file.

// a * b, rounded once, whatever the compiler would like to fuse it with: the xor with a zero that
// only the host knows keeps the product from becoming part of a fused multiply-add or a longer product.
fn product(a: f32, b: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(a * b) ^ params.zero);
}

// A sum in one piece that is to be added to something else, or that has a 1 in it and is a factor: behind the same barrier nobody takes
// a + b + c for a + (b + c), or (1 - t) * a for a fused a - t * a.
fn whole(sum: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(sum) ^ params.zero);
}

// 1 / sqrt(x) for a normal x > 0, to a relative error of 8e-7: an integer first guess and a first
// step with constants fitted to it (Kadlec 2010, "Improving the fast inverse square root"; error
// 6.5e-4), then a Newton step.
fn inverse_root(x: f32) -> f32 {
    let guess = bitcast<f32>(0x5F1FFFF9u - (bitcast<u32>(x) >> 1u));
    let y = product(product(0.703952253, guess), 2.38924456 - product(product(x, guess), guess));
    return product(y, 1.5 - product(product(product(0.5, x), y), y));
}

// 1 / x for a normal x > 0, to the last bit or two: the square of the root, and a Newton step.
fn reciprocal(x: f32) -> f32 {
    let root = inverse_root(x);
    let y = product(root, root);
    return product(y, 2.0 - product(x, y));
}

// What fades from substep to substep ends before adapters differ in how they take it.
fn unless_faint(a: f32) -> f32 {
    return select(0.0, a, abs(a) >= FAINTEST);
}

// What is added before rounding to the nearest, so that integers above and below come out exact on average where phases are spread
// evenly: from -1/2 to 1/2 and neither, so that integers stay what they are.
fn shift_of_phase(phase: u32) -> f32 {
    return whole(product(f32(phase >> 9u) + 0.5, DITHER_UNIT) - 0.5);
}

// 2^exponent, for exponents from -126 to 127.
fn power_of_two(exponent: i32) -> f32 {
    return bitcast<f32>(u32(exponent + 127) << 23u);
}

// The high 32 bits of a * b + low: 64-bit arithmetic from 16-bit halves.
fn multiply_add_high(a: u32, b: u32, low: u32) -> u32 {
    let a0 = a & 0xFFFFu;
    let a1 = a >> 16u;
    let b0 = b & 0xFFFFu;
    let b1 = b >> 16u;
    let p00 = a0 * b0;
    let p01 = a0 * b1;
    let p10 = a1 * b0;
    let middle = (p00 >> 16u) + (p01 & 0xFFFFu) + (p10 & 0xFFFFu);
    let low_product = (p00 & 0xFFFFu) | (middle << 16u);
    let high_product = a1 * b1 + (p01 >> 16u) + (p10 >> 16u) + (middle >> 16u);
    return high_product + select(0u, 1u, low_product + low < low);
}

// An integer of any size as f32, rounded once and the same way everywhere: how a conversion rounds integers of
// more than 24 bits is left open, how a sum does is not. Both parts and the product are exact.
fn float_of(a: i32) -> f32 {
    return whole(product(f32(a >> 12u), 4096.0) + f32(a & 0xFFF));
}

// To the nearest integer, halves away from zero; odd. For |a| below 2^31.
fn rounded(a: f32) -> i32 {
    return i32(a + select(-0.5, 0.5, a > 0.0));
}
