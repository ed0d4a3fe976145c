//! The names of rules, games and formats as values of options, so that the shell completes them and errors suggest
//! the nearest name.

use std::any::TypeId;
use std::error::Error;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, Command};
use tengen::formats::format::RecordFormat;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::Language;

/// `command` with the names of all values that have names, including its subcommands.
pub fn with_values(command: Command) -> Command {
    let command = command.mut_args(with_value);
    let subcommands: Vec<String> =
        command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    subcommands.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_values))
}

fn with_value(option: Arg) -> Arg {
    let value = option.get_value_parser().type_id();
    let rules = || Rule::ALL.map(Rule::name).to_vec();
    let parser = if value == TypeId::of::<Rule>() {
        parser::<Rule>(rules())
    } else if value == TypeId::of::<Variant>() {
        parser::<Variant>([vec!["gomoku", "othello"], rules()].concat())
    } else if value == TypeId::of::<RecordFormat>() {
        parser::<RecordFormat>(RecordFormat::ALL.map(RecordFormat::name).to_vec())
    } else if value == TypeId::of::<Language>() {
        parser::<Language>(Language::ALL.map(Language::name).to_vec())
    } else {
        return option;
    };
    // The help texts of the options list them with their meaning.
    option.value_parser(parser).hide_possible_values(true)
}

/// Reads one of `names`.
fn parser<T>(names: Vec<&'static str>) -> ValueParser
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>()).into()
}
