//! `jostle scenes`: what there is, or the file of one.

use clap::Args;

use super::console::Console;
use super::error::CliError;
use super::numbers::grouped;
use super::options::GlobalOptions;
use super::table;
use crate::scene::Scene;

const EXAMPLES: &str = "\
Examples:
  jostle scenes                     all built-in scenes
  jostle scenes dam > mine.toml     a file to start from
  jostle scenes dam --set world.friction=0.3 > rough.toml
  jostle mine.toml                  and to run";

/// List the built-in scenes, or print the file of one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// The scene whose file to print: a built-in one, a .toml file, or a checkpoint
    #[arg(value_name = "SCENE")]
    scene: Option<String>,
}

/// Of the options that every command understands those that it uses.
pub const USED: &[&str] = &["set"];

impl Arguments {
    /// Prints the list or the file.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        global.check_used("scenes", USED)?;
        let console = Console::new(None);
        match self.scene {
            Some(name) => {
                let scene = global.scene(&name)?;
                if let Some(options) = scene.resumed_with() {
                    console.pass_on(&format!("# The checkpoint was written with {options}"))?;
                }
                console.pass_on(scene.text().trim_end())
            }
            None if !global.set.is_empty() => {
                Err(CliError::Usage("--set is for the file of one scene: name it, e.g. jostle scenes dam --set world.friction=0.3".into()))
            }
            None => list(&console),
        }
    }
}

fn list(console: &Console) -> Result<(), CliError> {
    let mut list = table::new(&["scene", "particles", "what happens"], &[1]);
    for name in Scene::names() {
        let scene = Scene::find(name)?;
        let emitted = match scene.emitted_particles() {
            0 => String::new(),
            emitted => format!(" ({} from emitters)", grouped(emitted)),
        };
        list.add_row([name.to_owned(), grouped(scene.default_particles()) + &emitted, scene.description().to_owned()]);
    }
    console.table(list)
}
