//! The way of the cutting tool in one substep. It cuts all along, so that a quick hand leaves no gaps where substeps are slow.

use crate::world::World;
use crate::world::fixed::MAX_DISPLACEMENT;

/// Longest way in one substep, in steps: a thousand diameters and more. A stroke that is longer goes on in the next ones. A step less
/// than fits, for rounding.
pub const LONGEST: f64 = (MAX_DISPLACEMENT - 1) as f64;

/// Both ends of a way in steps, of what is inside the grid: from there no difference to a particle overflows. `None` where nothing
/// is; ends that were only held to the grid would lead a stroke that leaves it in another direction.
pub fn inside(world: &World, way: [[f64; 2]; 2]) -> Option<[[i32; 2]; 2]> {
    let [from, to] = way;
    let (mut first, mut last) = (0.0, 1.0);
    for axis in 0..2 {
        let (most, d) = (f64::from(world.params.grid_extent[axis]), to[axis] - from[axis]);
        if d == 0.0 {
            if !(0.0..=most).contains(&from[axis]) {
                return None;
            }
            continue;
        }
        let [a, b] = [0.0, most].map(|side| (side - from[axis]) / d);
        (first, last) = (a.min(b).max(first), a.max(b).min(last));
    }
    let at = |share: f64| [0, 1].map(|axis| (from[axis] + (to[axis] - from[axis]) * share).round() as i32);
    (first <= last).then(|| [at(first), at(last)])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tools::{ToolName, Toolbox};
    use super::*;
    use crate::Simulation;
    use crate::cpu::CpuSolver;
    use crate::scene::{Overrides, Scene};
    use crate::world::fixed::TOOL_SHIFT;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    fn cutter(world: &World) -> Toolbox {
        let mut toolbox = Toolbox::default();
        toolbox.selected = ToolName::Cut;
        toolbox.fit(world);
        toolbox
    }

    #[test]
    fn a_stroke_of_one_substep_cuts_every_link_that_it_crosses() {
        let overrides = Overrides { particles: Some(2000), ..Overrides::default() };
        let world = Arc::new(Scene::find("cloth").unwrap().build(&overrides).unwrap());
        let mut toolbox = cutter(&world);
        let [width, height] = world.frame.size;
        let [from, to] = [[0.1 * width, 0.8 * height], [0.9 * width, 0.5 * height]].map(|p| world.frame.position_to_steps(p));
        toolbox.take([0.0; 2], from.map(f64::from));
        let tools = toolbox.substeps(&world, to.map(f64::from), 1);
        assert!(!toolbox.is_behind(to.map(f64::from)));

        let radius = f64::from(tools[0].radius << TOOL_SHIFT);
        let d = [0, 1].map(|axis| f64::from(to[axis] - from[axis]));
        // Both ends are beside the cloth: what is near the line is near the way.
        let beside = |[a, b]: [u32; 2]| {
            let [a, b] = [a, b].map(|id| world.start.particles[id as usize].position.map(f64::from));
            let way = [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0 - f64::from(from[axis]));
            (way[0] * d[1] - way[1] * d[0]).abs() / d[0].hypot(d[1])
        };
        let links: Vec<_> = world.start.links.pairs().map(|(a, b)| [a, b]).collect();
        let crossed: Vec<_> = links.iter().filter(|&&link| beside(link) < 0.99 * radius).collect();
        assert!(crossed.len() > 40, "{} of {}", crossed.len(), links.len());
        let mut simulation = Simulation::new(world.clone(), Box::new(CpuSolver::new(&world, Some(2)).unwrap())).unwrap();
        simulation.step_with(&tools).unwrap();
        let left: std::collections::HashSet<_> = simulation.state().unwrap().links.pairs().map(|(a, b)| [a, b]).collect();
        assert_eq!(crossed.iter().filter(|link| left.contains(**link)).count(), 0, "of {}", crossed.len());
        let spared = links.iter().filter(|&&link| beside(link) > 1.01 * radius).all(|link| left.contains(link));
        assert!(spared, "what is beside stays");
    }

    #[test]
    fn a_stroke_begins_where_the_button_went_down_however_far_the_hand_is_by_then() {
        let world = World::new(&WorldSpec { particles: vec![ParticleSpec::at([50.0, 50.0], 0.5)], ..WorldSpec::default() }).unwrap();
        let mut toolbox = cutter(&world);
        let [from, to, other] = [[20.0, 50.0], [60.0, 50.0], [60.0, 20.0]].map(|p| world.frame.position_to_steps(p));
        toolbox.take([3.0, 4.0], from.map(f64::from));
        let tools = toolbox.substeps(&world, to.map(f64::from), 8);
        assert_eq!(tools[0].position, from);
        toolbox.take([3.0, 4.0], from.map(f64::from));
        assert_eq!(toolbox.place(), Some(to.map(f64::from)), "it is held already");
        toolbox.take([5.0, 6.0], other.map(f64::from));
        assert_eq!(toolbox.substeps(&world, other.map(f64::from), 1)[0].position, other, "another stroke is not joined to it");
    }

    #[test]
    fn a_stroke_that_is_too_long_for_a_substep_goes_on_without_a_gap() {
        let particles = vec![ParticleSpec::at([500.0, 500.0], 0.5)];
        let world = World::new(&WorldSpec { size: [1400.0; 2], particles, ..WorldSpec::default() }).unwrap();
        let mut toolbox = cutter(&world);
        let [from, to] = [[10.0, 20.0], [1390.0, 300.0]].map(|p| world.frame.position_to_steps(p).map(f64::from));
        toolbox.take([0.0; 2], from);
        let mut reached = from.map(|c| c as i32);
        for left in [true, false] {
            let tool = toolbox.substeps(&world, to, 1)[0];
            assert_eq!(tool.position, reached);
            reached = [0, 1].map(|axis| tool.position[axis] + tool.motion[axis]);
            assert_eq!(toolbox.is_behind(to), left);
        }
        assert_eq!(reached, to.map(|c| c as i32));
        toolbox.selected = ToolName::Grab;
        assert!(!toolbox.is_behind(from), "who lets go of a grab lets go");
    }

    #[test]
    fn a_way_that_leaves_the_grid_ends_at_its_border_and_keeps_its_direction() {
        let world = World::new(&WorldSpec { particles: vec![ParticleSpec::at([50.0, 50.0], 0.5)], ..WorldSpec::default() }).unwrap();
        let [width, height] = *world.params.grid_extent;
        let [x, y] = [width, height].map(f64::from);
        let centre = [x / 2.0, y / 2.0];
        let steps = centre.map(|c| c.round() as i32);
        assert_eq!(inside(&world, [centre, centre]), Some([steps; 2]), "a tool that is held still");
        for (k, end) in [[2.0 * x, y], [-x, 0.0], [x, 2.0 * y], [0.0, -y]].into_iter().enumerate() {
            // Three times as far from the middle as the border: a third of the way is inside, whichever end is.
            let border = [0, 1].map(|axis| (centre[axis] + (end[axis] - centre[axis]) / 3.0).round() as i32);
            assert!(border.iter().zip([width, height]).any(|(&b, most)| b == 0 || b == most), "{border:?}");
            assert_eq!(inside(&world, [centre, end]), Some([steps, border]), "{k}");
            assert_eq!(inside(&world, [end, centre]), Some([border, steps]), "{k}");
        }
        assert_eq!(inside(&world, [[-x, 0.3 * y], [2.0 * x, 0.3 * y]]).map(|way| way.map(|end| end[0])), Some([0, width]), "all across");
        for beside in [[[-1.0, 0.0], [-1.0, y]], [[-x, 0.2 * y], [0.2 * x, -y]], [[2.0 * x, 2.0 * y]; 2]] {
            assert_eq!(inside(&world, beside), None, "{beside:?}");
        }
    }
}
