//! The list of subcommands in the help: those for players first, those for engine developers under a separate
//! heading at the end, before the examples.

use clap::Command;
use clap::builder::styling::Styles;

/// Subcommands for developers of engines.
const FOR_DEVELOPERS: &[&str] =
    &["check", "openings", "book", "datagen", "tune", "bench", "perft", "man", "completions"];

const EXAMPLES: &str = "\
Examples:
  tengen play                             play Gomoku in the terminal
  tengen play --game othello --level 5    play Othello against a weaker engine
  tengen --protocol gtp --game renju      speak GTP, for a program such as GoGui
  tengen help match                       the manual of a subcommand";

/// `command` with a help that lists its subcommands in two groups.
pub fn in_groups(command: Command) -> Command {
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let width = FOR_DEVELOPERS.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut list = format!("{header}Developer commands:{header:#}\n");
    for name in FOR_DEVELOPERS {
        let about = command.find_subcommand(name).and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        list += &format!("  {literal}{name:<width$}{literal:#}  {about}\n");
    }
    let command = command.after_help(list + "\n" + EXAMPLES);
    FOR_DEVELOPERS.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |subcommand| subcommand.hide(true))
    })
}
