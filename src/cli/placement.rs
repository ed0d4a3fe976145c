//! Options that stand before a subcommand.

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};

use super::{Cli, learned};

/// What is wrong with an option before the subcommand of `matches`, if the subcommand does not take it
/// from there.
pub fn fault(matches: &ArgMatches) -> Option<String> {
    let program = Cli::command();
    let (mut path, mut command, mut inner) = (Vec::new(), &program, matches);
    while let Some((name, within)) = inner.subcommand() {
        path.push(name);
        command = command.find_subcommand(name)?;
        inner = within;
    }
    if path.is_empty() {
        return None;
    }
    let name = path.join(" ");
    let is_given = |option: &&clap::Arg| {
        let source = matches.value_source(option.get_id().as_str());
        !option.is_global_set() && source == Some(ValueSource::CommandLine)
    };
    let given = program.get_arguments().filter(is_given);
    given.filter_map(clap::Arg::get_long).find_map(|option| {
        let is_taken = command.get_arguments().any(|known| known.get_long() == Some(option));
        match (is_taken, learned::NAMES.contains(&option)) {
            (true, true) => None,
            (true, false) => {
                Some(format!("--{option} before {name} has no effect: put it behind {name}"))
            }
            (false, _) => Some(format!("--{option} has no effect on {name}")),
        }
    })
}
