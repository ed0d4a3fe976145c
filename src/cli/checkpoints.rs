//! A folder with the states of a training.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tengen::replacement::Replacement;
use tengen::train::checkpoint::{Checkpoints, State};

/// The folder, with a file for each part that is trained.
pub struct CheckpointFolder(PathBuf);

impl CheckpointFolder {
    /// The folder `path`, created if it does not exist.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn new(path: &Path) -> io::Result<CheckpointFolder> {
        fs::create_dir_all(path)?;
        Ok(CheckpointFolder(path.to_owned()))
    }

    fn file(&self, part: &str) -> PathBuf {
        self.0.join(format!("{part}.state"))
    }
}

impl Checkpoints for CheckpointFolder {
    fn load(&mut self, part: &str, identity: u64) -> io::Result<Option<State>> {
        let path = self.file(part);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes?,
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
        let mut file = Replacement::new(&self.file(part))?;
        file.write_all(&state.to_bytes(identity))?;
        file.commit()
    }
}
