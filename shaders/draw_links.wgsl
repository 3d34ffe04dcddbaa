// Links as lines. `link_ends` names each link once, by the id of an end and the row there; the row says whether the link still holds.
// Twin: src/picture/line.rs.
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> slots: array<u32>;
@group(0) @binding(4) var<storage, read> link_rows: array<LinkRow>;
@group(0) @binding(5) var<storage, read> link_ends: array<vec2u>;

const WIDTH_IN_RADII = 0.26;
const WIDEST = 6.0;

@vertex
fn link_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> LineVertex {
    let index = thing_index(vertex, instance);
    if index >= view.thing_count {
        return NO_LINE;
    }
    let row = link_rows[link_ends[index].y];
    if row.partner == NO_PARTNER {
        return NO_LINE;
    }
    let a = particle_of(particles[slots[link_ends[index].x]]);
    let b = particle_of(particles[slots[row.partner]]);
    if max(phase_of(a.info), phase_of(b.info)) >= UNBORN {
        return NO_LINE;
    }
    let ends = array(pixel_of(a.position), pixel_of(b.position));
    let wanted = min(WIDTH_IN_RADII * f32(min(radius_of(a.info), radius_of(b.info))) * view.scale, WIDEST);
    let room = max(row.break_length - row.rest_length, 1.0);
    let strain = clamp((length(ends[1] - ends[0]) / view.scale - row.rest_length) / room, 0.0, 1.0);
    let rgb = mix(view.slack.rgb, view.taut.rgb, strain * strain);
    return line_corner(vertex, ends, wanted, vec4f(rgb, view.slack.a));
}

@fragment
fn link_fragment(line: LineVertex) -> @location(0) vec4f {
    return line_light(line);
}
