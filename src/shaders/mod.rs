//! The shader source of a pass: constants from Rust, the shared files and the pass, joined as text.
//! WGSL needs no declaration before use, so no preprocessor is needed.

mod constants;
mod ended_loops;
mod shape;

use std::borrow::Cow;

use crate::passes::{Pass, Slot};
pub use constants::constants;
use constants::constants_in;
pub use ended_loops::{ENDED_LOOPS, pass_of};
pub use shape::Shape;

/// Files that every pass is joined with, by name.
pub const SHARED: [(&str, &str); 5] = [
    ("params", include_str!("../../shaders/params.wgsl")),
    ("dispatch", include_str!("../../shaders/dispatch.wgsl")),
    ("exact", include_str!("../../shaders/exact.wgsl")),
    ("dim2", include_str!("../../shaders/dim2.wgsl")),
    ("contact", include_str!("../../shaders/contact.wgsl")),
];

/// A file that some passes are joined with.
#[derive(Debug)]
pub struct Joined {
    /// Name of the file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// It is joined to the passes that bind all of these, and none of `without`.
    with: &'static [Slot],
    /// It is joined to no pass that binds one of these.
    without: &'static [Slot],
}

/// Declares files to join by their names.
macro_rules! joined {
    ($($name:literal: [$($with:ident),*] without [$($without:ident),*]),* $(,)?) => {
        [$(Joined {
            name: $name,
            text: include_str!(concat!("../../shaders/", $name, ".wgsl")),
            with: &[$(Slot::$with),*],
            without: &[$(Slot::$without),*],
        }),*]
    };
}

/// Files that only the passes which bind certain slots are joined with.
pub static JOINED: [Joined; 31] = joined![
    "counters": [Counters] without [],
    "motion": [Births] without [],
    "ranks": [CellCounts, Ranks] without [],
    "gather": [CellStarts, ParticlesNext, Counters] without [],
    "impulse": [Particles, Contacts] without [],
    "impulse": [Joints] without [Contacts],
    "ownership": [Particles, Contacts] without [],
    "chains": [Chains] without [],
    "partners": [Sources, ContactsNext, CellStarts] without [],
    "memory": [Sources, ContactsNext, CellStarts] without [],
    "blocks": [Stage] without [],
    "lists": [Stage] without [],
    "sweep": [Stage] without [Bodies],
    "rough_sweep": [Stage, Bodies] without [],
    "rolling": [Stage, Bodies] without [],
    "walls": [Particles] without [],
    "bounce": [Particles] without [],
    "friction": [Particles] without [],
    "link": [LinkRows] without [],
    "joint": [Joints] without [],
    "body": [Bodies] without [],
    "rough_walls": [Particles, Bodies] without [],
    "hash": [Digests] without [],
    "sums": [Measures] without [],
    "obstacle": [Facets] without [],
    "passage": [Facets, Displacements] without [],
    "touch": [Facets, Displacements] without [],
    "deflection": [Facets, Displacements] without [],
    "obstacle_stops": [Facets, Displacements] without [Bodies],
    "rough_obstacle_stops": [Facets, Displacements, Bodies] without [],
    "depth": [Facets] without [Displacements],
];

impl Joined {
    fn belongs_to(&self, pass: &Pass) -> bool {
        let binds = |wanted: &Slot| pass.bindings.iter().any(|(slot, _)| slot == wanted);
        self.with.iter().all(binds) && !self.without.iter().any(binds)
    }
}

/// The whole source of a pass.
pub fn source(pass: &Pass, shape: Shape) -> String {
    let own = if asks(pass, shape) { Cow::from(ended_loops::asking(pass)) } else { pass.wgsl.into() };
    let mut texts: Vec<&str> = joined_to(pass).collect();
    texts.push(&own);
    constants_in(&texts, shape) + &texts.join("\n")
}

/// Whether the threads of a pass ask whether their loops were ended, in one word that is bound behind what the pass binds.
pub fn asks(pass: &Pass, shape: Shape) -> bool {
    shape.ends_loops && joined_to(pass).chain([pass.wgsl]).any(ended_loops::has_loops)
}

/// The shared texts that a pass is joined with.
fn joined_to(pass: &Pass) -> impl Iterator<Item = &'static str> {
    let joined = JOINED.iter().filter(|file| file.belongs_to(pass)).map(|file| file.text);
    SHARED.iter().map(|(_, text)| *text).chain(joined)
}
