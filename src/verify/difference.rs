//! The first place where two backends disagree, for people and for JSON.

use std::fmt;

use serde::Serialize;

/// One value that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Number of the substep since the start.
    pub substep: u32,
    /// Name of the pass that wrote the value; `substep` where only whole substeps show the difference,
    /// which means that passes race with each other.
    pub pass: &'static str,
    /// Name of the buffer.
    pub buffer: &'static str,
    /// Place in the buffer, in elements.
    pub index: u32,
    /// Id of the particle that the element belongs to, where it belongs to one.
    pub particle: Option<u32>,
    /// Part of the element, e.g. `position.x`.
    pub field: &'static str,
    /// The reference.
    pub cpu: Value,
    /// What the GPU has instead.
    pub gpu: Value,
}

/// The same bits twice: in hex, and as the number they mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// `0x` and the bits.
    pub hex: String,
    /// The number.
    pub decimal: Number,
}

/// A number as JSON has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Number {
    /// A word or a part of one, signed or not.
    Integer(i64),
    /// A digest, which JSON has as text: few readers keep all digits of a number so long.
    Wide(#[serde(serialize_with = "as_text")] u64),
    /// A sum, as text for the same reason.
    Sum(#[serde(serialize_with = "as_text")] u128),
    /// A float.
    Real(f32),
}

impl Value {
    /// A 64-bit digest.
    pub(super) fn digest(bits: u64) -> Self {
        Self { hex: format!("{bits:#018x}"), decimal: Number::Wide(bits) }
    }

    /// A sum of many.
    pub(super) fn sum(bits: u128) -> Self {
        Self { hex: format!("{bits:#034x}"), decimal: Number::Sum(bits) }
    }

    /// A word, or the part of one, and what it means.
    pub(super) fn word(bits: u32, decimal: Number) -> Self {
        Self { hex: format!("{bits:#010x}"), decimal }
    }
}

fn as_text<S: serde::Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "substep {}, pass {}: {}[{}].{}", self.substep, self.pass, self.buffer, self.index, self.field)?;
        if let Some(id) = self.particle {
            write!(f, " of particle {id}")?;
        }
        write!(f, " is {} on the CPU, {} on the GPU", self.cpu, self.gpu)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.hex, self.decimal)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Wide(value) => value.fmt(f),
            Self::Sum(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_one_line_and_json_has_hex_and_decimal() {
        let difference = Difference {
            substep: 12,
            pass: "solve_contacts",
            buffer: "particles_next",
            index: 5,
            particle: Some(17),
            field: "position.x",
            cpu: Value::word(42, Number::Integer(42)),
            gpu: Value::word(u32::MAX, Number::Integer(-1)),
        };
        let line = "substep 12, pass solve_contacts: particles_next[5].position.x of particle 17 \
                    is 0x0000002a (42) on the CPU, 0xffffffff (-1) on the GPU";
        assert_eq!(difference.to_string(), line);
        let json = serde_json::to_value(&difference).unwrap();
        assert_eq!(json["gpu"], serde_json::json!({"hex": "0xffffffff", "decimal": -1}));
        let sum = serde_json::to_value(Value::sum(1 << 64)).unwrap();
        assert_eq!(sum, serde_json::json!({"hex": "0x00000000000000010000000000000000", "decimal": "18446744073709551616"}));
    }
}
