// What every drawing shader shares: the view and the palette. Equal to `ViewBlock` in src/viewer/view_block.rs.
// Drawing feeds nothing back, so these shaders may use any function of WGSL. They are joined with the
// shared files of the passes, for the layouts of particles and links.
struct View {
    centre: vec2i,    // steps: what shows at `middle`
    fraction: vec2f,  // of a step, beyond `centre`
    middle: vec2f,    // pixel from the upper left corner
    size: vec2f,      // pixels of the target
    scale: f32,       // pixels per step
    value_offset: f32,
    value_scale: f32,
    far_gain: f32,    // see `far_gain` in src/picture/disc.rs
    colour: u32,      // what is shown, the number of a `Colour`
    encode: u32,      // 1 where the target does not turn linear values into sRGB itself
    batch: u32,       // things an instance draws
    thing_count: u32,
    force: vec4f,     // what contacts carry: linear, and the impulse of the widest line
    pinned: vec4f,
    outside: vec4f,
    inside: vec4f,
    wall: vec4f,
    slack: vec4f,     // links: linear, and opacity
    taut: vec4f,
    solid: vec4f,     // obstacles
    edge: vec4f,
    palette: array<vec4f, 256>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> view: View;

// The difference is taken in integers: it is exact wherever the camera is.
fn pixel_of(position: vec2i) -> vec2f {
    let way = vec2f(position - view.centre) - view.fraction;
    return view.middle + way * vec2f(view.scale, -view.scale);
}

fn clip_position(pixel: vec2f) -> vec4f {
    return vec4f(pixel / view.size * vec2f(2.0, -2.0) + vec2f(-1.0, 1.0), 0.0, 1.0);
}

// Outside of everything that is drawn.
const NOWHERE = vec4f(2.0, 2.0, 2.0, 1.0);

// Which thing a vertex belongs to, four vertices a thing; instances are batches of things.
fn thing_index(vertex: u32, instance: u32) -> u32 {
    return instance * view.batch + vertex / 4u;
}

// Corner of a quad, from (-1, -1) to (1, 1).
fn corner(vertex: u32) -> vec2f {
    return vec2f(select(-1.0, 1.0, (vertex & 1u) != 0u), select(-1.0, 1.0, (vertex & 2u) != 0u));
}

fn to_srgb(rgb: vec3f) -> vec3f {
    return select(1.055 * pow(max(rgb, vec3f(0.0)), vec3f(1.0 / 2.4)) - 0.055, 12.92 * rgb, rgb <= vec3f(0.0031308));
}

fn from_srgb(rgb: vec3f) -> vec3f {
    return select(pow((rgb + 0.055) / 1.055, vec3f(2.4)), rgb / 12.92, rgb <= vec3f(0.04045));
}
