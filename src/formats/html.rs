//! A self-contained HTML page: what match reports, analyses and puzzles have in common.
//!
//! Text parameters are escaped here; HTML parameters are inserted unchanged.

use super::svg::escape;

const STYLE: &str = include_str!("page.css");

/// A page in `language`, a tag such as `en`, with the HTML `body`. `style` and `script` belong to this kind of
/// page; either may be empty.
pub fn page(language: &str, title: &str, style: &str, body: &str, script: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         <meta name=\"color-scheme\" content=\"light dark\"/>\
         <title>{}</title>\n<style>{STYLE}{style}</style></head>\n<body>\n{body}\
         <script>{script}</script>\n</body></html>\n",
        escape(title)
    )
}

/// JSON that is safe inside a script element.
pub fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}
