// Links as lines over the light of the discs, six vertices a link. `link_ends` names each link once, by the id of an end
// and the row there; the row says whether the link still holds. Twin: src/picture/line.rs.
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> slots: array<u32>;
@group(0) @binding(4) var<storage, read> link_rows: array<LinkRow>;
@group(0) @binding(5) var<storage, read> link_ends: array<vec2u>;

const WIDTH_IN_RADII = 0.26;
const WIDEST = 6.0;

struct LinkVertex {
    @builtin(position) position: vec4f,
    @location(0) offset: vec2f, // pixels along and across, from the first end
    @location(1) @interpolate(flat) colour: vec4f, // linear, opacity
    @location(2) @interpolate(flat) size: vec2f, // length and width in pixels
}

@vertex
fn link_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> LinkVertex {
    let nothing = LinkVertex(NOWHERE, vec2f(0.0), vec4f(0.0), vec2f(0.0));
    let index = thing_index(vertex, instance);
    if index >= view.thing_count {
        return nothing;
    }
    let row = link_rows[link_ends[index].y];
    if row.partner == NO_PARTNER {
        return nothing;
    }
    let a = particle_of(particles[slots[link_ends[index].x]]);
    let b = particle_of(particles[slots[row.partner]]);
    if max(phase_of(a.info), phase_of(b.info)) >= UNBORN {
        return nothing;
    }
    let from_pixel = pixel_of(a.position);
    let way = pixel_of(b.position) - from_pixel;
    let size = length(way);
    let along = select(vec2f(1.0, 0.0), way / size, size > 0.0);
    let wanted = min(WIDTH_IN_RADII * f32(min(radius_of(a.info), radius_of(b.info))) * view.scale, WIDEST);
    // A line thinner than a pixel is one pixel wide and as much fainter.
    let width = max(wanted, 1.0);
    let reach = width / 2.0 + 0.5;
    let place = corner(vertex);
    let offset = vec2f(select(-reach, size + reach, place.x > 0.0), place.y * reach);
    let pixel = from_pixel + along * offset.x + vec2f(-along.y, along.x) * offset.y;
    let strain = clamp((size / view.scale - row.rest_length) / (row.break_length - row.rest_length), 0.0, 1.0);
    let rgb = mix(view.slack.rgb, view.taut.rgb, strain * strain);
    return LinkVertex(clip_position(pixel), offset, vec4f(rgb, view.slack.a * min(wanted, 1.0)), vec2f(size, width));
}

@fragment
fn link_fragment(link: LinkVertex) -> @location(0) vec4f {
    let outside = vec2f(link.offset.x - clamp(link.offset.x, 0.0, link.size.x), link.offset.y);
    let alpha = link.colour.a * clamp(link.size.y / 2.0 + 0.5 - length(outside), 0.0, 1.0);
    return vec4f(link.colour.rgb, 1.0) * alpha;
}
