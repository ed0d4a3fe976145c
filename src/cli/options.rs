//! Options shared by several subcommands: headings, parsers, defaults, the game, and the files of weights and the
//! book.

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use tengen::arena::plan::resolve::read_plies;
use tengen::coord::Size;
use tengen::engine::Learned;
use tengen::formats::svg::RowOne;
use tengen::frontend::setting::Setting;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::{Language, Words};
use tengen::othello::book::Book;
use tengen::table::Format;
use tengen::{gomoku, othello};

use super::streams::{invalid, invalid_in, read_bytes};

/// Heading of the options that every subcommand takes.
pub const GLOBAL: &str = "Global options";
/// Heading of the options that are for Gomoku only.
pub const GOMOKU: &str = "Gomoku options";
/// Heading of the options that are for Othello only.
pub const OTHELLO: &str = "Othello options";

// Output format of a subcommand. Not a doc comment: clap would take it for the description.
#[derive(Debug, Args)]
pub struct FormatArgs {
    /// How the results are printed
    #[arg(long, value_enum, default_value_t = FormatName::Text, value_name = "FORMAT")]
    format: FormatName,
}

/// The output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// For people
    Text,
    /// A header and rows, with tabs between the columns
    Tsv,
    /// An object on each line
    Json,
}

impl FormatArgs {
    pub fn format(&self) -> Format {
        self.format.into()
    }
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Text => Format::Text,
            FormatName::Tsv => Format::Tsv,
            FormatName::Json => Format::Json,
        }
    }
}

/// A seed that differs in every run.
pub fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Reads a number of plies or a range: `6` or `4-8`.
pub fn plies(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    read_plies(text).ok_or("expected N or N-M, such as 4-8")
}

/// Reads points or discs from 0 to 64, such as `0.4`, as hundredths.
pub fn hundredths(text: &str) -> Result<i32, &'static str> {
    let points = text.parse::<f64>().ok().filter(|points| (0.0..=64.0).contains(points));
    let points = points.ok_or("expected a number from 0 to 64")?;
    Ok((points * 100.0).round() as i32)
}

/// Reads a number above 0, at most 10.
pub fn factor(text: &str) -> Result<f32, &'static str> {
    let factor = text.parse().ok().filter(|&factor| factor > 0.0 && factor <= 10.0);
    factor.ok_or("expected a number above 0, at most 10")
}

/// Reads a number from 0 to 1.
pub fn share(text: &str) -> Result<f32, &'static str> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a number from 0 to 1")
}

/// The language of all readable output.
#[derive(Debug, Args)]
pub struct LanguageArgs {
    /// Language of messages: en, zh or ja [default: that of the locale]; protocols, tables for programs and help stay
    /// English
    #[arg(long, value_name = "LANG", global = true, help_heading = GLOBAL)]
    lang: Option<Language>,
}

impl LanguageArgs {
    /// The catalogue of the language.
    pub fn words(&self) -> Words {
        Words::new(self.lang.unwrap_or_else(of_environment))
    }
}

/// The language of messages about the arguments, which are not parsed yet: that of `--lang` or the locale.
pub fn language_of_arguments() -> Language {
    // After `--` come the arguments of another program.
    let arguments: Vec<String> = std::env::args_os()
        .take_while(|word| word != "--")
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let given = arguments.iter().enumerate().find_map(|(index, word)| match word.as_str() {
        "--lang" => arguments.get(index + 1).map(String::as_str),
        word => word.strip_prefix("--lang="),
    });
    given.and_then(|name| name.parse().ok()).unwrap_or_else(of_environment)
}

/// The language of the locale, in the order of POSIX.
fn of_environment() -> Language {
    let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    Language::of_locale(&locale.unwrap_or_default())
}

/// Arguments that include a game.
pub trait Plays {
    /// The game that is played.
    fn game(&self) -> Variant;
}

/// Arguments of a subcommand that plays either game. Parsing rejects the options under the heading of the other game:
/// [`GOMOKU`] or [`OTHELLO`].
#[derive(Debug)]
pub struct ForGame<A>(pub A);

impl<A: Args + Plays> FromArgMatches for ForGame<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ForGame<A>, clap::Error> {
        let args = A::from_arg_matches(matches)?;
        let (refused, game) =
            if args.game().is_gomoku() { (OTHELLO, "Othello") } else { (GOMOKU, "Gomoku") };
        let is_given = |option: &&Arg| {
            let source = matches.value_source(option.get_id().as_str());
            option.get_help_heading() == Some(refused) && source == Some(ValueSource::CommandLine)
        };
        let command = A::augment_args(Command::new(""));
        match command.get_arguments().find(is_given).and_then(Arg::get_long) {
            None => Ok(ForGame(args)),
            Some(option) => {
                let message = format!("--{option} is for {game}");
                Err(clap::Error::raw(ErrorKind::ArgumentConflict, message))
            }
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ForGame::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<A: Args + Plays> Args for ForGame<A> {
    fn augment_args(command: Command) -> Command {
        A::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command)
    }
}

// Rule and board of Gomoku. Not a doc comment: clap would take it for the description of the subcommand.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// Rule: freestyle, standard, renju, caro or caro-exact [default: that of --game, or freestyle]
    #[arg(long, help_heading = GOMOKU)]
    rule: Option<Rule>,
    /// Board size: 15 or 20x15, sides from 5 to 22 [default: 15]
    #[arg(long, value_name = "N|WxH", help_heading = GOMOKU)]
    size: Option<Size>,
}

impl BoardArgs {
    /// `game` with the rule and the board of the options.
    pub fn of(&self, game: Variant) -> Variant {
        match game {
            Variant::Gomoku { rule, size } => {
                Variant::Gomoku { rule: self.rule.unwrap_or(rule), size: self.size.unwrap_or(size) }
            }
            Variant::Othello => Variant::Othello,
        }
    }

    /// The game to assume for records that may not name one: `game`, or else Gomoku if its rule or board is given.
    pub fn hint(&self, game: Option<Variant>) -> Option<Variant> {
        let is_given = self.rule.is_some() || self.size.is_some();
        let gomoku = is_given.then_some(Variant::gomoku(Rule::Freestyle));
        game.or(gomoku).map(|game| self.of(game))
    }

    /// Why `found`, the game of a record, is not the one of these options and of `--game`.
    pub fn contradiction(&self, game: Option<Variant>, found: Variant) -> Option<String> {
        if let Some(game) = game.filter(|game| game.is_othello() != found.is_othello()) {
            let (found, game) = (found.game_name(), game.game_name());
            return Some(format!("a game of {found} instead of {game}"));
        }
        let Variant::Gomoku { rule, size } = found else {
            let given = [("rule", self.rule.is_some()), ("size", self.size.is_some())];
            let (option, _) = given.into_iter().find(|&(_, is_given)| is_given)?;
            return Some(format!("--{option} is for Gomoku"));
        };
        let named = match game {
            // Gomoku is freestyle only unless a rule is named.
            Some(Variant::Gomoku { rule, .. }) if rule != Rule::Freestyle => Some(rule),
            _ => None,
        };
        if let Some(other) = self.rule.or(named).filter(|&other| other != rule) {
            return Some(format!("a game of {rule} instead of {other}"));
        }
        let other = self.size.filter(|&other| other != size)?;
        Some(format!("a game on {size} instead of {other}"))
    }
}

/// The position of row 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowOneName {
    Top,
    Bottom,
}

impl From<RowOneName> for RowOne {
    fn from(name: RowOneName) -> RowOne {
        match name {
            RowOneName::Top => RowOne::Top,
            RowOneName::Bottom => RowOne::Bottom,
        }
    }
}

type GomokuWeights = gomoku::eval::weights::WeightSet;
type OthelloWeights = othello::eval::weights::Weights;

#[derive(Debug, Args)]
pub struct LearnedArgs {
    /// Use the weights in this file, written by tengen tune, instead of the built-in ones; may be given once for each
    /// game
    #[arg(long, value_name = "FILE", global = true, help_heading = GLOBAL)]
    weights: Vec<PathBuf>,

    /// Othello opening book for play and the protocols other than cassio: on, off, or a file made by tengen book
    /// [default: on]
    #[arg(long, value_name = "on|off|FILE", global = true, help_heading = GLOBAL)]
    book: Option<BookArg>,

    /// Vary the opening: play book moves up to DISCS below the best [default: 0]
    #[arg(long, value_name = "DISCS", value_parser = hundredths)]
    #[arg(global = true, help_heading = GLOBAL)]
    book_variety: Option<i32>,
}

/// The source of book moves.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BookArg {
    BuiltIn,
    Off,
    File(PathBuf),
}

impl From<OsString> for BookArg {
    fn from(text: OsString) -> BookArg {
        match text.to_str() {
            Some("on") => BookArg::BuiltIn,
            Some("off") => BookArg::Off,
            _ => BookArg::File(text.into()),
        }
    }
}

impl LearnedArgs {
    /// Reads the named weights and book; the others are the built-in ones.
    pub fn read(&self) -> io::Result<Learned> {
        let mut learned = Learned::default();
        if let Some(BookArg::File(file)) = &self.book {
            learned.book = Some(Arc::new(read_book(file)?));
        }
        for file in &self.weights {
            let bytes = read_bytes(file)?;
            let is_second = if bytes.starts_with(othello::eval::weights::TITLE.as_bytes()) {
                learned.othello.replace(Arc::new(othello_weights(file, &bytes)?)).is_some()
            } else {
                learned.gomoku.replace(Arc::new(gomoku_weights(file, &bytes)?)).is_some()
            };
            if is_second {
                return Err(invalid("--weights names two files for one game"));
            }
        }
        Ok(learned)
    }

    /// Whether `--book` is given.
    pub fn has_book(&self) -> bool {
        self.book.is_some()
    }

    /// Whether `--book-variety` is given.
    pub fn has_book_variety(&self) -> bool {
        self.book_variety.is_some()
    }

    /// The settings of a session that follow from the book options.
    pub fn settings(&self) -> Vec<Setting> {
        let on = self.book.as_ref().map(|book| Setting::Book(*book != BookArg::Off));
        let variety = self.book_variety.map(i32::unsigned_abs).map(Setting::BookVariety);
        on.into_iter().chain(variety).collect()
    }
}

/// The Gomoku weights in `bytes`, the content of `file`.
pub fn gomoku_weights(file: &Path, bytes: &[u8]) -> io::Result<GomokuWeights> {
    GomokuWeights::from_bytes(bytes).map_err(|error| invalid_in(file, error))
}

/// The Othello weights in `bytes`, the content of `file`.
pub fn othello_weights(file: &Path, bytes: &[u8]) -> io::Result<OthelloWeights> {
    OthelloWeights::from_bytes(bytes).map_err(|error| invalid_in(file, error))
}

/// The opening book in `file`.
pub fn read_book(file: &Path) -> io::Result<Book> {
    Book::from_bytes(&read_bytes(file)?).map_err(|error| invalid_in(file, error))
}
