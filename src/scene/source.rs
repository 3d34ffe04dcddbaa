//! The text of a scene file, kept so that every error can name line, column, key and value.

use super::error::{Place, SceneError, nearest};
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use toml_edit::DocumentMut;

/// A scene file's name and text.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// How the file was named.
    pub label: String,
    /// Keys that were set in it, and their values, if any: then its lines are in no file that somebody could look at.
    pub set: Vec<(String, String)>,
    /// Its whole text.
    pub text: String,
}

/// Bytes of the text, as `toml` counts them.
pub(super) type Span = Range<usize>;

impl Source {
    /// What errors call the file.
    pub fn name(&self) -> String {
        if self.set.is_empty() {
            return self.label.clone();
        }
        let values: Vec<_> = self.set.iter().map(|(key, value)| format!("{key}={}", shortened(value))).collect();
        format!("{} with {}", self.label, values.join(", "))
    }

    /// The text of a document whose lines end as those of this one do: what writes TOML ends all of them in one way.
    pub fn with_line_ends(&self, document: &DocumentMut) -> String {
        let text = document.to_string();
        if self.text.contains("\r\n") { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
    }

    /// Line, column and key path of a span.
    pub fn place(&self, span: &Span) -> Box<Place> {
        let before = self.text.get(..span.start).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let mut search = KeySearch { target: span, best: None };
        // An empty span stands for the file as a whole.
        if !span.is_empty()
            && let Ok(table) = DeTable::parse(&self.text)
        {
            search.table("", table.get_ref());
        }
        Box::new(Place {
            file: self.name(),
            at: self.set.is_empty().then(|| [before.matches('\n').count() + 1, before[line_start..].chars().count() + 1]),
            key: search.best.map(|(_, path)| path).unwrap_or_default(),
        })
    }

    /// The error of a value that stands at `span`.
    pub fn bad(&self, span: &Span, allowed: impl Into<String>) -> SceneError {
        SceneError::Value { place: self.place(span), value: self.snippet(span), allowed: allowed.into() }
    }

    /// The error of a key that is not there, in the table at `span`.
    pub fn missing(&self, span: &Span, key: &str) -> SceneError {
        SceneError::MissingKey { place: self.place(span), missing: key.into() }
    }

    /// Where the values of those of these keys stand that are in the table at `span`.
    pub fn keys_in(&self, span: &Span, keys: &[&str]) -> Vec<Span> {
        let Ok(document) = DeTable::parse(&self.text) else { return Vec::new() };
        let table = document.get_ref().values().find_map(|value| table_at(value, span));
        keys.iter().filter_map(|&key| table?.get(key).map(toml::Spanned::span)).collect()
    }

    /// Where the value of this key stands in the table at `span` or in the tables in it, if it stands there once.
    pub fn only_key_within(&self, span: &Span, key: &str) -> Option<Span> {
        let document = DeTable::parse(&self.text).ok()?;
        let table = document.get_ref().values().find_map(|value| table_at(value, span))?;
        let mut found = Vec::new();
        collect_key(table, key, &mut found);
        found.pop().filter(|_| found.is_empty())
    }

    /// The error of text that is not TOML.
    pub fn syntax_error(&self, error: &toml::de::Error) -> SceneError {
        let message = error.message();
        let way_out = if message.contains("mantissa") {
            " (a number begins with a digit, e.g. 0.5)"
        } else if message.contains("must be quoted") {
            " (words stand in quotes, and commas between the values of a list: [50, 50])"
        } else {
            ""
        };
        SceneError::Syntax { place: self.place(&error.span().unwrap_or(0..0)), message: format!("{message}{way_out}") }
    }

    /// The error of TOML that is not a scene: serde's message, taken apart.
    pub fn shape_error(&self, error: &toml::de::Error) -> SceneError {
        let span = error.span().unwrap_or(0..0);
        let message = error.message();
        if let Some(missing) = message.strip_prefix("missing field ") {
            return self.missing(&span, missing.trim_matches('`'));
        }
        let allowed = message.rsplit_once("expected ").map_or(message, |(_, expected)| expected);
        if let Some(rest) = message.strip_prefix("unknown field `") {
            let key = rest.split('`').next().unwrap_or_default();
            let suggestion = nearest(key, allowed.split('`').skip(1).step_by(2)).map(str::to_owned);
            let mut allowed = allowed.trim_start_matches("one of ").to_owned();
            if suggestion.is_none() && allowed.contains("`world`") {
                allowed += "; size, gravity and the like stand below a line [world]";
            }
            return SceneError::UnknownKey { place: self.place(&span), suggestion, allowed };
        }
        if allowed == "a sequence" && self.snippet(&span).starts_with('[') {
            return self.bad(&span, format!("[{}]: such tables stand in double brackets, each with its own", self.snippet(&span)));
        }
        if let Some((name, _)) = self.snippet(&span).strip_prefix("[[").and_then(|rest| rest.split_once("]]")) {
            return self.bad(&span, format!("one such table, in single brackets: [{name}]"));
        }
        let allowed = match allowed {
            "f64" => "a number, without quotes",
            "u32" => "a whole number from 0 to 4294967295",
            "u64" | "usize" => "a whole number from 0 to 9223372036854775807",
            // What serde says where a word of a list is wanted, without the list: the reference has it.
            "wanted string or table" | "string or table" => "a word in quotes, one of those in docs/scenes.md",
            // A table is called by the name that it has in the program.
            other if other.starts_with("struct ") => return self.bad(&span, table_of(&other["struct ".len()..])),
            "floating-point number overflowed" => "a number up to 1.7e308",
            "an array of length 2" => "exactly two numbers, [x, y]",
            "a sequence" => "a list, [ … ]",
            other => other,
        };
        self.bad(&span, allowed)
    }

    /// Every list of numbers in a scene file is a pair. serde takes the first two of a longer one, so it is checked here.
    pub fn check_pairs(&self, tables: &DeTable<'_>) -> Result<(), SceneError> {
        match tables.values().find_map(longer_than_a_pair) {
            Some(span) => Err(self.bad(&span, "exactly two numbers")),
            None => Ok(()),
        }
    }

    /// serde takes a list for a table, by the order of its keys in the program, and leaves out what is too much.
    pub fn check_tables(&self, tables: &DeTable<'_>) -> Result<(), SceneError> {
        match list_for_a_table(tables) {
            Some((key, span)) => Err(self.bad(&span, table_of(&key))),
            None => Ok(()),
        }
    }

    /// The text at a span, shortened.
    fn snippet(&self, span: &Span) -> String {
        shortened(self.text.get(span.clone()).unwrap_or_default())
    }
}

/// A text on one line, shortened to 60 characters.
fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The table that stands exactly at a span, in a value.
fn table_at<'a>(value: &'a toml::Spanned<DeValue<'a>>, span: &Span) -> Option<&'a DeTable<'a>> {
    match value.get_ref() {
        DeValue::Table(table) if value.span() == *span => Some(table),
        DeValue::Table(table) => table.values().find_map(|value| table_at(value, span)),
        DeValue::Array(array) => array.iter().find_map(|value| table_at(value, span)),
        _ => None,
    }
}

/// The places of all values of a key in a table and the tables in it.
fn collect_key(table: &DeTable<'_>, key: &str, found: &mut Vec<Span>) {
    for (name, value) in table {
        if name.get_ref() == key {
            found.push(value.span());
        }
        match value.get_ref() {
            DeValue::Table(inner) => collect_key(inner, key, found),
            DeValue::Array(items) => items.iter().for_each(|item| {
                if let DeValue::Table(inner) = item.get_ref() {
                    collect_key(inner, key, found);
                }
            }),
            _ => {}
        }
    }
}

/// What a table looks like that is called so in a file or in the program.
fn table_of(name: &str) -> String {
    let keys = match name.to_ascii_lowercase().as_str() {
        "arc" => "{ at = [x, y], radius = r, thickness = t }, and `from`, `to` in degrees, `segments`",
        "box" | "rectangle" => "{ at = [x, y], size = [width, height] }, and `angle` in degrees",
        "capsule" => "{ from = [x, y], to = [x, y], radius = r }",
        "circle" => "{ at = [x, y], radius = r }",
        "keys" | "keypose" => "{ time = seconds, offset = [x, y], angle = degrees }",
        "repeat" => "{ to = [x, y], step = [x, y] }",
        "sway" => "{ by = [x, y], period = seconds }",
        "swing" => "{ angle = degrees, period = seconds }",
        "wall" => "{ points = [[x, y], [x, y]], thickness = t }",
        "walls" | "wallkeys" => "{ left = \"open\" }, and `right`, `bottom`, `top`",
        _ => return "a table, { … }: its keys are in docs/scenes.md".into(),
    };
    format!("a table, {keys}")
}

/// Keys whose values are tables.
const TABLES: [&str; 10] = ["arc", "box", "capsule", "circle", "repeat", "sway", "swing", "wall", "walls", "world"];
/// Keys whose values are lists of tables.
pub(super) const LISTS_OF_TABLES: [&str; 13] = [
    "block",
    "cloth",
    "cluster",
    "disc",
    "emitter",
    "keys",
    "lattice",
    "link",
    "material",
    "obstacle",
    "particles",
    "rope",
    "soft_squares",
];

/// The first list where a table belongs.
fn list_for_a_table(table: &DeTable<'_>) -> Option<(String, Span)> {
    table.iter().find_map(|(key, value)| {
        let key = key.get_ref().as_ref();
        match value.get_ref() {
            DeValue::Table(inner) => list_for_a_table(inner),
            // Tables in double brackets are too many, of which serde says more.
            DeValue::Array(items) if TABLES.contains(&key) && !items.iter().any(|item| item.get_ref().is_table()) => {
                Some((key.to_owned(), value.span()))
            }
            DeValue::Array(items) => items.iter().find_map(|item| match item.get_ref() {
                DeValue::Table(inner) => list_for_a_table(inner),
                DeValue::Array(_) if LISTS_OF_TABLES.contains(&key) => Some((key.to_owned(), item.span())),
                _ => None,
            }),
            _ => None,
        }
    })
}

/// The first list of more than two numbers in a value.
fn longer_than_a_pair(value: &toml::Spanned<DeValue<'_>>) -> Option<Span> {
    match value.get_ref() {
        DeValue::Table(table) => table.values().find_map(longer_than_a_pair),
        DeValue::Array(array) if array.len() > 2 && array.iter().any(|item| item.get_ref().is_integer() || item.get_ref().is_float()) => {
            Some(value.span())
        }
        DeValue::Array(array) => array.iter().find_map(longer_than_a_pair),
        _ => None,
    }
}

/// Looks for the key with the smallest extent around a span.
struct KeySearch<'a> {
    target: &'a Span,
    best: Option<(usize, String)>,
}

impl KeySearch<'_> {
    fn table(&mut self, path: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let name = key.get_ref();
            let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
            self.offer(&key.span(), &path);
            self.value(&path, &value.span(), value.get_ref());
        }
    }

    fn value(&mut self, path: &str, span: &Span, value: &DeValue<'_>) {
        self.offer(span, path);
        match value {
            DeValue::Table(table) => self.table(path, table),
            DeValue::Array(array) => {
                for (index, item) in array.iter().enumerate() {
                    self.value(&format!("{path}[{index}]"), &item.span(), item.get_ref());
                }
            }
            _ => {}
        }
    }

    /// Later offers are deeper, so that of two equal extents the deeper key wins.
    fn offer(&mut self, span: &Span, path: &str) {
        let inside = span.start <= self.target.start && self.target.end <= span.end;
        if inside && self.best.as_ref().is_none_or(|(length, _)| span.len() <= *length) {
            self.best = Some((span.len(), path.to_owned()));
        }
    }
}
