//! `tengen` without arguments at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Upper limit for any step on a busy machine.
const DEADLINE: Duration = Duration::from_secs(30);

/// The program at a terminal of its own.
struct Terminal {
    program: Child,
    keyboard: File,
    shown: Receiver<Vec<u8>>,
    text: String,
}

impl Terminal {
    fn start(arguments: &[&str]) -> Terminal {
        let pty = nix::pty::openpty(None, None).unwrap();
        let end = |fd: &OwnedFd| Stdio::from(fd.try_clone().unwrap());
        let program = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(end(&pty.slave))
            .stdout(end(&pty.slave))
            .stderr(end(&pty.slave))
            .spawn()
            .unwrap();
        let keyboard = File::from(pty.master);
        let mut screen = keyboard.try_clone().unwrap();
        let (sender, shown) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { program, keyboard, shown, text: String::new() }
    }

    fn type_line(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Waits until `part` is on the screen, and forgets everything up to it.
    fn await_text(&mut self, part: &str) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            if let Some(start) = self.text.find(part) {
                self.text.drain(..start + part.len());
                return;
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            let bytes = self.shown.recv_timeout(wait);
            let bytes = bytes.unwrap_or_else(|_| panic!("no '{part}' in '{}'", self.text));
            self.text.push_str(&String::from_utf8_lossy(&bytes));
        }
    }

    fn await_exit(&mut self) {
        assert!(self.program.wait().unwrap().success());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn a_person_is_greeted_and_can_play() {
    let mut terminal = Terminal::start(&[]);
    terminal.await_text("plays Gomoku and Othello");
    terminal.await_text("> ");
    terminal.type_line("help");
    terminal.await_text("--protocol");
    terminal.await_text("> ");
    terminal.type_line("");
    terminal.await_text("Black (x)> ");
    terminal.type_line("level 1");
    terminal.await_text("Black (x)> ");
    terminal.type_line("h8");
    terminal.await_text("Black (x)> ");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn another_line_begins_the_protocol() {
    let mut terminal = Terminal::start(&[]);
    terminal.await_text("> ");
    terminal.type_line("START 15");
    terminal.await_text("OK");
    terminal.type_line("END");
    terminal.await_exit();
}

#[test]
fn an_option_begins_the_protocol_without_a_greeting() {
    let mut terminal = Terminal::start(&["--rule", "renju"]);
    terminal.type_line("START 15");
    terminal.await_text("OK");
    assert!(!terminal.text.contains("plays Gomoku"));
    terminal.type_line("END");
    terminal.await_exit();
}
