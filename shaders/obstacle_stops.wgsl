// What the passes that stop discs at obstacles do with one that is like all others: by the surface that they share. Joined to the passes
// that bind facets and displacements, but no bodies. Twin: src/cpu/obstacle_stops.rs.

const RUBS = false;

// Obstacles move from the pose `which` to the next meanwhile.
fn stop_disc(i: u32, which: u32, fall: Fall, bounces: bool) {
    let particle = particle_of(particles[i]);
    if phase_of(particle.info) == LIVE {
        let stop = Stop(which, fall, vec2f(0.0, select(0.0, params.wall_restitution_root, bounces)));
        displacements[i] = stopped_at_obstacles(particle, Motion(displacements[i], 0), stop).displacement;
    }
}
