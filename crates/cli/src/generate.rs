//! `--generate`: the manual of the command, and its completions for shells.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::{Additions, NAME};

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArguments {
    /// Print the manual page, or the completions for a shell: man, bash, fish or zsh
    #[arg(long, value_name = "KIND", exclusive = true, hide_short_help = true, hide_possible_values = true)]
    #[arg(help_heading = None::<&'static str>)]
    generate: Option<Kind>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Kind {
    Man,
    Bash,
    Fish,
    Zsh,
}

impl GenerateArguments {
    pub(crate) fn is_asked_for(&self) -> bool {
        self.generate.is_some()
    }

    /// Prints the manual or the completions.
    pub(crate) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut command = bozofeed_command::command_line::<Additions>();
        let shell = match self.generate {
            None => return Ok(()),
            Some(Kind::Man) => return clap_mangen::Man::new(command).render(out),
            Some(Kind::Bash) => Shell::Bash,
            Some(Kind::Fish) => Shell::Fish,
            Some(Kind::Zsh) => Shell::Zsh,
        };
        // It panics if it cannot write, so it does not write to the output.
        let mut completions = Vec::new();
        clap_complete::generate(shell, &mut command, NAME, &mut completions);
        out.write_all(&completions)
    }
}
