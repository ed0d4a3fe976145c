//! `tengen man` and `tengen completions`: files for packages, made from the definition of the command line.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::streams::{about, must_be_named};

const COMPLETIONS_MANUAL: &str = "\
Examples:
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions fish > ~/.config/fish/completions/tengen.fish";

/// Write the manual pages
///
/// A page for tengen and one for each subcommand, such as tengen-match.1.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Existing folder for the pages
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// Print shell completions
///
/// The Debian package installs them.
#[derive(Debug, Args)]
#[command(after_long_help = COMPLETIONS_MANUAL)]
pub struct CompletionsArgs {
    /// Shell that will read them
    #[arg(value_enum)]
    shell: Shell,
}

impl ManArgs {
    /// Writes the pages of `command`; returns the exit code.
    pub fn run(&self, command: Command) -> io::Result<u8> {
        must_be_named(&self.dir)?;
        clap_mangen::generate_to(command, &self.dir).map_err(|error| about(&self.dir, &error))?;
        Ok(0)
    }
}

impl CompletionsArgs {
    /// Prints the completions of `command`; returns the exit code.
    pub fn run(&self, mut command: Command) -> io::Result<u8> {
        let name = command.get_name().to_owned();
        // Collected first, because the generator panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        io::stdout().write_all(&script)?;
        Ok(0)
    }
}
