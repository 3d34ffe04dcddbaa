//! Where the words of a command go.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use comfy_table::Table;
use serde::Serialize;
use terminal_size::terminal_size_of;

use super::error::CliError;
use super::json_target::JsonTarget;
use super::table;
use crate::files::{self, WriteError};

/// The human's side of a command's output. It moves to standard error when standard output carries JSON.
pub struct Console {
    to_stderr: bool,
}

impl Console {
    /// The console of a command with this JSON target.
    pub fn new(json: Option<&JsonTarget>) -> Self {
        Self { to_stderr: matches!(json, Some(JsonTarget::Stdout)) }
    }

    /// A line of results.
    pub fn say(&self, line: impl Display) -> Result<(), CliError> {
        self.pass_on(&printable(&line.to_string()))
    }

    /// A table: on a terminal no wider than that, if words allow.
    pub fn table(&self, table: Table) -> Result<(), CliError> {
        let size = if self.to_stderr { terminal_size_of(io::stderr()) } else { terminal_size_of(io::stdout()) };
        self.say(match size {
            Some((columns, _)) => table::fitted(table, columns.0),
            None => table,
        })
    }

    /// The text of a file, as it is.
    pub fn pass_on(&self, text: &str) -> Result<(), CliError> {
        if self.to_stderr {
            note(text);
            Ok(())
        } else {
            to_stdout(format!("{text}\n").as_bytes())
        }
    }
}

/// A line beside the results. Nothing can be done if it does not arrive.
pub fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", printable(&line.to_string()));
}

/// What a file or a name has of a terminal's commands is shown, not carried out.
fn printable(text: &str) -> String {
    let shown = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// A value as JSON, to where it was asked for; a file is named beside the results.
pub fn write_json(target: Option<&JsonTarget>, value: &impl Serialize) -> Result<(), CliError> {
    let Some(target) = target else { return Ok(()) };
    let text = as_json(value)?;
    match target {
        JsonTarget::Stdout => to_stdout(&text),
        JsonTarget::File(path) => {
            files::write(path, |file| file.write_all(&text))?;
            note(format_args!("wrote {}", path.display()));
            Ok(())
        }
    }
}

/// The same of a run that goes on: only into a file that is written anew each time, which has what is done if the run is ended. What cannot
/// be written is told at the end.
pub fn keep_json(target: Option<&JsonTarget>, value: &impl Serialize) {
    if let (Some(JsonTarget::File(path)), Ok(text)) = (target, as_json(value))
        && files::place::is_written_anew(path)
    {
        let _ = files::write_or_drop(path, |file| file.write_all(&text));
    }
}

fn as_json(value: &impl Serialize) -> Result<Vec<u8>, CliError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|error| CliError::Failed(format!("the report is not JSON: {error}")))?;
    text.push(b'\n');
    Ok(text)
}

fn to_stdout(bytes: &[u8]) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    arrived(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// A reader of standard output that has seen enough and closed the pipe is no error; a full disk is.
pub fn arrived(written: io::Result<()>) -> Result<(), CliError> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let reason = format!("{error} (free some space, or send it elsewhere)");
            Err(WriteError { path: PathBuf::from("standard output"), reason }.into())
        }
        _ => Ok(()),
    }
}
