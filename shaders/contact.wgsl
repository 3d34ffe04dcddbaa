// The geometry of one pair of discs. Twin: src/cpu/contact.rs.

struct Contact {
    touches: bool,
    penetration: f32, // steps
    normal: vec2f,    // from the other to this one
}

// `offset` leads from the other's centre to this one's, `reach` is the sum of the radii, both in steps.
// Two discs touch if the distance is less than the reach. With d the offset and r = |d|, the normal is
// d · (1/r) and the penetration reach - d² · (1/r). Swapping the two negates the normal and changes
// nothing else, to the last bit. At no distance the normal is zero (see coincident_normal).
// No branches: where one lane of a processor has work, all have. Between discs that can touch |d| < 2^21,
// so its conversion is exact; how longer offsets are rounded cannot make them touch.
fn contact(offset: vec2i, reach: i32) -> Contact {
    let d = vec2f(offset);
    let r = f32(reach);
    let d2 = product(d.x, d.x) + product(d.y, d.y);
    let inverse = inverse_root(d2);
    let penetration = max(r - product(d2, inverse), 0.0);
    return Contact(d2 < product(r, r), penetration, vec2f(product(d.x, inverse), product(d.y, inverse)));
}

// Coincident centres have no normal: the ids choose one of eight directions, opposite for the two.
fn coincident_normal(this_id: u32, other_id: u32) -> vec2f {
    // Without an array, which software adapters fill anew each time.
    let which = ((this_id ^ other_id) * 0x9E3779B1u) >> 30u;
    let x = select(select(-0.70710677, 0.0, which == 2u), select(0.70710677, 1.0, which == 0u), which < 2u);
    let y = select(select(0.0, 1.0, which == 2u), 0.70710677, (which & 1u) == 1u);
    let direction = vec2f(x, y);
    return select(-direction, direction, this_id < other_id);
}
