//! `tengen` without a subcommand: speaks a protocol on standard input and output.

use std::io::{self, Cursor, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use tengen::coord::Size;
use tengen::database::Database;
use tengen::frontend::desk::Settings;
use tengen::frontend::{cassio, gomocup, gtp, nboard};

use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

use super::options::{LearnedArgs, random_seed};
use super::streams::{invalid_in, must_be_named};

#[derive(Debug, Args)]
pub struct ProtocolArgs {
    /// Protocol to speak [default: gomocup]
    #[arg(long, value_enum)]
    protocol: Option<ProtocolArg>,

    /// Game at the start: gomoku, othello, or a rule of Gomoku; INFO game and INFO rule change it
    /// [default: gomoku; othello with protocols other than gomocup, but gomoku with gtp and --rule]
    #[arg(long)]
    game: Option<Variant>,

    /// Gomoku rule at the start: freestyle, standard, renju, caro or caro-exact; INFO rule changes it
    /// [default: freestyle]
    #[arg(long)]
    rule: Option<Rule>,

    /// With GTP, Gomoku board at the start: 15 or 20x15, sides from 5 to 22; boardsize changes it
    /// [default: 15]
    #[arg(long, value_name = "N|WxH")]
    size: Option<Size>,

    /// Search threads at the start; INFO thread_num changes it [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Random seed of swap2 openings, playing levels and --book-variety; the same seed repeats a session
    /// [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Position database of Gomoku to play with, created if missing; YXSETDATABASE changes it
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,

    /// Report the search in MESSAGE lines, which is the default at a terminal
    #[arg(long)]
    messages: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ProtocolArg {
    /// The line protocol of Gomocup and Piskvork
    #[default]
    Gomocup,
    /// The Go Text Protocol, for either game
    Gtp,
    /// The protocol of the NBoard GUI, for Othello
    Nboard,
    /// The protocol of the engines of Cassio, for Othello
    Cassio,
}

impl ProtocolArgs {
    /// Why the options, with those for the book in `learned`, are incompatible.
    pub fn conflict(&self, learned: &LearnedArgs) -> Option<String> {
        let protocol = self.protocol.unwrap_or_default();
        let is_othello = matches!(protocol, ProtocolArg::Nboard | ProtocolArg::Cassio);
        let has_size = protocol == ProtocolArg::Gtp && self.plays_gomoku();
        // Cassio only asks for searches, which depend on neither the book nor chance.
        let is_cassio = protocol == ProtocolArg::Cassio;
        let given = [
            ("--game gomoku", is_othello && self.game.is_some_and(Variant::is_gomoku)),
            ("--rule", is_othello && self.rule.is_some()),
            ("--size", !has_size && self.size.is_some()),
            ("--database", is_othello && self.database.is_some()),
            ("--messages", protocol != ProtocolArg::Gomocup && self.messages),
            ("--seed", is_cassio && self.seed.is_some()),
            ("--book", is_cassio && learned.has_book()),
            ("--book-variety", is_cassio && learned.has_book_variety()),
        ];
        let (option, _) = given.into_iter().find(|&(_, is_given)| is_given)?;
        let (name, game) = (protocol.to_possible_value()?, self.plays_gomoku());
        let game = if game { "Gomoku" } else { "Othello" };
        Some(format!("{option} cannot be used with --protocol {} for {game}", name.get_name()))
    }

    /// Whether no option is for protocols only.
    pub fn is_left_open(&self) -> bool {
        let ProtocolArgs { protocol, threads, seed, database, messages, .. } = self;
        let is_bare = protocol.is_none() && threads.is_none() && seed.is_none();
        is_bare && database.is_none() && !messages
    }

    /// The same game and rule as options of `play`, unless another `game` is given.
    pub fn of_play<'a>(&self, game: Option<&'a str>) -> Vec<&'a str> {
        let own = self.game.map(|game| match game {
            Variant::Gomoku { rule, .. } => rule.name(),
            Variant::Othello => "othello",
        });
        let rule = self.rule.filter(|_| game.is_none()).map(Rule::name);
        let given = [("--game", game.or(own)), ("--rule", rule)];
        given.into_iter().filter_map(|(option, value)| Some([option, value?])).flatten().collect()
    }

    /// Whether the initial game is Gomoku. In GTP, specifying a rule selects Gomoku.
    fn plays_gomoku(&self) -> bool {
        match self.protocol.unwrap_or_default() {
            ProtocolArg::Gomocup => self.game.is_none_or(Variant::is_gomoku),
            ProtocolArg::Gtp => self.game.map_or(self.rule.is_some(), Variant::is_gomoku),
            ProtocolArg::Nboard | ProtocolArg::Cassio => false,
        }
    }

    /// Answers the requests in `typed`, then those of standard input until it ends; returns the exit code.
    pub fn run(&self, learned: &LearnedArgs, typed: Vec<u8>) -> io::Result<u8> {
        // Managers read standard error as replies, so not even a panic may write there.
        std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
        let seed = self.seed.unwrap_or_else(random_seed);
        let mut settings = self.settings(learned, seed);
        if let Some(file) = &self.database {
            must_be_named(file)?;
            let database = Database::open_or_read(file).map_err(|error| invalid_in(file, error))?;
            settings.database = Some(Arc::new(database));
        }
        let input = Cursor::new(typed).chain(io::stdin());
        let (output, learned) = (&mut io::stdout().lock(), learned.read()?);
        match self.protocol.unwrap_or_default() {
            ProtocolArg::Gomocup => gomocup::serve(input, output, settings, seed, learned)?,
            ProtocolArg::Gtp => {
                let size = match settings.variant() {
                    Variant::Gomoku { size, .. } => self.size.unwrap_or(size),
                    Variant::Othello => Variant::Othello.size(),
                };
                gtp::serve(input, output, settings, size, learned)?;
            }
            ProtocolArg::Nboard => nboard::serve(input, output, settings, learned)?,
            ProtocolArg::Cassio => cassio::serve(input, output, settings, learned)?,
        }
        Ok(0)
    }

    fn settings(&self, learned: &LearnedArgs, seed: u64) -> Settings {
        let for_people = self.messages || io::stdin().is_terminal();
        let rule = match self.game {
            Some(Variant::Gomoku { rule, .. }) => rule,
            _ => Rule::Freestyle,
        };
        let rule = self.rule.unwrap_or(rule);
        let game = if self.plays_gomoku() { Variant::gomoku(rule) } else { Variant::Othello };
        let mut settings = Settings::new(game, for_people);
        settings.set_gomoku_rule(rule);
        if let Some(threads) = self.threads {
            settings.set_threads(threads.into());
        }
        for setting in learned.settings() {
            settings.set(setting);
        }
        settings.set_seed(seed);
        settings
    }
}
