//! The syntax that SGF and GGF share: games in parentheses, made of nodes of `NAME[value]` properties.
//!
//! Text between games is skipped. The formats interpret the properties.

use std::cmp::Reverse;

use super::error::{START, Spot, behind};
use super::{TextError, unexpected};
use crate::color::Color;

/// Whether a backslash escapes the next character of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// As in SGF: after a backslash, `]` and `\` are plain characters and a line break disappears.
    Backslash,
    /// As in GGF: no escapes.
    None,
}

/// A value with the name of its property. A property with several values yields several of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// The capital letters of the name: old versions of SGF added small letters without a meaning.
    pub name: String,
    /// The value without escapes. Line breaks are `\n`, other white space is blanks.
    pub value: String,
    /// Where the value begins in the text, in bytes.
    pub offset: usize,
}

impl Property {
    /// The side that moves, if the property is a move.
    pub fn mover(&self) -> Option<Color> {
        match self.name.as_str() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the property sets up the board, as in SGF.
    pub fn sets_up(&self) -> bool {
        ["AB", "AW", "AE"].contains(&self.name.as_str())
    }
}

/// A game: its main line and its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameTree<'a> {
    text: &'a str,
    /// Where the game begins in the text, in bytes, and by line and column: counting from the beginning of the text
    /// would be very slow for many faults.
    offset: usize,
    begins: Spot,
    /// The nodes of the main line, at least one; a node may be empty.
    pub main_line: Vec<Vec<Property>>,
    /// The nodes of the variations with the number of nodes above each. Variations that leave the main line later come
    /// first, so that the nodes above each are the last ones before it at their depths.
    pub variations: Vec<(usize, Vec<Property>)>,
}

impl GameTree<'_> {
    /// The first property of that name in the main line.
    pub fn find(&self, name: &str) -> Option<&Property> {
        self.main_line.iter().flatten().find(|property| property.name == name)
    }

    /// The value of that property on one line; `None` if it is missing or blank.
    pub fn line(&self, name: &str) -> Option<String> {
        super::game::detail(&self.find(name)?.value)
    }

    /// All nodes, those of the main line first, with the number of nodes above each.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &[Property])> {
        let variations = self.variations.iter().map(|(depth, node)| (*depth, node.as_slice()));
        self.main_line.iter().map(Vec::as_slice).enumerate().chain(variations)
    }

    /// The error at `property`, or at the beginning of the game.
    pub fn error(&self, property: Option<&Property>, message: String) -> TextError {
        let offset = property.map_or(self.offset, |found| found.offset);
        TextError::behind(self.begins, &self.text[self.offset..offset], message)
    }

    /// The error that `kind`, the property `GM` if there is one, should be `expected`.
    pub fn wrong_kind(&self, kind: Option<&Property>, expected: &str) -> TextError {
        let found = kind.map(|kind| format!("invalid game '{}'", kind.value));
        let found = found.unwrap_or_else(|| "no GM".to_owned());
        self.error(kind, format!("{found} (expected {expected})"))
    }
}

/// All games in `text`.
///
/// # Errors
/// The first syntax error, or a text without a game that is not blank.
pub(super) fn read_all(text: &str, escapes: Escapes) -> Result<Vec<GameTree<'_>>, TextError> {
    let mut reader = Reader::new(text, escapes);
    let mut games = Vec::new();
    while reader.skip_to_game() {
        games.push(reader.game()?);
    }
    if games.is_empty() && !text.trim().is_empty() {
        let found: String = text.trim_start().chars().take(8).collect();
        let offset = text.len() - text.trim_start().len();
        let message = format!("invalid text '{found}' (expected a game, which begins with '(;')");
        return Err(TextError::at(text, offset, message));
    }
    Ok(games)
}

/// The first game in `text`, whatever follows it; `None` if no game begins there.
///
/// # Errors
/// The first syntax error.
pub(super) fn read_first(text: &str, escapes: Escapes) -> Result<Option<GameTree<'_>>, TextError> {
    let mut reader = Reader::new(text, escapes);
    reader.skip_to_game().then(|| reader.game()).transpose()
}

/// Whether a game begins in `text`.
pub(super) fn has_game(text: &str) -> bool {
    Reader::new(text, Escapes::None).skip_to_game()
}

/// The only game in `games`, which were read from `text`.
///
/// # Errors
/// There is none, or more than one.
pub(super) fn only<'a>(text: &str, games: Vec<GameTree<'a>>) -> Result<GameTree<'a>, TextError> {
    let count = games.len();
    let mut games = games.into_iter();
    match (games.next(), games.next()) {
        (Some(game), None) => Ok(game),
        (_, second) => {
            let offset = second.map_or(text.len(), |game| game.offset);
            Err(TextError::at(
                text,
                offset,
                format!("invalid number of games '{count}' (expected 1)"),
            ))
        }
    }
}

/// Whether any of these nodes has a move.
pub(super) fn has_moves(nodes: &[(usize, Vec<Property>)]) -> bool {
    nodes.iter().flat_map(|(_, node)| node).any(|property| property.mover().is_some())
}

/// How many nodes of the `main` line lead to each node, by its place. `parents` are the places of the nodes above.
fn shared(main: &[(usize, Vec<Property>)], parents: &[usize]) -> Vec<usize> {
    let mut main = main.iter().map(|&(place, _)| place).peekable();
    let mut shared: Vec<usize> = Vec::with_capacity(parents.len());
    let mut length = 0;
    for (place, &parent) in parents.iter().enumerate() {
        let is_main = main.next_if_eq(&place).is_some();
        length += usize::from(is_main);
        shared.push(if is_main { length } else { shared[parent] });
    }
    shared
}

struct Reader<'a> {
    text: &'a str,
    /// Byte offset of the next character.
    at: usize,
    escapes: Escapes,
    /// Where the last game began: its byte, line and column.
    counted: (usize, Spot),
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, escapes: Escapes) -> Reader<'a> {
        Reader { text, at: 0, escapes, counted: (0, START) }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, offset: usize, message: String) -> TextError {
        TextError::at(self.text, offset, message)
    }

    /// Moves to the next `(` followed by a `;`; `false` if there is none.
    fn skip_to_game(&mut self) -> bool {
        while let Some(ahead) = self.rest().find('(') {
            self.at += ahead;
            if self.rest()[1..].trim_start().starts_with(';') {
                return true;
            }
            self.at += 1;
        }
        false
    }

    /// Reads a game from its first parenthesis to its last. The main line is everything before the first closing one,
    /// except variations without moves.
    fn game(&mut self) -> Result<GameTree<'a>, TextError> {
        let (text, offset) = (self.text, self.at);
        let (counted, spot) = self.counted;
        let begins = behind(spot, &text[counted..offset]);
        self.counted = (offset, begins);
        // The nodes of the main line, and those of the variations with the number of nodes above; each with its place
        // in the text.
        let (mut main, mut others) = (Vec::new(), Vec::new());
        // The place of the node above each node, by its own place.
        let mut parents: Vec<usize> = Vec::new();
        // The places of the nodes above the next node, and their number above each open parenthesis.
        let (mut path, mut open): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut in_main_line = true;
        // A variation may begin without a semicolon: GGF has none between moves.
        let mut is_between = false;
        loop {
            self.skip_blanks();
            match self.peek() {
                Some('(') => {
                    open.push(path.len());
                    is_between = true;
                }
                Some(')') if open.len() == 1 => break,
                Some(')') => {
                    is_between = true;
                    path.truncate(open.pop().unwrap_or(0));
                    let above = path.len();
                    if in_main_line && has_moves(&main[above..]) {
                        in_main_line = false;
                    } else if in_main_line {
                        let ended = (above..).zip(main.drain(above..));
                        others.extend(ended.map(|(above, (place, node))| (place, above, node)));
                    }
                }
                Some(c) if c == ';' || is_between && c.is_ascii_alphabetic() => {
                    let (place, above) = (parents.len(), path.len());
                    match in_main_line {
                        true => main.push((place, Vec::new())),
                        false => others.push((place, above, Vec::new())),
                    }
                    parents.push(path.last().copied().unwrap_or(place));
                    path.push(place);
                    is_between = false;
                    if c != ';' {
                        continue;
                    }
                }
                Some(c) if c.is_ascii_alphabetic() => {
                    let properties = self.property()?;
                    let variation = others.last_mut().map(|(_, _, node)| node);
                    let main = main.last_mut().map(|(_, node)| node);
                    if let Some(node) = if in_main_line { main } else { variation } {
                        node.extend(properties);
                    }
                    continue;
                }
                found => {
                    let message = unexpected(found, "text", "a property, ';', '(' or ')'");
                    return Err(self.error(self.at, message));
                }
            }
            self.at += 1;
        }
        self.at += 1;
        let shared = shared(&main, &parents);
        others.sort_by_key(|&(place, ..)| (Reverse(shared[place]), place));
        let main_line = main.into_iter().map(|(_, node)| node).collect();
        let variations = others.into_iter().map(|(_, above, node)| (above, node)).collect();
        Ok(GameTree { text, offset, begins, main_line, variations })
    }

    fn property(&mut self) -> Result<Vec<Property>, TextError> {
        let letters = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
        let full_name = &self.rest()[..letters];
        let name: String = full_name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        self.at += letters;
        let mut properties = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() != Some('[') {
                break;
            }
            self.at += 1;
            let offset = self.at;
            let value = self.value(full_name)?;
            properties.push(Property { name: name.clone(), value, offset });
        }
        if properties.is_empty() {
            let message = unexpected(self.peek(), "text", &format!("'[' after {full_name}"));
            return Err(self.error(self.at, message));
        }
        Ok(properties)
    }

    /// Reads a value and the bracket after it.
    fn value(&mut self, name: &str) -> Result<String, TextError> {
        let start = self.at;
        let mut value = String::new();
        while let Some(c) = self.next() {
            match c {
                ']' => return Ok(value),
                '\\' if self.escapes == Escapes::Backslash => match self.next() {
                    Some(c @ ('\n' | '\r')) => self.end_break(c),
                    Some(c) => value.push(if c.is_control() { ' ' } else { c }),
                    None => break,
                },
                '\n' | '\r' => {
                    self.end_break(c);
                    value.push('\n');
                }
                c => value.push(if c.is_control() { ' ' } else { c }),
            }
        }
        let message = unexpected(None, "text", &format!("']' after the value of {name}"));
        Err(self.error(start, message))
    }

    /// Skips the second character of a two-character line break that began with `first`.
    fn end_break(&mut self, first: char) {
        if matches!((first, self.peek()), ('\r', Some('\n')) | ('\n', Some('\r'))) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Nodes as text: `A=x B=y;C=z`.
    fn shown(text: &str) -> Vec<String> {
        let games = read_all(text, Escapes::Backslash).unwrap();
        let node = |node: &Vec<Property>| {
            let properties = node.iter().map(|p| format!("{}={}", p.name, p.value));
            properties.collect::<Vec<_>>().join(" ")
        };
        let game = |game: &GameTree| game.main_line.iter().map(node).collect::<Vec<_>>().join(";");
        games.iter().map(game).collect()
    }

    #[test]
    fn the_main_line_is_the_first_branch_everywhere() {
        assert_eq!(shown("(;A[1](;B[2](;W[3])(;W[4]))(;B[5];W[6]))"), ["A=1;B=2;W=3"]);
        assert_eq!(shown("x (y) (;A[1]) 2 ( ;B[2];)(;)"), ["A=1", "B=2;", ""]);
        assert_eq!(shown(" \n"), Vec::<String>::new());
    }

    #[test]
    fn a_branch_without_moves_does_not_end_the_main_line() {
        let text = "(;B[1]()(;C[2](;C[3])(;C[4]))(;W[5];C[6])(;W[7]))";
        assert_eq!(shown(text), ["B=1;W=5;C=6"]);
        let game = read_first(text, Escapes::Backslash).unwrap().unwrap();
        let others = game.variations.iter().map(|(above, node)| (*above, node[0].value.as_str()));
        assert_eq!(others.collect::<Vec<_>>(), [(1, "2"), (2, "3"), (2, "4"), (1, "7")]);
    }

    #[test]
    fn a_variation_may_begin_without_a_semicolon() {
        let text = "(;A[1]B[1](W[2]B[3](W[4])(W[5]))(W[6]B[7])W[8];)";
        assert_eq!(shown(text), ["A=1 B=1;W=2 B=3;W=4"]);
        let game = read_first(text, Escapes::None).unwrap().unwrap();
        let values = |node: &[Property]| node.iter().map(|p| p.value.clone()).collect::<String>();
        let others = game.variations.iter();
        let others: Vec<String> =
            others.map(|(above, node)| format!("{above}:{}", values(node))).collect();
        assert_eq!(others, ["2:5", "1:67", "1:8", "2:"]);
        assert_eq!(shown("(;B[1](C[x])W[2])"), ["B=1;W=2"]);
    }

    #[test]
    fn values_are_unescaped_and_blanks_between_properties_skipped() {
        assert_eq!(shown(r"(;C[a\]b\\c\:d[])"), [r"C=a]b\c:d["]);
        assert_eq!(
            shown("(; C [a\tb\r\nc\\\r\nd\n\re\\\tf] \n AB[aa]\n[bb])"),
            ["C=a b\ncd\ne f AB=aa AB=bb"]
        );
        assert_eq!(shown("(;GaMe[1])"), ["GM=1"]);
        let plain = read_all(r"(;C[a\]B[b];)", Escapes::None).unwrap();
        let nodes = &plain[0].main_line;
        assert_eq!((nodes[0][0].value.as_str(), nodes.len()), (r"a\", 2));
    }

    #[test]
    fn places_are_counted_from_the_last_game_on() {
        // A wrong place at the beginning shows that nothing is counted again from there.
        let text = "(;A[1])\n (;B[2])";
        let mut reader = Reader { counted: (0, (7, 5)), ..Reader::new(text, Escapes::None) };
        let mut errors = Vec::new();
        while reader.skip_to_game() {
            let game = reader.game().unwrap();
            errors.push(game.error(game.find("A").or(game.find("B")), "x".to_owned()).to_string());
        }
        assert_eq!(errors, ["line 7, column 9: x", "line 8, column 6: x"]);
    }

    #[test]
    fn errors_name_the_place_and_the_fault() {
        for (text, error) in [
            (
                "no game",
                "line 1, column 1: invalid text 'no game' (expected a game, which begins with '(;')",
            ),
            (
                "(;A[1]",
                "line 1, column 7: unexpected end of the text (expected a property, ';', '(' or ')')",
            ),
            (
                "(;A[1]\n?)",
                "line 2, column 1: invalid character '?' (expected a property, ';', '(' or ')')",
            ),
            (
                "(;é)",
                "line 1, column 3: invalid character 'é' (expected a property, ';', '(' or ')')",
            ),
            ("(;AB)", "line 1, column 5: invalid character ')' (expected '[' after AB)"),
            ("(;AB", "line 1, column 5: unexpected end of the text (expected '[' after AB)"),
            (
                "(;C[a\\]",
                "line 1, column 5: unexpected end of the text (expected ']' after the value of C)",
            ),
        ] {
            assert_eq!(read_all(text, Escapes::Backslash).unwrap_err().to_string(), error);
        }
        for (text, error) in [
            ("(;A[1])\n(;)", "line 2, column 1: invalid number of games '2' (expected 1)"),
            (" ", "line 1, column 2: invalid number of games '0' (expected 1)"),
        ] {
            let games = read_all(text, Escapes::None).unwrap();
            assert_eq!(only(text, games).unwrap_err().to_string(), error);
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "[(;)AaB\\[\\]\\\\é \n\r]{0,40}") {
            let _ = read_all(&text, Escapes::Backslash);
            let _ = read_all(&text, Escapes::None);
        }
    }
}
