// Obstacles over the light of the discs: triangles and strokes, six vertices a piece. Pieces lie in the obstacle's own frame;
// poses say where those are that move. Twin: src/picture/obstacle.rs, pieces: src/picture/pieces.rs.
@group(0) @binding(2) var<storage, read> pieces: array<Piece>;
@group(0) @binding(3) var<storage, read> places: array<Place>;

// Equals `Piece` in src/picture/pieces.rs.
struct Piece {
    origin: vec2i, // steps: in the world, or from the pivot of what moves
    mover: u32,
    layer: u32,
    corners: array<vec2f, 3>, // steps from the origin; of a stroke both ends, the last twice
    inward: array<vec2f, 3>,
    radius: f32, // steps
    depth: f32, // steps
}

// Equals `Pose` in src/world/obstacles/facet.rs.
struct Place {
    translation: vec2i,
    turn: vec2i,
    direction: vec2f,
}

const LAYER_INTERIOR = 0u;
const LAYER_EDGE = 1u;
const EDGE_WIDTH = 0.07;
const NARROWEST_EDGE = 1.5;
const WIDEST_EDGE = 5.0;
const THINNEST = 1.0;

struct ObstacleVertex {
    @builtin(position) position: vec4f,
    @location(0) @interpolate(flat) anchor: vec2f, // pixel: the point of the stroke that is nearest to the middle of the view
    @location(1) @interpolate(flat) along: vec2f, // unit vector
    @location(2) @interpolate(flat) span: vec2f, // from the anchor to both ends, pixels
    @location(3) @interpolate(flat) half: f32, // half the width of a stroke in pixels; below 0 for a triangle
    @location(4) @interpolate(flat) colour: vec4f, // linear, opacity
}

@vertex
fn obstacle_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> ObstacleVertex {
    let index = thing_index(vertex, instance);
    if index >= arrayLength(&pieces) {
        return ObstacleVertex(NOWHERE, vec2f(0.0), vec2f(0.0), vec2f(0.0), 0.0, vec4f(0.0));
    }
    let piece = pieces[index];
    let edge = clamp(EDGE_WIDTH * f32(1u << params.cell_bits) * view.scale, NARROWEST_EDGE, WIDEST_EDGE);
    let inset = min(edge / 2.0, piece.depth * view.scale);
    let colour = select(view.solid.rgb, view.edge.rgb, piece.layer == LAYER_EDGE);
    if piece.layer == LAYER_INTERIOR {
        let pixel = corner_pixel(piece, min(vertex % 4u, 2u), inset);
        return ObstacleVertex(clip_position(pixel), vec2f(0.0), vec2f(0.0), vec2f(0.0), -1.0, vec4f(colour, 1.0));
    }
    let outer = max(piece.radius * view.scale + inset, THINNEST / 2.0);
    let half = select(outer - min(edge, outer / 2.0), outer, piece.layer == LAYER_EDGE);
    // The quad ends not far outside of the picture, so that it is as precise as near ones however long the stroke is.
    let from_pixel = corner_pixel(piece, 0u, inset);
    let way = corner_pixel(piece, 1u, inset) - from_pixel;
    let size = length(way);
    // What is below a pixel in both directions hides as much as its area does.
    let thin = 2.0 * piece.radius * view.scale / THINNEST;
    let opacity = min(max(thin * thin, size), 1.0);
    let along = select(vec2f(1.0, 0.0), way / size, size > 0.0);
    let part = clamp(dot(view.size / 2.0 - from_pixel, along), 0.0, size);
    let anchor = from_pixel + along * part;
    let span = vec2f(-part, size - part);
    let most = view.size.x + view.size.y;
    let reach = half + 0.5;
    let place = corner(vertex);
    let offset = vec2f(select(max(span.x, -most) - reach, min(span.y, most) + reach, place.x > 0.0), place.y * reach);
    let pixel = anchor + along * offset.x + vec2f(-along.y, along.x) * offset.y;
    return ObstacleVertex(clip_position(pixel), anchor, along, span, half, vec4f(colour, select(opacity * opacity, opacity, piece.layer == LAYER_EDGE)));
}

// Where a corner shows, moved inwards by so many pixels.
fn corner_pixel(piece: Piece, k: u32, inset: f32) -> vec2f {
    var corners = piece.corners;
    var inward = piece.inward;
    let way = corners[k] + inward[k] * (inset / view.scale);
    let flip = vec2f(view.scale, -view.scale);
    if piece.mover == NO_MOVER {
        return pixel_of(piece.origin) + way * flip;
    }
    let at = places[piece.mover];
    let own = vec2f(piece.origin) + way;
    let turned = vec2f(at.direction.x * own.x - at.direction.y * own.y, at.direction.y * own.x + at.direction.x * own.y);
    return pixel_of(at.translation) + turned * flip;
}

@fragment
fn obstacle_fragment(piece: ObstacleVertex) -> @location(0) vec4f {
    if piece.half < 0.0 {
        return vec4f(piece.colour.rgb, 1.0);
    }
    let offset = piece.position.xy - piece.anchor;
    let on = dot(offset, piece.along);
    let outside = vec2f(on - clamp(on, piece.span.x, piece.span.y), offset.x * piece.along.y - offset.y * piece.along.x);
    return vec4f(piece.colour.rgb, 1.0) * piece.colour.a * clamp(piece.half + 0.5 - length(outside), 0.0, 1.0);
}
