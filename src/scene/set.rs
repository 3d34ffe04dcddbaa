//! A scene of which single values of its file are others, as `--set` on the command line asks for.

use std::path::Path;

use toml_edit::{Array, DocumentMut, InlineTable, Item, TableLike, Value};

use super::attached::Attached;
use super::source::{LISTS_OF_TABLES, Source};
use super::{Scene, SceneError};
use crate::checkpoint::CheckpointError;
use crate::text_file;

/// A step on the way to a value: the name of a key, and which of several tables or numbers behind it.
struct Step<'a> {
    name: &'a str,
    index: Option<usize>,
    /// The way up to the name.
    way: &'a str,
}

impl Scene {
    /// The same scene with other values of its file: pairs of the way to a key, as errors write it (`world.friction`, `block[0].radius`,
    /// `world.gravity[1]`; where there is only one table `block.radius` means it), and a value in TOML. A number may begin with its point, a word may stand
    /// without quotes. Comments and all else in the text stay as they are, and values are those of the file before it is scaled.
    ///
    /// # Errors
    /// A way that leads nowhere, a value that is none, whatever is then wrong with the scene, and a scene out of a checkpoint, which keeps what
    /// it has.
    pub fn with_values<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, SceneError> {
        let mut values = values.into_iter().peekable();
        if values.peek().is_none() {
            return Ok(self.clone());
        }
        if let Some(resumed) = &self.resumed {
            return Err(CheckpointError::KeptValues { path: resumed.path.clone() }.into());
        }
        let source = self.inner.source.with_values(self.document(), values)?;
        let scene = Self::from_source(source, Attached::in_folder(self.folder()), None)?;
        Ok(Self { name: self.name.clone(), ..scene })
    }

    /// The scene of [`Self::find`] with other values of its file, as [`Self::with_values`] sets them. Such values may also mend a file that
    /// is refused as it stands.
    ///
    /// # Errors
    /// As for both; what is wrong with a file that the values do not mend is told as it stands there.
    pub fn find_with_values<'a>(name_or_path: &str, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, SceneError> {
        match Self::find(name_or_path) {
            Ok(scene) => scene.with_values(values),
            Err(error @ SceneError::UnknownScene { .. }) => Err(error),
            Err(error) => Self::mended(Path::new(name_or_path), values).ok_or(error),
        }
    }

    /// The scene in a file, if these values make it one.
    fn mended<'a>(path: &Path, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let source = Source { label: path.to_str()?.to_owned(), set: Vec::new(), text: text_file::read(path).ok()? };
        let source = source.with_values(source.text.parse().ok()?, values).ok()?;
        Self::from_source(source, Attached::in_folder(path.parent()), None).ok()
    }
}

impl Source {
    /// The same source, with a document of its text, in which values are others.
    fn with_values<'a>(&self, mut document: DocumentMut, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, SceneError> {
        let mut set = self.set.clone();
        for (key, text) in values {
            set.retain(|(before, _)| before != key);
            set.push((key.to_owned(), text.to_owned()));
            let refused = |problem: String| SceneError::Setting { key: key.to_owned(), value: text.to_owned(), problem };
            let value = parsed(text).ok_or_else(|| refused(format!("\"{text}\" is no number, word, list or table of TOML")))?;
            put(document.as_table_mut(), &steps(key).map_err(refused)?, value).map_err(refused)?;
        }
        Ok(Self { label: self.label.clone(), set, text: self.with_line_ends(&document) })
    }
}

/// The value that a text means.
fn parsed(text: &str) -> Option<Value> {
    if let Ok(value) = text.trim().parse() {
        return Some(value);
    }
    let is_word = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_-./\\:".contains(c));
    match text.parse::<f64>() {
        Ok(number) if !number.is_finite() => None,
        Ok(number) if text.contains('.') => Some(number.into()),
        // A whole number that TOML does not take is too large, which the file's own check of the key says best.
        _ => is_word.then(|| text.into()),
    }
}

fn steps<'a>(key: &'a str) -> Result<Vec<Step<'a>>, String> {
    let mut end = 0;
    let mut step = |part: &'a str| -> Option<Step<'a>> {
        let (name, rest) = part.split_once('[').map_or((part, None), |(name, rest)| (name, Some(rest)));
        let index = rest.map(|rest| rest.trim_end().strip_suffix(']')?.trim().parse().ok());
        let way = &key[..end + name.len()];
        end += part.len() + 1;
        // TOML has keys in quotes, and spaces around its points, too.
        let name = name.trim().trim_matches('"');
        (!name.is_empty() && index != Some(None)).then_some(Step { name, index: index.flatten(), way })
    };
    let wrong = || format!("\"{key}\" is no way to a key: write e.g. world.friction or block[0].radius");
    key.split('.').map(|part| step(part).ok_or_else(wrong)).collect()
}

/// Puts a value where the steps lead from a table; what is wrong, if they lead nowhere.
fn put(table: &mut dyn TableLike, steps: &[Step<'_>], value: Value) -> Result<(), String> {
    let (step, rest) = steps.split_first().expect("a key has a name");
    if rest.is_empty() {
        return put_last(table, step, value);
    }
    if table.get(step.name).is_none() && step.index.is_none() && !LISTS_OF_TABLES.contains(&step.name) {
        // A table that there may be one of, such as walls, need not be in the file.
        table.insert(step.name, Item::Value(InlineTable::new().into()));
    }
    let inner = inner(table.get_mut(step.name), step)?;
    put(inner, rest, value)
}

fn put_last(table: &mut dyn TableLike, step: &Step<'_>, value: Value) -> Result<(), String> {
    let Some(index) = step.index else {
        match table.get_mut(step.name) {
            Some(Item::Value(old)) => super::merged::replace(old, value),
            Some(_) => return Err(format!("{} is a table, and a value belongs to one of its keys", step.name)),
            None => drop(table.insert(step.name, toml_edit::value(value))),
        }
        return Ok(());
    };
    let Step { name, way, .. } = *step;
    let refuse_table = || Err(format!("{name}[{index}] is a table, and a value belongs to one of its keys"));
    let list: &mut Array = match table.get_mut(name) {
        None if !LISTS_OF_TABLES.contains(&name) => return Err(format!("the file does not say {name}: set all of it, {way}=[…]")),
        None => return Err(beyond(step, 0)),
        Some(Item::ArrayOfTables(_)) => return refuse_table(),
        Some(item) => item.as_array_mut().ok_or_else(|| format!("{name} is no list"))?,
    };
    let count = list.len();
    let old = list.get_mut(index).ok_or_else(|| beyond(step, count))?;
    // In a list of both, one may take the place of the other.
    if old.is_inline_table() && !value.is_inline_table() && !value.is_array() {
        return refuse_table();
    }
    super::merged::replace(old, value);
    Ok(())
}

/// The table at a step.
fn inner<'a>(item: Option<&'a mut Item>, step: &Step<'_>) -> Result<&'a mut dyn TableLike, String> {
    let name = step.name;
    let chosen = |count: usize| match step.index {
        Some(index) if index < count => Ok(index),
        None if count == 1 => Ok(0),
        None if count > 1 => Err(format!("there are {count} of {name}: say which, {name}[0] to {name}[{}]", count - 1)),
        _ => Err(beyond(step, count)),
    };
    match item {
        None => Err(beyond(step, 0)),
        Some(Item::ArrayOfTables(tables)) => {
            let index = chosen(tables.len())?;
            Ok(tables.get_mut(index).expect("it was looked whether there is one"))
        }
        Some(Item::Value(Value::Array(tables))) => {
            if !tables.iter().any(Value::is_inline_table) {
                return Err(format!("{name} is no table"));
            }
            let index = chosen(tables.len())?;
            let table = tables.get_mut(index).and_then(Value::as_inline_table_mut);
            Ok(table.ok_or_else(|| format!("{name}[{index}] is no table"))?)
        }
        Some(item) if step.index.is_none() => item.as_table_like_mut().map(|table| table as _).ok_or_else(|| format!("{name} is no table")),
        Some(_) => Err(format!("{name} is no list of tables")),
    }
}

/// Of so many there is no such one.
fn beyond(&Step { name, way, .. }: &Step<'_>, count: usize) -> String {
    match count {
        0 if LISTS_OF_TABLES.contains(&name) => format!("the file has no {name}: set all of them, {way}=[{{…}}]"),
        0 => format!("the file has no {name}"),
        1 => format!("the file has one {name}, {name}[0]"),
        _ => format!("the file has {count} of {name}, {name}[0] to {name}[{}]", count - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Overrides;

    const TEXT: &str = "\
# Two blocks
[world]
size = [40, 30] # roomy
friction = 0.1

[[block]]
from = [0, 0]
to = [10, 10]

[[block]]
from = [20, 0]
to = [30, 10]

[[obstacle]]
circle = { at = [15, 20], radius = 2 }
";

    fn with(values: &[(&str, &str)]) -> Result<Scene, SceneError> {
        Scene::from_toml("two.toml", TEXT, None).unwrap().with_values(values.iter().copied())
    }

    #[test]
    fn values_stand_in_the_text_as_if_they_had_been_written_there() {
        let scene = with(&[
            ("world.friction", ".6"),
            ("world.gravity", "[0, -9.81]"),
            ("world.walls.left", "open"),
            ("world.size[0]", "50"),
            ("block[1].radius", "0.25"),
            ("obstacle.circle.radius", "1.5"),
            ("seed", "7"),
        ])
        .unwrap();
        let text = scene.text();
        for line in ["# Two blocks", "size = [50, 30] # roomy", "friction = 0.6", "gravity = [0, -9.81]", "seed = 7"] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
        let spec = scene.world_spec(&Overrides::default()).unwrap();
        assert_eq!((spec.friction, spec.gravity, spec.size), (0.6, [0.0, -9.81], [50.0, 30.0]));
        let radii: Vec<_> = spec.particles.iter().map(|particle| particle.radius).collect();
        assert!(radii[0] == 0.5 && radii[radii.len() - 1] == 0.25);
        assert!(with(&[]).unwrap().text() == TEXT);
        assert_eq!(scene.name(), "two");
    }

    #[test]
    fn a_path_of_any_system_is_a_word() {
        for text in ["../a.csv", "sub\\a.csv", "C:\\data\\a.csv", "C:/data/a.csv"] {
            assert_eq!(parsed(text).unwrap().as_str(), Some(text));
        }
        assert!(parsed("a b").is_none());
    }

    #[test]
    fn keys_may_be_written_as_toml_has_them_and_lists_may_hold_lists_and_tables() {
        let scene = with(&[("\"world\".friction", ".2"), ("world . drag", "3"), ("rope", "[{from=[2,20],to=[8,20]}]")]).unwrap();
        let spec = scene.world_spec(&Overrides::default()).unwrap();
        assert_eq!((spec.friction, spec.drag, spec.links.len()), (0.2, 3.0, 6));
        let text = format!("{TEXT}\n[[particles]]\nlist = [[35, 5], {{ at = [37, 5] }}]\n");
        let listed = |values: &[(&str, &str)]| Scene::from_toml("a.toml", &text, None).unwrap().with_values(values.iter().copied());
        let scene = listed(&[("particles.list[0]", "[36, 6]"), ("particles.list[1]", "{at=[37, 8]}")]).unwrap();
        assert!(scene.text().contains("[[36, 6], {at=[37, 8]}]"), "{}", scene.text());
        assert!(listed(&[("particles.list[1]", "[37, 8]")]).unwrap().text().contains("[[35, 5], [37, 8]]"));
        for (key, told) in [("particles.list[1]", "list[1] is a table"), ("particles.list[2]", "the file has 2 of list")] {
            let error = listed(&[(key, "1")]).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }

    /// Found when it is read, when it is built, and when it is scaled: its lines are in no file.
    #[test]
    fn what_is_wrong_with_values_is_told_with_them_and_without_a_line() {
        let with = |values: &[(&str, &str)]| {
            let text = format!("{TEXT}\n[[disc]]\nat = [35, 25]\nvelocity = [90, 0]\n");
            Scene::from_toml("two.toml", &text, None).unwrap().with_values(values.iter().copied()).unwrap()
        };
        let fast = with(&[("world.gravity", "[0,0]"), ("world.frame_rate", "0.001")]).build(&Overrides::default()).unwrap_err();
        assert_eq!(fast.place().map(|place| (place.at, &*place.key)), Some((None, "disc[0].velocity")));
        assert!(fast.to_string().starts_with("two.toml with world.gravity=[0,0], world.frame_rate=0.001: disc[0].velocity"), "{fast}");
        let plain = Overrides { solver: Some(crate::world::spec::ContactSolver::Plain), ..Overrides::default() };
        let rough = with(&[]).with_values([("world.friction", "0.3")]).unwrap().build(&plain).unwrap_err().to_string();
        assert!(rough.starts_with("two.toml with world.friction=0.3: world.friction is 0.3"), "{rough}");
        let few = with(&[("world.drag", "0")]).build(&Overrides { particles: Some(1), ..Overrides::default() }).unwrap_err().to_string();
        assert!(few.starts_with("two.toml with world.drag=0: 1 particles"), "{few}");
        // One long value hides no other, and of two for a key the last counts.
        let long = format!("[{}]", ["{from=[2,20],to=[8,20]}"; 9].join(","));
        let many = with(&[("world.friction", "0.1"), ("rope", &long), ("world.friction", "0.2")]).with_values([("world.friction", "-3")]);
        let many = many.unwrap_err().to_string();
        let told = format!("two.toml with rope={}…, world.friction=-3: world.friction is -3", &long[..60]);
        assert!(many.starts_with(&told), "{many}");
        let edited =
            with(&[("world.drag", "0")]).with_fall(crate::world::spec::Fall { gravity: [0.0; 2], drag: -1.0 }, &Overrides::default());
        assert!(edited.unwrap_err().to_string().starts_with("two.toml with world.drag=0: world.drag is -1"));
    }

    #[test]
    fn what_leads_nowhere_is_refused_with_what_there_is() {
        for (key, value, told) in [
            ("block.radius", "1", "there are 2 of block: say which, block[0] to block[1]"),
            ("block[2].radius", "1", "the file has 2 of block, block[0] to block[1]"),
            ("obstacle[1].restitution", "1", "the file has one obstacle, obstacle[0]"),
            ("rope[0].radius", "1", "the file has no rope: set all of them, rope=[{…}]"),
            ("obstacle.keys[0].time", "1", "the file has no keys: set all of them, obstacle.keys=[{…}]"),
            ("world.gravity[1]", "1", "the file does not say gravity: set all of it, world.gravity=[…]"),
            ("block[0]", "1", "block[0] is a table"),
            ("rope.radius", "1", "the file has no rope"),
            ("world.friction[0]", "1", "friction is no list"),
            ("world.size[2]", "1", "size[0] to size[1]"),
            ("world.size.x", "1", "size is no table"),
            ("world", "1", "world is a table"),
            ("world.friction.static", "1", "friction is no table"),
            ("world..friction", "1", "is no way to a key"),
            ("block[one].radius", "1", "is no way to a key"),
            ("world.friction", "1 2", "\"1 2\" is no number"),
            ("world.friction", "", "\"\" is no number"),
            ("world.friction", "1e400", "\"1e400\" is no number"),
        ] {
            let error = with(&[(key, value)]).unwrap_err();
            assert!(matches!(&error, SceneError::Setting { problem, .. } if problem.contains(told)), "{key}={value}: {error}");
        }
        // What can be written and means nothing is refused as if it stood in the file.
        let error = with(&[("world.frictoin", "1")]).unwrap_err().to_string();
        assert!(error.contains("world.frictoin: unknown key (did you mean \"friction\"?)"), "{error}");
        let error = with(&[("world.friction", "much")]).unwrap_err().to_string();
        assert!(error.contains("world.friction is \"much\"") && error.starts_with("two.toml with world.friction=much: world"), "{error}");
        let error = with(&[("seed", "18446744073709551615")]).unwrap_err().to_string();
        assert!(error.contains("18446744073709551615") && !error.contains(".0"), "{error}");
    }
}
