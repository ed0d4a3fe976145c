//! The database as text, one position per line, as Yixin-style engines export it.
//!
//! The columns are `index,key,label,value,depth,bound,text`, named in the first line. The key is the rule (`f`
//! freestyle, `s` standard, `r` renju; Tengen adds `c` caro and `e` caro-exact), width, height, black
//! stones, white stones and the side to move, such as `r-15-15-h8i10-h9-w`. The label is the mark, `(none)` or
//! `(null)`. The text is in quotes, with `\"`, `\\`, `\n` and `\b` as escapes; labels of points precede the
//! comment: `@BTXT@`, then for each label column and row as hexadecimal digits (continued with `G` after 15) and
//! the label, separated by line feeds, and a backspace at the end.

use super::key::{Canonical, Key};
use super::record::{Bound, Mark, Record, Value, clean};
use crate::color::Color;
use crate::coord::{MIN_SIDE, Point, Size, parse_points};
use crate::gomoku::rules::rule::Rule;

/// The first line, without its end.
pub const HEADER: &str = "index,key,label,value,depth,bound,text";

/// Prefix of the labels.
const LABELS: &str = "@BTXT@";
/// Separates labels from the comment, and lines of comments in old files.
const DIVIDER: char = '\u{8}';

const RULES: [(Rule, &str); 5] = [
    (Rule::Freestyle, "f"),
    (Rule::Standard, "s"),
    (Rule::Renju, "r"),
    (Rule::Caro, "c"),
    (Rule::CaroExact, "e"),
];

/// The line of a position, without its end.
pub fn write_line(index: u64, key: &Key, record: &Record) -> String {
    let mark = record.mark.map_or("(none)".to_owned(), |mark| mark.to_string());
    let Value { score, depth, bound } = record.value;
    let key = write_key(key);
    let text = quote(&write_text(record));
    format!("{index},{key},{mark},{score},{depth},{},{text}", bound.name())
}

/// Reads a line; `None` if it is blank or the header.
///
/// # Errors
/// What was found and expected.
pub fn read_line(line: &str) -> Result<Option<(Key, Record)>, String> {
    let line = line.trim_end_matches(['\r', '\n']);
    if line.trim().is_empty() || line == HEADER {
        return Ok(None);
    }
    let mut fields = Fields(line);
    fields.next("index")?;
    let key = fields.next("key")?;
    let canonical = read_key(key).ok_or_else(|| invalid("key", key, "r-15-15-h8i10-h9-w"))?;
    let label = fields.label()?;
    let mark = read_mark(label).ok_or_else(|| invalid("label", label, "w"))?;
    let value = fields.next("value")?;
    let score = value.parse().map_err(|_| invalid("value", value, "-120"))?;
    let depth = fields.next("depth")?;
    let plies: i32 = depth.parse().map_err(|_| invalid("depth", depth, "12"))?;
    let bound = fields.next("bound")?;
    let bound = Bound::from_name(bound).ok_or_else(|| invalid("bound", bound, "exact"))?;
    let value = Value { score, depth: plies.clamp(0, u16::MAX.into()) as u16, bound };
    let text = unquote(fields.0).ok_or_else(|| invalid("text", fields.0, "\"text\""))?;
    let mut record = Record { mark, value, ..Record::default() };
    read_text(&text, &canonical, &mut record);
    Ok(Some((canonical.key, record)))
}

/// The rest of a line.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn next(&mut self, name: &str) -> Result<&'a str, String> {
        let (field, rest) = self.0.split_once(',').ok_or_else(|| format!("missing {name}"))?;
        self.0 = rest;
        Ok(field)
    }

    /// The label, which may be a comma.
    fn label(&mut self) -> Result<&'a str, String> {
        match self.0.strip_prefix(",,") {
            None => self.next("label"),
            Some(rest) => {
                self.0 = rest;
                Ok(",")
            }
        }
    }
}

fn invalid(name: &str, value: &str, example: &str) -> String {
    let shown: String = value.chars().take(40).collect();
    format!("invalid {name} '{shown}' (expected one such as {example})")
}

fn write_key(key: &Key) -> String {
    let letter = RULES.iter().find(|(rule, _)| *rule == key.rule()).map_or("?", |(_, name)| name);
    let [black, white] =
        key.stones().map(|points| points.iter().map(Point::to_string).collect::<String>());
    let side = if key.side() == Color::Black { 'b' } else { 'w' };
    let size = key.size();
    format!("{letter}-{}-{}-{black}-{white}-{side}", size.width(), size.height())
}

fn read_key(text: &str) -> Option<Canonical> {
    let parts: Vec<&str> = text.split('-').collect();
    let [letter, width, height, black, white, side] = parts[..] else { return None };
    let (rule, _) = RULES.into_iter().find(|(_, name)| *name == letter)?;
    let size = Size::new(width.parse().ok()?, height.parse().ok()?)?;
    let side = match side {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let stones = [parse_points(black).ok()?, parse_points(white).ok()?];
    let mut all = stones.concat();
    all.sort_unstable();
    let is_distinct = all.windows(2).all(|pair| pair[0] != pair[1]);
    let fits = size.shorter_side() >= MIN_SIDE && all.iter().all(|&point| size.contains(point));
    (is_distinct && fits).then(|| Canonical::of_stones(rule, size, &stones, side))
}

/// The mark of a label; no mark if the label has no letter.
fn read_mark(label: &str) -> Option<Option<Mark>> {
    match label.as_bytes() {
        &[letter] => Mark::new(letter).map(Some),
        [b'(', .., b')'] => Some(None),
        _ => None,
    }
}

fn write_text(record: &Record) -> String {
    if record.labels.is_empty() && !record.comment.starts_with(LABELS) {
        return record.comment.clone();
    }
    let label = |(point, label): (&Point, &String)| {
        format!("{}{}{label}", digit(point.x()), digit(point.y()))
    };
    let labels: Vec<String> = record.labels.iter().map(label).collect();
    format!("{LABELS}{}{DIVIDER}{}", labels.join("\n"), record.comment)
}

/// Copies the labels and the comment of `text` into `record`.
pub(super) fn read_text(text: &str, canonical: &Canonical, record: &mut Record) {
    let (labels, comment) = match text.strip_prefix(LABELS) {
        None => ("", text),
        Some(rest) => rest.split_once(DIVIDER).unwrap_or((rest, "")),
    };
    record.comment = clean(&comment.replace(DIVIDER, "\n"));
    record.labels = labels.split('\n').filter_map(|label| read_label(label, canonical)).collect();
}

fn read_label(label: &str, canonical: &Canonical) -> Option<(Point, String)> {
    let mut characters = label.chars();
    let mut coordinate = || characters.next()?.to_digit(36).map(|digit| digit as u8);
    let point = Point::new(coordinate()?, coordinate()?)?;
    let text = clean(characters.as_str());
    let fits = canonical.key.size().contains(point) && !text.is_empty();
    fits.then(|| (canonical.to_key(point), text))
}

/// Column or row as one character: `0` to `9`, then letters.
fn digit(coordinate: u8) -> char {
    char::from_digit(coordinate.into(), 36).expect("boards are small").to_ascii_uppercase()
}

/// `text` in quotes.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            DIVIDER => quoted += "\\b",
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

/// A text in quotes; `None` if a quote is missing or something follows the last one.
pub fn unquote(quoted: &str) -> Option<String> {
    let mut characters = quoted.trim().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match characters.next()? {
            '"' => return characters.as_str().is_empty().then_some(text),
            '\\' => text.push(match characters.next()? {
                'n' => '\n',
                'b' => DIVIDER,
                other => other,
            }),
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::any_record;
    use super::*;
    use crate::database::key::tests::game;
    use proptest::prelude::*;

    #[test]
    fn lines_of_other_engines_are_read() {
        let text = "7,r-15-15-h8i10-h9-w,w,-29995,12,exact,\"@BTXT@76A\\n79B\\bsay \\\"hi\\\"\"";
        let (key, record) = read_line(text).unwrap().unwrap();
        let game = game(Rule::Renju, "h8h9i10");
        let canonical = Canonical::of(&game).unwrap();
        assert_eq!(key, canonical.key);
        assert_eq!(record.mark, Some(Mark::WIN));
        assert_eq!(record.value, Value { score: -29_995, depth: 12, bound: Bound::Exact });
        assert_eq!(record.comment, "say \"hi\"");
        let label = |x, y| record.labels.get(&canonical.to_key(Point::new(x, y)?));
        assert_eq!(record.labels.len(), 2);
        assert!(label(7, 6).is_some_and(|label| label == "A") && label(0, 0).is_none());
        let none = read_line("0,f-20-20---b,(none),0,0,none,\"\"\r\n").unwrap().unwrap();
        assert_eq!(none.1, Record::default());
        assert_eq!(read_line(HEADER), Ok(None));
        let comma = read_line("0,f-20-20---b,,,0,0,none,\"\"").unwrap().unwrap();
        assert_eq!(comma.1.mark, Mark::new(b','));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, message) in [
            ("1", "missing index"),
            ("1,f-15-15-h8--w", "missing key"),
            ("1,f-15-15-h8-h8-w,w,0,0,none,\"\"", "invalid key 'f-15-15-h8-h8-w' (expected"),
            ("1,f-15-15-p8--w,w,0,0,none,\"\"", "invalid key"),
            ("1,f-4-4-a1--w,w,0,0,none,\"\"", "invalid key"),
            ("1,x-15-15-h8--w,w,0,0,none,\"\"", "invalid key"),
            ("1,f-15-15-h8--w,win,0,0,none,\"\"", "invalid label 'win'"),
            ("1,f-15-15-h8--w,w,40000,0,none,\"\"", "invalid value '40000'"),
            ("1,f-15-15-h8--w,w,0,x,none,\"\"", "invalid depth 'x'"),
            ("1,f-15-15-h8--w,w,0,0,some,\"\"", "invalid bound 'some'"),
            ("1,f-15-15-h8--w,w,0,0,none,\"open", "invalid text"),
            ("1,f-15-15-h8--w,w,0,0,none,\"a\"b", "invalid text"),
        ] {
            let error = read_line(line).unwrap_err();
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }

    #[test]
    fn a_comment_may_look_like_labels() {
        let canonical = Canonical::of(&game(Rule::Caro, "h8h9a1")).unwrap();
        let record = Record { comment: format!("{LABELS}76A"), ..Record::default() };
        let line = write_line(1, &canonical.key, &record);
        assert_eq!(read_line(&line), Ok(Some((canonical.key, record))));
    }

    proptest! {
        #[test]
        fn every_record_survives_its_line(record in any_record("[a-zé\"\\\\,]{0,9}")) {
            let canonical = Canonical::of(&game(Rule::Caro, "h8h9a1")).unwrap();
            let line = write_line(1, &canonical.key, &record);
            prop_assert_eq!(read_line(&line), Ok(Some((canonical.key, record))));
        }

        #[test]
        fn no_line_is_too_strange(line in "[0-9a-w\\-,\"(]{0,60}") {
            let _ = read_line(&line);
        }
    }
}
