//! Every key that is written stands in docs/json.md.

use serde_json::Value;

use super::{SMALL, has_gpu, jostle};

const REFERENCE: &str = include_str!("../../docs/json.md");

/// All keys, however deep.
fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            found.push(key.clone());
            keys(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn every_key_stands_in_the_reference_under_its_command() {
    let lines = [
        ("## `simulate --json`", format!("simulate gas --frames 1 {SMALL}")),
        ("## `simulate --json`", format!("simulate drum --frames 1 {SMALL}")),
        ("## `bench --json`", format!("bench gas --warmup 0 --frames 1 {SMALL}")),
        ("## `bench --settle --json`", format!("bench --settle --seconds 0.1 {SMALL}")),
        ("## `verify --json`", "verify gas --particles 200 --frames 1".into()),
        ("## `adapters --json`", "adapters".into()),
    ];
    for (head, line) in lines.iter().filter(|(_, line)| !line.starts_with("verify") || has_gpu()) {
        let section = REFERENCE.split_once(*head).expect(head).1;
        // What is as in a section above stands there.
        let mut found = Vec::new();
        keys(&jostle(&format!("{line} --json -")).ok().json(), &mut found);
        assert!(!found.is_empty() || line == "adapters", "{line}");
        let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
        for key in found {
            let named = format!("`{key}`");
            assert!(section.contains(&named) || above(head).contains(&named), "{line}: {key} is not in docs/json.md");
        }
    }
}

/// What stands before a section.
fn above(head: &str) -> &str {
    REFERENCE.split_once(head).map_or("", |(before, _)| before)
}
