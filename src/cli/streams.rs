//! Files, standard streams, progress bars, errors and exit codes of the subcommands.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, OnceLock};

use indicatif::{ProgressBar, ProgressStyle};
use tengen::formats::bounded::{read_at_most, read_file_at_most};
use tengen::formats::encoding::BYTE_ORDER_MARK;
use tengen::language::{Language, Words};
use tengen::quotation::visible;
use tengen::replacement::{Replacement, abandon_all, is_same, is_special};

/// The language of messages, once it is known.
static LANGUAGE: OnceLock<Language> = OnceLock::new();
/// The catalogue, read only if there is a message to translate.
static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::new(LANGUAGE.get().copied().unwrap_or_default()));

/// Sets the language of error messages.
pub fn speak(language: Language) {
    // Only the first call has an effect, and there is only one.
    let _ = LANGUAGE.set(language);
}

/// `message`, which may have several lines, in the language of messages.
pub fn translated(message: &str) -> String {
    let line = |line: &str| {
        let text = line.trim_start();
        line[..line.len() - text.len()].to_owned() + &WORDS.translated(text)
    };
    message.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Standard error for messages, which are translated line by line.
pub fn errors() -> impl Write {
    Translator { line: Vec::new() }
}

/// Collects a line, then writes it in the language of messages. Other writers may write between two lines.
struct Translator {
    line: Vec<u8>,
}

impl Write for Translator {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        if let Some(end) = self.line.iter().rposition(|&byte| byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let lines = std::mem::replace(&mut self.line, rest);
            let lines = String::from_utf8_lossy(&lines);
            io::stderr().write_all(translated(&visible(&lines)).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Exit code of a run that succeeded but found faults in its input.
pub const FOUND_FAULTS: u8 = 1;
/// Exit code of a run that failed.
pub const FAILED: u8 = 2;
/// Exit code of an interrupted run, as in shells.
pub const INTERRUPTED: u8 = 130;

/// Adds the name of the file to an error.
pub fn about(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// An error in the arguments or in the content of a file.
pub fn invalid(error: impl Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error.to_string())
}

/// An error in the content of `file`.
pub fn invalid_in(file: &Path, error: impl Display) -> io::Error {
    invalid(format!("{}: {error}", file.display()))
}

/// Opens a file, or standard input for `-`; skips a byte order mark.
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut text: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let opened = File::open(file).map_err(|error| about(file, &error))?;
        Box::new(BufReader::new(opened))
    };
    let mark = BYTE_ORDER_MARK.as_bytes();
    if text.fill_buf().map_err(|error| about(file, &error))?.starts_with(mark) {
        text.consume(mark.len());
    }
    Ok(text)
}

/// Largest file that is read as a whole, in MiB.
const LARGEST: u64 = 256;

/// The whole content of `file` or, for `-`, of standard input.
pub fn read_bytes_or_input(file: &Path) -> io::Result<Vec<u8>> {
    read_at_most(LARGEST, open(file)?).map_err(|error| about(file, &error))
}

/// The whole content of `file`, which cannot be standard input.
pub fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    read_file_at_most(LARGEST, file).map_err(|error| about(file, &error))
}

/// Standard output for tools that print many lines: written only when its buffer is full or flushed.
pub fn buffered_output() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// An output whose reader may close it early, as `head` does: further output is dropped, and the work continues.
pub struct Optional<W>(pub W);

fn unless_nobody_reads<T>(written: io::Result<T>, otherwise: T) -> io::Result<T> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(otherwise),
        written => written,
    }
}

impl<W: Write> Write for Optional<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_nobody_reads(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_nobody_reads(self.0.flush(), ())
    }
}

/// An output whose first error ends only its own lines: the work continues, and the error is reported after it.
pub struct Deferred<W> {
    out: W,
    result: io::Result<()>,
}

impl<W: Write> Deferred<W> {
    pub fn new(out: W) -> Deferred<W> {
        Deferred { out, result: Ok(()) }
    }

    /// The first error.
    pub fn finish(self) -> io::Result<()> {
        self.result
    }

    fn keep_error(&mut self, write: impl FnOnce(&mut W) -> io::Result<()>) {
        if self.result.is_ok() {
            self.result = write(&mut self.out);
        }
    }
}

impl<W: Write> Write for Deferred<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.keep_error(|out| out.write_all(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.keep_error(W::flush);
        Ok(())
    }
}

/// Standard output of a command that may also write files: then the work does not end if the reader closes it.
pub fn output(writes_files: bool) -> Box<dyn Write> {
    let out = io::stdout().lock();
    if writes_files { Box::new(Optional(out)) } else { Box::new(out) }
}

/// Rejects `-`, which is meant as standard output, not as a file of that name.
pub fn must_be_named(file: &Path) -> io::Result<()> {
    if file == Path::new("-") {
        return Err(invalid_in(file, "expected the name of a file or folder"));
    }
    Ok(())
}

/// Begins a file that is to replace `file`.
fn begin(file: &Path) -> io::Result<Replacement> {
    must_be_named(file)?;
    Replacement::new(file).map_err(|error| about(file, &error))
}

/// Replaces `file` by `bytes` in one step, so that an interruption leaves the old one.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(file, |new| new.write_all(bytes).map_err(|error| about(file, &error)))
}

/// Replaces `file` in one step by the output of `write`. If `write` fails, the old file is kept.
pub fn replace_by<T>(
    file: &Path,
    write: impl FnOnce(&mut Replacement) -> io::Result<T>,
) -> io::Result<T> {
    let mut new = begin(file)?;
    let written = write(&mut new)?;
    new.commit().map_err(|error| about(file, &error))?;
    Ok(written)
}

/// Checks before the work that [`replace`] could write `outputs`, and that these are distinct and not among `inputs`;
/// leaves no trace.
pub fn check_outputs<'a>(
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> io::Result<()> {
    let inputs: Vec<&PathBuf> = inputs.into_iter().collect();
    let mut others: Vec<&PathBuf> = Vec::new();
    // A pipe may be opened only once: its reader takes the end of the first writer as the end of the data.
    for file in outputs.into_iter().filter(|file| !is_special(file)) {
        begin(file)?;
        let is_among = |files: &[&PathBuf]| files.iter().any(|other| is_same(file, other));
        if is_among(&inputs) {
            return Err(invalid_in(file, "this file is also an input"));
        }
        if is_among(&others) {
            return Err(invalid_in(file, "this file is also another output"));
        }
        others.push(file);
    }
    Ok(())
}

/// Creates `folder` if it is missing, and checks before the work that files can be created in it.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    must_be_named(folder)?;
    let created = if folder.exists() { Ok(()) } else { fs::create_dir_all(folder) };
    let check = created.and_then(|()| Replacement::new(&folder.join("file")).map(drop));
    check.map_err(|error| about(folder, &error))
}

/// A bar on standard error with the text named `key`, such as `bar-games`; hidden unless that is a terminal.
/// A message follows it.
pub fn progress_bar(length: u64, words: &Words, key: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    let values = [("done", "{pos}".into()), ("all", "{len}".into()), ("left", "{eta}".into())];
    let template = format!("{{bar:24}} {}  {{wide_msg}}", words.say_with(key, &values));
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A flag that Ctrl-C sets.
pub fn interrupt_flag() -> io::Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    on_interrupt(move || flag.store(true, Relaxed))?;
    Ok(interrupt)
}

/// Ends the program on Ctrl-C, even while it waits for input, without leaving unfinished files.
pub fn exit_on_interrupt() -> io::Result<()> {
    on_interrupt(|| {
        let _guard = abandon_all();
        std::process::exit(INTERRUPTED.into());
    })
}

fn on_interrupt(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    #[cfg(unix)]
    super::signals::keep_hangups_ignored()?;
    ctrlc::set_handler(act).map_err(io::Error::other)
}
