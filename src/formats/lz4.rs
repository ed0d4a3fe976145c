//! LZ4 frames, decompressed. Other engines keep their databases in them.
//!
//! A frame is the magic number, a descriptor, and blocks, each after its size in four bytes, low byte first; the
//! highest bit of a size means that the block is stored as it is, and size 0 ends the frame. A block is a series
//! of literal bytes and matches, which repeat earlier output. Checksums are not verified.

use std::fmt;

/// The magic number at the start of a frame.
const MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// Flags of the descriptor.
const BLOCK_CHECKSUMS: u8 = 0x10;
const CONTENT_SIZE: u8 = 0x08;
const DICTIONARY: u8 = 0x01;
/// Set in the size of a stored block.
const STORED: u32 = 0x8000_0000;

/// Shortest match.
const MIN_MATCH: usize = 4;
/// Largest content in bytes. A small frame may expand 255 times.
const LARGEST: usize = 4 << 30;

/// The frame is damaged, or of a kind that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the LZ4 frame is damaged")
    }
}

impl std::error::Error for Damaged {}

/// Whether `bytes` begin as a frame.
pub fn is_frame(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The content of the frame at the start of `bytes`.
///
/// # Errors
/// The frame is damaged, needs a dictionary, or has more than 4 GiB.
pub fn decompress(bytes: &[u8]) -> Result<Vec<u8>, Damaged> {
    let mut input = Input(bytes.strip_prefix(&MAGIC).ok_or(Damaged)?);
    let [flags, _block_size] = input.array()?;
    if flags >> 6 != 1 || flags & DICTIONARY != 0 {
        return Err(Damaged);
    }
    input.take(if flags & CONTENT_SIZE == 0 { 1 } else { 9 })?;
    let mut output = Vec::new();
    loop {
        let size = u32::from_le_bytes(input.array()?);
        if size == 0 {
            return Ok(output);
        }
        let block = input.take((size & !STORED) as usize)?;
        if size & STORED == 0 {
            expand(Input(block), &mut output)?;
        } else {
            output.extend(block);
        }
        if flags & BLOCK_CHECKSUMS != 0 {
            input.take(4)?;
        }
    }
}

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Damaged> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (&taken, rest) = self.0.split_first_chunk().ok_or(Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A length whose first part is `start`, from 0 to 15. After 15, bytes follow, up to one below 255.
    fn length(&mut self, start: u8) -> Result<usize, Damaged> {
        let mut length = usize::from(start);
        if start == 15 {
            loop {
                let [byte] = self.array()?;
                length += usize::from(byte);
                if byte != u8::MAX {
                    break;
                }
            }
        }
        Ok(length)
    }
}

/// Appends the content of a compressed block to `output`, which matches may repeat.
fn expand(mut block: Input<'_>, output: &mut Vec<u8>) -> Result<(), Damaged> {
    loop {
        let [token] = block.array()?;
        let literals = block.length(token >> 4)?;
        output.extend(block.take(literals)?);
        if block.0.is_empty() {
            return Ok(());
        }
        let distance = usize::from(u16::from_le_bytes(block.array()?));
        let length = block.length(token & 0x0f)? + MIN_MATCH;
        let start = output.len().checked_sub(distance).filter(|_| distance > 0).ok_or(Damaged)?;
        if output.len() + length > LARGEST {
            return Err(Damaged);
        }
        // A match may reach into its own output.
        for at in start..start + length {
            output.push(output[at]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The start of a frame with these flags and blocks.
    fn frame(flags: u8, rest: &[u8]) -> Vec<u8> {
        [&MAGIC[..], &[flags, 0x40, 0], rest].concat()
    }

    #[test]
    fn frames_of_the_reference_implementation_are_read() {
        // Of `lz4.frame.compress` in Python, with every checksum and the size.
        let frame = b"\x04\x22\x4d\x18\x7c\x40\xe6\x00\x00\x00\x00\x00\x00\x00\x07\x29\x00\x00\x00\
                      \x3f\x61\x62\x63\x03\x00\x44\xff\x08\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\
                      \x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x78\x79\x7a\x03\x00\x5d\x50\x79\x7a\
                      \x78\x79\x7a\x84\xed\xf1\x66\x00\x00\x00\x00\x0c\x61\x86\x81";
        let content = [&b"abc".repeat(30)[..], &(0..20).collect::<Vec<u8>>(), &b"xyz".repeat(40)];
        assert_eq!(decompress(frame), Ok(content.concat()));
        for end in 4..frame.len() - 4 {
            assert_eq!(decompress(&frame[..end]), Err(Damaged), "{end}");
        }
    }

    #[test]
    fn stored_blocks_are_copied_and_later_ones_repeat_them() {
        let blocks = b"\x03\x00\x00\x80abc\x06\x00\x00\x00\x02\x03\x00\x10xx\x00\x00\x00\x00";
        assert_eq!(decompress(&frame(0x40, blocks)), Err(Damaged));
        let blocks = b"\x03\x00\x00\x80abc\x05\x00\x00\x00\x02\x03\x00\x10x\x00\x00\x00\x00";
        assert_eq!(decompress(&frame(0x40, blocks)), Ok(b"abcabcabcx".to_vec()));
    }

    #[test]
    fn what_is_damaged_is_refused() {
        for (flags, blocks) in [
            (0x41, &b"\x00\x00\x00\x00"[..]),
            (0x80, b"\x00\x00\x00\x00"),
            (0x40, b"\x05\x00\x00\x00\x10a\x02\x00\x00\x00\x00\x00\x00"),
            (0x40, b"\x05\x00\x00\x00\x10a\x00\x00\x00\x00\x00\x00\x00"),
        ] {
            assert_eq!(decompress(&frame(flags, blocks)), Err(Damaged), "{blocks:?}");
        }
        assert_eq!(decompress(b"plain"), Err(Damaged));
    }

    proptest! {
        #[test]
        fn no_frame_is_too_strange(flags: u8, blocks: Vec<u8>) {
            let _ = decompress(&frame(flags, &blocks));
        }
    }
}
