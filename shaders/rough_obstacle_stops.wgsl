// What the passes that stop rough discs at obstacles do with one: by its own surface, and they rub it. Joined to the passes that bind
// facets, displacements and bodies. Twin: src/cpu/obstacle_stops.rs.

const RUBS = true;

// Obstacles move from the pose `which` to the next meanwhile.
fn stop_disc(i: u32, which: u32, fall: Fall, bounces: bool) {
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE {
        let body = bodies[i];
        let roots = vec2f(friction_root(body.surface), select(0.0, restitution_root(body.surface), bounces));
        let motion = stopped_at_obstacles(particle, Motion(displacements[i], body.spin), Stop(which, fall, roots));
        displacements[i] = motion.displacement;
        bodies[i].spin = motion.spin;
    }
}
