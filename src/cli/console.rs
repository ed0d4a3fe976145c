//! The terminal: what it can do, and the keyboard.

use std::io::{self, BufReader, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
#[cfg(unix)]
use std::thread;

#[cfg(unix)]
use nix::sys::signal::{SigSet, Signal};
#[cfg(unix)]
use rustix::termios::{self, LocalModes, OptionalActions, Termios};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Editor, Helper};
use tengen::formats::ansi::{self, Colors};
use tengen::frontend::terminal::{Input, Lines, OutputKind};

#[cfg(unix)]
use super::signals::keep_hangups_ignored;
use super::streams::INTERRUPTED;

/// Whether escape sequences work on standard output.
static HAS_ESCAPES: LazyLock<bool> = LazyLock::new(|| {
    anstyle_query::term_supports_color()
        && anstyle_query::windows::enable_ansi_colors() != Some(false)
});

/// The kind of standard input and output.
pub fn kind() -> OutputKind {
    match io::stdin().is_terminal() && io::stdout().is_terminal() {
        false => OutputKind::Plain,
        true if *HAS_ESCAPES => OutputKind::Interactive,
        true => OutputKind::Dumb,
    }
}

/// The colours of standard output; `None` if there are none, or if lines and discs cannot be written.
pub fn colors() -> Option<Colors> {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let is_off = anstyle_query::no_color() || anstyle_query::clicolor() == Some(false);
    if !io::stdout().is_terminal() || is_off || !*HAS_ESCAPES || !has_unicode(&variable) {
        return None;
    }
    // Windows consoles that support escape sequences support all colours.
    let has_all = anstyle_query::truecolor() || cfg!(windows);
    Some(if has_all { Colors::All } else { Colors::Palette })
}

/// The numbers of columns and rows of the terminal.
pub fn size() -> Option<(usize, usize)> {
    terminal_size::terminal_size().map(|(columns, rows)| (columns.0.into(), rows.0.into()))
}

/// The source of typed lines, with line editing if the terminal supports it. Ctrl-C sets `interrupt`, which ends a
/// search or the wait for a line; a second Ctrl-C before that ends the program. SIGTERM and SIGHUP end it at once;
/// under nohup, SIGHUP is ignored.
pub fn input(interrupt: &Arc<AtomicBool>) -> io::Result<Box<dyn Input>> {
    let is_editing = Arc::new(AtomicBool::new(false));
    let settings = Settings::find();
    #[cfg(unix)]
    end_when_terminated(settings.clone())?;
    let (flag, at_prompt) = (Arc::clone(interrupt), Arc::clone(&is_editing));
    let found = settings.clone();
    let set = ctrlc::set_handler(move || {
        // The editor reads Ctrl-C as a key, so this signal is a request to exit.
        if at_prompt.load(Relaxed) || flag.swap(true, Relaxed) {
            found.restore();
            std::process::exit(INTERRUPTED.into());
        }
    });
    set.map_err(io::Error::other)?;
    if kind() != OutputKind::Interactive {
        let lines = Lines::new(BufReader::new(io::stdin()), Arc::clone(interrupt))?;
        return Ok(Box::new(lines));
    }
    // Pasted lines are moves and commands like those that are typed.
    let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
    let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(ColoredPrompt));
    settings.hush();
    Ok(Box::new(LineEditor { editor, is_editing, settings }))
}

/// Ends the program on SIGTERM or SIGHUP, which the handler of Ctrl-C cannot tell from Ctrl-C. This thread and those
/// that it starts later block them, so that they are left to the thread that waits for them.
#[cfg(unix)]
fn end_when_terminated(settings: Settings) -> io::Result<()> {
    let mut signals = SigSet::from(Signal::SIGTERM);
    if !keep_hangups_ignored()? {
        signals.add(Signal::SIGHUP);
    }
    signals.thread_block()?;
    let wait = move || {
        if signals.wait().is_ok() {
            settings.restore();
            std::process::exit(INTERRUPTED.into());
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// The settings of the terminal at the start, which shells expect to be restored.
#[derive(Clone)]
struct Settings {
    #[cfg(unix)]
    found: Option<Termios>,
}

impl Settings {
    fn find() -> Settings {
        Settings {
            #[cfg(unix)]
            found: termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Disables the echo of input typed ahead: it would move the cursor, so that the next board would be drawn
    /// elsewhere. The line editor shows this input later.
    fn hush(&self) {
        #[cfg(unix)]
        if let Some(mut settings) = self.found.clone() {
            settings.local_modes.remove(LocalModes::ECHO);
            apply(&settings);
        }
    }

    fn restore(&self) {
        #[cfg(unix)]
        if let Some(found) = &self.found {
            apply(found);
        }
    }
}

#[cfg(unix)]
fn apply(settings: &Termios) {
    // The system would stop a background process that does this, and the foreground process has settings of its own.
    let group = rustix::process::getpgrp();
    if termios::tcgetpgrp(io::stdin()).is_ok_and(|foreground| foreground != group) {
        return;
    }
    let _ = termios::tcsetattr(io::stdin(), OptionalActions::Now, settings);
}

/// A line editor with the keys of readline and a history.
struct LineEditor {
    editor: Editor<ColoredPrompt, DefaultHistory>,
    is_editing: Arc<AtomicBool>,
    settings: Settings,
}

impl Drop for LineEditor {
    fn drop(&mut self) {
        self.settings.restore();
    }
}

/// Shows the prompt in its colours; without a helper, the editor would not.
struct ColoredPrompt;

impl Helper for ColoredPrompt {}
impl Completer for ColoredPrompt {
    type Candidate = String;
}
impl Hinter for ColoredPrompt {
    type Hint = String;
}
impl Highlighter for ColoredPrompt {}
impl Validator for ColoredPrompt {}

impl Input for LineEditor {
    fn ask(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        output.flush()?;
        self.is_editing.store(true, Relaxed);
        let line = self.editor.readline(&(ansi::plain(prompt), prompt));
        self.is_editing.store(false, Relaxed);
        match line {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(None),
            // A byte that is not UTF-8, as sent by a terminal with another encoding, is not a command.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Some(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Whether the locale has no encoding other than UTF-8. It need not name one, and Windows ignores it.
fn has_unicode(variable: &dyn Fn(&'static str) -> String) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = names.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let encoding = locale.split_once('.').map(|(_, encoding)| encoding.to_ascii_lowercase());
    encoding.is_none_or(|encoding| encoding.starts_with("utf")) || cfg!(windows)
}

#[cfg(all(test, not(windows)))]
mod tests {
    use super::*;

    #[test]
    fn the_locale_names_the_encoding() {
        for (all, lang, expected) in [
            ("", "", true),
            ("C", "zh_CN.GBK", true),
            ("", "zh_CN.GBK", false),
            ("zh_CN.utf8", "C", true),
            ("de_DE.ISO-8859-1", "en_US.UTF-8", false),
        ] {
            let variable = |name| match name {
                "LC_ALL" => all.to_owned(),
                "LANG" => lang.to_owned(),
                _ => String::new(),
            };
            assert_eq!(has_unicode(&variable), expected, "{all} {lang}");
        }
    }
}
