//! Bringing a table of a file up to date: what is as it was stays as it is written, with its comments, order and line breaks.

use toml_edit::{Item, TableLike, Value};

/// Numbers closer than this share of their size are one: they went through other units and back.
const SAME: f64 = 1e-9;

/// Makes `old` say what `new` says.
pub(super) fn merge(old: &mut dyn TableLike, new: &dyn TableLike) {
    let gone: Vec<String> = old.iter().map(|(key, _)| key.to_owned()).filter(|key| !new.contains_key(key)).collect();
    for key in gone {
        old.remove(&key);
    }
    for (key, item) in new.iter() {
        match old.get_mut(key) {
            Some(before) => merge_item(before, item),
            None => {
                old.insert(key, item.clone());
            }
        }
    }
}

fn merge_item(old: &mut Item, new: &Item) {
    if let (Some(old), Some(new)) = (old.as_table_like_mut(), new.as_table_like()) {
        merge(old, new);
    } else if let (Some(old), Some(new)) = (old.as_value_mut(), new.as_value()) {
        merge_value(old, new);
    } else {
        *old = new.clone();
    }
}

fn merge_value(old: &mut Value, new: &Value) {
    match (&mut *old, new) {
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            old.iter_mut().zip(new.iter()).for_each(|(old, new)| merge_value(old, new));
        }
        (Value::InlineTable(old), Value::InlineTable(new)) => merge(old, new),
        (old, new) if is_same(old, new) => {}
        _ => replace(old, new.clone()),
    }
}

/// Makes a value another one; what stands around it stays.
pub(super) fn replace(old: &mut Value, new: Value) {
    let decor = old.decor().clone();
    *old = new;
    *old.decor_mut() = decor;
}

fn is_same(a: &Value, b: &Value) -> bool {
    let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    match (number(a), number(b)) {
        (Some(a), Some(b)) => (a - b).abs() <= SAME * a.abs().max(b.abs()),
        _ => a.as_bool().is_some() && a.as_bool() == b.as_bool(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml_edit::DocumentMut;

    fn merged(old: &str, new: &str) -> String {
        let mut document: DocumentMut = old.parse().unwrap();
        merge(document.as_table_mut(), new.parse::<DocumentMut>().unwrap().as_table());
        document.to_string()
    }

    #[test]
    fn only_what_differs_is_written_anew() {
        let old = "# a ramp\nbox = { size = [10, 2], at = [50, 20] } # steel\npoints = [\n  [1, 2], # first\n  [3, 4],\n]\nturn_rate = 60 # a second\n";
        let new = "box = { at = [50.5, 20.0], size = [10.0, 2.0] }\npoints = [[1.0, 2.0], [3.0, 5.0]]\nturn_rate = 59.99999999999999\npivot = [1.0, 2.0]\n";
        let expected = "# a ramp\nbox = { size = [10, 2], at = [50.5, 20] } # steel\npoints = [\n  [1, 2], # first\n  [3, 5.0],\n]\nturn_rate = 60 # a second\npivot = [1.0, 2.0]\n";
        assert_eq!(merged(old, new), expected);
    }

    #[test]
    fn what_is_gone_and_what_has_another_form_is_replaced() {
        assert_eq!(merged("pivot = [1, 2]\nkeys = [1, 2]\n", "keys = [{ time = 1.0 }]\n"), "keys = [{ time = 1.0 }]\n");
        assert_eq!(merged("[box]\nat = [1, 2]\nangle = 5\n", "box = { at = [1.0, 3.0] }\n"), "[box]\nat = [1, 3.0]\n");
        assert_eq!(merged("cycle = true\n", "cycle = false\n"), "cycle = false\n");
    }
}
