//! What tells a world from others: a state goes on to the same bits in a world that was made alike.

use super::World;
use super::spec::{ContactSolver, LinkSpec, MaterialSpec, WorldSpec};

/// A hash of 64-bit words: FNV-1a (Fowler, Noll, Vo, 1991), word by word, whose bits are then spread by the finalizer of MurmurHash3
/// (Appleby).
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, words: impl IntoIterator<Item = u64>) {
        for word in words {
            self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
        }
    }

    fn add_numbers(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.add(numbers.into_iter().map(f64::to_bits));
    }

    fn value(self) -> u64 {
        let h = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        let h = (h ^ (h >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        h ^ (h >> 33)
    }
}

/// Of all that a spec says and a state does not have, but gravity, drag and obstacles, which may change while it runs; `diameters` are
/// those of the smallest particle and of the largest that there may be.
pub(super) fn of_spec(spec: &WorldSpec, diameters: [f64; 2], heaviest: f64) -> u64 {
    // Field by field, so that whoever adds one thinks of this.
    let WorldSpec {
        size,
        walls,
        margin,
        gravity: _,
        drag: _,
        frame_rate,
        substeps,
        solver,
        relaxation,
        restitution,
        friction,
        rolling_resistance,
        density,
        materials,
        link_iterations,
        particles,
        largest_radius: _,
        own_bodies,
        links,
        obstacles: _,
    } = spec;
    let mut hash = Hash::new();
    hash.add_numbers(size.iter().chain(&diameters).copied().chain([*frame_rate, *relaxation, *restitution, *friction, *density, heaviest]));
    let resting = u64::from(*solver == ContactSolver::Resting);
    hash.add([u64::from(walls.bits()), u64::from(*margin), u64::from(*substeps), resting, u64::from(*link_iterations)]);
    hash.add([materials.len() as u64, particles.len() as u64, links.len() as u64]);
    // Files of before know nothing of it.
    hash.add(own_bodies.then_some(1));
    hash.add_numbers((*rolling_resistance > 0.0).then_some(*rolling_resistance));
    for MaterialSpec { density, mass, friction, restitution } in materials {
        hash.add_numbers([*density, mass.unwrap_or(0.0), *friction, *restitution]);
    }
    for LinkSpec { ends, rest_length, stiffness, compliance, break_length } in links {
        hash.add(ends.iter().map(|&end| u64::from(end)));
        hash.add_numbers([*rest_length, *stiffness, *compliance, break_length.unwrap_or(0.0)]);
    }
    hash.value()
}

impl World {
    /// A number that is the same for worlds in which a state goes on to the same bits, and with near certainty another for others. Not in
    /// it is what may change while they run (gravity, drag, obstacles), and what the state has: where particles are, how fast, how large,
    /// of what.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Hash::new();
        // With the plain solver the order of sweeps does not go by levels.
        let levels = if self.solver == ContactSolver::Resting { self.frame.levels } else { 0 };
        hash.add([self.settings, u64::from(levels)]);
        hash.add(self.start.births.iter().map(|&birth| u64::from(birth)));
        hash.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::levels::Leveling;
    use crate::world::spec::{Fall, ParticleSpec, Walls};

    #[test]
    fn worlds_that_go_on_otherwise_have_another_fingerprint() {
        let particles = vec![ParticleSpec::at([1.0, 1.0], 0.5), ParticleSpec::at([3.0, 1.0], 0.25), ParticleSpec::at([5.0, 1.0], 0.5)];
        let spec = WorldSpec { size: [10.0, 8.0], particles, links: vec![LinkSpec::between([0, 1], 2.0)], ..WorldSpec::default() };
        let of = |change: &dyn Fn(&mut WorldSpec)| {
            let mut spec = spec.clone();
            change(&mut spec);
            World::new(&spec).unwrap().fingerprint()
        };
        let own = of(&|_| {});
        let same: [&dyn Fn(&mut WorldSpec); 2] = [&|spec| spec.gravity = [1.0, 0.0], &|spec| {
            spec.particles[2] = ParticleSpec { velocity: [1.0; 2], ..ParticleSpec::at([5.0, 3.0], 0.4) }
        }];
        same.into_iter().for_each(|change| assert_eq!(of(change), own));
        let others: [&dyn Fn(&mut WorldSpec); 10] = [
            &|spec| spec.size[1] = 9.0,
            &|spec| spec.walls = Walls { top: false, ..Walls::CLOSED },
            &|spec| spec.frame_rate = 50.0,
            &|spec| spec.restitution = 0.5,
            &|spec| spec.rolling_resistance = 0.5,
            &|spec| spec.links[0].rest_length = 1.5,
            &|spec| spec.links.clear(),
            &|spec| spec.particles[1].radius = 0.2,
            &|spec| spec.particles[2].birth = 9,
            &|spec| spec.particles.truncate(2),
        ];
        let mut all: Vec<u64> = others.into_iter().map(of).chain([own]).collect();
        let world = World::new(&spec).unwrap();
        all.push(world.clone().with_levels(Leveling::Exactly(2)).unwrap().fingerprint());
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:x?}");
        assert_eq!(world.with_fall(Fall { gravity: [0.0; 2], drag: 1.0 }).unwrap().fingerprint(), own);
    }
}
