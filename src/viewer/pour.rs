//! The pouring tool: rows of discs that leave the cursor along gravity, one row after another.

use super::tools::Setting;
use crate::world::World;
use crate::world::spec::ParticleSpec;

/// Distance of centres in a row, in largest diameters.
const SPACING: f64 = 1.03;

/// The discs to pour at `target` (steps) in the frame number `frame` since the tool is held; none in most
/// frames. A row leaves with the speed that makes room for the next, and rows alternate, so that the discs
/// poured do not overlap each other. `poured` counts the discs so far: their radii follow the scene's own.
pub fn row(world: &World, setting: Setting, target: [f64; 2], frame: u32, poured: u32) -> Vec<ParticleSpec> {
    let frame_rate = world.clock.substeps_per_second / f64::from(world.clock.substeps);
    let every = (frame_rate / setting.strength).round().clamp(1.0, 1e6) as u32;
    if !frame.is_multiple_of(every) {
        return Vec::new();
    }
    let spacing = SPACING * world.frame.cell_edge;
    let speed = SPACING * spacing * frame_rate / f64::from(every);
    let down = down(world);
    let odd = (frame / every) % 2;
    let count = ((2.0 * setting.radius / spacing) as u32).max(1 + odd) - odd;
    let centre = [0, 1].map(|axis| (target[axis] - f64::from(world.frame.margin_steps())) / world.frame.steps_per_unit());
    let ids = world.start.particles.len();
    (0..count)
        .map(|i| {
            let along = (f64::from(i) - f64::from(count - 1) / 2.0) * spacing;
            let like = world.start.particles.get(poured.wrapping_add(i) as usize % ids.max(1));
            ParticleSpec {
                velocity: down.map(|d| d * speed),
                ..ParticleSpec::at(
                    [centre[0] - down[1] * along, centre[1] + down[0] * along],
                    like.map_or(f64::MAX, |like| world.frame.length_from_steps(like.radius())).min(world.frame.cell_edge / 2.0),
                )
            }
        })
        .filter(|disc| (0..2).all(|axis| disc.position[axis] >= disc.radius && disc.position[axis] <= world.frame.size[axis] - disc.radius))
        .collect()
}

/// The way of gravity, or down where there is none.
fn down(world: &World) -> [f64; 2] {
    let gravity = world.clock.mean_gravity();
    let size = gravity[0].hypot(gravity[1]);
    if size > 0.0 { gravity.map(|g| g / size) } else { [0.0, -1.0] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::spec::WorldSpec;

    #[test]
    fn discs_poured_do_not_overlap_and_stay_inside_the_world() {
        let radii = [0.5, 0.3, 0.45];
        let particles = radii.map(|radius| ParticleSpec::at([50.0, 50.0], radius)).to_vec();
        let world = World::new(&WorldSpec { particles, ..WorldSpec::default() }).unwrap();
        let target = world.frame.position_to_steps([2.0, 60.0]).map(f64::from);
        let setting = Setting { radius: 8.0, strength: 20.0 };
        let mut flying: Vec<ParticleSpec> = Vec::new();
        for frame in 0..12 {
            for disc in &mut flying {
                disc.position = [0, 1].map(|axis| disc.position[axis] + disc.velocity[axis] / 60.0);
            }
            flying.extend(row(&world, setting, target, frame, flying.len() as u32));
            for (i, a) in flying.iter().enumerate() {
                assert!(a.position[0] >= a.radius, "inside");
                for b in &flying[..i] {
                    let distance = (a.position[0] - b.position[0]).hypot(a.position[1] - b.position[1]);
                    assert!(distance > a.radius + b.radius, "frame {frame}: {a:?} {b:?}");
                }
            }
        }
        assert!(flying.len() > 20, "{}", flying.len());
        assert!(radii.iter().all(|radius| flying.iter().any(|disc| (disc.radius - radius).abs() < 1e-5)));
    }
}
