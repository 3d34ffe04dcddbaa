//! Tables in the form of Markdown: readable on a terminal, and ready for a document.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, Width};

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

/// A table that fits so many columns of a terminal, if its words do: one that is wider has its cells wrapped between words. A number that
/// is cut in two would be read as another.
pub fn fitted(mut table: Table, columns: u16) -> Table {
    let is_wider = table.lines().next().is_some_and(|line| line.chars().count() > columns.into());
    if is_wider {
        let longest = longest_words(&table);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
        for (column, longest) in table.column_iter_mut().zip(longest) {
            let least = Width::Fixed(longest + column.padding_width());
            column.set_constraint(ColumnConstraint::LowerBoundary(least));
        }
    }
    table
}

/// Width of the longest word in each column.
fn longest_words(table: &Table) -> Vec<u16> {
    let word_by_line = |row: &Row| row.cell_iter().map(|cell| cell.content().replace(' ', "\n")).collect::<Vec<_>>();
    let mut words = Table::new();
    words.add_rows(table.header().into_iter().chain(table.row_iter()).map(word_by_line));
    words.column_max_content_widths()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = new(&["scene", "M particle-substeps/s", "what happens"], &[1]);
        table.add_row(["pile", "1,234,567.89", "A heap of discs falls onto another one"]);
        table.add_row(["gas", "5.00", "Nothing rests"]);
        table
    }

    /// The cells of a table, what was wrapped of each on one line again.
    fn cells(table: &Table) -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        for line in table.lines().filter(|line| !line.contains("--")) {
            let parts: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            // The description of the first row is the only one of several lines but for the header.
            if parts[0].is_empty() {
                let start = cells.len() - parts.len();
                cells[start..]
                    .iter_mut()
                    .zip(parts)
                    .filter(|(_, part)| !part.is_empty())
                    .for_each(|(cell, part)| *cell += &format!(" {part}"));
            } else {
                cells.extend(parts.into_iter().map(String::from));
            }
        }
        cells
    }

    #[test]
    fn a_table_is_as_narrow_as_the_terminal_and_no_word_is_cut() {
        let whole = table();
        let width = whole.lines().next().unwrap().len() as u16;
        assert_eq!(fitted(table(), width).to_string(), whole.to_string(), "nothing is wrapped that fits");
        for columns in [width - 1, 60, 50] {
            let narrow = fitted(table(), columns);
            assert!(narrow.lines().all(|line| line.len() <= columns.into()), "{columns}:\n{narrow}");
            assert_eq!(cells(&narrow), cells(&whole), "{columns}:\n{narrow}");
        }
        let narrowest = fitted(table(), 5);
        assert!(narrowest.to_string().contains(" 1,234,567.89 ") && cells(&narrowest) == cells(&whole), "{narrowest}");
    }
}
