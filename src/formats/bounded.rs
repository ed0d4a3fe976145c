//! Reads data into memory as a whole, but only up to a size.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads `input` to its end.
///
/// # Errors
/// It has more than `mebibytes` MiB, or cannot be read.
pub fn read_at_most(mebibytes: u64, input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = input.take((mebibytes << 20) + 1).read_to_end(&mut bytes)?;
    must_fit(mebibytes, read as u64)?;
    Ok(bytes)
}

/// Reads the file at `path`, unless its size is known to be too large.
///
/// # Errors
/// It has more than `mebibytes` MiB, or cannot be read.
pub fn read_file_at_most(mebibytes: u64, path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    // A device or a pipe has no size.
    must_fit(mebibytes, file.metadata()?.len())?;
    read_at_most(mebibytes, file)
}

/// Checks the size of a file before it is read.
///
/// # Errors
/// `bytes` are more than `mebibytes` MiB.
pub fn must_fit(mebibytes: u64, bytes: u64) -> io::Result<()> {
    if bytes > mebibytes << 20 {
        return Err(io::Error::other(format!("larger than {mebibytes} MiB")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused_and_what_just_fits_is_read() {
        let error = read_at_most(1, io::repeat(7)).unwrap_err();
        assert_eq!(error.to_string(), "larger than 1 MiB");
        assert_eq!(read_at_most(1, io::repeat(7).take(1 << 20)).unwrap(), vec![7; 1 << 20]);
    }

    #[test]
    fn a_file_is_refused_by_its_size_or_while_it_is_read() {
        let path = std::env::temp_dir().join(format!("tengen-bounded-{}", std::process::id()));
        let file = File::create(&path).unwrap();
        let read = || read_file_at_most(1, &path).map_err(|error| error.to_string());
        file.set_len(1 << 20).unwrap();
        assert_eq!(read(), Ok(vec![0; 1 << 20]));
        file.set_len((1 << 20) + 1).unwrap();
        assert_eq!(read(), Err("larger than 1 MiB".to_owned()));
        std::fs::remove_file(&path).unwrap();
        if cfg!(target_os = "linux") {
            let error = read_file_at_most(1, Path::new("/dev/zero")).unwrap_err();
            assert_eq!(error.to_string(), "larger than 1 MiB");
        }
    }
}
