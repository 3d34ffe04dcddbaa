//! Passes as a trace that Perfetto and chrome://tracing open: the Trace Event Format, complete events in microseconds
//! (Google, "Trace Event Format", 2016).

use serde::Serialize;
use serde_json::{Value, json};

use crate::solver::Span;

/// A trace of several runs, each a process of its own.
#[derive(Debug, Default, Serialize)]
pub struct Trace {
    #[serde(rename = "traceEvents")]
    events: Vec<Value>,
    #[serde(rename = "displayTimeUnit")]
    unit: &'static str,
}

impl Trace {
    /// A trace of nothing yet.
    pub fn new() -> Self {
        Self { events: Vec::new(), unit: "ms" }
    }

    /// Adds the passes of a run, inside their substeps.
    pub fn add(&mut self, run: &str, spans: &[Span]) {
        let process = 1 + self.events.iter().filter(|event| event["ph"] == "M").count();
        self.events.push(json!({ "ph": "M", "name": "process_name", "pid": process, "tid": 1, "args": { "name": run } }));
        let event = |name: &str, category, start: f64, end: f64, substep| {
            let (start, duration) = (1e3 * start, 1e3 * (end - start));
            json!({ "ph": "X", "name": name, "cat": category, "pid": process, "tid": 1, "ts": start, "dur": duration,
                    "args": { "substep": substep } })
        };
        for group in spans.chunk_by(|a, b| a.substep == b.substep) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            self.events.push(event("substep", "substep", first.start, last.start + last.milliseconds, first.substep));
            let passes = group.iter().map(|span| event(span.name, "pass", span.start, span.start + span.milliseconds, span.substep));
            self.events.extend(passes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_lie_inside_their_substeps_and_runs_are_processes() {
        let span = |name, substep, start| Span { name, substep, start, milliseconds: 2.0 };
        let spans = [span("a", 7, 0.0), span("b", 7, 2.5), span("a", 8, 5.0)];
        let mut trace = Trace::new();
        trace.add("first", &spans);
        trace.add("second", &spans[..1]);
        let text = serde_json::to_value(&trace).unwrap();
        let events = text["traceEvents"].as_array().unwrap();
        let words: Vec<_> = events.iter().map(|e| (e["name"].as_str().unwrap(), e["pid"].as_u64().unwrap())).collect();
        let expected = [("process_name", 1), ("substep", 1), ("a", 1), ("b", 1), ("substep", 1), ("a", 1)];
        assert_eq!(words[..6], expected);
        assert_eq!(words[6..], [("process_name", 2), ("substep", 2), ("a", 2)]);
        assert_eq!((events[1]["ts"].as_f64(), events[1]["dur"].as_f64()), (Some(0.0), Some(4500.0)));
        assert_eq!(events[3]["ts"].as_f64(), Some(2500.0));
    }
}
