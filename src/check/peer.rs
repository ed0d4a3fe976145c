//! The program under test, seen from outside: text in, lines out, and its end.
//!
//! The checks use a trait so that they can be tested on simulated programs. The real implementation is
//! a process.

use std::collections::VecDeque;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Arrival, Exit, Heard, Process};

/// Interval at which an ending process is checked.
const POLL: Duration = Duration::from_millis(2);
/// Time to read the last lines of a process that has ended.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// Maximum number of lines kept of a program that has ended.
const MOST_LINES: usize = 10_000;

/// How a program ended on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Time at which this was noticed.
    pub at: Instant,
    /// The exit status as text: `exit status: 0`.
    pub status: String,
    /// Whether it reported success.
    pub success: bool,
    /// The last lines of standard error.
    pub complaints: String,
    /// Number of its child processes still running; `None` if the system does not report it.
    pub left_behind: Option<usize>,
}

/// A running program.
pub trait Peer {
    /// Writes `text` unchanged.
    fn send(&mut self, text: &str);
    /// The next line, waited for until `deadline`.
    fn hear(&mut self, deadline: Instant) -> Heard;
    /// Closes its input.
    fn close_input(&mut self);
    /// Why a program whose output is closed has ended.
    fn last_words(&mut self) -> String;
    /// Peak memory in bytes; `None` if the system does not report it.
    fn peak_memory(&self) -> Option<u64>;
    /// Waits until `deadline` for it to end; `None` if it does not.
    fn depart(&mut self, deadline: Instant) -> Option<Departure>;
}

/// Starts the program.
pub trait Launch {
    /// Starts a new process of it.
    ///
    /// # Errors
    /// It cannot be started.
    fn launch(&self) -> io::Result<Box<dyn Peer>>;
}

/// Starts a command as a process.
#[derive(Debug)]
pub struct Launcher {
    /// The program and its arguments.
    pub command: Vec<String>,
}

impl Launch for Launcher {
    fn launch(&self) -> io::Result<Box<dyn Peer>> {
        let process = Process::start(&self.command, None, "engine")?;
        Ok(Box::new(Running { process: Some(process), rest: VecDeque::new() }))
    }
}

struct Running {
    /// `None` once it has ended.
    process: Option<Process>,
    /// Lines from before its end that are not read yet.
    rest: VecDeque<Arrival>,
}

impl Peer for Running {
    fn send(&mut self, text: &str) {
        if let Some(process) = &self.process {
            process.send(text);
        }
    }

    fn hear(&mut self, deadline: Instant) -> Heard {
        match (&self.process, self.rest.pop_front()) {
            (_, Some(arrival)) => Heard::Line(arrival),
            (Some(process), None) => process.hear(deadline),
            (None, None) => Heard::Closed,
        }
    }

    fn close_input(&mut self) {
        if let Some(process) = &mut self.process {
            process.close_input();
        }
    }

    fn last_words(&mut self) -> String {
        self.process.as_mut().map_or_else(|| "it has ended".to_owned(), Process::last_words)
    }

    fn peak_memory(&self) -> Option<u64> {
        peak_memory(self.process.as_ref()?.id())
    }

    fn depart(&mut self, deadline: Instant) -> Option<Departure> {
        while self.process.as_mut()?.is_running() {
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(POLL);
        }
        let at = Instant::now();
        thread::sleep(LAST_WORDS);
        let mut process = self.process.take()?;
        while let Heard::Line(arrival) = process.hear(Instant::now()) {
            self.rest.push_back(arrival);
            if self.rest.len() == MOST_LINES {
                break;
            }
        }
        let left_behind = group_members(process.id());
        let words = process.last_words();
        match process.finish(Instant::now) {
            Exit::Killed => None,
            Exit::Left(status) => {
                let text = status.to_string();
                let rest = words.strip_prefix(&text).and_then(|rest| rest.strip_prefix(": "));
                let complaints = rest.unwrap_or_default().to_owned();
                let success = status.success();
                Some(Departure { at, status: text, success, complaints, left_behind })
            }
        }
    }
}

/// The peak resident memory of a process in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(not(target_os = "linux"))]
fn peak_memory(_: u32) -> Option<u64> {
    None
}

/// Number of running processes of a group besides its leader.
#[cfg(target_os = "linux")]
fn group_members(id: u32) -> Option<usize> {
    let entries = std::fs::read_dir("/proc").ok()?;
    let members = entries.flatten().filter(|entry| {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The name in parentheses may contain anything; state, parent and group follow it.
        let Some((head, fields)) = stat.rsplit_once(')') else {
            return false;
        };
        let mut fields = fields.split_whitespace();
        let runs = fields.next().is_some_and(|state| state != "Z" && state != "X");
        let in_group = fields.nth(1) == Some(&id.to_string());
        runs && in_group && !head.starts_with(&format!("{id} "))
    });
    Some(members.count())
}

#[cfg(not(target_os = "linux"))]
fn group_members(_: u32) -> Option<usize> {
    None
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use super::*;

    fn sleep_in_group(group: u32) -> Child {
        let group = i32::try_from(group).unwrap();
        Command::new("sleep").arg("60").process_group(group).spawn().unwrap()
    }

    #[test]
    fn what_a_process_started_is_counted_without_itself() {
        let mut head = sleep_in_group(0);
        assert_eq!(group_members(head.id()), Some(0));
        let mut member = sleep_in_group(head.id());
        assert_eq!(group_members(head.id()), Some(1));
        for child in [&mut member, &mut head] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(group_members(head.id()), Some(0));
    }

    #[test]
    fn our_own_memory_is_told() {
        assert!(peak_memory(std::process::id()).unwrap() > 1 << 20);
        assert_eq!(peak_memory(u32::MAX), None);
    }
}
