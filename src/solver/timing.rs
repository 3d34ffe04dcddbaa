//! How long passes took.

use serde::Serialize;

/// One pass of one substep, when it was timed on its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Span {
    /// Name of the pass.
    pub name: &'static str,
    /// The substep, counted from the start of the simulation.
    pub substep: u32,
    /// Milliseconds from the start of the first pass that was timed with it.
    pub start: f64,
    /// Milliseconds that it took.
    pub milliseconds: f64,
}

impl Span {
    /// Adds spans, timed from a start of their own, behind others.
    pub(crate) fn append(all: &mut Vec<Self>, part: Vec<Self>) {
        let before = all.last().map_or(0.0, |last| last.start + last.milliseconds);
        all.extend(part.into_iter().map(|span| Self { start: span.start + before, ..span }));
    }
}

/// Time that one pass took.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PassTime {
    /// Name of the pass.
    pub name: &'static str,
    /// Milliseconds, over all the substeps that were run.
    pub milliseconds: f64,
}

impl PassTime {
    /// The time of each pass over all spans, in order of first appearance.
    pub fn sums(spans: &[Span]) -> Vec<Self> {
        let mut times = Vec::new();
        Self::add(&mut times, spans);
        times
    }

    /// Adds the times of more spans.
    pub(crate) fn add(times: &mut Vec<Self>, spans: &[Span]) {
        for &Span { name, milliseconds, .. } in spans {
            match times.iter_mut().find(|time| time.name == name) {
                Some(time) => time.milliseconds += milliseconds,
                None => times.push(Self { name, milliseconds }),
            }
        }
    }
}
