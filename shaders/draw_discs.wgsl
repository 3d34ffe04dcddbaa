// Discs as light: premultiplied linear RGB and coverage, added up. A vertex pulls its particle from the
// simulation's own buffers. Twin: src/picture/disc.rs, colours: src/picture/palette.rs.
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> displacements: array<vec2i>;
@group(0) @binding(4) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> reveal: array<u32>; // by id: sRGB, and 255 where there is a colour

const COLOUR_SPEED = 0u;
const COLOUR_ID = 1u;
const COLOUR_CONTACTS = 2u;
const COLOUR_REVEAL = 4u;
// Radii in pixels between which the square of a disc's area becomes a disc.
const SQUARE_BELOW = 0.75;
const ROUND_FROM = 1.5;
const RADIANS_PER_ANGLE = 1.4629180792671596e-9;

struct DiscVertex {
    @builtin(position) position: vec4f,
    @location(0) @interpolate(flat) centre: vec2f, // pixel; a corner's own place is snapped, this one is not
    @location(1) @interpolate(flat) colour: vec3f,
    @location(2) @interpolate(flat) radius: f32, // pixels
    @location(3) @interpolate(flat) spoke: vec2f, // where the mark of its angle points; none where it is 0
}

@vertex
fn disc_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> DiscVertex {
    let index = thing_index(vertex, instance);
    if index >= params.particle_count {
        return DiscVertex(NOWHERE, vec2f(0.0), vec3f(0.0), 0.0, vec2f(0.0));
    }
    let particle = particle_of(particles[index]);
    let radius = f32(radius_of(particle.info)) * view.scale;
    let centre = pixel_of(particle.position);
    let reach = radius + select(0.5, 1.0, radius < ROUND_FROM);
    let hidden = phase_of(particle.info) >= UNBORN || any(centre < vec2f(-reach)) || any(centre > view.size + reach);
    if hidden {
        return DiscVertex(NOWHERE, vec2f(0.0), vec3f(0.0), 0.0, vec2f(0.0));
    }
    return DiscVertex(clip_position(centre + corner(vertex) * reach), centre, disc_colour(particle, index), radius, spoke_of(index));
}

// Of discs that can turn: those with a body, not pinned, that rub or have turned all the same. y is down in a picture.
fn spoke_of(index: u32) -> vec2f {
    if index >= arrayLength(&bodies) {
        return vec2f(0.0);
    }
    let body = bodies[index];
    let rubs = (body.surface & 0xFFFFu) != 0u;
    if body.inverse_mass == 0.0 || !(rubs || body.angle != 0u || body.spin != 0) {
        return vec2f(0.0);
    }
    let angle = f32(body.angle) * RADIANS_PER_ANGLE;
    return vec2f(cos(angle), -sin(angle));
}

fn disc_colour(particle: Particle, index: u32) -> vec3f {
    if view.colour == COLOUR_REVEAL {
        return revealed_colour(particle.id);
    }
    if phase_of(particle.info) == PINNED {
        return view.pinned.rgb;
    }
    var value: f32;
    if view.colour == COLOUR_SPEED {
        value = sqrt(length(vec2f(displacements[index])) * view.value_scale);
    } else if view.colour == COLOUR_ID {
        value = fract(f32(particle.id) * view.value_scale);
    } else if view.colour == COLOUR_CONTACTS {
        value = f32((particle.info >> TOUCHING_SHIFT) & MAX_TOUCHING) * view.value_scale;
    } else {
        value = (f32(radius_of(particle.info)) - view.value_offset) * view.value_scale;
    }
    let place = clamp(value, 0.0, 1.0) * 255.0;
    let entry = min(u32(place), 254u);
    return mix(view.palette[entry].rgb, view.palette[entry + 1u].rgb, place - f32(entry));
}

fn revealed_colour(id: u32) -> vec3f {
    if id < arrayLength(&reveal) {
        let colour = unpack4x8unorm(reveal[id]);
        if colour.a > 0.0 {
            return from_srgb(colour.rgb);
        }
    }
    return view.pinned.rgb;
}

@fragment
fn disc_fragment(disc: DiscVertex) -> @location(0) vec4f {
    let offset = disc.position.xy - disc.centre;
    return vec4f(disc.colour * disc_shading(offset, disc.radius, disc.spoke), 1.0) * disc_coverage(offset, disc.radius);
}

fn disc_coverage(offset: vec2f, radius: f32) -> f32 {
    let half = 0.8862269 * radius;
    let share = below(offset + half) - below(offset - half);
    let square = share.x * share.y;
    let edge = sqrt(max(radius * radius - 1.0 / 12.0, 0.0));
    let round = clamp(edge + 0.5 - length(offset), 0.0, 1.0);
    return mix(square, round, smoothstep(SQUARE_BELOW, ROUND_FROM, radius));
}

// The part of a tent from -1 to 1, of area 1, that lies below `x`.
fn below(x: vec2f) -> vec2f {
    let slope = max(1.0 - abs(x), vec2f(0.0));
    let rest = 0.5 * slope * slope;
    return select(1.0 - rest, rest, x < vec2f(0.0));
}

fn disc_shading(offset: vec2f, radius: f32, spoke: vec2f) -> f32 {
    let large = smoothstep(3.0, 8.0, radius);
    let rim = clamp(0.14 * radius, 1.0, 5.0);
    let dark = 0.5 * smoothstep(radius - rim - 0.75, radius - rim + 0.75, length(offset));
    let light = -0.1 * (offset.x + offset.y) / max(radius, 1.0);
    return 1.0 + large * (light - dark - disc_mark(offset, radius, spoke));
}

// A dark spoke that turns with the disc.
fn disc_mark(offset: vec2f, radius: f32, spoke: vec2f) -> f32 {
    let along = dot(offset, spoke);
    let across = abs(offset.x * spoke.y - offset.y * spoke.x);
    let half = max(0.1 * radius, 0.75);
    let line = clamp(half + 0.5 - across, 0.0, 1.0) * clamp(along + 0.5, 0.0, 1.0);
    return 0.4 * line * select(0.0, 1.0, any(spoke != vec2f(0.0)));
}
