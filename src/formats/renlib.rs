//! Libraries of RenLib (`.lib`): trees of moves on 15x15 with labels and comments.
//!
//! A file is a header of 20 bytes (`FF`, `RenLib`, `FF`, two bytes with the version, ten of `FF`) and the
//! nodes, each before its children and those before the next sibling. A node is its move, its flags, and the
//! texts they announce. The move has the column from 1 in its low half and the row from 0 at the top in
//! its high one; 0 is no move, as in the root that some files have. The flags, by bit:
//!
//! | Bit | Meaning |
//! |---|---|
//! | 80 | a sibling follows after the children |
//! | 40 | there are no children |
//! | 20 | there is a comment of old versions |
//! | 10 | the node is marked |
//! | 08 | there is a comment |
//! | 02 | there is no move, only a label on an empty point |
//! | 01 | two more bytes of flags follow; bit 01 of the second: there is a label |
//!
//! A text is read in pairs of bytes up to one with a zero; the comment comes first. In a comment, the byte 08
//! separates its first line from the rest. RenLib writes texts in the encoding of its computer. A comment of old
//! versions instead ends with the first byte above 7F, and has Swedish ASCII in the low seven bits.

use std::fmt;

use super::encoding::Encoding;
use crate::coord::{Point, Size};

/// The board of every library.
pub const SIZE: Size = Size::new(15, 15).expect("15 is within the limits");

const HEADER: [u8; 20] = *b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
/// Bytes of the header that distinguish a library from other files.
const SIGNATURE: usize = 8;

const SIBLING: u8 = 0x80;
const NO_CHILD: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARKED: u8 = 0x10;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const MORE_FLAGS: u8 = 0x01;
/// Belongs to the second of the additional flag bytes.
const LABEL: u8 = 0x01;

/// Separates the first line of a comment from the rest.
const DIVIDER: char = '\u{8}';

/// A move of a library with its texts, or a label on an empty point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Number of nodes above it: 0 for the root, which is the empty board.
    pub depth: usize,
    /// `None` in the root, and for a pass.
    pub point: Option<Point>,
    /// Whether there is no move, only a label on the point. Such a node has no children.
    pub is_label: bool,
    pub is_marked: bool,
    /// Text on the point.
    pub label: String,
    /// Its lines, without the line break of the last.
    pub comment: String,
}

/// A tree of moves as a list of nodes, each before its children and those before the next sibling. The first is the
/// root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub nodes: Vec<Node>,
}

impl Library {
    /// Numbers of the children of the node `at`, labels included.
    pub(super) fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        let depth = self.nodes[at].depth;
        let below = (at + 1..self.nodes.len()).take_while(move |&at| self.nodes[at].depth > depth);
        below.filter(move |&at| self.nodes[at].depth == depth + 1)
    }

    /// Whether each node has a label on an empty point below it.
    pub(super) fn labelled(&self) -> Vec<bool> {
        let mut labelled = vec![false; self.nodes.len()];
        let mut path = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            path.truncate(node.depth);
            if let (true, Some(&above)) = (node.is_label, path.last()) {
                labelled[above] = true;
            }
            path.push(at);
        }
        labelled
    }

    /// Whether no move follows the node `at`.
    pub(super) fn is_leaf(&self, at: usize) -> bool {
        self.children(at).all(|child| self.nodes[child].is_label)
    }
}

/// An error in a library, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryError {
    /// Byte of the file, from 0.
    pub offset: usize,
    pub message: &'static str,
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for LibraryError {}

/// Whether `bytes` begin like a library.
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(&HEADER[..SIGNATURE])
}

/// Reads a library whose texts are in `encoding`.
///
/// # Errors
/// The header is missing, a move is off the board, or the file ends too early.
pub fn read(bytes: &[u8], encoding: Encoding) -> Result<Library, LibraryError> {
    if !is_library(bytes) || bytes.len() < HEADER.len() {
        return Err(LibraryError { offset: 0, message: "no RenLib header" });
    }
    let mut reader = Reader { bytes, at: HEADER.len(), encoding };
    let mut nodes = vec![Node::default()];
    let mut depth = 1;
    // Depths of the nodes whose next sibling is still to come.
    let mut waiting = Vec::new();
    while reader.at < bytes.len() {
        let is_first = reader.at == HEADER.len();
        let (node, flags) = reader.node(depth)?;
        let is_root = is_first && node.point.is_none();
        if is_root {
            nodes[0] = Node { depth: 0, ..node };
            depth = 0;
        } else if nodes.last().is_none_or(|last| !last.is_label || last.depth >= depth) {
            nodes.push(node);
        }
        if flags & SIBLING != 0 && !is_root {
            waiting.push(depth);
        }
        match (flags & NO_CHILD == 0, waiting.pop()) {
            (true, next) => {
                waiting.extend(next);
                depth += 1;
            }
            (false, Some(next)) => depth = next,
            (false, None) => return Ok(Library { nodes }),
        }
    }
    if nodes.len() == 1 && waiting.is_empty() {
        return Ok(Library { nodes });
    }
    Err(LibraryError { offset: bytes.len(), message: "expected a move, found the end of the file" })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: Encoding,
}

impl Reader<'_> {
    fn error(&self, message: &'static str) -> LibraryError {
        LibraryError { offset: self.at, message }
    }

    fn byte(&mut self) -> Result<u8, LibraryError> {
        let byte = self.bytes.get(self.at).copied();
        let byte = byte.ok_or_else(|| self.error("the file ends within a move"))?;
        self.at += 1;
        Ok(byte)
    }

    /// A node and its flags.
    fn node(&mut self, depth: usize) -> Result<(Node, u8), LibraryError> {
        let point = match self.byte()? {
            0 => None,
            byte => {
                let point = (byte & 0x0f).checked_sub(1).and_then(|x| Point::new(x, byte >> 4));
                let point = point.filter(|&point| SIZE.contains(point));
                Some(point.ok_or_else(|| self.error("the previous move is off the board"))?)
            }
        };
        let flags = self.byte()?;
        let more = if flags & MORE_FLAGS == 0 { [0, 0] } else { [self.byte()?, self.byte()?] };
        let comment = match flags & (COMMENT | OLD_COMMENT) {
            0 => String::new(),
            COMMENT => self.text()?,
            _ => self.old_comment()?,
        };
        let label = if more[1] & LABEL == 0 { String::new() } else { self.text()? };
        let comment = comment.replace("\r\n", "\n").replace(['\r', DIVIDER], "\n");
        let comment = comment.trim().to_owned();
        let (is_label, is_marked) = (flags & NO_MOVE != 0 && point.is_some(), flags & MARKED != 0);
        Ok((Node { depth, point, is_label, is_marked, label, comment }, flags))
    }

    /// A comment of old versions, in which some brackets represent Swedish letters.
    fn old_comment(&mut self) -> Result<String, LibraryError> {
        let mut text = String::new();
        loop {
            for byte in [self.byte()?, self.byte()?] {
                text.push(match byte & 0x7f {
                    b'}' => 'å',
                    b'{' => 'ä',
                    b'|' => 'ö',
                    b']' => 'Å',
                    b'[' => 'Ä',
                    b'\\' => 'Ö',
                    byte => char::from(byte),
                });
                if byte > 0x7f {
                    return Ok(text);
                }
            }
        }
    }

    fn text(&mut self) -> Result<String, LibraryError> {
        let mut bytes = Vec::new();
        loop {
            let pair = [self.byte()?, self.byte()?];
            bytes.extend(pair.iter().take_while(|&&byte| byte != 0));
            if pair.contains(&0) {
                break;
            }
        }
        Ok(self.encoding.decode(&bytes))
    }
}

/// The file of `library`. The root is written only if it has texts or a mark, or does not have exactly one child, or
/// that is a pass, which would look like the root.
///
/// # Errors
/// A move is off the board of RenLib, or the depths do not form a tree; the offset is the number of the node.
pub fn write(library: &Library) -> Result<Vec<u8>, LibraryError> {
    let nodes = &library.nodes;
    check(nodes)?;
    let siblings = with_siblings(nodes);
    let mut starts = nodes.iter().filter(|node| node.depth == 1);
    let bare = |root: &Node| !root.is_marked && root.label.is_empty() && root.comment.is_empty();
    let is_bare = nodes.first().is_none_or(bare);
    let is_move = |start: &Node| !start.is_label && start.point.is_some();
    let has_one_move = starts.next().is_some_and(is_move) && starts.next().is_none();
    let skipped = usize::from(is_bare && has_one_move);
    let mut bytes = HEADER.to_vec();
    for (at, node) in nodes.iter().enumerate().skip(skipped) {
        let is_leaf = nodes.get(at + 1).is_none_or(|next| next.depth <= node.depth);
        let mut flags = 0;
        for (flag, is_set) in [
            (SIBLING, siblings[at]),
            (NO_CHILD, is_leaf),
            (MARKED, node.is_marked),
            (COMMENT, !node.comment.is_empty()),
            (NO_MOVE, node.is_label),
            (MORE_FLAGS, !node.label.is_empty()),
        ] {
            flags |= if is_set { flag } else { 0 };
        }
        bytes.push(node.point.map_or(0, |point| point.y() << 4 | (point.x() + 1)));
        bytes.push(flags);
        if !node.label.is_empty() {
            bytes.extend([0, LABEL]);
        }
        if !node.comment.is_empty() {
            let lines = node.comment.replacen('\n', "\u{8}", 1).replace('\n', "\r\n");
            write_text(&mut bytes, &lines);
        }
        if !node.label.is_empty() {
            write_text(&mut bytes, &node.label);
        }
    }
    Ok(bytes)
}

fn check(nodes: &[Node]) -> Result<(), LibraryError> {
    let mut deepest = 0;
    for (offset, node) in nodes.iter().enumerate() {
        let is_root = offset == 0;
        if node.depth > deepest || is_root != (node.depth == 0) {
            return Err(LibraryError { offset, message: "the node does not fit into the tree" });
        }
        if node.point.is_some_and(|point| !SIZE.contains(point)) {
            return Err(LibraryError { offset, message: "the move is off the 15x15 board" });
        }
        deepest = node.depth + usize::from(!node.is_label);
    }
    Ok(())
}

/// Whether each node has a later sibling.
fn with_siblings(nodes: &[Node]) -> Vec<bool> {
    let mut siblings = vec![false; nodes.len()];
    let mut is_followed: Vec<bool> = Vec::new();
    for (at, node) in nodes.iter().enumerate().rev() {
        is_followed.resize(node.depth + 1, false);
        siblings[at] = std::mem::replace(&mut is_followed[node.depth], true);
    }
    siblings
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    let text: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
    bytes.extend(&text);
    bytes.extend(if text.len() % 2 == 1 { &[0][..] } else { &[0, 0] });
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A node such as `1 h8 label|comment`; `-` is no move, `?h8` only a label.
    fn node(text: &str) -> Node {
        let mut words = text.splitn(3, ' ');
        let depth = words.next().unwrap().parse().unwrap();
        let point = words.next().unwrap();
        let is_label = point.starts_with('?');
        let point = Point::from_text(point.trim_start_matches('?'));
        let texts = words.next().unwrap_or_default();
        let (label, comment) = texts.split_once('|').unwrap_or((texts, ""));
        let (label, comment) = (label.to_owned(), comment.to_owned());
        Node { depth, point, is_label, is_marked: false, label, comment }
    }

    /// The library of nodes such as `1 h8 label|comment`.
    pub fn library(nodes: &[&str]) -> Library {
        Library { nodes: nodes.iter().map(|text| node(text)).collect() }
    }

    fn read(bytes: &[u8]) -> Result<Library, LibraryError> {
        super::read(bytes, Encoding::default())
    }

    /// The file of nodes in bytes.
    pub fn with_header(nodes: &[u8]) -> Vec<u8> {
        [&HEADER[..], nodes].concat()
    }

    #[test]
    fn the_bytes_are_those_of_renlib() {
        // h8, then h9 labelled A with a comment of two lines, and its sibling i9.
        let bytes = with_header(
            b"\x78\x00\x88\x89\x00\x01one\x08two\x00A\x00\x89\x40".map(|byte| byte).as_slice(),
        );
        let mut expected = library(&["0 -", "1 h8", "2 h9 A|one\ntwo", "2 i9"]);
        assert_eq!(read(&bytes).err().map(|error| error.offset), Some(bytes.len()));
        let mut bytes = bytes;
        bytes[HEADER.len() + 3] |= NO_CHILD;
        assert_eq!(read(&bytes).unwrap(), expected);
        assert_eq!(write(&expected).unwrap(), bytes);
        bytes[HEADER.len() + 1] |= MARKED;
        expected.nodes[1].is_marked = true;
        assert_eq!(read(&bytes).unwrap(), expected);
    }

    #[test]
    fn labels_on_empty_points_are_no_moves() {
        // h8, then a label on g8 and its sibling i8.
        let bytes = with_header(b"\x78\x00\x77\xc3\x00\x01A\x00\x79\x40");
        let expected = library(&["0 -", "1 h8", "2 ?g8 A", "2 i8"]);
        assert_eq!(read(&bytes).unwrap(), expected);
        assert_eq!(write(&expected).unwrap(), bytes);
        assert!(!expected.is_leaf(1) && expected.is_leaf(3));
        assert_eq!(expected.labelled(), [false, true, false, false]);
        // A root is not a label.
        let root = with_header(b"\x00\x02\x78\x40");
        assert_eq!(read(&root).unwrap(), library(&["0 -", "1 h8"]));
        // Nothing follows a label.
        let below = with_header(b"\x78\x00\x77\x83\x00\x01A\x00\x79\x40\x76\x40");
        assert_eq!(read(&below).unwrap(), library(&["0 -", "1 h8", "2 ?g8 A", "2 f8"]));
        assert!(write(&library(&["0 -", "1 ?g8 A", "2 i8"])).is_err());
    }

    #[test]
    fn comments_of_old_versions_end_with_a_high_byte() {
        let bytes = with_header(b"\x78\x20goo\xe4\x79\x20\\}\xfb!\x77\x40");
        assert_eq!(read(&bytes).unwrap(), library(&["0 -", "1 h8 |good", "2 i8 |Öåä", "3 g8"]));
    }

    #[test]
    fn the_root_is_written_where_it_is_needed() {
        for (nodes, has_root) in [
            (&["0 -", "1 h8", "2 h9"][..], false),
            (&["0 -", "1 h8", "1 h9"], true),
            (&["0 - |text", "1 h8"], true),
            (&["0 -"], true),
            (&["0 -", "1 ?h8 A"], true),
            (&["0 -", "1 - |pass", "2 h8"], true),
            (&["0 - |text", "1 -", "2 -", "2 h8"], true),
        ] {
            let library = library(nodes);
            let bytes = write(&library).unwrap();
            assert_eq!(bytes[HEADER.len()] == 0, has_root, "{nodes:?}");
            assert_eq!(read(&bytes).unwrap(), library);
        }
        let mut marked = library(&["0 -", "1 h8"]);
        marked.nodes[0].is_marked = true;
        assert_eq!(read(&write(&marked).unwrap()).unwrap(), marked);
    }

    #[test]
    fn texts_have_the_encoding_of_the_file() {
        let bytes = with_header(b"\x78\x48\xe9t\xe9\x00");
        assert_eq!(read(&bytes).unwrap().nodes[1].comment, "\u{e9}t\u{e9}");
        assert_eq!(
            read(&with_header("\x78\x48é\x00\x00".as_bytes())).unwrap().nodes[1].comment,
            "é"
        );
        let bytes = with_header(b"\x78\x48\xba\xda\xca\xa4\x08\xb0\xd7\x00");
        let library = super::read(&bytes, Encoding::Gbk).unwrap();
        assert_eq!(library.nodes[1].comment, "黑胜\n白");
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let at = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(at(b"\xffRenLib\xff"), "byte 0: no RenLib header");
        assert_eq!(at(&with_header(b"\x70\x40")), "byte 21: the previous move is off the board");
        assert_eq!(at(&with_header(b"\x78\x48a")), "byte 23: the file ends within a move");
        assert_eq!(
            at(&with_header(b"\x78\x00")),
            "byte 22: expected a move, found the end of the file"
        );
        let cases = [vec!["0 -", "2 h8"], vec!["1 h8"], vec!["0 -", "1 p8"], vec!["0 -", "0 h8"]];
        for nodes in cases {
            assert!(write(&library(&nodes)).is_err(), "{nodes:?}");
        }
    }

    proptest! {
        #[test]
        fn every_library_survives_its_file(
            steps in proptest::collection::vec(
                (0..3usize, 0..225u8, "[a-zé]{0,3}", "[a-z]{0,2}(\n[a-zé]{1,3}){0,2}", any::<bool>(), 0..5u8),
                0..40,
            ),
        ) {
            let mut nodes = vec![Node::default()];
            for (up, point, label, comment, is_marked, kind) in steps {
                let Node { depth: last, is_label, .. } = *nodes.last().unwrap();
                let below = last + usize::from(!is_label);
                let depth = last.saturating_sub(up).max(if up == 0 { below } else { 1 });
                let is_label = kind == 0;
                let is_pass = kind == 1;
                let point = Point::new(point % 15, point / 15).filter(|_| !is_pass);
                let comment = comment.trim().to_owned();
                nodes.push(Node { depth, point, is_label, is_marked, label, comment });
            }
            let library = Library { nodes };
            prop_assert_eq!(read(&write(&library).unwrap()).unwrap(), library);
        }

        #[test]
        fn no_file_is_too_strange(bytes: Vec<u8>) {
            let _ = read(&with_header(&bytes));
            let _ = read(&bytes);
        }
    }
}
