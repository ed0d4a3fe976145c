//! Progress of a match: a bar at a terminal, a line for every game elsewhere.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Where progress goes.
pub struct ProgressOutput<'a> {
    /// Receives the report, and a line for every game if there is no bar.
    pub lines: &'a mut dyn Write,
    /// The terminal of the bar.
    pub bar: Option<ProgressDrawTarget>,
}

/// The progress of a tournament.
pub(super) struct Progress<'a> {
    lines: &'a mut dyn Write,
    bar: Option<ProgressBar>,
    planned: usize,
    played: usize,
}

impl<'a> Progress<'a> {
    /// Starts with `played` of `planned` games done.
    pub fn start(
        screen: ProgressOutput<'a>,
        planned: usize,
        played: usize,
    ) -> io::Result<Progress<'a>> {
        let bar = screen.bar.map(|target| {
            let bar = ProgressBar::with_draw_target(Some(planned as u64), target);
            let style = ProgressStyle::with_template(
                "[{elapsed_precise}] {bar:24} {pos}/{len} games, {per_sec}, {eta_precise} left  {msg}",
            );
            // The template is a constant; a bar without style would still work.
            if let Ok(style) = style {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_position(played as u64);
            bar.reset_eta();
            bar
        });
        if played > 0 {
            let planned = planned.max(played);
            writeln!(screen.lines, "resumed: {played} of {planned} games played")?;
        }
        Ok(Progress { lines: screen.lines, bar, planned, played })
    }

    /// Reports a finished game: `line` describes it, `standing` all games so far.
    pub fn finished(&mut self, line: &str, is_fault: bool, standing: &str) -> io::Result<()> {
        self.played += 1;
        match &self.bar {
            Some(bar) => {
                // With a bar, only faults get a line.
                if is_fault {
                    bar.println(line);
                }
                bar.set_message(standing.to_owned());
                bar.inc(1);
                Ok(())
            }
            None => {
                let (played, planned) = (self.played, self.planned);
                writeln!(self.lines, "{played}/{planned} {line}  {standing}")?;
                self.lines.flush()
            }
        }
    }

    /// Prints a remark on the match.
    pub fn note(&mut self, note: &str) -> io::Result<()> {
        match &self.bar {
            Some(bar) => bar.println(note),
            None => writeln!(self.lines, "{note}")?,
        }
        Ok(())
    }

    /// Keeps the bar moving between results.
    pub fn tick(&self) {
        if let Some(bar) = &self.bar {
            bar.tick();
        }
    }

    /// Ends with the report.
    pub fn end(self, report: &str) -> io::Result<()> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.lines.write_all(report.as_bytes())?;
        self.lines.flush()
    }
}
