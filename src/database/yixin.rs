//! The database files of Yixin and Rapfi.
//!
//! A file is the number of records in four bytes and the records, in an LZ4 frame or plain; numbers have the
//! low byte first. A record is its key and its value, each after its length in two bytes. A key is the rule (0
//! freestyle, 1 standard, 2 renju), width, height, then column and row of each stone, the black ones first;
//! -1, -1 after the stones of a side is a pass. A value is the mark, or 0 or -1; score and depth times 4 plus
//! bound (two bytes each); and the text as in the text form. A record for a board of size 0 states the encoding
//! of the texts; without it they are in the encoding of the computer.

use std::fmt;

use lz4_flex::frame::FrameDecoder;

use super::key::{Canonical, Key};
use super::record::{Bound, Mark, Record, Value};
use super::text;
use crate::color::Color;
use crate::coord::{MIN_SIDE, Point, Size};
use crate::formats::bounded::read_at_most;
use crate::formats::encoding::Encoding;
use crate::gomoku::rules::rule::Rule;

/// Bytes before the stones of a key, and before the text of a value.
const KEY_HEADER: usize = 3;
const VALUE_HEADER: usize = 5;

/// The start of an LZ4 frame.
const LZ4_FRAME: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
/// Largest file and largest content of a frame, in MiB. A small frame may expand 255 times.
pub const LARGEST: u64 = 4096;

/// The text of the record that declares UTF-8.
const UTF8: &[u8] = b"charset=\"UTF-8\"";

const PASS: [u8; 2] = [u8::MAX; 2];

/// The records of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YixinFile {
    pub records: Vec<(Key, Record)>,
    /// Number of invalid records, and records for rules or boards that Tengen lacks.
    pub skipped: u64,
}

/// The file is not such a database, or ends too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a database of Yixin or Rapfi, or damaged")
    }
}

impl std::error::Error for Damaged {}

/// Whether a file that begins with `bytes` may be such a database: text has no control characters like those
/// in its numbers.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(&LZ4_FRAME) || bytes.iter().take(64).any(|&byte| byte < b'\t')
}

/// Reads a database. Its texts are in `encoding`, unless the file says that they are UTF-8.
///
/// # Errors
/// The bytes are not such a database, or end too early.
pub fn read(bytes: &[u8], encoding: Encoding) -> Result<YixinFile, Damaged> {
    if bytes.starts_with(&LZ4_FRAME) {
        return read_plain(&decompress(bytes)?, encoding);
    }
    read_plain(bytes, encoding)
}

fn decompress(frame: &[u8]) -> Result<Vec<u8>, Damaged> {
    let mut decoder = FrameDecoder::new(frame);
    let content = read_at_most(LARGEST, &mut decoder).map_err(|_| Damaged)?;
    if decoder.get_ref().is_empty() { Ok(content) } else { Err(Damaged) }
}

fn read_plain(bytes: &[u8], mut encoding: Encoding) -> Result<YixinFile, Damaged> {
    let (&count, mut rest) = bytes.split_first_chunk().ok_or(Damaged)?;
    let mut file = YixinFile { records: Vec::new(), skipped: 0 };
    for _ in 0..u32::from_le_bytes(count) {
        let key = part(&mut rest)?;
        // An empty key has no value.
        if key.is_empty() {
            continue;
        }
        let value = part(&mut rest)?;
        if key.len() == KEY_HEADER && key[1..] == [0, 0] {
            if value.get(VALUE_HEADER..).is_some_and(|text| text.starts_with(UTF8)) {
                encoding = Encoding::Auto;
            }
            continue;
        }
        match read_key(key) {
            None => file.skipped += 1,
            Some(canonical) => {
                let record = read_value(value, &canonical, encoding);
                file.records.push((canonical.key, record));
            }
        }
    }
    if rest.is_empty() { Ok(file) } else { Err(Damaged) }
}

/// Reads bytes that are preceded by their length.
fn part<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], Damaged> {
    let (&length, after) = rest.split_first_chunk().ok_or(Damaged)?;
    let length = usize::from(u16::from_le_bytes(length));
    let (part, after) = after.split_at_checked(length).ok_or(Damaged)?;
    *rest = after;
    Ok(part)
}

fn read_key(bytes: &[u8]) -> Option<Canonical> {
    let (&[rule, width, height], stones) = bytes.split_first_chunk()?;
    let rule = *[Rule::Freestyle, Rule::Standard, Rule::Renju].get(usize::from(rule))?;
    let size = Size::new(width, height).filter(|size| size.shorter_side() >= MIN_SIDE)?;
    let (plies, odd) = stones.as_chunks::<2>();
    if !odd.is_empty() {
        return None;
    }
    let (black, white) = plies.split_at(plies.len().div_ceil(2));
    let points = |plies: &[[u8; 2]]| -> Option<Vec<Point>> {
        let stones = plies.iter().filter(|&&ply| ply != PASS);
        let point = |&[x, y]: &[u8; 2]| Point::new(x, y).filter(|&point| size.contains(point));
        stones.map(point).collect()
    };
    let stones = [points(black)?, points(white)?];
    let mut all = stones.concat();
    all.sort_unstable();
    let is_distinct = all.windows(2).all(|pair| pair[0] != pair[1]);
    let side = if plies.len().is_multiple_of(2) { Color::Black } else { Color::White };
    is_distinct.then(|| Canonical::of_stones(rule, size, &stones, side))
}

fn read_value(bytes: &[u8], canonical: &Canonical, encoding: Encoding) -> Record {
    let mut numbers = [0; VALUE_HEADER];
    let given = bytes.len().min(VALUE_HEADER);
    numbers[..given].copy_from_slice(&bytes[..given]);
    let [mark, s0, s1, d0, d1] = numbers;
    let depth = i16::from_le_bytes([d0, d1]);
    let value = Value {
        score: i16::from_le_bytes([s0, s1]),
        depth: (depth >> 2).max(0).unsigned_abs(),
        bound: Bound::from_number(d0 & 3),
    };
    let mut record = Record { mark: Mark::new(mark), value, ..Record::default() };
    let text: Vec<u8> = bytes[given..].iter().copied().filter(|&byte| byte != 0).collect();
    text::read_text(&encoding.decode(&text), canonical, &mut record);
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::key::tests::game;
    use proptest::prelude::*;

    fn read(bytes: &[u8]) -> Result<YixinFile, Damaged> {
        super::read(bytes, Encoding::default())
    }

    fn record(key: &[u8], value: &[u8]) -> Vec<u8> {
        let part = |bytes: &[u8]| [&(bytes.len() as u16).to_le_bytes()[..], bytes].concat();
        [part(key), part(value)].concat()
    }

    fn file(records: &[Vec<u8>]) -> Vec<u8> {
        [&(records.len() as u32).to_le_bytes()[..], &records.concat()].concat()
    }

    #[test]
    fn records_are_those_of_the_text_form() {
        let bytes = file(&[
            record(&[0, 0, 0], b"\0\0\0\0\0charset=\"UTF-8\""),
            record(&[2, 15, 15, 7, 7, 8, 9, 7, 8], b"w\xd4\x8a\x33\x00@BTXT@76A\x08\xc3\xa9"),
            record(&[0, 15, 15, 7, 7, 255, 255], b"\xff\x05\x00\x00\x00"),
            record(&[9, 15, 15], b"\0"),
            record(&[0, 15, 15, 7, 7, 7, 7], b"w"),
        ]);
        let YixinFile { records, skipped } = read(&bytes).unwrap();
        assert_eq!((records.len(), skipped), (2, 2));
        let line = "0,r-15-15-h8i10-h9-w,w,-29996,12,exact,\"@BTXT@76A\\b\u{e9}\"";
        assert_eq!(records[0], text::read_line(line).unwrap().unwrap());
        let mut passed = game(Rule::Freestyle, "h8");
        passed.give_turn_to(Color::Black);
        assert_eq!(records[1].0, Canonical::of(&passed).unwrap().key);
        assert_eq!(records[1].1.value, Value { score: 5, depth: 0, bound: Bound::None });
        assert!(is_binary(&bytes) && !is_binary(text::HEADER.as_bytes()));
    }

    #[test]
    fn a_declared_encoding_comes_first() {
        let utf8 = record(&[0, 0, 0], b"\0\0\0\0\0charset=\"UTF-8\"");
        let text = |bytes: &[u8]| {
            let value = [&b"w\0\0\0\0"[..], bytes].concat();
            record(&[0, 15, 15, 7, 7], &value)
        };
        let comment = |records: &[Vec<u8>]| {
            let file = super::read(&file(records), Encoding::Gbk).unwrap();
            file.records[0].1.comment.clone()
        };
        assert_eq!(comment(&[text(b"\xba\xda\xca\xa4")]), "黑胜");
        assert_eq!(comment(&[utf8, text("黑胜".as_bytes())]), "黑胜");
    }

    #[test]
    fn a_file_that_ends_too_early_is_refused() {
        let bytes = file(&[record(&[0, 15, 15, 7, 7], b"w")]);
        assert_eq!(read(&bytes).unwrap().records.len(), 1);
        for end in 0..bytes.len() {
            assert_eq!(read(&bytes[..end]), Err(Damaged), "{end}");
        }
        assert_eq!(read(&[&bytes[..], b"x"].concat()), Err(Damaged));
    }

    /// The frame was made by `lz4.frame.compress` of Python, with all checksums and the size of the content.
    #[test]
    fn compressed_files_are_read() {
        let frame = b"\x04\x22\x4d\x18\x7c\x40\xcc\x00\x00\x00\x00\x00\x00\x00\xc1\x18\x00\x00\x00\
              \xef\x14\x00\x00\x00\x05\x00\x00\x0f\x0f\x07\x07\x01\x00\x77\x0a\x00\xa6\x50\
              \x07\x07\x01\x00\x77\xdb\x4b\x8d\xc2\x00\x00\x00\x00\x2b\x64\x4e\xa7";
        let bytes = file(&vec![record(&[0, 15, 15, 7, 7], b"w"); 20]);
        assert_eq!(read(frame), read(&bytes));
        // The end mark and the checksum of the content may be missing: the number of records is checked.
        for end in LZ4_FRAME.len()..frame.len() - 8 {
            assert_eq!(read(&frame[..end]), Err(Damaged), "{end}");
        }
        assert_eq!(read(&[&frame[..], b"x"].concat()), Err(Damaged));
        let mut damaged = *frame;
        damaged[30] ^= 1;
        assert_eq!(read(&damaged), Err(Damaged));
    }

    proptest! {
        #[test]
        fn no_file_is_too_strange(
            header in (0..4u8, 4..23u8, 4..23u8),
            stones in proptest::collection::vec(prop_oneof![9 => 0..16u8, 1 => any::<u8>()], 0..12),
            // A record without a key would have no value.
            key in proptest::collection::vec(any::<u8>(), 1..40),
            value: Vec<u8>,
        ) {
            let (rule, width, height) = header;
            let header = [rule, width, height];
            let sound = [&header[..], &[0, 0]].concat();
            let keys = [[&header[..], &stones].concat(), key, sound];
            let records = keys.map(|key| record(&key, &value));
            let all = read(&file(&records)).unwrap();
            let is_known = rule < 3 && width >= MIN_SIDE && height >= MIN_SIDE;
            prop_assert!(all.records.len() as u64 + all.skipped <= 3);
            prop_assert_eq!(read(&file(&records[2..])).unwrap().records.len(), usize::from(is_known));
            for (key, record) in all.records {
                prop_assert_eq!(Key::from_bytes(key.as_bytes()), Some(key.clone()));
                prop_assert!(key.is_canonical());
                prop_assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
            }
            let _ = read(&value);
            let _ = read(&[&LZ4_FRAME[..], &[0x40, 0x40, 0xc0], &value].concat());
        }
    }
}
