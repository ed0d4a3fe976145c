//! The program at a terminal of its own, for the tests of what a person sees.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::Winsize;
use nix::sys::signal::Signal;
use nix::sys::termios::{LocalFlags, tcgetattr};

/// Upper limit for any step on a busy machine.
const DEADLINE: Duration = Duration::from_secs(30);

/// Whether the tests ignore SIGHUP, as under nohup. The programs that they start do so, too.
pub fn ignores_hangups() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u128::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// The program at a terminal of its own.
pub struct Terminal {
    pub program: Child,
    keyboard: File,
    shown: Receiver<Vec<u8>>,
    /// What was shown and not yet awaited.
    pub text: String,
}

impl Terminal {
    /// Starts the program at a terminal of 80 columns and 24 rows with 256 colours.
    pub fn start(arguments: &[&str]) -> Terminal {
        Terminal::start_with(arguments, &[])
    }

    /// Starts it with some variables of the environment.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        Terminal::run(command.args(arguments), variables)
    }

    /// Starts it as nohup does, with SIGHUP ignored.
    #[cfg(target_os = "linux")]
    pub fn start_under_nohup(arguments: &[&str]) -> Terminal {
        let script = "trap '' HUP; exec \"$0\" \"$@\"";
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_tengen")]).args(arguments);
        Terminal::run(&mut shell, &[])
    }

    fn run(command: &mut Command, variables: &[(&str, &str)]) -> Terminal {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = nix::pty::openpty(&size, None).unwrap();
        let end = |fd: &OwnedFd| Stdio::from(fd.try_clone().unwrap());
        let program = command
            .env_clear()
            .envs([("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")])
            .envs(variables.iter().copied())
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

    /// Types `keys`.
    pub fn type_keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    pub fn type_line(&mut self, line: &str) {
        self.type_keys(&format!("{line}\n"));
    }

    /// What Ctrl-C does while no line is edited: the terminal is not the one that controls the program.
    pub fn interrupt(&self) {
        self.signal(Signal::SIGINT);
    }

    pub fn signal(&self, signal: Signal) {
        let id = nix::unistd::Pid::from_raw(self.program.id().try_into().unwrap());
        nix::sys::signal::kill(id, signal).unwrap();
    }

    /// Whether it shows what is typed and waits for whole lines, as a shell expects it.
    pub fn is_as_found(&self) -> bool {
        let expected = LocalFlags::ECHO | LocalFlags::ICANON | LocalFlags::ISIG;
        tcgetattr(&self.keyboard).unwrap().local_flags.contains(expected)
    }

    /// Waits until `part` is on the screen, and takes everything up to it.
    pub fn await_text(&mut self, part: &str) -> String {
        let deadline = Instant::now() + DEADLINE;
        loop {
            if let Some(start) = self.text.find(part) {
                return self.text.drain(..start + part.len()).collect();
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            let bytes = self.shown.recv_timeout(wait);
            let bytes = bytes.unwrap_or_else(|_| panic!("no '{part}' in '{}'", self.text));
            self.text.push_str(&String::from_utf8_lossy(&bytes));
        }
    }

    pub fn await_exit(&mut self) {
        self.await_code(0);
    }

    /// Waits until the program ends with the exit code `code`.
    pub fn await_code(&mut self, code: i32) {
        let deadline = Instant::now() + DEADLINE;
        let status = loop {
            match self.program.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(Instant::now() < deadline, "it runs on after '{}'", self.text),
            }
            thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(code));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
