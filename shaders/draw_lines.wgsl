// Lines with round ends over the light of the discs, four vertices each. Joined to the drawings of links and of forces.
// Twin: src/picture/line.rs.
struct LineVertex {
    @builtin(position) position: vec4f,
    @location(0) offset: vec2f, // pixels along and across, from the first end
    @location(1) @interpolate(flat) colour: vec4f, // linear, opacity
    @location(2) @interpolate(flat) size: vec2f, // length and width in pixels
}

const NO_LINE = LineVertex(NOWHERE, vec2f(0.0), vec4f(0.0), vec2f(0.0));

// A corner of the line between two pixels that is to be so many pixels wide: one that is thinner than a pixel is one pixel wide and as
// much fainter.
fn line_corner(vertex: u32, ends: array<vec2f, 2>, wanted: f32, colour: vec4f) -> LineVertex {
    let way = ends[1] - ends[0];
    let size = length(way);
    let along = select(vec2f(1.0, 0.0), way / size, size > 0.0);
    let width = max(wanted, 1.0);
    let reach = width / 2.0 + 0.5;
    let place = corner(vertex);
    let offset = vec2f(select(-reach, size + reach, place.x > 0.0), place.y * reach);
    let pixel = ends[0] + along * offset.x + vec2f(-along.y, along.x) * offset.y;
    return LineVertex(clip_position(pixel), offset, vec4f(colour.rgb, colour.a * min(wanted, 1.0)), vec2f(size, width));
}

fn line_light(line: LineVertex) -> vec4f {
    let outside = vec2f(line.offset.x - clamp(line.offset.x, 0.0, line.size.x), line.offset.y);
    let alpha = line.colour.a * clamp(line.size.y / 2.0 + 0.5 - length(outside), 0.0, 1.0);
    return vec4f(line.colour.rgb, 1.0) * alpha;
}
