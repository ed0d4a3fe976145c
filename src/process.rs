//! A child process with its pipes: lines in, lines out, and a deadline for every wait.
//!
//! Separate threads write and read, so a program that does not read cannot block its manager. Every line
//! carries the time of its arrival. The process leads a process group (a job on Windows), which is killed
//! as a whole: no child outlives its [`Process`] unless it has left the group (`setsid`).

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

/// Most unread lines before the program is blocked.
const BACKLOG: usize = 4096;
/// Longest line in bytes; the rest of a longer one is dropped.
const LONGEST_LINE: u64 = 16 * 1024;
/// Number of last lines of standard error that are kept.
const LAST_WORDS: usize = 3;
/// Interval at which an ending process is checked.
const POLL: Duration = Duration::from_millis(1);
/// How long to wait for the exit status after the output has closed; more than it takes on a busy machine.
const STATUS_GRACE: Duration = Duration::from_secs(2);

/// A line of standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When its line end was read.
    pub at: Instant,
    /// Its text without the line end; invalid UTF-8 is replaced.
    pub text: String,
}

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Line(Arrival),
    /// The output is closed; no line will follow.
    Closed,
    /// No line before the deadline.
    Nothing,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself.
    Left(ExitStatus),
    /// It was killed.
    Killed,
}

/// A running program.
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    lines: Receiver<Arrival>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    errors: thread::JoinHandle<()>,
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Child { group, name } = &self.child;
        f.debug_struct("Process").field("name", name).field("id", &group.id()).finish()
    }
}

impl Process {
    /// Starts the program `command[0]` with its arguments in the folder `dir`, or in the current one. `name`
    /// appears in the log.
    ///
    /// # Errors
    /// The command is empty or cannot be started.
    pub fn start(command: &[String], dir: Option<&Path>, name: &str) -> io::Result<Process> {
        Process::connect(Child::start(command, dir, name)?)
    }

    /// Starts the threads that write to `child` and read from it.
    fn connect(mut child: Child) -> io::Result<Process> {
        let piped = "the pipe was asked for";
        let stdin = child.group.stdin().take().expect(piped);
        let stdout = child.group.stdout().take().expect(piped);
        let stderr = child.group.stderr().take().expect(piped);
        let (input, requests) = unbounded();
        let (arrivals, lines) = bounded(BACKLOG);
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let name = &child.name;
        spawn(name, "writer", move |name| write_lines(stdin, &requests, name))?;
        spawn(name, "reader", move |name| read_lines(stdout, &arrivals, name))?;
        let words = Arc::clone(&last_words);
        let errors = spawn(name, "errors", move |name| remember_errors(stderr, &words, name))?;
        Ok(Process { child, input: Some(input), lines, last_words, errors })
    }

    /// Writes `text` unchanged. A program that no longer reads is noticed in [`Process::hear`].
    pub fn send(&self, text: &str) {
        if let Some(input) = &self.input {
            // The writer ends only with the program.
            let _ = input.send(text.to_owned());
        }
    }

    /// Closes the program's input once everything sent is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line that arrives before `deadline`; a pending line is returned even after it.
    pub fn hear(&self, deadline: Instant) -> Heard {
        let wait = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(wait) {
            Ok(arrival) => Heard::Line(arrival),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// Whether the process runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.group.try_wait(), Ok(None))
    }

    /// Why a program whose output is closed ended: `exit status: 1`, `signal: 6 (SIGABRT)`, with its last lines
    /// of standard error.
    pub fn last_words(&mut self) -> String {
        let deadline = Instant::now() + STATUS_GRACE;
        let status = match self.child.wait(|| deadline) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        // Its last output may not have been read yet.
        while !self.errors.is_finished() && Instant::now() < deadline {
            thread::sleep(POLL);
        }
        let words = self.last_words.lock().map(|words| Vec::from(words.clone()).join(" / "));
        match words {
            Ok(words) if !words.is_empty() => format!("{status}: {words}"),
            _ => status,
        }
    }

    /// The process's identifier.
    pub fn id(&self) -> u32 {
        self.child.group.id()
    }

    /// Waits for it to end, and kills it at `deadline`, which may change meanwhile.
    pub fn finish(mut self, deadline: impl FnMut() -> Instant) -> Exit {
        match self.child.wait(deadline) {
            Some(status) => Exit::Left(status),
            None => {
                self.child.kill();
                Exit::Killed
            }
        }
    }
}

/// A program with its process group, which is killed with it when this is dropped.
struct Child {
    group: Box<dyn ChildWrapper>,
    name: String,
}

impl Child {
    /// Starts the program `command[0]` with pipes, as [`Process::start`] does.
    fn start(command: &[String], dir: Option<&Path>, name: &str) -> io::Result<Child> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"))?;
        let mut wrap = CommandWrap::from(Command::new(program));
        let with_pipes = wrap.command_mut();
        with_pipes.args(arguments).env_remove("RUST_LOG");
        with_pipes.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = dir {
            with_pipes.current_dir(dir);
        }
        #[cfg(unix)]
        wrap.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(JobObject);
        Ok(Child { group: wrap.spawn()?, name: name.to_owned() })
    }

    fn wait(&mut self, mut deadline: impl FnMut() -> Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.group.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline() {
                return None;
            }
            thread::sleep(POLL);
        }
    }

    fn kill(&mut self) {
        if let Err(error) = self.group.start_kill() {
            log::debug!("{}: {error}", self.name);
        }
        // A killed process ends at once; one that cannot be killed must not block the rest.
        let deadline = Instant::now() + Duration::from_secs(1);
        if self.wait(|| deadline).is_none() {
            log::error!("{} (process {}) survives its killing", self.name, self.group.id());
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The group may outlive its leader.
        self.kill();
    }
}

fn spawn(
    name: &str,
    task: &str,
    body: impl FnOnce(&str) + Send + 'static,
) -> io::Result<thread::JoinHandle<()>> {
    let name = name.to_owned();
    thread::Builder::new().name(format!("{task} of {name}")).spawn(move || body(&name))
}

fn write_lines(mut stdin: impl Write, requests: &Receiver<String>, name: &str) {
    for text in requests {
        log::trace!("{name} < {}", text.trim_end());
        if let Err(error) = stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()) {
            log::debug!("{name} no longer reads: {error}");
            return;
        }
    }
}

fn read_lines(stdout: impl Read, arrivals: &Sender<Arrival>, name: &str) {
    let mut reader = BufReader::new(stdout);
    while let Some(text) = read_line(&mut reader) {
        let at = Instant::now();
        log::trace!("{name} > {text}");
        if arrivals.send(Arrival { at, text }).is_err() {
            return;
        }
    }
}

fn remember_errors(stderr: impl Read, words: &Mutex<VecDeque<String>>, name: &str) {
    let mut reader = BufReader::new(stderr);
    while let Some(text) = read_line(&mut reader) {
        log::debug!("{name} complains: {text}");
        let Ok(mut words) = words.lock() else {
            return;
        };
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(text);
    }
}

/// The next line without its line end, cut to [`LONGEST_LINE`]; `None` at the end of input.
fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    if read.ok()? == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') {
        reader.skip_until(b'\n').ok()?;
    }
    while let Some(b'\n' | b'\r') = bytes.last() {
        bytes.pop();
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a line is for people and ignored by managers: `MESSAGE` or `DEBUG`, in any case, alone or
/// before a blank.
pub fn is_remark(line: &str) -> bool {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    ["MESSAGE", "DEBUG"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use nix::errno::Errno;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    use super::*;

    #[test]
    fn a_program_whose_threads_do_not_start_is_killed() {
        // A thread cannot have this name.
        let child = Child::start(&["sleep", "60"].map(str::to_owned), None, "\0").unwrap();
        let id = Pid::from_raw(i32::try_from(child.group.id()).unwrap());
        assert_eq!(kill(id, None::<Signal>), Ok(()));
        assert!(catch_unwind(AssertUnwindSafe(|| Process::connect(child))).is_err());
        assert_eq!(kill(id, None::<Signal>), Err(Errno::ESRCH));
    }
}
