//! Reads data into memory as a whole, but only up to a size.

use std::io::{self, Read};

/// Reads `input` to its end.
///
/// # Errors
/// It has more than `mebibytes` MiB, or cannot be read.
pub fn read_at_most(mebibytes: u64, input: impl Read) -> io::Result<Vec<u8>> {
    let most = mebibytes << 20;
    let mut bytes = Vec::new();
    let read = input.take(most + 1).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(io::Error::other(format!("larger than {mebibytes} MiB")));
    }
    Ok(bytes)
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
}
