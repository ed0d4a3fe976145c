//! The content of a file with a proof: its text, or that compressed by gzip.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use crate::formats::encoding::BYTE_ORDER_MARK;
use crate::proof::LONGEST_TEXT;

/// First bytes of compressed content.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// `text` compressed by gzip.
///
/// # Errors
/// Those of the compression.
pub fn pack(text: &str) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes())?;
    packer.finish()
}

/// The text of the content of a file, without a byte order mark.
///
/// # Errors
/// It is too long, not UTF-8, or was compressed and is damaged.
pub fn unpack(bytes: Vec<u8>) -> Result<String, String> {
    let text = if bytes.starts_with(&GZIP) { inflated(&bytes)? } else { bytes };
    if text.len() > LONGEST_TEXT {
        return Err(format!("the proof is longer than {} MiB", LONGEST_TEXT >> 20));
    }
    let mut text = String::from_utf8(text).map_err(|error| {
        let start = error.utf8_error().valid_up_to();
        format!("invalid UTF-8 at byte {}", start + 1)
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(text)
}

/// The bytes that were compressed; one more than the longest text has, if there are more. As for gzip, compressed parts
/// may follow each other, and zeros that fill a block of a medium may follow the last.
fn inflated(mut packed: &[u8]) -> Result<Vec<u8>, String> {
    let damaged = || "the file is damaged or cut off".to_owned();
    let mut bytes = Vec::new();
    while packed.starts_with(&GZIP) && bytes.len() <= LONGEST_TEXT {
        let mut part = GzDecoder::new(packed);
        let most = (LONGEST_TEXT + 1 - bytes.len()) as u64;
        (&mut part).take(most).read_to_end(&mut bytes).map_err(|_| damaged())?;
        packed = part.into_inner();
    }
    let is_read = bytes.len() > LONGEST_TEXT || packed.iter().all(|&byte| byte == 0);
    if is_read { Ok(bytes) } else { Err(damaged()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAMAGED: &str = "the file is damaged or cut off";

    #[test]
    fn a_packed_text_comes_back_and_a_damaged_one_does_not() {
        let text = "tengen-proof 2\n".repeat(10_000);
        let packed = pack(&text).unwrap();
        assert!(packed.len() < text.len() / 20);
        assert_eq!(unpack(packed.clone()).unwrap(), text);
        assert_eq!(unpack(text.clone().into_bytes()).unwrap(), text);
        assert_eq!(unpack(format!("\u{feff}{text}").into_bytes()).unwrap(), text);
        for cut in (GZIP.len()..packed.len()).step_by(11).chain([packed.len() - 1]) {
            assert_eq!(unpack(packed[..cut].to_vec()).unwrap_err(), DAMAGED, "{cut}");
        }
        // In the header, and in the sum and the length at the end.
        for at in [2, packed.len() - 8, packed.len() - 1] {
            let mut damaged = packed.clone();
            damaged[at] ^= 1;
            assert_eq!(unpack(damaged).unwrap_err(), DAMAGED, "byte {at}");
        }
        assert_eq!(unpack(vec![b'a', 0xff]).unwrap_err(), "invalid UTF-8 at byte 2");
    }

    #[test]
    fn parts_and_zeros_may_follow_but_nothing_else() {
        let both = [pack("tengen-").unwrap(), pack("proof 2\n").unwrap()].concat();
        let followed = |by: &[u8]| unpack([&both[..], by].concat());
        for zeros in [0, 1, 10, 512] {
            assert_eq!(followed(&vec![0; zeros]).unwrap(), "tengen-proof 2\n", "{zeros}");
        }
        for other in [&b"\n"[..], b"\x1f", b"\x1f\x8b", b"\0\0x"] {
            assert_eq!(followed(other).unwrap_err(), DAMAGED, "{other:?}");
        }
    }

    #[test]
    fn a_text_that_would_fill_the_memory_is_refused() {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..=LONGEST_TEXT >> 20 {
            packer.write_all(&vec![b'\n'; 1 << 20]).unwrap();
        }
        let error = unpack(packer.finish().unwrap()).unwrap_err();
        assert_eq!(error, "the proof is longer than 256 MiB");
    }
}
