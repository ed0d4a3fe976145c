//! Shared by all sections: the view of the match, and building blocks of HTML.
//!
//! Text parameters are escaped here; HTML parameters are inserted unchanged.

use crate::arena::report::Facts;
use crate::arena::report::words::{self, escape};
use crate::arena::stats::score::Wdl;
use crate::arena::stats::standings::Standings;
use crate::language::Value;

/// The data a section shows.
pub struct View<'a> {
    pub facts: &'a Facts<'a>,
    pub standings: Standings,
}

impl<'a> View<'a> {
    /// The name of an engine by its index, not escaped.
    pub fn name(&self, engine: usize) -> &'a str {
        self.facts.engines.get(engine).map_or("?", |engine| engine.name.as_str())
    }

    pub fn engines(&self) -> usize {
        self.facts.engines.len()
    }

    /// The text named `key`.
    pub fn say(&self, key: &str) -> String {
        self.facts.words.say(key)
    }

    /// The text named `key` with values for its variables.
    pub fn say_with(&self, key: &str, values: &[(&str, Value)]) -> String {
        self.facts.words.say_with(key, values)
    }

    /// The text named `key` with a number.
    pub fn counted(&self, count: usize, key: &str) -> String {
        words::counted(count, key, self.facts.words)
    }
}

/// A section of the page: its heading, a text, and HTML panels in columns. Empty without panels.
pub fn section(id: &str, title: &str, panels: &[String]) -> String {
    if panels.is_empty() {
        return String::new();
    }
    let panels = panels.concat();
    format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-title\"><h2 id=\"{id}-title\">{}</h2>\
         <div class=\"panels\">{panels}</div></section>\n",
        escape(title)
    )
}

/// A panel with a title, an HTML body and a note in small print, which may be empty.
pub fn panel(title: &str, body: &str, note: &str) -> String {
    panel_of("panel", title, body, note)
}

/// A panel as wide as the page.
pub fn wide_panel(title: &str, body: &str, note: &str) -> String {
    panel_of("panel wide", title, body, note)
}

fn panel_of(class: &str, title: &str, body: &str, note: &str) -> String {
    let note = match note {
        "" => String::new(),
        note => format!("<p class=\"note\">{}</p>", escape(note)),
    };
    format!("<article class=\"{class}\"><h3>{}</h3>{body}{note}</article>", escape(title))
}

/// A table column with its heading and alignment.
#[derive(Clone, Debug)]
pub enum Column {
    /// Text, left-aligned.
    Text(String),
    /// Numbers, right-aligned.
    Number(String),
    /// Boxes, centred.
    Box(String),
}

/// A table of HTML cells; the first cell of a row is its heading.
pub fn table(caption: &str, columns: &[Column], rows: &[Vec<String>]) -> String {
    let class = |index: usize| match columns.get(index) {
        Some(Column::Number(_)) => " class=\"number\"",
        Some(Column::Box(_)) => " class=\"box\"",
        _ => "",
    };
    let mut html =
        format!("<div class=\"scroll\"><table><caption>{}</caption><thead><tr>", escape(caption));
    for (index, column) in columns.iter().enumerate() {
        let (Column::Text(name) | Column::Number(name) | Column::Box(name)) = column;
        html += &format!("<th scope=\"col\"{}>{}</th>", class(index), escape(name));
    }
    html += "</tr></thead><tbody>";
    for row in rows {
        html += "<tr>";
        for (index, cell) in row.iter().enumerate() {
            html += &match index {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td{}>{cell}</td>", class(index)),
            };
        }
        html += "</tr>";
    }
    html + "</tbody></table></div>"
}

/// A stacked bar of wins, draws and losses in proportion.
pub fn result_bar(view: &View, name: &str, wdl: &Wdl) -> String {
    let part = |class: &str, key: &str, count: u64| {
        if count == 0 {
            return String::new();
        }
        let what = escape(&view.say(key)).into_owned();
        // A number that does not fit appears in the tooltip only.
        let shown = if 14 * count < wdl.games() { String::new() } else { count.to_string() };
        format!(
            "<span class=\"{class}\" style=\"flex-grow:{count}\" title=\"{count} {what}\">{shown}\
             </span>"
        )
    };
    let values =
        [("won", wdl.wins.into()), ("drawn", wdl.draws.into()), ("lost", wdl.losses.into())];
    format!(
        "<div class=\"bar-row\"><span class=\"bar-name\">{name}</span>\
         <div class=\"bar\" role=\"img\" aria-label=\"{name}: {}\">{}{}{}</div></div>",
        escape(&view.say_with("report-results", &values)),
        part("win", "report-won", wdl.wins),
        part("draw", "report-drawn", wdl.draws),
        part("loss", "report-lost", wdl.losses),
        name = escape(name),
    )
}
