//! `tengen convert`: games from one format to another.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tengen::coord::Size;
use tengen::formats::encoding::Encoding;
use tengen::formats::format::RecordFormat;
use tengen::formats::records::{Finish, Hints, Reader, StoredGame, Writer};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Words;
use tengen::nearest::question;
use tengen::replacement::{Replacement, is_same, is_special};
use tengen::tools::convert::{self, Reading};

use super::games::open_games;
use super::options::GOMOKU;
use super::streams::{
    FOUND_FAULTS, Optional, about, errors, exit_on_interrupt, invalid, invalid_in, replace,
    replace_by,
};

/// Why a file that nobody named is not replaced.
const EXISTS: &str = "this file already exists (use --replace or choose another OUT)";

const MANUAL: &str = "\
Formats, by the ending of the file:
  .psq           Gomoku: Piskvork and Gomocup
  .sgf           Gomoku and Othello: Smart Game Format
  .pos           Gomoku: a game on each line, with its rule, board, players, result and times
  .lib           Gomoku on 15x15: RenLib, a tree of moves with labels and comments
  .ggf           Othello: the format of GGS and NBoard
  .txt           Gomoku: moves; Othello: transcripts, with lines such as \"result: black 40-24\"
  .obf           Othello: positions; of a game, the one after its last move
  .wtb           Othello: WTHOR, with the names in the .jou and .trn files beside it
  (--to moves)   both games: the moves of a game on each line (h8i9g7) and nothing else

IN may have any of these formats, which is detected from its content, and any number of games. Moves on lines may \
be separated or not (h8i9g7; h8 i9 g7; h8,i9,g7). Lines of moves that are possible in both games are read as Othello \
if they begin with four legal moves of Othello; --game overrides this. --rule and --size are for games of Gomoku \
that do not name theirs.

A game in SGF or GGF may have variations: its main line is the game. From .sgf and .lib to .sgf and .lib, \
variations, labels and comments of Gomoku are kept, except in games from set-up positions. In other formats, each \
leaf of a library's tree becomes a game. All games written to .lib form one tree.

A PSQ file has one game. The second game is written to games-2.psq, and so on; if any such file already exists, \
nothing is written, and the exit code is 2, unless --replace is given. The same holds for the .jou and .trn files of \
WTHOR. Games for standard output, a device or a pipe \
are written one after another. If OUT is a folder, every game becomes a separate file: 1.psq, 2.psq; existing ones \
are replaced.

Data that the format cannot store are reported on standard error with the number of games. A game with an illegal \
move is reported and written up to that move, a tree without the move and its successors; the exit code is then 1, as \
it is if games could not be written. With such faults, IN is not replaced, nor is a file for which no game is left; \
the code is then 2, as it is if IN has no game. Games are converted one by one, so that files may be of any length; \
only a library, or text in an encoding other than UTF-8 or Latin-1, is read as a whole, and only a library is written \
as a whole.

Examples:
  tengen convert games.psq games.sgf
  tengen convert --to psq games.sgf folder/
  tengen convert --rule renju openings.txt tree.lib
  tengen convert WTH_2001.wtb games.ggf
  tengen convert --to pos games.sgf - | tengen forbidden";

/// Convert game records between formats
#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct ConvertArgs {
    /// Format of IN, named as for --to [default: that of its content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<RecordFormat>,
    /// Format of OUT: psq, sgf, pos, lib, ggf, transcript, obf, wthor or moves [default: that of its ending]
    #[arg(long, value_name = "FORMAT")]
    to: Option<RecordFormat>,
    /// Game of move lists that are possible in both games: gomoku, othello, or a rule of Gomoku
    #[arg(long)]
    game: Option<Variant>,
    /// Rule of games that name none: freestyle, standard, renju, caro or caro-exact
    #[arg(long, help_heading = GOMOKU)]
    rule: Option<Rule>,
    /// Board of games that name none: 15 or 20x15, sides from 5 to 22 [default: 15]
    #[arg(long, value_name = "N|WxH", help_heading = GOMOKU)]
    size: Option<Size>,
    /// Encoding of IN: gbk, big5, shift_jis, euc-kr, latin1, or auto: the one stated in SGF, otherwise UTF-8 if the
    /// text is valid and Latin-1 if not
    #[arg(long, default_value_t)]
    encoding: Encoding,
    /// Replace also files beside OUT: games-2.psq and so on for several games as PSQ, .jou and .trn for WTHOR
    #[arg(long)]
    replace: bool,
    /// Games to read, or - for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File or folder to write, or - for standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

impl ConvertArgs {
    /// Converts the games; returns the exit code.
    pub fn run(&self, words: &Words) -> io::Result<u8> {
        exit_on_interrupt()?;
        let to = self.target()?;
        let variant = self.variant(to);
        let (format, encoding) = (self.from, self.encoding);
        let hints = Hints { variant, format, encoding, ..Hints::default() };
        self.convert(open_games(&self.input, hints)?, to, words)
    }

    /// The format of the output.
    fn target(&self) -> io::Result<RecordFormat> {
        let by_ending = || RecordFormat::of_extension(self.out.extension()?.to_str()?);
        self.to.or_else(by_ending).ok_or_else(|| {
            const ENDINGS: [&str; 8] = ["psq", "sgf", "pos", "lib", "ggf", "txt", "obf", "wtb"];
            let ending = self.out.extension().unwrap_or_default().to_string_lossy();
            invalid(format!(
                "unknown format of '{}' (expected --to or an ending: {}){}",
                self.out.display(),
                ENDINGS.join(", "),
                question(&ending, ENDINGS)
            ))
        })
    }

    /// The game, rule and board that the options or the format of the output imply.
    fn variant(&self, to: RecordFormat) -> Option<Variant> {
        let ending = self.input.extension();
        let is_pos = || ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pos"));
        let is_gomoku = self.rule.is_some() || self.size.is_some();
        let implied = || match to.only_game() {
            None if is_gomoku || is_pos() => Some(Variant::gomoku(Rule::Freestyle)),
            only => only,
        };
        Some(match self.game.or_else(implied)? {
            Variant::Gomoku { rule, size } => {
                Variant::Gomoku { rule: self.rule.unwrap_or(rule), size: self.size.unwrap_or(size) }
            }
            Variant::Othello => Variant::Othello,
        })
    }

    fn convert<R: Read>(
        &self,
        mut games: Reader<R>,
        to: RecordFormat,
        words: &Words,
    ) -> io::Result<u8> {
        if to.keeps_trees() {
            games.keep_trees();
        }
        let source = self.input.display().to_string();
        let in_file = |error: io::Error| about(&self.out, &error);
        let (reading, finish) = match Place::of(&self.out, to, &self.input, self.replace)? {
            Place::Output => {
                copy(&source, games, BufWriter::new(io::stdout().lock()), to, &|error| error)?
            }
            Place::Series(mut series) => {
                let (reading, finish) = copy(&source, games, &mut series, to, &|error| error)?;
                self.keep_the_only_copy(series.held.is_some(), reading, &finish)?;
                series.commit().map_err(in_file)?;
                (reading, finish)
            }
            Place::File => replace_by(&self.out, |out| {
                let (reading, finish) = copy(&source, games, &mut *out, to, &in_file)?;
                self.keep_the_only_copy(is_same(&self.input, &self.out), reading, &finish)?;
                if let Some(files) = &finish.files {
                    out.seek(SeekFrom::Start(0)).map_err(in_file)?;
                    out.write_all(&files.header).map_err(in_file)?;
                }
                Ok((reading, finish))
            })?,
        };
        if let Some(files) = &finish.files {
            let [players, tournaments] = lists(&self.out);
            replace(&players, &files.players)?;
            replace(&tournaments, &files.tournaments)?;
        }
        self.report(reading, &finish, words)
    }

    /// Refuses to replace a file if that would lose data that cannot be read or written: the file is the input, or no
    /// game is left to write.
    fn keep_the_only_copy(
        &self,
        is_input: bool,
        reading: Reading,
        finish: &Finish,
    ) -> io::Result<()> {
        let is_lost = finish.tally.written == 0 || is_input;
        if is_clean(reading, finish) || !is_lost || is_special(&self.out) {
            return Ok(());
        }
        self.report_losses(finish)?;
        Err(match is_input {
            true => invalid_in(&self.input, "this file was not replaced"),
            false => invalid_in(&self.out, "nothing was written"),
        })
    }

    /// Reports the data that the format cannot store.
    fn report_losses(&self, finish: &Finish) -> io::Result<()> {
        let (out, tally) = (self.out.display(), &finish.tally);
        let counted = |count: u64| match count {
            1 => "1 game".to_owned(),
            count => format!("{count} games"),
        };
        let mut errors = errors();
        for (loss, &count) in &tally.losses {
            writeln!(errors, "tengen: {out}: omits the {loss} of {}", counted(count))?;
        }
        for (reason, &count) in &tally.refused {
            writeln!(errors, "tengen: {out}: {} not written: {reason}", counted(count))?;
        }
        Ok(())
    }

    /// Reports the games written and not written; returns the exit code.
    fn report(&self, reading: Reading, finish: &Finish, words: &Words) -> io::Result<u8> {
        self.report_losses(finish)?;
        if self.out != Path::new("-") {
            let written = words.say_with("count-games", &[("count", finish.tally.written.into())]);
            writeln!(Optional(io::stdout()), "{written}")?;
        }
        Ok(if is_clean(reading, finish) { 0 } else { FOUND_FAULTS })
    }
}

/// Whether all games were read and written.
fn is_clean(reading: Reading, finish: &Finish) -> bool {
    reading.faults == 0 && finish.tally.refused.is_empty()
}

/// Writes `games` to `out`, whose errors are returned as `named` completes them.
fn copy<R: Read, W: Write>(
    source: &str,
    games: Reader<R>,
    out: W,
    to: RecordFormat,
    named: &dyn Fn(io::Error) -> io::Error,
) -> io::Result<(Reading, Finish)> {
    let mut writer = Writer::new(out, to).map_err(named)?;
    let format = games.format();
    let mut write = |game: StoredGame| writer.write(&game).map_err(named);
    let reading = convert::run(source, games, &mut write, &mut errors())?;
    if reading.games == 0 {
        // An empty file would replace one that may have games.
        return Err(invalid(format!("{source}: {}", lack(format))));
    }
    Ok((reading, writer.finish().map_err(named)?))
}

/// What a file of `format` without a game lacks.
fn lack(format: RecordFormat) -> &'static str {
    match format {
        RecordFormat::Sgf | RecordFormat::Ggf => "no game (expected one that begins with '(;')",
        _ => "no game",
    }
}

/// The destination of games.
enum Place {
    Output,
    File,
    Series(Box<Series>),
}

impl Place {
    /// `may_replace` is for files beside `out`.
    fn of(out: &Path, to: RecordFormat, input: &Path, may_replace: bool) -> io::Result<Place> {
        let is_folder = out.is_dir() || out.as_os_str().to_string_lossy().ends_with(['/', '\\']);
        let is_output = out == Path::new("-");
        match to {
            RecordFormat::Wthor | RecordFormat::Lib if is_folder => {
                Err(invalid(format!("{}: {to} needs a file, not a folder", out.display())))
            }
            RecordFormat::Wthor if is_output || is_special(out) => {
                Err(invalid("wthor is three files (expected one such as games.wtb)"))
            }
            RecordFormat::Wthor => {
                check_lists(out, may_replace)?;
                Ok(Place::File)
            }
            _ if is_output => Ok(Place::Output),
            _ if is_folder => {
                fs::create_dir_all(out).map_err(|error| about(out, &error))?;
                Ok(Place::Series(Box::new(Series::in_folder(out, to, input))))
            }
            RecordFormat::Psq if !is_special(out) => {
                Ok(Place::Series(Box::new(Series::beside(out, input, may_replace))))
            }
            _ => Ok(Place::File),
        }
    }
}

/// The files of players and tournaments that belong to a WTHOR file.
fn lists(out: &Path) -> [PathBuf; 2] {
    ["jou", "trn"].map(|ending| out.with_extension(ending))
}

/// Rejects lists that would replace the games, or other files: nobody named them, and the games of other files may need
/// their names.
fn check_lists(out: &Path, may_replace: bool) -> io::Result<()> {
    for list in lists(out) {
        if list == out {
            return Err(invalid_in(
                out,
                ".jou and .trn are WTHOR's lists of names (expected a file such as games.wtb)",
            ));
        }
        if !may_replace && fs::symlink_metadata(&list).is_ok() {
            return Err(invalid_in(&list, EXISTS));
        }
    }
    Ok(())
}

/// Files of one game each. Every call of `write` is one game, as guaranteed by [`Writer`].
struct Series {
    /// The name of the first file, unless it has a number like the others.
    named: Option<PathBuf>,
    /// The folder, and what comes before and after the number in the names.
    folder: PathBuf,
    stem: OsString,
    ending: OsString,
    /// Whether the files after the first may replace others.
    may_replace: bool,
    /// Number of games so far.
    number: usize,
    input: PathBuf,
    /// The first file, until it is known whether there are others.
    first: Option<Replacement>,
    /// The file that replaces the input, the rest of which has not been read yet.
    held: Option<Replacement>,
}

impl Series {
    /// `1.psq`, `2.psq`, ... in `folder`.
    fn in_folder(folder: &Path, to: RecordFormat, input: &Path) -> Series {
        Series {
            named: None,
            folder: folder.to_owned(),
            stem: OsString::new(),
            ending: format!(".{}", to.extension()).into(),
            may_replace: true,
            number: 0,
            input: input.to_owned(),
            first: None,
            held: None,
        }
    }

    /// `file` and, beside it, the same name with `-2`, `-3`, ...
    fn beside(file: &Path, input: &Path, may_replace: bool) -> Series {
        let mut stem = file.file_stem().unwrap_or_default().to_owned();
        stem.push("-");
        let mut ending = OsString::new();
        if let Some(extension) = file.extension() {
            ending.push(".");
            ending.push(extension);
        }
        Series {
            named: Some(file.to_owned()),
            folder: file.parent().map(Path::to_owned).unwrap_or_default(),
            stem,
            ending,
            may_replace,
            number: 0,
            input: input.to_owned(),
            first: None,
            held: None,
        }
    }

    /// The name of the file with that number.
    fn name(&self, number: usize) -> PathBuf {
        if let (Some(file), 1) = (&self.named, number) {
            return file.clone();
        }
        let mut name = self.stem.clone();
        name.push(number.to_string());
        name.push(&self.ending);
        self.folder.join(name)
    }

    /// The number in `name`, if it is one of these names.
    fn number_in(&self, name: &OsStr) -> Option<usize> {
        let name = name.as_encoded_bytes().strip_prefix(self.stem.as_encoded_bytes())?;
        let number = name.strip_suffix(self.ending.as_encoded_bytes())?;
        std::str::from_utf8(number).ok()?.parse().ok()
    }

    /// Rejects a file beside the first that has the name of a later one: nobody named it. The number of games is not
    /// known yet, so that any number counts.
    fn check_others(&self) -> io::Result<()> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let mut numbers = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| about(folder, &error))? {
            numbers.extend(self.number_in(&entry?.file_name()));
        }
        numbers.sort_unstable();
        let others = numbers.into_iter().filter(|&number| number > 1);
        let is_taken =
            |path: &PathBuf| fs::symlink_metadata(path).is_ok() && !is_same(&self.input, path);
        match others.map(|number| self.name(number)).find(is_taken) {
            Some(other) => Err(invalid_in(&other, EXISTS)),
            None => Ok(()),
        }
    }

    /// Puts the first file, and the one that replaces the input, in their places.
    fn commit(self) -> io::Result<()> {
        [self.first, self.held].into_iter().flatten().try_for_each(Replacement::commit)
    }
}

impl Write for Series {
    fn write(&mut self, game: &[u8]) -> io::Result<usize> {
        self.number += 1;
        let file = self.name(self.number);
        if self.number == 2 && !self.may_replace {
            self.check_others()?;
        }
        if let Some(first) = self.first.take() {
            first.commit().map_err(|error| about(&self.name(1), &error))?;
        }
        let in_file = |error: io::Error| about(&file, &error);
        let mut new = Replacement::new(&file).map_err(in_file)?;
        new.write_all(game).map_err(in_file)?;
        if is_same(&self.input, &file) {
            self.held = Some(new);
        } else if self.number == 1 {
            self.first = Some(new);
        } else {
            new.commit().map_err(in_file)?;
        }
        Ok(game.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &OsStr, second: &OsStr) {
        let series = Series::beside(Path::new(file), Path::new("in.sgf"), false);
        assert_eq!([1, 2].map(|number| series.name(number)), [file, second].map(PathBuf::from));
        assert_eq!([file, second].map(|name| series.number_in(name)), [None, Some(2)]);
    }

    #[test]
    fn the_first_file_has_the_given_name_and_the_others_are_numbered() {
        for (file, second) in [
            ("a.psq", "a-2.psq"),
            ("a.b.psq", "a.b-2.psq"),
            ("games", "games-2"),
            ("games.", "games-2."),
            (".psq", ".psq-2"),
        ] {
            check(OsStr::new(file), OsStr::new(second));
        }
        let folder = Series::in_folder(Path::new("out"), RecordFormat::Psq, Path::new("in.sgf"));
        assert_eq!(
            [1, 2].map(|number| folder.name(number)),
            ["out/1.psq", "out/2.psq"].map(PathBuf::from)
        );
    }

    #[cfg(unix)]
    #[test]
    fn names_need_not_be_text() {
        use std::os::unix::ffi::OsStrExt;

        check(OsStr::from_bytes(b"bad\xff.psq"), OsStr::from_bytes(b"bad\xff-2.psq"));
    }
}
