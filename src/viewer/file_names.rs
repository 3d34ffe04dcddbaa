//! How the window names the files that it writes: by the scene and the substep, and never by a name that is taken.

use std::path::{Path, PathBuf};

use crate::scene::Scene;

/// Least digits of the number of a substep in a name.
const DIGITS: usize = 6;

/// A file in a folder that is not there yet, of a scene after so many substeps; of one that went on from a checkpoint of ours as if it
/// had never stopped.
pub fn unused(folder: &Path, scene: &Scene, substeps: u32, ending: &str) -> PathBuf {
    let first = if scene.is_resumed() { without_number(scene.name()) } else { scene.name() };
    free(folder, &format!("{first}-{substeps:0DIGITS$}"), ending)
}

/// The name of what a checkpoint was written of, by its own.
fn without_number(name: &str) -> &str {
    let cut = |name: &'_ str, least: usize| {
        let (first, number) = name.rsplit_once('-')?;
        (number.len() >= least && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(first.len())
    };
    let copied = cut(name, 1).and_then(|end| cut(&name[..end], DIGITS));
    copied.or_else(|| cut(name, DIGITS)).map_or(name, |end| &name[..end])
}

/// With a number behind its name, where it takes one.
fn free(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    let numbered = |number: u32| if number == 1 { format!("{stem}.{ending}") } else { format!("{stem}-{number}.{ending}") };
    let is_free = |path: &PathBuf| !path.try_exists().unwrap_or(false) && !path.is_symlink();
    (1..).map(|number| folder.join(numbered(number))).find(is_free).unwrap_or_else(|| folder.join(numbered(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_grow_from_checkpoint_to_checkpoint() {
        let names =
            [("pile", "pile"), ("pile-000240", "pile"), ("pile-000240-2", "pile"), ("my-pile-1234567", "my-pile"), ("run-2", "run-2")];
        names.into_iter().for_each(|(name, first)| assert_eq!(without_number(name), first));
    }

    #[test]
    fn names_that_are_taken_get_a_number_and_scenes_keep_theirs() {
        let folder = tempfile::tempdir().unwrap();
        let text = "[world]\nsize = [10, 10]\n[[disc]]\nat = [5, 5]\n";
        let scene = Scene::from_toml("run-000002.toml", text, None).unwrap();
        let next = || unused(folder.path(), &scene, 240, "jostle");
        for expected in ["run-000002-000240.jostle", "run-000002-000240-2.jostle", "run-000002-000240-3.jostle"] {
            assert_eq!(next(), folder.path().join(expected));
            std::fs::write(next(), "").unwrap();
        }
    }
}
