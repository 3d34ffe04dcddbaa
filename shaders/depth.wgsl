// How deep a disc is in an outline, and which way is out. Joined to the passes that bind facets and no displacements.
// Twin: src/cpu/depth.rs.

// What of an outline is nearest to a centre.
struct Nearest {
    outline: u32,
    mover: u32,
    distance: f32, // steps
    reach: f32,    // steps: the radius of the disc and what the outline is grown by
    known: f32,    // steps: what of the outline is nearer than this is in the rows
    inside: bool,  // whether the centre is inside the outline
    normal: vec2f, // way out, in the frame of the mover
}

fn none_near(outline: u32) -> Nearest {
    return Nearest(outline, NO_MOVER, FAR, 0.0, FAR, false, vec2f(0.0, 1.0));
}

// Of an outline, one facet more.
fn nearer(nearest: Nearest, position: vec2i, radius: i32, facet: Facet) -> Nearest {
    let offset = place_in(facet, position) - facet.start;
    let place = floats_of(offset);
    let reach = whole(f32(radius) + facet.radius);
    // Rows of what moves list what is within so much of its surface; further away the nearest of them may not be the nearest.
    let known = select(whole(facet.radius + params.known_depth), FAR, facet.mover == NO_MOVER);
    var best = nearest;
    let foot = along_of(place, facet.along);
    let normal = vec2f(facet.along.y, -facet.along.x);
    let height = along_of(place, normal);
    let beside = foot < -params.facet_overhang || foot > facet.length + params.facet_overhang;
    // What is grown is a point or a segment, with no inside: the side that looks to the centre counts.
    let behind = facet.radius > 0.0 && height < 0.0;
    if facet.length > 0.0 && !beside && !behind && abs(height) < best.distance {
        best = Nearest(facet.outline, facet.mover, abs(height), reach, known, height < 0.0, normal);
    }
    let size = along_of(place, place);
    if has_corner(facet) {
        let inverse = inverse_root(size);
        let distance = product(size, inverse);
        if distance < best.distance {
            // Nearest to a corner that points inwards is what is inside.
            let inside = product(facet.before.x, facet.along.y) - product(facet.before.y, facet.along.x) < 0.0;
            let out = select(inverse, -inverse, inside);
            // At the very corner, which is the centre of a circle, every way is as short.
            let away = select(vec2f(product(place.x, out), product(place.y, out)), vec2f(0.0, 1.0), size == 0.0);
            best = Nearest(facet.outline, facet.mover, distance, reach, known, inside, away);
        }
    }
    return best;
}

// A position in the frame of a facet, at the start of the substep.
fn place_in(facet: Facet, position: vec2i) -> vec2i {
    if facet.mover == NO_MOVER {
        return position;
    }
    return seen_from(position, pose_of(facet.mover, 0u));
}

// How deep a disc is in the obstacle, in steps; not above 0 where it is outside. It has moved by `gone` steps from where the rows were
// looked up: as much less is known.
fn depth_of(nearest: Nearest, gone: f32) -> f32 {
    let deep = nearest.reach + select(-nearest.distance, nearest.distance, nearest.inside);
    return select(0.0, deep, nearest.distance < nearest.known - gone);
}

// The way out in the world.
fn way_out(nearest: Nearest) -> vec2f {
    if nearest.mover == NO_MOVER {
        return nearest.normal;
    }
    return turned(nearest.normal, pose_of(nearest.mover, 0u).direction);
}
