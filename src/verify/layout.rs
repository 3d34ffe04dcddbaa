//! What the words of each buffer mean: names and kinds of the fields of one element.

use std::borrow::Cow;

use super::difference::{Number, Value};
use crate::cpu::Buffers;
use crate::passes::Slot;
use crate::sizes::Length;
use crate::slots::Element;
use crate::world::fixed::{FRACTION_BITS, LIST_ROWS};
use crate::world::particle::{FRACTION_SHIFT, PHASE_SHIFT, TOUCHING_SHIFT};

/// A run of bits in one word of an element.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// As the Rust struct has it.
    pub name: &'static str,
    word: usize,
    shift: u32,
    bits: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Signed,
    Unsigned,
    Real,
}

/// Two unequal elements: the index of the element, its first unequal field, and both values.
pub struct Unequal {
    /// Place in the buffer, in elements.
    pub index: usize,
    /// What differs.
    pub field: &'static str,
    /// The CPU's.
    pub cpu: Value,
    /// The GPU's.
    pub gpu: Value,
}

const fn whole(name: &'static str, word: usize, kind: Kind) -> Field {
    Field { name, word, shift: 0, bits: 32, kind }
}

const fn packed(name: &'static str, word: usize, shift: u32, bits: u32) -> Field {
    Field { name, word, shift, bits, kind: Kind::Unsigned }
}

const PARTICLE: [Field; 8] = [
    whole("position.x", 0, Kind::Signed),
    whole("position.y", 1, Kind::Signed),
    packed("info.radius", 2, 0, FRACTION_SHIFT[0]),
    packed("info.fraction.x", 2, FRACTION_SHIFT[0], FRACTION_BITS),
    packed("info.fraction.y", 2, FRACTION_SHIFT[1], FRACTION_BITS),
    packed("info.touching", 2, TOUCHING_SHIFT, PHASE_SHIFT - TOUCHING_SHIFT),
    packed("info.phase", 2, PHASE_SHIFT, 32 - PHASE_SHIFT),
    whole("id", 3, Kind::Unsigned),
];
const DISPLACEMENT: [Field; 2] = [whole("x", 0, Kind::Signed), whole("y", 1, Kind::Signed)];
const LINK_ROW: [Field; 4] = [
    whole("partner", 0, Kind::Unsigned),
    whole("rest_length", 1, Kind::Real),
    whole("elasticity", 2, Kind::Real),
    whole("break_length", 3, Kind::Real),
];
const JOINT: [Field; 6] = [
    whole("id", 0, Kind::Unsigned),
    whole("impulse", 1, Kind::Real),
    whole("last_impulse", 2, Kind::Real),
    whole("mean_impulse", 3, Kind::Real),
    whole("inverse_masses.first", 4, Kind::Real),
    whole("inverse_masses.second", 5, Kind::Real),
];
const CONTACT_ROW: [Field; 2] = [whole("partner", 0, Kind::Unsigned), whole("impulse", 1, Kind::Real)];
const BODY: [Field; 4] = [
    whole("inverse_mass", 0, Kind::Real),
    whole("surface", 1, Kind::Unsigned),
    whole("spin", 2, Kind::Signed),
    whole("angle", 3, Kind::Unsigned),
];
const COUNTERS: [Field; 4] = [
    whole("removed", 0, Kind::Unsigned),
    whole("broken", 1, Kind::Unsigned),
    whole("saturated", 2, Kind::Unsigned),
    whole("saturated.high", 3, Kind::Unsigned),
];

/// Fields of one element of a buffer; every bit of the element is in one of them.
fn fields(element: Element) -> Cow<'static, [Field]> {
    match element {
        Element::Particle => Cow::Borrowed(&PARTICLE),
        Element::Displacement => Cow::Borrowed(&DISPLACEMENT),
        Element::LinkRow => Cow::Borrowed(&LINK_ROW),
        Element::Joint => Cow::Borrowed(&JOINT),
        Element::ContactRow => Cow::Borrowed(&CONTACT_ROW),
        Element::Counters => Cow::Borrowed(&COUNTERS),
        Element::Body => Cow::Borrowed(&BODY),
        Element::Real(name) => Cow::Owned(vec![whole(name, 0, Kind::Real)]),
        Element::Word(name) => Cow::Owned(vec![whole(name, 0, Kind::Unsigned)]),
        // No pass writes a uniform block, nor what obstacles are.
        Element::Params | Element::Substep | Element::Stage | Element::LinkStage | Element::Facet | Element::CoverRow | Element::Pose => {
            Cow::Owned(vec![whole("word", 0, Kind::Unsigned)])
        }
    }
}

/// Id of the particle that an element belongs to, where it belongs to one.
pub fn particle_at(buffers: &Buffers, slot: Slot, index: usize) -> Option<u32> {
    let next = matches!(slot, Slot::ParticlesNext | Slot::DisplacementsNext);
    let order = if next { &buffers.particles_next } else { &buffers.particles };
    match slot.row().length {
        // After the sort bodies follow particles, and lists of contacts have the order that the particles have by then.
        Length::Particles | Length::Bodies => Some(order[index].label()),
        Length::Contacts => Some(order[index / LIST_ROWS].label()),
        Length::Tangents => Some(order[index / (LIST_ROWS * buffers.sizes().tangent_words() as usize)].label()),
        Length::LinkedIds | Length::Births => Some(index as u32),
        Length::LinkRows | Length::Joints => buffers.links.first_ends().nth(index),
        _ => None,
    }
}

/// The first unequal element of two buffers of the same length.
pub fn first_unequal(slot: Slot, cpu: &[u32], gpu: &[u32]) -> Option<Unequal> {
    let word = (0..cpu.len()).find(|&word| cpu[word] != gpu[word])?;
    let fields = fields(slot.row().element);
    let length = fields.last().map_or(1, |field| field.word + 1);
    let in_word = fields.iter().filter(|field| field.word == word % length);
    let differs = |field: &&Field| field.part(cpu[word]) != field.part(gpu[word]);
    // Every bit belongs to a field, so that one of them differs where the words do.
    let field = in_word.clone().find(differs).or(in_word.clone().next())?;
    Some(Unequal { index: word / length, field: field.name, cpu: field.value(cpu[word]), gpu: field.value(gpu[word]) })
}

impl Field {
    fn part(&self, word: u32) -> u32 {
        (word >> self.shift) & (u32::MAX >> (32 - self.bits))
    }

    fn value(&self, word: u32) -> Value {
        let part = self.part(word);
        let decimal = match self.kind {
            Kind::Signed => Number::Integer(i64::from(part as i32)),
            Kind::Unsigned => Number::Integer(i64::from(part)),
            Kind::Real => Number::Real(f32::from_bits(part)),
        };
        Value::word(part, decimal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::CpuSolver;
    use crate::world::World;
    use crate::world::spec::{ParticleSpec, WorldSpec};

    #[test]
    fn every_single_bit_of_every_element_is_found_and_named_once() {
        for slot in Slot::ALL {
            let length = fields(slot.row().element).last().unwrap().word + 1;
            let cpu = vec![0x5555_AAAA; 3 * length];
            assert!(first_unequal(slot, &cpu, &cpu).is_none());
            for bit in 0..32 * length {
                let mut gpu = cpu.clone();
                gpu[length + bit / 32] ^= 1 << (bit % 32);
                let found = first_unequal(slot, &cpu, &gpu).unwrap();
                assert_eq!(found.index, 1, "{slot:?}");
                assert_ne!(found.cpu.hex, found.gpu.hex, "bit {bit} of {slot:?} belongs to no field");
            }
        }
    }

    #[test]
    fn what_a_contact_carries_against_rolling_is_that_of_its_owner() {
        for (rolling_resistance, words) in [(0.0, 1), (0.1, 2)] {
            let particles = [5.0, 2.0].map(|x| ParticleSpec::at([x, 1.0], 0.5)).to_vec();
            let world = World::new(&WorldSpec { particles, friction: 0.5, rolling_resistance, ..WorldSpec::default() }).unwrap();
            let buffers = CpuSolver::new(&world, Some(1)).unwrap().buffers;
            let of_first = words * LIST_ROWS;
            let owners = [0, of_first - 1, of_first, 2 * of_first - 1].map(|index| particle_at(&buffers, Slot::Tangents, index));
            let [first, second] = [0, 1].map(|slot| Some(buffers.particles[slot].label()));
            assert_eq!(owners, [first, first, second, second]);
        }
    }

    #[test]
    fn a_packed_field_is_named_by_itself() {
        let (cpu, mut gpu) = (vec![0; 8], vec![0; 8]);
        gpu[6] = 5 << TOUCHING_SHIFT;
        let found = first_unequal(Slot::Particles, &cpu, &gpu).unwrap();
        assert_eq!((found.index, found.field, found.gpu.decimal), (1, "info.touching", Number::Integer(5)));
    }
}
