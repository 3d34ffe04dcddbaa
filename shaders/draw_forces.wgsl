// What contacts carry, as lines from centre to centre, the wider the more: force chains. Joined to what says where contacts stand
// (force_count, force_at): draw_listed_forces.wgsl or draw_gathered_forces.wgsl. Twin: src/picture/forces.rs.
struct Force {
    owner: u32,   // slots of both discs
    partner: u32,
    impulse: f32, // displacement units; 0 where there is no contact
}

const OPACITY = 0.9;

@vertex
fn force_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> LineVertex {
    let index = thing_index(vertex, instance);
    if index >= force_count() {
        return NO_LINE;
    }
    let force = force_at(index);
    if force.partner >= params.particle_count || force.impulse <= 0.0 {
        return NO_LINE;
    }
    let a = particle_of(particles[force.owner]);
    let b = particle_of(particles[force.partner]);
    if max(phase_of(a.info), phase_of(b.info)) >= UNBORN {
        return NO_LINE;
    }
    let radius = f32(min(radius_of(a.info), radius_of(b.info))) * view.scale;
    let share = min(force.impulse / view.force.a, 1.0);
    let ends = array(pixel_of(a.position), pixel_of(b.position));
    return line_corner(vertex, ends, radius * share, vec4f(view.force.rgb, OPACITY));
}

@fragment
fn force_fragment(line: LineVertex) -> @location(0) vec4f {
    return line_light(line);
}
