//! Tables for programs: a header and rows with tabs between the columns, or an object for each row.

use std::time::Duration;

use serde_json::{Map, Value};

/// How a subcommand prints its results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// A header and rows, with tabs.
    Tsv,
    /// An object on a line for each row.
    Json,
}

/// Whole milliseconds, as a number for a cell.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The columns of a table in a format for programs.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    columns: &'static [&'static str],
    is_json: bool,
}

impl Table {
    /// A table in `format`; `None` if that is text for people.
    pub fn new(format: Format, columns: &'static [&'static str]) -> Option<Table> {
        let is_json = match format {
            Format::Text => return None,
            Format::Tsv => false,
            Format::Json => true,
        };
        Some(Table { columns, is_json })
    }

    /// What comes before the first row.
    pub fn header(&self) -> String {
        if self.is_json { String::new() } else { self.columns.join("\t") + "\n" }
    }

    /// A row with a cell for each column. A cell that is null is missing in JSON. In a row with tabs it is `-`, as is
    /// an empty list.
    pub fn row(&self, cells: Vec<Value>) -> String {
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        if self.is_json {
            let names = self.columns.iter().map(|name| (*name).to_owned());
            let fields = names.zip(cells).filter(|(_, cell)| !cell.is_null());
            return Value::from(Map::from_iter(fields)).to_string() + "\n";
        }
        cells.iter().map(text).collect::<Vec<_>>().join("\t") + "\n"
    }

    /// The last line, with the sums: `{"total": ...}`. Only JSON has it.
    pub fn total(&self, fields: &[(&str, Value)]) -> String {
        if !self.is_json {
            return String::new();
        }
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        serde_json::json!({ "total": Map::from_iter(fields) }).to_string() + "\n"
    }
}

/// A cell between tabs. The elements of a list are separated by blanks.
fn text(cell: &Value) -> String {
    match cell {
        Value::Null => "-".to_owned(),
        Value::Array(cells) if cells.is_empty() => "-".to_owned(),
        Value::String(text) => text.replace(['\t', '\n', '\r'], " "),
        Value::Array(cells) => cells.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const COLUMNS: &[&str] = &["name", "plies", "line"];

    #[test]
    fn a_table_has_a_header_and_a_cell_in_every_column() {
        let table = Table::new(Format::Tsv, COLUMNS).unwrap();
        assert_eq!(table.header(), "name\tplies\tline\n");
        let row = table.row(vec![json!("a\tb"), Value::Null, json!(["h8", "i9"])]);
        assert_eq!(row, "a b\t-\th8 i9\n");
        assert_eq!(table.row(vec![json!("a"), json!(0), json!([])]), "a\t0\t-\n");
        assert_eq!(table.total(&[("rows", 1.into())]), "");
        assert!(Table::new(Format::Text, COLUMNS).is_none());
    }

    #[test]
    fn an_object_lacks_what_is_missing() {
        let table = Table::new(Format::Json, COLUMNS).unwrap();
        assert_eq!(table.header(), "");
        let row = table.row(vec![json!("a"), Value::Null, json!(["h8"])]);
        assert_eq!(
            serde_json::from_str::<Value>(&row).unwrap(),
            json!({"name": "a", "line": ["h8"]})
        );
        assert_eq!(table.total(&[("rows", 1.into())]), "{\"total\":{\"rows\":1}}\n");
    }
}
