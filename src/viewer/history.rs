//! The scenes before and after the one that runs: undo, redo, and back to the one that was opened.

use crate::scene::Scene;

/// Where to go in a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Before the last edit.
    Undo,
    /// After the edit that was taken back last.
    Redo,
    /// To the scene that was opened; an edit as others, which can be taken back.
    Revert,
}

/// Scenes by the edits between them.
#[derive(Clone, Debug, Default)]
pub struct History {
    before: Vec<Scene>,
    after: Vec<Scene>,
    /// The text of the scene that was saved last.
    saved: Option<String>,
}

impl History {
    /// Notes what an edit replaces. What was taken back is gone.
    pub fn push(&mut self, scene: Scene) {
        self.before.push(scene);
        self.after.clear();
    }

    /// Notes that a scene was saved.
    pub fn note_saved(&mut self, scene: &Scene) {
        self.saved = Some(scene.text().to_owned());
    }

    /// Whether the scene that runs is neither the one that was opened nor the one that was saved last.
    pub fn is_unsaved(&self, scene: &Scene) -> bool {
        let is_opened = self.before.first().is_none_or(|opened| opened.text() == scene.text());
        !is_opened && self.saved.as_deref() != Some(scene.text())
    }

    /// Whether there is something that way.
    pub fn leads(&self, way: Way) -> bool {
        match way {
            Way::Undo | Way::Revert => !self.before.is_empty(),
            Way::Redo => !self.after.is_empty(),
        }
    }

    /// Replaces the scene by the one that way, if there is one.
    pub fn go(&mut self, way: Way, scene: &mut Scene) {
        match way {
            Way::Undo => {
                if let Some(before) = self.before.pop() {
                    self.after.push(std::mem::replace(scene, before));
                }
            }
            Way::Redo => {
                if let Some(after) = self.after.pop() {
                    self.before.push(std::mem::replace(scene, after));
                }
            }
            Way::Revert => {
                if let Some(opened) = self.before.first().cloned() {
                    self.push(std::mem::replace(scene, opened));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_can_be_taken_back_and_made_again_a_revert_too() {
        let [a, b, c] = ["pile", "dam", "gas"].map(|name| Scene::find(name).unwrap());
        let (mut history, mut scene) = (History::default(), a);
        for next in [b, c] {
            history.push(std::mem::replace(&mut scene, next));
        }
        let ways = [
            (Way::Undo, "dam"),
            (Way::Redo, "gas"),
            (Way::Redo, "gas"),
            (Way::Revert, "pile"),
            (Way::Undo, "gas"),
            (Way::Undo, "dam"),
            (Way::Undo, "pile"),
            (Way::Undo, "pile"),
            (Way::Redo, "dam"),
        ];
        for (way, name) in ways {
            history.go(way, &mut scene);
            assert_eq!(scene.name(), name, "after {way:?}");
        }
        history.push(scene);
        assert!(!history.leads(Way::Redo) && history.leads(Way::Undo), "an edit ends what was taken back");
    }

    #[test]
    fn edits_are_unsaved_until_they_are_saved_or_taken_back() {
        let [opened, edited, more] = ["pile", "dam", "gas"].map(|name| Scene::find(name).unwrap());
        let (mut history, mut scene) = (History::default(), opened);
        assert!(!history.is_unsaved(&scene));
        history.push(std::mem::replace(&mut scene, edited));
        assert!(history.is_unsaved(&scene));
        history.note_saved(&scene);
        assert!(!history.is_unsaved(&scene));
        history.push(std::mem::replace(&mut scene, more));
        assert!(history.is_unsaved(&scene));
        for (way, is_unsaved) in [(Way::Undo, false), (Way::Undo, false), (Way::Redo, false), (Way::Redo, true), (Way::Revert, false)] {
            history.go(way, &mut scene);
            assert_eq!(history.is_unsaved(&scene), is_unsaved, "{way:?} to {}", scene.name());
        }
    }
}
