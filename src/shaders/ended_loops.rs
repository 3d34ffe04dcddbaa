//! Passes on adapters that end loops without a word: each of their threads asks at its end whether that happened to it.

use crate::passes::{PASSES, Pass};

/// What asks.
pub const ENDED_LOOPS: (&str, &str) = ("ended_loops", include_str!("../../shaders/ended_loops.wgsl"));

/// Whether a text has loops.
pub fn has_loops(text: &str) -> bool {
    text.lines().any(|line| ["loop {", "for (", "while "].iter().any(|start| line.trim_start().starts_with(start)))
}

/// The text of a pass whose threads ask at their end: its entry point calls what it was before, which may return early, and then asks. The
/// answer stands in one word behind what the pass binds: 0, or the [number](pass_of) of the first whose loops were ended.
pub fn asking(pass: &Pass) -> String {
    let (head, entry) = pass.wgsl.split_once("@compute").expect("every pass has an entry point");
    let (attributes, entry) = entry.split_once("fn ").expect("an entry point is a function");
    let (signature, body) = entry.split_once(") {").expect("an entry point returns nothing");
    let (name, arguments) = signature.split_once('(').expect("a function has arguments");
    let plain: Vec<&str> = arguments.split(',').filter_map(|argument| argument.split_once(") ").map(|(_, plain)| plain.trim())).collect();
    let names: Vec<&str> = plain.iter().filter_map(|argument| Some(argument.split_once(':')?.0)).collect();
    let (plain, names) = (plain.join(", "), names.join(", "));
    let (binding, number) = (pass.bindings.len(), PASSES.iter().position(|other| other.kind == pass.kind).map_or(0, |index| index + 1));
    let (_, question) = ENDED_LOOPS;
    format!(
        "@group(0) @binding({binding}) var<storage, read_write> ended_loops: atomic<u32>;\n\n{question}\n{head}@compute{attributes}\
         fn {name}({arguments}) {{\n    all_of_{name}({names});\n    note_ended_loops({number}u);\n}}\n\n\
         fn all_of_{name}({plain}) {{{body}"
    )
}

/// The pass that answered so; `None` where no loop was ended.
pub fn pass_of(answer: u32) -> Option<&'static Pass> {
    PASSES.get((answer as usize).checked_sub(1)?).copied()
}
