// What contacts carry, as lines from centre to centre, the wider the more: force chains. One for each row of all lists; most rows have none.
// Twin: src/picture/forces.rs.
@group(0) @binding(2) var<storage, read> particles: array<vec4i>;
@group(0) @binding(3) var<storage, read> contacts: array<vec2u>;

const OPACITY = 0.9;

@vertex
fn force_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> LineVertex {
    let index = thing_index(vertex, instance);
    if index >= params.particle_count * CONTACTS_PER_PARTICLE {
        return NO_LINE;
    }
    let row = contact_of(contacts[index]);
    if row.partner >= params.particle_count || row.impulse <= 0.0 {
        return NO_LINE;
    }
    let a = particle_of(particles[index / CONTACTS_PER_PARTICLE]);
    let b = particle_of(particles[row.partner]);
    if max(phase_of(a.info), phase_of(b.info)) >= UNBORN {
        return NO_LINE;
    }
    let radius = f32(min(radius_of(a.info), radius_of(b.info))) * view.scale;
    let share = min(row.impulse / view.force.a, 1.0);
    return line_corner(vertex, array(pixel_of(a.position), pixel_of(b.position)), radius * share, vec4f(view.force.rgb, OPACITY));
}

@fragment
fn force_fragment(line: LineVertex) -> @location(0) vec4f {
    return line_light(line);
}
