//! Progress of a match: a bar at a terminal, a line for every game elsewhere, or the lines of fastchess.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report::live::{self, Course, Standing};
use crate::language::Words;
use crate::table::Format;

/// Redraws of the bar per second.
const REDRAWS: u8 = 20;

/// The output of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Progress, and the results in this format at the end.
    Own(Format),
    /// fastchess's lines on the results output, from the first game on.
    Fastchess,
}

/// The destination and the language of progress output.
pub struct ProgressOutput<'a> {
    /// Receives a line for every game if there is no bar, and remarks.
    pub lines: &'a mut dyn Write,
    /// Receives the results.
    pub results: &'a mut dyn Write,
    /// The style of the output.
    pub style: Style,
    /// The terminal of the bar.
    pub bar: Option<Term>,
    pub words: &'a Words,
}

/// The progress of a tournament.
pub(super) struct Progress<'a> {
    lines: &'a mut dyn Write,
    results: &'a mut dyn Write,
    style: Style,
    words: &'a Words,
    bar: Option<(Term, ProgressBar)>,
    planned: usize,
    played: usize,
    /// Games finished since `began`.
    finished: usize,
    began: Instant,
}

impl<'a> Progress<'a> {
    /// Starts with `played` of `planned` games done.
    pub fn start(
        screen: ProgressOutput<'a>,
        planned: usize,
        played: usize,
    ) -> io::Result<Progress<'a>> {
        let planned = planned.max(played);
        // Before the bar is drawn: a line written across the bar would leave a part of it on the screen.
        if played > 0 {
            let values = [("played", played.into()), ("planned", planned.into())];
            writeln!(screen.lines, "{}", screen.words.say_with("match-resumed", &values))?;
            screen.lines.flush()?;
        }
        let bar = screen.bar.map(|term| {
            let target = ProgressDrawTarget::term(term.clone(), REDRAWS);
            let bar = ProgressBar::with_draw_target(Some(planned as u64), target);
            bar.set_style(style(0));
            (term, bar)
        });
        let (finished, began) = (0, Instant::now());
        let ProgressOutput { lines, results, style, words, .. } = screen;
        Ok(Progress { lines, results, style, words, bar, planned, played, finished, began })
    }

    /// Shows the state of the match, if there is a bar.
    pub fn show(&self, standing: Standing) {
        let Some((term, bar)) = &self.bar else { return };
        let pace = (self.finished, self.began.elapsed());
        let course = Course { played: self.played, planned: self.planned, pace, standing };
        let (columns, text) = live::fit(&course.parts(self.words), term.size().1.into());
        bar.set_style(style(columns));
        bar.set_position(self.played as u64);
        bar.set_message(text);
    }

    /// Counts a finished game. Without a bar, or if the game ended by a fault, prints `line` about it and, without a
    /// bar, the `standing` after it.
    pub fn finished(&mut self, line: &str, is_fault: bool, standing: &str) -> io::Result<()> {
        self.played += 1;
        self.finished += 1;
        match &self.bar {
            Some((_, bar)) if is_fault => bar.println(line),
            Some(_) => {}
            None => {
                let (played, planned) = (self.played, self.planned);
                writeln!(self.lines, "{played}/{planned} {line}  {standing}")?;
                self.lines.flush()?;
            }
        }
        Ok(())
    }

    /// Writes results before the end of the match.
    pub fn result(&mut self, lines: &str) -> io::Result<()> {
        self.results.write_all(lines.as_bytes())?;
        self.results.flush()
    }

    /// Prints a remark on the match.
    pub fn note(&mut self, note: &str) -> io::Result<()> {
        match &self.bar {
            Some((_, bar)) => bar.println(note),
            None => writeln!(self.lines, "{note}")?,
        }
        Ok(())
    }

    /// Keeps the bar moving between results.
    pub fn tick(&self) {
        if let Some((_, bar)) = &self.bar {
            bar.tick();
        }
    }

    /// Writes the results at the end, and the path of the report page.
    pub fn end(self, results: &str, page: &Path) -> io::Result<()> {
        if let Some((_, bar)) = self.bar {
            bar.finish_and_clear();
        }
        self.results.write_all(results.as_bytes())?;
        self.results.flush()?;
        let path = page.display().to_string();
        let place = self.words.say_with("match-report", &[("path", path.into())]);
        let gap = if self.style == Style::Own(Format::Text) { "\n" } else { "" };
        writeln!(self.lines, "{gap}{place}")?;
        self.lines.flush()
    }

    /// The style of the output.
    pub fn style(&self) -> Style {
        self.style
    }
}

/// A bar of this width in columns, or none, followed by the message.
fn style(columns: usize) -> ProgressStyle {
    let template =
        if columns == 0 { "{wide_msg}" } else { &format!("{{bar:{columns}}} {{wide_msg}}") };
    // The template is valid; if not, the default bar would still work.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
