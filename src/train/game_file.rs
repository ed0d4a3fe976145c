//! Files of self-play games: compact, and safe to append to.
//!
//! A file starts with `MAGIC` and the letter of the game. Each game follows as a block: the length of the
//! code in two bytes, the code, and its CRC-32 in four bytes, numbers with the low byte first. A block is
//! written at once, so a killed run leaves at most one torn block at the end, and a full disk perhaps a torn
//! header. A power failure may leave zeros in place of what was written last. [`Record`] defines the code of a
//! game; none is empty, so zeros are no block.
//!
//! [`GameReader`] also reads text, one game per line, in the form in which games are displayed.

use std::io::{self, BufRead, Read, Write};

use bitstream_io::BitWrite;

use super::Record;
use super::bits::{Decoder, Encoder, invalid};

/// Start of a file; no text starts like this. The last character is the version.
const MAGIC: &[u8; 8] = b"\x89tengen1";
/// Its first byte.
const FIRST: u8 = MAGIC[0];
/// Bytes of the sum at the end of a block.
const SUM: usize = 4;

/// The header of a file.
pub fn header<G: Record>() -> Vec<u8> {
    [&MAGIC[..], &[G::LETTER]].concat()
}

/// Appends `game` to `out`, in one write.
///
/// # Errors
/// I/O errors on `out`, or a game whose code is longer than 65,535 bytes.
pub fn write_game<G: Record>(game: &G, out: &mut dyn Write) -> io::Result<()> {
    let mut bits = Encoder::new(Vec::new());
    game.encode(&mut bits)?;
    bits.byte_align()?;
    let code = bits.into_writer();
    let length = u16::try_from(code.len()).map_err(|_| invalid("the game is too long"))?;
    let sum = crc32fast::hash(&code);
    out.write_all(&[&length.to_le_bytes()[..], &code, &sum.to_le_bytes()].concat())
}

/// Reads the games of a file, compact or as text.
pub struct GameReader<R> {
    input: R,
    is_text: bool,
    number: u64,
    bytes: u64,
}

impl<R: BufRead> GameReader<R> {
    /// A reader of games like `G` in `input`.
    ///
    /// # Errors
    /// I/O errors on `input`; a compact file of another version or game.
    pub fn new<G: Record>(mut input: R) -> io::Result<GameReader<R>> {
        // No text begins with a zero, either: only a damaged file does.
        let is_text = !matches!(input.fill_buf()?.first(), Some(&(0 | FIRST)));
        let mut bytes = 0;
        if !is_text {
            let (header, mut start) = (header::<G>(), Vec::new());
            input.by_ref().take(header.len() as u64).read_to_end(&mut start)?;
            if !header.starts_with(&start) {
                return Err(invalid("a file of another game or version"));
            }
            if start.len() == header.len() {
                bytes = start.len() as u64;
            }
        }
        Ok(GameReader { input, is_text, number: 0, bytes })
    }

    /// Whether the file is text; an empty file counts as text.
    pub fn is_text(&self) -> bool {
        self.is_text
    }

    /// Number of the game read last, from 1; in text, the number of its line.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Bytes up to the end of the game read last, or of the header; 0 if the header is torn.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next game, or why it is invalid. `None` at the end, at a torn block, and at zeros up to the end.
    ///
    /// # Errors
    /// I/O errors.
    pub fn next_game<G: Record>(&mut self) -> io::Result<Option<Result<G, String>>> {
        let Some((payload, length)) = (if self.is_text { self.line()? } else { self.block()? })
        else {
            return Ok(None);
        };
        if !self.is_text && ends_in_zeros(&payload) && self.only_zeros_follow()? {
            return Ok(None);
        }
        let game = if self.is_text { parse(&payload) } else { decode(payload) };
        self.number += 1;
        self.bytes += length;
        Ok(Some(game))
    }

    /// Whether no other byte follows; reads zeros, but keeps the buffer with the first other byte.
    fn only_zeros_follow(&mut self) -> io::Result<bool> {
        loop {
            let bytes = self.input.fill_buf()?;
            let length = bytes.len();
            if length == 0 || bytes.iter().any(|&byte| byte != 0) {
                return Ok(length == 0);
            }
            self.input.consume(length);
        }
    }

    /// The next line without its end, and the bytes it takes.
    fn line(&mut self) -> io::Result<Option<(Vec<u8>, u64)>> {
        let mut line = Vec::new();
        let length = self.input.read_until(b'\n', &mut line)?;
        while line.pop_if(|end| matches!(end, b'\n' | b'\r')).is_some() {}
        Ok((length > 0).then_some((line, length as u64)))
    }

    /// The code and sum of the next block, and the bytes it takes.
    fn block(&mut self) -> io::Result<Option<(Vec<u8>, u64)>> {
        let mut length = [0; 2];
        let Some(()) = whole(self.input.read_exact(&mut length))? else {
            return Ok(None);
        };
        let mut block = vec![0; usize::from(u16::from_le_bytes(length)) + SUM];
        let read = whole(self.input.read_exact(&mut block))?;
        let bytes = (length.len() + block.len()) as u64;
        Ok(read.map(|()| (block, bytes)))
    }
}

/// `None` at the end of the input.
fn whole(read: io::Result<()>) -> io::Result<Option<()>> {
    match read {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        other => other.map(Some),
    }
}

fn parse<G: Record>(line: &[u8]) -> Result<G, String> {
    String::from_utf8_lossy(line).parse().map_err(|error: G::Err| error.to_string())
}

/// Whether zeros are in place of the end of a block, or of all of it: its sum is wrong, but begins as it should. In a
/// game that is damaged otherwise, what is left of the sum does not fit either.
fn ends_in_zeros(block: &[u8]) -> bool {
    let (code, sum) = block.split_at(block.len() - SUM);
    let right = crc32fast::hash(code).to_le_bytes();
    let left = sum.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    sum[..left] == right[..left] && (sum != right || code.is_empty())
}

fn decode<G: Record>(mut block: Vec<u8>) -> Result<G, String> {
    let sum = block.split_off(block.len() - SUM);
    if crc32fast::hash(&block).to_le_bytes()[..] != sum {
        return Err("the checksum is wrong".to_owned());
    }
    G::decode(&mut Decoder::new(&block)).map_err(|error| format!("invalid code: {error}"))
}
