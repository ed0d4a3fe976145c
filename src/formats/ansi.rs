//! Colours and cursor movements of terminals.

/// The number of colours that a terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// 24 bits.
    All,
    /// The palette of 256.
    Palette,
}

/// The brightness of the six steps of each component in the palette.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
/// Where the colours of these steps begin in the palette.
const FIRST: usize = 16;

/// Ends all colours.
pub const RESET: &str = "\x1b[0m";
/// Moves to the beginning of the line and clears it.
pub const CLEAR_LINE: &str = "\r\x1b[K";

/// Sets the foreground colour `ink` and the background colour `ground`. Colours are those of SVG with six digits, such
/// as `#fafaf5`.
pub fn paint(colors: Colors, ink: &str, ground: &str) -> String {
    let code = |color: &str| {
        let parts = rgb(color);
        match colors {
            Colors::All => {
                let [red, green, blue] = parts;
                format!("2;{red};{green};{blue}")
            }
            Colors::Palette => {
                let index = parts.iter().fold(0, |index, &part| index * STEPS.len() + step(part));
                format!("5;{}", FIRST + index)
            }
        }
    };
    format!("\x1b[38;{};48;{}m", code(ink), code(ground))
}

/// Moves up by `rows` to the beginning of a line and clears the screen from there.
pub fn clear_from(rows: usize) -> String {
    let up = if rows == 0 { String::new() } else { format!("\x1b[{rows}A") };
    format!("\r{up}\x1b[J")
}

/// `text` without its colours.
pub fn plain(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('m').map_or("", |(_, shown)| shown));
    std::iter::once(first).chain(rest).collect()
}

/// The nearest step.
fn step(part: u8) -> usize {
    let distance = |index: &usize| STEPS[*index].abs_diff(part);
    (0..STEPS.len()).min_by_key(distance).unwrap_or_default()
}

fn rgb(color: &str) -> [u8; 3] {
    let part = |at: usize| u8::from_str_radix(&color[at..at + 2], 16).expect("two digits");
    [part(1), part(3), part(5)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_the_nearest_of_the_palette() {
        assert_eq!(
            paint(Colors::All, "#1d1d1f", "#fafaf5"),
            "\x1b[38;2;29;29;31;48;2;250;250;245m"
        );
        assert_eq!(paint(Colors::Palette, "#000000", "#ffffff"), "\x1b[38;5;16;48;5;231m");
        assert_eq!(paint(Colors::Palette, "#e3b771", "#2b8a53"), "\x1b[38;5;179;48;5;29m");
    }

    #[test]
    fn clearing_begins_above() {
        assert_eq!(clear_from(0), "\r\x1b[J");
        assert_eq!(clear_from(12), "\r\x1b[12A\x1b[J");
    }
}
