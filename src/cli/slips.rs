//! What the user may have meant where clap only says which argument it did not expect.

use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Cli;
use crate::scene::{Scene, hint, nearest};

/// The way out, where the arguments (without the program's name) show it.
pub fn meant(error: &clap::Error, arguments: &[String]) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    no_command(arguments.first()?).or_else(|| number_behind_forces(arguments)).or_else(|| match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => other_option(option, arguments),
        _ => None,
    })
}

/// Takes away what clap guesses, where it is known what was meant.
pub fn without_tips(error: &mut clap::Error) {
    for tip in [ContextKind::Suggested, ContextKind::SuggestedArg, ContextKind::TrailingArg] {
        error.remove(tip);
    }
}

/// An option that the command does not have, but another one like it; or that other commands have.
fn other_option(option: &str, arguments: &[String]) -> Option<String> {
    let name = option.strip_prefix("--")?;
    let program = Cli::command();
    let has = |command: &clap::Command, name: &str| {
        let is_it = |argument: &clap::Arg| {
            argument.get_long() == Some(name) || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
        };
        command.get_arguments().any(is_it)
    };
    let running = arguments.iter().find_map(|word| program.find_subcommand(word)).or_else(|| program.find_subcommand("run"))?;
    let alike = [format!("{name}s"), name.trim_end_matches('s').to_owned()];
    if let Some(own) = alike.iter().find(|own| *own != name && has(running, own)) {
        return Some(format!("`jostle {}` has --{own}, not {option}", running.get_name()));
    }
    if ["seconds", "time", "duration"].contains(&name) {
        let way_out = match running.get_name() {
            "render" => "--frame 0..10s is a film of ten seconds of the scene",
            "bench" => "each frame is a measurement: --frames 600 are ten seconds of most scenes",
            _ => "--frames 10s is a run of ten seconds of the scene",
        };
        return (has(running, "frames") || has(running, "frame")).then(|| way_out.into());
    }
    let with_it = program.get_subcommands().filter(|command| has(command, name));
    let commands: Vec<_> = with_it.map(|command| format!("`jostle {}`", command.get_name())).collect();
    let (last, others) = commands.split_last()?;
    let all = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
    Some(format!("{option} is an option of {all}: put it behind that, or leave it out"))
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
        let meant = |line: &str| {
            let arguments: Vec<_> = line.split(' ').map(String::from).collect();
            let error = Cli::command().try_get_matches_from(["jostle"].into_iter().chain(line.split(' '))).err()?;
            meant(&error, &arguments)
        };
        for (line, words) in [
            ("simulat dam --frames 3", "no command or scene \"simulat\" (did you mean \"simulate\"?)"),
            ("piel dam", "(did you mean \"pile\"?)"),
            ("qqqqqqqq dam", "no command or scene \"qqqqqqqq\": jostle --help"),
            ("render gas --forces 1500", "write --forces=1500"),
            ("dam --out x.csv", "--out is an option of `jostle simulate` and `jostle render`"),
            ("simulate dam --color id", "--color is an option of `jostle run` and `jostle render`"),
            ("simulate dam --passes", "--passes is an option of `jostle bench`:"),
            ("simulate dam --seconds 10", "--frames 10s is a run of ten seconds"),
            ("render dam -o a.gif --seconds 10", "--frame 0..10s is a film of ten seconds"),
            ("render dam -o a.png --frames 60", "`jostle render` has --frame, not --frames"),
            ("simulate dam --frame 60", "`jostle simulate` has --frames, not --frame"),
        ] {
            assert!(meant(line).is_some_and(|told| told.contains(words)), "{line}: {:?}", meant(line));
        }
        for line in ["simulate dam rain", "dam rain", "--frames 3 dam", "Cargo.toml dam"] {
            assert_eq!(meant(line), None, "{line}");
        }
    }
}
