//! Signals that the program was started to ignore.

use std::fs;
use std::io;

use nix::sys::signal::{SigSet, Signal};

/// Keeps SIGHUP ignored, in this thread and those that it starts later, if the program was started to ignore it, as by
/// nohup; returns whether it was. To be called before the handler of Ctrl-C is set, which would receive SIGHUP, too.
/// Only Linux tells in a file what is ignored; elsewhere SIGHUP is not.
pub fn keep_hangups_ignored() -> io::Result<bool> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let is_ignored = is_ignored(Signal::SIGHUP, &status);
    if is_ignored {
        // A blocked signal waits for ever.
        SigSet::from(Signal::SIGHUP).thread_block()?;
    }
    Ok(is_ignored)
}

/// Whether a process with this `status` ignores `signal`.
fn is_ignored(signal: Signal, status: &str) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u128::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| (mask >> (signal as i32 - 1)) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_of_a_process_tells_which_signals_it_ignores() {
        let status = |ignored: &str| {
            format!("Name:\ttengen\nSigBlk:\t0000000000000001\nSigIgn:\t{ignored}\nSigCgt:\t0\n")
        };
        for (ignored, hangup, termination) in [
            ("0000000000000000", false, false),
            ("0000000000001001", true, false),
            ("00000000000000000000000000004006", false, true),
            ("ffffffffffffffff", true, true),
            ("?", false, false),
        ] {
            let signals = [Signal::SIGHUP, Signal::SIGTERM];
            let found = signals.map(|signal| is_ignored(signal, &status(ignored)));
            assert_eq!(found, [hangup, termination], "{ignored}");
        }
        assert!(!is_ignored(Signal::SIGHUP, ""));
    }
}
