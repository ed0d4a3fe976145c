//! Files of proofs: a folder that `tengen solve` fills, and the text that `tengen verify` reads.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use tengen::proof::LONGEST_TEXT;

use super::streams::{about, invalid, read_bytes_or_input, replace};

/// Maximum number of steps of a check, some tens of seconds.
pub const CHECK_STEPS: u64 = 100_000_000;
/// Longer proofs are compressed, in bytes.
const LONGEST_PLAIN: usize = 64 << 10;
/// Longest name in bytes, without a number and an extension; file systems allow 255 with them.
const LONGEST_NAME: usize = 200;
/// First bytes of a compressed file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A folder with a file for each proof, named after the id of its position.
#[derive(Debug)]
pub struct ProofFolder {
    folder: PathBuf,
    names: HashSet<String>,
}

impl ProofFolder {
    /// The folder, which is created if it is missing.
    pub fn new(folder: &Path) -> io::Result<ProofFolder> {
        fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        Ok(ProofFolder { folder: folder.to_owned(), names: HashSet::new() })
    }

    /// Writes the proof `text` of the position `id`, compressed if it is long.
    pub fn write(&mut self, id: &str, text: &str) -> io::Result<()> {
        let name = self.name(id);
        let [plain, packed] =
            ["proof", "proof.gz"].map(|extension| self.folder.join(format!("{name}.{extension}")));
        let (file, other, bytes) = if text.len() <= LONGEST_PLAIN {
            (plain, packed, text.as_bytes().to_vec())
        } else {
            (packed, plain, pack(text)?)
        };
        replace(&file, &bytes)?;
        // The proof of an earlier run may have been on the other side of this limit.
        match fs::remove_file(&other) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(about(&other, &error)),
            _ => Ok(()),
        }
    }

    /// A unique name for `id`, of letters, digits and `-_.` only.
    fn name(&mut self, id: &str) -> String {
        let is_plain = |c: char| c.is_alphanumeric() || "-_".contains(c);
        let safe = |(index, c): (usize, char)| {
            if is_plain(c) || c == '.' && index > 0 { c } else { '_' }
        };
        let mut length = 0;
        let fits = |c: &char| {
            length += c.len_utf8();
            length <= LONGEST_NAME
        };
        let base: String = id.chars().enumerate().map(safe).take_while(fits).collect();
        let base = if base.is_empty() || is_device(&base) { format!("_{base}") } else { base };
        let numbered = (2..).map(|number| format!("{base}-{number}"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        let name = names.find(|name| !self.names.contains(&name.to_lowercase())).unwrap_or(base);
        self.names.insert(name.to_lowercase());
        name
    }
}

/// Whether Windows takes a file of this name, whatever its extension, for a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let mut number = port.unwrap_or_default().chars();
    ["con", "prn", "aux", "nul"].contains(&stem.as_str())
        || matches!((number.next(), number.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
}

/// `text` compressed by gzip.
fn pack(text: &str) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes())?;
    packer.finish()
}

/// The text of a proof in `file` or, for `-`, on standard input.
pub fn read(file: &Path) -> io::Result<String> {
    let bytes = if file == Path::new("-") {
        read_bytes_or_input(file)?
    } else {
        let mut bytes = Vec::new();
        let open = File::open(file)?;
        open.take(LONGEST_TEXT as u64 + 1).read_to_end(&mut bytes)?;
        bytes
    };
    unpack(bytes)
}

/// The text of the bytes of a file.
fn unpack(bytes: Vec<u8>) -> io::Result<String> {
    let mut text = Vec::new();
    if bytes.starts_with(&GZIP) {
        MultiGzDecoder::new(&*bytes).take(LONGEST_TEXT as u64 + 1).read_to_end(&mut text)?;
    } else {
        text = bytes;
    }
    if text.len() > LONGEST_TEXT {
        return Err(invalid(format!("the proof is longer than {} MiB", LONGEST_TEXT >> 20)));
    }
    String::from_utf8(text).map_err(|error| {
        let start = error.utf8_error().valid_up_to();
        invalid(format!("invalid UTF-8 at byte {}", start + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_text_comes_back_and_a_damaged_one_does_not() {
        let text = "tengen-proof 2\n".repeat(10_000);
        let packed = pack(&text).unwrap();
        assert!(packed.len() < text.len() / 20);
        assert_eq!(unpack(packed.clone()).unwrap(), text);
        assert_eq!(unpack(text.clone().into_bytes()).unwrap(), text);
        assert!(unpack(packed[..packed.len() / 2].to_vec()).is_err());
        let error = unpack(vec![b'a', 0xff]).unwrap_err();
        assert_eq!(error.to_string(), "invalid UTF-8 at byte 2");
    }

    #[test]
    fn a_text_that_would_fill_the_memory_is_refused() {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..=256 {
            packer.write_all(&vec![b'\n'; 1 << 20]).unwrap();
        }
        let error = unpack(packer.finish().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the proof is longer than 256 MiB");
    }

    #[test]
    fn every_position_has_a_file_of_its_own() {
        let mut folder = ProofFolder { folder: PathBuf::new(), names: HashSet::new() };
        let mut name = |id| folder.name(id);
        assert_eq!([name("a/b"), name("a_b"), name("A_B")], ["a_b", "a_b-2", "A_B-3"]);
        assert_eq!([name(""), name("../x"), name("1.5")], ["_", "_._x", "1.5"]);
        assert_eq!([name("nul"), name("Com1.5"), name("com10")], ["_nul", "_Com1.5", "com10"]);
    }
}
