// Contacts that the host has gathered: their count, then those that carry anything.
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> gathered: array<vec4u>;

fn force_count() -> u32 {
    return gathered[0].x;
}

fn force_at(index: u32) -> Force {
    let words = gathered[index + 1u];
    return Force(words.x, words.y, bitcast<f32>(words.z));
}
