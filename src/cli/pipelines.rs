//! Where the command line and its window keep compiled pipelines from one run to the next.

use std::ffi::OsString;
use std::path::PathBuf;

/// Names another folder, or none.
const VARIABLE: &str = "JOSTLE_PIPELINE_CACHE";

/// The folder that the environment names, or the user's own; `None` if pipelines are not to be kept.
pub fn folder() -> Option<PathBuf> {
    folder_by(|name| std::env::var_os(name))
}

fn folder_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    match variable(VARIABLE) {
        Some(off) if off.is_empty() || off.eq_ignore_ascii_case("off") => None,
        Some(folder) => Some(folder.into()),
        None => Some(users_caches(variable)?.join("jostle")),
    }
}

/// The folder where programs of this user keep what they can make anew. Only Vulkan keeps pipelines, so macOS has no arm of its
/// own. A relative path is invalid, says the XDG base directory specification.
fn users_caches(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) { path("LOCALAPPDATA") } else { path("XDG_CACHE_HOME").or_else(|| Some(path("HOME")?.join(".cache"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        folder_by(|name| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn the_variable_names_a_folder_or_none() {
        let home = if cfg!(windows) { ("LOCALAPPDATA", "C:\\me") } else { ("HOME", "/me") };
        assert!(with(&[home]).is_some());
        for off in ["", "off", "OFF"] {
            assert_eq!(with(&[home, (VARIABLE, off)]), None);
        }
        assert_eq!(with(&[home, (VARIABLE, "here")]), Some("here".into()));
    }

    #[cfg(unix)]
    #[test]
    fn without_it_the_users_caches_have_a_folder_of_ours() {
        assert_eq!(with(&[("HOME", "/me")]), Some("/me/.cache/jostle".into()));
        assert_eq!(with(&[("HOME", "/me"), ("XDG_CACHE_HOME", "/caches")]), Some("/caches/jostle".into()));
        assert_eq!(with(&[("HOME", "/me"), ("XDG_CACHE_HOME", "caches")]), Some("/me/.cache/jostle".into()));
        for nowhere in [&[("HOME", "")][..], &[]] {
            assert_eq!(with(nowhere), None);
        }
    }
}
