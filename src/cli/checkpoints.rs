//! A folder with the states of a training.

use std::io;
use std::path::{Path, PathBuf};

use tengen::formats::bounded::read_file_at_most;
use tengen::train::checkpoint::{Checkpoints, State};

use super::streams::{about, check_folder, replace};

/// Largest state, in MiB. It has 16 bytes for each parameter, and the part with the most, the network of Othello, has
/// less than 14 million.
const LARGEST: u64 = 1024;

/// The folder, with a file for each part that is trained.
pub struct CheckpointFolder(PathBuf);

impl CheckpointFolder {
    /// The folder `path`, created if it does not exist.
    ///
    /// # Errors
    /// It cannot be created, or no file can be created in it.
    pub fn new(path: &Path) -> io::Result<CheckpointFolder> {
        check_folder(path)?;
        Ok(CheckpointFolder(path.to_owned()))
    }

    fn file(&self, part: &str) -> PathBuf {
        self.0.join(format!("{part}.state"))
    }
}

impl Checkpoints for CheckpointFolder {
    fn load(&mut self, part: &str, identity: u64) -> io::Result<Option<State>> {
        let path = self.file(part);
        let bytes = match read_file_at_most(LARGEST, &path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(|error| about(&path, &error))?,
        };
        let refused = |why: &str| {
            let text = format!("{}: {why}", path.display());
            Err(io::Error::new(io::ErrorKind::InvalidData, text))
        };
        match State::from_bytes(&bytes) {
            None => refused("not the state of a training, or damaged"),
            Some((found, _)) if found != identity => refused("the state of another training"),
            Some((_, state)) => Ok(Some(state)),
        }
    }

    fn save(&mut self, part: &str, identity: u64, state: &State) -> io::Result<()> {
        replace(&self.file(part), &state.to_bytes(identity))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_state_that_is_too_large_is_refused_with_the_size() {
        let path = std::env::temp_dir().join(format!("tengen-states-{}", std::process::id()));
        let mut folder = CheckpointFolder::new(&path).unwrap();
        let state = State::new(&[1.0, 2.0], 0.5);
        folder.save("value", 7, &state).unwrap();
        assert_eq!(folder.load("value", 7).unwrap(), Some(state));
        // The rest is a hole, which takes no place on the disk.
        let file = fs::File::options().write(true).open(folder.file("value")).unwrap();
        file.set_len((1 << 30) + 1).unwrap();
        let error = folder.load("value", 7).unwrap_err().to_string();
        assert!(error.ends_with("value.state: larger than 1024 MiB"), "{error}");
        fs::remove_dir_all(path).unwrap();
    }
}
