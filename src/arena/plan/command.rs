//! The command lines of engines.

/// The meaning of a backslash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backslash {
    /// It quotes the next character, as in a shell.
    Quotes,
    /// It separates the folders of a path.
    Separates,
}

/// Its meaning on this system.
pub const BACKSLASH: Backslash =
    if cfg!(windows) { Backslash::Separates } else { Backslash::Quotes };

/// The program and its arguments in `command`, quoted as in a shell; `None` if a quotation is not closed.
pub fn split(command: &str, backslash: Backslash) -> Option<Vec<String>> {
    match backslash {
        Backslash::Quotes => shlex::split(command),
        Backslash::Separates => shlex::split(&escape_backslashes(command)),
    }
}

/// Doubles every backslash except those between single quotes, which a shell takes literally.
fn escape_backslashes(command: &str) -> String {
    let mut quote = None;
    let mut escaped = String::with_capacity(command.len());
    for character in command.chars() {
        match character {
            '\\' if quote != Some('\'') => escaped.push('\\'),
            '\'' | '"' if quote.is_none() => quote = Some(character),
            _ if quote == Some(character) => quote = None,
            _ => {}
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_windows_keeps_its_backslashes() {
        for (command, words) in [
            (r"C:\games\tengen.exe --seed 3", [r"C:\games\tengen.exe", "--seed", "3"]),
            (r#""C:\my games\a'b\" --seed '3'"#, [r"C:\my games\a'b\", "--seed", "3"]),
            (r"'\\server\it' \\ c\", [r"\\server\it", r"\\", r"c\"]),
        ] {
            assert_eq!(split(command, Backslash::Separates).unwrap(), words, "{command}");
        }
        assert_eq!(split(r#""C:\games"#, Backslash::Separates), None);
    }

    #[test]
    fn a_shell_quotes_with_a_backslash() {
        assert_eq!(split(r"my\ games/a\\b", Backslash::Quotes).unwrap(), [r"my games/a\b"]);
    }
}
