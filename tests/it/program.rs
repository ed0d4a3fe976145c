//! The engine as a manager sees it: a process with two pipes.
//!
//! Every wait has a generous deadline, so that a test fails instead of hanging; none measures time. A
//! process does not outlive its test.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Upper limit for any step on a busy machine.
const DEADLINE: Duration = Duration::from_secs(30);

/// The program, which speaks English whatever the locale of the person who tests it.
pub fn english() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.env("LC_ALL", "C");
    command
}

/// A running engine.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

impl Program {
    /// Starts the engine with `args`.
    pub fn start(args: &[&str]) -> Program {
        Program::start_in(Path::new("."), args)
    }

    /// Starts the engine with `args` in `folder`.
    pub fn start_in(folder: &Path, args: &[&str]) -> Program {
        let (mut program, output) = Program::spawn(folder, args);
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("replies are ASCII");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        program.lines = lines;
        program
    }

    /// Bytes of memory that the system has provided.
    #[cfg(target_os = "linux")]
    pub fn resident_bytes(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// The most that this has been.
    #[cfg(target_os = "linux")]
    pub fn peak_bytes(&self) -> u64 {
        self.memory("VmHWM:")
    }

    #[cfg(target_os = "linux")]
    fn memory(&self, kind: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(path).expect("the engine runs");
        let kib = text.lines().find_map(|line| line.strip_prefix(kind)?.split_whitespace().next());
        1024 * kib.expect("a process has memory").parse::<u64>().expect("a number")
    }

    /// Starts the engine and leaves its standard output to the caller.
    pub fn start_unread(args: &[&str]) -> (Program, ChildStdout) {
        Program::spawn(Path::new("."), args)
    }

    fn spawn(folder: &Path, args: &[&str]) -> (Program, ChildStdout) {
        let mut child = english()
            .args(args)
            .current_dir(folder)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = child.stdout.take().unwrap();
        let mut errors = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).expect("diagnostics are text");
            text
        });
        (Program { child, input, lines: channel().1, errors: Some(errors) }, output)
    }

    /// Starts the engine on an empty board of `size`, with the shortest possible searches.
    pub fn playing(args: &[&str], size: &str) -> Program {
        let mut program = Program::start(args);
        program.expect(&format!("RECTSTART {size}"), "OK");
        program.send("INFO timeout_turn 0");
        program
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no reply within {DEADLINE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("no reply: the output has ended"),
        }
    }

    /// Sends lines; returns the next reply line.
    pub fn ask(&mut self, lines: &str) -> String {
        self.send(lines);
        self.line()
    }

    /// Sends lines; the next reply must be `reply`.
    pub fn expect(&mut self, lines: &str, reply: &str) {
        assert_eq!(self.ask(lines), reply, "{lines}");
    }

    /// Sends lines; the next reply must start with this text.
    pub fn expect_start(&mut self, lines: &str, beginning: &str) {
        let reply = self.ask(lines);
        assert!(reply.starts_with(beginning), "{lines}: {reply}");
    }

    /// All replies up to now, found by sending a harmless request.
    pub fn pending(&mut self) -> Vec<String> {
        self.send("ABOUT");
        let mut lines = Vec::new();
        loop {
            match self.line() {
                line if line.starts_with("name=") => return lines,
                line => lines.push(line),
            }
        }
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the input, after which the engine must exit with success; returns the remaining lines.
    pub fn finish(mut self) -> Vec<String> {
        self.close_input();
        self.exits()
    }

    /// Waits for the engine to exit with success; returns the remaining lines.
    pub fn exits(mut self) -> Vec<String> {
        let status = self.wait();
        assert!(status.success(), "{status}");
        let errors = self.errors.take().unwrap().join().unwrap();
        assert_eq!(errors, "", "standard error stays empty");
        self.lines.iter().collect()
    }

    /// Waits for the process to end.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < DEADLINE {
            if let Some(status) = self.child.try_wait().expect("the process can be waited for") {
                return status;
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("still running after {DEADLINE:?}");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both fail harmlessly if it has exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
