//! A folder that gets its name once it is whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::plan::PlanError;
use crate::exclusive;

/// A file that marks an unfinished folder as one of ours, and is open while it is being written.
const MARK: &str = "unfinished";

/// A folder `NAME.new` that becomes `NAME`. Dropped before, it is left, and the next one removes it.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    name: PathBuf,
    mark: File,
}

/// Refuses a path at which there is something, other than an empty folder.
pub fn must_be_new(path: &Path) -> Result<(), PlanError> {
    match fs::read_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Err(exists(path)),
        Err(error) => Err(PlanError::about(path)(error)),
        Ok(mut entries) => {
            if entries.next().is_none() {
                Ok(())
            } else {
                Err(exists(path))
            }
        }
    }
}

impl NewFolder {
    /// Begins a folder that is to be `name`.
    ///
    /// # Errors
    /// There is something of that name, or something of others or another unfinished folder in use at `NAME.new`, or a
    /// file operation fails.
    pub fn begin(name: &Path) -> Result<NewFolder, PlanError> {
        must_be_new(name)?;
        // An empty folder may be reached by a link, which stays. A path may end with a separator.
        let name = fs::canonicalize(name).unwrap_or_else(|_| name.components().collect());
        let mut path = OsString::from(&name);
        path.push(".new");
        let path = PathBuf::from(path);
        discard(&path)?;
        let file = path.join(MARK);
        fs::create_dir_all(&path).map_err(PlanError::about(&path))?;
        let mark = exclusive::open(File::options().write(true).create_new(true), &file);
        let mark = mark.map_err(PlanError::about(&file))?;
        Ok(NewFolder { path, name, mark })
    }

    /// Where the files are to be written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the folder its name.
    ///
    /// # Errors
    /// A file operation fails.
    pub fn finish(self) -> Result<(), PlanError> {
        let NewFolder { path, name, mark } = self;
        // Windows renames neither to an existing folder nor one with open files.
        drop(mark);
        if name.exists() {
            fs::remove_dir(&name).map_err(PlanError::about(&name))?;
        }
        fs::rename(&path, &name).map_err(PlanError::about(&name))?;
        // Last, because without the mark an unfinished folder would stay for ever.
        let file = name.join(MARK);
        fs::remove_file(&file).map_err(PlanError::about(&file))
    }
}

/// Removes a folder that was not finished; refuses one of others.
fn discard(path: &Path) -> Result<(), PlanError> {
    let file = path.join(MARK);
    match exclusive::open(File::options().write(true), &file) {
        Ok(mark) => {
            drop(mark);
            fs::remove_dir_all(path).map_err(PlanError::about(path))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => must_be_new(path),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Err(exists(path)),
        Err(error) => Err(PlanError::about(&file)(error)),
    }
}

fn exists(path: &Path) -> PlanError {
    PlanError(format!("{}: already exists (choose another --out)", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::journal::tests::Scratch;

    #[test]
    fn an_unfinished_folder_is_replaced_and_one_in_use_is_not() {
        let scratch = Scratch::new("unfinished-folder");
        let (name, old) = (scratch.0.join("a"), scratch.0.join("a.new"));
        let unfinished = NewFolder::begin(&name).unwrap();
        fs::write(unfinished.path().join("half"), "").unwrap();
        let refused = NewFolder::begin(&name).unwrap_err().to_string();
        assert!(refused.contains("in use"), "{refused}");
        drop(unfinished);
        assert!(!name.exists() && old.join("half").exists());
        let new = NewFolder::begin(&scratch.0.join("a/")).unwrap();
        fs::write(new.path().join("whole"), "").unwrap();
        new.finish().unwrap();
        let found: Vec<_> =
            fs::read_dir(&name).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!((found, old.exists()), (vec!["whole".into()], false));
    }

    #[test]
    fn what_others_made_stays() {
        let scratch = Scratch::new("folder-of-others");
        fs::create_dir_all(&scratch.0).unwrap();
        let (name, new) = (scratch.0.join("a"), scratch.0.join("a.new"));
        fs::create_dir(&new).unwrap();
        let precious = new.join("precious");
        fs::write(&precious, "").unwrap();
        let refused = NewFolder::begin(&name).unwrap_err().to_string();
        assert!(refused.contains("a.new: already exists"), "{refused}");
        fs::rename(&precious, &name).unwrap();
        let refused = NewFolder::begin(&name).unwrap_err().to_string();
        assert!(refused.contains("a: already exists"), "{refused}");
        fs::remove_file(&name).unwrap();
        fs::create_dir(&name).unwrap();
        NewFolder::begin(&name).unwrap().finish().unwrap();
        assert_eq!(fs::read_dir(&name).unwrap().count(), 0);
    }
}
