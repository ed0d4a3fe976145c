//! What the terminal can do.

use std::io::{self, IsTerminal};
use std::sync::LazyLock;

use tengen::formats::ansi::Colors;
use tengen::frontend::terminal::OutputKind;

/// Whether escape sequences work on standard output.
static HAS_ESCAPES: LazyLock<bool> = LazyLock::new(|| {
    anstyle_query::term_supports_color()
        && anstyle_query::windows::enable_ansi_colors() != Some(false)
});

/// What standard input and output are.
pub fn kind() -> OutputKind {
    match io::stdin().is_terminal() && io::stdout().is_terminal() {
        false => OutputKind::Plain,
        true if *HAS_ESCAPES => OutputKind::Interactive,
        true => OutputKind::Dumb,
    }
}

/// The colours of standard output; `None` if there are none, or if lines and discs cannot be written.
pub fn colors() -> Option<Colors> {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let is_off = anstyle_query::no_color() || anstyle_query::clicolor() == Some(false);
    if !io::stdout().is_terminal() || is_off || !*HAS_ESCAPES || !has_unicode(&variable) {
        return None;
    }
    // The consoles of Windows that know escape sequences know all colours.
    let has_all = anstyle_query::truecolor() || cfg!(windows);
    Some(if has_all { Colors::All } else { Colors::Palette })
}

/// Columns and rows of the terminal.
pub fn size() -> Option<(usize, usize)> {
    terminal_size::terminal_size().map(|(columns, rows)| (columns.0.into(), rows.0.into()))
}

/// Whether the locale has no other encoding than UTF-8. It may name none, and Windows does not ask it.
fn has_unicode(variable: &dyn Fn(&'static str) -> String) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = names.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let encoding = locale.split_once('.').map(|(_, encoding)| encoding.to_ascii_lowercase());
    encoding.is_none_or(|encoding| encoding.starts_with("utf")) || cfg!(windows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(windows))]
    fn the_locale_names_the_encoding() {
        for (all, lang, expected) in [
            ("", "", true),
            ("C", "zh_CN.GBK", true),
            ("", "zh_CN.GBK", false),
            ("zh_CN.utf8", "C", true),
            ("de_DE.ISO-8859-1", "en_US.UTF-8", false),
        ] {
            let variable = |name| match name {
                "LC_ALL" => all.to_owned(),
                "LANG" => lang.to_owned(),
                _ => String::new(),
            };
            assert_eq!(has_unicode(&variable), expected, "{all} {lang}");
        }
    }
}
