//! The sweeps over contacts with the buffers that they work on.

use super::Buffers;
use super::at_walls::AtWalls;
use super::joint::Links;
use super::scattered::Scattered;
use super::swept::Swept;
use super::{carry_links, push_links, relax_links};
use super::{push_contacts, push_rough_contacts, relax_contacts, relax_rough_contacts, start_rough_contacts};
use crate::passes::PassKind;
use crate::steps::Step;
use crate::world::params::Substep;

/// Those that change what contacts carry.
const SWEEPS: [PassKind; 4] = [PassKind::PushContacts, PassKind::PushRoughContacts, PassKind::RelaxContacts, PassKind::RelaxRoughContacts];

/// Those that change what links carry, after `carry_links`.
const LINK_SWEEPS: [PassKind; 2] = [PassKind::PushLinks, PassKind::RelaxLinks];

/// What all sweeps bind, borrowed by field: some change particles, and some bodies.
macro_rules! swept {
    ($buffers:ident, $substep:ident) => {
        Swept {
            params: &$buffers.params,
            substep: $substep,
            displacements: Scattered::new(&mut $buffers.displacements),
            cell_starts: &$buffers.cell_starts,
            contacts: Scattered::new(&mut $buffers.contacts),
            chains: &$buffers.chains,
            counters: &$buffers.counters,
        }
    };
}

/// What a sweep over discs that are alike does on its way, row by row, while the discs are at hand: passes that stand beside it in a
/// list.
#[derive(Clone, Copy, Default)]
pub(super) struct OnTheWay {
    /// Before it.
    pub at_walls: Option<AtWalls>,
    /// After it.
    pub advances: bool,
}

/// Such a sweep.
struct Sweeping {
    kind: PassKind,
    on_the_way: OnTheWay,
}

impl Sweeping {
    /// The one that a list begins with, or with what is done on its way.
    fn of(list: &[Step]) -> Option<Self> {
        let kind = |place: usize| match list.get(place) {
            Some(Step::Dispatch(pass)) => Some(pass.kind),
            _ => None,
        };
        let at_walls = kind(0).and_then(AtWalls::of);
        let place = usize::from(at_walls.is_some());
        let sweep = kind(place).filter(|kind| matches!(kind, PassKind::PushContacts | PassKind::RelaxContacts))?;
        let advances = sweep == PassKind::PushContacts && kind(place + 1) == Some(PassKind::Advance);
        Some(Self { kind: sweep, on_the_way: OnTheWay { at_walls, advances } })
    }

    /// Where in the list the sweep itself stands.
    fn place(&self) -> usize {
        usize::from(self.on_the_way.at_walls.is_some())
    }

    /// Entries of the list.
    fn count(&self) -> usize {
        self.place() + 1 + usize::from(self.on_the_way.advances)
    }
}

impl Buffers {
    /// Entries of the list of a substep of which all run, from one on: that one alone, or those that a sweep does on its way. Returns how
    /// many.
    pub fn entries(&mut self, list: &[Step], entry: usize, substep: &Substep) -> usize {
        // Of discs of one size a contact leads into the next row of blocks, and not into the one before as well.
        let is_upwards = self.params.mixed_radii == 0 && self.params.level(0).fold_bits == 0;
        let Some(sweep) = Sweeping::of(&list[entry..]).filter(|_| is_upwards) else {
            self.entry(list, entry, substep);
            return 1;
        };
        self.where_lists_wait(list, entry + sweep.place(), |b| b.sweep(sweep.kind, substep, sweep.on_the_way));
        sweep.count()
    }

    /// One entry of the list of a substep of which all run.
    pub fn entry(&mut self, list: &[Step], entry: usize, substep: &Substep) {
        self.where_lists_wait(list, entry, |b| b.step(list[entry], substep));
    }

    /// Of the sweeps over contacts in a list, and of those over links, only the last writes what they carry into their lists, unless
    /// sweeps make their batches from these (where rough discs have chains).
    fn where_lists_wait(&mut self, list: &[Step], entry: usize, run: impl FnOnce(&mut Self)) {
        let waits = |sweeps: &[PassKind]| {
            let is_sweep = |step: &Step| matches!(step, Step::Dispatch(pass) if sweeps.contains(&pass.kind));
            is_sweep(&list[entry]) && list[entry + 1..].iter().any(is_sweep)
        };
        let lists_wait = self.chains.is_empty() && waits(&SWEEPS);
        (self.batches.lists_wait, self.rough_batches.lists_wait) = (lists_wait, lists_wait);
        self.link_batches.joints_wait = waits(&LINK_SWEEPS);
        run(self);
        (self.batches.lists_wait, self.rough_batches.lists_wait, self.link_batches.joints_wait) = (false, false, false);
    }

    /// A sweep over contacts of discs that are alike.
    pub(super) fn sweep(&mut self, kind: PassKind, substep: &Substep, on_the_way: OnTheWay) {
        let b = self;
        let swept = swept!(b, substep);
        match kind {
            PassKind::PushContacts => push_contacts::push_contacts(swept, &mut b.particles, &mut b.batches, on_the_way),
            _ => relax_contacts::relax_contacts(swept, &b.particles, &b.batches, on_the_way.at_walls),
        }
    }

    /// The same of rough discs.
    pub(super) fn sweep_rough(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let (swept, bodies, tangents, batches) = (swept!(b, substep), &mut b.bodies, &mut b.tangents, &b.rough_batches);
        match kind {
            PassKind::StartRoughContacts => start_rough_contacts::start_rough_contacts(swept, &b.particles, bodies, tangents, batches),
            PassKind::PushRoughContacts => push_rough_contacts::push_rough_contacts(swept, &mut b.particles, bodies, tangents, batches),
            _ => relax_rough_contacts::relax_rough_contacts(swept, &b.particles, bodies, tangents, batches),
        }
    }

    /// A pass over links.
    pub(super) fn sweep_links(&mut self, kind: PassKind, substep: &Substep) {
        let b = self;
        let displacements = Scattered::new(&mut b.displacements);
        let on = Links { particles: &b.particles, displacements, slots: &b.slots, counters: &b.counters };
        let (stages, colours) = (&b.link_stages[..], b.links.colour_ends.len());
        match kind {
            PassKind::CarryLinks => carry_links::carry_links(&b.params, substep, &stages[..colours], on, &mut b.links, &mut b.link_batches),
            PassKind::PushLinks => push_links::push_links(&b.params, substep, stages, on, &mut b.links, &mut b.link_batches),
            _ => relax_links::relax_links(substep, stages, on, &mut b.links, &mut b.link_batches),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::cpu::rough_contact::tests::fall;
    use crate::scene::random::Random;
    use crate::solver::Solver;
    use crate::world::World;
    use crate::world::fold::Folding;
    use crate::world::spec::{MaterialSpec, ParticleSpec, WorldSpec};

    /// Discs in each other and at all walls, fast ones among them.
    fn crowd(height: f64, restitution: f64, least_radius: f64) -> World {
        let mut random = Random::new(1, 0);
        let mut number = || random.unit();
        let particles = (0..(40.0 * height) as usize)
            .map(|id| {
                let (pinned, radius) = (id % 90 == 0, least_radius + number() * (0.5 - least_radius));
                let velocity = if pinned { [0.0; 2] } else { [number() * 80.0 - 40.0, number() * 80.0 - 40.0] };
                let place = [0.5 + number() * 39.0, 0.5 + number() * (height - 1.0)];
                ParticleSpec { velocity, pinned, material: 1, ..ParticleSpec::at(place, radius) }
            })
            .collect();
        // All of one mass: no bodies.
        let materials = vec![MaterialSpec { density: 1.0, mass: Some(1.0), friction: 0.0, restitution }];
        World::new(&WorldSpec { size: [40.0, height], margin: 1, restitution, particles, materials, ..WorldSpec::default() }).unwrap()
    }

    /// Compares a run, in which sweeps do on the way what they can, with each pass alone.
    fn compare(world: &World, name: &str) {
        let [mut together, mut alone] = [(); 2].map(|()| CpuSolver::new(world, Some(2)).unwrap());
        let list = world.substep_list();
        let ways: Vec<_> = (0..list.len()).filter_map(|entry| Sweeping::of(&list[entry..])).map(|sweep| sweep.on_the_way).collect();
        assert!(ways.iter().any(|way| way.at_walls.is_some()) && ways.iter().any(|way| way.advances));
        for substep in (0..6).map(fall) {
            together.run(std::slice::from_ref(&substep)).unwrap();
            list.iter().for_each(|&step| alone.run_step(step, &substep));
            let [a, b] = [&together, &alone].map(|solver| &solver.buffers);
            assert!(a.particles == b.particles, "particles: {name}, substep {}", substep.index);
            assert!(a.displacements == b.displacements, "displacements: {name}, substep {}", substep.index);
            assert!(a.contacts == b.contacts, "contacts: {name}, substep {}", substep.index);
        }
    }

    #[test]
    fn passes_on_the_way_of_a_sweep_give_what_they_give_alone() {
        for height in (1..12).map(|rows| f64::from(rows) + 1.5).chain([40.0, 150.0]) {
            for (restitution, least_radius) in [(0.0, 0.5), (0.5, 0.5), (0.0, 0.3)] {
                let name = format!("{height} high, restitution {restitution}, radii from {least_radius}");
                compare(&crowd(height, restitution, least_radius), &name);
            }
        }
        let wide = crowd(150.0, 0.0, 0.5).with_folding(Folding::Always).unwrap();
        assert!(wide.params().fold_bits > 0);
        compare(&wide, "folded");
    }
}
