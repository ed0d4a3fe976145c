//! Files that are replaced in one step: a reader or an interruption finds the old file or the new one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The new files of the replacements in progress.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the new files of all replacements in progress, for a process that ends without dropping them. None begins
/// while the returned guard lives.
pub fn abandon_all() -> impl Drop {
    let unfinished = unfinished();
    for new in unfinished.iter() {
        let _ = fs::remove_file(new);
    }
    unfinished
}

/// A file that takes the place of another once it is whole. Dropped before, it leaves the old one.
///
/// A file that is not regular, such as a device or a pipe, is written directly. A symbolic link stays, and the
/// file it leads to is replaced, or created. The permissions of the old file stay.
#[derive(Debug)]
pub struct Replacement {
    out: BufWriter<File>,
    /// The new file and the one it replaces; none if that is written directly or is replaced already.
    names: Option<(PathBuf, PathBuf)>,
}

impl Replacement {
    /// Begins a file that is to replace `file`, whether or not that exists.
    ///
    /// # Errors
    /// There is a folder of that name, the system refuses to create or to open it, or, on Windows, it is read-only.
    pub fn new(file: &Path) -> io::Result<Replacement> {
        if is_special(file) {
            let out = BufWriter::new(File::options().write(true).open(file)?);
            return Ok(Replacement { out, names: None });
        }
        let old = target(file)?;
        if old.is_dir() {
            // Otherwise only the renaming would fail, when the work is done.
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut unfinished = unfinished();
        let (new, out) = create_beside(&old)?;
        unfinished.push(new.clone());
        drop(unfinished);
        let replacement = Replacement { out: BufWriter::new(out), names: Some((new, old)) };
        replacement.keep_permissions()?;
        Ok(replacement)
    }

    /// Gives the new file the permissions of the old one, before it has any content that others must not read.
    #[cfg(unix)]
    fn keep_permissions(&self) -> io::Result<()> {
        let old = self.names.as_ref().map(|(_, old)| fs::metadata(old));
        let Some(Ok(old)) = old else { return Ok(()) };
        self.out.get_ref().set_permissions(old.permissions())
    }

    /// Refuses to replace a read-only file. The system would do so only at the renaming, when the work is done.
    #[cfg(not(unix))]
    fn keep_permissions(&self) -> io::Result<()> {
        let old = self.names.as_ref().map(|(_, old)| fs::metadata(old));
        match old {
            Some(Ok(old)) if old.permissions().readonly() => {
                Err(io::ErrorKind::PermissionDenied.into())
            }
            _ => Ok(()),
        }
    }

    /// Puts the new file in the place of the old one.
    ///
    /// # Errors
    /// The system refuses; the old file stays.
    pub fn commit(mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some((new, old)) = &self.names {
            // After a power failure, the name might otherwise be there without the content.
            self.out.get_ref().sync_all()?;
            let mut unfinished = unfinished();
            fs::rename(new, old)?;
            unfinished.retain(|other| other != new);
        }
        self.names = None;
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Seek for Replacement {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.out.seek(place)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some((new, _)) = &self.names {
            let mut unfinished = unfinished();
            let _ = fs::remove_file(new);
            unfinished.retain(|other| other != new);
        }
    }
}

/// Most symbolic links in a row, as for the system.
const MOST_LINKS: usize = 40;

/// The file that `file` is or leads to by symbolic links, whether or not it exists.
fn target(file: &Path) -> io::Result<PathBuf> {
    let mut target = file.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(found) = fs::canonicalize(&target) {
            return Ok(found);
        }
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    fs::canonicalize(file)
}

/// Creates a file beside `old` under an unused name: `old.new`, `old.new.new`, and so on.
fn create_beside(old: &Path) -> io::Result<(PathBuf, File)> {
    let mut name = old.as_os_str().to_owned();
    loop {
        name.push(".new");
        match File::create_new(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((name.into(), created?)),
        }
    }
}

/// Replaces `file` by `bytes`.
///
/// # Errors
/// The system refuses; the old file stays.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = Replacement::new(file)?;
    new.write_all(bytes)?;
    new.commit()
}

/// Whether there is something that is neither a regular file nor a folder: a device, a pipe, a socket.
pub fn is_special(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Whether both paths are equal or lead to one file, which need not exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one == other || resolved(one).is_some_and(|one| resolved(other) == Some(one))
}

/// The path without links, even of a file that does not exist yet.
fn resolved(file: &Path) -> Option<PathBuf> {
    let file = target(file).ok()?;
    // The parent of a bare name is empty.
    let folder = fs::canonicalize(file.parent()?.join("."));
    Some(folder.ok()?.join(file.file_name()?))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;
    use std::thread;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
        folder
    }

    #[test]
    fn an_unfinished_replacement_leaves_the_old_file_alone() {
        let folder = folder("unfinished");
        let file = folder.join("a");
        replace(&file, b"old").unwrap();
        let mut new = Replacement::new(&file).unwrap();
        new.write_all(b"half").unwrap();
        drop(new);
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        replace(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_of_others_stay() {
        let folder = folder("others");
        let (file, other) = (folder.join("a"), folder.join("a.new"));
        fs::write(&other, "precious").unwrap();
        let (mut first, mut second) =
            (Replacement::new(&file).unwrap(), Replacement::new(&file).unwrap());
        first.write_all(b"first").unwrap();
        second.write_all(b"second").unwrap();
        first.commit().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"first");
        second.commit().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"second");
        drop(Replacement::new(&file).unwrap());
        assert_eq!(fs::read(&other).unwrap(), b"precious");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = folder("link");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_link_to_nothing_stays_and_its_target_is_created() {
        let folder = folder("dangling");
        let [first, second, inside, target] =
            ["first", "second", "inside", "inside/target"].map(|name| folder.join(name));
        fs::create_dir(&inside).unwrap();
        symlink("second", &first).unwrap();
        symlink("inside/target", &second).unwrap();
        assert!(is_same(&first, &target) && is_same(&target, &second));
        let mut unfinished = Replacement::new(&first).unwrap();
        unfinished.write_all(b"half").unwrap();
        drop(unfinished);
        assert_eq!(fs::read_dir(&inside).unwrap().count(), 0);
        replace(&first, b"new").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        for link in [&first, &second] {
            assert!(fs::symlink_metadata(link).unwrap().is_symlink());
        }
        fs::remove_file(&target).unwrap();
        symlink("../first", &target).unwrap();
        assert!(Replacement::new(&first).is_err(), "the links go round in a circle");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn permissions_stay() {
        let folder = folder("permissions");
        let file = folder.join("file");
        let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        fs::write(&file, "old").unwrap();
        for kept in [0o600, 0o640, 0o444, 0o666] {
            fs::set_permissions(&file, fs::Permissions::from_mode(kept)).unwrap();
            replace(&file, b"new").unwrap();
            assert_eq!(mode(), kept);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn one_file_may_have_several_paths() {
        let folder = folder("same");
        let [file, new] = ["file", "new"].map(|name| folder.join(name));
        fs::write(&file, "").unwrap();
        symlink(&file, folder.join("link")).unwrap();
        let again = |name: &str| folder.join("..").join(folder.file_name().unwrap()).join(name);
        assert!(is_same(&file, &again("file")) && is_same(&file, &again("link")));
        assert!(is_same(&new, &again("new")) && !is_same(&new, &again("newer")));
        assert!(is_same(Path::new("no-such"), Path::new("./no-such")) && !is_same(&file, &new));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_is_refused_at_once() {
        let folder = folder("folder");
        let refused = Replacement::new(&folder).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::IsADirectory);
        fs::remove_dir(folder).unwrap();
    }

    #[test]
    fn a_pipe_is_written_and_stays_a_pipe() {
        let folder = folder("pipe");
        let pipe = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        replace(&pipe, b"bytes").unwrap();
        // Checked first: nobody would write to a pipe without a name, and its reader would wait for ever.
        assert!(is_special(&pipe));
        assert_eq!(reader.join().unwrap(), b"bytes");
        fs::remove_dir_all(folder).unwrap();
    }
}
