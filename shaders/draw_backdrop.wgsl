// One triangle over the whole target: the world, its walls and the dark around it, and over them the light
// of the discs. Twin: src/picture/backdrop.rs.
@group(0) @binding(2) var light: texture_2d<f32>;

const WALL_WIDTH = 2.0;

@vertex
fn backdrop_vertex(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
    return vec4f(select(-1.0, 3.0, vertex == 1u), select(-1.0, 3.0, vertex == 2u), 0.0, 1.0);
}

@fragment
fn backdrop_fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let discs = textureLoad(light, vec2u(position.xy), 0);
    let alpha = min(discs.a * view.far_gain, 1.0);
    // Where discs overlap, their mean counts.
    let share = select(0.0, alpha / discs.a, discs.a > 0.0);
    let rgb = backdrop(position.xy) * (1.0 - alpha) + discs.rgb * share;
    return vec4f(select(rgb, to_srgb(rgb), view.encode == 1u), 1.0);
}

fn backdrop(pixel: vec2f) -> vec3f {
    let low = pixel_of(params.wall_min);
    let high = pixel_of(params.wall_max);
    // How far the pixel lies outside of each side, in the order of the bits of `walls`.
    let out = vec4f(low.x - pixel.x, pixel.x - high.x, pixel.y - low.y, high.y - pixel.y);
    let farthest = max(max(out.x, out.y), max(out.z, out.w));
    var colour = mix(view.inside.rgb, view.outside.rgb, clamp(farthest + 0.5, 0.0, 1.0));
    let others = vec4f(max(out.y, max(out.z, out.w)), max(out.x, max(out.z, out.w)), max(out.w, max(out.x, out.y)), max(out.z, max(out.x, out.y)));
    let across = clamp(out + 0.5, vec4f(0.0), vec4f(1.0)) * clamp(WALL_WIDTH + 0.5 - out, vec4f(0.0), vec4f(1.0));
    let along = clamp(WALL_WIDTH + 0.5 - others, vec4f(0.0), vec4f(1.0));
    for (var side = 0u; side < 4u; side++) {
        if (params.walls & (1u << side)) != 0u {
            colour = mix(colour, view.wall.rgb, across[side] * along[side]);
        }
    }
    return colour;
}
