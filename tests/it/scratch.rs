//! Temporary folders.

use std::fs;
use std::path::PathBuf;

/// A folder for the files of a test, deleted on drop.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// An empty folder, whose `name` no other test may have.
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The same as text.
    pub fn file(&self, name: &str) -> String {
        self.path(name).into_os_string().into_string().unwrap()
    }

    /// The sorted names of what is in it.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
