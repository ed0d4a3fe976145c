//! Files to which one run at a time writes, while others may read them.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a file that is in use. A child that is being started inherits open files for a moment, even if
/// the run that starts it closes them or is killed.
const PATIENCE: Duration = Duration::from_millis(250);
/// Pause between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// Opens `path` by `options`, which must allow writing. Other runs cannot open it in this way until the file is closed.
///
/// # Errors
/// The system refuses. The kind of the error is [`io::ErrorKind::ResourceBusy`] if another run has the file open.
pub fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let begun = Instant::now();
    loop {
        if let Some(file) = open_alone(options, path)? {
            return Ok(file);
        }
        if begun.elapsed() >= PATIENCE {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "in use"));
        }
        thread::sleep(PAUSE);
    }
}

/// The same; `None` if another run has the file open.
#[cfg(not(windows))]
fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<Option<File>> {
    use std::fs::TryLockError;
    let file = options.open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The same. A lock of Windows would keep others from reading, too; instead, the file is shared only with readers.
#[cfg(windows)]
fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    // As Windows names and defines them.
    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    match options.clone().share_mode(FILE_SHARE_READ).open(path) {
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        file => file.map(Some),
    }
}

/// Shortens `file` to `length` bytes; what is written next follows them. Windows refuses this if the file is open for
/// appending.
///
/// # Errors
/// The system refuses.
pub fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_that_is_about_to_be_closed_is_awaited() {
        let path = std::env::temp_dir().join(format!("tengen-awaited-{}", std::process::id()));
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        let file = open(&options, &path).unwrap();
        assert!(open_alone(&options, &path).unwrap().is_none());
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(PATIENCE / 10);
                drop(file);
            });
            drop(open(&options, &path).unwrap());
        });
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn one_run_writes_while_others_read() {
        let path = std::env::temp_dir().join(format!("tengen-exclusive-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = open(&options, &path).unwrap();
        file.write_all(b"whole\nhalf").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole\nhalf");
        let error = open(&options, &path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        assert_eq!(error.to_string(), "in use");
        cut(&mut file, 6).unwrap();
        file.write_all(b"next\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole\nnext\n");
        drop(file);
        drop(open(&options, &path).unwrap());
        fs::remove_file(&path).unwrap();
    }
}
