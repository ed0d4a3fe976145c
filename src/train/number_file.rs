//! The file format of weights: 16-bit numbers after a text header. Other files share the header.
//!
//! A line with title and version, a line that describes the contents, then a zlib stream of
//! little-endian 16-bit numbers. The checksum of the stream detects damage.

use std::fmt;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

/// Compression level, 0 to 10: slow, because files are rarely written and the program embeds them.
const COMPRESSION: u8 = 9;
/// How the compressed bytes are read: as a zlib stream, into one buffer.
const FLAGS: u32 = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
    | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
/// How many bytes are decompressed at a time.
const PIECE: usize = 1 << 14;
/// Longest header line in bytes.
const LONGEST_LINE: usize = 200;

/// A kind of file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    pub title: &'static str,
    pub version: &'static str,
    /// The second line: the purpose of the numbers.
    pub contents: String,
    /// How many numbers there are.
    pub count: usize,
}

/// Why a file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// It does not begin with this title.
    Foreign(&'static str),
    /// The version found, and the expected one.
    Version(String, &'static str),
    /// The contents found, and the expected ones.
    Contents(String, String),
    /// The stream is damaged or cut off.
    Damaged,
    /// The stream has this many bytes, fewer than the expected number.
    Short(usize, usize),
    /// The stream has more bytes than the expected number.
    Long(usize),
    /// This many bytes follow the stream.
    Trailing(usize),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Foreign(title) => write!(f, "not a file of {title}"),
            FormatError::Version(found, wanted) => {
                write!(f, "unknown version '{found}' (expected {wanted})")
            }
            FormatError::Contents(found, wanted) => {
                write!(f, "unknown contents '{found}' (expected '{wanted}')")
            }
            FormatError::Damaged => f.write_str("the file is damaged or cut off"),
            FormatError::Short(1, wanted) => {
                write!(f, "too short: 1 byte of numbers (expected {wanted})")
            }
            FormatError::Short(found, wanted) => {
                write!(f, "too short: {found} bytes of numbers (expected {wanted})")
            }
            FormatError::Long(wanted) => write!(f, "too long: more than {wanted} bytes of numbers"),
            FormatError::Trailing(1) => f.write_str("too long: 1 byte after the numbers"),
            FormatError::Trailing(count) => write!(f, "too long: {count} bytes after the numbers"),
        }
    }
}

impl std::error::Error for FormatError {}

impl Format {
    /// Writes a file.
    pub fn pack(&self, numbers: impl Iterator<Item = i16>) -> Vec<u8> {
        let raw: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        write(self.title, self.version, &self.contents, &raw)
    }

    /// Reads the numbers of a file.
    ///
    /// # Errors
    /// The first defect of `bytes`.
    pub fn unpack(&self, bytes: &[u8]) -> Result<Vec<i16>, FormatError> {
        let (contents, stream) = read_head(bytes, self.title, self.version)?;
        if contents != self.contents {
            return Err(FormatError::Contents(contents, self.contents.clone()));
        }
        self.read_numbers(stream)
    }

    /// The numbers of a zlib stream, read piece by piece: the bytes and the numbers of a network together would take
    /// twice its memory.
    fn read_numbers(&self, stream: &[u8]) -> Result<Vec<i16>, FormatError> {
        let mut inflater = InflateState::new_boxed(DataFormat::Zlib);
        let (mut numbers, mut piece) = (Vec::with_capacity(self.count), [0; PIECE]);
        let (mut read, mut held) = (0, 0);
        loop {
            let result = inflate(&mut inflater, &stream[read..], &mut piece[held..], MZFlush::None);
            read += result.bytes_consumed;
            held += result.bytes_written;
            let found = 2 * numbers.len() + held;
            if found > 2 * self.count {
                return Err(FormatError::Long(2 * self.count));
            }
            let (pairs, _) = piece[..held].as_chunks::<2>();
            numbers.extend(pairs.iter().map(|&pair| i16::from_le_bytes(pair)));
            match result.status {
                Ok(MZStatus::StreamEnd) if found < 2 * self.count => {
                    return Err(FormatError::Short(found, 2 * self.count));
                }
                Ok(MZStatus::StreamEnd) if read < stream.len() => {
                    return Err(FormatError::Trailing(stream.len() - read));
                }
                Ok(MZStatus::StreamEnd) => return Ok(numbers),
                Ok(MZStatus::Ok) if result.bytes_consumed + result.bytes_written > 0 => {}
                _ => return Err(FormatError::Damaged),
            }
            // Half a number waits for the other half.
            if held % 2 == 1 {
                piece[0] = piece[held - 1];
            }
            held %= 2;
        }
    }
}

/// Writes a file with a title, a version, a contents line and compressed `raw` bytes.
pub fn write(title: &str, version: &str, contents: &str, raw: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{title} {version}\n{contents}\n").into_bytes();
    bytes.extend(compress_to_vec_zlib(raw, COMPRESSION));
    bytes
}

/// Reads compressed bytes of unknown number.
///
/// # Errors
/// The stream is damaged, there are more than `most` bytes, or others follow the stream.
pub fn read_stream(stream: &[u8], most: usize) -> Result<Vec<u8>, FormatError> {
    let mut inflater = DecompressorOxide::new();
    let (mut raw, mut read, mut written) = (Vec::<u8>::new(), 0, 0);
    loop {
        raw.resize((2 * raw.len().max(stream.len())).min(most), 0);
        let (status, taken, given) =
            decompress(&mut inflater, &stream[read..], &mut raw, written, FLAGS);
        (read, written) = (read + taken, written + given);
        match status {
            TINFLStatus::Done if read < stream.len() => {
                return Err(FormatError::Trailing(stream.len() - read));
            }
            TINFLStatus::Done => {
                raw.truncate(written);
                return Ok(raw);
            }
            TINFLStatus::HasMoreOutput if raw.len() < most => {}
            _ => return Err(FormatError::Damaged),
        }
    }
}

/// Reads the header: the contents line, and the compressed bytes after it.
///
/// # Errors
/// Another title or version, or no contents line.
pub fn read_head<'a>(
    bytes: &'a [u8],
    title: &'static str,
    version: &'static str,
) -> Result<(String, &'a [u8]), FormatError> {
    let titled = bytes.strip_prefix(title.as_bytes()).and_then(|rest| rest.strip_prefix(b" "));
    let (found, rest) = titled.and_then(line).ok_or(FormatError::Foreign(title))?;
    if found != version {
        return Err(FormatError::Version(found, version));
    }
    line(rest).ok_or(FormatError::Damaged)
}

/// The first line of `bytes` and the bytes after it; `None` if the line is too long or unfinished.
fn line(bytes: &[u8]) -> Option<(String, &[u8])> {
    let end = bytes.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n')?;
    Some((String::from_utf8_lossy(&bytes[..end]).into_owned(), &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(count: usize) -> Format {
        Format { title: "tengen test numbers", version: "3", contents: "one two".into(), count }
    }

    #[test]
    fn numbers_survive_the_round_trip() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in [0, 1, 5000] {
            let numbers: Vec<i16> = (0..count).map(|_| random.i16(..)).collect();
            let bytes = format(count).pack(numbers.iter().copied());
            assert_eq!(format(count).unpack(&bytes), Ok(numbers));
        }
    }

    #[test]
    fn streams_of_any_length_are_read_to_their_end() {
        for (length, most) in [(0, 0), (1, 1), (70_000, 70_000), (70_000, 1 << 20)] {
            let raw = vec![7; length];
            let mut stream = compress_to_vec_zlib(&raw, COMPRESSION);
            assert!(read_stream(&stream, most) == Ok(raw), "{length}");
            if let Some(fewer) = length.checked_sub(1) {
                assert_eq!(read_stream(&stream, fewer), Err(FormatError::Damaged));
            }
            assert_eq!(read_stream(&stream[1..], most), Err(FormatError::Damaged));
            stream.extend([0, 7]);
            assert_eq!(read_stream(&stream, most), Err(FormatError::Trailing(2)));
        }
        assert_eq!(read_stream(b"", 9), Err(FormatError::Damaged));
    }

    #[test]
    fn other_files_are_rejected_with_the_reason() {
        let rejected = |bytes: &[u8]| format(4000).unpack(bytes).unwrap_err().to_string();
        let mut random = fastrand::Rng::with_seed(2);
        let good = format(4000).pack((0..4000).map(|_| random.i16(..)));
        assert!(rejected(b"").contains("not a file of tengen test numbers"));
        assert!(rejected(&[0xff; 4000]).contains("not a file"));
        let altered = |from: &str, to: &str| {
            let text: String = good[..40].iter().map(|&byte| char::from(byte)).collect();
            text.replacen(from, to, 1).chars().map(|c| c as u8).collect::<Vec<u8>>()
        };
        assert!(rejected(&altered(" 3\n", " 4\n")).contains("version '4' (expected 3)"));
        assert!(rejected(&altered("two", "six")).contains("'one six' (expected 'one two')"));
        assert!(rejected(&good[..good.len() - 1]).contains("damaged or cut off"));
        for at in [60, good.len() / 2, good.len() - 2] {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(format(4000).unpack(&bad).is_err());
        }
        let mut followed = good.clone();
        followed.extend([0, 7, 0]);
        assert!(rejected(&followed).contains("too long: 3 bytes after the numbers"));
        followed.truncate(good.len() + 1);
        assert!(rejected(&followed).contains("too long: 1 byte after the numbers"));
        let short = format(5).pack([0; 5].into_iter());
        assert!(rejected(&short).contains("10 bytes of numbers (expected 8000)"));
        let told = FormatError::Short(1, 8000).to_string();
        assert_eq!(told, "too short: 1 byte of numbers (expected 8000)");
        for count in [4001, 9000] {
            let long = format(count).pack((0..count).map(|_| random.i16(..)));
            assert!(rejected(&long).contains("more than 8000 bytes of numbers"));
        }
    }
}
