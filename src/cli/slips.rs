//! What the user may have meant where clap only says which argument it did not expect.

use std::path::Path;

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::Cli;
use crate::scene::{Scene, hint, nearest};

/// The way out, where the arguments (without the program's name) show it.
pub fn meant(kind: ErrorKind, arguments: &[String]) -> Option<String> {
    if kind != ErrorKind::UnknownArgument {
        return None;
    }
    no_command(arguments.first()?).or_else(|| number_behind_forces(arguments))
}

/// A first word that is neither a command nor a scene is taken for a scene, and what follows for too much.
pub fn no_command(first: &str) -> Option<String> {
    let command = Cli::command();
    let commands = command.get_subcommands().map(|command| command.get_name().to_owned());
    let words: Vec<String> = commands.chain(Scene::names().map(String::from)).collect();
    if first.starts_with('-') || words.iter().any(|word| word == first) || Path::new(first).exists() {
        return None;
    }
    let near = hint(&nearest(first, words.iter().map(String::as_str)));
    Some(format!("there is no command or scene \"{first}\"{near}: jostle --help lists the commands, jostle scenes the scenes"))
}

/// Its force may be left out, so it stands behind an equals sign.
fn number_behind_forces(arguments: &[String]) -> Option<String> {
    let behind = |pair: &&[String]| pair[0] == "--forces" && pair[1].parse::<f64>().is_ok();
    arguments.windows(2).find(behind).map(|pair| format!("a force stands behind an equals sign: write --forces={}", pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_told_where_it_shows() {
        let meant = |line: &str| meant(ErrorKind::UnknownArgument, &line.split(' ').map(String::from).collect::<Vec<_>>());
        for (line, words) in [
            ("simulat dam --frames 3", "no command or scene \"simulat\" (did you mean \"simulate\"?)"),
            ("piel dam", "(did you mean \"pile\"?)"),
            ("qqqqqqqq dam", "no command or scene \"qqqqqqqq\": jostle --help"),
            ("render gas --forces 1500", "write --forces=1500"),
        ] {
            assert!(meant(line).is_some_and(|told| told.contains(words)), "{line}: {:?}", meant(line));
        }
        for line in ["simulate dam rain", "dam rain", "--frames 3 dam", "Cargo.toml dam"] {
            assert_eq!(meant(line), None, "{line}");
        }
    }
}
