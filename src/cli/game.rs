//! Subcommands for both games: what they play, and which options are for one game only.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use tengen::coord::Size;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

use super::options::{GOMOKU, OTHELLO};

/// Arguments with a game among them.
pub trait Plays {
    /// The game that is played.
    fn game(&self) -> Variant;
}

/// Arguments of a subcommand that plays either game. Parsing refuses the options under the heading of the
/// other game: [`GOMOKU`] or [`OTHELLO`].
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
}
