//! Tables in the form of Markdown: readable on a terminal, and ready for a document.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

/// A table with this header, whose columns `numbers` are set to the right.
pub fn new(header: &[&str], numbers: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(header);
    for &column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
