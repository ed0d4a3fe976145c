//! Files of proofs: a folder that `tengen solve` fills, and the text that `tengen verify` reads.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tengen::proof::LONGEST_TEXT;
use tengen::tools::packed::{pack, unpack};

use super::streams::{about, invalid, must_be_named, read_bytes_or_input, replace};

/// Maximum number of steps of a check, some tens of seconds.
pub const CHECK_STEPS: u64 = 100_000_000;
/// Longer proofs are compressed, in bytes.
const LONGEST_PLAIN: usize = 64 << 10;
/// Longest name in bytes, without a number and an extension; file systems allow 255 with them.
const LONGEST_NAME: usize = 200;

/// A folder with a file for each proof, named after the id of its position.
#[derive(Debug)]
pub struct ProofFolder {
    folder: PathBuf,
    names: HashSet<String>,
}

impl ProofFolder {
    /// The folder, which is created if it is missing.
    pub fn new(folder: &Path) -> io::Result<ProofFolder> {
        must_be_named(folder)?;
        fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        Ok(ProofFolder { folder: folder.to_owned(), names: HashSet::new() })
    }

    /// Makes `text` the proof of the position `id`, compressed if it is long. Without it, the position has no file.
    pub fn put(&mut self, id: &str, text: Option<&str>) -> io::Result<()> {
        let name = self.name(id);
        let [plain, packed] =
            ["proof", "proof.gz"].map(|extension| self.folder.join(format!("{name}.{extension}")));
        let Some(text) = text else {
            // The proof of an earlier run, perhaps of another position, would seem to be of this one.
            return remove(&plain).and_then(|()| remove(&packed));
        };
        let (file, other, bytes) = if text.len() <= LONGEST_PLAIN {
            (plain, packed, text.as_bytes().to_vec())
        } else {
            (packed, plain, pack(text)?)
        };
        replace(&file, &bytes)?;
        // The proof of an earlier run may have been on the other side of this limit.
        remove(&other)
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

/// Removes `file`, if there is one.
fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(about(file, &error)),
        _ => Ok(()),
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
    unpack(bytes).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_file_of_its_own() {
        let mut folder = ProofFolder { folder: PathBuf::new(), names: HashSet::new() };
        let mut name = |id| folder.name(id);
        assert_eq!([name("a/b"), name("a_b"), name("A_B")], ["a_b", "a_b-2", "A_B-3"]);
        assert_eq!([name(""), name("../x"), name("1.5")], ["_", "_._x", "1.5"]);
        assert_eq!([name("nul"), name("Com1.5"), name("com10")], ["_nul", "_Com1.5", "com10"]);
    }
}
