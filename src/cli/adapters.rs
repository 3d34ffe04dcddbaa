//! `jostle adapters`: where a simulation can run.

use clap::Args;
use comfy_table::Table;
use serde::Serialize;

use super::console::{Console, write_json};
use super::error::CliError;
use super::json_target::JsonTarget;
use super::numbers::grouped;
use super::options::GlobalOptions;
use super::outputs::Outputs;
use super::table;
use crate::gpu::context::{adapters, describe, instance, way_out};

const EXAMPLES: &str = "\
Examples:
  jostle adapters
  jostle bench --adapter 1          by its number
  jostle bench --adapter llvmpipe   by a part of its name

WGPU_BACKEND=vulkan (or dx12, metal, gl) narrows the list.";

/// List the GPU adapters that can run jostle
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub struct Arguments {
    /// Write the list as JSON to a file, or to standard output with -
    #[arg(long, value_name = "FILE|-")]
    json: Option<JsonTarget>,
}

/// Of the options that every command understands those that it uses.
pub const USED: &[&str] = &[];

/// One adapter in the JSON list.
#[derive(Debug, Serialize)]
struct Entry {
    /// What `--adapter` takes.
    index: usize,
    name: String,
    driver: String,
    #[serde(rename = "type")]
    kind: String,
    api: String,
    /// Most bytes of one buffer in a shader, which bounds the number of particles.
    max_binding_bytes: u64,
    /// Whether passes can be timed on the adapter itself.
    timestamps: bool,
}

impl Arguments {
    /// Prints the list.
    pub fn execute(self, global: &GlobalOptions) -> Result<(), CliError> {
        global.check_used("adapters", USED)?;
        Outputs::default().json("--json", self.json.as_ref()).check([])?;
        let entries: Vec<_> = adapters(&instance()).iter().enumerate().map(|(index, adapter)| entry(index, adapter)).collect();
        let console = Console::new(self.json.as_ref());
        if entries.is_empty() {
            console.say(format_args!("no GPU adapter that can run jostle ({})", way_out()))?;
        } else {
            console.table(list(&entries))?;
        }
        write_json(self.json.as_ref(), &entries)
    }
}

fn entry(index: usize, adapter: &wgpu::Adapter) -> Entry {
    let info = describe(&adapter.get_info());
    let limits = adapter.limits();
    Entry {
        index,
        name: info.name,
        driver: info.driver,
        kind: info.kind,
        api: info.api,
        max_binding_bytes: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
        timestamps: adapter.features().contains(wgpu::Features::TIMESTAMP_QUERY),
    }
}

fn list(entries: &[Entry]) -> Table {
    let mut list = table::new(&["#", "name", "type", "api", "driver", "largest binding", "timestamps"], &[0, 5]);
    for entry in entries {
        list.add_row([
            entry.index.to_string(),
            entry.name.clone(),
            if entry.kind == "Cpu" { "software".into() } else { entry.kind.clone() },
            entry.api.clone(),
            entry.driver.clone(),
            format!("{} MiB", grouped(entry.max_binding_bytes >> 20)),
            if entry.timestamps { "yes".into() } else { "no".to_owned() },
        ]);
    }
    list
}
